"""``cardwright mcp``: a scripted client plays every game through the official SDK, and no tool shows a secret."""

import json
import os
import sys
from random import Random
from typing import Any

import pytest
from mcp import Client, StdioServerParameters, stdio_client

from cardwright import games
from cardwright.agents import AgentRoom, server
from cardwright.testing import short

MAX_MOVES = 400


def data(result: Any) -> Any:
    """Return what a tool gave. Its structured form is that of its text."""
    assert not result.is_error, result.content
    return json.loads(result.content[0].text)


def others(game: str) -> str:
    """Return a bot for the other seats of a game, "" where there are none."""
    return "random" if games.create(game, **short(game)).players > 1 else ""


def typed(move: dict[str, Any]) -> str:
    return str(move["text"]).replace("{}", str(move.get("low", "")))


async def play(client: Any, game: str, rng: Random) -> dict[str, Any]:
    """Sit down and play at random to the end; return the last look."""
    given = {"game": game, "options": short(game), "bot": others(game)}
    seen: dict[str, Any] = data(await client.call_tool("sit_down", given))
    for _ in range(MAX_MOVES):
        if seen["over"]:
            return seen
        text = typed(rng.choice(seen["moves"]))
        seen = data(await client.call_tool("move", {"table": seen["table"], "text": text}))
    raise AssertionError(f"{game} does not end")


@pytest.mark.parametrize("game", games.GAMES)
async def test_a_whole_game_is_played(game: str) -> None:
    async with Client(server(seed=1)) as client:
        last = await play(client, game, Random(1))
        assert last["moves"] == []
        assert last["news"]
        assert last["view"]["player"] == 0


async def test_over_stdio_with_rules_odds_review_and_refusals() -> None:
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "cardwright", "mcp", "--seed", "3"], env=dict(os.environ)
    )
    async with Client(stdio_client(command)) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert names == {"list_games", "rules", "sit_down", "look", "move", "odds", "review", "leave"}
        rules: Any = await client.call_tool("rules", {"game": "cribbage"})
        assert "starter" in rules.content[0].text
        nowhere: Any = await client.call_tool("look", {"table": 1})
        assert "you are at no table: sit_down opens one" in nowhere.content[0].text
        seen = data(await client.call_tool("sit_down", {"game": "flexdeck", "options": {"rounds": 1}, "bot": "random"}))
        table = {"table": seen["table"]}
        for call, given, why in (
            ("move", {**table, "text": "dance"}, "'dance' is not a move now; look lists the moves"),
            ("review", table, "only a finished game is reviewed"),
            ("look", {"table": 9}, "no table named '9'"),
            ("look", {"table": "first"}, "argument 'table' of look: it takes a valid integer"),
            (
                "sit_down",
                {"game": "cribbage", "options": {"to": []}},
                "argument 'options' of sit_down, to: it takes a valid boolean or a valid integer or a valid string",
            ),
            ("sit_down", {"game": "chess"}, "no game named 'chess'"),
            ("sit_down", {"game": "cribbage", "seat": 2}, "no seat 2"),
            ("sit_down", {"game": "patience", "bot": "basic"}, "it takes nothing: patience has no other seat"),
            ("sit_down", {"game": "cribbage", "bots": "random"}, "no argument of sit_down named 'bots'"),
            ("look", {}, "look needs the argument 'table'"),
            ("sit_down", {"game": "poker", "options": {"ranking": "/etc/passwd"}}, "ranking"),
        ):
            refused: Any = await client.call_tool(call, given)
            assert refused.is_error
            assert why in refused.content[0].text
            assert "\n" not in refused.content[0].text
        best = data(await client.call_tool("odds", table))["advice"]
        while not seen["over"]:
            seen = data(await client.call_tool("move", {**table, "text": best or typed(seen["moves"][-1])}))
            best = ""
        late: Any = await client.call_tool("move", {**table, "text": "1"})
        assert "the game is over" in late.content[0].text
        found = data(await client.call_tool("review", table))
        assert found["grade"] in "ABCDE"
        assert found["decisions"] > 0
        left: Any = await client.call_tool("leave", table)
        assert "left table" in left.content[0].text


@pytest.mark.parametrize("game", games.GAMES)
def test_no_tool_shows_a_secret(game: str) -> None:
    """Hidden cards are dealt again, many times in a game: neither look nor odds changes."""
    rng = Random(5)
    room = AgentRoom(seed=2)
    seen = room.sit_down(game, short(game), bot=others(game))
    assert seen["over"] or room.odds(1)["advice"]
    at = room.tables[seen["table"]]
    for step in range(12):
        if seen["over"]:
            break
        before = room.look(1)
        true = at.table.state
        at.table.state = at.game.sample_state(at.table.view(at.seat), rng)
        assert room.look(1) == before
        at.table.state = true
        if step == 2 and games.has_answers(game):
            value = room.odds(1)
            at.table.state = at.game.sample_state(at.table.view(at.seat), rng)
            assert room.odds(1) == value
            at.table.state = true
        seen = room.move(1, typed(rng.choice(seen["moves"])))


def test_a_seed_deals_the_same_games() -> None:
    one, two = (AgentRoom(seed=4).sit_down("cribbage")["view"] for _ in range(2))
    assert one == two
    assert AgentRoom().sit_down("cribbage")["view"] != one
