"""A small picture of a table, as one SVG: its cards, boards and chips, drawn from a scene.

The lobby shows one of each game, and a review one of each decision, with the chosen and the better move marked.
"""

import functools
from collections.abc import Collection, Iterator, Mapping, Sequence
from html import escape
from math import atan2, cos, inf, sin
from random import Random
from typing import NamedTuple, TypeAlias

from markupsafe import Markup

from cardwright import games
from cardwright.game import CHANCE
from cardwright.play import guide
from cardwright.scenes import BACK, Chips, Grid, Pegboard, Pile, Place, PyramidZone, Scene, Zone, places_of
from cardwright.scenes.arrange import by_area
from cardwright.web.drawing import svg
from cardwright.web.drawing.card_art import SHEETS
from cardwright.web.drawing.zone_parts import sheet_of

WIDTH, HEIGHT, EDGE = 320, 150, 8  # of a picture in the lobby
MAX_HEIGHT = 320  # of one of a decision
LINE_WIDTHS = (inf, 900, 700, 500, 330)  # that are tried: the one with the largest cards is drawn
GAP, LIFT, ARROW = 6, 10, 16  # between cards, of a card of a marked move, and the tip of an arrow
MAX_SCALE = 0.8
MAX_CARDS = 9  # of one zone that lie side by side; more overlap, as wide as these
BOARD = (280, 84)  # the field of a pegging board
STACKS = (90, 50)  # and of chips
FRAMES = {"chosen": 0, "better": 7}  # the edges of marked places, and how far each lies inside the place
FAN = (("heart", "10"), ("club", "J"), ("diamond", "Q"), ("spade", "K"), ("heart", "A"))
FAN_DEGREES, RED = 50, ("heart", "diamond")
Point: TypeAlias = tuple[float, float]
Marks: TypeAlias = Mapping[str, Collection[str]]  # "chosen" and "better": the places of the move


class Drawing(NamedTuple):
    """A drawing of some width and height, and the middle of each place in it."""

    width: float
    height: float
    inside: str
    places: dict[str, Point]


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
    """Return a scene as one drawing of the size that the lobby has room for."""
    return _drawing(scene, {}, HEIGHT, HEIGHT, 'aria-hidden="true"')


@functools.cache
def fan() -> Markup:
    """Return some cards of a hand, as large as those of a table, spread like a fan."""
    (wide, tall), turn = SHEETS["card"], FAN_DEGREES / (len(FAN) - 1)
    cards = (
        f'<g transform="rotate({turn * at - FAN_DEGREES / 2:g} {wide / 2:g} {2.4 * tall:g})">'
        f'<svg class="card ink-{"red" if suit in RED else "black"} of-{suit}" width="{wide}" height="{tall}">'
        f"{svg.use('card', 'paper')}{svg.use(f'{suit}-{rank}', 'pip')}</svg></g>"
        for at, (suit, rank) in enumerate(FAN)
    )
    return Markup(f'<svg class="fan-art" viewBox="-86 -3 232 114" aria-hidden="true">{"".join(cards)}</svg>')


def of_decision(scene: Scene, marks: Marks, label: str) -> str:
    """Return the scene of a decision with the chosen and the better move: their places lifted, with an edge each.

    The better one has an arrow from its card to where it goes. The ``label`` describes the table.
    """
    return _drawing(scene, marks, 0, MAX_HEIGHT, f'role="img" aria-label="{escape(label)}"')


def _drawing(scene: Scene, marks: Marks, low: float, high: float, spoken: str) -> str:
    """Return the drawing of each area of the table, line by line, as high as it needs to be in these bounds."""
    areas = [[block for zone in area if (block := _block(zone, marks))] for area in _areas(scene)]
    lines, scale = max((_lines(areas, width, high) for width in LINE_WIDTHS), key=lambda laid: laid[1])
    tall = _height(lines) * scale
    height = min(max(tall + 2 * EDGE, low), high)
    drawn, places, top = [], dict[str, Point](), (height - tall) / 2
    for line in lines:
        left = (WIDTH - line.width * scale) / 2
        drawn.append(f'<g transform="translate({left:.1f} {top:.1f})scale({scale:.3f})">{line.inside}</g>')
        places |= {id: (left + x * scale, top + y * scale) for id, (x, y) in line.places.items()}
        top += (line.height + 2 * GAP) * scale
    drawn += _arrows(scene, marks, places, scale)
    return f'<svg class="thumbnail" viewBox="0 0 {WIDTH} {height:.0f}" {spoken}>{"".join(drawn)}</svg>'


def _areas(scene: Scene) -> Sequence[Sequence[Zone]]:
    """Return the zones of each area: boards beside the cards in the middle, a pegging board at their right."""
    areas = by_area(scene)
    middle = sorted([*areas["boards"], *areas["middle"]], key=lambda zone: isinstance(zone, Pegboard))
    return areas["others"], middle, areas["own"]


def _lines(areas: Sequence[Sequence[Drawing]], width: float, high: float) -> tuple[list[Drawing], float]:
    """Return the blocks of each area in lines of at most this width, and the scale at which they fit."""
    lines: list[list[Drawing]] = []
    for area in areas:
        fresh = True
        for block in area:
            if fresh or sum(each.width + 4 * GAP for each in lines[-1]) + block.width > width:
                lines.append([])
            lines[-1].append(block)
            fresh = False
    laid = [_side_by_side(line) for line in lines]
    scales = (WIDTH - 2 * EDGE) / max(line.width for line in laid), (high - 2 * EDGE) / _height(laid), MAX_SCALE
    return laid, min(scales)


def _height(lines: Sequence[Drawing]) -> float:
    return sum(line.height for line in lines) + 2 * GAP * (len(lines) - 1)


def _side_by_side(blocks: Sequence[Drawing]) -> Drawing:
    """Return blocks side by side, as one."""
    parts, places, left = [], dict[str, Point](), 0.0
    tall = max(block.height for block in blocks)
    for block in blocks:
        down = (tall - block.height) / 2
        parts.append(f'<g transform="translate({left:g} {down:g})">{block.inside}</g>')
        places |= {id: (left + x, down + y) for id, (x, y) in block.places.items()}
        left += block.width + 4 * GAP
    return Drawing(left - 4 * GAP, tall, "".join(parts), places)


def _block(zone: Zone, marks: Marks) -> Drawing | None:
    """Return the drawing of a zone; None for words, and where nothing lies."""
    match zone:
        case Pegboard():
            return Drawing(*BOARD, _inset(str(svg.pegboard(zone)), 0, 0, *BOARD), {})
        case Chips():
            stacks = svg.chips(zone.amount, zone.counts)
            return Drawing(*STACKS, _inset(stacks, 0, 0, *STACKS), {}) if zone.amount else None
        case Grid() | PyramidZone():
            return _lattice(zone, marks)
        case Pile():
            return _cards(zone.places[:1], marks)
    return _cards(places_of(zone), marks)


def _cards(places: Sequence[Place], marks: Marks) -> Drawing | None:
    if not places:
        return None
    card, tall = SHEETS["card"]
    wide, count = card + GAP, len(places)
    step = wide if count < MAX_CARDS else min(card / 2, wide * (MAX_CARDS - 1) / (count - 1))
    positions = {place: (step * at, 0) for at, place in enumerate(places)}
    return _placed(positions, (step * (count - 1) + card, tall), "card", marks)


def _lattice(zone: Grid | PyramidZone, marks: Marks) -> Drawing | None:
    """Return a grid, or a pyramid with each row centred, from its highest brick or marked place."""
    peaked = isinstance(zone, PyramidZone)
    marked = set().union(*marks.values())
    top = min((place.row for place in zone.places if place.face or not peaked or place.id in marked), default=0)
    places = [place for place in zone.places if place.row >= top]
    if not places:
        return None
    sheet = sheet_of(zone)
    wide, tall = (side + GAP for side in SHEETS[sheet])
    widest = max(place.column for place in places) + 1
    positions = {}
    for place in places:
        row = [other for other in places if other.row == place.row]
        shift = (widest - len(row)) / 2 if peaked else 0
        positions[place] = (place.column + shift) * wide, (place.row - top) * tall
    lines = max(place.row for place in places) + 1 - top
    return _placed(positions, (widest * wide - GAP, lines * tall - GAP), sheet, marks)


def _placed(places: Mapping[Place, Point], extent: Point, sheet: str, marks: Marks) -> Drawing:
    """Return places that lie at these points, in a field of this width and height."""
    inside, middles = [], {}
    wide, tall = SHEETS[sheet]
    for place, (x, y) in places.items():
        kinds = [kind for kind in FRAMES if place.id in marks.get(kind, ())]
        y -= LIFT * bool(kinds and place.face)
        inside.append(_inset(svg.face(place.face, sheet, brief=True), x, y, wide, tall))
        inside += [_frame(kind, x, y, wide, tall) for kind in kinds]
        middles[place.id] = x + wide / 2, y + tall / 2
    return Drawing(*extent, "".join(inside), middles)


def _frame(kind: str, x: float, y: float, wide: int, tall: int) -> str:
    inset = FRAMES[kind]
    size = f'width="{wide - 2 * inset}" height="{tall - 2 * inset}"'
    return f'<rect class="{kind}" x="{x + inset:g}" y="{y + inset:g}" {size} rx="6"/>'


def _arrows(scene: Scene, marks: Marks, places: Mapping[str, Point], scale: float) -> Iterator[str]:
    """Yield an arrow to each empty place of the better move, if it is one card that goes there, as a hint has it."""
    better = [place for place in scene.places if place.id in marks.get("better", ())]
    turned = {place.id for zone in scene.zones if isinstance(zone, Pile) for place in places_of(zone)}
    fresh = [place for place in scene.places if place.id in turned or "new" in place.marks]
    own = [place for place in better if place.face]
    cards = [place for place in own or fresh if place.face not in (None, BACK) and place.id in places]
    if len(cards) == 1:
        for place in better:
            if place.face is None and place.id in places:
                yield _arrow(places[cards[0].id], places[place.id], scale)


def _arrow(source: Point, target: Point, scale: float) -> str:
    (x1, y1), (x2, y2) = source, target
    bend = (x1 + x2) / 2 - (y2 - y1) / 8, (y1 + y2) / 2 - abs(x2 - x1) / 8
    angle = atan2(y2 - bend[1], x2 - bend[0])
    tips = ((x2 + ARROW * cos(angle + turn) * scale, y2 + ARROW * sin(angle + turn) * scale) for turn in (2.7, -2.7))
    head = "".join(f"M{x2:.1f} {y2:.1f}L{x:.1f} {y:.1f}" for x, y in tips)
    return f'<path class="way" d="M{x1:.1f} {y1:.1f}Q{bend[0]:.1f} {bend[1]:.1f} {x2:.1f} {y2:.1f}{head}"/>'


def _inset(drawing: str, x: float, y: float, width: float, height: float) -> str:
    """Return a drawing at a place of another one."""
    return f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}">{drawing}</svg>'
