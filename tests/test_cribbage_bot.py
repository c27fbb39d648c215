"""The bots of cribbage: what they keep and play, what they say of it, and how well they do."""

from itertools import combinations
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from cardwright import games
from cardwright.answers import Budget
from cardwright.arena import match
from cardwright.errors import PlayError
from cardwright.game import Player
from cardwright.games.cribbage.bot import BasicBot
from cardwright.games.cribbage.counting import uncalled_parts
from cardwright.games.cribbage.crib_average import average, averages
from cardwright.games.cribbage.events import Counted
from cardwright.games.cribbage.outlook import answers_text, layings, peggings
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import DECK, VALUE, Part, pegging, points
from cardwright.games.cribbage.sparring import ISMCTS, Greedy
from cardwright.games.cribbage.state import CribbageState, CribbageView
from support.cribbage_table import (
    GO,
    GO_HANDS,
    LAID,
    cards,
    dealt,
    fixed,
    mugging,
    passed,
    playing,
    run,
)
from support.playouts import advised, played_states, random_states


def view_of(hand: str, seat: Player = 1, **options: object) -> tuple[Cribbage, CribbageView]:
    """A seat about to lay away from this hand; seat 1 (number 0) deals."""
    game = fixed(**options)
    rest = [card for card in range(DECK.size) if card not in cards(hand)]
    other = DECK.text_of(rest[:6])
    state = dealt(game, hand, other) if seat == 1 else dealt(game, other, hand)
    return game, game.view(state, seat)


def test_the_bot_keeps_what_counts_and_says_so() -> None:
    game, view = view_of("5h 5s Jd Qc 2s 9h")
    advice = BasicBot(game, Random(0)).advise(view)
    assert game.text(advice.action) == "lay 2s 9h"
    assert advice.reason.startswith("keeps 5-5-J-Q: 12.")
    assert "; the other's crib gains about 4." in advice.reason
    assert "; next best: " in advice.reason


def test_the_bot_gives_to_its_own_crib_and_not_to_the_others() -> None:
    hand = "5h 5s 4d 6c Kd Ks"
    for seat, sign in ((0, 1), (1, -1)):
        game, view = view_of(hand, seat)
        assert all(way.crib * sign > 0 for way in layings(view.hand, own=seat == 0))
        assert "own crib adds" in BasicBot(game, Random(0)).advise(view).reason or seat == 1
    fives = next(way for way in layings(cards(hand), own=True) if way.away == cards("5h 5s"))
    assert fives.crib > 8


def test_the_bots_averages_of_a_hand_are_exact() -> None:
    hand = cards("5h 5s Jd Qc 2s 9h")
    for way in layings(hand, own=True)[:3]:
        starters = [card for card in range(DECK.size) if card not in hand]
        assert way.hand == pytest.approx(sum(points(way.kept, card) for card in starters) / 46)


def test_the_crib_averages_are_what_their_maker_makes() -> None:
    own, others = averages()
    assert own.shape == others.shape == (13, 13)
    assert (own == own.T).all()
    assert (others == others.T).all()
    rng = np.random.default_rng(2)
    for low, high in ((4, 4), (0, 12), (1, 2)):
        assert average(low, high, -others, 300, rng) == pytest.approx(own[low, high], abs=0.5)
        assert average(low, high, own, 300, rng) == pytest.approx(others[low, high], abs=0.5)
    assert (others > own).all()  # a pone spoils the crib; a dealer does not


def test_a_hint_names_the_cards_with_which_the_other_would_score() -> None:
    """It only said how many points both would peg, and not which cards make it so."""
    game = fixed()
    lead = game.view(playing("5h 4s Kc Qd", "Td 2c 3c Qh"), 1)
    said = {DECK.text(choice.card): answers_text(choice) for choice in peggings(lead)}
    assert said["4s"] == "the other would score with fours"
    assert said["5h"] == "the other would score with cards of 5 ranks"
    assert said["Kc"] == "the other would score with fives or kings"
    answered = game.view(run(game, playing("5h 9s Kc Kd", "Td 2c 3c 6d"), "2: play 9s", "1: play Td"), 1)
    said = {DECK.text(choice.card): answers_text(choice) for choice in peggings(answered)}
    assert (said["5h"], said["Kc"]) == ("the other would score with fives or sevens", "the other would score with twos")
    hint = next(line for line in games.evaluate(game, lead, Budget(samples=30)) if game.text(line.action) == "play 4s")
    assert hint.reason.startswith("the other would score with fours; you peg ")


def test_the_bot_pegs_one_card_ahead() -> None:
    game = fixed()
    bot = BasicBot(game, Random(0))
    state = run(game, playing("5h 9s Kc Kd", "Td 2c 3c 6d"), "2: play 5h")
    advice = bot.advise(game.view(state, 0))
    assert game.text(advice.action) == "play Td"
    assert advice.reason.startswith("fifteen for two")
    lead = bot.advise(game.view(playing("5h 4s Kc Qd", "Td 2c 3c Qh"), 1))
    assert game.text(lead.action) == "play 4s"  # no card makes fifteen of it
    assert lead.reason.startswith("the best reply scores 0.")
    assert lead.reason.endswith("(if all hands of the other are equally likely)")
    assert " after K♣)" in lead.reason
    only = passed(game, run(game, playing(*GO_HANDS), *GO))
    for each in (bot, games.create_bot("expert", game, Random(0))):
        assert each.advise(game.view(only, 0)).reason == "the only card that can be played"


def test_the_bot_values_the_reply_exactly() -> None:
    """The expected best reply, against every hand that the other could hold."""
    game = fixed()
    state = run(game, playing("5h 9s", "Td 7c 3c"), "2: play 9s")
    view = game.view(replace(state, hands=(cards("3c 7c Td"), cards("5h"))), 0)
    seen = {*view.hand, *view.laid, view.starter, *cards("9s")}
    unseen = [card for card in range(DECK.size) if card not in seen]
    for way in peggings(view):
        pile = [*cards("9s"), way.card]
        count = sum(VALUE[card] for card in pile)
        for held in (1, 2):
            hands = list(combinations(unseen, held))
            best = [max((pegging([*pile, c]).points for c in h if count + VALUE[c] <= 31), default=0) for h in hands]
            looked = next(w for w in peggings(replace(view, sizes=(3, held))) if w.card == way.card)
            assert looked.reply == pytest.approx(sum(best) / len(hands))


def counted(name: str, seeds: range) -> tuple[int, int]:
    """Of the combinations of many hands, those that a bot calls, and all of them."""
    game, rng = fixed(count="by hand"), Random(1)
    bot = games.create_bot(name, game, rng)
    called = total = 0
    for seed in seeds:
        hand = Random(seed).sample(range(DECK.size), 9)
        start = playing(DECK.text_of(hand[:4]), DECK.text_of(hand[4:8]), DECK.text(hand[8]))
        states = random_states(game, rng, start)
        state = next(state for state in states if game.players_to_act(state) == (1,) and state.phase == "claim")
        before = len(uncalled_parts(state.shown[-1]))
        while state.phase == "claim":
            state = game.play(state, 1, bot.advise(game.view(state, 1)).action)
        called += before - len(missed(state))
        total += before
    return called, total


def missed(state: CribbageState) -> tuple[Part, ...]:
    return next(event.missed for event in state.events if isinstance(event, Counted))


@pytest.mark.parametrize(
    ("name", "misses"), [("basic", 0), ("misses-5-percent", 5), ("misses-15-percent", 15), ("misses-30-percent", 30)]
)
def test_bots_miss_what_they_are_said_to_miss(name: str, misses: int) -> None:
    called, total = counted(name, range(300))
    assert (total - called) / total == pytest.approx(misses / 100, abs=0.04 if misses else 0)


def test_the_weaker_bots_misjudge_the_more_the_weaker() -> None:
    """Their choices lose more by the averages of the basic bot, and are the same when they are asked again."""
    lost = dict.fromkeys(("basic", "misses-5-percent", "misses-15-percent", "misses-30-percent"), 0.0)
    for seed in range(60):
        hand = DECK.text_of(Random(seed).sample(range(DECK.size), 6))
        game, view = view_of(hand)
        ways = layings(view.hand, own=False)
        for name in lost:
            advice = games.create_bot(name, game, Random(seed)).advise(view)
            assert advice == games.create_bot(name, game, Random(0)).advise(view)
            lost[name] += ways[0].value - next(way.value for way in ways if way.action == advice.action)
            assert ("; next best: " in advice.reason) == (advice.action == ways[0].action)
    assert lost["basic"] == 0
    assert sorted(lost, key=lost.__getitem__) == list(lost)


def test_the_hint_at_the_show_names_the_cards_and_misses_nothing() -> None:
    game, state = mugging()
    bot = BasicBot(game, Random(0))
    advice = bot.advise(game.view(state, 1))
    assert (game.text(advice.action), advice.reason) == ("count 7s 8c", "fifteen for two")
    state = run(game, state, "2: count 7s 8c", "2: count 6d 6c", "2: count 5h 6d 7s 8c", "2: done")
    advice = bot.advise(game.view(state, 0))
    assert game.text(advice.action) == "muggins 5h 6c 7s 8c"
    state = run(game, state, "1: muggins 5h 6c 7s 8c")
    advice = bot.advise(game.view(state, 0))
    assert (game.text(advice.action), advice.reason) == ("done", "every combination has been called")


def test_the_bot_is_not_asked_out_of_turn() -> None:
    game = fixed()
    state = run(game, dealt(game), *LAID)
    with pytest.raises(PlayError):
        BasicBot(game, Random(0)).advise(game.view(state, 0))


def contest(game: Cribbage, names: tuple[str, str], seed: int) -> CribbageState:
    rng = Random(seed)
    *_, state = played_states(game, rng, advised(game, *(games.create_bot(name, game, rng) for name in names)))
    return state


def test_the_bot_beats_random_play() -> None:
    wins = sum(contest(Cribbage(), ("basic", "random"), seed).won[0].player == 0 for seed in range(40))
    assert wins >= 36


def test_bots_score_about_what_strong_players_do() -> None:
    """Strong players score 10.1 to 10.2 a deal as pone and 16.2 as dealer (cribbage.org, tips)."""
    game, rng = fixed(), Random(7)
    bot = BasicBot(game, rng)
    scored = {True: 0, False: 0}
    deals = 600
    for _ in range(deals):
        states = played_states(game, rng, advised(game, bot))
        state = next(state for state in states if state.dealer and not game.is_moment(state))  # one deal is over
        for seat in (0, 1):
            scored[seat == 0] += state.scores[seat]
    # six hundred deals leave a standard error of 0.2
    assert scored[False] / deals == pytest.approx(10.15, abs=0.8)
    assert scored[True] / deals == pytest.approx(16.2, abs=0.8)


def test_the_greedy_player_takes_what_counts_at_once_and_loses_to_the_basic_bot() -> None:
    game, view = view_of("5h 5s Jd Qc 2s 9h")
    greedy = Greedy(game, Random(0))
    assert game.text(greedy.advise(view).action) == "lay 2s 9h"
    _, runs = view_of("3h 4s 5d 6c Ks Jh")
    assert game.text(greedy.advise(runs).action) == "lay 3h Ks"
    found = match.play(match.setup("cribbage", ["basic", "cardwright.games.cribbage.sparring:Greedy"]), 1, 8)
    assert found.differences[0].result.mean > 0


def test_the_tree_search_finds_what_is_clearly_best() -> None:
    game, view = view_of("5h 5s Jd Qc 2s 9h")
    assert game.text(ISMCTS(game, Random(0)).advise(view).action) == "lay 2s 9h"
    state = run(game, playing("5h 9s Kc 2d", "Td 2c 3c 6d"), "2: play 5h")
    near = game.view(replace(state, scores=(119, 118)), 0)
    assert game.text(ISMCTS(game, Random(0)).advise(near).action) == "play Td"  # fifteen for two wins
    only = passed(game, run(game, playing(*GO_HANDS), *GO))
    assert game.text(ISMCTS(game, Random(0)).advise(game.view(only, 0)).action) == "play 2c"


def test_the_tree_search_looks_at_the_reply() -> None:
    game = fixed()
    view = game.view(playing("5h 4s Kc Qd", "Td 2c 3c Qh"), 1)
    leads = [game.text(ISMCTS(game, Random(seed)).advise(view).action) for seed in (1, 1, 2)]
    assert leads[0] == leads[1]
    assert "play 5h" not in leads  # every card worth ten would make fifteen of it


def test_the_tree_search_beats_the_greedy_player() -> None:
    names = [f"cardwright.games.cribbage.sparring:{name}" for name in ("ISMCTS", "Greedy")]
    found = match.play(match.setup("cribbage", names), 1, 6)
    assert found.differences[0].result.mean > 0
