"""Flexdeck as it is drawn: two rows of dominoes whose upper halves count, what they cover, and what may come."""

from collections.abc import Sequence

from cardwright.cards import Face
from cardwright.game import SPECTATOR, Player
from cardwright.games.flexdeck import actions, deck
from cardwright.games.flexdeck.actions import Cover
from cardwright.games.flexdeck.events import Began, Chose, Compared, Covered, Ended, FlexdeckEvent, Gathered, Laid
from cardwright.games.flexdeck.panel import reachable
from cardwright.games.flexdeck.rules import WIN_ROUNDS, Flexdeck
from cardwright.games.flexdeck.scoring import DICE_COUNT, forming
from cardwright.games.flexdeck.state import NO_SEAT, TURN_COUNT, FlexdeckView
from cardwright.ranking.hands_table import best_examples
from cardwright.scenes import (
    Example,
    Felt,
    Move,
    Place,
    Row,
    Scene,
    Seat,
    Text,
    Zone,
    ladder,
    marked,
    outcome_of,
    possessive,
)
from cardwright.wording import counted

FELT = Felt(plan="facing")


def build_scene(game: Flexdeck, view: FlexdeckView) -> Scene:
    """The whole table: the other player's row, the viewer's own, and the lists that a player could keep."""
    near = 0 if view.player == SPECTATOR else view.player
    last = view.last
    return Scene(
        felt=FELT,
        game=game.name,
        title="Flexdeck Dice Poker",
        player=view.player,
        status=_status(game, view),
        progress=_progress(game, view),
        seats=tuple(_seat(view, seat) for seat in (0, 1)),
        zones=(
            *(_row(game, view, seat) for seat in (1 - near, near)),
            *((_ladder(game, view),) if view.player != SPECTATOR else ()),
            *_covered_zone(view),
            _unseen(view),
            *((_last_round(game, last),) if last and not view.settled else ()),
        ),
        moves=tuple(_move(view, cover) for cover in game.choices(view) if isinstance(cover, Cover)),
        news=tuple(_news(game, view, event) for event in view.events),
        result=_result(view),
        outcome=_outcome(view),
    )


def news_and_scores(game: Flexdeck, view: FlexdeckView) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The news and the scores of the scene of this view."""
    return tuple(_news(game, view, event) for event in view.events), tuple(_seat(view, seat).score for seat in (0, 1))


def _progress(game: Flexdeck, view: FlexdeckView) -> str:
    limit = game.settings["rounds"]
    number = view.rounds + (not view.settled)
    return f"round {number} of {limit}" if limit else f"round {number}, first to win {deck.VALUE_WORDS[WIN_ROUNDS]}"


def _status(game: Flexdeck, view: FlexdeckView) -> str:
    if view.ended:
        return "The match is over"
    if view.turn == TURN_COUNT:
        return (
            _result_text(game, view.last)
            if view.settled and view.last
            else "All four turns are played: compare the rolls"
        )
    if not view.to_act:
        return "Cards are flipped" if view.dealer != NO_SEAT else "The first dealer is drawn by lot"
    (seat,) = view.to_act
    which = f"{'first' if view.turn < 2 else 'last'} turn"
    if seat != view.player:
        return f"{{{seat}}}'s {which} to cover dice"
    most = "one" if game.max_covered == 1 else f"up to {deck.VALUE_WORDS[game.max_covered]}"
    return f"Your {which}: cover {most} of your dice with new cards, or keep all five"


def _result_text(game: Flexdeck, result: Compared) -> str:
    """The winner of a round, and the two categories; of a tie, why dice that differ do not break it (FD3)."""
    if result.winner == NO_SEAT:
        tied = {"none": "neither player scores", "replay": "the round is dealt again", "both_score": "both score"}
        own, other = map(sorted, result.rolls)
        why = "" if own == other else ", and nothing else counts"
        return f"A tie, {game.table.describe(result.rolls[0])} each{why}: {tied[game.settings['ties']]}"
    won, lost = (game.table.describe(result.rolls[seat]) for seat in (result.winner, 1 - result.winner))
    return f"{{{result.winner}}} won the round: {won} beats {lost}"


def _outcome(view: FlexdeckView) -> str:
    ahead = view.scores[0] - view.scores[1]
    return outcome_of((ahead, -ahead), view.player) if view.ended else ""


def _seat(view: FlexdeckView, seat: Player) -> Seat:
    return Seat(
        player=seat,
        role="dealer" if seat == view.dealer else "",
        score=counted(view.scores[seat], "round"),
        to_act=seat in view.to_act,
    )


def _row(game: Flexdeck, view: FlexdeckView, seat: Player) -> Zone:
    """A player's dice: the half that counts is the upper one of every card shown."""
    roll = view.roll(seat)
    won = _winning_dice(game, view, seat)
    return Row(
        id=f"row{seat}",
        title=possessive(view.player, seat, "row"),
        owner=seat,
        places=tuple(_die(view, seat, die, die in won) for die in range(len(roll))),
        note=game.table.describe(roll) if len(roll) == DICE_COUNT else "",
    )


def _winning_dice(game: Flexdeck, view: FlexdeckView, seat: Player) -> frozenset[int]:
    """The dice that make the category by which a seat has won the round that lies on the table."""
    if not view.settled or view.last is None or view.last.winner != seat:
        return frozenset()
    roll = view.last.rolls[seat]
    return forming(game.table.category(game.table.strength(roll)).name, roll)


def _die(view: FlexdeckView, seat: Player, die: int, won: bool) -> Place:
    card, below = _lying(view, seat, die)
    new = any(_is_new(event, seat, die) for event in view.events)
    row = possessive(view.player, seat, "row")
    over = f", covering {' and '.join(deck.VALUE_WORDS[value] for value in below)}" if below else ""
    return Place(
        id=f"{seat}.{die + 1}",
        face=deck.face(card),
        label=f"{deck.VALUE_WORDS[deck.upper(card)]}, die {die + 1} of {row.lower()}{over}",
        marks=marked(shared=not below, winner=won, new=new),
        below=tuple(map(str, below)),
    )


def _lying(view: FlexdeckView, seat: Player, die: int) -> tuple[int, tuple[int, ...]]:
    """The card that counts for a die, its counting half up, and the values it covers, the latest first."""
    opening = view.row[die] if seat != view.dealer else deck.turn(view.row[die])
    cards = (opening, *view.covers[seat][die])
    return cards[-1], tuple(deck.upper(card) for card in reversed(cards[:-1]))


def _is_new(event: FlexdeckEvent, seat: Player, die: int) -> bool:
    match event:
        case Covered(player, covered, _):
            return (player, covered) == (seat, die)
        case Laid(laid, _):
            return laid == die
    return False


def _ladder(game: Flexdeck, view: FlexdeckView) -> Zone:
    """The table of hands: what the viewer's dice make as they lie, and what they may still make."""
    roll = view.roll(view.player)
    held = (game.table.category_index(game.table.strength(roll)),) if len(roll) == DICE_COUNT else ()
    possible = [line for line, can in enumerate(reachable(game, view, view.player)) if can]
    return ladder("Table of hands", [line.name for line in game.table.categories], held, possible, owner=view.player)


def examples(game: Flexdeck) -> dict[str, Example]:
    """An example of each hand of the table, as dice."""
    lines = zip(game.table.categories, best_examples(game.table))
    return {
        f"ranking/{line.name}": Example(
            tuple(Face(text=str(die), corner=str(die), shape="domino") for die in dice),
            ", ".join(deck.VALUE_WORDS[die] for die in dice),
        )
        for line, dice in lines
    }


def _covered_zone(view: FlexdeckView) -> tuple[Zone, ...]:
    """The halves that no longer count."""
    lines = []
    for seat in (0, 1):
        below = [(die, _lying(view, seat, die)[1]) for die in range(len(view.row)) if view.covers[seat][die]]
        if below:
            values_below = ", ".join(f"die {die + 1}: {' over '.join(map(str, values))}" for die, values in below)
            lines.append(f"{possessive(view.player, seat, 'row')}: {values_below}")
    return (Text(id="covered", title="Covered halves", lines=tuple(lines)),) if lines else ()


def _unseen(view: FlexdeckView) -> Zone:
    """The cards that may still come, and the number of halves of each value among them."""
    unseen = view.unseen
    halves = "  ".join(f"{value}×{count}" for value, count in enumerate(deck.halves(unseen)))
    lines = (" ".join(deck.DOMINO_TEXTS[domino] for domino in unseen), f"Halves left: {halves}")
    return Text(id="unseen", title="Not yet seen", lines=lines, note=counted(len(unseen), "card"), reference=True)


def _last_round(game: Flexdeck, last: Compared) -> Zone:
    lines = (
        *(f"{_roll(last, seat)}, {game.table.describe(last.rolls[seat])}" for seat in (0, 1)),
        _result_text(game, last),
    )
    return Text(id="last", title="The round before", lines=lines)


def _roll(result: Compared, seat: Player) -> str:
    return f"{{{seat}}}: {' '.join(map(str, result.rolls[seat]))}"


def _move(view: FlexdeckView, cover: Cover) -> Move:
    if not cover.dice:
        return Move(text=actions.text(cover), label="Keep all five", key="K")
    values = [str(view.roll(view.player)[die]) for die in cover.dice]
    return Move(
        text=actions.text(cover),
        label=f"Cover {', '.join(values)} ({_dice(cover.dice)})",
        places=frozenset(f"{view.player}.{die + 1}" for die in cover.dice),
    )


def _dice(dice: Sequence[int]) -> str:
    return f"{'die' if len(dice) == 1 else 'dice'} {', '.join(str(die + 1) for die in dice)}"


def _news(game: Flexdeck, view: FlexdeckView, event: FlexdeckEvent) -> str:
    match event:
        case Began(dealer):
            return f"{{{dealer}}}: first dealer"
        case Laid(die, card):
            return f"Card {die + 1}: {deck.text(card)}"
        case Chose(player, dice):
            return f"{{{player}}}: {f'covering {_dice(dice)}' if dice else 'all five kept'}"
        case Covered(player, die, card):
            return f"{{{player}}}: {deck.text(card)} on die {die + 1}: {deck.VALUE_WORDS[deck.upper(card)]}"
        case Compared():
            return f"{_roll(event, 0)}; {_roll(event, 1)}. {_result_text(game, event)}"  # which says what they make
        case Gathered(dealer):
            return f"The cards are gathered and shuffled. Dealer: {{{dealer}}}"
        case Ended():
            return _result(view)
    raise AssertionError(event)


def _result(view: FlexdeckView) -> str:
    if not view.ended:
        return ""
    high, low = max(view.scores), min(view.scores)
    if high == low:
        return f"The match is drawn, {counted(high, 'round')} all"
    return f"The match goes to {{{view.scores.index(high)}}}, {counted(high, 'round')} to {low}"
