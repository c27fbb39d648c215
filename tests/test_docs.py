"""The documents are run: every Python session, and every ``$ cardwright`` session in a console block."""

import contextlib
import difflib
import doctest
import functools
import importlib
import importlib.util
import io
import os
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import cardwright
from cardwright import games
from cardwright.cli import main, parser
from support.keys import keys_of_rankings, keys_of_variants

ROOT = Path(__file__).parent.parent
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *(page for folder in ("docs", "examples", "src") for page in sorted((ROOT / folder).rglob("*.md"))),
]
WITH_BENCHMARKS = [*PAGES, *sorted((ROOT / "benchmarks").glob("*.md"))]
MODULES = sorted(
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    for path in (ROOT / "src").rglob("*.py")
    if ">>>" in path.read_text(encoding="utf-8")
)
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
PLAYED = re.compile(r"^```text\n\$ (cardwright play .*? --plain .*?)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?:\]\(|src=\")([^)\"\s]+)")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_sessions_of_a_page(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failures, _ = doctest.testfile(str(page), module_relative=False, optionflags=FLAGS)
    assert not failures


@pytest.mark.parametrize("name", MODULES)
def test_python_sessions_of_a_module(name: str) -> None:
    failures, tried = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert tried
    assert not failures


def sessions(page: Path) -> list[tuple[str, str]]:
    """(command, output) of every ``$ cardwright`` line in the page's console blocks."""
    found = []
    for block in CONSOLE.findall(page.read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            if command.startswith("cardwright "):
                found.append((command, output))
    return found


@pytest.mark.parametrize(
    ("command", "output"), [session for page in PAGES for session in sessions(page)], ids=lambda text: text[:40]
)
def test_console_sessions(command: str, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of dots in a page stands for lines that the page leaves out."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "100")
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        main(shlex.split(command)[1:])
    checker, wanted, printed = doctest.OutputChecker(), output.strip() + "\n", said.getvalue().strip() + "\n"
    difference = checker.output_difference(doctest.Example(command, wanted), printed, FLAGS | doctest.REPORT_NDIFF)
    same = checker.check_output(wanted, printed, FLAGS)
    assert same, f"a page shows another output of {command}\n{difference}"


def games_played(page: Path) -> list[tuple[str, list[str], str]]:
    """(command, what is typed, what is shown) of every game that a page begins to play in words."""
    found = []
    for command, shown in PLAYED.findall(page.read_text(encoding="utf-8")):
        typed = re.findall(r"^> (.+)$", shown, re.MULTILINE)
        found.append((command, typed, re.sub(r"^> .+$", "> ", shown, flags=re.MULTILINE)))
    return found


@pytest.mark.parametrize(("command", "typed", "shown"), [game for page in PAGES for game in games_played(page)])
def test_games_begin_as_a_page_shows(command: str, typed: list[str], shown: str, tmp_path: Path) -> None:
    played = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)],
        input="".join(f"{line}\n" for line in typed),
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path), "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    same, printed = played.stdout.startswith(shown.rstrip()), played.stdout.splitlines()[: len(shown.splitlines())]
    difference = "\n".join(difflib.ndiff(shown.splitlines(), printed))
    assert same, f"a page shows another beginning of {command}\n{difference}"


def test_links_and_pictures_are_there() -> None:
    for page in WITH_BENCHMARKS:
        for link in LINK.findall(page.read_text(encoding="utf-8")):
            path, _, heading = link.partition("#")
            if ":" in link:
                continue  # an address elsewhere
            target = (page.parent / path) if path else page
            assert target.exists(), (page.name, link)
            assert not heading or heading in anchors(target), (page.name, link)


def test_tables_are_whole() -> None:
    """Each has a second line of dashes, and as many cells in each row: a row after an empty line is no row."""
    for page in WITH_BENCHMARKS:
        text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        for table in re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE):
            rows = table.splitlines()
            assert re.fullmatch(r"\|(?: ?:?-+:? ?\|)+", rows[1] if rows[1:] else ""), (page.name, rows[0])
            cells = {row.replace(r"\|", "").count("|"): row for row in rows}
            assert len(cells) == 1, (page.name, cells)


def test_options_in_the_documents_are_those_of_their_commands() -> None:
    """Of each command between backquotes, ``cardwright COMMAND ...`` or ``match GAME ...``."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for command in re.findall(rf"`(?:cardwright )?((?:{'|'.join(commands())}) [^`]*--[^`]*)`", text):
            words = [re.sub(r"\W+$", "", word.partition("=")[0]) for word in re.sub(r'"[^"]*"', "", command).split()]
            for option in [word for word in words if word.startswith("--")]:
                assert option in options_of(words[0], words[1]), f"{page.name}: {command}"


def test_every_module_that_a_text_says_to_run_is_there() -> None:
    """Of each ``python -m MODULE`` in a document, a docstring or a comment."""
    files = [*PAGES, *(path for folder in ("src", "benchmarks", "load") for path in (ROOT / folder).rglob("*"))]
    texts = {path: path.read_text(encoding="utf-8") for path in files if path.suffix in {".md", ".py", ".toml"}}
    named = {(name, path) for path, text in texts.items() for name in re.findall(r"python -m (\w+(?:\.\w+)*)", text)}
    assert len({name for name, _ in named}) > 10
    assert {(name, path) for name, path in named if not is_module(name)} == set()


def is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def test_the_page_for_operators_lists_every_option_of_serve() -> None:
    text = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(--[a-z-]+)`", text, re.MULTILINE)) == options_of("serve", "") - {"--help"}


def documented_keys(page: str, heading: str) -> set[str]:
    """Return the keys in the first table below a line that begins so, as its header "key ..." says."""
    below = (ROOT / "docs" / page).read_text(encoding="utf-8").split(f"\n{heading}", 1)[1]
    table = re.search(r"^\| key.*\n\|---.*\n((?:\|.*\n)+)", below, re.MULTILINE)
    assert table is not None, heading
    names = [row.split("|")[1] for row in table[1].splitlines()]
    return {key for name in names for key in re.findall(r"`\[*(\w+)\]*`", name)}


def test_the_page_of_variants_explains_every_key() -> None:
    read = keys_of_variants()
    assert set(read) == {"", "street", "show", "phh"}
    assert documented_keys("variants.md", "## The top of the file") == read[""]
    assert documented_keys("variants.md", "## A street") == read["street"]
    assert documented_keys("variants.md", "## Bets that go round") == read["show"]
    assert {"no-limit", "pot-limit", "fixed-limit"} == read["phh"]


def test_the_page_of_rankings_explains_every_key() -> None:
    read = keys_of_rankings()
    assert documented_keys("rankings.md", "## The top of the file") == read[""]
    assert documented_keys("rankings.md", "## `[deck]`") == read["deck"]
    assert documented_keys("rankings.md", "## `[[category]]`") == read["category"]
    assert documented_keys("rankings.md", "## Points") | read["category"] == read["points"]
    entries = {
        "deck, ranks": "The table of a rank may have",
        "deck, suits": "The table of a suit may have",
        "deck, jokers": "The table of a joker may have",
        "deck, cards": "**A list of cards** is for",
        "deck, dice": "**Loaded dice**, coins and spinners are tables",
    }
    text = (ROOT / "docs" / "rankings.md").read_text(encoding="utf-8")
    for table, begins in entries.items():
        paragraph = text[text.index(begins) :].partition("\n\n")[0]
        assert {key for key in read[table] if not re.search(rf"`[{{ ]*{key}\b|, {key} =", paragraph)} == set(), table
    assert set(read) == {"", "deck", "category", "points", *entries}


@functools.cache
def options_of(command: str, game: str) -> set[str]:
    """Return the options that the help of a command names, with those for a game."""
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown), contextlib.redirect_stderr(io.StringIO()):
        main([command, "--help"])
        main([command, game, "--help"])
    return set(re.findall(r"--[a-z][a-z-]*", shown.getvalue()))


def anchors(page: Path) -> set[str]:
    """Return the names that a link may have after "#": the page's headings, in small letters, with hyphens."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_page_of_bots_names_all_bots_of_its_games() -> None:
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([\w ]+) \| (`random`.*) \|$", page, re.MULTILINE)
    for title, bots in rows:
        short = title.casefold()
        name = next(name for name, room in games.GAMES.items() if short in (name, room.title.casefold()[: len(short)]))
        assert set(re.findall("`([^`]+)`", bots)) == set(games.bot_names(name)), title
    assert rows


def test_every_command_is_documented() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    for command in commands():
        assert f"cardwright {command}" in text, f"cardwright {command} is in no page: README.md or docs/*.md"


def commands() -> list[str]:
    return list(next(action.choices for action in parser()._actions if action.choices))


def test_every_page_is_in_the_site() -> None:
    """`make docs` takes the pages that docs/index.md lists, and fails where one is left out."""
    index = ROOT / "docs" / "index.md"
    blocks = re.findall(r"^```{toctree}\n(.*?)^```", index.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    entries = [line.strip("> ").rpartition("<")[2] for block in blocks for line in block.splitlines()]
    listed = {page for entry in entries if entry and entry[0] != ":" for page in site_pages(index.parent, entry)}
    template = ROOT / "src" / "cardwright" / "new_game"
    wanted = {page.resolve() for page in PAGES if template not in page.parents and page != index}
    assert wanted - listed == set()


def site_pages(folder: Path, entry: str) -> list[Path]:
    """The pages of one line of a table of contents; it may hold stars."""
    parts = f"{entry}.md".split("/")
    up = parts.count("..")
    return [page.resolve() for page in folder.joinpath(*[".."] * up).resolve().glob("/".join(parts[up:]))]


def test_the_architecture_page_places_every_package() -> None:
    """The table of layers names each module and package of cardwright once."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = [
        line.split("|") for line in text.splitlines() if re.match(r"\| (interfaces|the cardroom|play|games) \|", line)
    ]
    placed = [name for row in rows for name in re.findall(r"`(\w+)`", row[2])]
    modules = {module.name for module in pkgutil.iter_modules(cardwright.__path__)} - {"__main__", "_cyutility"}
    assert sorted(placed) == sorted(modules)


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("odds-board", ["odds", "board", "90", "105"]),
        ("odds-discard", ["odds", "discard", "5h 5s Jd Qc 4c 6h", "--dealer", "--score", "90", "105"]),
        ("odds-paigow", ["odds", "paigow", "Jo Ac Kd Qh Ts 7c 4d"]),
    ],
)
def test_pictures_of_odds_are_those_of_the_command(
    name: str, command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """After a change that is meant, CARDWRIGHT_PICTURES=1 draws them again: look at them, then keep them."""
    kept, drawn = ROOT / "docs" / "pictures" / f"{name}.svg", tmp_path / "drawn.svg"
    assert main([*command, "--svg", str(drawn)]) == 0
    if os.environ.get("CARDWRIGHT_PICTURES"):
        kept.write_bytes(drawn.read_bytes())
    assert drawn.read_text("utf-8") == kept.read_text("utf-8")
