"""A board that is run twice: who is asked, what is dealt and paid, and what PokerKit makes of the same cards."""

import random
import warnings
from random import Random

import pokerkit as pk
import pytest

from cardwright import games
from cardwright.errors import BadOption, BadRecord, IllegalAction
from cardwright.formats import phh
from cardwright.game import CHANCE, Action
from cardwright.games.poker.actions import CALL, CHECK, RUN_ONCE, RUN_TWICE, Deal, Raise
from cardwright.games.poker.events import Won
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import PokerState
from cardwright.play.record import Header, Record, Sitter
from cardwright.play.table import Step
from cardwright.scenes import Row
from support.poker_table import run

# Of two players the button acts first, but the other is dealt the first card.
KINGS_AND_ACES = "Ah Ks Ad Kd"


def game_of(**options: object) -> Poker:
    usual = {"players": 2, "deals": 1, "button": 1, "stacks": "100", "burns": False, "run_twice": True}
    game = games.create("poker", **{**usual, **options})
    assert isinstance(game, Poker)
    return game


def asked(game: Poker, words: str = "raise 100; call", cards: str = KINGS_AND_ACES) -> PokerState:
    state = run_to_question(game, words, cards)
    assert game.asks_runs(state)
    return state


def run_to_question(game: Poker, words: str, cards: str) -> PokerState:
    decisions, dealt, state = words.split("; "), list(game.deck.parse_cards(cards)), game.initial_state()
    while not game.asks_runs(state) and game.players_to_act(state) and (state.turn == CHANCE or decisions):
        if state.turn == CHANCE:
            action = game.draw(state, Random(1))
            state = game.play(state, CHANCE, Deal(dealt.pop(0)) if isinstance(action, Deal) and dealt else action)
        else:
            state = game.play(state, state.turn, game.parse(decisions.pop(0)))
    return state


def test_pk17_all_left_in_are_asked_from_the_left_of_the_button_with_the_hands_open() -> None:
    game = game_of(players=3, stacks="60")
    state = asked(game, "raise 60; call; call", "")
    assert (state.turn, state.shown, state.board) == (1, 0b111, ())
    for seat in (1, 2, 0):
        assert state.turn == seat
        assert list(game.choices(game.view(state, seat))) == [RUN_ONCE, RUN_TWICE]
        assert game.choices(game.view(state, (seat + 1) % 3)) == ()
        state = game.play(state, seat, RUN_TWICE)
    assert (state.turn, state.shared) == (CHANCE, 1)
    assert game.is_moment(state)


def test_pk17_one_who_refuses_has_it_run_once() -> None:
    game = game_of(players=3, stacks="60")
    state = asked(game, "raise 60; call; call", "")
    state = game.play(state, 1, RUN_TWICE)
    state = game.play(state, 2, RUN_ONCE)
    assert (state.turn, state.shared) == (CHANCE, 0)
    assert len(run(game, "", "", state).board) == 5


def test_pk17_the_rest_of_the_board_is_dealt_twice_and_each_wins_half() -> None:
    game = game_of()
    state = asked(game, "raise 6; call; check; raise 94; call", f"{KINGS_AND_ACES} 2c 7h 9d")
    state = game.play(game.play(state, 1, RUN_TWICE), 0, RUN_TWICE)
    end = run(game, "", "Jc Kc 3h 4h", state)
    first, second = game.at(end).variant.boards_of(end.board)
    assert game.deck.text_of(first) == "2c 7h 9d Jc 3h"
    assert game.deck.text_of(second) == "2c 7h 9d Kc 4h"
    awards = [event.award for event in end.ending if isinstance(event, Won)]
    assert [(award.half, award.seat, award.amount) for award in awards] == [("high", 1, 100), ("low", 0, 100)]
    assert game.returns(end) == (0, 0)


def test_pk17_is_not_asked_on_the_river_nor_where_a_player_can_still_bet() -> None:
    game = game_of()
    calls = "call; check; check; check; check; check"
    state = run_to_question(game, f"{calls}; raise 98; call", KINGS_AND_ACES)
    assert not state.shared
    assert len(state.board) == 5
    three = game_of(players=3, stacks="50/100/100")
    state = run_to_question(three, "raise 50; call; call; check", "")
    assert not three.asks_runs(state)


def test_pk17_is_not_asked_where_the_stock_has_too_few_cards() -> None:
    game = game_of(variant="texas-holdem", ranking="dual-piecepacks", players=18, stacks="10", burns=True)
    state = run_to_question(game, "; ".join(["raise 10", *["call"] * 17]), "")
    assert not game.asks_runs(state)
    assert not game.players_to_act(state)


def test_pk17_the_next_deal_has_one_board() -> None:
    game = game_of(deals=0, stacks="100/60", rise=0)
    state = asked(game, "raise 60; call", "Ah Ks Ad Kd")
    state = game.play(game.play(state, 1, RUN_TWICE), 0, RUN_TWICE)
    state = run(game, "", "2c 7h 9d Kc 2d 7c Jc Jd 3h 3s", state)
    assert state.shared == 1
    state = game.play(state, CHANCE, game.draw(state, Random(1)))
    assert (state.deal, state.shared, state.shown) == (2, 0, 0)


def test_the_page_asks_and_shows_both_boards_with_each_card_once() -> None:
    game = game_of()
    state = asked(game, "raise 6; call; check; raise 94; call", f"{KINGS_AND_ACES} 2c 7h 9d")
    scene = games.scene(game, game.view(state, 1))
    assert scene.status == "Your turn: run the rest of the board once, or twice for half of the pot each"
    assert games.scene(game, game.view(state, 0)).status == "{1} to run the board once or twice"
    assert [(move.text, move.label) for move in scene.moves] == [
        ("run-once", "Run it once"),
        ("run-twice", "Run it twice"),
    ]
    state = game.play(state, 1, RUN_TWICE)
    assert games.scene(game, game.view(state, 0)).news == ("{1} would run it twice",)
    agreed = game.play(state, 0, RUN_TWICE)
    assert games.scene(game, game.view(agreed, 0)).news == ("{0} agreed: the rest of the board is run twice",)
    end = run(game, "", "Jc Kc 3h 4h", agreed)
    rows = {zone.id: zone for zone in games.scene(game, game.view(end, 0)).zones if isinstance(zone, Row)}
    assert [place.id for place in rows["board"].places] == [f"board-{n}" for n in range(1, 6)]
    assert [place.id for place in rows["second"].places] == ["second-4", "second-5"]
    assert rows["board"].title == "First board"


def test_a_hint_agrees_and_what_is_not_asked_is_refused() -> None:
    game = game_of()
    state = asked(game)
    bot = games.create_bot("caller", game, Random(1))
    assert bot.advise(game.view(state, 1)).action == RUN_TWICE
    assert games.evaluate(game, game.view(state, 1)) == ()
    with pytest.raises(IllegalAction, match="say run-once or run-twice"):
        game.play(state, 1, Raise(100))
    with pytest.raises(IllegalAction, match="asked when no more can be bet"):
        game.play(run(game, "", "", game.initial_state()), 0, RUN_ONCE)


@pytest.mark.parametrize("variant", ["omaha-hilo", "seven-card-stud", "double-board-holdem", "five-card-draw"])
def test_variants_that_cannot_be_run_twice_are_refused(variant: str) -> None:
    with pytest.raises(BadOption, match="one board, for high hands"):
        game_of(variant=variant)


def test_phh_refuses_a_deal_in_which_it_was_asked() -> None:
    game = game_of()
    state, states = game.initial_state(), [game.initial_state()]
    log: list[Step] = []
    words = ["raise 100", "call", "run-twice", "run-twice"]
    while acting := game.players_to_act(state):
        action = game.draw(state, Random(1)) if acting[0] == CHANCE else game.parse(words.pop(0))
        log.append(Step(acting[0], game.text(action)))
        state = game.play(state, acting[0], action)
        states.append(state)
    record = Record.of(Header.of(game, [Sitter("Ann", "you"), Sitter("Bob", "you")]), game, log)
    assert record.states == tuple(states)
    with pytest.raises(BadRecord, match="PHH has no word for a board that is run twice"):
        phh.dumps(record)


# PokerKit deals the whole first run before the second, and we both street by street; the cards of each are the same.

_AUTOMATIC = (
    pk.Automation.ANTE_POSTING,
    pk.Automation.BET_COLLECTION,
    pk.Automation.BLIND_OR_STRADDLE_POSTING,
    pk.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    pk.Automation.HAND_KILLING,
    pk.Automation.CHIPS_PUSHING,
    pk.Automation.CHIPS_PULLING,
)


def all_in_on(game: Poker, street: int, rng: random.Random) -> tuple[list[tuple[int, Action]], PokerState]:
    """A deal in which all go all-in on this street, and then run it twice: the bets, and its end."""
    state = game.initial_state()
    bets: list[tuple[int, Action]] = []
    while acting := game.players_to_act(state):
        seat = acting[0]
        if seat == CHANCE:
            action = game.draw(state, rng)
        elif game.asks_runs(state):
            action = RUN_TWICE
        else:
            legal = game.legal_actions(state, seat)
            raises = game.at(state).plan[state.step].street == street and isinstance(legal[-1], Raise)
            action = legal[-1] if raises else CALL if CALL in legal else CHECK
            bets.append((seat, action))
        state = game.play(state, seat, action)
    return bets, state


def payoffs_of_pokerkit(game: Poker, bets: list[tuple[int, Action]], end: PokerState) -> tuple[int, ...]:
    state = pk.NoLimitTexasHoldem.create_state(
        _AUTOMATIC, True, 0, (12, 24), 24, list(game.setup.stacks), game.players, mode=pk.Mode.CASH_GAME
    )
    for seat in range(game.players):
        state.deal_hole(game.deck.text_of(end.down[seat]).replace(" ", ""), seat)
    first, second = game.at(end).variant.boards_of(end.board)
    common = sum(street.board for street in game.variant.street[: end.shared])
    streets, waiting = [first[:3], first[3:4], first[4:]], list(bets)
    again = [cards for cards in (second[:3], second[3:4], second[4:]) if cards[0] in second[common:]]
    while waiting:
        if state.can_burn_card():
            state.burn_card("??")
            state.deal_board(game.deck.text_of(streets.pop(0)).replace(" ", ""))
            continue
        _, action = waiting.pop(0)
        if isinstance(action, Raise):
            state.complete_bet_or_raise_to(action.to)
        else:
            state.check_or_call()
    while state.can_select_runout_count(2):
        state.select_runout_count(2)
    for cards in (*streets, *again):
        state.burn_card("??")
        state.deal_board(game.deck.text_of(cards).replace(" ", ""))
    assert not state.status
    return tuple(state.payoffs)


@pytest.mark.parametrize("street", [0, 1, 2])
def test_pokerkit_pays_the_same(street: int) -> None:
    rng = random.Random(street)
    for _ in range(40):
        players = rng.choice((2, 3, 4))
        stacks = "/".join(str(48 * rng.randint(1, 4)) for _ in range(players))  # that no pot leaves an odd chip
        game = game_of(players=players, stacks=stacks, button=players, blinds="12/24", burns=True)
        bets, end = all_in_on(game, street, rng)
        assert end.shared
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a burnt card need not be known
            assert payoffs_of_pokerkit(game, bets, end) == game.returns(end)
