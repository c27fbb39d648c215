"""The deal before as it ended: which moment of a game that is, and what each seat is shown of it again."""

from importlib import import_module
from itertools import pairwise
from random import Random

import pytest
from starlette.testclient import TestClient

from cardwright import games
from cardwright.game import SPECTATOR, AnyGame, Game, State
from cardwright.scenes import BACK
from cardwright.testing import short, tables
from support.playouts import random_states
from support.visitors import JSON, Room, look, move_in_turn, open_table, other, post_move, sit_down, until


def faces(game: AnyGame, state: State) -> set[str]:
    """The cards that lie face up for everyone, by their faces."""
    scene = games.scene(game, game.view(state, SPECTATOR))
    return {place.face.text for place in scene.places if place.face is not None and place.face != BACK}


def has_deals(name: str) -> bool:
    """Whether a step of the rules clears the table for the next deal, or the rules say so themselves."""
    actions = import_module(f"{games.room(name).package}.actions")
    clears = any(getattr(each, "clears", False) for each in vars(actions).values())
    return clears or games.game_type(name).ends_deal is not Game.ends_deal


@pytest.mark.parametrize("name", [*filter(has_deals, games.GAMES)])
def test_a_deal_ends_where_the_next_step_clears_all_cards(name: str) -> None:
    options = dict(short(name))
    found = 0
    for several in ({"deals": 4} if "deals" in options else {}, *tables(name)):  # until one is of several deals
        game = games.create(name, **options | several)
        for state, after in pairwise(random_states(game, Random(3))):
            ends, lying = game.ends_deal(state), faces(game, state)
            if game.is_moment(state) and lying and game.players_to_act(after):  # the last cards stay on the table
                assert ends == (not lying & faces(game, after))
            found += ends
        if found:
            return
    pytest.fail("no deal ends with any options: add some of several deals to TABLES in laws.py")


def test_what_a_glance_is_enough_for_stays_in_sight() -> None:
    game, found = games.create("cribbage"), 0
    for state, after in pairwise(random_states(game, Random(3))):
        if game.is_moment(state) and game.is_brief(state):
            found += 1
            assert faces(game, state) <= faces(game, after)
    assert found


def test_the_last_deal_is_shown_to_each_seat_as_it_saw_it(client: TestClient, room: Room) -> None:
    table = open_table(client, "poker", **{"o-players": "2", "o-deals": "3", "o-stacks": "100", "others": "open"})
    bea, rng = sit_down(client, table), Random(4)
    refused = client.get(f"{table}/last-deal", headers=JSON)
    assert (refused.status_code, refused.json()) == (409, {"error": "no deal of this game has ended before this one"})
    deals = set()
    while not look(client, table)["over"]:
        live = room.table(table)
        moment = live.last_deal
        assert ("data-last-deal" in client.get(table).text) == (moment is not None)
        if moment is not None:
            deals.add(moment.version)
            for seat, browser in ((0, client), (1, bea), (SPECTATOR, other(client))):
                shown = browser.get(f"{table}/last-deal", headers=JSON).json()
                assert (shown["at"], shown["news"]) == (moment.version, list(moment.news))
                assert f'id="scene" data-version="{moment.version}"' in shown["scene"]
                assert 'id="onward"' in shown["scene"]
                places = [place.face.text for place in live.scene(seat, moment).places if place.face]
                drawn = [word.partition('"')[0] for word in shown["scene"].split('data-face="')[1:]]
                assert drawn == [face for face in places if face != "back"]
            assert f'data-version="{moment.version}"' in client.get(f"{table}/last-deal").text
        move_in_turn((client, bea), table, rng)
    assert len(deals) == 2
    assert client.get(f"{table}/last-deal", headers=JSON).status_code == 409


def test_a_guided_first_game_shows_its_last_deal(client: TestClient, room: Room) -> None:
    table = open_table(client, "poker", guided="yes")
    seen = until(client, table, lambda seen: seen["moves"])
    while (moment := room.table(table).last_deal) is None:
        post_move(client, table, seen["version"], "check" if "check" in str(seen["moves"]) else "fold")
        seen = until(client, table, lambda seen: seen["moves"])  # the table waits for this player
    shown = client.get(f"{table}/last-deal", headers=JSON)
    assert shown.json()["at"] == moment.version
