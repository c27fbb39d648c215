"""Games in words: through a pseudo-terminal and through pipes, to the end, left, killed, and gone on with."""

import contextlib
import functools
import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from cardwright import games
from cardwright.errors import BadCount, BadRecord, CardwrightError, NoSavedGame, UnknownName
from cardwright.game import CHANCE, SPECTATOR, Pace
from cardwright.games.cribbage.scoring import DECK
from cardwright.play import hints, record
from cardwright.play.luck import Luck
from cardwright.play.table import Table
from cardwright.ranking import declaration
from cardwright.scenes import CardZone, Fan, Place, words
from cardwright.terminal import local_game
from cardwright.terminal.local_game import LocalGame
from cardwright.terminal.plain import LineReader, Plain, PlayerLeft
from cardwright.terminal.play import PlayRequest, deal_game, play
from cardwright.terminal.recorded_game import RecordedGame
from cardwright.terminal.replay import replay
from cardwright.terminal.seat_names import characters, seat_names
from cardwright.wording import isolated
from support.terminal import sat

SHORT = "{'to': 61}"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of this test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    monkeypatch.setenv("TERM", "xterm-256color")
    return tmp_path / "cardwright" / "games"


def command(arguments: str) -> list[str]:
    program = f"""
import sys
from cardwright.terminal.play import PlayRequest, play

def given(game, options={{}}, **asked):
    return play(game, options, PlayRequest(**asked))

sys.exit(given({arguments}))
"""
    return [sys.executable, "-c", program]


def run(arguments: str, typed: str | None = None) -> subprocess.CompletedProcess[str]:
    """A game whose input is a pipe with these lines, or nothing at all."""
    source: dict[str, Any] = {"stdin": subprocess.DEVNULL} if typed is None else {"input": typed}
    return subprocess.run(command(arguments), capture_output=True, encoding="utf-8", timeout=120, **source)


def spawn(arguments: str) -> "pexpect.spawn[str]":
    """A game in a pseudo-terminal."""
    program, *more = command(arguments)
    return pexpect.spawn(program, more, encoding="utf-8", timeout=60, dimensions=(24, 80))


def only(home: Path) -> Path:
    """The one record that there is."""
    (path,) = home.glob("*.jsonl")
    return path


def talk(session: LocalGame, *typed: str) -> str:
    """Return what a person sees who types these lines and then leaves."""
    lines, said = iter(typed), io.StringIO()

    def ask(prompt: str, seconds: float | None) -> str | None:
        line = next(lines, None)
        if line is None:
            raise PlayerLeft
        said.write(prompt + line + "\n")
        return line

    with pytest.raises(PlayerLeft):
        Plain(session, ask, functools.partial(print, file=said)).run()
    return said.getvalue()


# To the end.


def test_a_whole_game_in_a_pseudo_terminal(home: Path) -> None:
    game = spawn(f"'cribbage', {SHORT}, plain=True, seed=7")
    told = ""
    while game.expect(["> $", pexpect.EOF]) == 0:
        told += game.before
        game.sendline("1")
    told += game.before
    game.close()
    assert game.exitstatus == 0
    assert re.search(r"(You won. The game goes to you|You lost. The game goes to Ada), 61 to \d+", told)
    assert f"cardwright replay {only(home).name} shows it again" in told.replace("\r\n", " ").replace("\n", "")
    assert "\x1b" not in told
    assert not re.search("[♠♥♦♣]", told)  # a screen reader says "black spade suit", or nothing
    assert re.search(r"Play \w+ of \w+  \[play \w\w\]", told)
    assert record.read(only(home)).over


def test_a_rematch_in_a_pseudo_terminal(home: Path) -> None:
    game = spawn(f"'cribbage', {SHORT}, plain=True, seed=7")
    for line in ("give up", "yes", "r", "q"):
        game.expect([r"> $", r"yes or no: $"])
        game.sendline(line)
    game.expect(pexpect.EOF)
    game.close()
    kept = [record.read(path) for path in sorted(home.glob("*.jsonl"))]
    assert sorted(str(each.header.notes[record.SEED_NOTE]) for each in kept) == ["7", "8"]
    assert sorted(each.over for each in kept) == [False, True]


def test_without_a_terminal_two_bots_play_and_it_is_printed(home: Path) -> None:
    first, second = (run(f"'cribbage', {SHORT}, seed=3") for _ in range(2))
    assert first.returncode == 0
    aim, names = first.stdout.splitlines()[:2]
    assert aim == f"Cribbage: {games.room('cribbage').aim}"
    strongest = games.bot_names("cribbage")[-1]
    assert names == f"Cribbage to 61: Ada 1 ({strongest}), Ada 2 ({strongest})"
    told, again = (re.split(r"\nKept in\s", each.stdout)[0].splitlines() for each in (first, second))
    assert told == again  # the same number, the same game, bots and all
    assert told[-1].startswith("The game goes to ")
    assert len(list(home.glob("*.jsonl"))) == 2


def test_a_name_from_right_to_left_turns_no_line(home: Path) -> None:
    name, kept = "\u05d0\u05d1", "\u2068\u05d0\u05d1\u2069"
    asked = f"'cribbage', plain=True, seed=7, people=2, names=['{name}', 'Bea']"
    said = run(asked, "").stdout
    assert f"{kept}: " in said
    assert f"Pass the screen to {kept}. {kept}: press" in said
    assert run(f"{asked}, ascii=True", "").stdout.isascii()


def test_letters_only(home: Path) -> None:
    told = run(f"'cribbage', {SHORT}, plain=True, ascii=True, seed=3", "1\n1\n?\nshow\n")
    assert told.stdout.isascii()
    assert "Play " in told.stdout


# Left, closed, killed, and gone on with.


def test_the_end_of_input_keeps_the_game(home: Path) -> None:
    left = run("'cribbage', plain=True, seed=5", "1\n1\n")
    assert left.returncode == 0
    assert "cardwright play --resume continues it" in left.stdout
    kept = record.read(only(home))
    assert not kept.over
    again = run("None, resume='', plain=True", "show\n")
    assert again.returncode == 0
    assert record.read(only(home)).log == kept.log
    assert words.table(RecordedGame(kept).scene(len(kept.log), 0), kept.names)[1] in again.stdout


def test_a_killed_game_goes_on_as_if_nothing_had_been(home: Path) -> None:
    whole = run(f"'cribbage', {SHORT}, plain=True, seed=11", "1\n" * 200)
    assert "The game goes to" in whole.stdout
    unbroken = only(home)
    log = record.read(unbroken).log
    unbroken.unlink()

    game = spawn(f"'cribbage', {SHORT}, plain=True, seed=11")
    for _ in range(7):
        game.expect("> $")
        game.sendline("1")
    game.expect("> $")
    game.kill(signal.SIGKILL)
    game.close(force=True)
    before = record.read(only(home)).log
    assert 0 < len(before) < len(log)
    assert before == log[: len(before)]

    resumed = run("None, resume='', plain=True", "1\n" * 200)
    assert "The game goes to" in resumed.stdout
    assert record.read(only(home)).log == log  # no move lost, none twice, and the same luck


def test_a_closed_terminal_keeps_the_game(home: Path) -> None:
    game = spawn("'cribbage', plain=True, seed=2")
    game.expect("> $")
    game.sendline("1")
    game.expect("> $")
    game.close()  # hangs up
    assert not game.isalive()
    assert any(entry.player == 0 for entry in record.read(only(home)).log)


def test_an_interrupted_game_says_how_to_go_on(home: Path) -> None:
    game = spawn("'cribbage', plain=True")
    game.expect("> $")
    game.sendline("?")
    game.expect("> $")
    assert max(map(len, game.before.splitlines())) <= 80  # a terminal would break a line within a word
    game.sendintr()
    game.expect("--resume continues it")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 130


def test_a_torn_last_line_is_left_out(home: Path) -> None:
    run("'cribbage', plain=True, seed=5", "1\n")
    log = record.read(only(home)).log
    with only(home).open("ab") as file:
        file.write(b'{"player":0,"act')
    again = run("'cribbage', resume='', plain=True", "q\n")
    assert "the last line was torn, and is left out" in again.stderr
    assert record.read(only(home)).log == log


def test_what_cannot_be_gone_on_with(home: Path) -> None:
    with pytest.raises(NoSavedGame, match="no unfinished game of cribbage that a person played is kept in"):
        play("cribbage", {}, PlayRequest(resume="", plain=True))
    run(f"'cribbage', {SHORT}")
    with pytest.raises(NoSavedGame):
        play(None, {}, PlayRequest(resume="", plain=True))
    with pytest.raises(BadRecord, match="this game has ended; cardwright replay"):
        play(None, {}, PlayRequest(resume=str(only(home)), plain=True))
    (home / "a-folder.jsonl").mkdir()  # what cannot be read keeps no other game from being found
    with pytest.raises(NoSavedGame):
        play(None, {}, PlayRequest(resume="", plain=True))


@pytest.mark.parametrize("how", [{"resume": ""}, {"again": True}, {"resume": "", "at": 0}])
def test_a_game_of_bots_is_not_taken_for_the_last_one(how: dict[str, Any], home: Path) -> None:
    _, writer = deal_game(games.create("cribbage"), ["basic", "basic"], (), 1)
    writer.close()
    run(f"'cribbage', {SHORT}, bot='basic'")
    with pytest.raises(NoSavedGame):
        play(None, {}, PlayRequest(plain=True, **how))


def test_a_game_being_played_elsewhere_is_let_alone(home: Path) -> None:
    game = spawn("'cribbage', plain=True")
    game.expect("> $")
    with pytest.raises(BadRecord, match="being played in another window"):
        play(None, {}, PlayRequest(resume="", plain=True))
    game.close()


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    words = [sys.executable, "-m", "cardwright", "play", "cribbage"]
    refused = subprocess.run(words, input="", capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert re.fullmatch(r"cardwright: .*: Not a directory\n", refused.stderr)


def test_who_sits_where(home: Path) -> None:
    assert seat_names(["you", "basic"]) == ["You", "Ada"]
    assert seat_names(["you", "basic", "you"], ["Ada"]) == ["Ada", "Blaise", "Player 3"]
    assert seat_names(["you", "basic", "you"], ["Ann", "ann"]) == ["Ann", "Ada", "ann 2"]
    known = characters(games.create("chinese"))
    assert seat_names(["you", "expert", "basic", "expert", "random"], ["mei"], known) == [
        "mei",
        "Mei 1",
        "Wei",
        "Mei 2",
        "Ada",
    ]  # as the cardroom calls them
    poker = characters(games.create("poker"))
    assert len({*seat_names(["random"] * 20, bots=poker)}) == 20  # those of other bots too, where none of them sits
    assert len({*seat_names(["expert", "you", *["random"] * 18], ["Ada"], poker)}) == 20
    assert seat_names(["you"], ["\x1b[31mEve{0}" + "x" * 90]) == ["[31mEve(0)xxxxxxxxxx"]


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"people": 3}, "3 players, but this game has 2 seats"),
        ({"people": -1}, "-1 players, but this game has 2 seats"),
        ({"seats": ("you", "baisc")}, "no bot for cribbage named 'baisc'; did you mean 'basic'"),
        ({"names": ("Ann", "Ben", "Cy")}, "3 names, but 1 person plays"),
        ({"people": 2, "bot": "basic"}, "no seat is left for the bot 'basic': all 2 are taken"),
        ({"people": 1, "seats": ("you", "basic")}, "--seats says who plays each seat: leave out --people"),
        ({"again": True, "resume": "", "at": 4, "daily": True}, r"play --again .*: leave out --resume, --at, --daily$"),
    ],
)
def test_players_and_requests_that_do_not_go_together_are_refused(asked: dict[str, Any], why: str) -> None:
    with pytest.raises(CardwrightError, match=why):
        play("cribbage", {}, PlayRequest(plain=True, **asked))


def test_a_game_for_one_has_no_second_player_and_a_kept_game_no_other_options() -> None:
    with pytest.raises(BadCount, match=r"2 players, but this game has 1 seat$"):
        play("patience", {}, PlayRequest(people=2, plain=True))
    with pytest.raises(CardwrightError, match=r"as it was begun: leave out --seed, --first-deal$"):
        play("cribbage", {"first_deal": "fixed"}, PlayRequest(seed=3, resume="", plain=True))


@pytest.mark.parametrize("given", ["people=3", "people=1", "seats=['basic', 'you']"])
def test_people_are_not_replaced_by_bots_where_there_is_no_terminal(given: str, home: Path) -> None:
    refused = run(f"'cribbage', {given}")
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert refused.stderr.endswith("CardwrightError: a person needs a terminal, or --plain to play in words\n")
    assert not home.exists()


def test_bots_take_the_seats_that_are_named_for_them(home: Path) -> None:
    run(f"'cribbage', {SHORT}, seats=('random', 'basic'), seed=3")
    assert [sitter.kind for sitter in record.read(only(home)).header.players] == ["random", "basic"]


# What is typed.


def test_a_line_that_is_not_a_move_is_answered_and_asked_again() -> None:
    session = sat("cribbage", "you basic")
    session.settle()
    version = session.table.version
    told = talk(session, "", "x" * 5000, "lay", "lay Zz Zz", "play 5h", "\x00", "🂡", "99999999999999999999", "-1")
    answers = [line for line in told.splitlines() if "is not a move now; ? lists the moves" in line]
    assert len(answers) == 5
    assert max(map(len, answers)) < 120  # a long line is not repeated whole
    assert "type a move; ? lists the moves" in told
    assert "99999999999999999999 is not in the list: the moves are 1 to 15; ? lists them" in told
    assert re.search("^'play 5h': (?!that is not)", told, re.MULTILINE)  # the rule is named
    assert "'lay' could be any of: " in told
    assert session.table.version == version + 1  # the bot's, who lays away first


@pytest.mark.parametrize(
    ("suits", "said"),
    [("c d h s", "nine of clubs (9c)"), ("⚓ ⛵ 🐟 ☀", "nine of anchor"), ("ж d h s", "nine of ж (9ж)")],
)
def test_a_card_with_a_sign_is_named_once(suits: str, said: str) -> None:
    deck = declaration.from_table(
        {"name": "Signs", "size": 1, "deck": {"ranks": "9", "suits": suits}, "category": [{"name": "Any"}]}
    ).deck
    assert words.spoken(Place(id="a", face=deck.face(0), label=f"{deck.name(0)}, your hand")) == said


def test_help_hint_and_the_whole_table() -> None:
    told = talk(sat("cribbage", "you basic"), "?", "h", "show", "rules", "Rules")
    assert re.search(r"^ 1  Lay away (\S+) (\S+)  \[lay \w\w \w\w\]$", told, re.MULTILINE)
    assert re.search(r"^Hint: Lay away .*: .+", told, re.MULTILINE)
    assert "Ada's hand (two laid away): 4 face down." in told
    assert games.rules_page("cribbage").strip() in told


def test_the_play_lists_the_cards_of_its_count_and_the_starter_is_said_once() -> None:
    told = talk(sat("cribbage", "you basic", seed=5), *["1"] * 6)
    played = [line for line in told.splitlines() if line.startswith("The play (count ")]
    counts = [[int(count) for count in re.findall(r", (\d+) by ", line)] for line in played]
    assert any(counts)
    assert all(each == sorted(each) for each in counts)
    assert "The play (count 0): empty." in played[1:]
    assert told.count("Starter: ") == told.count("The crib is full")


def test_dominoes_and_moves_as_they_are_typed_are_not_spelled_as_ranks(home: Path) -> None:
    told = run("'flexdeck', plain=True, seed=3, bot='basic'", "?\nq\n").stdout
    assert "\n  0-0 0-1 1-1 0-2 " in told
    assert "Cover 3, 9 (dice 1, 2)  [cover 1 2]\n" in told


def test_the_key_to_the_deck_does_not_call_a_link_black() -> None:
    told = words.spell_cards(talk(sat("dual-piecepacks", "you caller", players=2)), {"♥": "black hearts"})
    assert "a link is a shape, such as hearts" in told


def test_the_last_deal_in_words() -> None:
    told = talk(sat("poker", "you caller", players=2, button=1, deals=2), "last", "fold", "last")
    assert "no deal of this game has ended before this one" in told
    assert re.search(r"^Deal 1 is over: .* won \d", told, re.MULTILINE)


def hand(told: str) -> list[str]:
    """The cards of the first "Your hand" in the output, in notation."""
    return re.findall(r"\((\w\w)\)", re.findall(r"^Your hand: .*", told, re.MULTILINE)[0])


def test_cards_and_numbers_are_moves() -> None:
    cards = hand(talk(sat("cribbage", "you basic")))
    session = sat("cribbage", "you basic")
    told = talk(session, f"{cards[5].upper()} {cards[2]}", "1")
    mine = [entry.action for entry in session.table.log if entry.player == 0]
    assert mine[0] == f"lay {cards[2]} {cards[5]}"
    assert len(mine) == 2
    assert "Your turn: play a card; the count is" in told


def test_a_move_may_be_typed_as_words_list_it() -> None:
    """What was listed as "Play ten of clubs" was not a move; and the hints did not say what ± means."""
    session = sat("cribbage", "you basic")
    session.settle()
    listed = words.spell_cards(session.scene(0).moves[-1].label)
    told = talk(session, "h", listed, "h")
    assert next(step.action for step in session.table.log if step.player == 0).startswith("lay ")
    assert "is not a move" not in told
    assert told.count(hints.SAMPLED) == 1


def test_a_raise_takes_a_number() -> None:
    session = sat("poker", "you you", players=2)
    told = talk(session, "", "raise", "b 999", "b 20")
    assert "how many? from 4 to 200" in told
    assert "999 is not possible: from 4 to 200" in told
    assert [step.action for step in session.table.log if step.player != CHANCE] == ["raise 20"]


def test_what_is_for_looking_up_is_printed_once_and_when_asked_for() -> None:
    """The cards not yet turned, and the lines of a table of hands that are out of reach."""
    told = talk(sat("patience", "you"), "1", "1", "show")
    assert told.count("Not yet turned") == 2
    told = talk(sat("chinese", "you basic"), "show", "?")
    before, after = told.split("> show")
    assert "out of reach" not in before
    assert "out of reach" in after
    assert re.search(r"^Your hand: (\w\w, ){12}\w\w$", before, re.MULTILINE)  # two rows of one hand are one


def test_a_move_that_ends_a_stay_at_the_table_asks() -> None:
    session = sat("paigow", "you you", players=2)
    told = talk(session, "", "c", "no", "color up", "yes")
    assert told.count("large)? Type yes or no: ") == 2
    assert [step.action for step in session.table.log if step.player == 0] == ["color up"]


def test_a_move_that_is_chosen_for_always_is_made_until_the_player_asks() -> None:
    """The page had such moves, and the terminal asked each time."""
    terms: dict[str, Any] = {"players": 2, "stacks": "200", "deals": 40, "rise": 0, "showdown": "ask"}
    local = sat("poker", "you caller", **terms)
    said, answers = io.StringIO(), iter(["always"])

    def ask(prompt: str, seconds: float | None) -> str:
        texts = [move.text for move in local.scene(0).moves]
        if "muck" in texts:
            return next(answers, "reveal")
        if said.getvalue().count("As you chose, until you type ask: Muck") == 2 and local.auto_moves.has_any(0):
            return "ask"
        return "check" if "check" in texts else "call"

    Plain(local, ask, functools.partial(print, file=said)).run()
    told = said.getvalue()
    assert told.index("Always muck  [always]") < told.index("As you chose") < told.index("no more Always muck.")
    made = [step.action for step in local.table.log if step.player == 0 and step.action in ("muck", "reveal")]
    assert made[:3] == ["muck"] * 3
    assert set(made[3:]) == {"reveal"}


@pytest.mark.parametrize(
    ("game", "options", "moves"),
    [
        ("paigow", {}, ["bet 5", "throw dice"]),
        ("chinese", {"deals": 2}, []),
        ("chinese", {"deals": 2}, ["front Ks Qd 9h"]),
    ],
)
def test_a_foul_asks(game: str, options: dict[str, Any], moves: list[str]) -> None:
    local = sat(game, "you basic", seed=2, players=2, **options)
    local.settle()
    for text in moves:
        local.act(0, text)
        while local.actor == 1:
            local.act(1, local.thinker(1)())
    local.settle()
    foul = next(move for move in local.scene(0).moves if "foul" in move.label.casefold())
    cards = foul.text.partition(" ")[2]
    told = talk(local, foul.text, "no", cards, "yes")
    assert told.count(f"{foul.label}? Type yes or no: ") == 2
    assert [step.action for step in local.table.log if step.player == 0] == [*moves, foul.text]


def test_two_people_do_not_see_each_others_cards() -> None:
    told = talk(sat("cribbage", "you you", first_deal="fixed"), "", "1", "", "1", "")
    _, first, second, *_ = re.split(r"Pass the screen to Player \d. Player \d: press Enter. ", told)
    mine, theirs = hand(first), hand(second)
    assert len(mine) == len(theirs) == 6
    assert not any(f"({card})" in second for card in mine)
    assert not any(f"({card})" in first for card in theirs)


def test_lines_come_whole_from_a_pipe_and_end() -> None:
    source, sink = os.pipe()
    lines = LineReader(source)
    os.write(sink, b"one\r\ntwo\nth")
    assert [lines.next(None), lines.next(5.0)] == ["one", "two"]
    assert lines.next(0.01) is None
    os.write(sink, b"r\xffee")
    os.close(sink)
    assert lines.next(None) == "thr�ee"
    with pytest.raises(PlayerLeft):
        lines.next(None)
    os.close(source)


def test_notes_are_private_and_stay(home: Path) -> None:
    told = run("'cribbage', plain=True, seed=5", "note\nnote keep the 5\nNOTE and the jack\nnote\n").stdout
    assert "Nothing is noted." in told
    assert "keep the 5\nand the jack\n" in told
    again = run("None, resume='', plain=True", "note\n").stdout
    assert "keep the 5\nand the jack\n" in again
    (pad,) = home.glob("*.seat1.txt")
    assert pad.stat().st_mode & 0o077 == 0  # no other user of this computer reads them


# Clocks.


def test_a_clock_that_runs_out_plays_for_you(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_000_000]
    monkeypatch.setattr(local_game, "wall_clock", lambda: now[0])
    game = sat("cribbage", "you basic", pace=Pace(10, 5))
    asked: list[tuple[str, float | None]] = []

    def ask(prompt: str, seconds: float | None) -> str | None:
        asked.append((prompt, seconds))
        if len(asked) == 2:
            raise PlayerLeft
        now[0] += 15_000
        return None

    said: list[str] = []
    with pytest.raises(PlayerLeft):
        Plain(game, ask, said.append).run()
    assert asked[0] == ("[0:10 + 0:05] > ", 15.0)
    assert asked[1] == ("[0:10 + 0:00] > ", 10.0)
    assert "You: out of time" in said
    assert [entry.player for entry in game.table.log if entry.player >= 0][:2] == [1, 0]


def test_time_away_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_game, "wall_clock", lambda: 50_000_000)
    table = sat("cribbage", "you basic", pace=Pace(10, 5), first_deal="fixed").table
    table.settle(2_000)
    later = Table(table.game, Luck.numbered(3), table.log, pace=Pace(10, 5))
    again = LocalGame(later, ["You", "Ada"], ["you", "basic"], "basic")
    assert again.time_left(0) == (10_000, 5_000)


# Looked at again.


@pytest.fixture
def played(home: Path) -> Path:
    run(f"'cribbage', {SHORT}, seed=3")
    return only(home)


def test_replay_prints_any_step_from_any_seat(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(str(played), at=20, seat=1, plain=True) == 0
    told = capsys.readouterr().out
    assert re.match(r"Step 20 of \d+, as Ada 1 saw it\.\n", told)
    assert "Your hand: " in told
    assert "Ada 2's hand: " in told
    replay(str(played), at=20, seat="ada 2", plain=True)
    replay(str(played), at=20, plain=True)
    second, nobody = capsys.readouterr().out.split("Step 20")[1:]
    assert "Ada 1's hand: " in second
    assert "Your" not in nobody
    played.write_text(played.read_text().replace('"Ada 1"', '"You"'))  # who played alone, as the other saw them
    replay(str(played), at=20, seat="ada 2", plain=True)
    second = capsys.readouterr().out
    assert "Player 1's hand: " in second
    assert second.count("Your hand: ") == 1
    replay(str(played), at=20, plain=True)  # by default one's own view
    assert ", as you saw it." in capsys.readouterr().out


def test_replay_as_json(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replay(str(played), at=-1, seat=2, as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["seat"], told["at"], told["moment"]) == ("cribbage", 2, told["last"], False)
    assert told["scene"]["result"].startswith("The game goes to {")
    letters = io.TextIOWrapper(io.BytesIO(), "ascii", errors="replace")
    with contextlib.redirect_stdout(letters):  # which has no suits
        replay(str(played), at=-1, seat=2, as_json=True)
    letters.seek(0)
    assert json.load(letters) == told


def test_replay_in_a_terminal_begins_at_the_first_decision_with_a_card(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It began at the end of the game, where the page's replay begins at the first decision."""
    opened: list[int] = []
    monkeypatch.setattr("cardwright.terminal.drawing.detect.on_terminal", lambda: True)
    monkeypatch.setattr("cardwright.terminal.screen.stepper.Stepper.run", lambda app: opened.append(app.at))
    replay(str(played), seat=1)
    replay(str(played), at=-1)
    story = RecordedGame(record.read(played))
    assert [place for place in story.scene(opened[0], 0).places if place.face]
    assert not story.record.is_decision(opened[0] - 1)
    assert story.record.is_decision(opened[0])
    assert opened[1] == story.last


def test_replay_marks_the_moments_only(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    story = RecordedGame(record.read(played))
    moments = [at for at in range(story.last + 1) if story.is_moment(at)]
    assert 10 < len(moments) < story.last / 2
    assert [story.moment_near(moments[2], way) for way in (1, -1)] == [moments[3], moments[1]]
    assert (story.moment_near(story.last, 1), story.moment_near(0, -1)) == (story.last, 0)
    for at, mark in ((moments[2], " (a moment)"), (1, "")):
        replay(str(played), at=at, plain=True)
        assert f"Step {at} of {story.last}{mark}, as the spectator saw it.\n" in capsys.readouterr().out


def test_replay_refuses_what_is_not_there(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadCount, match="there is no step 9999"):
        replay(str(played), at=9999)
    with pytest.raises(BadCount, match="there is no seat 3"):
        replay(str(played), seat=3)
    for seat, hint in (("Ada 3", "did you mean 'Ada 2'"), ("--1", "no seat named"), ("9" * 5000, "no seat named")):
        with pytest.raises(UnknownName, match=hint):
            replay(str(played), seat=seat)
    with pytest.raises(CardwrightError, match=f"{played}x: No such file or directory"):
        replay(str(played) + "x")
    played.write_text(played.read_text().replace('"action":"starter', '"action":"stapler', 1))
    with pytest.raises(BadRecord, match=r"line \d+: 'stapler .*' is not an action of cribbage"):
        replay(str(played))


def test_the_news_for_a_spectator_shows_no_hand(played: Path) -> None:
    story = RecordedGame(record.read(played))
    public: set[str] = {"back"}  # and the cards that have been played, which lie open again at the show
    for at in range(story.last):
        zones = {zone.id: zone for zone in story.scene(at, SPECTATOR).zones if isinstance(zone, CardZone)}
        public = {"back"} if "play" not in zones and "starter" not in zones else public
        for id in sorted(zones, reverse=True):  # the play before the hands
            faces = {place.face.text for place in zones[id].places if place.face is not None}
            if id == "play":
                public |= faces
            elif id.startswith("hand"):
                assert faces <= public
    assert len(public) == 9


# Long work.

COUNTING = """
import sys, time
from cardwright.terminal.reports.progress import progress
with progress("counting hands", 50) as tick:
    for done in range(51):
        tick(done)
        time.sleep(0.005)
with progress("building"):
    input() if sys.stdin.isatty() else None
print("counted")
"""


def test_a_progress_bar_is_shown_on_a_terminal_only() -> None:
    person = pexpect.spawn(sys.executable, ["-c", COUNTING], encoding="utf-8", timeout=60, dimensions=(24, 80))
    person.expect("counting hands.*/50")
    person.expect("building")  # it has not said how far it is
    person.expect_exact("\r")
    assert "?" not in person.before
    assert "-:--" not in person.before
    person.sendline()
    person.expect("counted")
    person.close()
    pipe = subprocess.run([sys.executable, "-c", COUNTING], capture_output=True, encoding="utf-8", timeout=60)
    assert (pipe.stdout, pipe.stderr) == ("counted\n", "")


def test_long_work_stops_when_its_output_is_read_no_more() -> None:
    unread = """
import time
from cardwright import cli
from cardwright.terminal.reports.progress import progress

def work(words):
    with progress("counting hands"):
        print("begun", flush=True)
        time.sleep(3600)

cli._run = work
raise SystemExit(cli.main())
"""
    with subprocess.Popen(
        [sys.executable, "-c", unread], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as work:
        assert work.stdout is not None
        assert work.stdout.readline() == "begun\n"
        work.stdout.close()
        _, said = work.communicate(timeout=60)
    assert (work.returncode, said) == (0, "")


def test_giving_up_in_words() -> None:
    game = sat("cribbage", "you basic")
    said: list[str] = []
    lines = iter(["give up", "no", "give up", "yes"])
    Plain(game, lambda prompt, seconds: next(lines), said.append).run()
    assert game.table.resigned
    assert said[-1] == "You gave up, and lost the game."


def test_sitting_out_and_leaving_a_cash_game_in_words() -> None:
    """A player alone with bots gave the whole game up, and in a game of two could not sit out."""
    options: dict[str, Any] = {"players": 2, "sit_out": True, "deals": 9, "rise": 0, "stacks": "40", "button": 1}
    game = sat("poker", "you caller", **options)
    said: list[str] = []
    lines = iter(["fold", "sit out", "sit in with 39", "give up", "yes"])
    Plain(game, lambda prompt, seconds: next(lines), said.append).run()
    told = "\n".join(said)
    assert "You sit out, and no deal begins until you sit in." in told
    assert "You will leave after this deal" in told
    assert (game.over, game.table.resigned) == (True, False)


def test_who_has_left_a_cash_game_may_buy_in_again_in_words() -> None:
    """It was offered to no one, though the action is there."""
    options: dict[str, Any] = {"players": 3, "rebuy": True, "sit_out": True, "deals": 9, "rise": 0, "stacks": "40"}
    game = sat("poker", "you you caller", **options)
    said: list[str] = []
    game.settle()
    leaver = game.people[0]
    game.resign(leaver)

    def ask(prompt: str, seconds: float | None) -> str:
        if prompt.startswith(f"{isolated(game.names[leaver])}: buy in again"):
            return "yes"
        if "bought" in "\n".join(said):
            raise PlayerLeft
        return "" if prompt.startswith("Pass") else "sit in" if said[-1].endswith("[sit in]") else "1"

    with pytest.raises(PlayerLeft):
        Plain(game, ask, said.append).run()
    assert f"{isolated(game.names[leaver])} may buy in again  [sit in]" in said
    assert game.scene(leaver).seats[leaver].out is False
    assert game.may_sit_in() == []


def test_a_kept_game_is_not_handed_to_a_bot(home: Path) -> None:
    run("'cribbage', plain=True, seed=5", "1\n1\n")
    kept = record.read(only(home))
    refused = run("None, resume=''")
    assert refused.returncode
    assert "play --resume needs a terminal, or --plain to play in words\n" in refused.stderr
    assert record.read(only(home)).log == kept.log


def test_the_clock_of_the_first_player_begins_full(home: Path) -> None:
    game = games.create("pyramid", priority="first")
    local, writer = deal_game(game, ["you", "random"], (), 1)
    with writer:
        local.settle()
        assert local.actor == 0
        left = local.time_left(0)
        assert left is not None
        pace = game.pace()
        assert pace is not None
        assert left[1] == pace.reserve * 1000
        assert not local.expire()


def test_the_show_says_each_combination_once() -> None:
    game = sat("cribbage", "you basic", seed=7, to=61)
    said: list[str] = []

    def ask(prompt: str, seconds: float | None) -> str:
        if any(line.startswith("Your crib") for line in said):
            raise PlayerLeft
        return "1"

    with pytest.raises(PlayerLeft):
        Plain(game, ask, said.append).run()
    combinations = [line for line in said if "fifteen" in line or "a pair" in line or "a run" in line]
    assert len(combinations) > 5
    assert len(set(combinations)) == len(combinations)
    for hand in ("Ada's hand (", "Your crib ("):
        assert len([line for line in said if line.startswith(hand) and "of spades" in line]) <= 1
    hands = [line.partition("'s hand")[0] for line in said if line.startswith("Ada's hand: ") or "The show" in line]
    assert hands == ["Ada"] * len(hands)  # the points of a hand are in its own lines, not after the next hand's


def test_the_winning_cards_are_named_once() -> None:
    places = [
        Place(id=text, face=DECK.face(DECK.parse(text)), label=f"{DECK.name(DECK.parse(text))}, Ada", marks=marks)
        for text, marks in (("Ks", ("winner",)), ("2c", ()), ("Kd", ("winner",)))
    ]
    assert words.zone(Fan(id="hand1", title="Ada", places=tuple(places)), []) == [
        "Ada: king of spades (Ks), two of clubs (2c), king of diamonds (Kd); winning: Ks Kd."
    ]
    assert words.zone(Fan(id="hand1", title="Ada", places=tuple(places[::2])), [])[0].endswith("(Kd); winning: all.")


def test_moments_are_printed() -> None:
    local = sat("poker", "you caller", seed=1, players=2, deals=1)
    said: list[str] = []

    def ask(prompt: str, seconds: float | None) -> str:
        return "check" if any(move.text == "check" for move in local.scene(0).moves) else "call"

    Plain(local, ask, said.append).run()
    shown = next(line for line in said if line.startswith("Ada's hand") and "king of clubs (Kc), five of clubs" in line)
    won = next(line for line in said if line.startswith("Ada won 4"))
    assert said.index(shown) < said.index(won)


@pytest.mark.parametrize("game", games.GAMES)
def test_no_sheet_names_a_file_of_the_source(game: str) -> None:
    page = games.rules_page(game)
    assert page.startswith("# ")
    assert not re.search(r"\w\.py\b|docs/|src/", page)
    local = sat(game, "random " * games.create(game).players)
    assert local.rules == page
    assert local.introduction == f"{games.room(game).title}: {games.room(game).aim}"


def test_the_glossary_in_words() -> None:
    assert "**pone**" in talk(sat("cribbage", "you basic"), "glossary")
