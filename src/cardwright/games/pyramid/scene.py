"""The scene of Pyramid Poker: the pyramid, the brick at hand, and three hands a player."""

from msgspec.structs import replace

from cardwright.game import SPECTATOR, Action
from cardwright.games.pyramid.actions import DECK, HAND, HANDS, PLACES, TAKES, Build, Put, Start, Take
from cardwright.games.pyramid.events import Built, Compared, Finished, Placed, PutAway, PyramidEvent, Starts, Taken
from cardwright.games.pyramid.panel import reachable
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.scoring import decided_by, describe, falls_to_low_ace, ranking
from cardwright.games.pyramid.state import EMPTY, HIDDEN, PYRAMID_CARDS, PyramidView, is_built
from cardwright.ranking.hands_table import best_examples
from cardwright.scenes import (
    Example,
    Fan,
    Felt,
    Move,
    Pile,
    Place,
    PyramidZone,
    Reserved,
    Row,
    Scene,
    Seat,
    Zone,
    card_place,
    hand_examples,
    ladder,
    marked,
    subject,
)
from cardwright.wording import all_of, counted, plural

FELT = Felt(
    plan="steps",
    others=(),
    middle=(Reserved(1, ("taken", "held*"), optional=True),),
    own=(),
)


def build_scene(game: Pyramid, view: PyramidView) -> Scene:
    """The scene of this view."""
    choices = game.choices(view)
    return Scene(
        felt=FELT,
        game="pyramid",
        title="Pyramid Poker",
        player=view.player,
        status=_status(game, view),
        progress=_progress(view),
        seats=tuple(_seat(game, view, player) for player in (0, 1)),
        zones=(
            *((_pyramid(game, view),) if view.compared < 0 else ()),  # when the hands meet it is gone
            *_at_hand(game, view),
            *_hands(game, view),
            *((_ladder(game, view),) if view.player != SPECTATOR else ()),
        ),
        moves=tuple(_move(game, view, action) for action in choices),
        news=tuple(_news(game, view, event) for event in view.events),
        result=_result(view),
        outcome=_outcome(view),
    )


def news_and_scores(game: Pyramid, view: PyramidView) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The news and the scores of the scene of this view."""
    scores = tuple(_seat(game, view, player).score for player in (0, 1))
    return tuple(_news(game, view, event) for event in view.events), scores


def _finished_result(view: PyramidView) -> Finished | None:
    return next((event for event in view.events if isinstance(event, Finished)), None)


def _wins(game: Pyramid, view: PyramidView) -> list[int]:
    """The winners of the hands that have met so far."""
    return [game.winner_of(view.hands, hand) for hand in range(max(view.compared, 0))]


def _progress(view: PyramidView) -> str:
    """Return the phase of the game, and how much of it is done."""
    if view.placed < PYRAMID_CARDS:
        return f"construction: {view.placed} of {PYRAMID_CARDS} placed"
    if view.compared < 0:
        return f"deconstruction: {PYRAMID_CARDS - _bricks_left(view)} of {PYRAMID_CARDS} taken"
    return f"{view.compared} of {HANDS} hands compared"


def _to_act(game: Pyramid, view: PyramidView) -> int:
    """The seat to act, -1 for none."""
    if view.first < 0:
        return view.priority
    return -1 if game.must_draw(view) or is_built(view) else view.turn


def _status(game: Pyramid, view: PyramidView) -> str:
    actor = _to_act(game, view)
    if _finished_result(view):
        return "The match is over"
    if actor < 0:
        return _going_on(game, view)
    if view.first < 0:
        task = "choose who starts"
    elif view.placed < PYRAMID_CARDS:
        held = view.held[actor]
        what = f"the {DECK.name(held[0])}" if len(held) == 1 and held[0] >= 0 else "a brick"
        task = f"place {what}"
    elif view.taken < 0:
        task = "take an exposed brick"
    else:
        task = f"put the {DECK.name(view.taken)} into a hand"
    return f"Your turn: {task}" if actor == view.player else f"{{{actor}}} to {task}"


def _going_on(game: Pyramid, view: PyramidView) -> str:
    """The status while no player acts."""
    if view.first < 0:
        return "The priority is drawn at random"
    if view.placed < PYRAMID_CARDS:
        return "A brick is drawn"
    if is_built(view):
        once = "" if game.memory or view.player == SPECTATOR else ": remember your bricks, they are shown this once"
        return f"The pyramid is built{once}"
    return f"Hand {view.compared} of each player compared" if view.compared else "All hands are complete"


def _seat(game: Pyramid, view: PyramidView, player: int) -> Seat:
    starts = view.first == player and view.compared < 0  # of no interest once hands are compared
    roles = ["starts"] * starts + ["priority"] * (view.priority == player)
    return Seat(
        player=player,
        role=", ".join(roles),
        score=counted(_wins(game, view).count(player), "hand") if view.compared >= 0 else "",
        to_act=_to_act(game, view) == player,
    )


def _pyramid(game: Pyramid, view: PyramidView) -> Zone:
    exposed = set(game.board.exposed(view_bricks(view))) if view.placed >= PYRAMID_CARDS else set()
    top = len(game.board.rows) - 1
    places = []
    for space, (row, column) in enumerate(game.board.cells):
        brick, name = view.bricks[space], game.board.text(space)
        spot = Place(id=name.lower(), face=None, label=f"{name}, empty")
        if brick != EMPTY:
            whose = f"{name}, placed by {subject(view.player, view.placer[space])}"
            shown = None if brick == HIDDEN else brick
            spot = card_place(DECK, spot.id, shown, whose, marks=marked(exposed=space in exposed))
        refusal = "" if view.player == SPECTATOR else _refusal(game, view, space)
        places.append(replace(spot, row=top - row, column=column, refusal=refusal))
    note = f"{view.placed} of {PYRAMID_CARDS} placed" if view.placed < PYRAMID_CARDS else f"{_bricks_left(view)} left"
    return PyramidZone(id="pyramid", title="Pyramid", places=tuple(places), note=note, coordinates=True)


def _refusal(game: Pyramid, view: PyramidView, space: int) -> str:
    """The rule that refuses a space to the player to act."""
    if _to_act(game, view) != view.player or view.first < 0:
        return ""
    return game.why_illegal(view, PLACES[space] if view.placed < PYRAMID_CARDS else TAKES[space])


def view_bricks(view: PyramidView) -> tuple[int, ...]:
    """The spaces, as the board's geometry reads them: any brick counts, hidden or not."""
    return tuple(0 if brick == HIDDEN else brick for brick in view.bricks)


def _bricks_left(view: PyramidView) -> int:
    return sum(brick != EMPTY for brick in view.bricks)


def _at_hand(game: Pyramid, view: PyramidView) -> list[Zone]:
    """The brick that is about to be placed or put away, and bricks still held where fifteen are dealt.

    One brick lies by the pyramid; fifteen take the place of their owner's hands, which are empty until then.
    """
    zones: list[Zone] = []
    if view.taken >= 0:
        spot = card_place(DECK, "taken", view.taken, f"taken by {subject(view.player, view.turn)}", marks=("new",))
        zones.append(Row(id="taken", title="Just taken", places=(spot,)))
    zones += [_held(game, view, player) for player, held in enumerate(view.held) if held]
    return zones


def _held(game: Pyramid, view: PyramidView, player: int) -> Zone:
    """The bricks that a player holds: face up for their owner, a pile for the others."""
    held, owner = view.held[player], player if game.holds_fifteen else None
    if player != view.player:
        title = f"{{{player}}} holds" if game.holds_fifteen else "Drawn"
        return Pile(id=f"held-by-{player + 1}", title=title, owner=owner, count=len(held))
    marks = marked(new=not game.holds_fifteen)
    places = tuple(
        card_place(DECK, f"held-{number}", brick, "yours to place", marks=marks) for number, brick in enumerate(held)
    )
    return Fan(id="held", title="Your bricks" if game.holds_fifteen else "You drew", owner=owner, places=places)


def _hands(game: Pyramid, view: PyramidView) -> list[Zone]:
    if game.holds_fifteen and view.placed < PYRAMID_CARDS:
        return []
    own_first = (view.player, 1 - view.player) if view.player != SPECTATOR else (0, 1)
    return [_hand(game, view, player, hand) for player in own_first for hand in range(HANDS)]


def _hand(game: Pyramid, view: PyramidView, player: int, hand: int) -> Zone:
    """A hand in the order in which its bricks came, with the places that are free."""
    cards = view.hands[player][hand]
    title = f"Your hand {hand + 1}" if player == view.player else f"Hand {hand + 1} of {{{player}}}"
    won = hand < view.compared and game.winner_of(view.hands, hand) == player
    places = [
        card_place(DECK, _slot(player, hand, place), card, title, marks=marked(winner=won, top=place == len(cards) - 1))
        for place, card in enumerate(cards)
    ]
    places += [
        Place(id=_slot(player, hand, place), face=None, label=f"free, {title}") for place in range(len(cards), HAND)
    ]
    return Row(
        id=f"hand-{player + 1}-{hand + 1}",
        title=title,
        owner=player,
        places=tuple(places),
        note=describe(cards, game.settings["ranking"]) if len(cards) == HAND else "",
    )


def _ladder(game: Pyramid, view: PyramidView) -> Zone:
    """The table of hands: the player's full hands, and the hands that the others may still become."""
    hands = view.hands[view.player]
    full = [hand for hand, cards in enumerate(hands) if len(cards) == HAND]
    held: dict[int, list[int]] = {}  # by line, the numbers of the hands
    possible: dict[int, list[int]] = {}
    for hand, reached in enumerate(reachable(game, view, view.player)):
        for line in reached:
            (held if hand in full else possible).setdefault(line, []).append(hand + 1)
    table = [line.name for line in ranking(game.settings["ranking"]).categories]
    names = [
        _line_name(line, held.get(index, []), possible.get(index, []), HANDS - len(full))
        for index, line in enumerate(table)
    ]
    return ladder("Table of hands", names, held, possible, owner=view.player, hands=table)


def examples(game: Pyramid) -> dict[str, Example]:
    """An example of each hand of the table."""
    table = ranking(game.settings["ranking"])
    return hand_examples(DECK, [line.name for line in table.categories], best_examples(table))


def _line_name(line: str, held: list[int], possible: list[int], unfinished: int) -> str:
    """Return a line with the numbers of the hands that have it, or may have it, unless all unfinished ones may."""
    if held:
        return f"{line} ({_hand_numbers(held)}{f', perhaps {_hand_numbers(possible)}' if possible else ''})"
    return f"{line} ({_hand_numbers(possible)})" if 0 < len(possible) < unfinished else line


def _hand_numbers(hands: list[int]) -> str:
    return f"{plural(len(hands), 'hand')} {all_of(hands)}"


def _slot(player: int, hand: int, place: int) -> str:
    return f"hand-{player + 1}-{hand + 1}-{place + 1}"


def _move(game: Pyramid, view: PyramidView, action: Action) -> Move:
    text = game.text(action)
    match action:
        case Start(player):
            if player == view.player:
                return Move(text=text, label="You start", key="S")
            return Move(text=text, label=f"{{{player}}} starts", key="O")
        case Build(space, brick):
            name = game.board.text(space)
            if brick < 0:
                return Move(text=text, label=f"Place it on {name}", places=frozenset({name.lower()}))
            held = f"held-{view.held[view.player].index(brick)}"
            label = f"Place the {DECK.name(brick)} on {name}"
            return Move(text=text, label=label, places=frozenset({name.lower(), held}))
        case Take(space):
            name = game.board.text(space)
            return Move(text=text, label=f"Take {name}", places=frozenset({name.lower()}))
        case Put(hand):
            slot = _slot(view.player, hand, len(view.hands[view.player][hand]))
            return Move(text=text, label=f"Put it into hand {hand + 1}", places=frozenset({slot}))
    raise AssertionError(action)


def _news(game: Pyramid, view: PyramidView, event: PyramidEvent) -> str:
    match event:
        case Starts(player, priority):
            chosen = "" if priority == player else f", chosen by {{{priority}}}" if priority >= 0 else ", by lot"
            return f"First player: {{{player}}}{chosen}"
        case Placed(player, space):
            return f"{{{player}}}: a brick on {game.board.text(space)}"
        case Taken(player, space, brick):
            return f"{{{player}}}: {game.board.text(space)} is the {DECK.name(brick)}"
        case PutAway(player, brick, hand, forced):
            return f"{{{player}}}: the {DECK.name(brick)} into hand {hand + 1}" + (
                ", the only one with room" if forced else ""
            )
        case Built():
            return "The pyramid is built"
        case Compared(hand, winner):
            return _comparison_text(game, view, hand, winner)
        case Finished(wins):
            return ", ".join(
                f"hand {hand} to {{{player}}}" if player >= 0 else f"hand {hand} tied"
                for hand, player in enumerate(wins, 1)
            ).capitalize()
    raise AssertionError(event)


def _comparison_text(game: Pyramid, view: PyramidView, hand: int, winner: int) -> str:
    """Two hands that met, their names, and the better one."""
    order = game.settings["ranking"]
    cards = [view.hands[player][hand] for player in (max(winner, 0), 1 - max(winner, 0))]
    first, second = (describe(each, order) for each in cards)
    if winner < 0:
        return f"Hand {hand + 1} tied: {first} for both"
    is_ace_low = falls_to_low_ace(cards[1], cards[0], order)
    why = "the ace is low" if is_ace_low else decided_by(cards[0], cards[1], order)
    return f"Hand {hand + 1} to {{{winner}}}: {first} beats {second}{f' ({why})' if why else ''}"


def _result(view: PyramidView) -> str:
    finished = _finished_result(view)
    if finished is None:
        return ""
    if finished.winner < 0:
        return f"Both won {finished.wins.count(0)} of {len(finished.wins)} hands"
    won, lost = (finished.wins.count(player) for player in (finished.winner, 1 - finished.winner))
    by_priority = ", by priority" if won == lost else ""
    return f"The match goes to {{{finished.winner}}}, {counted(won, 'hand')} to {lost}{by_priority}"


def _outcome(view: PyramidView) -> str:
    finished = _finished_result(view)
    if finished is None or view.player == SPECTATOR:
        return ""
    return "drawn" if finished.winner < 0 else "won" if finished.winner == view.player else "lost"
