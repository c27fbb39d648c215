"""Cribbage set up as a test needs it: a deal by hand, hands chosen, a record played, what a seat is shown."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from cardwright import games
from cardwright.cards import Card
from cardwright.game import CHANCE, SPECTATOR, Player
from cardwright.games.cribbage.odds import board_table
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import DECK
from cardwright.games.cribbage.state import CribbageState
from cardwright.scenes import Scene, Zone, named
from support import playouts

# A deal to be played by hand. Seat 1 deals, so seat 2 is the pone.
PONE, DEALER = "5h 6d 7s 8c 2c Kd", "4h 5d 5s Jc 9d Qs"
LAID = ("2: lay 2c Kd", "1: lay 9d Qs", "starter 6c")
PLAYED = (
    *("2: play 7s", "1: play 4h", "2: play 6d", "1: play Jc"),
    *("2: play 8c", "1: play 5d", "2: play 5h", "1: play 5s"),
)

# The pone says go at 28, and the dealer plays on alone to 30.
GO_HANDS = ("Qh 7s 9c 9d", "Kd Ac 2c Jc")
GO = ("2: play Qh", "1: play Kd", "2: play 7s", "1: play Ac")


def dealers_chance(dealer_needs: int, pone_needs: int) -> float:
    """Return the dealer's chance to win before a deal, by the points that each needs; 1 or 0 after the end."""
    if dealer_needs <= 0 or pone_needs <= 0:
        return float(dealer_needs <= 0)
    return float(board_table.results()[: board_table.MARGINS_COUNT, dealer_needs, pone_needs].sum())


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a text."""
    return DECK.parse_cards(text)


def run(game: Cribbage, state: CribbageState, *lines: str) -> CribbageState:
    """Play a record: "1: play 5h" for the first seat, "deal 5h" for chance; moments before a line are passed."""
    for line in lines:
        seat, _, text = line.rpartition(": ")
        state = game.play(passed(game, state), int(seat) - 1 if seat else CHANCE, game.parse(text))
    return state


def moments(game: Cribbage, state: CribbageState) -> Iterator[CribbageState]:
    """The states from this one on until a player, or a draw, is needed, or the game has ended."""
    yield state
    while game.is_moment(state):
        state = game.play(state, CHANCE, game.parse("next"))
        yield state


def passed(game: Cribbage, state: CribbageState) -> CribbageState:
    """The last of the `moments`."""
    *_, state = moments(game, state)
    return state


def dealt(game: Cribbage, pone: str = PONE, dealer: str = DEALER, **more: object) -> CribbageState:
    """The next deal dealt, a card to each in turn, in a game whose seat 1 deals."""
    state = replace(game.initial_state(), **more)
    for pair in zip(cards(pone), cards(dealer), strict=True):
        state = run(game, state, *(f"deal {DECK.text(card)}" for card in pair))
    return state


def fixed(**options: object) -> Cribbage:
    """Return a game in which seat 1 deals first."""
    return Cribbage(first_deal="fixed", **options)


def playing(pone: str, dealer: str, starter: str = "Ks", **more: object) -> CribbageState:
    """The play about to begin, with these cards in the hands, seat 1 the dealer."""
    crib = iter(card for card in range(DECK.size) if card not in cards(f"{pone} {dealer} {starter}"))
    laid = ((next(crib), next(crib)), (next(crib), next(crib)))
    hands = (tuple(sorted(cards(dealer))), tuple(sorted(cards(pone))))
    state = CribbageState("play", opener=0, dealer=0, turn=1, hands=hands, laid=laid, starter=DECK.parse(starter))
    return replace(state, **more)


def mugging(**options: object) -> tuple[Cribbage, CribbageState]:
    """The deal by hand, played out with muggins: the pone is to count a hand that is worth 12."""
    game = fixed(muggins=True, **options)
    return game, passed(game, run(game, dealt(game), *LAID, *PLAYED))


def scene(game: Cribbage, state: CribbageState, seat: Player) -> Scene:
    """Return what a seat is shown."""
    return games.scene(game, game.view(state, seat))


def zone(game: Cribbage, state: CribbageState, seat: Player, id: str) -> Zone | None:
    """Return the zone of this id that a seat is shown, if there is one."""
    return next((zone for zone in scene(game, state, seat).zones if zone.id == id), None)


def all_news(game: Cribbage, state: CribbageState) -> list[str]:
    """The news of all `moments`."""
    return [line for moment in moments(game, state) for line in news(game, moment)]


def news(game: Cribbage, state: CribbageState, seat: Player = SPECTATOR) -> list[str]:
    """Return the news that a seat sees, with the names Ann and Ben."""
    return [named(line, ["Ann", "Ben"]) for line in scene(game, state, seat).news]


def random_states(game: Cribbage, seeds: range) -> Iterator[CribbageState]:
    """Yield every state of random games."""
    for seed in seeds:
        yield from playouts.random_states(game, Random(seed))
