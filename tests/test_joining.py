"""Players who come later: requests for a seat at a cash game, and the game that goes on with the same chips."""

import re
from pathlib import Path
from random import Random

from starlette.testclient import TestClient

from cardwright.cardroom.events import decode
from cardwright.cardroom.tables import snapshots
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.cardroom.tables.table_log import fold
from cardwright.cli import main
from cardwright.games.poker.actions import FOLD, SIT_OUT, STAY
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import PokerState
from cardwright.store import SnapshotRow
from support.poker_table import BOARD, run
from support.visitors import JSON, Room, look, open_table, other, play_out, post_move, random_move, sit_down, until

CASH = {"o-deals": "20", "o-rise": "0", "o-rebuy": "yes", "o-sit_out": "yes", "o-stacks": "40"}


def state_of(live: LiveTable) -> PokerState:
    """Return the state of a table of poker."""
    assert live.table is not None
    assert isinstance(live.table.state, PokerState)
    return live.table.state


def poker_of(live: LiveTable) -> Poker:
    """Return the game of a table of poker."""
    assert isinstance(live.game, Poker)
    return live.game


def move_one(table: str, rng: Random, players: list[TestClient], *, calm: bool = False) -> None:
    """Make one move at a table, at random, but leave the game of no player; a ``calm`` one calls all bets."""
    for who in players:
        seen = look(who, table)
        if seen["seat"] in seen["to_act"]:
            text, numbers = random_move(seen, rng)
            while text == "leave" or (calm and text in ("raise {}", "fold")):
                text, numbers = random_move(seen, rng)
            post_move(who, table, seen["version"], text, **numbers)
            return


def play_until_over(table: str, rng: Random, players: list[TestClient]) -> None:
    while not look(players[0], table)["over"]:
        move_one(table, rng, players)


def ask(client: TestClient, table: str, name: str) -> int:
    return client.post(f"{table}/ask", data={"name": name}, headers=JSON).status_code


def answer(client: TestClient, table: str, agrees: str = "yes") -> int:
    return client.post(f"{table}/answer", data={"agrees": agrees}, headers=JSON).status_code


def take_seat(client: TestClient, table: str, name: str) -> int:
    return client.post(f"{table}/sit", data={"name": name}, headers=JSON).status_code


def again(client: TestClient, table: str) -> str:
    return str(client.post(f"{table}/again", headers=JSON).json()["goto"])


def test_a_late_guest_gets_a_seat_in_the_game_that_goes_on(client: TestClient, room: Room, tmp_path: Path) -> None:
    table = open_table(client, "poker", others="open", **CASH, **{"o-players": "3"})
    bea, cy, eve, rng = sit_down(client, table), sit_down(client, table, "Cy"), other(client), Random(3)
    players = [client, bea, cy]
    until(client, table, lambda seen: seen["version"])
    for _ in range(12):
        move_one(table, rng, players, calm=True)
    assert "Ask for a seat" in eve.get(f"{table}/watch").text
    assert ask(eve, table, "Eve") == 200
    assert "Eve asks for a seat." in client.get(table).text
    assert answer(eve, table) == 403
    assert answer(client, table) == 200
    assert not room.table(table).next_game.agreed  # one of three
    assert answer(bea, table) == answer(bea, table) == 200
    assert "After this deal Eve can sit down." in eve.get(table).text
    deal = state_of(room.table(table)).deal
    play_until_over(table, rng, players)
    old = room.table(table)
    assert state_of(old).deal == deal < 20
    assert old.table is not None
    assert old.table.log[-1].action == "end"
    rematch = again(bea, table)
    assert again(eve, table) == rematch
    by_link = {"name": "Max", "invitation": room.invitation(rematch)}
    refused = other(client).post(f"{rematch}/sit", data=by_link, headers=JSON)
    assert "are kept for the players who have chips" in refused.text
    assert [again(each, table) for each in (client, cy)] == [rematch] * 2
    until(client, rematch, lambda seen: seen["version"])
    new = room.table(rematch)
    assert new.names == ("Ann", "Bea", "Cy", "Eve")  # in the order of before, whoever comes first
    chips, state = state_of(old).before, state_of(new)
    assert state.before == (*(has or 40 for has in chips), 40)
    assert new.game.settings["deals"] == 20 - deal
    due = [seat for seat, _ in poker_of(old).carried(state_of(old))]
    assert state.big == due[0]  # the big blind moves on
    assert any(line.startswith("Deal 1, button: ") for block in new.news_log.blocks(new.names) for line in block.lines)
    assert poker_of(new).setup.buy_ins == (40,) * 4
    log = [(row.at, decode(row.body)) for row in room.store.read(rematch[3:])]
    assert fold(rematch[3:], log).opened == new.opened
    for which in (table, rematch):  # opened from a snapshot, a table is that of its log
        rows = room.store.read(which[3:])
        live = fold(which[3:], [(row.at, decode(row.body)) for row in rows])
        row = SnapshotRow(len(rows), rows[-1].at, snapshots.capture(live)(), rows[0])
        back = snapshots.resume(row, (), lambda at: at)
        assert (back.opened, back.next_game.carried) == (live.opened, live.next_game.carried)
        assert (back.joining, back.next_game.agreed) == (live.joining, live.next_game.agreed)
        assert snapshots.capture(back)() == row.body
    for at, who in ((table, client), (table, eve)):
        (path := tmp_path / "own.jsonl").write_bytes(who.get(f"{at}/record").content)
        assert main(["verify", str(path)]) == 0
    for each in players:
        each.post(f"{table}/show")
    (path := tmp_path / "whole.jsonl").write_bytes(eve.get(f"{table}/record").content)
    assert main(["verify", str(path)]) == 0
    play_until_over(rematch, rng, [client, bea, cy, eve])
    for each in (client, bea, cy, eve):
        each.post(f"{rematch}/show")
    path.write_bytes(eve.get(f"{rematch}/record").content)
    assert main(["verify", str(path)]) == 0


def cash_table(client: TestClient, **more: str) -> tuple[str, list[TestClient]]:
    """Open a cash game of people, three by default, that has begun; return its path and their browsers."""
    form = CASH | {"o-players": "3"} | more
    table = open_table(client, "poker", others="open", **form)
    names = ("Bea", "Cy")[: int(form["o-players"]) - 1]
    players = [client, *(sit_down(client, table, name) for name in names)]
    until(client, table, lambda seen: seen["version"])
    return table, players


def test_players_end_a_cash_game_together(client: TestClient, room: Room) -> None:
    """To stop for the evening: each has the chips of the deal, and the game may go on later."""
    table, players = cash_table(client)
    page = client.get(table).text
    assert "End after this deal</button>" in page
    assert "You check or fold until this deal is over, and then leave with your chips." in page
    assert answer(client, table) == 200
    assert "Shall the game end after this deal, to stop or to let another player in?" in players[1].get(table).text
    assert "Do not end after this deal</button>" in client.get(table).text
    assert answer(players[1], table) == 200
    assert "The game ends after this deal." in client.get(table).text
    deal = look(client, table)["view"]["deal"]
    play_until_over(table, Random(5), players)
    assert state_of(room.table(table)).deal == deal
    assert "Go on with these chips" in client.get(table).text


def test_who_left_with_their_chips_takes_no_seat_of_those_who_go_on(client: TestClient, room: Room) -> None:
    (table, players), eve, rng = cash_table(client), other(client), Random(3)
    while post_move(players[1], table, look(players[1], table)["version"], "leave").status_code != 200:
        move_one(table, rng, players, calm=True)
    assert ask(eve, table, "Eve") == 200
    assert [answer(client, table), answer(players[1], table), answer(players[2], table)] == [200, 409, 200]
    play_until_over(table, rng, players)
    assert "Go on with these chips" in client.get(table).text
    assert "Go on with these chips" not in players[1].get(table).text
    refused = players[1].post(f"{table}/again", headers=JSON)
    assert (refused.status_code, "ask for a seat there" in refused.json()["error"]) == (409, True)
    rematch = again(eve, table)
    assert "Watch the next game" in players[1].get(table).text
    assert [again(each, table) for each in (client, players[2])] == [rematch] * 2
    until(client, rematch, lambda seen: seen["version"])
    assert room.table(rematch).names == ("Ann", "Cy", "Eve")
    assert ask(players[1], rematch, "Bea") == 200


def test_a_rematch_waits_for_no_player_who_gave_up(client: TestClient) -> None:
    """The page said that they see it and come, and they have no seat there."""
    table = open_table(client, "chinese", others="open", **{"o-players": "3", "o-deals": "1"})
    bea, cy = sit_down(client, table), sit_down(client, table, "Cy")
    until(client, table, lambda seen: seen["version"])
    cy.post(f"{table}/leave", data={"for_good": "yes"})
    rng = Random(1)
    while not look(client, table)["over"]:
        for who in (client, bea):
            if (seen := look(who, table))["seat"] in seen["to_act"]:
                text, numbers = random_move(seen, rng)
                post_move(who, table, seen["version"], text, **numbers)
    page = client.get(again(client, table)).text
    assert "Bea sees on the page of the last game that you wait here, and comes from there." in page


def test_one_who_refuses_ends_the_request(client: TestClient, room: Room) -> None:
    (table, players), eve = cash_table(client), other(client)
    ask(eve, table, "Eve")
    answer(players[0], table)
    assert answer(players[1], table, "no") == 200
    assert "Eve asks" not in client.get(table).text
    told = eve.get(table).text
    assert "The players do not make room now." in told
    assert "Ask for a seat" not in told
    assert "does not agree, so the game goes on" in client.get(table).text
    assert "make room now" not in other(client).get(table).text
    assert ask(eve, table, "Eve") == 409
    play_until_over(table, Random(2), players)
    assert eve.post(f"{table}/again", headers=JSON).status_code == 403  # no seat was agreed
    assert len(room.table(again(client, table)).seats) == 3


def test_players_make_room_for_two_and_go_on_when_one_does_not_come(client: TestClient, room: Room) -> None:
    (table, players), eve, finn = cash_table(client), other(client), other(client)
    assert [answer(each, table) for each in players[:2]] == [200, 200]  # before anyone has asked
    assert [ask(eve, table, "Eve"), ask(finn, table, "Finn"), ask(finn, table, "Finn")] == [200] * 3
    assert "After this deal Eve and Finn can sit down." in client.get(table).text
    finn.post(f"{table}/ask", data={"asks": "no"})
    assert "After this deal Eve can sit down." in client.get(table).text
    ask(finn, table, "Finn")
    players[2].post(f"{table}/leave", data={"for_good": "yes"})  # a bot plays on, and the next game has no such seat
    play_until_over(table, Random(4), players)
    rematch = again(client, table)
    assert len(room.table(rematch).seats) == 4
    again(eve, table)
    client.post(f"{rematch}/close-free")  # Bea and Finn are gone
    seen = until(client, rematch, lambda seen: seen["version"])
    assert seen["names"] == ["Ann", "Eve"]
    new, old = room.table(rematch), room.table(table)
    chips = {each.seat: each.chips for each in old.next_game.carried}
    assert poker_of(new).setup.stacks == (chips.get(0, 40), 40)
    assert "All seats at this table are taken" in players[1].get(again(players[1], table)).text


def test_a_request_that_no_one_answers_ends_with_the_game(client: TestClient, room: Room) -> None:
    (table, players), eve, rng = cash_table(client, **{"o-deals": "2"}), other(client), Random(9)
    ask(eve, table, "Eve")
    assert answer(client, table) == 200  # one of three
    while not look(client, table)["over"]:
        move_one(table, rng, players, calm=state_of(room.table(table)).deal == 1)
        last = state_of(room.table(table)).deal == 2
        if last and not look(client, table)["over"]:
            assert "its last deal is played" in players[1].post(f"{table}/answer", headers=JSON).json()["error"]
    assert not room.table(table).next_game.admitted
    assert "Take your seat" not in eve.get(table).text
    assert eve.post(f"{table}/again", headers=JSON).status_code == 403


def test_after_the_last_deal_of_a_cash_game_all_go_on_with_their_chips(client: TestClient, room: Room) -> None:
    """A rematch gave all new stacks, unless they had agreed to end before."""
    (table, players), rng = cash_table(client, **{"o-deals": "3", "o-stacks": "20"}), Random(4)
    left = players[2]
    while post_move(left, table, look(left, table)["version"], "leave").status_code != 200:
        move_one(table, rng, players, calm=True)
    while not look(client, table)["over"]:
        move_one(table, rng, players[:2], calm=True)
    old = room.table(table)
    assert state_of(old).deal == 3
    chips = state_of(old).before
    assert chips[0] != chips[1]
    assert "Go on with these chips" in client.get(table).text
    page = left.get(table).text
    assert 'Sit in again</button> <span class="help">with a new buy-in' in page
    rematch = again(players[1], table)
    assert "Begin with 2 players" not in client.get(again(client, table)).text  # Bea came first
    assert "Cy sees" in re.sub("[\u2068\u2069]", "", players[1].get(rematch).text)
    by_link = {"name": "Ann", "invitation": room.invitation(rematch)}
    client.post(f"{rematch}/leave")
    assert client.post(f"{rematch}/sit", data=by_link, headers=JSON).status_code == 200  # her chips were refused to her
    assert again(left, table) == rematch
    until(client, rematch, lambda seen: seen["version"])
    new = room.table(rematch)
    assert new.names == ("Ann", "Bea", "Cy")
    assert poker_of(new).setup.stacks == (*chips[:2], 20)
    assert new.game.settings["deals"] == 3


def test_people_who_watch_in_silence_do_not_ask(client: TestClient) -> None:
    (table, players), guests = cash_table(client, watchers_silent="yes"), [other(client) for _ in range(5)]
    assert ask(guests[0], table, "Eve") == 409
    answer(players[1], table)  # a player makes room
    assert [ask(each, table, "Eve") for each in guests] == [200] * 4 + [409]
    assert "Eve, Eve 2, Eve 3 and Eve 4 ask for a seat." in re.sub("[\u2068\u2069]", "", client.get(table).text)


def test_a_bot_keeps_its_chips_and_its_seat(client: TestClient, room: Room) -> None:
    table = open_table(client, "poker", others="caller", **CASH, **{"o-players": "3"})
    eve = other(client)
    until(client, table, lambda seen: seen["seat"] in seen["to_act"])
    ask(eve, table, "Eve")
    answer(client, table)
    rng = Random(5)
    while not look(client, table)["over"]:
        until(client, table, lambda seen: seen["over"] or seen["seat"] in seen["to_act"])
        move_one(table, rng, [client])
    rematch = again(eve, table)  # the guest is first, and sits behind those who have chips
    assert room.table(rematch).opened.bots == ("", "caller", "caller", "")
    again(client, table)
    until(client, rematch, lambda seen: seen["version"])
    old, new = room.table(table), room.table(rematch)
    chips = {each.seat: each.chips for each in old.next_game.carried}
    assert poker_of(new).setup.stacks == (*(chips.get(seat, 40) for seat in (0, 1, 2)), 40)


def test_only_a_cash_game_whose_bets_stay_takes_players_later(client: TestClient, room: Room) -> None:
    eve = other(client)
    for game, more, why in (
        ("poker", {"o-players": "2"}, "it is no cash game"),
        ("poker", {"o-players": "2", **CASH, "o-rise": "5"}, "its forced bets rise"),
        ("cribbage", {}, "its players are those who began it"),
    ):
        table = open_table(client, game, others="open", **more)
        bea = sit_down(client, table)
        until(client, table, lambda seen: seen["version"])
        assert all(why in eve.get(page).text for page in (table, f"{table}/watch"))
        refused = eve.post(f"{table}/ask", data={"name": "Eve"}, headers=JSON)
        assert (refused.status_code, why in refused.json()["error"]) == (409, True)
        assert answer(bea, table) == 409
    full = {"o-players": "3", "o-variant": "texas-holdem", "o-ante": "1/1/2"}
    table = cash_table(client, **full)[0]
    refused = eve.post(f"{table}/ask", data={"name": "Eve"}, headers=JSON)
    assert (refused.status_code, "ante" in refused.json()["error"]) == (409, True)
    assert client.post(f"{table}/ask", headers=JSON).status_code == 409  # has a seat
    assert client.post(f"{table}/answer", data={"agrees": "perhaps"}, headers=JSON).status_code == 400


def test_a_game_that_goes_on_keeps_the_turn_of_its_rotation(client: TestClient, room: Room) -> None:
    mix = "texas-holdem, seven-card-stud, razz"
    table, players = cash_table(client, **{"o-rotation": mix, "o-players": "3"})
    for each in players:
        answer(each, table)
    play_until_over(table, Random(6), players)
    rematch = again(client, table)
    assert room.table(rematch).game.settings["rotation"] == "seven-card-stud, razz, texas-holdem"


def test_standings_say_what_the_bots_have_won(client: TestClient, room: Room) -> None:
    """The chips of the people did not add up to nothing, and nothing said who had the others."""
    table = open_table(client, "poker", others="caller", **{"o-players": "3", "o-deals": "3"})
    play_out(client, table)
    gained = room.table(table).game.returns(state_of(room.table(table)))[0]
    assert f"All bots together: {-gained:+,} chips." in client.get(f"{table}/standings").text


def test_standings_follow_people_through_rematches(client: TestClient, room: Room) -> None:
    table, players = cash_table(client)
    eve = other(client)
    assert "Standings" not in client.get(table).text
    for each in players:
        answer(each, table)
    ask(eve, table, "Eve")
    play_until_over(table, Random(7), players)
    rematch = again(players[2], table)  # in another order
    seated = [players[2], players[1], eve, client]
    for each in seated[1:]:
        again(each, table)
    until(client, rematch, lambda seen: seen["version"])
    assert "1 game that" in client.get(f"{rematch}/standings").text
    for each in seated[:3]:
        answer(each, rematch)
    play_until_over(rematch, Random(8), seated)
    assert f'href="{rematch}/standings"' in client.get(rematch).text
    first, second = room.table(table), room.table(rematch)
    gained, later = (each.game.returns(state_of(each)) for each in (first, second))
    total = {"Ann": gained[0] + later[0], "Bea": gained[1] + later[1], "Cy": gained[2] + later[2], "Eve": later[3]}
    page = eve.get(f"{rematch}/standings").text
    assert "2 games that" in page
    assert "/static/history.css" in page  # its columns fit a telephone
    rows = {name: page[page.index(f'<th scope="row">{name}</th>') :].split("</tr>")[0] for name in total}
    for name, chips in total.items():
        assert f"<td>{chips:+,}</td>" in rows[name] if chips else "<td>0</td>" in rows[name]
    assert "<td>1</td>" in rows["Eve"]
    assert sum(total.values()) == 0


def test_the_people_of_a_game_go_on_with_another_game(client: TestClient, room: Room) -> None:
    table = open_table(client, "chinese", others="open", **{"o-players": "3"})
    players = [client, sit_down(client, table), sit_down(client, table, "Cy")]
    until(client, table, lambda seen: seen["version"])
    assert client.get(f"{table}/next").status_code == 409  # it is not over
    assert client.get(f"/new/poker?after={table[3:]}", headers=JSON).status_code == 409
    play_until_over(table, Random(1), players)
    offered = players[1].get(f"{table}/next").text
    assert "Ann, Bea and Cy" in offered
    assert f'href="/new/poker?after={table[3:]}"' in offered
    assert "/new/cribbage" not in offered  # it is for two
    wim = other(client)
    for page in (f"{table}/next", f"/new/poker?after={table[3:]}"):
        assert wim.get(page).status_code == 403
    form = players[1].get(f"/new/poker?after={table[3:]}").text
    assert 'name="o-players" min="2" max="20" value="3"' in form
    asked = {"game": "poker", "others": "open", "listed": "no", "o-players": "3", "o-deals": "1", "after": table[3:]}
    assert wim.post("/tables", data=asked, headers=JSON).status_code == 403
    client.post(f"{table}/say", data={"phrase": "Hello"})
    players[1].post(f"{table}/mute", data={"seat": "0"})
    assert f'action="{table}/another"' in form
    answer = players[1].post(f"{table}/another", data=asked | {"name": "Bea"})
    opened = answer.headers["location"]
    assert re.search(f"muted=\\w+; .*Path={opened};", answer.headers["set-cookie"])  # who opens it keeps Ann muted
    page = client.get(table).text
    assert ">To Poker</button>" in page
    assert "Bea is waiting at the next game" in page
    late = client.post("/tables", data=asked, headers=JSON)
    assert (late.status_code, "another player has opened the next game" in late.json()["error"]) == (409, True)
    assert [again(each, table) for each in (client, players[2])] == [opened] * 2
    until(client, opened, lambda seen: seen["version"])
    play_until_over(opened, Random(2), players)
    page = client.get(f"{opened}/standings").text
    assert "2 games that" in page
    assert "/static/history.css" in page  # its columns fit a telephone
    assert '<th scope="col">Chips</th><th scope="col">Points</th>' in page


def leave_between_deals(who: TestClient, table: str, rng: Random, players: list[TestClient]) -> None:
    """Have a player leave with their chips, and the others end the deal."""
    assert post_move(who, table, look(who, table)["version"], "leave").status_code == 200
    play_until_over(table, rng, players)


def test_a_cash_game_of_one_player_waits_for_a_second(client: TestClient, room: Room) -> None:
    """It ended for good: what followed was a rematch from the first stacks, with the player who had left."""
    (table, (ann, bea)), eve, rng = cash_table(client, **{"o-players": "2"}), other(client), Random(3)
    leave_between_deals(bea, table, rng, [ann, bea])
    old = room.table(table)
    assert old.over
    assert "Go on with these chips" in ann.get(table).text
    assert "waits for a second player, or takes a bot" in ann.get(table).text
    assert "Sit in again" in bea.get(table).text
    chips = dict(poker_of(old).carried(state_of(old)))
    following = again(ann, table)
    assert "Waiting for 1 more player" in ann.get(following).text
    assert f"You take {chips[0]} chips from the game before." in ann.get(following).text
    lobby = eve.get("/").text
    assert following in lobby  # as the game before was
    assert take_seat(eve, following, "Eve") == 200
    until(ann, following, lambda seen: seen["version"])
    assert state_of(room.table(following)).before == (chips[0], 40)
    assert room.table(following).game.settings["deals"] == 20 - state_of(old).deal


def test_who_left_a_cash_game_may_sit_in_again_where_one_player_waits(client: TestClient, room: Room) -> None:
    (table, (ann, bea)), rng = cash_table(client, **{"o-players": "2"}), Random(3)
    leave_between_deals(bea, table, rng, [ann, bea])
    following = again(bea, table)
    assert again(ann, table) == following
    until(ann, following, lambda seen: seen["version"])
    assert state_of(room.table(following)).before[1] == 40
    assert room.table(following).names == ("Ann", "Bea")


def test_a_bot_takes_the_seat_for_which_a_cash_game_waits(client: TestClient, room: Room) -> None:
    (table, (ann, bea)), rng = cash_table(client, **{"o-players": "2"}), Random(3)
    leave_between_deals(bea, table, rng, [ann, bea])
    following = again(ann, table)
    assert "Begin with this bot</button>" in ann.get(following).text
    assert ann.post(f"{following}/close-free", data={"bot": "caller"}).status_code == 303
    until(ann, following, lambda seen: seen["version"])
    live = room.table(following)
    assert live.names == ("Ann", "Calling Kate (bot)")
    assert live.opened.bots == ("", "caller")
    assert state_of(live).before[1] == 40
    log = [(row.at, decode(row.body)) for row in room.store.read(following[3:])]
    assert fold(following[3:], log).opened == live.opened


def test_a_game_against_bots_that_lost_their_chips_is_over(client: TestClient, room: Room) -> None:
    table = open_table(
        client, "poker", others="caller", **CASH | {"o-rebuy": "no", "o-stacks": "4"}, **{"o-players": "2"}
    )
    play_out(client, table)
    assert not room.table(table).next_game.waits


def test_no_bot_buys_chips_for_a_player_who_is_away(client: TestClient, room: Room) -> None:
    """It bought them as a bot does for itself, and the player came back to a debt."""
    table, (ann, *others) = cash_table(client, **{"o-stacks": "10", "o-deals": "90", "o-sit_out": "no"})
    assert ann.post(f"{table}/leave").status_code == 303
    rng = Random(3)

    def decided() -> list[str]:
        """Return what was decided for Ann between deals."""
        played = room.table(table).table
        assert played is not None
        between = ("buy", "buy-and-sit-out", "stay", "sit-out", "leave")
        return [step.action for step in played.log if step.player == 0 and step.action in between]

    while not room.table(table).over and decided()[-1:] != ["leave"]:
        until(others[0], table, lambda seen: seen["over"] or 0 not in seen["to_act"])
        move_one(table, rng, others)
    assert {"leave"} <= set(decided()) <= {"stay", "leave"}
    assert state_of(room.table(table)).bought[0] == 0


def test_a_player_who_is_away_from_a_cash_game_risks_no_chips() -> None:
    """A bot bet them, deal after deal, and played on where the player could have sat out."""
    game = Poker(players=4, deals=9, stacks="20", rise=0, rebuy=True, sit_out=True)
    state = run(game, "fold; fold; fold")
    assert game.away_action(state, state.turn) == SIT_OUT
    dealt = run(game, "")
    assert game.away_action(dealt, dealt.turn) == FOLD
    rebuys = Poker(players=4, deals=9, stacks="20", rise=0, rebuy=True)
    short = run(
        rebuys,
        "raise 15; fold; fold; call; check; check; check; check; check; check",
        f"As Ks Qs Js Ad Kd Qd Jd {BOARD}",
    )
    assert rebuys.away_action(short, short.turn) == STAY
    tournament = Poker(players=4)
    dealt = run(tournament, "")
    assert tournament.away_action(dealt, dealt.turn) is None  # a bot bets


def test_players_leave_during_a_deal_and_a_table_of_two_waits_for_one_who_sits_out(
    client: TestClient, room: Room, tmp_path: Path
) -> None:
    table, (ann, bea, cy) = cash_table(client, clock="60+300")
    assert ann.post(f"{table}/leave", data={"for_good": "yes"}, headers=JSON).json()["goto"] == ""
    page = ann.get(table).text
    assert "You leave after this deal, with your chips." in page
    assert "Yes, leave" not in page
    rng = Random(3)
    while state_of(room.table(table)).deal == 1:
        move_one(table, rng, [bea, cy], calm=True)
    live = room.table(table)
    assert (state_of(live).before[0], live.seats[0].gone, live.over) == (0, False, False)
    assert "You have left the game" in ann.get(table).text
    assert "You are out of this game" in ann.get(table).text
    while post_move(bea, table, look(bea, table)["version"], "sit-out").status_code != 200:
        move_one(table, rng, [bea, cy], calm=True)
    bea.post(f"{table}/leave")  # for a while
    live = room.table(table)
    assert live.waits
    assert (live.awaited, live.deadline, live.stand_ins.bot_to_act(1, 0)) == (frozenset(), None, "")
    assert look(cy, table)["moves"] == []
    assert "No deal begins until" in cy.get(table).text
    bea.post(f"{table}/back")
    assert look(bea, table)["moves"][0]["text"] == "stay"
    assert post_move(bea, table, look(bea, table)["version"], "stay").status_code == 200
    assert (room.table(table).waits, room.table(table).deadline is None) == (False, False)
    cy.post(f"{table}/leave", data={"for_good": "yes"})
    play_until_over(table, rng, [bea, cy])
    assert sum(poker_of(live).returns(state_of(room.table(table)))) == 0
    (path := tmp_path / "own.jsonl").write_bytes(ann.get(f"{table}/record").content)
    assert main(["verify", str(path)]) == 0
    for each in (ann, bea, cy):
        each.post(f"{table}/show")
    path.write_bytes(ann.get(f"{table}/record").content)
    assert main(["verify", str(path)]) == 0


def test_who_left_a_cash_game_sits_in_again_in_the_same_game(client: TestClient, room: Room, tmp_path: Path) -> None:
    """They had to wait for the others to end the game, which had no seat for them."""
    (table, (ann, *others)), eve, rng = cash_table(client), other(client), Random(5)
    assert "Sit in again" not in ann.get(table).text
    ann.post(f"{table}/leave", data={"for_good": "yes"})
    refused = ann.post(f"{table}/back", headers=JSON)
    assert (refused.status_code, "from the next deal to the last" in refused.json()["error"]) == (409, True)
    while state_of(room.table(table)).deal == 1:
        move_one(table, rng, others, calm=True)
    assert "Sit in again" in ann.get(table).text
    assert eve.post(f"{table}/back", headers=JSON).status_code == 403
    assert [ann.post(f"{table}/back").status_code for _ in range(2)] == [303, 303]  # sent twice
    live = room.table(table)
    assert (state_of(live).before[0], state_of(live).sitting & 1) == (40, 1)
    page = ann.get(table).text
    assert "You sit out until the big blind comes to you" in page
    assert "Sit in again" not in page
    while not state_of(room.table(table)).down[0]:
        move_one(table, rng, [ann, *others], calm=True)
    play_until_over(table, rng, [ann, *others])
    assert ann.post(f"{table}/back", headers=JSON).status_code == 403
    (path := tmp_path / "own.jsonl").write_bytes(ann.get(f"{table}/record").content)
    assert main(["verify", str(path)]) == 0


def test_players_end_a_cash_game_that_waits(client: TestClient, room: Room, tmp_path: Path) -> None:
    """ "End after this deal" counted only once somebody sat in."""
    (table, (ann, bea)), rng = cash_table(client, **{"o-players": "2"}), Random(3)
    while post_move(bea, table, look(bea, table)["version"], "sit-out").status_code != 200:
        move_one(table, rng, [ann, bea], calm=True)
    bea.post(f"{table}/leave")  # for a while
    page = bea.get(table).text
    assert "Take your seat again" in page
    assert "Ask for a seat" not in page  # they have one
    live = room.table(table)
    assert (live.waits, live.over) == (True, False)
    assert answer(ann, table) == 200
    until(ann, table, lambda seen: seen["over"])
    assert "Go on with these chips" in ann.get(table).text
    (path := tmp_path / "own.jsonl").write_bytes(ann.get(f"{table}/record").content)
    assert main(["verify", str(path)]) == 0


def test_a_player_who_is_alone_with_bots_ends_a_cash_game_by_leaving_it(client: TestClient, room: Room) -> None:
    table = open_table(client, "poker", others="caller", **CASH, **{"o-players": "3"})
    until(client, table, lambda seen: seen["version"])
    client.post(f"{table}/leave", data={"for_good": "yes"})
    until(client, table, lambda seen: seen["over"])
    live = room.table(table)
    assert state_of(live).deal <= 2 < live.game.settings["deals"]
    assert live.table is not None
    assert live.table.log[-1].action == "end"
    assert "You gave up" not in client.get(table).text
