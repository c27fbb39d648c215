"""Odds of cribbage: kernels against plain Python, cribs by brute force, the board, and the errors that are stated."""

import json
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations, product, starmap
from math import sqrt
from pathlib import Path
from random import Random
from types import ModuleType

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from cardwright import games, shards
from cardwright.answers import Budget
from cardwright.cards import Card
from cardwright.cli import main
from cardwright.errors import BadCount, BadOption, BadRecord
from cardwright.game import CHANCE, public_fields
from cardwright.games.cribbage import rules
from cardwright.games.cribbage.actions import LAYS, PLAYS, LayAway, PlayCard
from cardwright.games.cribbage.bot import BasicBot
from cardwright.games.cribbage.crib_average import SPLITS, averages, crib_table
from cardwright.games.cribbage.events import Won
from cardwright.games.cribbage.odds import (
    _kernels,
    board_making,
    board_table,
    crib,
    evaluate,
    match,
    moves,
    opponent,
    worlds,
)
from cardwright.games.cribbage.odds.board_table import Chances
from cardwright.games.cribbage.odds.discard import discard_odds
from cardwright.games.cribbage.odds.moves import lay_lines, play_lines, play_values
from cardwright.games.cribbage.outlook import peggings
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import DECK, RANK, points, scores
from cardwright.games.cribbage.sparring import Greedy
from cardwright.games.cribbage.state import (
    CribbagePublic,
    CribbageState,
    CribbageView,
    cards_played_by,
    crib_of,
    playable,
)
from support.cribbage_table import cards, dealers_chance, fixed, mugging, passed, playing, run
from support.kernels import uncompiled
from support.playouts import after_chance

SIX = "5h 5s Jd Qc 4c 6h"
NOT_GREEDY = np.zeros(1, np.uint8)


def played_out(game: Cribbage, state: CribbageState, greedy: int = -1) -> CribbageState:
    """The slow twin of the play: both play the best card by `peggings`, or ``greedy`` by `Greedy`, until the show."""
    while state.phase not in ("played out", "won", "over"):
        if game.players_to_act(state) == (CHANCE,):
            state = game.apply(state, CHANCE, game.chance_outcomes(state)[0][0])
            continue
        player = state.turn
        view = game.view(state, player)
        best = Greedy(game, Random(1)).advise(view).action if player == greedy else peggings(view)[0].action
        state = game.apply(state, player, best)
    return state


def dealt(seed: int, to: int = 121) -> tuple[Cribbage, CribbageState]:
    """A random deal of a game, both about to lay away; seat 1 deals."""
    game, rng = fixed(to=to), Random(seed)
    state = after_chance(game, game.initial_state(), rng)
    return game, state


def to_play(held: int, scores: tuple[int, int] = (0, 0)) -> tuple[Cribbage, CribbageView]:
    """A view in the play with a choice, while the other holds this many cards; both play by averages."""
    game, state = dealt(3)
    rng, bot = Random(3), games.create_bot("basic", game, Random(1))
    while True:
        player = game.players_to_act(state)[0]
        if player == CHANCE:
            state = game.apply(state, CHANCE, game.draw(state, rng))
            continue
        view = game.view(state, player)
        if state.phase == "play" and view.sizes[1 - player] == held and len({RANK[card] for card in view.hand}) > 1:
            return game, replace(view, scores=scores)
        state = game.apply(state, player, bot.advise(view).action)


@pytest.mark.parametrize("seed", range(12))
def test_a_deal_is_played_and_counted_as_by_the_rules(seed: int) -> None:
    """One row of the kernel that records deals is a deal of the game itself, with its slow players."""
    game, state = dealt(seed)
    bot = games.create_bot("basic", game, Random(1))
    pone, dealer = state.hands[1 - state.dealer], state.hands[state.dealer]
    first = state
    for player in (0, 1):
        first = game.apply(first, player, bot.advise(game.view(first, player)).action)
    starter = Random(seed).choice([card for card in range(DECK.size) if card not in (*pone, *dealer)])
    shown = game.apply(first, CHANCE, game.parse(f"starter {DECK.text(starter)}"))
    end = played_out(game, shown)
    hands = [points(cards_played_by(end, player), starter) for player in (end.dealer, 1 - end.dealer)]
    expected = (
        end.scores[end.dealer] + hands[0] + points(crib_of(end), starter, crib=True),
        end.scores[1 - end.dealer] + hands[1],
    )
    own, others = averages()
    counts = np.zeros((3, 100, 100), np.int64)
    _kernels.record(np.array([[*pone, *dealer, starter]], np.uint8), own, -others, *counts)
    assert [tuple(map(int, place)) for place in np.argwhere(counts[0])] == [expected]
    assert counts[1].sum() == expected[0]
    assert counts[2].sum() == expected[1]
    assert (counts[1].sum(axis=1)[1 : expected[0] + 1] == 1).all()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("is_greedy", [False, True])
def test_a_card_is_worth_what_the_rules_make_of_the_rest_of_the_deal(seed: int, is_greedy: bool) -> None:
    """In the true world: after goes, new counts and cards of both, the replay stands where the game stands, and knows
    what the other's cards have lost by `peggings`.
    """
    style = np.full(1, worlds.PLAYS_GREEDILY if is_greedy else 0, np.uint8)
    game, state = dealt(seed)
    bot, rng, compared, lost = games.create_bot("basic", game, Random(1)), Random(seed), 0, [0.0, 0.0]
    while state.phase != "played out":
        player = game.players_to_act(state)[0]
        if player == CHANCE:
            state = game.apply(state, CHANCE, game.draw(state, rng))
            continue
        view = game.view(state, player)
        if state.phase == "play":
            other = 1 - player
            world = np.array([[*cards_played_by(view, other), *state.hands[other], *state.laid[other]]], np.uint8)
            cards = [card for card in view.hand if PLAYS[card] in game.choices(view)]
            found = play_values(game, view, cards, worlds.Worlds(world, style, np.ones(1), is_exhaustive=False))[0]
            ends = [
                played_out(game, game.apply(state, player, PLAYS[card]), other if is_greedy else -1) for card in cards
            ]
            assert found[:, 0] == pytest.approx([after_show(game, end, player) for end in ends])
            pegged = [[end.scores[seat] - state.scores[seat] for seat in (player, other)] for end in ends]
            assert found[:, 1:].tolist() == pegged
            compared += len(cards)
            losses = np.zeros((5, 1))
            assert view.starter is not None
            _kernels.play_losses(
                worlds.own_six(view), int(view.dealer == other), view.starter, world, worlds.history(view), 1.0, losses
            )
            assert losses[0, 0] == pytest.approx(lost[other])
            action = game.legal_actions(state, player)[rng.randrange(len(cards))]
            ways = peggings(view)
            lost[player] += ways[0].value - next(way.value for way in ways if way.action == action)
            state = game.apply(state, player, action)
        else:
            state = game.apply(state, player, bot.advise(view).action)
    assert compared >= 8
    assert sum(lost) > 0


def after_show(game: Cribbage, end: CribbageState, player: int) -> float:
    """The worth to a player, once hands and crib are counted after the play."""
    assert end.starter is not None
    scores = [score + points(cards_played_by(end, seat), end.starter) for seat, score in enumerate(end.scores)]
    scores[end.dealer] += points(crib_of(end), end.starter, crib=True)
    needs = (game.to - scores[player], game.to - scores[1 - player])
    return float(match.value_table(game, end, player)[int(end.dealer == player), *needs])


def best_later_values(game: Cribbage, states: list[CribbageState], player: int) -> list[dict[int, float]]:
    """The slow twin of the search: by state and rank, with the best mean next where the other replied alike."""
    values: list[dict[int, float]] = [{} for _ in states]
    for action in game.legal_actions(states[0], player):
        assert isinstance(action, PlayCard)
        groups: dict[tuple[int, ...], list[tuple[int, CribbageState]]] = {}
        for number, state in enumerate(states):
            after = until_turn(game, game.apply(state, player, action), player)
            ranks = tuple(RANK[card] for _, card in after.played)
            groups.setdefault(ranks, []).append((number, after))
        for group in groups.values():
            ends = [state for _, state in group]
            if ends[0].phase == "play" and len(group) >= moves.MIN_SEARCHED_WORLDS:
                later = best_later_values(game, ends, player)
                best = max(later[0], key=lambda rank: sum(each[rank] for each in later))
                found = [each[best] for each in later]
            else:
                found = [after_show(game, played_out(game, state), player) for state in ends]
            for (number, _), value in zip(group, found, strict=True):
                values[number][RANK[action.card]] = value
    return values


def until_turn(game: Cribbage, state: CribbageState, player: int) -> CribbageState:
    """The state when the player is to play again, the other playing the best card by `peggings`, or at the show."""
    while state.phase != "played out" and (state.phase != "play" or state.turn != player):
        if state.phase == "play":
            state = game.apply(state, state.turn, peggings(game.view(state, state.turn))[0].action)
        else:
            state = game.apply(state, CHANCE, game.chance_outcomes(state)[0][0])
    return state


@pytest.mark.parametrize("held", [4, 3])
def test_later_cards_are_the_best_for_what_the_other_replied(held: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "MIN_SEARCHED_WORLDS", 3)
    game, view = to_play(held)
    rows = worlds.uniform_worlds_in_play(view, 40, np.random.default_rng(2))
    other, played = 1 - view.player, len(cards_played_by(view, 1 - view.player))
    states = []
    for row in rows.tolist():
        hands, laid = [view.hand, view.hand], [view.laid, view.laid]
        hands[other], laid[other] = tuple(sorted(row[played:4])), tuple(sorted(row[4:]))
        public = public_fields(CribbagePublic, view)
        states.append(CribbageState(hands=(hands[0], hands[1]), laid=(laid[0], laid[1]), **public))
    twin = best_later_values(game, states, view.player)
    held_cards = playable(view)
    equal = worlds.Worlds(rows, np.zeros(len(rows), np.uint8), np.full(len(rows), 1 / len(rows)), is_exhaustive=False)
    found = play_values(game, view, held_cards, equal)[..., 0]
    assert found == pytest.approx(np.array([[each[RANK[card]] for card in held_cards] for each in twin]))
    monkeypatch.setattr(moves, "MIN_SEARCHED_WORLDS", len(rows) + 1)
    assert (found.mean(axis=0) >= play_values(game, view, held_cards, equal)[..., 0].mean(axis=0) - 1e-9).all()
    assert (found != play_values(game, view, held_cards, equal)[..., 0]).any()


def test_a_hand_with_one_card_has_one_line() -> None:
    game = fixed()
    state = run(game, playing("5h 4s Kc Qd", "9d 2c 3c 6h"), "2: play 5h", "1: play 9d", "2: play Kc", "1: play 2c")
    state = run(game, state, "2: play 4s")  # 30, and both say go
    view = game.view(passed(game, state), 1)
    lines = evaluate(game, replace(view, phase="play", turn=1), Budget())
    assert [game.text(line.action) for line in lines] == ["play Qd"]


def searched(
    kernels: ModuleType,
    six: NDArray[np.uint8],
    others: NDArray[np.uint8],
    history: list[int],
    lays: int,
    worths: Chances,
) -> list[int]:
    """The visits of each choice in a search of 40 iterations, all in one world, in which the other is the pone."""
    table, ranks = averages()[0], np.array(history, np.int32)
    worlds = np.tile(others, (40, 1))
    stakes = kernels.Stakes(30, 20, worths)
    visits: list[int] = kernels.search(six, 0, worlds, ranks, lays, -table, stakes, 0.3, 12345)
    return visits


def test_the_kernels_of_odds_answer_alike_uncompiled() -> None:
    plain = uncompiled(_kernels)
    rng = np.random.default_rng(5)
    own, others = averages()
    deals = rng.random((2, 52)).argpartition(13, axis=1)[:, :13].astype(np.uint8)
    counts = [np.zeros((3, 100, 100), np.int64) for _ in range(2)]
    for kernels, count in zip((_kernels, plain), counts, strict=True):
        kernels.record(deals, own, -others, *count)
    assert (counts[0] == counts[1]).all()
    hand = np.sort(deals[0, :6])
    lays = [np.empty((1, 2, 5)) for _ in range(2)]
    worths = match.value_table(Cribbage(), dealt(5)[1], 0)
    for kernels, out in zip((_kernels, plain), lays, strict=True):
        world = deals[:1, 6:13]
        stakes = kernels.Stakes(30, 20, worths)
        kernels.lay_values(
            hand,
            0,
            world,
            np.full(1, worlds.LAYS_GREEDILY + worlds.PLAYS_GREEDILY, np.uint8),
            -others,
            stakes,
            np.array([0, 7], np.int32),
            out,
        )
    assert np.allclose(lays[0], lays[1])
    for laid, history, six in ((1, [], hand), (0, [int(deals[0, 6]) >> 2], deals[0, [1, 3, 0, 2, 4, 5]])):
        visits = [searched(kernels, six, deals[0, 6:], history, laid, worths) for kernels in (_kernels, plain)]
        assert visits[0] == visits[1]
        assert sum(count for count in visits[0] if count >= 0) == 40  # every iteration makes a choice
    mine, theirs, losses = deals[0, [1, 3, 0, 2, 4, 5]], deals[:1, [8, 6, 7, 9, 10, 11]], np.zeros((2, 5, 1))
    ranks = (deals[0, [6, 1, 7]] >> 2).astype(np.int32)
    for kernels, loss in zip((_kernels, plain), losses, strict=True):
        kernels.play_losses(mine, 0, int(deals[0, 12]), theirs, ranks, 0.8, loss)
    assert losses[0] == pytest.approx(losses[1])
    assert losses[0, 4, 0] == 2  # cards that the other chose
    best = np.zeros((2, 1), np.uint8)
    for kernels, plays in zip((_kernels, plain), best, strict=True):
        kernels.plays_best(mine, 0, int(deals[0, 12]), theirs, ranks, plays)
    assert best[0] == best[1] == (losses[0, 2, 0] == 0)
    for kernels, loss in zip((_kernels, plain), losses[:, :3], strict=True):
        kernels.laying_losses(theirs, own, 0.6, loss)
    assert losses[0] == pytest.approx(losses[1])
    deck = np.array([card for card in range(DECK.size) if RANK[card] < 3], np.uint8)
    by_rank = np.array([4, 4, 4, *[0] * 10], np.int32)
    weights = [np.zeros((52, 52, 52), np.int64) for _ in range(2)]
    for kernels, table in zip((_kernels, plain), weights, strict=True):
        kernels.laid_by_rank(deck[2:], by_rank, own, table)
    assert (weights[0] == weights[1]).all()
    assert weights[0].sum() > 0


def test_a_fast_player_may_hold_what_the_basic_bot_would_have_laid_away_and_played_alike() -> None:
    game, rng, asked = fixed(), Random(4), 0
    basic, chance = BasicBot(game, rng), np.random.default_rng(1)
    for _ in range(12):
        dealt = state = after_chance(game, game.initial_state(), rng)
        while not state.past:  # the first deal
            (player, *_) = game.players_to_act(state)
            view = game.view(state, player)
            if player == 0 and len(view.played) in (2, 3):
                true = [*(card for who, card in view.played if who), *state.hands[1], *state.laid[1]]
                assert _is_held_by(basic, dealt, view, true)
                for row in worlds.worlds_of_fast_player(view, 2, chance)[:4].tolist():
                    assert _is_held_by(basic, dealt, view, row)
                    asked += 1
            action = rng.choice(game.legal_actions(state, 0)) if player == 0 else basic.advise(view).action
            state = after_chance(game, game.apply(state, player, action), rng)
    assert asked > 20


def _is_held_by(bot: BasicBot, dealt: CribbageState, view: CribbageView, six: list[Card]) -> bool:
    """Return True if seat 2, with these cards, the last two laid away, does in a deal what a view of seat 1 saw."""
    game, state = bot.game, replace(dealt, hands=(dealt.hands[0], tuple(sorted(six))))
    laying = bot.advise(game.view(state, 1)).action
    assert isinstance(laying, LayAway)
    if sorted(laying.cards) != sorted(six[4:]):
        return False
    state = game.apply(game.apply(state, 0, LAYS[view.laid[0], view.laid[1]]), 1, laying)
    for who, card in view.played:
        while game.players_to_act(state) == (CHANCE,):
            state = min(
                (game.apply(state, CHANCE, action) for action, _ in game.chance_outcomes(state)),
                key=lambda after: after.starter != view.starter,
            )
        if who and bot.advise(game.view(state, 1)).action != PLAYS[card]:
            return False
        state = game.apply(state, who, PLAYS[card])
    return True


def test_what_a_laying_says_of_the_player() -> None:
    own, _ = averages()
    hand = cards(SIX)
    rows = np.array(
        [[*(hand[i] for i in split), *(c for c in hand if c not in [hand[i] for i in split])] for split in SPLITS],
        np.uint8,
    )
    losses = np.empty((3, len(rows)))
    _kernels.laying_losses(rows, own, 0.6, losses)
    starters = [card for card in range(DECK.size) if card not in hand]
    worths = [
        sum(points(row[:4].tolist(), card) for card in starters) / 46 + own[row[4] >> 2, row[5] >> 2] for row in rows
    ]
    lost = [max(worths) - worth for worth in worths]
    weights = [(1 + loss / 0.6) ** -3 for loss in lost]
    assert losses[0] == pytest.approx(lost)
    assert losses[1] == pytest.approx([weight / sum(weights) for weight in weights])
    assert losses[1].sum() == pytest.approx(1)


def test_a_greedy_laying_is_that_of_the_greedy_player() -> None:
    rng, game = np.random.default_rng(1), Cribbage()
    for seed in range(12):
        view = game.view(dealt(seed)[1], 0)
        hand = np.array(view.hand, np.uint8)
        rows = np.stack([rng.permutation(np.array(split)) for split in SPLITS])
        rows = np.array([[*hand[row], *(card for card in hand if card not in hand[row])] for row in rows], np.uint8)
        found = np.empty((3, len(rows)))
        _kernels.laying_losses(rows, averages()[0], 0.6, found)
        laid = Greedy(game, Random(1)).advise(view).action
        assert isinstance(laid, LayAway)
        assert [tuple(sorted(row[4:].tolist())) == laid.cards for row in rows] == (found[2] == 0).tolist()


@pytest.mark.parametrize(("name", "style"), [("greedy", opponent.GREEDY), ("basic", opponent.CAREFUL)])
def test_the_style_of_the_other_is_learned_from_past_deals(name: str, style: int) -> None:
    """From its cards and the cribs of six deals, seen by a seat that plays at random."""
    game, rng = Cribbage(), Random(3)
    bots = [games.create_bot("random", game, rng), Greedy(game, rng) if name == "greedy" else BasicBot(game, rng)]
    state = game.initial_state()
    while len(state.past) < 6:
        player = game.players_to_act(state)[0]
        action = game.draw(state, rng) if player == CHANCE else bots[player].advise(game.view(state, player)).action
        state = game.apply(state, player, action)
    assert [shares.tolist() for shares in opponent.style_shares(game.view(dealt(1)[1], 0))] == [
        opponent.PRIOR.tolist()
    ] * 2
    learned = opponent.style_shares(game.view(state, 0))
    assert [int(shares.argmax()) for shares in learned] == [style, style]
    assert min(shares[style] for shares in learned) > 0.75


def brute_crib(held: tuple[Card, ...], deck: list[Card], away: tuple[Card, Card]) -> Fraction:
    """The mean of a crib over all hands of the other from a small deck and all starters, by its model, card by card."""
    table = crib_table(own=False)
    total, count = Fraction(0), Fraction(0)
    for six in combinations([card for card in deck if card not in held], 6):
        ranks = sorted(RANK[card] for card in six)
        rest = list(deck)
        for card in six:
            rest.remove(card)

        def worth(pair: tuple[int, int], ranks: list[int] = ranks, rest: list[Card] = rest) -> float:
            low, high = sorted(pair)
            four = list(ranks)
            four.remove(low)
            four.remove(high)
            score = sum(rank_points([*four, RANK[card]]) for card in rest)
            return score / len(rest) + float(table[low, high])

        pairs = [(ranks[i], ranks[j]) for i, j in combinations(range(6), 2)]
        best = max(pairs, key=lambda pair: round(worth(pair), 7))
        ways = [pair for pair in combinations(six, 2) if (RANK[pair[0]], RANK[pair[1]]) == best]
        for pair in ways:
            for card in [card for card in deck if card not in held and card not in six]:
                count += Fraction(1, len(ways))
                total += Fraction(points((*away, *pair), card, crib=True), len(ways))
    return total / count


def rank_points(ranks: list[int]) -> int:
    """Fifteens, pairs and runs: the points of cards of these ranks without flush and nobs."""
    suits = [0, 1, 2, 3, 0]
    five = np.array([[4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)]], np.uint8)
    if ranks[4] in ranks[:4] and len(set(five[0])) < 5:
        five[0, 4] = 4 * ranks[4] + next(s for s in range(4) if 4 * ranks[4] + s not in five[0, :4])
    found = int(scores(five)[0])
    nobs = [card for card in five[0, :4] if RANK[card] == 10 and card % 4 == five[0, 4] % 4]
    return found - len(nobs)


def test_the_crib_is_exact_for_the_six_cards_held() -> None:
    deck = [card for card in range(DECK.size) if RANK[card] in (0, 4, 9, 10)]
    held = tuple(deck[i] for i in (0, 4, 5, 9, 13, 14))
    weights = crib.laid_away(held, dealer=False, deck=deck)
    for away in [(held[0], held[1]), (held[1], held[2]), (held[3], held[5])]:
        assert crib.mean(away, weights) == brute_crib(held, deck, away)


def test_every_hand_of_the_other_has_the_same_weight() -> None:
    weights = crib.laid_away(cards(SIX), dealer=True)
    assert weights.sum() == 144 * 9_366_819 * 40


def test_the_odds_of_a_discard_are_exact_where_they_say_so() -> None:
    found = {frozenset(each.away): each for each in discard_odds(cards(SIX), dealer=True, score=(90, 105), samples=50)}
    assert len(found) == 15
    best = found[frozenset(cards("Jd Qc"))]
    starters = [card for card in range(DECK.size) if card not in cards(SIX)]
    assert best.hand == Fraction(sum(points(best.kept, card) for card in starters), 46)
    assert best.value == max(each.value for each in found.values())
    assert all(each.crib > 0 for each in found.values())
    assert found[frozenset(cards("5h 5s"))].crib > 8
    assert all(each.crib < 0 for each in discard_odds(cards(SIX), dealer=False, samples=2))


def test_a_question_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(BadCount, match="6 different cards"):
        discard_odds(cards("5h 5s Jd"), dealer=True)
    with pytest.raises(BadOption, match="0 to 120"):
        discard_odds(cards(SIX), dealer=True, score=(121, 0))
    with pytest.raises(BadOption, match="samples"):
        discard_odds(cards(SIX), dealer=True, samples=1)


def test_the_commands_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "discard", SIX, "--dealer", "--score", "90", "105", "--samples", "20"]) == 0
    out = capsys.readouterr().out
    assert "dealer, 90-105, to 121" in out
    assert " 15.9565 " in out.replace(",", " ")  # without a sign
    assert main(["odds", "discard", SIX, "--samples", "20", "--csv"]) == 0
    assert capsys.readouterr().out.startswith("lay away,keep,hand,spread,crib")
    assert main(["odds", "count", "5h 5s 5d Jc", "5c"]) == 0
    assert "29 points" in capsys.readouterr().out
    assert main(["odds", "count", "2h 4h 6h 8h", "Tc", "--crib"]) == 0
    assert ": 0 points" in capsys.readouterr().out
    assert main(["odds", "count", "5h 5s 5d", "5c"]) == 2
    capsys.readouterr()
    assert main(["odds", "board", "0", "0", "--json"]) == 0
    first, *_ = json.loads(capsys.readouterr().out)["rows"]
    assert first["you deal"] + first["the other deals"] == pytest.approx(1)
    assert first["you deal"] == pytest.approx(dealers_chance(121, 121))
    assert main(["odds", "board", "61", "0", "--to", "61"]) == 2


def test_the_board_by_recursion_is_the_board_by_playing_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Results on a short board against games made of the same recorded deals, one score after another."""
    holes, deals = 14, 60
    for module in (board_making, rules):
        monkeypatch.setattr(module, "SKUNK_POINTS", 4)
        monkeypatch.setattr(module, "DOUBLE_SKUNK_POINTS", 9)
    own, others = averages()
    rng = np.random.default_rng(3)
    dealt = rng.random((deals, 52)).argpartition(13, axis=1)[:, :13].astype(np.uint8)
    counts = np.zeros((3, 100, 100), np.int64)
    each = []
    for row in dealt:
        one = np.zeros((3, 100, 100), np.int64)
        _kernels.record(row[None], own, -others, *one)
        ((d, p),) = np.argwhere(one[0]).tolist()
        each.append((d, p, one[1].argmax(axis=1).tolist(), one[2].argmax(axis=1).tolist()))
        counts += one
    found = board_making.margins(counts, holes)
    slow: dict[tuple[int, int], np.ndarray] = {}
    for together in range(2, 2 * holes + 1):
        for dealer in range(max(1, together - holes), min(holes, together - 1) + 1):
            pone, total = together - dealer, np.zeros(6)
            for d, p, pones_points, dealers_points in each:
                if d >= dealer and pones_points[dealer] < pone:
                    total[rules.margin(pone - pones_points[dealer])] += 1
                elif p >= pone:
                    total[3 + rules.margin(dealer - dealers_points[pone])] += 1
                else:
                    total += np.roll(slow[pone - p, dealer - d], 3)
            slow[dealer, pone] = total / deals
    for (dealer, pone), shares in slow.items():
        assert found[:, dealer, pone] == pytest.approx(shares)
    assert (found[:, 1:, 1:].max(axis=(1, 2)) > 0).all()
    assert np.allclose(board_making.chances(counts, holes), found[:3].sum(axis=0))


def test_the_board_that_is_shipped() -> None:
    table = board_table.results()[:3].sum(axis=0)
    assert table.shape == (122, 122)
    inside = table[1:, 1:]
    assert ((inside >= 0) & (inside <= 1 + 1e-12)).all()
    assert (np.diff(inside, axis=0) <= 1e-4).all()  # who needs more wins less often
    assert (np.diff(inside, axis=1) >= -1e-4).all()
    # Published: the first dealer wins 55.5 % (blog.cribbagepro.net) to 56 % (cribbage.org) of games.
    assert 0.553 < dealers_chance(121, 121) < 0.563
    assert dealers_chance(1, 1) > 0.6  # the pone's first card cannot score, and the dealer's can
    assert dealers_chance(5, 5) < 0.5  # the pone counts first
    assert (dealers_chance(0, 5), dealers_chance(5, -3)) == (1.0, 0.0)
    deals, error = board_table.precision()
    assert deals >= 40_000_000
    assert 0 < error < 0.001
    file = Path(board_table.__file__).with_name(board_table.FILE)
    assert file.stat().st_size < 500_000
    with np.load(file) as data:
        assert np.allclose(board_making.margins(data["counts"], 40), board_table.results()[:, :41, :41], atol=1e-6)
    # Published (cribbage.org tips): the dealer scores 16.2 in a deal, the pone 10.1 to 10.2.
    assert board_table.mean_points() == pytest.approx((16.2, 10.2), abs=0.2)


def test_the_error_of_the_board_comes_from_its_shards() -> None:
    parts = [board_making.count(1, first, 400) for first in (0, 400, 800)]
    errors = board_making.errors(parts, 40)
    assert 0 < np.nanmax(errors) < 0.1


def square(first: int, count: int) -> np.ndarray:
    return np.arange(first, first + count, dtype=np.int64) ** 2


def test_shards_are_resumed_from_their_file_and_take_an_executor(tmp_path: Path) -> None:
    file, cut = tmp_path / "work.jsonl", [(0, 3), (3, 3), (6, 2)]
    seen: list[tuple[int, int]] = []
    whole = shards.run(square, cut, file=file, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]
    assert np.concatenate(whole).tolist() == [n * n for n in range(8)]
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(lines[0] + lines[1][:20])  # killed in the middle of a line
    seen.clear()
    with ThreadPoolExecutor(2) as pool:
        again = shards.run(
            square, cut, executor=pool, file=file, progress=lambda done, total: seen.append((done, total))
        )
    assert seen == [(2, 3), (3, 3)]
    assert [part.tolist() for part in again] == [part.tolist() for part in whole]
    with pytest.raises(BadRecord, match="not of count"):
        board_making.count_deals(10, 1, file=file)
    for foreign in (b"{}\n", b"Dear diary", lines[0] + b"Dear diary"):
        file.write_bytes(foreign)
        with pytest.raises(BadRecord, match="not a shard's result"):
            shards.run(square, cut, file=file)
        assert file.read_bytes() == foreign


def test_an_answer_is_the_same_bytes_and_sees_the_view_only() -> None:
    game, state = dealt(4)
    view = game.view(state, 0)
    first, second = (evaluate(game, view, Budget(samples=60)) for _ in range(2))
    assert msgspec.json.encode(first) == msgspec.json.encode(second)
    assert len(first) == 15
    others = [card for card in range(DECK.size) if card not in state.hands[0]]
    other = replace(state, hands=(state.hands[0], tuple(others[:6])))
    assert evaluate(game, game.view(other, 0), Budget(samples=60)) == first
    assert [line.value for line in first] == sorted((line.value for line in first), reverse=True)
    assert first[0].gap_error == 0.0
    assert all(figure.name in ("hand", "crib", "pegging") for line in first for figure in line.parts)


def test_nothing_is_evaluated_out_of_turn_or_where_a_miss_costs_nothing() -> None:
    game, state = mugging()
    assert state.phase == "claim"
    assert evaluate(game, game.view(state, 0), Budget()) == ()
    assert evaluate(fixed(count="by hand"), game.view(state, 1), Budget()) == ()
    game, deal = dealt(4)
    assert evaluate(game, replace(game.view(deal, 0), done=(True, False)), Budget()) == ()


ALL_BUT_FOUR = ("2: count 5h 6d 7s 8c", "2: count 5h 7s 8c 6c")


@pytest.mark.parametrize(
    ("calls", "done", "gains", "words"),
    [
        ((), "done", ([(1, 12)], [(0, 12)]), "12 points still to be called, which the other player may take: fifteen"),
        (ALL_BUT_FOUR, "done", ([(1, 4)], [(0, 4)]), "4 points still to be called, which the other player may take: "),
        ((*ALL_BUT_FOUR, "2: done"), "done", ([(0, 4)], []), "4 points still to be called, which the other player mi"),
    ],
)
def test_points_that_are_not_called_with_muggins_cost_what_they_are_worth(
    calls: tuple[str, ...], done: str, gains: tuple[list[tuple[int, int]], ...], words: str
) -> None:
    """The slow twin: the crib over every pair that the other may have laid away, counted one by one."""
    game, state = mugging()
    state = run(game, replace(state, scores=(100, 104)), *calls)
    view = game.view(state, state.turn)
    assert view.starter is not None
    lines = evaluate(game, view, Budget())
    values = []
    for gain in gains:
        value = 0.0
        found = worlds.worlds_in_play(view, 1, np.random.default_rng(0))
        for weight, row in zip(found.weights, found.cards.tolist(), strict=True):
            needs = [121 - score for score in state.scores]
            crib = points((*view.laid, *row[-2:]), view.starter, crib=True)
            for player, more in (*gain, (0, points(cards_played_by(view, 0), view.starter)), (0, crib)):
                needs[player] -= more if min(needs) > 0 else 0
            win = dealers_chance(needs[1], needs[0]) if min(needs) > 0 else float(needs[1] <= 0)
            value += weight * (win if view.player == 1 else 1 - win)
        values.append(value)
    assert game.text(lines[-1].action) == done
    assert [float(lines[0].value), float(lines[-1].value)] == pytest.approx(values, abs=1e-9)
    assert len({line.value for line in lines[:-1]}) == 1
    assert lines[0].reason.startswith(words)
    assert [line.error for line in lines] == [0] * len(lines)


def test_when_all_is_called_nothing_is_lost_by_saying_so() -> None:
    game, state = mugging()
    state = run(game, state, *ALL_BUT_FOUR, "2: count 6d 6c", "2: count 7s 8c")
    assert [game.text(line.action) for line in evaluate(game, game.view(state, 1), Budget())] == ["done"]


def test_the_crib_at_the_show_is_counted_as_it_lies() -> None:
    """By then nothing is hidden: the rules play the deal out, and the board values its end."""
    game, state = mugging()
    state = run(game, state, *ALL_BUT_FOUR, "2: done", "1: done", "1: done", "2: done")
    lines = evaluate(game, game.view(passed(game, state), 0), Budget())
    missed = passed(game, run(game, passed(game, state), "1: done", "2: muggins 9d 6c", "2: done"))
    assert missed.phase == "deal"
    assert float(lines[-1].value) == pytest.approx(1 - dealers_chance(121 - missed.scores[1], 121 - missed.scores[0]))


def test_a_card_that_wins_at_once_is_certain() -> None:
    state = playing("5h 6d 7s 8c", "4h 5d 5s Jc", scores=(0, 119))
    table = fixed()
    state = run(table, state, "2: play 5h")
    # The dealer plays on 5, and needs 2: the jack makes fifteen, a five a pair.
    state = replace(state, scores=(119, 100))
    found = {table.text(line.action): line for line in evaluate(table, table.view(state, 0), Budget())}
    for winning in ("play Jc", "play 5d", "play 5s"):
        assert (found[winning].value, found[winning].error) == (1.0, 0.0)


def test_worlds_of_the_play_are_drawn_as_the_listed_ones_are_weighted(monkeypatch: pytest.MonkeyPatch) -> None:
    _, view = to_play(1)
    drawn = worlds.worlds_in_play(view, 4_000, np.random.default_rng(1))
    monkeypatch.setattr(worlds, "MAX_LISTED_WORLDS", 10**6)
    listed = worlds.worlds_in_play(view, 0, np.random.default_rng(1))
    assert (drawn.is_exhaustive, listed.is_exhaustive) == (False, True)
    assert listed.weights.sum() == pytest.approx(1)
    held = 4 - len(cards_played_by(view, 1 - view.player))
    for card in range(DECK.size):
        exact = float(listed.weights[(listed.cards[:, 4 - held : 4] == card).any(axis=1)].sum())
        share = float((drawn.cards[:, 4 - held : 4] == card).any(axis=1).mean())
        assert share == pytest.approx(exact, abs=0.05)
    known = {*view.hand, *view.laid, view.starter, *(card for _, card in view.played)}
    assert not known & set(drawn.cards[:, 4 - held :].ravel().tolist())


def test_a_card_that_was_not_played_is_held_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a five the other played a nine, where a ten-card makes fifteen."""
    game = fixed()
    view = game.view(run(game, playing("5h 4s Kc Qd", "9d 2c 3c 6h"), "2: play 5h", "1: play 9d"), 1)

    def share() -> float:
        held = worlds.worlds_in_play(view, 500, np.random.default_rng(1)).cards[:, 1:4]
        return float((held >> 2 >= RANK[cards("Ts")[0]]).any(axis=1).mean())

    after = share()
    monkeypatch.setattr(opponent, "PRIOR", np.array([1.0, 0, 0]))
    monkeypatch.setattr(opponent, "PLAY_LOSS_FACTOR", 1e9)
    assert after < share() / 2


def test_intervals_in_the_play_cover_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    """95 % intervals of a hundred answers, each from other random worlds, against all worlds."""
    game, view = to_play(1, scores=(100, 104))
    answers = [play_lines(game, view, 100, np.random.default_rng(seed)) for seed in range(100)]
    monkeypatch.setattr(worlds, "MAX_LISTED_WORLDS", 10**6)
    exact = {line.action: float(line.value) for line in play_lines(game, view, 0, np.random.default_rng(0))}
    for action, value in exact.items():
        lines = [next(line for line in answer if line.action == action) for answer in answers]
        assert [abs(float(line.value) - value) <= 1.96 * line.error for line in lines].count(True) >= 93


def test_intervals_of_layings_cover_a_long_run() -> None:
    game, state = dealt(4)
    view = game.view(state, 0)
    long = {line.action: line for line in lay_lines(game, view, 4_000, np.random.default_rng(999))}
    answers = [lay_lines(game, view, 240, np.random.default_rng(seed)) for seed in range(100)]
    best = max(long.values(), key=lambda line: line.value).action
    lines = [next(line for line in answer if line.action == best) for answer in answers]
    value = float(long[best].value)
    errors = [sqrt(line.error**2 + long[best].error ** 2) for line in lines]
    within = [abs(float(line.value) - value) <= 1.96 * error for line, error in zip(lines, errors, strict=True)]
    assert within.count(True) >= 93


def test_in_a_match_the_chance_is_that_of_the_match() -> None:
    first = dealers_chance(121, 121)
    # Two games win: win-win, win-lose-win and lose-win-win, with the deal alternating.
    by_hand = first * (1 - first) + first * first * first + (1 - first) * (1 - first) * first
    assert match.match_chance(match.MatchTerms(121, False, (1, 1, 1)), 2, 2, deals=True) == pytest.approx(by_hand)
    pairs = [
        match.match_chance(terms, 3, 2, deals=True) + match.match_chance(terms, 2, 3, deals=False)
        for terms in starmap(match.MatchTerms, product([61], (True, False), ((1, 1, 1), (1, 2, 4))))
    ]
    assert pairs == pytest.approx([1] * 4)
    single, view = to_play(2)
    table = Cribbage(games=3)
    lines, whole = evaluate(single, view, Budget()), evaluate(table, view, Budget())
    worths = match.value_table(table, view, view.player)
    lost, won = worths[0, 1, 0], worths[0, 0, 1]
    assert 0 < lost < won < 1
    assert all(lost <= line.value <= won for line in whole)
    assert sum(float(line.error) for line in whole) < sum(float(line.error) for line in lines) + 1e-9
    last = replace(view, won=(Won(0, (121, 90), 2), Won(1, (100, 121), 2)))
    assert [match.value_table(table, last, 0)[0, *end] for end in ((1, 0), (0, 1))] == [0.0, 1.0]


@pytest.mark.parametrize("to", [121, 61])
def test_the_worth_of_a_result_is_what_the_rules_pay(to: int) -> None:
    """In a single game a win is worth the games that it counts; without skunks it is the chance to win."""
    for skunks in (True, False):
        game, state = dealt(4, to)
        game = fixed(to=to, skunks=skunks)
        worths = match.value_table(game, state, 0)
        for needs in range(1, to + 1):
            paid = game._games_for_win(to - needs)
            assert (worths[0, 0, needs], worths[1, needs, 0]) == ((paid, -paid) if skunks else (1, 0))
        both = match.value_table(game, state, 0)[0] + match.value_table(game, state, 1)[1].T
        assert np.allclose(both[1:, 1:], 0 if skunks else 1)
        assert match.unit(game).kind == ("value" if skunks else "share")


def test_with_skunks_a_match_is_nearer_by_two_games() -> None:
    _, state = dealt(4)
    one_left = match.value_table(Cribbage(games=3, skunks=True), replace(state, won=(Won(0, (121, 50), 2),)), 0)
    assert one_left[0, 0, 1] == one_left[0, 0, 100] == 1.0
    assert one_left[0, 1, 0] > one_left[0, 31, 0] > one_left[0, 61, 0] == 0.0  # a loss by 61 counts four
    ends = match.match_chances_by_result(match.MatchTerms(121, False, (1, 2, 4)), 1, 3, deals=True)
    assert one_left[0, 10, 0] == pytest.approx(ends[3])


def test_a_hopeless_score_plays_to_save_the_skunk() -> None:
    """A player who cannot win takes the card that saves the skunk: it is worth a game, and without skunks nothing."""
    state = playing("5h 6d 7s 8c", "4h 5d 5s Jc", scores=(0, 119))
    state = replace(run(fixed(), state, "2: play 5h"), scores=(89, 120))
    for skunks in (True, False):
        game = fixed(skunks=skunks)
        found = {game.text(line.action): float(line.value) for line in evaluate(game, game.view(state, 0), Budget())}
        assert (found["play Jc"] - found["play 4h"] > 0.5) == skunks


def test_the_commands_take_skunks_and_matches(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "board", "0", "0", "--skunks", "--json"]) == 0
    first, *_ = json.loads(capsys.readouterr().out)["rows"]
    ends = board_table.results()[:, 121, 121]
    assert first["you deal"] == pytest.approx(ends @ [1, 2, 4, -1, -2, -4]) == pytest.approx(-first["the other deals"])
    assert first["you skunk"] == pytest.approx(ends[1:3].sum())
    assert main(["odds", "board", "0", "0", "--games", "2", "--won", "1", "0"]) == 0
    out = capsys.readouterr().out
    assert "Chance to win 2 games, at 1-0, against 0" in out
    asked = next(line.split() for line in out.splitlines() if line.startswith(" ") and line.split()[0] == "0")
    assert f"At 0 to 0: {asked[1]} % if you deal, {asked[3]} % if the other does." in out
    assert main(["odds", "board", "0", "0", "--games", "3", "--won", "2", "1", "--json"]) == 0
    first, second, *_ = json.loads(capsys.readouterr().out)["rows"]
    wins = ends[:3].sum()  # by who deals first, who then has not the first deal of the next game
    assert first["you deal"] == pytest.approx(wins + (1 - wins) * (1 - wins))
    assert first["the other deals"] == pytest.approx((1 - wins) + wins * wins)  # was 68.6 % instead of 75.4 %
    assert second["the other deals"] < first["the other deals"]  # here you dealt first, and the other next time
    told = "dealt first in this game"
    for terms, tells in (["--games", "2"], "You"), (["--games", "2", "--next-deal", "loser"], ""), ([], ""):
        assert main(["odds", "discard", SIX, "--dealer", "--samples", "20", *terms]) == 0
        assert (f"{tells} {told}" in capsys.readouterr().out) == bool(tells)
    assert main(["odds", "discard", SIX, "--score", "119", "60", "--samples", "20", "--skunks"]) == 0
    assert "net wins" in capsys.readouterr().out
    assert main(["odds", "board", "0", "0", "--games", "2", "--won", "2", "0"]) == 2
    assert main(["odds", "board", "0", "0", "--games", "99"]) == 2


def test_the_expert_bot_makes_the_first_move_of_the_answer() -> None:
    game, view = to_play(3)
    bot = games.create_bot("expert", game, Random(1))
    assert bot.advise(view).action == games.evaluate(game, view)[0].action
    assert games.bot_names("cribbage")[-1] == "expert"
    table, state = mugging()
    assert table.text(games.create_bot("expert", table, Random(1)).advise(table.view(state, 1)).action).startswith(
        "count"
    )
