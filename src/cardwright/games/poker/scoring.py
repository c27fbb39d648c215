"""The showdown: the strengths of hands, which hands are shown (PK3), and how pots are divided (DP11, PK9)."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, product

from msgspec.structs import replace

from cardwright.cards import Card
from cardwright.game import Player
from cardwright.games.poker import betting
from cardwright.games.poker.actions import Cards
from cardwright.games.poker.betting import NO_SEAT, Award, Betting, Pot, seats_of
from cardwright.games.poker.events import Mucked, Out, PokerEvent, Showed, Won
from cardwright.games.poker.setup import Setup
from cardwright.games.poker.state import PokerState, PokerView
from cardwright.ranking import Ranking

Strengths = dict[Player, int]  # of the seats that have a hand of the kind


def strength(setup: Setup, half: str, state: PokerState | PokerView, seat: Player) -> int:
    """Return the strength of a seat's cards, all of them seen, for a pot or a half of one; larger wins."""
    return _strengths_in(setup, half, state, (seat,))[seat]


def board_of(setup: Setup, half: str, board: Cards) -> Cards:
    """Return the board that decides a pot or a half of one: of two boards the second decides the "low" half (PK14)."""
    return setup.variant.boards_of(board)[-1 if half == "low" else 0]


def strengths(setup: Setup, state: PokerState | PokerView, seats: int) -> tuple[Strengths, Strengths]:
    """Return the strengths of a mask of seats, high and low; where only the low hand counts, as the high one."""
    high = _strengths_in(setup, "high", state, seats_of(seats))
    if setup.variant.wins != "split" and setup.variant.boards == 1:
        return high, {}
    low = _strengths_in(setup, "low", state, seats_of(seats))
    return high, {seat: worth for seat, worth in low.items() if worth >= setup.least_low}


def _strengths_in(setup: Setup, half: str, state: PokerState | PokerView, seats: Sequence[Player]) -> Strengths:
    """Return the strengths of some seats' cards, all of them seen, for a pot or a half of one."""
    down, up, board = state.down, state.up, board_of(setup, half, state.board)
    ranking, wild = ranking_of(setup, half), setup.wild
    if wild:
        return {seat: ranking.strength(wild.read(down[seat], up[seat] + board)) for seat in seats}
    from_hole = setup.variant.from_hole
    if from_hole is not None:
        return {seat: ranking.strength_with_hole(down[seat] + up[seat], board, from_hole) for seat in seats}
    return {seat: ranking.strength(down[seat] + up[seat] + board) for seat in seats}


def showdown(setup: Setup, state: PokerState, b: Betting, *, everyone: bool) -> tuple[PokerEvent, ...]:
    """Return all that follows the last bet: hands shown or thrown away, then pots won, then players without chips.

    Where some hands are thrown away already (in a sampled state), they win nothing and the others follow.
    """
    already_shown = mucked = 0
    for event in state.ending:
        if isinstance(event, Showed | Mucked):
            already_shown |= 1 << event.player
            mucked |= isinstance(event, Mucked) << event.player
    high, low = strengths(setup, state, b.inside & ~mucked)
    pots = betting.pots(b)
    if state.shown and not already_shown:
        order = [(seat, True) for seat in seats_of(b.inside)]
    else:
        order = _in_order(b.inside & ~mucked, b.opener, pots, high, low, everyone=everyone)
    ahead: list[PokerEvent] = [
        _show_event(setup, state, seat, high, low) if shows else Mucked(seat)
        for seat, shows in order
        if not already_shown >> seat & 1
    ]
    if mucked:
        high |= dict.fromkeys(seats_of(mucked), -1)
    if b.asker != NO_SEAT and high[b.asker] == high[b.opener]:  # who pays to see loses where hands are equal
        high[b.asker] -= 1
    awards = betting.settle(pots, partial(_odd_chips, setup, state), high, low)
    ahead += [Won(award, len(pots), showdown=True, over=_losing_seats(award, awards, pots, low)) for award in awards]
    ahead += _players_out(state, b, awards)
    return tuple(ahead)


def end_uncontested(state: PokerState, b: Betting) -> tuple[PokerEvent, ...]:
    """Return how a deal ends without a showdown: the last player left wins the pot, and players have no chips left."""
    award = Award(b.inside.bit_length() - 1, betting.pot(b), 0)
    return (Won(award, 1, showdown=False), *_players_out(state, b, [award]))


def _players_out(state: PokerState, b: Betting, awards: Sequence[Award]) -> list[Out]:
    if 0 not in b.stacks:
        return []
    paid = {award.seat for award in awards}
    broke = [
        seat
        for seat, chips_before in enumerate(state.before)
        if chips_before and not b.stacks[seat] and seat not in paid
    ]
    players_left = sum(bool(stack) or seat in paid for seat, stack in enumerate(b.stacks))
    return [
        Out(seat, 1 + players_left + sum(state.before[other] > state.before[seat] for other in broke)) for seat in broke
    ]


def show_next(state: PokerState, ahead: tuple[PokerEvent, ...], step: int, events: Sequence[PokerEvent]) -> PokerState:
    """Show the next hand. Those thrown away before and after it take no step of their own; then pots are paid.

    ``step`` is the step of the plan in which hands are shown; the next step pays the pots.
    """
    count = hands = 0  # of the events of this step; hands that lie open already take no step
    open_ = state.shown
    for event in ahead:
        if type(event) is Won or (hands and type(event) is Showed):
            break
        if type(event) is Showed:
            hands += not state.shown >> event.player & 1
            open_ |= 1 << event.player
        count += 1
    step += type(ahead[count]) is Won
    now = ahead[:count]
    return replace(
        state, step=step, shown=open_, ahead=ahead[count:], ending=state.ending + now, events=(*events, *now)
    )


def pay_next(state: PokerState, events: Sequence[PokerEvent]) -> PokerState:
    """Pay the next pot, or the next half of one."""
    count = _next_pot(state.ahead)
    now = state.ahead[:count]
    b = betting.pay(state.betting, [event.award for event in now if type(event) is Won])
    places = state.places
    if type(now[-1]) is Out:
        out = {event.player: event.place for event in now if type(event) is Out}
        places = tuple([out.get(seat, place) for seat, place in enumerate(places or (0,) * len(state.before))])
    return replace(
        state, betting=b, ahead=state.ahead[count:], ending=state.ending + now, places=places, events=(*events, *now)
    )


def _next_pot(ahead: Sequence[PokerEvent]) -> int:
    """The number of events in the next payment: all awards of one pot, or of one half; with the last, the rest."""
    first = ahead[0]
    assert type(first) is Won
    for number, event in enumerate(ahead[1:], 1):
        if type(event) is Won and (event.award.pot, event.award.half) != (first.award.pot, first.award.half):
            return number
    return len(ahead)


# the order of showing


def _in_order(
    inside: int, opener: Player, pots: Sequence[Pot], high: Strengths, low: Strengths, *, everyone: bool
) -> list[tuple[Player, bool]]:
    """The seats in the order in which they show, and whether each does: ``everyone``, or those that may still win."""
    before = inside & ((1 << opener) - 1)
    shown_seats, best, best_low = 0, -1, -1
    order: list[tuple[Player, bool]] = []
    for seat in seats_of(inside & ~before) + seats_of(before):
        if everyone:
            shows = True
        elif len(pots) == 1:
            shows = high[seat] >= best or best_low <= low.get(seat, -2)
        else:
            shows = _can_win(seat, shown_seats, pots, (high, low))
        if shows:
            shown_seats |= 1 << seat
            best, best_low = max(best, high[seat]), max(best_low, low.get(seat, -1))
        order.append((seat, shows))
    return order


def _can_win(seat: Player, shown: int, pots: Sequence[Pot], halves: Sequence[Strengths]) -> bool:
    """Return True if no hand shown beats this one for some pot or some half of it."""
    for pot, strengths in product(pots, halves):
        if seat in pot.seats and seat in strengths:
            shown_strengths = [strengths[other] for other in pot.seats if shown >> other & 1 and other in strengths]
            if strengths[seat] >= max(shown_strengths, default=0):
                return True
    return False


def show_event(setup: Setup, state: PokerState | PokerView, seat: Player) -> Showed:
    """Return the event of a hand that is shown, all its cards seen."""
    return _show_event(setup, state, seat, *strengths(setup, state, 1 << seat))


def _show_event(setup: Setup, state: PokerState | PokerView, seat: Player, high: Strengths, low: Strengths) -> Showed:
    """Return the event of a shown hand. Where only low hands count, ``high`` holds the low strengths."""
    cards = state.down[seat] + state.up[seat]
    if setup.variant.wins == "low":
        return Showed(seat, cards, -1, high[seat])
    return Showed(seat, cards, high[seat], low.get(seat, -1))


# who wins, and with which cards


def _losing_seats(award: Award, awards: Sequence[Award], pots: Sequence[Pot], low: Strengths) -> tuple[Player, ...]:
    """The seats whose hands lose to this award's."""
    number, half = award.pot, award.half
    winners = [each.seat for each in awards if each.pot == number and each.half == half]
    return tuple([seat for seat in pots[number].seats if seat not in winners and (half != "low" or seat in low)])


def ranking_of(setup: Setup, half: str) -> Ranking:
    """Return the ranking that decides a pot ("") or a half of one ("high", "low")."""
    lowball = half == "low" or setup.variant.wins == "low"
    return setup.low if lowball and setup.low is not None else setup.ranking


def best_hands(setup: Setup, half: str, state: PokerState | PokerView, seat: Player) -> Iterator[Cards]:
    """Yield every choice of cards that makes a seat's best hand for a pot or a half of one; all are seen."""
    ranking, board = ranking_of(setup, half), board_of(setup, half, state.board)
    hole = state.down[seat] + state.up[seat]
    from_hole = setup.variant.from_hole
    if from_hole is not None:
        choices: Iterable[Cards] = (
            own + shared
            for own in combinations(hole, from_hole)
            for shared in combinations(board, ranking.size - from_hole)
        )
    else:
        choices = combinations(hole + board, ranking.size)
    height = setup.wild.height(state.down[seat]) if setup.wild else None
    strengths_ = [
        (ranking.strength(setup.wild.read_at(height, cards) if setup.wild else cards), cards) for cards in choices
    ]
    best = max(strength for strength, _ in strengths_)
    return (cards for strength, cards in strengths_ if strength == best)


def _odd_chips(setup: Setup, state: PokerState, half: str, winners: list[Player]) -> list[Player]:
    """Odd chips go from the left of the button; in stud to the highest card by suit of the winning hands (PK9)."""
    players = len(state.before)
    in_order = betting.from_left((state.button + 1) % players, players)(half, winners)
    if not setup.variant.stud:
        return in_order
    ranking = ranking_of(setup, half)

    def highest(seat: Player) -> list[tuple[int, int]]:
        hands = best_hands(setup, half, state, seat)
        return max(sorted((_by_suit(ranking, card) for card in cards), reverse=True) for cards in hands)

    return sorted(in_order, key=highest, reverse=True)


def _by_suit(ranking: Ranking, card: Card) -> tuple[int, int]:
    """A card's order by rank, a joker above all, and then by suit, in the order of the deck."""
    deck = ranking.deck
    rank = deck.rank_of[card]
    return ranking.declaration.standing[rank] if rank >= 0 else len(deck.ranks), deck.suit_of[card]
