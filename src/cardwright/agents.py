"""``cardwright mcp``: tools for an agent to play any game against bots, over the Model Context Protocol on stdio.

An agent sits down, looks, moves, asks for the rules and for the value of its moves, and reviews the game at its end.
All that a tool returns follows from the view of the agent's seat.
"""

import secrets
from collections.abc import Callable
from functools import wraps
from random import Random
from typing import Any, ParamSpec, TypeVar

import msgspec

from cardwright import __version__, errors, games
from cardwright.errors import BadCount, BadOption, CardwrightError, PlayError, UnknownName
from cardwright.game import AnyGame, Player
from cardwright.play import review, session
from cardwright.play.luck import Luck
from cardwright.play.record import Header, Record, Sitter
from cardwright.play.session import Frame
from cardwright.play.table import Table
from cardwright.scenes import named, words

try:
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from pydantic import ValidationError  # the SDK's error for a wrong argument
except ImportError as missing:  # also of an older version of the SDK, which lacks these names
    raise errors.lacking(missing) from None

MAX_TABLES = 100
SEED_BITS = 128
INSTRUCTIONS = (
    "Play card and dice games against bots. sit_down opens a table; then repeat: read the table and the moves, and "
    "call move with the text of one of them, with a number in the place of {}, until over is true. "
    "rules explains a game, odds values your moves, review shows your mistakes after the end."
)
P = ParamSpec("P")
R = TypeVar("R")


class AgentTable:
    """A table with one agent and bots in the other seats."""

    def __init__(self, game: AnyGame, seat: Player, bots: list[str], seed: int) -> None:
        self.game, self.seat = game, seat
        self.table = Table(game, Luck.numbered(seed))
        self.kinds = [*bots[:seat], "agent", *bots[seat:]]
        self.names = ["You" if each == seat else f"{kind} {each + 1}" for each, kind in enumerate(self.kinds)]
        self.bots = {
            each: games.create_bot(kind, game, Random(f"{seed}/{each}"))
            for each, kind in enumerate(self.kinds)
            if each != seat
        }
        self.news: list[str] = []
        self.go_on()

    def go_on(self) -> None:
        """Let chance and the bots act until the agent is to act, or the game ends."""
        self._note_news(session.settle(self.table))
        while not self.table.over and self.seat not in self.table.to_act:
            player = self.table.to_act[0]
            action = self.bots[player].advise(self.table.view(player)).action
            self._note_news(session.play(self.table, player, self.game.text(action)))

    def _note_news(self, frames: list[Frame]) -> None:
        self.news += [line for frame in frames for line in frame.news(self.names, self.seat)]

    def move(self, text: str) -> None:
        """Make a move, in words as `cardwright play --plain` understands them. Raises `CardwrightError`."""
        if self.table.over:
            raise PlayError("the game is over")
        scene = session.look(self.table, self.seat)
        meant = session.move_of(self.table, scene, text, lister="look")
        self._note_news(session.play(self.table, self.seat, meant))
        self.go_on()

    def look(self, number: int) -> dict[str, Any]:
        """Return the table as the seat sees it, with the news since the last look."""
        scene = session.look(self.table, self.seat)
        news, self.news = self.news, []
        return {
            "table": number,
            "seat": self.seat,
            "over": self.table.over,
            "news": news,
            "text": "\n".join(words.table(scene, self.names)),
            "moves": [
                {"text": move.text, "label": named(move.label, self.names), **move.limits} for move in scene.moves
            ],
            "view": msgspec.to_builtins(self.table.view(self.seat)),
        }

    def odds(self) -> dict[str, Any]:
        """Return the moves that the game values, best first, each with its value and its standard error."""
        if self.table.over:
            raise PlayError("the game is over")
        if not games.has_answers(self.game.name):
            return {"unit": "", "moves": [], "advice": self._advice_of_bot()}
        lines = games.evaluate(self.game, self.table.view(self.seat))
        moves = [
            {
                "text": self.game.text(line.action),
                "value": float(line.value),
                "error": line.error,
                "reason": named(line.reason, self.names),
            }
            for line in lines
        ]
        advice = moves[0]["text"] if moves else self._advice_of_bot()
        return {"unit": games.unit(self.game).name, "moves": moves, "advice": advice}

    def _advice_of_bot(self) -> str:
        """Return the move of the strongest bot, where the game does not value the moves."""
        bot = games.create_bot(games.strongest_bot(self.game.name), self.game, Random(0))
        return self.game.text(bot.advise(self.table.view(self.seat)).action)

    def review(self) -> dict[str, Any]:
        """Return the review of the agent's decisions. Raises `PlayError` before the end."""
        header = Header.of(self.game, [Sitter(name) for name in self.names])
        record = Record.of(header, self.game, self.table.log)
        (own_review,) = review.review_record(record, [self.seat])
        return {
            "grade": own_review.grade,
            "accuracy": own_review.accuracy if own_review.grade else None,
            "decisions": len(own_review.decisions),
            "result": own_review.result,
            "luck": own_review.luck if own_review.summed else None,
            "unit": games.unit(self.game).name,
            "mistakes": [str(each) for each in review.figures(record, own_review, self.names, self.seat).mistakes],
        }


def _report_errors(tool: Callable[P, R]) -> Callable[P, R]:
    """Report an error that the agent's input causes as the result of the call."""

    @wraps(tool)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return tool(*args, **kwargs)
        except CardwrightError as problem:
            raise ToolError(str(problem)) from problem

    return call


class AgentRoom:
    """The tables of one agent, and the tools to play at them. With a ``seed`` the deals are always the same."""

    def __init__(self, seed: int | None = None) -> None:
        self.tables: dict[int, AgentTable] = {}
        self.random: Random = secrets.SystemRandom() if seed is None else Random(seed)

    def list_games(self) -> list[dict[str, Any]]:
        """List the games: a line about each, its bots from weak to strong, and its options with their defaults."""
        return [
            {
                "game": name,
                "title": room.title,
                "about": room.about,
                "aim": room.aim,
                "bots": list(games.bot_names(name)),
                "options": {
                    option.name: {"default": option.default, "help": option.help, "values": option.wanted}
                    for option in games.options(name)
                },
            }
            for name, room in games.GAMES.items()
        ]

    def rules(self, game: str) -> str:
        """Return the rules of a game, in Markdown."""
        return games.rules_page(game)

    def sit_down(
        self, game: str, options: dict[str, bool | int | str] | None = None, seat: int = 0, bot: str = ""
    ) -> dict[str, Any]:
        """Open a table and sit down. seat counts from 0; bot names the other players (default: the strongest)."""
        chosen = options or {}
        if len(self.tables) >= MAX_TABLES:
            raise BadCount(f"you have {MAX_TABLES} tables: leave one first", MAX_TABLES)
        for option in games.options(game):
            if option.names_file(chosen.get(option.name)):
                raise BadOption(option.name, chosen[option.name], "a name, or the text of a declaration")
        new_game = games.create_offered(game, **chosen)
        if not 0 <= seat < new_game.players:
            raise BadCount(f"this game has seats 0 to {new_game.players - 1}, and no seat {seat}", seat)
        if bot and new_game.players == 1:
            raise BadOption("bot", bot, f"nothing: {game} has no other seat")
        kind = bot or games.strongest_bot(game)
        number = max(self.tables, default=0) + 1
        self.tables[number] = AgentTable(
            new_game, seat, [kind] * (new_game.players - 1), self.random.getrandbits(SEED_BITS)
        )
        return self.tables[number].look(number)

    def look(self, table: int) -> dict[str, Any]:
        """Return a table as you see it: news, text, your moves, and your view as data."""
        return self._find_table(table).look(table)

    def move(self, table: int, text: str) -> dict[str, Any]:
        """Make a move, by the text of one of your moves; return the table when you are to act again, or at the end."""
        self._find_table(table).move(text)
        return self._find_table(table).look(table)

    def odds(self, table: int) -> dict[str, Any]:
        """Return the value of your moves, best first, with standard errors and reasons."""
        return self._find_table(table).odds()

    def review(self, table: int) -> dict[str, Any]:
        """Return your mistakes in a game that is over: what they cost, and luck apart from skill."""
        return self._find_table(table).review()

    def leave(self, table: int) -> str:
        """Leave a table; its game is not kept."""
        self._find_table(table)
        del self.tables[table]
        return f"You have left table {table}."

    def _find_table(self, table: int) -> AgentTable:
        if not self.tables:
            raise PlayError("you are at no table: sit_down opens one")
        if table not in self.tables:
            raise UnknownName("table", str(table), map(str, self.tables))
        return self.tables[table]


class AgentServer(MCPServer):
    """The SDK's server, which refuses in one line an argument that a tool does not have, that is missing or wrong."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Call a tool. Raises `ToolError`."""
        for tool in await self.list_tools():
            if tool.name == name:
                _check_arguments(name, arguments, tool.input_schema)
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as problem:
            if isinstance(problem.__cause__, ValidationError):
                raise ToolError(_wrong_argument(name, problem.__cause__)) from None
            raise


def _wrong_argument(tool: str, problem: ValidationError) -> str:
    """Return a line about the first wrong argument, or about a wrong option in it."""
    errors = problem.errors()
    argument, *inner = errors[0]["loc"]
    within = f", {inner[0]}" if inner else ""  # what follows names a type of several
    wanted = [
        each["msg"].removeprefix("Input should be ") for each in errors if each["loc"][:2] == errors[0]["loc"][:2]
    ]
    return f"argument {argument!r} of {tool}{within}: it takes {' or '.join(dict.fromkeys(wanted))}"


def _check_arguments(tool: str, arguments: dict[str, Any], schema: dict[str, Any]) -> None:
    """Raise `ToolError` for an argument that a tool does not have, or that is missing."""
    properties = schema["properties"]
    for argument in arguments:
        if argument not in properties:
            raise ToolError(str(UnknownName(f"argument of {tool}", argument, properties)))
    for argument in schema.get("required", ()):
        if argument not in arguments:
            raise ToolError(f"{tool} needs the argument {argument!r}")


def server(seed: int | None = None) -> MCPServer:
    """Return the server of tools, with the tables of one agent."""
    room = AgentRoom(seed)
    mcp_server = AgentServer("cardwright", title="Cardwright", instructions=INSTRUCTIONS, version=__version__)
    for tool in (
        room.list_games, room.rules, room.sit_down, room.look, room.move, room.odds, room.review, room.leave
    ):  # fmt: skip
        mcp_server.tool()(_report_errors(tool))
    return mcp_server


def serve(seed: int | None = None) -> int:
    """Serve the tools on stdin and stdout until the agent leaves."""
    server(seed).run("stdio")
    return 0
