"""Blind play in brag: half the price until a player looks, and pots that hold what was paid (PK19)."""

from random import Random

import pytest

from cardwright import games
from cardwright.errors import BadDeclaration, IllegalAction
from cardwright.games.poker import betting, variants
from cardwright.games.poker.actions import CALL, LOOK
from cardwright.games.poker.events import Returned
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import UNSEEN, PokerState
from support import poker_table
from support.playouts import after_chance

# seats 1, 2 and 3: a prial of threes, a pair of aces, a running flush
DEAL = "deal 3c; deal Ac; deal 4h; deal 3d; deal Ad; deal 5h; deal 3h; deal 9s; deal 6h"


def played(stacks: str, moves: str) -> tuple[Poker, PokerState]:
    game = Poker(variant="blind-brag", ranking="variant", players=3, deals=1, button=3, stacks=stacks)
    return game, poker_table.played(game, f"{DEAL}; {moves}")


def test_a_blind_bet_costs_half() -> None:
    """A blind bet of 4 costs 2; the raise to 8, seen, costs 8; the blind call of 8 costs 4."""
    _, state = played("20", "raise 4; look; raise 8; call; call")
    assert state.before == (20, 20, 20)
    assert state.betting.stacks == (20 - 1 - 4, 20 - 1 - 8, 20 - 1 - 4)
    assert betting.pot(state.betting) == 3 + 4 + 8 + 4


def test_cards_are_not_seen_before_the_look() -> None:
    game, state = played("20", "")
    assert game.view(state, 0).down[0] == (UNSEEN,) * 3
    scene = games.scene(game, game.view(state, 0))
    assert [move.label for move in scene.moves] == ["Look at your cards", "Check", "Bet {}"]
    assert scene.status == "Your turn: check or bet; you play blind, at half the price, until you look"
    assert scene.seats[1].role == "plays blind"
    looked = game.play(state, 0, LOOK)
    assert looked.turn == 0
    assert game.deck.text_of(game.view(looked, 0).down[0]) == "3c 3d 3h"
    assert game.view(looked, 1).down[1] == (UNSEEN,) * 3
    with pytest.raises(IllegalAction, match="you have looked at your cards"):
        game.play(looked, 0, LOOK)


def test_side_pots_hold_what_was_paid() -> None:
    """All-in for 4 chips is a bet of 8, met by 8 seen chips and 4 blind ones; the rest is a side pot."""
    game, state = played("5/20/20", "raise 8; look; raise 16; call")
    assert [pot.amount for pot in betting.pots(state.betting)] == [(1 + 4) + (1 + 8) + (1 + 4), 8 + 4]
    assert game.returns(after_chance(game, state, Random(1))) == (19 - 5, -17, 12 - 9)


def test_a_bet_that_no_player_met_comes_back_at_the_price_it_had() -> None:
    game, state = played("20", "raise 10; fold; fold")
    assert Returned(0, 5) in state.events
    assert game.returns(state) == (2, -1, -1)


def test_an_odd_chip_counts_as_one() -> None:
    _, state = played("20", "look; raise 5; call")
    assert state.betting.stacks[1] == 20 - 1 - 3
    assert betting.pot(state.betting) == 3 + 5 + 3


def test_bots_look_and_callers_do_not() -> None:
    game, state = played("20", "raise 4")
    advise = {name: games.create_bot(name, game, Random(1)).advise for name in ("fast", "caller")}
    assert advise["fast"](game.view(state, 1)).action == LOOK
    assert advise["caller"](game.view(state, 1)).action == CALL


@pytest.mark.parametrize("change", ['open = "blinds"', 'street = [{ name = "A", hole = ["up"] }]'])
def test_blind_play_needs_antes_and_hidden_cards(change: str) -> None:
    keys = {"open": 'open = "antes"', "street": 'street = [{ name = "A", hole = ["down"] }]'}
    keys[change.partition(" ")[0]] = change
    text = "\n".join(['title = "T"', 'about = "a"', 'hand = "all"', 'limit = "no-limit"', "ante = 1", "blind = true"])
    with pytest.raises(BadDeclaration, match='needs open = "antes", and cards that are dealt down'):
        variants.parse("\n".join([text, *keys.values()]))
