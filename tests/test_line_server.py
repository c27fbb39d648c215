"""The third interface, examples/line_server.py: it plays every game to its end without the web and the terminal."""

import ast
import asyncio
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from cardwright.games import GAMES
from cardwright.testing import short

PATH = Path(__file__).parent.parent / "examples" / "line_server.py"
ALLOWED = ("cardwright.cardroom", "cardwright.scenes", "cardwright.errors")
MAX_LINES = 250
MAX_REPLIES = 3000  # more than any short game takes


@pytest.fixture(scope="module")
def line_server() -> ModuleType:
    spec = importlib.util.spec_from_file_location("line_server", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def imports() -> Iterator[str]:
    """The modules that the example imports."""
    for node in ast.walk(ast.parse(PATH.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)


def test_it_imports_the_cardroom_and_the_scenes_only() -> None:
    foreign = [name for name in imports() if name.split(".")[0] not in sys.stdlib_module_names]
    assert [name for name in foreign if not name.startswith(ALLOWED)] == []
    assert len(PATH.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


def test_it_loads_neither_web_nor_terminal() -> None:
    script = f"import sys, runpy; runpy.run_path({str(PATH)!r}); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert not {"starlette", "textual", "uvicorn", "cardwright.web", "cardwright.terminal"} & set(loaded)


class Client:
    """A scripted client, which plays at random."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer, self.rng = reader, writer, Random(1)
        self.moves: list[str] = []

    async def line(self) -> str:
        return (await self.reader.readline()).decode().rstrip("\n")

    def send(self, line: str) -> None:
        self.writer.write(f"{line}\n".encode())

    async def until(self, *ends: str) -> str:
        """Read to the line that begins with one of these, and remember the moves before it."""
        self.moves = []
        while not (line := await self.line()).startswith(ends):
            assert line, "the server has closed the connection"
            if line.startswith("+ "):
                self.moves.append(line.removeprefix("+ "))
            elif line.startswith("| "):
                self.moves = []
            else:  # a table that changes while the client answers asks again, and the second answer is refused
                assert line.startswith(("* ", "table ", "ask", "wait")) or "is not a move now" in line, line
        return line

    def choose(self) -> str:
        """A move at random, with its lowest number where it takes one."""
        move = self.rng.choice(self.moves)
        if "{}" in move:
            text, low, *_ = move.rsplit(" ", 3)
            return text.replace("{}", low)
        return move

    async def close(self) -> None:
        self.writer.close()
        await self.writer.wait_closed()

    async def play(self) -> str:
        """Play to the end, and return the result."""
        for _ in range(MAX_REPLIES):
            line = await self.until("ask", "over ")
            if line.startswith("over "):
                return line.removeprefix("over ")
            self.send(self.choose())
        raise AssertionError("the game does not end")


@pytest.mark.parametrize("game", GAMES)
async def test_every_game_is_played_to_its_end(game: str, line_server: ModuleType, tmp_path: Path) -> None:
    async with line_server.serving(str(tmp_path / "log.db"), bot_pace_s=0) as port:
        client = Client(*await asyncio.open_connection("127.0.0.1", port))
        options = [f"{name}={str(value).lower()}" for name, value in short(game).items()]
        client.send(" ".join(["open", game, "bot=random", *options]))
        assert await client.play()
        await client.close()


async def test_two_people_and_what_is_refused(line_server: ModuleType, tmp_path: Path) -> None:
    async with line_server.serving(str(tmp_path / "log.db"), bot_pace_s=0) as port:
        ann, ben = [Client(*await asyncio.open_connection("127.0.0.1", port)) for _ in range(2)]
        for wrong, why in {
            "hint": "! first: open GAME, or sit TABLE",
            "open crib": "! no game named 'crib'; did you mean 'cribbage'?",
            "open cribbage to=62": "! option 'to' cannot be 62",
            "open cribbage people=two": "! people=N says how many people sit down, you among them",
            "sit nowhere": "! no table named 'nowhere'; there are none",
        }.items():
            ann.send(wrong)
            assert (await ann.line()).startswith(why)
        ann.send("open cribbage people=2")
        table = await ann.line()
        assert "1 more" in await ann.line()
        assert await ann.line() == "wait"
        ben.send(f"sit {table.removeprefix('table ')} Ben")
        assert await ben.line() == table
        await asyncio.gather(ann.until("ask"), ben.until("ask"))  # both lay away at once
        ann.send("lay 2")
        assert (await ann.line()).startswith("! ")
        ann.send("nonsense")
        assert await ann.line() == "! 'nonsense' is not a move now; look lists the moves"
        ben.send("hint")
        while not (line := await ben.line()).startswith("! "):
            assert line
        assert line == "! hints are not allowed at this table"
        for client in (ann, ben):
            client.send("quit")
            await client.reader.read()
            await client.close()


async def test_a_hint(line_server: ModuleType, tmp_path: Path) -> None:
    async with line_server.serving(str(tmp_path / "log.db"), bot_pace_s=0) as port:
        client = Client(*await asyncio.open_connection("127.0.0.1", port))
        client.send("open patience")
        await client.until("ask")
        client.send("hint")
        assert (await client.line()).startswith("* Hint: Place ")
        client.send("leave")
        await client.close()
