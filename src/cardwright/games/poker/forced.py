"""The beginning of a deal: the seats of button and blinds (PK1), forced bets, and the units of fixed limit (PK8)."""

from cardwright.game import Player
from cardwright.games.poker import betting
from cardwright.games.poker.actions import LEVELS, Shuffle
from cardwright.games.poker.betting import FIXED_LIMIT, Betting, next_seat, seats_of
from cardwright.games.poker.events import Forced, PokerEvent
from cardwright.games.poker.setup import Setup
from cardwright.games.poker.state import PokerState, PokerView


def blind_seats(setup: Setup, button: Player, alive: int) -> tuple[Player, Player]:
    """Return the small and the big blind: of two players the button is the small blind, and one blind is both."""
    if setup.stakes.one_blind:
        return (next_seat(alive, button),) * 2
    small = button if alive.bit_count() == 2 else next_seat(alive, button)
    return small, next_seat(alive, small)


def next_positions(setup: Setup, state: PokerState) -> tuple[Player, Player, Player]:
    """Return the next button, small and big blind: the big blind moves on, and the others come after it (PK1)."""
    alive = betting.start(state.betting.stacks, state.sitting).inside
    if not setup.by_blinds:
        button = next_seat(alive, state.button)
        return (button, *blind_seats(setup, button, alive))
    big = next_seat(alive, state.big)
    if alive.bit_count() == 2:
        button = next_seat(alive, big)
        return (button, *blind_seats(setup, button, alive))
    return (state.big, big, big) if setup.stakes.one_blind else (state.small, state.big, big)


def next_level(setup: Setup, state: PokerState, shuffled: Shuffle) -> int:
    """Return the level of forced and fixed bets in the next deal (PK8)."""
    if setup.level_minutes:
        return shuffled.level
    return min(state.deal // setup.rise + 1, len(LEVELS)) if setup.rise else 1


def factor(position: PokerState | PokerView) -> int:
    """Return the factor by which this deal's forced bets exceed the first ones."""
    return LEVELS[position.level - 1]


def blind_of(setup: Setup, position: PokerState | PokerView, seat: Player) -> int:
    """Return the blind that is due from a seat in this deal, 0 for most."""
    small, big = setup.stakes.blinds[:2]
    posted = dict(posts(setup, position.small))
    return {**posted, position.small: small, position.big: big}.get(seat, 0) * factor(position)


def posts(setup: Setup, small: Player) -> list[tuple[Player, int]]:
    """Return the blinds posted to come in, as (seat, amount): all seats are in the only deal that has any (PK27)."""
    players = len(setup.stacks)
    return [((small + place) % players, amount) for place, amount in enumerate(setup.stakes.posts) if amount]


def unit(setup: Setup, street: int, factor: int) -> int:
    """Return the bet of a street; without fixed limit the least bet."""
    stakes = setup.stakes
    if setup.limit != FIXED_LIMIT:
        return (stakes.blinds[1] if setup.variant.open == "blinds" else stakes.small_bet) * factor
    return (stakes.big_bet if setup.variant.street[street].big else stakes.small_bet) * factor


def antes(setup: Setup, b: Betting, first: Player, factor: int, events: list[PokerEvent]) -> Betting:
    """Collect the antes; where each place has its own, they begin with the seat ``first``."""
    due = setup.stakes.antes
    if not any(due):
        return b
    players = len(b.stacks)
    in_order = sorted(seats_of(b.inside), key=lambda seat: (seat - first) % players)
    amounts = [0] * players
    for place, seat in enumerate(in_order):
        amounts[seat] = due[place if len(due) > 1 else 0] * factor
        if amounts[seat]:
            events.append(Forced(seat, "ante", min(amounts[seat], b.stacks[seat])))
    return betting.antes(b, amounts, shared=len(set(due)) > 1)


def blinds(setup: Setup, b: Betting, small: Player, big: Player, factor: int, events: list[PokerEvent]) -> Betting:
    """Post the blinds, a straddle where three or more play, and blinds to come in."""
    due = setup.stakes.blinds
    ordered = [("big blind", big, due[1] * factor)]
    if b.inside >> small & 1 and due[0]:
        ordered.insert(0, ("small blind", small, due[0] * factor))
    if len(due) == 3 and b.inside.bit_count() > 2:
        ordered.append(("straddle", next_seat(b.inside, big), due[2] * factor))
    least = unit(setup, 0, factor) if setup.limit == FIXED_LIMIT else due[1] * factor
    coming_in = posts(setup, small)
    posted = betting.blinds(b, [(seat, amount) for _, seat, amount in ordered], least, coming_in)
    named = [*((what, seat) for what, seat, _ in ordered), *(("blind to come in", seat) for seat, _ in coming_in)]
    events += [Forced(seat, what, posted.bets[seat]) for what, seat in named if posted.bets[seat]]
    return posted
