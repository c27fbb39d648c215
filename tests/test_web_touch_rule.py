"""One rule of touch: sequences of touches and drops select and play the same in the browser as in `scenes.touch`."""

from collections.abc import Iterator
from importlib import resources
from itertools import chain, islice
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from cardwright import games
from cardwright.game import CHANCE
from cardwright.scenes import Move, Scene
from cardwright.scenes.touch import Choice
from cardwright.web.drawing import scene_parts
from support.playouts import random_states

SEQUENCES, SCENES, MAX_TOUCHES = 200, 8, 8
MAX_MOVES = 2000  # of all sequences of a scene: each touch looks at every move
STATIC = resources.files("cardwright.web").joinpath("static")
SCRIPTS = ("page", "choose", "drag", "animate", "sound", "hint", "news", "frame", "moments", "send", "table", "feed")
SOURCES = [STATIC.joinpath(f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS]
SCRIPT = "".join(f"<script>{source}</script>" for source in SOURCES)
NAMES = tuple(f"Player {seat}" for seat in range(20))

REPLAY = """(sequences) => sequences.map((steps) => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  const made = [];
  const catch_move = (event) => { event.preventDefault(); event.stopPropagation(); made.push(event.submitter.value); };
  document.addEventListener("submit", catch_move, true);
  const seen = steps.map(([source, target]) => {
    made.length = 0;
    if (target) cardwright.choice.drop(source, target); else document.getElementById("p-" + source).click();
    const pressed = [...document.querySelectorAll('button[data-place][aria-pressed="true"]')];
    return [pressed.map((one) => one.dataset.place).sort(), document.getElementById("confirm").value, made.join()];
  });
  document.removeEventListener("submit", catch_move, true);
  return seen;
})"""
Step = tuple[str, str]  # a place and "", or a place that is dragged onto another


def scenes(name: str) -> Iterator[Scene]:
    """Scenes in which places can be touched, from games played at random."""
    game, rng = games.create(name), Random(7)
    for state in chain.from_iterable(islice(random_states(game, rng), 400) for _ in range(40)):
        to_act = game.players_to_act(state)
        if to_act and to_act[0] != CHANCE and rng.random() < 0.2:
            scene = games.scene(game, game.view(state, rng.choice(to_act)))
            if any(move.places and not move.number for move in scene.moves):
                yield scene


def steps(scene: Scene, rng: Random) -> list[Step]:
    """A few touches of places that moves hold, and sometimes a drop of one of all places onto one of these."""
    places = sorted({place for move in scene.moves for place in move.places})
    every = sorted(place.id for place in scene.places)

    def step() -> Step:
        source, target = rng.choice(every), rng.choice(places)
        return (source, target) if source != target and rng.random() < 0.2 else (target, "")

    return [step() for _ in range(rng.randint(1, MAX_TOUCHES))]


def drop(choice: Choice, source: str, target: str) -> tuple[Choice, Move | None]:
    """Drag one place onto another; return the choice, and the move that this makes.

    The move holds exactly these two places, or the one of them that any move holds: the other is only where the card
    lies, or where it is put. Where there is none, or it is confirmed, the place that was dragged is touched.
    """
    moves = choice.scene.moves
    ends = {source, target} & frozenset().union(*(move.places for move in moves))
    found = [move for move in moves if ends and move.places == ends]
    if len(found) == 1 and not found[0].confirm:
        return Choice(choice.scene, tuple(sorted(ends))), found[0]
    return choice if source in choice.touched else choice.touch(source), None


def selected(scene: Scene, done: list[Step]) -> list[Any]:
    """Return the selection after each step, the move that can be confirmed, and the move that is made, by Python."""
    choice, found = Choice(scene), []
    for source, target in done:
        choice, made = drop(choice, source, target) if target else choice.press(source)
        confirmed = choice.confirmed if choice.touched else None
        found.append([sorted(choice.touched), confirmed.text if confirmed else "", made.text if made else ""])
    return found


def load(page: Page, scene: Scene) -> None:
    html = scene_parts.scene_html(scene, NAMES, 1, "/t/x/move")
    menu, lines = (
        '<link rel="icon" href="data:,"><header class="site-head"><nav></nav></header>',
        '<p id="question"></p><p id="news"></p>',
    )
    body = f'{menu}<div data-socket="/t/x/feed">{lines}{html}</div>{SCRIPT}'

    def fulfil(route: Route) -> None:
        if route.request.is_navigation_request():
            route.fulfill(body=f"<!doctype html><body>{body}", content_type="text/html")
        else:
            route.abort()

    page.unroute_all()
    page.route("**/*", fulfil)
    page.goto("http://cardwright.test/t/x")


@pytest.mark.parametrize("name", games.GAMES)
def test_touches_select_the_same_in_the_browser(browser: Browser, name: str) -> None:
    rng = Random(11)
    found = list(islice(scenes(name), SCENES))  # none in a game that is played by buttons alone
    page = browser.new_page()
    try:
        for scene in found:
            load(page, scene)
            number = min(SEQUENCES // len(found), MAX_MOVES // len(scene.moves)) + 1
            sequences = [steps(scene, rng) for _ in range(number)]
            shown = page.evaluate(REPLAY, sequences)
            assert shown == [selected(scene, done) for done in sequences], scene.status
    finally:
        page.close()


def test_three_cards_touched_where_a_move_takes_two_leave_two(browser: Browser) -> None:
    """The browser left one and the terminal two."""
    scene = next(scene for scene in scenes("cribbage") if any(len(move.places) == 2 for move in scene.moves))
    places = sorted({place for move in scene.moves for place in move.places})[:3]
    page = browser.new_page()
    try:
        load(page, scene)
        ((*_, (pressed, _, _)),) = page.evaluate(REPLAY, [[(place, "") for place in places]])
        assert pressed == sorted(places[1:])
    finally:
        page.close()
