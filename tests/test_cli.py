"""The command line as a person and as a program meet it: output, JSON, errors, exit codes."""

import errno
import inspect
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cardwright import games, questions
from cardwright.argument_types import output_file
from cardwright.cli import TOPICS, function_of, main
from cardwright.cli.arguments import Parser, add_forms
from cardwright.cli.play import chosen_options, play_parser
from cardwright.errors import UnknownName
from cardwright.game import available_options
from cardwright.terminal.reports import doctor, tables
from cardwright.terminal.reports.tables import TableColumn, TableRow

ENTRY = [sys.executable, "-m", "cardwright"]


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """(exit code, stdout, stderr) of one command."""
    code = main(words)
    out, err = capsys.readouterr()
    return code, out, err


def data(capsys: pytest.CaptureFixture[str], *words: str) -> object:
    code, out, err = run(capsys, *words, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line that says why a command was refused."""
    code, out, err = run(capsys, *words)
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    return err.strip()


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--help")
    assert code == 0
    for command in ("rankings", "frequencies", "rank", "lint", "play", "replay", "doctor"):
        assert command in out


@pytest.mark.parametrize("name", [made.name for made in itertools.chain(*TOPICS.values())])
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, out, _ = run(capsys, name, "--help")
    assert code == 0
    assert out.startswith(f"usage: cardwright {name}")


def test_help_says_what_an_option_is_if_it_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    said = " ".join(run(capsys, "odds", "paigow", "--help")[1].split())
    assert "in % of a win (default: 5)" in said
    assert "who wins two equal hands (default: dealer)" in said
    assert "the bank: copies are yours --" in said  # a flag has none
    assert "an estimate (default: 1,000,000)" in " ".join(run(capsys, "odds", "equity", "--help")[1].split())
    assert "deals the same cards (default: 0)" in " ".join(run(capsys, "match", "--help")[1].split())


def test_the_function_of_each_command_takes_its_arguments() -> None:
    for made in itertools.chain(*TOPICS.values()):
        if made.arguments is not None:
            arguments = Parser(prog=made.name)
            add_forms(arguments, *made.forms)
            made.arguments(arguments)
            found = inspect.signature(function_of(str(made.run)))
            given = [action.dest for action in arguments._actions if action.dest != "help"]
            found.bind(**dict.fromkeys(given))
            assert arguments.format_help().startswith(f"usage: {made.name}")


def test_no_command_is_a_question_for_help(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys)
    assert (code, err) == (0, "")
    assert out == run(capsys, "--help")[1] == run(capsys, "help")[1]
    assert run(capsys, "help", "lint") == run(capsys, "lint", "--help")
    assert out.index("games:") < out.index("play ") < out.index("tables of hands:") < out.index("lint ")


def test_a_kept_game_goes_by_the_name_in_the_list(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    _, _, said = run(capsys, "play", "pyramid", "--bot", "random", "--seed", "1")
    assert said == "cardwright: no terminal, so bots play all seats; --plain plays in words\n"
    listed = data(capsys, "games")
    assert isinstance(listed, list)
    name = listed[0]["file"]
    assert "/" not in name
    assert run(capsys, "replay", name, "--plain")[0] == 0
    assert run(capsys, "review", "no-such-game.jsonl")[0] == 2


def test_help_loads_nothing_heavy() -> None:
    """``--help`` answers at once: it imports neither NumPy nor Rich nor Textual."""
    script = "import sys\nfrom cardwright.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
    script += "print([name for name in ('numpy', 'rich', 'textual', 'msgspec', 'starlette') if name in sys.modules])"
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert said.stdout.endswith("[]\n")


def test_rankings(capsys: pytest.CaptureFixture[str]) -> None:
    listed = data(capsys, "rankings")
    assert isinstance(listed, list)
    names = {each["name"] for each in listed}
    assert {
        "dual-piecepacks", "dual-piecepacks-low", "flexdeck", "standard", "standard-low", "deuce-to-seven",
        "paigow-back", "paigow-front", "pyramid",
    } <= names  # fmt: skip
    _, out, _ = run(capsys, "rankings")
    assert all(name in out for name in names)
    others = data(capsys, "rankings", "--collection")
    assert isinstance(others, list)
    assert f"{len(others)} tables of other games" in out
    assert "badugi" in {each["name"] for each in others}


def test_frequencies_json(capsys: pytest.CaptureFixture[str]) -> None:
    table = data(capsys, "frequencies", "dual-piecepacks")
    assert isinstance(table, dict)
    assert (table["ranking"], table["cards"], table["total"]) == ("dual-piecepacks", 5, 1_712_304)
    assert len(table["categories"]) == 17
    assert [each["count"] for each in table["categories"]][:5] == [48, 240, 336, 480, 720]
    assert table["categories"][4]["printed"] == 768
    assert sum(each["count"] for each in table["categories"]) == table["total"]
    assert set(table["categories"][0]) == {"name", "count", "printed"}


def test_frequencies_of_seven_cards(capsys: pytest.CaptureFixture[str]) -> None:
    table = data(capsys, "frequencies", "standard", "--cards", "7")
    assert isinstance(table, dict)
    assert table["total"] == 133_784_560
    assert {each["printed"] for each in table["categories"]} == {None}


def test_frequencies_show_what_the_rule_book_got_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "frequencies", "dual-piecepacks")
    assert code == 0
    assert "768" in out
    assert "+48" in out
    assert "\x1b" not in out  # a pipe gets no colour


def test_rank_json(capsys: pytest.CaptureFixture[str]) -> None:
    ranked = data(capsys, "rank", "standard", "Ah Kh Qh Jh Th 2c 2d", "2c 2d 5h 9s Kd")
    assert isinstance(ranked, list)
    royal, pair = ranked
    assert set(royal) == {"cards", "best", "category", "strength", "beats"}
    assert royal["cards"] == "Ah Kh Qh Jh Th 2c 2d"
    assert set(royal["best"].split()) == {"Ah", "Kh", "Qh", "Jh", "Th"}
    assert royal["strength"] > pair["strength"]
    assert royal["beats"] == pytest.approx(1 - 4 / 2_598_960)


def test_one_hand_needs_no_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    quoted = data(capsys, "rank", "standard", "Ah Kh Qh Jh Th")
    assert data(capsys, "rank", "standard", "Ah", "Kh", "Qh", "Jh", "Th") == quoted


def test_show_finds_variants_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "show", "texas-holdem") == run(capsys, "show", "texas-holdem", "--variant")
    assert "[deck]" in run(capsys, "show", "kuhn")[1]  # a ranking has this name, too


def test_a_variant_that_a_ranking_cannot_play_is_listed_with_the_bare_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows: Any = data(capsys, "variants", "badugi")
    refused = {row["name"]: row["refused"] for row in rows}
    assert refused["five-card-draw"] == "not played: it takes hands of 5 cards"
    assert refused["poker-dice"] == "not played: it takes a ranking of dice, not of cards"
    assert not refused["badugi"]


def test_a_ranking_that_a_game_cannot_take_names_the_command_that_lists_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    listed = "; cardwright variants leduc lists what it can be played with"
    assert refused(capsys, "play", "poker", "--ranking", "leduc", "--players", "3").endswith(listed)
    said = refused(capsys, "play", "poker", "--ranking", "leduc", "--variant", "five-card-draw")
    assert said.endswith(f"it takes hands of 5 cards with the variant Five-card draw{listed}")
    too_many = refused(capsys, "play", "poker", "--ranking", "leduc", "--variant", "leduc", "--players", "6")
    assert too_many.endswith("at most 5 can play")


def test_rank_says_who_wins(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "rank", "pyramid", "6h 7h 8h 9h Th", "Ac Ad Ah As 2c")
    assert out.index("wins") < out.index("Ac Ad")


def test_lint_finds_the_four_wrong_counts(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "lint", "dual-piecepacks")
    assert code == 1
    for wrong, right in (("768", "720"), ("63,360", "46,080"), ("183,552", "183,600"), ("794,880", "812,160")):
        assert wrong in out
        assert right in out


WIDTHS = [40, 60, 80]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["dual-piecepacks", "standard", "paigow-back", "flexdeck", "dual-piecepacks-inverted"])
def test_frequencies_lose_no_digit_and_no_name_in_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int, name: str
) -> None:
    table = data(capsys, "frequencies", name)
    assert isinstance(table, dict)
    monkeypatch.setenv("COLUMNS", str(width))
    _, out, _ = run(capsys, "frequencies", name)
    assert max(map(len, out.splitlines())) <= width
    assert "…" not in out
    words = out.split()
    for line in table["categories"]:
        assert f"{line['count']:,}" in " ".join(words).replace(",  ", ", ")
        assert set(line["name"].split()) <= set(words)
        if line["printed"] is not None:
            assert f"{line['printed']:,}" in out


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    "words",
    [
        ("rankings",),
        ("lint", "dual-piecepacks"),
        ("rank", "dual-piecepacks", "3wS 3wH 3wD 3wC AwD 5bS 5bH", "3bS 3wS 3bH 3wD 3wC"),
        ("frequencies", "dual-piecepacks", "--why"),
        ("frequencies", "paigow-back", "--why"),
        ("frequencies", "standard", "--cards", "7"),
        ("variants", "pyramid"),
        ("statistics",),
        ("--help",),
    ],
)
def test_every_report_says_the_same_in_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int, words: tuple[str, ...]
) -> None:
    def tokens() -> set[str]:
        _, out, _ = run(capsys, *words)
        assert "…" not in out
        assert "COLUMNS" not in os.environ or max(map(len, out.splitlines())) <= width
        bare = out.translate(dict.fromkeys(map(ord, "█▏▎▍▌▋▊▉─"), " "))
        return {token.strip(",") for token in bare.split()} - {"name", "category"}  # the heading of the first column

    monkeypatch.delenv("COLUMNS", raising=False)
    wide = tokens()
    monkeypatch.setenv("COLUMNS", str(width))
    assert wide <= tokens()


def test_long_texts_share_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    _, out, _ = run(capsys, "variants", "standard")
    assert "two cards of your own and\n" in out  # the two columns of text are equally wide
    _, out, _ = run(capsys, "lint", "pyramid")
    assert all(line.startswith(("wrong  ", "note   ", " " * 7)) for line in out.splitlines()[:-1])
    columns = [TableColumn("front"), TableColumn("win", right=True), TableColumn("hands")]
    stacked = tables.lines(columns, [TableRow(("Ac Ad 9h", "4 of 5", "two pair, kings and queens; " * 4))], 60)
    assert max(len(line.text) for line in stacked) <= 60
    assert stacked[1].text.startswith("  win 4 of 5, hands two pair, kings")
    _, out, _ = run(capsys, "odds", "discard", "5h 5s Jd Qc 4c 6h", "--samples", "2")  # a line for each of the fifteen
    assert out.count(" %\n") == 15
    assert "chance\nlay away" in out
    assert tables.wrapped("at most 0.049 % (± 4) of it", 13) == ["at most", "0.049 % (± 4)", "of it"]
    assert out.endswith("left out at this width: keep, error of cost (--json has them)\n")


def test_a_folder_of_games_that_cannot_be_made_is_a_problem(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a-file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "a-file"))
    code, out, _ = run(capsys, "doctor")
    assert code == 1
    assert "No game can be kept" in out
    assert "No problems found." not in out
    assert json.loads(run(capsys, "doctor", "--json")[1])["problem"].endswith(": Not a directory")


def test_the_state_of_the_installation_fits_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "none"))
    monkeypatch.setenv("COLUMNS", "40")
    _, out, _ = run(capsys, "doctor")
    assert max(len(line) for line in out.splitlines() if str(tmp_path) not in line) <= 40
    assert "kernel      pyramid.endgame.perfect:\n            compiled" in out


def test_a_new_table_may_be_named_as_its_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(capsys, "new", "mine.toml")[1].startswith("mine.toml declares mine, so far a copy of standard.")
    assert "title" not in (tmp_path / "mine.toml").read_text()  # the deck is not called by its old name


def test_a_long_list_of_names_is_cut() -> None:
    known = [f"game-{number:03}" for number in range(60)]
    assert str(UnknownName("game", "x", known)).endswith("game-048, game-049 and 10 more")


def test_the_bar_is_the_first_to_go(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    assert "█" in run(capsys, "frequencies", "standard")[1]
    monkeypatch.setenv("COLUMNS", "40")
    _, out, _ = run(capsys, "frequencies", "standard")
    assert "█" not in out
    assert "High card        1,302,540   50.12 %" in out.splitlines()


def test_why_derives_each_count_and_explains_wrong_ones(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "frequencies", "dual-piecepacks", "--why")
    assert "  C(6,5) ranks x 4 links x 2^5 cards = 768\n  - 48 of Suit-flush\n  printed 768: the 48 suit-flushes" in out
    _, out, _ = run(capsys, "frequencies", "standard", "--why")
    assert "Straight: 10,200\n  10 runs x 4^5 cards = 10,240\n  - 40 of Straight flush\n" in out
    assert "5 cards, not of 7" in refused(capsys, "frequencies", "standard", "--cards", "7", "--why")
    table = data(capsys, "frequencies", "standard", "--why")
    assert isinstance(table, dict)
    assert table["categories"][3]["why"] == "C(13,5) ranks x 4 suits = 5,148 - 40 of Straight flush"


@pytest.mark.parametrize(
    ("words", "evidence"),
    [
        (("dance",), "dance"),
        (("paly",), "did you mean 'play'?"),
        (("-x",), "cardwright: unrecognized arguments: -x (try"),
        (("prune", "--days", "30"), "cardwright prune: unrecognized arguments: --days (try"),
        (("rank", "--jsn"), "cardwright rank: unrecognized arguments: --jsn; did you mean --json? (try"),
        (
            ("play", "cribbage", "--sede=3"),
            "cardwright play: unrecognized arguments: --sede=3; did you mean --seed? (try",
        ),
        (("rank", "--json", "-5"), "arguments are required: CARDS"),
        (("--seed", "7", "play", "cribbage"), "cardwright: unrecognized arguments: --seed (try"),
        (("odds", "posit"), "did you mean 'position'?"),
        (("odds", "discard", "5h", "5s", "Jd"), "5s Jd: an argument with spaces needs quotes"),
        (("new", "Six", "suits"), "suits: an argument with spaces needs quotes"),
        (
            ("odds", "equity", "standard", "AA", "KK", "--lines", "random"),
            "cardwright odds equity: unrecognized arguments: random: each HAND comes before the options (try",
        ),
        (("rankings", "extra"), "cardwright rankings: unrecognized arguments: extra (try"),
        (("show", str(Path(__file__))), "no ranking named"),
        (("odds", "count", "5h 5s 5d Jc", "5h"), "duplicate card: 5h"),
        (("odds", "board", "90", "105", "--json", "--csv"), "not allowed with"),
        (("statistics", "--json", "--csv"), "not allowed with"),
        (("variants", "standard", "--players", "0"), "2 to 20"),
        (("solve", "cribbage", "--seed", "3"), "no game with a solver named 'cribbage'"),
        (("drill", "cribbage", "--house-way", "mgm"), "no house sets its hands"),
        (("show", "zzz.toml", "--variant"), "no variant named 'zzz.toml'"),
        (("show", "standart"), "did you mean 'standard'?"),
        (("frequencies",), "NAME-OR-FILE"),
        (("frequencies", "standart"), "standard"),
        (("frequencies", ""), "no ranking named ''; there are"),
        (("show", "zzz"), "and those of other games, which cardwright rankings --collection lists"),
        (("lint", "nine"), "--collection lists, or a TOML file, with its ending .toml"),
        (("play", "poker", "--variant", "zzz"), "three-rolls or a TOML file, with its ending .toml"),
        (("frequencies", "standard", "--cards", "10"), "10"),
        (("frequencies", "standard", "--cards", "4"), "4"),
        (("frequencies", "standard", "--cards", "many"), "many"),
        (("frequencies", "flexdeck", "--cards", "6"), "6"),
        (("frequencies", "no-such-file.toml"), "no-such-file.toml"),
        (("rank", "standard", "Ah Kh Qh Jh"), "4"),
        (("rank", "standard", "Ah Kh Qh Jh Xx"), "Xx"),
        (("rank", "standard", "Ah Ah Qh Jh Th"), "Ah"),
        (("rank", "standard", ""), "0"),
        (("rank", "flexdeck", "0 0 0 0 X"), "'X' is not a face of the dice: 0 1 2 3 4 5 6 7 8 9"),
        (("rank", "flexdeck", "0 0 0 0"), "4 dice: throws of flexdeck are chosen from 5 to 9"),
        (("rank", "standard", " ".join(f"{rank}{suit}" for rank in "23456" for suit in "cd")), "10"),
        (("lint", "nothing.toml"), "nothing.toml"),
        (("play", "chess"), "chess"),
        (("play", "cribbage", "--to", "50"), "50"),
        (("odds", "board", "0", "0", "--to", "50"), "option 'to' cannot be 50: it takes 121 or 61"),
        (("play", "cribbage", "--bot", "deep-blue"), "deep-blue"),
        (("play", "cribbage", "--seed", "x"), "'x' is not a whole number"),
        (("replay", "no-such-record.jsonl"), "no-such-record.jsonl"),
    ],
)
def test_mistakes_are_one_line_with_the_evidence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], evidence: str
) -> None:
    assert evidence in refused(capsys, *words)


def test_a_broken_declaration_names_file_and_place(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    broken = tmp_path / "mine.toml"
    broken.write_text('name = "mine"\nsize = "five"\n')
    assert "mine.toml" in refused(capsys, "frequencies", str(broken))
    broken.write_bytes(b"\xff\xfe\x00")
    assert "mine.toml" in refused(capsys, "lint", str(broken))
    assert str(tmp_path) in refused(capsys, "lint", str(tmp_path))


WORDS = st.one_of(
    st.sampled_from(
        ["rankings", "frequencies", "rank", "lint", "doctor", "replay", "--json", "--cards", "--at", "--as"]
    ),
    st.sampled_from(
        ["standard", "pyramid", "flexdeck", "Ah Kh Qh Jh Th", "5", "-1", "0", "99999999999999999999", "--"]
    ),
    st.text(max_size=12).filter(lambda text: "\x00" not in text),
)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(words=st.lists(WORDS, max_size=5))
@example(words=["rank", "standard", "\ud800"])
@example(words=["lint", "a\x00b"])
@example(words=["rankings", "\r"])
@example(words=["replay", "\x1c"])
@example(words=["frequencies", "a\u2028b"])
def test_any_command_line_gets_an_answer(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    """Never a traceback: an answer, a fault found, or one line of refusal."""
    code, _, err = run(capsys, *words)
    assert code in (0, 1, 2)
    if code == 2:
        assert len(err.splitlines()) == 1, err


def test_a_terminal_of_few_letters(tmp_path: Path) -> None:
    named = (Path(__file__).parent.parent / "src/cardwright/ranking/library/pyramid.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(named.replace('"Pyramid Poker"', '"Pyramide für Österreich"', 1), encoding="utf-8")

    def said(*words: str) -> str:
        environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
        return subprocess.run([*ENTRY, *words], capture_output=True, check=True, env=environment).stdout.decode("ascii")

    assert "Pyramide f?r ?sterreich" in (printed := said("frequencies", str(mine)))
    assert " " + "#" * 24 in printed
    assert len(json.loads(said("frequencies", str(mine), "--json"))["categories"]) == 9


def test_a_closed_pipe_is_not_an_error() -> None:
    """``cardwright frequencies standard | head -1``."""
    reader, writer = os.pipe()
    os.close(reader)
    ended = subprocess.run([*ENTRY, "frequencies", "standard"], stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.mark.parametrize(
    "words",
    [
        ["match", "cribbage", "random", "random", "--deals", "1", "--json"],
        ["league", "cribbage", "random", "basic", "--deals", "1"],
        ["odds", "board", "90", "105"],
        ["review", "game.jsonl"],
    ],
    ids=lambda words: words[0],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_work(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command = " ".join(words[: 1 + (words[0] == "odds")])
    for file, why in (("none/chart.svg", "No such file or directory"), (str(tmp_path), "Is a directory")):
        said = refused(capsys, *words, "--svg", file)
        assert said == f"cardwright {command}: argument --svg: {file}: {why} (try --help)"


def test_the_check_of_a_file_leaves_none_and_changes_none(tmp_path: Path) -> None:
    fresh, there = tmp_path / "fresh.svg", tmp_path / "there.svg"
    there.write_text("kept")
    assert (output_file(str(fresh)), output_file(str(there)), output_file("")) == (str(fresh), str(there), "")
    assert not fresh.exists()
    assert there.read_text() == "kept"


def test_a_picture_is_written_although_the_pipe_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``cardwright odds board 90 105 --svg chart.svg | head -1`` wrote none, and reported no error."""

    def print_to_closed_pipe(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("cardwright.terminal.reports.odds_report.print_found", print_to_closed_pipe)
    monkeypatch.setattr("cardwright.cli._write_no_more", lambda: None)
    chart = tmp_path / "chart.svg"
    assert main(["odds", "board", "90", "105", "--svg", str(chart)]) == 0
    assert chart.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(("is_closed", "expected"), [(True, (0, b"")), (False, (130, b"cardwright: stopped\n"))])
def test_work_is_interrupted_anywhere_when_its_pipe_is_closed(is_closed: bool, expected: tuple[int, bytes]) -> None:
    """The interrupt came while the thread that watches the pipe was still starting."""
    script = "from cardwright import cli; cli._run = lambda words: signal.raise_signal(signal.SIGINT); exit(cli.main())"
    reader, writer = os.pipe()
    if is_closed:
        os.close(reader)
    words = [sys.executable, "-c", f"import signal; {script}"]
    ended = subprocess.run(words, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    if not is_closed:
        os.close(reader)
    assert (ended.returncode, ended.stderr) == expected


def test_an_interrupt_while_modules_are_imported_is_one_line_too() -> None:
    script = """
import runpy, signal, sys
class Interrupt:
    def find_spec(self, name, *_):
        if name == "cardwright.cli":
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Interrupt())
runpy.run_module("cardwright", run_name="__main__")
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (130, b"cardwright: stopped\n")


@pytest.mark.parametrize("words", [("--help",), ("show", "standard"), ("play", "patience", "--plain")])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_reported_in_one_line(tmp_path: Path, words: tuple[str, ...], unbuffered: str) -> None:
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(
            [*ENTRY, *words],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            env=os.environ | {"XDG_DATA_HOME": str(tmp_path), "PYTHONUNBUFFERED": unbuffered},
            check=False,
        )
    assert (ended.returncode, ended.stderr) == (2, b"cardwright: the output: No space left on device\n")


@pytest.mark.parametrize(
    ("problem", "line"),
    [
        (OSError(errno.EMFILE, "Too many open files"), "Too many open files"),
        (MemoryError(), "this takes more memory than there is"),
    ],
    ids=["files", "memory"],
)
def test_an_error_that_names_no_file_does_not_blame_the_output(
    problem: Exception, line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(**_: object) -> int:
        raise problem

    monkeypatch.setattr(doctor, "report", fails)
    assert run(capsys, "doctor") == (2, "", f"cardwright: {line}\n")


def test_closed_streams_are_no_error() -> None:
    """``cardwright rankings >&- 2>&-``, as a daemon may run it."""
    closed = ["sh", "-c", '"$@" >&- 2>&-', "sh", *ENTRY, "frequencies", "pyramid"]
    assert subprocess.run(closed, check=False).returncode == 0


@pytest.mark.parametrize("words", ["drill patience --questions 1", "mcp", "play flexdeck --plain"])
def test_a_closed_input_is_one_that_ends(words: str, tmp_path: Path) -> None:
    closed = ["sh", "-c", '"$@" <&-', "sh", *ENTRY, *words.split()]
    given = os.environ | {"XDG_DATA_HOME": str(tmp_path)}
    ended = subprocess.run(closed, capture_output=True, text=True, check=False, env=given)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_file_of_results_that_cannot_be_written_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "cribbage", "random", "random", "--deals", "1", "--file", "/no/such/folder"]
    assert refused(capsys, *words) == "cardwright: /no/such/folder: No such file or directory"
    words[-1] = "/dev/null"
    assert refused(capsys, *words) == "cardwright: /dev/null: results cannot be kept here: this is not a file"


@pytest.mark.parametrize(
    "words", ["review", "replay --plain", "verify", "drill --record", "solve --record", "play --plain --resume", "phh"]
)
def test_a_record_without_an_end_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.setattr("cardwright.formats.phh.corpus.MAX_FILE_BYTES", 64 << 20)
    why = "cardwright: /dev/zero: this file is longer than 64 MB"
    assert refused(capsys, *words.split(), "/dev/zero") == why


@pytest.mark.parametrize("pace", ["-1", "61", "nan", "fast", ""])
def test_a_pace_is_key_or_a_number_of_seconds(capsys: pytest.CaptureFixture[str], pace: str) -> None:
    assert "is neither key nor a number of seconds from 0 to 60" in refused(
        capsys, "play", "cribbage", f"--pace={pace}"
    )


@pytest.mark.parametrize("game", questions.commands())
def test_every_game_with_odds_explains_its_questions(capsys: pytest.CaptureFixture[str], game: str) -> None:
    code, out, err = run(capsys, "odds", game, "--help")
    assert (code, err) == (0, "")
    assert out.startswith("usage: cardwright odds")


def test_a_game_in_place_of_a_question_is_refused_with_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    said = "cardwright odds: {} is a game: its questions are {} (try --help)"
    assert refused(capsys, "odds", "cribbage") == said.format("cribbage", "discard, count, board, position")
    assert refused(capsys, "odds", "patience") == said.format("patience", "position")


def test_a_league_without_a_game_asks_for_that_only(capsys: pytest.CaptureFixture[str]) -> None:
    said = "cardwright league: the following arguments are required: GAME (try --help)"
    assert refused(capsys, "league") == said


def test_an_option_without_effect_is_refused_with_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "play", "cribbage", "--plain", "--next-deal", "loser")
    assert said == "cardwright: option 'next_deal' cannot be 'loser': it takes effect only with games 2 to 9"
    said = refused(capsys, "play", "paigow", "--plain", "--form", "home", "--copies", "push")
    assert said.endswith("it takes effect only with form casino")
    assert refused(capsys, "play", "paigow", "--plain", "--bankroll", "0").endswith("it takes 1 to 1,000,000")
    assert main(["play", "cribbage", "--help"]) == 0
    assert "only with games 2 to 9" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("command", ["play", "match", "league"])
def test_help_of_a_game_names_its_bots(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert f"cardwright {command} GAME --help lists" in " ".join(capsys.readouterr().out.split())
    assert main([command, "cribbage", "--help"]) == 0
    named = ", ".join(games.bot_names("cribbage"))
    assert capsys.readouterr().out.replace("\n", " ").endswith(f"bots of cribbage: {named} ")


@pytest.mark.parametrize(
    "words",
    [
        ["--to", "61", "--no-skunks", "--next-deal", "loser"],
        ["-o", "to=61", "--option", "skunks=no", "--options", "next_deal=loser"],
        ["-o", "to=61 skunks=no, next-deal=loser"],
    ],
)
def test_play_takes_options_in_each_form(words: list[str]) -> None:
    found = chosen_options(play_parser("cribbage").parse_args(["cribbage", *words]))
    assert found == {"to": 61, "skunks": False, "next_deal": "loser"}


@pytest.mark.parametrize("form", ["-o", "--option", "--options"])
@pytest.mark.parametrize("command", ["play cribbage", "match cribbage random random", "odds position cribbage 5c"])
def test_options_have_the_same_forms_in_all_commands(
    command: str, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(capsys, *command.split(), form, "skunks=no, to=5")
    assert said == "cardwright: option 'to' cannot be 5: it takes 121 or 61"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("-o to=61 --to 121", "option 'to' cannot be 61: it takes one value, and --to is given too"),
        ("-o to=61 -o to=121", "option 'to' cannot be 121: it takes one value, and 61 is given too"),
        (
            "--no-skunks -o skunks=yes",
            "option 'skunks' cannot be True: it takes one value, and --no-skunks is given too",
        ),
        ("--next-deal loser", "option 'next_deal' cannot be 'loser': it takes effect only with games 2 to 9"),
    ],
)
@pytest.mark.parametrize("command", ["play cribbage --plain", "match cribbage random random --deals 1"])
def test_options_that_exclude_each_other_are_refused_in_all_commands(
    command: str, words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(capsys, *command.split(), *words.split()) == f"cardwright: {said}"


@pytest.mark.parametrize("command", ["play cribbage --plain", "match cribbage random random --deals 1"])
@pytest.mark.parametrize("words", ["--to 61 --to 121", "--skunks --to 61 --no-skunks", "--seed 1 --seed=2"])
def test_an_option_with_two_values_is_refused(command: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The last one was taken."""
    said = refused(capsys, *command.split(), *words.split())
    assert f"argument {words.split()[0]}" in said
    assert "given twice, with different values" in said


def test_an_option_may_be_given_twice_with_one_value() -> None:
    words = "-o muggins=yes --count automatic -o to=61 --to 61 -o count=automatic --muggins --to 61"
    parser = play_parser("cribbage")
    found = chosen_options(parser.parse_args(["cribbage", *words.split()]))
    assert found == {"muggins": True, "count": "automatic", "to": 61}
    assert chosen_options(parser.parse_args(["cribbage", "--to", "121"])) == {"to": 121}  # a parser is used again


def test_a_value_of_an_option_may_hold_commas(capsys: pytest.CaptureFixture[str]) -> None:
    assert games.read_options("poker", ["stacks=100, 200 players=2"]) == {"stacks": "100, 200", "players": 2}
    assert "--option needs the name of a game" in refused(capsys, "play", "--again", "-o", "to=61")


def test_an_own_file_meets_every_need(tmp_path: Path) -> None:
    options = games.options("poker")
    settings = {option.name: option.default for option in options}
    assert "bring_in" not in {option.name for option in available_options(options, settings)}
    assert "bring_in" in {option.name for option in available_options(options, settings | {"variant": "mine.toml"})}
