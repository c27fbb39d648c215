"""Talk of people who watch: marked, limited, silenced by the host, muted by anyone, the same on every server."""

import re

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, expect
from starlette.testclient import TestClient

from cardwright.cardroom.events import decode
from cardwright.cardroom.tables import chat
from cardwright.cardroom.tables.chat import REACTIONS
from cardwright.cardroom.tables.news import MAX_KEPT_LINES
from cardwright.cardroom.tables.table_log import fold
from support.browser import DESK, Server, box_of, open_table_page, person
from support.visitors import JSON, Room, open_table, other, sit_down


@pytest.fixture
def table(client: TestClient) -> str:
    """A game of Ann and Bea."""
    opened = open_table(client, "cribbage", others="open", chat="yes")
    sit_down(client, opened)
    return opened


def say(browser: TestClient, table: str, text: str, name: str = "") -> str:
    """Talk at a table; return the refusal, "" without one."""
    answer = browser.post(f"{table}/say", data={"text": text} | ({"name": name} if name else {}), headers=JSON)
    return str(answer.json().get("error", ""))


def talk(browser: TestClient, table: str) -> list[str]:
    """The lines of talk on a browser's page: who, whether they watch, and what."""
    page = browser.get(table).text
    chat = page[page.index('id="chat"') : page.index("</ul>", page.index('id="chat"'))]
    return [re.sub("<[^>]*>", "", line) for line in re.findall("<li.*?</li>", chat)]


def test_those_who_watch_talk_and_are_marked(client: TestClient, table: str) -> None:
    wim = other(client)
    assert "Name in the talk" in wim.get(table).text
    assert not say(wim, table, "What a hand", name="Wim")
    assert not say(client, table, "😊 Thank you")
    assert talk(client, table) == ["Wim watching: What a hand", "Ann: 😊 Thank you"] == talk(wim, table)
    page = wim.get(table).text
    assert "Name in the talk" not in page
    assert "Mute Ann" in page
    assert "Mute Wim" not in page
    assert not say(wim, table, "Bye", name="Another name")
    assert talk(client, table)[-1] == "Wim watching: Bye"


def test_a_watcher_does_not_take_the_name_of_another(client: TestClient, table: str) -> None:
    for _ in range(2):
        assert not say(other(client), table, "Hi", name="Ann")
    assert talk(client, table) == ["Ann 2 watching: Hi", "Ann 3 watching: Hi"]
    assert not say(other(client), table, "Hi")
    assert re.fullmatch("Guest [A-Z][a-z]+ watching: Hi", talk(client, table)[-1])


def test_set_phrases_where_the_table_has_no_others(client: TestClient) -> None:
    table, wim = open_table(client, "cribbage", others="open"), other(client)
    assert "set phrases only" in say(wim, table, "My own words")
    assert not say(wim, table, "Nice hand")
    assert talk(client, table)[0].endswith("watching: Nice hand")


def test_a_reaction_is_a_line_of_talk(client: TestClient) -> None:
    """So it is muted, limited and silenced as talk is."""
    table, wim = open_table(client, "cribbage", others="open"), other(client)
    assert [reaction for reaction in REACTIONS if not say(client, table, reaction)] == list(REACTIONS)
    assert talk(wim, table) == [f"Ann: {reaction}" for reaction in REACTIONS]
    assert "set phrases only" in say(client, table, REACTIONS[0].split()[0])
    wim.post(f"{table}/mute", data={"seat": "0"})
    assert "No messages from people" in talk(wim, table)[0]
    client.post(f"{table}/silence", data={"silent": "yes"})
    assert say(wim, table, REACTIONS[1]) == "at this table only the players talk"
    assert "Reactions" not in wim.get(table).text


def test_the_host_silences_those_who_watch_and_lets_them_talk_again(client: TestClient, table: str) -> None:
    wim, control = other(client), "Silence people who watch"
    assert control not in client.get(table).text  # before anyone who watches has talked
    say(wim, table, "Hello")
    assert control in client.get(table).text
    assert control not in wim.get(table).text
    refused = wim.post(f"{table}/silence", data={"silent": "yes"}, headers=JSON)
    assert refused.status_code == 403
    assert client.post(f"{table}/silence", data={"silent": "yes"}).status_code == 303
    assert say(wim, table, "Hello?") == "at this table only the players talk"
    assert "At this table only the players talk." in wim.get(table).text
    assert not say(client, table, "Quiet now")
    client.post(f"{table}/silence", data={"silent": "no"})
    assert not say(wim, table, "Hello again")


def test_only_the_host_may_silence_them(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="open")
    bea = sit_down(client, table)
    refused = bea.post(f"{table}/silence", data={"silent": "yes"}, headers=JSON)
    assert (refused.status_code, refused.json()["error"]) == (409, "only the host may silence the people who watch")


def test_a_table_may_begin_with_players_only_and_its_rematch_too(client: TestClient, room: Room) -> None:
    table = open_table(client, "cribbage", watchers_silent="yes")
    assert "Terms: only players talk" in client.get(table).text
    assert "only the players" in say(other(client), table, "Hello")
    client.post(f"{table}/silence", data={"silent": "no"})
    client.post(f"{table}/leave", data={"for_good": "yes"})
    rematch = client.post(f"{table}/again").headers["location"]
    assert not room.table(rematch).chat.is_silent  # as the host left it


def test_who_watched_a_game_may_watch_its_rematch(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="random")
    wim = other(client)
    client.post(f"{table}/leave", data={"for_good": "yes"})
    assert "Watch the rematch" not in wim.get(table).text
    rematch = client.post(f"{table}/again").headers["location"]
    assert f'href="{rematch}/watch">Watch the rematch' in wim.get(table).text
    assert wim.get(f"{rematch}/watch").status_code == 200
    assert "Watch the rematch" not in client.get(table).text


def test_anyone_may_mute_one_who_watches(client: TestClient, table: str) -> None:
    wim, xena = other(client), other(client)
    say(wim, table, "Buy my book", name="Wim")
    say(xena, table, "Hello", name="Xena")
    for browser in (client, xena):
        assert browser.post(f"{table}/mute", data={"seat": "2"}).status_code == 303
    assert talk(client, table) == ["Xena watching: Hello"] == talk(xena, table)
    assert talk(wim, table)[0] == "Wim watching: Buy my book"
    assert "Hear Wim again" in client.get(table).text
    assert client.post(f"{table}/mute", data={"seat": "4"}).status_code == 400


def test_a_mute_is_of_a_person_whatever_becomes_of_the_seats(client: TestClient) -> None:
    """Who leaves before the first deal takes their words along; a mute outlasts closed seats and a rematch."""
    table = open_table(client, "poker", others="open", chat="yes", **{"o-players": "4"})
    bea, cy, wim = sit_down(client, table), sit_down(client, table, "Cy"), other(client)
    for browser, text in ((bea, "I must go"), (cy, "Fold!"), (wim, "Buy my book")):
        assert not say(browser, table, text, name="Wim" if browser is wim else "")
    for speaker in ("2", "4"):
        client.post(f"{table}/mute", data={"seat": speaker})
    bea.post(f"{table}/leave")
    assert talk(cy, table) == ["Cy: Fold!", "Wim watching: Buy my book"]
    dan = sit_down(client, table, "Dan")
    assert not say(dan, table, "Hello")
    assert talk(client, table) == ["Dan: Hello"]
    dan.post(f"{table}/leave")
    client.post(f"{table}/close-free")
    assert not say(client, table, "So we are two")
    assert talk(client, table) == ["Ann: So we are two"]
    page = client.get(table).text
    assert "Hear Cy again" in page
    assert "Hear Wim again" in page
    cy.post(f"{table}/leave", data={"for_good": "yes"})
    rematch = client.post(f"{table}/again").headers["location"]
    cy.post(f"{table}/again")
    assert not say(cy, rematch, "Fold again!")
    assert talk(cy, rematch) == ["Cy: Fold again!"]
    assert "Fold again" not in client.get(rematch).text


def test_who_watches_and_then_sits_down_keeps_the_name(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="open", chat="yes")
    wim = other(client)
    assert not say(wim, table, "May I?", name="Wim")
    wim.post(f"{table}/sit", data={"name": "Wim"})
    assert not say(wim, table, "😊 Thank you")
    assert talk(client, table) == ["Wim watching: May I?", "Wim: 😊 Thank you"]
    assert client.get(table).text.count(">Mute Wim") == 1
    assert "Mute Wim" not in wim.get(table).text


def test_all_who_watch_together_have_a_limit(client: TestClient, room: Room, table: str) -> None:
    for number in range(chat.MAX_WATCHER_LINES):
        assert not say(other(client), table, f"Line {number}")
    wim = other(client)
    assert say(wim, table, "One more") == "the people who watch have just said much; wait a moment and try again"
    assert not say(client, table, "I may still talk")
    live = room.table(table)
    live.chat = replace(live.chat, watcher_times=tuple(at - chat.WATCHER_LINES_MS for at in live.chat.watcher_times))
    assert not say(wim, table, "One more")


def test_a_table_has_a_limit_of_people_who_talk(
    client: TestClient, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardwright.cardroom.tables.chat.MAX_TALKING_WATCHERS", 1)
    wim = other(client)
    say(wim, table, "First")
    assert "too many people" in say(other(client), table, "Second")
    assert not say(wim, table, "Third")


def test_they_never_displace_the_talk_of_players(
    client: TestClient, room: Room, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "MAX_WATCHER_LINES", 10**6)
    say(client, table, "Good luck to you")
    wim = other(client)
    for number in range(MAX_KEPT_LINES + 3):
        say(wim, table, f"Line {number}", name="Wim")
    said = [text for _, text in room.table(table).chat.lines]
    assert said[0] == "Good luck to you"
    assert said[1:] == [f"Line {number}" for number in range(3, MAX_KEPT_LINES + 3)]


def test_a_player_who_has_left_talks_as_a_player_and_one_who_gave_up_does_not(client: TestClient, room: Room) -> None:
    """Who gave up knows cards, and who left for now could not talk, though they could come back and do so."""
    form = {"o-players": "3", "others": "open", "chat": "yes"}
    table = open_table(client, "poker", **form)
    bea, _ = sit_down(client, table), sit_down(client, table, "Cy")
    bea.post(f"{table}/leave")
    assert 'name="name"' not in bea.get(table).text.partition('id="say"')[2].partition("</form>")[0]
    assert not say(bea, table, "I am back soon")
    bea.post(f"{table}/back")
    bea.post(f"{table}/leave", data={"for_good": "yes"})
    assert "you have given up a seat of this game" in say(bea, table, "Ann holds aces")
    assert "You gave up this game" in bea.get(table).text
    assert room.table(table).chat.lines == ((1, "I am back soon"),)


def test_every_server_and_a_restart_show_the_same_talk(client: TestClient, room: Room, table: str) -> None:
    wim = other(client)
    say(wim, table, "Nice game", name="Wim")
    client.post(f"{table}/silence", data={"silent": "yes"})
    live = room.table(table)
    again = fold(live.id, [(row.at, decode(row.body)) for row in room.store.read(live.id)])
    assert again.chat == live.chat
    assert live.chat.is_silent
    assert list(live.chat.watchers.values()) == ["Wim"]
    record = client.get(f"{table}/record")
    assert "Nice game" not in record.text


def test_who_watches_poker_can_talk_without_a_drawer(browser: Browser, server: Server) -> None:
    """Half of the rail was kept for lists that only players have, and the talk lay below the window."""
    with person(browser) as ann, person(browser, viewport=DESK) as wim:
        address = open_table_page(ann, server.address, "poker", chat="yes")
        wim.goto(f"{address}/watch")
        wim.get_by_label("Name in the talk").wait_for()
        box = box_of(wim.locator(".reactions"))
        assert box.bottom < DESK["height"]


def test_one_who_watches_talks_with_a_player_in_the_browser(browser: Browser, server: Server) -> None:
    with person(browser) as ann, person(browser) as wim:
        address = open_table_page(ann, server.address, "cribbage", "open")
        wim.goto(f"{address}/watch")
        wim.get_by_label("Name in the talk").fill("Wim")
        wim.get_by_label("Say", exact=True).select_option("Nice hand")
        wim.get_by_role("button", name="Say", exact=True).click()
        line = ann.locator("#chat .watching")
        expect(line).to_have_text("Wim watching: Nice hand")
        ann.get_by_role("button", name="Silence people who watch").click()
        expect(wim.locator("#say")).to_have_text("At this table only the players talk.")
        ann.get_by_role("button", name="Let people who watch talk").click()
        expect(wim.get_by_role("button", name="Say", exact=True)).to_be_visible()
