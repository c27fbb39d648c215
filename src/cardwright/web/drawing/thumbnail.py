"""A small picture of a game's table, as one SVG: its cards, boards and chips, drawn from a sample scene."""

import functools
from collections.abc import Sequence
from random import Random

from markupsafe import Markup

from cardwright import games
from cardwright.game import CHANCE
from cardwright.play import guide
from cardwright.scenes import Chips, Grid, Pegboard, Pile, Place, PyramidZone, Scene, Zone, places_of
from cardwright.scenes.arrange import by_area
from cardwright.web.drawing import svg

WIDTH, HEIGHT, EDGE = 320, 150, 8
CARD, TALL, GAP = 60, 84, 6  # a card's field, and the room between cards
MAX_CARDS = 9  # of one zone that are drawn
BOARD = (280, 84)  # the field of a pegging board
STACKS = (90, 50)  # and of chips

Block = tuple[float, float, str]  # width, height, and what is drawn in it


@functools.cache
def thumbnail(name: str) -> Markup:
    """Return the picture of a game: its first game for newcomers, some moves on."""
    return Markup(picture(sample(name)))


def sample(name: str) -> Scene:
    """Return the scene of the learner after the number of moves that the guide names."""
    first = guide.load(name)
    game = games.create(name, **first.options)
    rng, state = Random(first.deal), game.initial_state()
    bot = games.create_bot(first.lobby.picture.by, game, rng)
    moves = 0
    while to_act := game.players_to_act(state):
        if to_act == (CHANCE,):
            state = game.apply(state, CHANCE, game.draw(state, rng))
            continue
        if moves == first.lobby.picture.moves:
            break
        state = game.apply(state, to_act[0], bot.advise(game.view(state, to_act[0])).action)
        moves += 1
    return games.scene(game, game.view(state, guide.LEARNER_SEAT))


def picture(scene: Scene) -> str:
    """Return a scene as one drawing: what lies in each area of the table, row by row."""
    rows = [_row([block for zone in area if (block := _block(zone))]) for area in _areas(scene)]
    blocks = [row for row in rows if row[0]]
    height = sum(row[1] for row in blocks) + GAP * 2 * (len(blocks) - 1)
    scale = min((WIDTH - 2 * EDGE) / max(row[0] for row in blocks), (HEIGHT - 2 * EDGE) / height, 0.8)
    drawn, top = [], (HEIGHT - height * scale) / 2
    for width, tall, inside in blocks:
        left = (WIDTH - width * scale) / 2
        drawn.append(f'<g transform="translate({left:.1f} {top:.1f})scale({scale:.3f})">{inside}</g>')
        top += (tall + 2 * GAP) * scale
    return f'<svg class="thumbnail" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{"".join(drawn)}</svg>'


def _areas(scene: Scene) -> Sequence[Sequence[Zone]]:
    """Return what lies in each row: boards beside the cards in the middle, a pegging board at their right."""
    found = by_area(scene)
    middle = sorted([*found["boards"], *found["middle"]], key=lambda zone: isinstance(zone, Pegboard))
    return found["others"], middle, found["own"]


def _row(blocks: Sequence[Block]) -> Block:
    """Return blocks side by side, as one."""
    parts, left = [], 0.0
    tall = max((block[1] for block in blocks), default=0)
    for width, height, inside in blocks:
        parts.append(f'<g transform="translate({left:g} {(tall - height) / 2:g})">{inside}</g>')
        left += width + 4 * GAP
    return max(left - 4 * GAP, 0), tall, "".join(parts)


def _block(zone: Zone) -> Block | None:
    """Return the drawing of a zone; None for words, and where nothing lies."""
    match zone:
        case Pegboard():
            return *BOARD, _inset(str(svg.pegboard(zone)), 0, 0, *BOARD)
        case Chips():
            return (*STACKS, _inset(svg.chips(zone.amount, zone.counts), 0, 0, *STACKS)) if zone.amount else None
        case Grid() | PyramidZone():
            return _lattice(zone)
        case Pile():
            return _cards(zone.places[:1])
    return _cards(places_of(zone)[:MAX_CARDS])


def _cards(places: Sequence[Place]) -> Block | None:
    if not places:
        return None
    step = CARD + GAP if len(places) < MAX_CARDS else CARD / 2
    inside = "".join(_inset(svg.face(place.face, brief=True), step * at, 0) for at, place in enumerate(places))
    return step * (len(places) - 1) + CARD, TALL, inside


def _lattice(zone: Grid | PyramidZone) -> Block | None:
    """Return a grid, or a pyramid with each row centred, from its highest brick."""
    peaked = isinstance(zone, PyramidZone)
    top = min((place.row for place in zone.places if place.face or not peaked), default=0)
    places = [place for place in zone.places if place.row >= top]
    if not places:
        return None
    widest = max(place.column for place in places) + 1
    inside = []
    for place in places:
        row = [other for other in places if other.row == place.row]
        shift = (widest - len(row)) / 2 if peaked else 0
        at = (place.column + shift) * (CARD + GAP), (place.row - top) * (TALL + GAP)
        inside.append(_inset(svg.face(place.face, brief=True), *at))
    tall = max(place.row for place in places) + 1 - top
    return widest * (CARD + GAP) - GAP, tall * (TALL + GAP) - GAP, "".join(inside)


def _inset(drawing: str, x: float, y: float, width: float = CARD, height: float = TALL) -> str:
    """Return a drawing at a place of another one."""
    return f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}">{drawing}</svg>'
