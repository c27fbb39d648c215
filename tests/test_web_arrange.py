"""Where zones stand is data, said once: the style sheet knows no game."""

import re
from importlib import resources
from random import Random

import pytest

from cardwright import games
from cardwright.game import CHANCE, SPECTATOR
from cardwright.scenes import Scene
from cardwright.scenes.arrange import arrange
from cardwright.web import render

SHEET = resources.files("cardwright.web").joinpath("static", "style.css").read_text(encoding="utf-8")
SELECTORS = re.sub(r"\{[^{}]*\}", "{}", re.sub(r"/\*.*?\*/", "", SHEET, flags=re.DOTALL))


def scenes(name: str, seed: int) -> list[Scene]:
    """What the first seat and a spectator see of a game played at random."""
    game, rng, found = games.create(name), Random(seed), []
    state = game.initial_state()
    for _ in range(150):
        to_act = game.players_to_act(state)
        if not to_act:
            break
        player = to_act[0]
        action = game.draw(state, rng) if player == CHANCE else rng.choice(list(game.legal_actions(state, player)))
        state = game.apply(state, player, action)
        found += [games.scene(game, game.view(state, seat)) for seat in (0, SPECTATOR)]
    return found


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
        areas = (laid.others, laid.middle, laid.own, laid.boards, laid.panels)
        placed = [zone.id for area in areas for zone in area]
        assert sorted(placed) == sorted(zone.id for zone in scene.zones)
        assert laid.minor <= {zone.id for zone in laid.own}
        assert (laid.plan == "none") == (not laid.boards)
        drawn = render.scene_html(scene, ("Ann", "Bea", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida")[:9] * 3, 1, "/")
        for zone in scene.zones:
            assert drawn.count(f'id="z-{zone.id}"') == 1
