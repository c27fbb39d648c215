"""The places of zones are data, stated once: the style sheet knows no game."""

import itertools
import re
from importlib import resources
from itertools import islice
from random import Random
from typing import Any

import pytest

from cardwright import games
from cardwright.game import SPECTATOR
from cardwright.scenes import Lamps, Scene
from cardwright.scenes.arrange import arrange
from cardwright.web.drawing import scene_parts
from cardwright.web.workbench_form import BLANK
from support.playouts import random_states

SHEET = "".join(
    resources.files("cardwright.web").joinpath("static", name).read_text(encoding="utf-8")
    for name in ("style.css", "table.css")
)
SELECTORS = re.sub(r"\{[^{}]*\}", "{}", re.sub(r"/\*.*?\*/", "", SHEET, flags=re.DOTALL))


def scenes(name: str, seed: int, **options: Any) -> list[Scene]:
    """Scenes of the first seat and of a spectator in a game played at random."""
    game = games.create(name, **options)
    states = islice(random_states(game, Random(seed)), 1, 151)
    return [games.scene(game, game.view(state, seat)) for state in states for seat in (0, SPECTATOR)]


def test_the_style_sheet_names_no_game_and_no_zone() -> None:
    words = set(re.findall(r"[a-z][a-z0-9-]*", SELECTORS))
    zones = {zone.id for name in games.GAMES for scene in scenes(name, 1) for zone in scene.zones}
    assert not words & set(games.GAMES)
    assert not re.findall(r"[#.]z-", SELECTORS)
    assert not {f"zone-{zone}" for zone in zones} & words
    assert SELECTORS.count(":has(") <= 3


@pytest.mark.parametrize("name", games.GAMES)
def test_every_zone_stands_in_one_area(name: str) -> None:
    for scene in scenes(name, 2):
        laid = arrange(scene)
        placed = [zone.id for area in laid.areas for slot in area.slots for zone in slot.zones]
        assert sorted(placed + [zone.id for zone in laid.panels]) == sorted(zone.id for zone in scene.zones)
        ids = [slot.id for area in laid.areas for slot in area.slots]
        assert len(set(ids)) == len(ids)
        drawn = scene_parts.scene_html(scene, tuple(f"Player {number}" for number in range(27)), 1, "/")
        for zone in scene.zones:
            assert drawn.count(f'id="z-{zone.id}"') == 1


@pytest.mark.parametrize("name", games.GAMES)
def test_the_slots_of_a_table_stay_from_its_first_move_to_its_last(name: str) -> None:
    mine = [scene for scene in scenes(name, 3) if scene.player == 0 and not scene.result]
    areas = {tuple(area.name for area in arrange(each).areas) for each in mine}
    slots = {tuple(slot.id for area in arrange(each).areas for slot in area.slots) for each in mine}
    if name == "pyramid":  # it is taken down, and hands come beside it
        assert len(areas) == 2
    else:
        assert len(areas) == len(slots) == 1


def test_scenes_whose_zones_have_the_same_outlines_share_an_arrangement() -> None:
    seen = scenes("cribbage", 1)
    outlines = [[(type(each), each.id, each.owner, each.aside, each.size) for each in scene.zones] for scene in seen]
    for (one, first), (other, second) in itertools.combinations(zip(seen, outlines, strict=True), 2):
        if one.player == other.player:
            assert (arrange(one) is arrange(other)) == (first == second)
    assert len({id(arrange(scene)) for scene in seen}) < len(seen)


def test_a_short_table_of_hands_is_marked_for_the_style_sheet() -> None:
    for ranking, few in ((BLANK, True), ("standard", False)):
        seen = [arrange(scene) for scene in scenes("poker", 4, ranking=ranking)]
        listed = [laid for laid in seen if any(each.layout is Lamps for each in laid.panels)]
        assert {"few-lamps" in laid.rail_traits for laid in listed} == {few}
    assert ".few-lamps" in SELECTORS


def test_a_table_of_many_has_a_slot_for_each_other_player() -> None:
    for scene in scenes("dual-piecepacks", 4):
        laid = arrange(scene)
        seats = [slot.seat for area in laid.areas if area.name == "others" for slot in area.slots]
        assert sorted(seats) == [seat.player for seat in scene.seats if seat.player != scene.player]
        assert laid.plated == {seat.player for seat in scene.seats}
