"""Teen Patti and brag in full: bets that go round until a show, side shows, and pots that are covered (PK20)."""

from random import Random

import pytest

from cardwright import games
from cardwright.errors import BadDeclaration, IllegalAction
from cardwright.games.poker import betting, variants
from cardwright.games.poker.actions import CALL, LOOK, SEE
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.show.rules import one_variant
from cardwright.games.poker.state import OVER, UNSEEN, PokerState
from support import poker_table
from support.playouts import after_chance

# seats 1, 2 and 3: a pair of nines, a pair of kings, a pair of nines with the same side card
DEAL = "deal 9c; deal Kc; deal 9h; deal 9d; deal Kd; deal 9s; deal 4c; deal 5h; deal 4h"


def played(moves: str, stacks: str = "40", name: str = "full-teen-patti") -> tuple[Poker, PokerState]:
    game = one_variant(variant=name, ranking="variant", players=3, deals=1, button=3, stacks=stacks)
    return game, poker_table.played(game, f"{DEAL}; {moves}")


def test_each_turn_costs_the_stake_and_twice_that_once_one_has_looked() -> None:
    """The stake begins as the boot of 1. Blind 1; seen raise to 2: 4; blind 2; then blind 2 again."""
    game, state = played("call; look; raise 2; call; call")
    assert state.betting.stacks == (40 - 1 - 1 - 2, 40 - 1 - 4, 40 - 1 - 2)
    assert (betting.pot(state.betting), state.turn) == (12, 1)
    assert [move.label for move in games.scene(game, game.view(state, 1)).moves] == [
        "Fold",
        "Bet 4",
        "Raise the stake to {}, and pay 2 times that",
    ]
    with pytest.raises(IllegalAction, match="the stake is 2: raise it to 3 at least, and 4 at most"):
        game.play(state, 1, game.parse("raise 5"))


def test_a_blind_player_sees_and_is_not_seen() -> None:
    game, state = played("call; look; call; fold; call")
    with pytest.raises(IllegalAction, match="a player who has looked cannot see one who plays blind"):
        game.play(state, 1, game.parse("see"))
    assert game.view(state, 0).down[0] == (UNSEEN,) * 3
    state = game.play(state, 1, CALL)
    with pytest.raises(IllegalAction, match="two players see each other, without a side show"):
        game.play(state, 0, game.parse("side-show"))
    end = after_chance(game, game.play(state, 0, game.parse("see")), Random(1))
    assert game.returns(end) == (-4, 5, -1)  # the boot, two blind bets and the show, at 1 each
    assert game.deck.text_of(game.view(end, 2).down[0]) == "9c 9d 4c"  # who paid is shown, though beaten


def test_in_brag_a_beaten_hand_that_paid_to_see_stays_unseen() -> None:
    game, state = played("call; call; fold; see", name="full-brag")
    end = after_chance(game, state, Random(1))
    assert game.view(end, 2).down[0] == (UNSEEN,) * 3
    assert [one_variant(variant=name).version for name in ("full-brag", "full-teen-patti")] == [2, 4]
    assert games.create("poker", rotation="full-teen-patti, full-brag").version == 4


@pytest.mark.parametrize(("name", "cost"), [("full-teen-patti", 2), ("full-brag", 4)])
def test_who_pays_to_see_loses_with_an_equal_hand(name: str, cost: int) -> None:
    game, state = played("look; call; fold; look; call; see", name=name)
    end = after_chance(game, state, Random(1))
    assert game.returns(end) == (-3 - cost, -1, 4 + cost)


def test_a_side_show_is_seen_by_two_and_one_of_them_folds() -> None:
    """Equal hands: the one who asked folds. Their cards stay hidden from the third."""
    game, state = played("look; call; look; call; look; side-show")
    assert (state.turn, state.betting.asker) == (1, 2)
    scene = games.scene(game, game.view(state, 1))
    assert scene.status == "Your turn: {2} asks you for a side show, and the lower hand folds: accept or refuse"
    assert games.scene(game, game.view(state, 0)).status == "{1} to accept or refuse the side show"
    with pytest.raises(IllegalAction, match="answer first"):
        game.play(state, 1, CALL)
    refused = game.play(state, 1, game.parse("refuse"))
    assert (refused.turn, refused.betting.inside) == (0, 0b111)
    state = game.play(state, 1, game.parse("accept"))  # kings beat nines
    assert (state.turn, state.betting.inside) == (0, 0b011)
    assert game.deck.text_of(game.view(state, 2).down[1]) == "Kc Kd 5h"
    assert game.deck.text_of(game.view(state, 1).down[2]) == "9h 9s 4h"
    for viewer, hidden in ((0, 1), (0, 2), (1, 0), (2, 0), (-1, 0), (-1, 1), (-1, 2)):
        assert game.view(state, viewer).down[hidden] == (UNSEEN,) * 3
    assert games.scene(game, game.view(state, 0)).news == ("{1} accepted the side show", "{2} folded")


def test_equal_hands_fold_the_one_who_asked() -> None:
    _, state = played("look; call; look; call; look; call; side-show; accept")
    assert (state.betting.inside, state.turn) == (0b110, 1)  # seats 1 and 3 have nines with the same side card


def test_a_side_show_needs_two_who_have_looked_and_bet() -> None:
    game, state = played("look; call; call; look")
    with pytest.raises(IllegalAction, match="between two players who have looked"):
        game.play(state, 2, game.parse("side-show"))
    brag, state = played("look; call; look; call; look", name="full-brag")
    with pytest.raises(IllegalAction, match="there is no side show here"):
        brag.play(state, 2, brag.parse("side-show"))


def test_who_cannot_pay_covers_the_pot_and_the_others_bet_on() -> None:
    """Seat 3 has 1 chip behind the boot, and covers 3 boots, two bets of 2 and the chip; kings win the rest too."""
    game, state = played("look; call; look; call; look; call", stacks="40/40/2")
    assert state.betting.stacks[2] == 0
    assert [(pot.amount, pot.seats) for pot in betting.pots(state.betting)] == [(8, (0, 1, 2))]
    state = game.play(game.play(state, 0, CALL), 1, game.parse("see"))
    assert [(pot.amount, pot.seats) for pot in betting.pots(state.betting)] == [(8, (0, 1, 2)), (4, (0, 1))]
    assert game.returns(after_chance(game, state, Random(1))) == (-5, 7, -2)


def test_bots_play_to_the_end_and_blind_ones_see_nothing() -> None:
    for name in ("full-teen-patti", "full-brag"):
        game = one_variant(variant=name, ranking="variant", players=4, deals=1, stacks="30")
        for seed in range(3):
            rng, state = Random(seed), game.initial_state()
            bots = [games.create_bot(bot, game, Random(seed)) for bot in ("fast", "basic", "caller", "bold")]
            while state.turn != OVER:
                if state.turn < 0:
                    action = game.draw(state, rng)
                else:
                    view = game.view(state, state.turn)
                    blind = state.betting.unseen >> state.turn & 1
                    assert (UNSEEN in view.down[state.turn]) == blind
                    action = bots[state.turn].advise(view).action
                    assert (action == LOOK) == (blind and state.turn != 2)
                state = game.play(state, state.turn, action)
            assert sum(state.betting.stacks) == 120


def test_loose_bots_see_each_other_before_they_have_no_chips() -> None:
    game = one_variant(variant="full-teen-patti", ranking="variant", players=2, deals=1, stacks="200", button=1)
    bot, shows = games.create_bot("loose", game, Random(1)), 0
    for seed in range(8):
        rng, state = Random(seed), game.initial_state()
        while state.turn != OVER:
            seat = state.turn
            action = game.draw(state, rng) if seat < 0 else bot.advise(game.view(state, seat)).action
            shows += action == SEE
            state = game.play(state, seat, action)
        assert min(state.betting.stacks) > 100
    assert shows


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("show = {}", 'show: needs blind = true, one street with bets, and wins = "high"'),
        ("blind = true\nshow = { prize = 2 }", "unknown key 'prize'; did you mean 'price'"),
        ("blind = true\nshow = { most = 1 }", "most: must be a whole number from 2 to 100, not 1"),
        ("blind = true\nshow = 2", "show: must be a table of keys, not 2"),
    ],
)
def test_a_wrong_show_is_refused(key: str, why: str) -> None:
    text = 'title = "T"\nabout = "a"\nhand = "all"\nlimit = "no-limit"\nopen = "antes"\nante = 1\n'
    with pytest.raises(BadDeclaration, match=why):
        variants.parse(f'{text}{key}\nstreet = [{{ name = "A", hole = ["down"] }}]')
