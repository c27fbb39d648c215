"""Poker's solver of a round, its bots and their hints, and the simple players that they are tested against."""

import math
import re
from itertools import combinations, product
from random import Random
from typing import Any

import numpy as np
import pytest

from cardwright import games
from cardwright.answers import Budget
from cardwright.arena import match
from cardwright.errors import BadAction
from cardwright.game import CHANCE
from cardwright.games.poker.actions import CALL, CHECK, FOLD, Raise
from cardwright.games.poker.bot import BasicBot
from cardwright.games.poker.odds import _kernels, evaluate, tree, two_ranges
from cardwright.games.poker.odds.hands import deal_ranges, weight_exponent
from cardwright.games.poker.odds.rivals import rivals
from cardwright.games.poker.odds.shares import Chances
from cardwright.games.poker.odds.words import Share, call_reason
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.scene import build_scene
from cardwright.games.poker.state import PokerState
from cardwright.play import hints
from cardwright.scenes.typed_moves import move_of
from support.playouts import after_chance
from support.poker_table import BOARD, THREE_HANDS, run

SPARRING = "cardwright.games.poker.sparring"


def _share(mine: tuple[int, int], theirs: tuple[int, int], split: bool) -> float:
    def half(own: int, other: int) -> float:
        return (1 + (own > other) - (own < other)) / 2

    if not split or max(mine[1], theirs[1]) < 0:
        return half(mine[0], theirs[0])
    return (half(mine[0], theirs[0]) + half(mine[1], theirs[1])) / 2


@pytest.mark.parametrize("split", [False, True])
def test_shares_are_those_of_hands_compared_one_by_one(split: bool) -> None:
    rng = np.random.default_rng(1)
    high, low, other, other_low = (rng.integers(-1, 6, (4, 30)).astype(np.int32) for _ in range(4))
    found = np.empty((4, 4))
    _kernels.shares(high, low, other, other_low, split, found)
    for i, j in product(range(4), repeat=2):
        both = [k for k in range(30) if high[i, k] >= 0 and other[j, k] >= 0]
        shares = [_share((high[i, k], low[i, k]), (other[j, k], other_low[j, k]), split) for k in both]
        assert found[i, j] == pytest.approx(sum(shares) / len(shares))


def _clairvoyance(pot: float) -> tuple[Any, Any]:
    """The seat holds the best or the worst hand, and may bet the pot; the rival has a hand in between."""
    actor = np.array([0, 2, 1, 2, 2], np.int32)  # check, bet; then fold, call
    first, count = np.array([1, 5, 3, 5, 5], np.int32), np.array([2, 0, 2, 0, 0], np.int32)
    gain = np.array([0, pot, 0, 0, 3 * pot], np.float64)
    base, rest = np.array([0, 0, 0, pot, -pot], np.float64), np.array([0, 0, 0, 0, -pot], np.float64)
    average = np.zeros((5, 2))
    share, weights, others = np.array([[1.0], [0.0]]), np.array([0.5, 0.5]), np.ones(1)
    solver = _kernels.Solver(actor, first, count, gain, base, rest, share, weights, others)
    solver.solve(4_000, average)
    return average, solver


def test_a_bet_of_the_pot_bluffs_with_a_third_of_its_hands_and_is_called_half_of_the_time() -> None:
    """The known equilibrium: a bluff for every two good hands, and a call with the probability 1 / 2."""
    average, solver = _clairvoyance(10)
    assert average[2, 0] == pytest.approx(1, abs=1e-3)
    assert average[2, 1] == pytest.approx(0.5, abs=0.02)
    assert average[4, 0] == pytest.approx(0.5, abs=0.02)
    value = np.zeros((5, 2))
    solver.best_response(average, value)
    assert value[0] == pytest.approx([15, 0], abs=0.3)


def _first(stacks: str, hole: str) -> tuple[Poker, PokerState]:
    game = Poker(players=2, button=1, deals=1, stacks=stacks, blinds="1/2")
    state = game.initial_state()
    for card, other in zip(hole.split(), ("2c", "3d")):  # the big blind, at seat 2, is dealt to first
        for text in (other, card):
            state = game.play(state, -1, game.parse(f"deal {text}"))
    return game, state


@pytest.mark.parametrize(
    ("hole", "pushes"), [("As 8d", True), ("9c 9h", True), ("Ks 9s", True), ("7h 2d", False), ("8d 3c", False)]
)
def test_short_stacks_push_or_fold_as_the_equilibrium_does(hole: str, pushes: bool) -> None:
    """With 5 big blinds: the published tables push the first three at ten and more, and fold the others below two."""
    game, state = _first("10", hole)
    view = game.view(state, 0)
    values = {line.action: line.value for line in evaluate(game, view, Budget())}
    assert (values[Raise(10)] > values[FOLD]) == pushes


@pytest.mark.parametrize("name", ["texas-holdem", "omaha-hilo-8", "seven-card-stud", "razz", "five-card-draw"])
def test_a_raiser_is_taken_to_hold_better_hands_in_every_variant(name: str) -> None:
    game, rng = Poker(variant=name, players=2, deals=1, rise=0, stacks="100"), Random(4)
    for _ in range(20):
        state = game.initial_state()
        while (player := game.players_to_act(state)[0]) < 0 or game.wagers(state.betting).low == 0:
            state = game.play(
                state, player, game.draw(state, rng) if player < 0 else game.legal_actions(state, player)[-1]
            )
        state = game.play(state, player, Raise(game.wagers(state.betting).low))
        view = game.view(state, state.turn)
        assert weight_exponent(game, view, player) > 0
        mean, _ = deal_ranges(game, view, Budget(samples=120)).share()
        evenly, _ = deal_ranges(game, view, Budget(samples=120), blind=True).share()
        assert mean < evenly + 0.03
        break


@pytest.mark.parametrize(
    ("variant", "checks", "cards", "told"),
    [
        # Of the four other cards, one king makes a pair, one queen ties and two jacks lose.
        ("leduc", 2, "Qs Jh Kh", "; most often you lose to pair (25 %)"),
        ("leduc", 2, "Js Kh Qh", "; most often you lose to better high card (50 %) and pair (25 %)"),
        ("leduc", 2, "Ks Jh Kh", "; most often you beat high card (100 %)"),
        # Of 990 hands, 86 hold one two: 18 of these are full houses, as are 9 pairs; 68 are three of a kind, 6.9 %.
        ("texas-holdem", 7, "3d Ah 4d Ad 2c 2d 7h 9s Kc", "; most often you lose to three of a kind (7 %)"),
        # Each board has its own winner.
        ("double-board-holdem", 7, "3d Ah 4d Ad 2c 2d 7h 9s Kc", ""),
    ],
)
def test_reasons_for_bets_name_the_hands_that_one_loses_to(variant: str, checks: int, cards: str, told: str) -> None:
    """Nobody has bet, so that all hands of the other are equally likely."""
    game = Poker(variant=variant, players=2, deals=1, rise=0)
    state = run(game, "; ".join(["call" if checks > 2 else "check", *["check"] * (checks - 1)]), cards)
    view = game.view(state, state.turn)
    for line in evaluate(game, view, Budget()):
        assert line.reason.endswith(told)
        assert ("most often" in line.reason) == bool(told)
    bot = games.create_bot("expert", game, Random(1))
    assert bot.advise(view).action == evaluate(game, view, Budget())[0].action
    assert "most often" not in bot.advise(view).reason  # which would take time at every move


def test_in_high_low_games_the_hands_for_the_high_half_are_named() -> None:
    game = Poker(variant="omaha-hilo-8", players=2, deals=1, rise=0)
    state = after_chance(game, game.initial_state(), Random(2))
    lines = evaluate(game, game.view(state, state.turn), Budget())
    assert all("; for the high half, most often you lose to " in line.reason for line in lines)


@pytest.mark.parametrize("variant", ["razz", "deuce-to-seven-single-draw"])
def test_low_hands_are_named_by_their_highest_card(variant: str) -> None:
    """All hands that matter there have no pair, so "better no pair" said nothing."""
    game = Poker(variant=variant, players=2, deals=1, rise=0)
    state = after_chance(game, game.initial_state(), Random(2))
    if variant == "razz":
        state = after_chance(game, game.play(state, state.turn, game.legal_actions(state, state.turn)[0]), Random(2))
    reasons = [line.reason for line in evaluate(game, game.view(state, state.turn), Budget())]
    named = re.findall(r"(?:lose to|and|beat) ([a-z ]+) \(\d+ %\)", " ".join(reasons))
    assert named
    assert all(name.endswith(" low") or "pair" in name for name in named), named
    assert not any("no pair" in name or "high card" in name for name in named), named


def test_the_tree_of_a_round_keeps_all_chips() -> None:
    """At each end both sides together have the pot, less what they have put in."""
    game = Poker(players=3, button=3, deals=1, rise=0)
    state = after_chance(game, game.initial_state(), Random(2))
    view = game.view(state, state.turn)
    made = tree.build_tree(game, view, game.wagers(state.betting), rivals(game, view))
    ends = made.actor == tree.END
    pot = sum(state.betting.bets)
    assert made.actions[:2] == (FOLD, CALL)
    assert ends.sum() > 20
    assert (made.gain + made.base + made.rest)[ends] == pytest.approx(pot)


def test_players_who_called_are_taken_to_call_on_and_to_pay() -> None:
    """Six players: when all call before the last of them, the same hand is worth more than when all but one fold."""
    game = Poker(players=6, button=6, deals=1, rise=0)
    state = after_chance(game, game.initial_state(), Random(2))
    after = dict.fromkeys((CALL, FOLD), state)
    for action in after:
        for _ in range(4):
            after[action] = game.play(after[action], after[action].turn, action)
    views = {action: game.view(state, state.turn) for action, state in after.items()}
    called, folded = (rivals(game, views[action]) for action in (CALL, FOLD))
    assert called.chance > 2 * folded.chance
    assert called.callers > 3
    assert folded.callers == 1
    assert called.station_share > folded.station_share


@pytest.mark.parametrize("other", ["caller", f"{SPARRING}:Maniac"])
def test_the_fast_bot_wins_chips_from_simple_players(other: str) -> None:
    options = {"players": 2, "stacks": "20"}
    found = match.play(match.setup("poker", ["fast", other], options), 1, 60)
    assert found.differences[0].result.mean > 0


def test_the_simple_players_play_every_variant() -> None:
    for name in ("omaha-hilo-8", "seven-card-stud", "five-card-draw"):
        match.play(
            match.setup("poker", [f"{SPARRING}:Tight", f"{SPARRING}:Maniac"], {"variant": name, "players": 3}), 1, 2
        )
    assert "Tight" not in " ".join(games.bot_names("poker"))


def test_characters_bend_the_values_of_the_expert_in_their_own_way() -> None:
    """Over the same decisions the loose and the bold bot fold less than the tight one, and the bold one bets most."""
    game, names = Poker(players=3, deals=1, rise=0), ("loose", "bold", "tight")
    folds, paid = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    for seed in range(60):
        rng = Random(seed)
        state = after_chance(game, game.initial_state(), rng)
        view = game.view(state, state.turn)
        for name in names:
            action = games.create_bot(name, game, rng).advise(view).action
            folds[name] += action == FOLD
            paid[name] += action.to if isinstance(action, Raise) else 2 * (action == CALL)
    assert max(folds["loose"], folds["bold"]) < folds["tight"]
    assert paid["bold"] > max(paid["loose"], paid["tight"])


def _holdem(**options: object) -> Poker:
    return Poker(players=2, deals=1, rise=0, **options)


@pytest.mark.parametrize("ranking", ["standard", "dual-piecepacks"])
def test_the_balanced_bot_answers_for_all_hands_after_any_bets(ranking: str) -> None:
    """Raises of any size, several in a round: actions are legal, and the frequencies of each hand add up to 1."""
    game, rng, streets = _holdem(stacks="60/90", ranking=ranking), Random(3), set()
    for _ in range(12):
        state = game.initial_state()
        while (to_act := game.players_to_act(state)) and len(state.board) < 5:
            action = game.draw(state, rng) if to_act[0] < 0 else rng.choice(game.legal_actions(state, to_act[0])[1:6])
            if to_act[0] >= 0:
                streets.add(len(state.board))
                view = game.view(state, to_act[0])
                found = two_ranges.frequencies(game.ranking, two_ranges.position(game, view))
                assert all(each in game.choices(view) for each in found.actions)
                held = two_ranges.equities(game.ranking, state.board).pair_indices
                assert found.probabilities[:, held].sum(axis=0) == pytest.approx(1)
            state = game.play(state, to_act[0], action)
    assert streets == {0, 3, 4}


def test_the_balanced_bot_plays_good_hands_of_short_stacks_and_folds_bad_ones() -> None:
    for hole, folds in (("As Ad", 0), ("9c 9h", 0), ("As 8d", 0), ("7h 2d", 1), ("8d 3c", 1)):
        game, state = _first("10", hole)
        found = two_ranges.frequencies(game.ranking, two_ranges.position(game, game.view(state, 0)))
        place = two_ranges.pair_index(game.ranking, state.down[0])
        assert Raise(10) in found.actions
        assert found.probabilities[found.actions.index(FOLD), place] == pytest.approx(folds, abs=0.1)


def test_the_balanced_bot_bets_good_hands_and_some_bad_ones_on_the_river() -> None:
    """Last to act, after checks all along: hands in between are shown for nothing."""
    game, rng = _holdem(stacks="20", button=1), Random(5)
    state = game.initial_state()
    while len(state.board) < 5 or state.turn != 0:
        player = game.players_to_act(state)[0]
        calls = player == 0 and not state.board
        moved = game.draw(state, rng) if player < 0 else CALL if calls else CHECK
        state = game.play(state, player, moved)
    found = two_ranges.frequencies(game.ranking, two_ranges.position(game, game.view(state, 0)))
    known = two_ranges.equities(game.ranking, state.board)
    order = known.pair_indices[known.shares.sum(axis=1).argsort()]
    bets = 1 - found.probabilities[found.actions.index(CHECK)][order]
    worst, middle, best = (part.mean() for part in (bets[:200], bets[400:600], bets[-200:]))
    assert best > 0.9
    assert 0.9 > worst > middle + 0.1


CHARACTERS = {
    "loose": "a call 30 % of the pot too high and a raise 15 % of the pot too low",
    "bold": "a raise 25 % of the pot too high",
    "cautious": "a raise 30 % of the pot too low",
    "tight": "a call 15 % of the pot too low and a raise 20 % of the pot too low",
}


def test_a_player_with_a_character_says_what_it_misjudges() -> None:
    game, state = _first("200", "As Ad")
    reasons = {bot: games.create_bot(bot, game, Random(1)).advise(game.view(state, 0)).reason for bot in CHARACTERS}
    assert {bot: reason.rpartition("; this player values ")[2] for bot, reason in reasons.items()} == CHARACTERS


def test_the_balanced_bot_says_how_often_it_makes_its_moves_and_is_the_expert_at_other_tables() -> None:
    game, state = _first("200", "As Ad")
    advice = games.create_bot("balanced", game, Random(1)).advise(game.view(state, 0))
    assert advice.action in game.choices(game.view(state, 0))
    assert "% of the time" in advice.reason
    others = ({"limit": "pot-limit"}, {"players": 3}, {"ranking": "short-deck"}, {"blinds": "2"})
    variants = ({"variant": "omaha"}, {"variant": "crazy-pineapple"})  # three hole cards, one of which is thrown away
    for each in (*others, *variants):
        assert not two_ranges.applies(Poker(**{"players": 2, **each})), each
    assert two_ranges.applies(game)
    omaha, rng = Poker(variant="omaha", players=2), Random(1)
    state = after_chance(omaha, omaha.initial_state(), rng)
    view = omaha.view(state, state.turn)
    balanced, expert = (games.create_bot(name, omaha, rng).advise(view) for name in ("balanced", "expert"))
    assert balanced == expert


def test_two_bots_do_not_raise_by_the_least_until_all_chips_are_in() -> None:
    """They raised each other by 2 a hundred times, for a side pot, and a player waited for minutes."""
    game = Poker(players=3, button=3, stacks="522/183/467", deals=1)
    state = run(game, "raise 232; call; call", "9d 5c As Th Ac 2s Kd Qs Ad")
    bots, raises = [games.create_bot("basic", game, Random(seat)) for seat in range(3)], 0
    while state.turn >= 0 and raises < 20:
        action = bots[state.turn].advise(game.view(state, state.turn)).action
        raises += isinstance(action, Raise)
        state = game.play(state, state.turn, action)
    assert 2 < raises < 9


def test_two_bold_bots_do_not_raise_until_all_chips_are_in() -> None:
    game, most, raises, place = Poker(players=5, deals=8), 0, 0, (0, 0)
    bots = [games.create_bot("bold", game, Random(seat)) for seat in range(5)]
    state, rng = game.initial_state(), Random(0)
    while acting := game.players_to_act(state):
        if (state.deal, state.step) != place:
            raises, place = 0, (state.deal, state.step)
        action = (
            game.draw(state, rng) if acting[0] == CHANCE else bots[acting[0]].advise(game.view(state, acting[0])).action
        )
        raises += isinstance(action, Raise)
        most = max(most, raises)
        state = game.play(state, acting[0], action)
    assert 2 < most < 9


# --- shares and hints


def test_a_bet_may_be_typed_as_its_button_and_the_hint_say_it() -> None:
    game = Poker(players=2, button=2, deals=1)
    state = run(game, "", "9s 8s Ad 7d")
    view = game.view(state, state.turn)
    scene = build_scene(game, view)
    for typed in ("Raise to 12", "raise to 12", "raise 12", "b12"):
        assert move_of(scene, typed) == "raise 12"
    with pytest.raises(BadAction, match="from 4"):
        move_of(scene, "raise to")
    hint = hints.hint(game, BasicBot(game, Random(1)), view, ("Ann", "Bob"))
    assert move_of(scene, hint.label) == hint.move
    assert hint.text.startswith(f"Hint: {hint.label}: {hint.reason}. Next best: ")


def test_the_same_question_gets_the_same_answer() -> None:
    game = Poker(players=3, button=3, deals=1)
    state = run(game, "call", THREE_HANDS)
    view = game.view(state, state.turn)
    said = {BasicBot(game, Random(seed)).advise(view) for seed in range(5)}
    assert len(said) == 1


def test_a_hint_says_what_its_share_is_of_and_how_far_it_is_known() -> None:
    game = Poker(players=2, button=2, deals=1)
    state = run(game, "", "As Ks Ad 7d")
    reason = BasicBot(game, Random(1)).advise(game.view(state, state.turn)).reason
    assert re.search(r"you win \d+ % \(± \d\) of the pot", reason)
    checks = "check; check; check; check"
    state = run(game, f"call; check; {checks}", f"As Ks Ad 7d {BOARD}")
    found = Chances(game, game.view(state, state.turn)).share()
    assert found.error == 0  # on the river every hand of one rival is counted
    sampled = Chances(game, game.view(run(game, "call", f"As Ks Ad 7d {BOARD}"), 1)).share()
    assert 0 < sampled.error < 0.02


def test_the_share_counted_on_the_river_is_exact() -> None:
    game = Poker(players=2, button=2, deals=1)
    state = run(game, "call; check; check; check; check; check", f"As Ks Ad 7d {BOARD}")
    view = game.view(state, state.turn)
    mine = game.ranking.strength(view.down[view.player] + view.board)
    unseen = [card for card in range(52) if card not in view.board + view.down[view.player]]
    others = [game.ranking.strength(hand + view.board) for hand in combinations(unseen, 2)]
    exact = sum(1 if mine > other else 0.5 if mine == other else 0 for other in others) / len(others)
    chances = Chances(game, view)
    assert chances.share().mean == pytest.approx(exact, abs=1e-6)
    assert chances.share().error == 0
    evenly = deal_ranges(game, view, Budget(), blind=True)
    assert evenly.share() == pytest.approx((exact, 0))
    assert evaluate(game, view, Budget()) == evaluate(game, view, Budget())


def test_rivals_of_whom_as_much_is_known_share_one_table_of_hands() -> None:
    """At a table of twenty it is counted once, not nineteen times; who raised has other weights."""
    game = Poker(players=20, button=1, deals=1)
    state = run(game, "raise 6; call; fold")
    ranges = Chances(game, game.view(state, state.turn)).rival_ranges
    assert len(ranges) == 18
    assert len({id(each.hands) for each in ranges}) == 1
    assert len({id(each) for each in ranges}) == 3  # the one who raised, the one who called, and the others
    drawn = Chances(game, game.view(state, state.turn), samples=50).rival_ranges
    assert len({id(each.hands) for each in drawn}) == 18  # random hands are drawn for each


def test_a_rival_who_raises_holds_better_hands() -> None:
    """The same hand before the flop is worth less against a raise, and less still against a larger one."""
    game = Poker(players=2, button=2, deals=1)
    shares = []
    for words in ("call", "raise 6", "raise 40"):
        state = run(game, words, "9s 8s Ad 7d")
        shares.append(Chances(game, game.view(state, state.turn), samples=3000).share())
    called, raised, shoved = shares
    assert called.mean > raised.mean - 3 * math.hypot(called.error, raised.error)
    assert raised.mean > shoved.mean + 3 * math.hypot(raised.error, shoved.error)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"variant": "omaha-hilo-8"}, "call; call; check; check"),
        ({"variant": "razz"}, "bring-in"),
        ({"variant": "five-card-draw"}, "call; call; check"),
        ({"ranking": "dual-piecepacks"}, "raise 6; call"),
    ],
)
def test_every_variant_values_its_moves(options: dict[str, object], words: str) -> None:
    game = Poker(players=3, button=3, deals=1, **options)
    state = run(game, words)
    view = game.view(state, state.turn)
    lines = evaluate(game, view, Budget())
    assert lines
    assert all(line.action in game.choices(view) for line in lines)
    assert [line.value for line in lines] == sorted((line.value for line in lines), reverse=True)
    assert lines == evaluate(game, game.view(state, state.turn), Budget())


def test_a_hint_does_not_contradict_its_reason() -> None:
    """ "You win 42 %, and a call needs 40 %" was the reason for a fold."""
    words = "a call of 2 for a pot of 5 needs 40 %"
    assert call_reason(Share(0.42, 0), 3, 2, call_value=0.1).endswith(words)
    assert call_reason(Share(0.38, 0), 3, 2, call_value=-0.1).endswith(words)
    costly, gainful = (call_reason(Share(share, 0), 3, 2, value) for share, value in ((0.42, -0.1), (0.38, 0.1)))
    assert costly.endswith(f"{words}, but later bets cost more than that gains")
    assert gainful.endswith(f"{words}, but later bets win more than that costs")
