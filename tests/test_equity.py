"""Equity of known hands: against a slow count over every deal, against published figures, and by the command."""

import itertools
import json
import math
import random
import shlex
from fractions import Fraction
from typing import Any

import pokerkit
import pytest

from cardwright import ranking
from cardwright.cli import main
from cardwright.errors import BadCard, BadCount, BadText, CardwrightError
from cardwright.ranking import Ranking, _kernels, declaration
from cardwright.ranking.equity import Equity, HandEquity, counting, equity, families, ranges, sampling, starting_hands
from cardwright.ranking.equity.question import EquityQuestion, HandRules, read_question
from support import reference
from support.kernels import run_uncompiled, uncompiled

SMALL = Ranking(
    declaration.from_table(
        {
            "name": "Small",
            "size": 3,
            "deck": {"ranks": "1 2 3 4", "suits": "r g b"},
            "category": [
                {"name": "Flush", "same": "suit"},
                {"name": "Triplet", "kinds": [3]},
                {"name": "Run", "run": 3},
                {"name": "Pair", "kinds": [2, 1]},
                {"name": "Nothing"},
            ],
        }
    )
)
STANDARD = ranking.load("standard")
SMALL_LOW = Ranking(
    declaration.from_table(
        {
            "name": "Small low",
            "size": 3,
            "low": True,
            "deck": {"ranks": "1 2 3 4", "suits": "r g b"},
            "category": [{"name": "No pair", "kinds": [1, 1, 1]}, {"name": "Paired"}],
        }
    )
)


# Of a hand and a line: the deals in which it ends in the line, those that it wins and ties, and its pots.
Sums = list[list[list[Fraction]]]


def by_hand(
    hands: list[str], board: str, dead: str, to_board: int, to_own: int, from_hole: int | None, low: Ranking | None
) -> Sums:
    """What each hand wins with each line, from every deal and the slow reference."""
    own = [SMALL.cards(hand) for hand in hands]
    seen = {*itertools.chain(*own), *SMALL.cards(board), *SMALL.cards(dead)}
    unseen = [card for card in range(SMALL.deck.size) if card not in seen]
    sums = no_sums(len(own))
    for come in itertools.permutations(unseen, to_board + to_own * len(own)):
        groups = [come[:to_board]]
        groups += [come[to_board + to_own * place :][:to_own] for place in range(len(own))]
        if any(list(group) != sorted(group) for group in groups):
            continue  # one order of each deal
        add_deal(
            sums,
            [(*hand, *more) for hand, more in zip(own, groups[1:])],
            (*SMALL.cards(board), *groups[0]),
            from_hole,
            low,
        )
    return sums


def no_sums(players: int) -> Sums:
    return [[[Fraction(0)] * 4 for _ in SMALL.categories] for _ in range(players)]


def add_deal(
    sums: Sums,
    hands: list[tuple[int, ...]],
    board: tuple[int, ...],
    from_hole: int | None = None,
    low: Ranking | None = None,
    weight: int = 1,
) -> None:
    """Add what each hand wins of a pot."""
    pots = [Fraction(0)] * len(hands)
    for each in (SMALL, low):
        if each is None:
            continue
        keys = [best(each, hand, board, from_hole) for hand in hands]
        winners = [place for place, key in enumerate(keys) if key == max(keys)]
        for place in winners:
            pots[place] += Fraction(1, len(winners) * (1 if low is None else 2))
    for rows, hand, pot in zip(sums, hands, pots, strict=True):
        row = rows[-1 - best(SMALL, hand, board, from_hole)[0]]
        for place, added in enumerate((Fraction(1), Fraction(pot == 1), Fraction(0 < pot < 1), pot)):
            row[place] += weight * added


def check(found: Equity, sums: Sums) -> None:
    """Check each hand's win, tie and share of the pot, in all and with each line."""
    assert found.exact
    for hand, rows in zip(found.hands, sums, strict=True):
        deals, *won = map(sum, zip(*rows, strict=True))
        assert [hand.win, hand.tie, hand.share] == [each / deals for each in won]
        assert (hand.error, hand.win_error, hand.tie_error) == (0, 0, 0)
        for line, (made, *with_line) in zip(hand.lines, rows, strict=True):
            assert (line.made, line.made_error) == (made / deals, 0)
            assert (line.when_made is None) == (not made)
            if line.when_made:
                assert line.when_made[:4] == (*(each / made for each in with_line), 0)
    assert sum(hand.share for hand in found.hands) == 1


def check_sums(hand: HandEquity) -> None:
    """Check that the lines add up to the whole."""
    lines = [(line.made, line.when_made) for line in hand.lines if line.when_made]
    assert sum(made for made, _ in lines) == 1
    assert sum(made * worth.win for made, worth in lines) == hand.win
    assert sum(made * worth.tie for made, worth in lines) == hand.tie
    assert sum(made * worth.share for made, worth in lines) == hand.share


def best(table: Ranking, own: tuple[int, ...], board: tuple[int, ...], from_hole: int | None) -> tuple[int, ...]:
    if from_hole is None:
        return reference.strength_key(table.declaration, (*own, *board))
    return max(
        reference.strength_key(table.declaration, (*ours, *theirs))
        for ours in itertools.combinations(own, from_hole)
        for theirs in itertools.combinations(board, 3 - from_hole)
    )


@pytest.mark.parametrize(
    ("hands", "board", "dead", "to_board", "to_own", "from_hole", "low"),
    [
        (["1r 2r", "3g 3b"], "", "", 2, 0, None, None),
        (["1r 2r", "3g 3b", "4r 1g"], "", "2b", 2, 0, None, None),
        (["1r 2r", "1g 2g"], "4b", "", 1, 0, None, None),
        (["1r 2r", "3g 3b"], "4b 4r 1b", "", 0, 0, None, None),
        (["1r 2r 4g", "3g 3b 1b"], "", "", 3, 0, 2, None),
        (["1r", "3g"], "", "", 0, 2, None, None),
        (["1r 2g", "3g 3b"], "", "4r", 1, 1, None, SMALL_LOW),
        (["1r 2r 4g", "3g 3b 1b"], "2b", "", 2, 0, 2, SMALL_LOW),
        (["1r 2r", "3g 3b"], "", "", 3, 0, 1, SMALL_LOW),
        (["1r 2r 4g 4b", "3g 3b 1b 2b"], "", "", 2, 0, 3, None),
    ],
)
def test_equity_agrees_with_a_slow_count_of_every_deal(
    hands: list[str],
    board: str,
    dead: str,
    to_board: int,
    to_own: int,
    from_hole: int | None,
    low: Ranking | None,
) -> None:
    rules, hole = HandRules(SMALL, from_hole, low), len(SMALL.cards(hands[0])) + to_own
    found = equity(rules, hands, board, dead, to_board=to_board, hole=hole)
    check(found, by_hand(hands, board, dead, to_board, to_own, from_hole, low))


def test_aces_against_kings_before_the_flop() -> None:
    """The familiar 81 to 19, over all 1,712,304 boards."""
    found = equity(ranking.load("standard"), ["Ah Ad", "Kc Ks"], to_board=5)
    aces, kings = found.hands
    assert (found.deals, found.exact) == (1_712_304, True)
    assert round(float(aces.share), 4) == 0.8126
    assert aces.tie == kings.tie
    assert aces.win + aces.tie + kings.win == 1


def test_without_a_low_hand_the_best_hand_wins_the_whole_pot() -> None:
    poker, low = ranking.load("standard"), ranking.load("standard-low")
    board, hands = "Kh Kd 9c 9d Jh", ["Kc Qs 7d 6d", "9h 8h 5c 4c"]
    eight = low.strength("8c 7d 6h 5s 4c")
    (kings, nines) = equity(HandRules(poker, from_hole=2, low=low, least_low=eight), hands, board).hands
    assert kings.share == kings.win == 1
    assert nines.share == 0
    (kings, nines) = equity(HandRules(poker, from_hole=2, low=low), hands, board).hands
    assert kings.share == kings.tie / 2 == nines.share == Fraction(1, 2)


def test_an_estimate_has_a_seed_and_a_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = ["1r 2r", "3g 3b"]
    exact = equity(SMALL, hands, to_board=3).hands[0]
    monkeypatch.setattr("cardwright.ranking.equity.counting.MAX_ENUMERATED_DEALS", 10)
    monkeypatch.setattr("cardwright.ranking.equity.counting.MAX_CLASSES", 0)
    first = equity(SMALL, hands, to_board=3, samples=20_000, seed=4)
    assert (first.exact, first.deals) == (False, 20_000)
    assert first == equity(SMALL, hands, to_board=3, samples=20_000, seed=4)
    assert first != equity(SMALL, hands, to_board=3, samples=20_000, seed=5)
    assert 0 < first.hands[0].error < 0.01
    assert abs(float(first.hands[0].share - exact.share)) < 5 * first.hands[0].error


@pytest.mark.parametrize(
    ("hands", "more", "error"),
    [
        (["1r 2r"], {"to_board": 1}, BadCount),
        (["1r 2r", "1r 3g"], {"to_board": 1}, BadCard),
        (["1r 2r", "1g 3g"], {"to_board": 9}, BadCount),
        (["1r 2r", "1g 3g"], {"to_board": -1}, BadCount),
        (["1r", "1g"], {"to_board": 1}, BadCount),
        (["1r 2r", "1g x"], {"to_board": 1}, BadText),
    ],
)
def test_hands_that_cannot_be_are_refused(hands: list[str], more: dict[str, int], error: type[CardwrightError]) -> None:
    with pytest.raises(error):
        equity(SMALL, hands, to_board=more["to_board"])


def test_hands_in_one_text_are_refused() -> None:
    with pytest.raises(BadText, match="hands are given in a list, one text for each"):
        equity(STANDARD, "Ah Kh", to_board=5)


@pytest.mark.parametrize("more", [{"seed": -1}, {"seed": 1 << 64}, {"samples": 1}, {"hole": 0}, {"hole": -1}], ids=repr)
def test_numbers_that_cannot_be_are_refused(more: dict[str, Any]) -> None:
    with pytest.raises(BadCount):
        equity(STANDARD, ["random"] * 3, to_board=5, **{"samples": 2, **more})
    with pytest.raises(BadCount):  # of an answer that is exact too
        equity(STANDARD, ["Ah Kh", "Qc Qd"], to_board=5, **{"samples": 2, **more})


def test_less_than_one_thread_is_one() -> None:
    found = [equity(STANDARD, ["random"] * 3, to_board=5, samples=2, threads=threads) for threads in (1, 0, -1)]
    assert found[0] == found[1] == found[2]


def test_no_part_of_a_number_is_a_card() -> None:
    for name in ("standard", "badugi"):
        table = ranking.load(name)
        with pytest.raises(BadCard, match="cards are whole numbers"):
            equity(table, [[1.5, 3], [4, 5]], to_board=5)  # type: ignore[list-item]
    with pytest.raises(BadCard, match="cards are whole numbers"):
        table.strength([0, 14, 28, 41.9])  # type: ignore[list-item]


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "equity", "standard", "Ah Kh", "Qs Qd", "--board", "Qh 7h 2c"]) == 0
    out = capsys.readouterr().out
    assert "Texas hold'em, Standard poker, board Qh 7h 2c" in out
    assert "exact: all 990 deals of the cards to come" in out
    assert main(["odds", "equity", "standard", "Ah Kh", "Qs Qd", "--board", "Qh 7h 2c 3c 4c"]) == 0
    assert "exact: no card is to come" in capsys.readouterr().out
    assert (
        main(
            [
                "odds",
                "equity",
                "dual-piecepacks",
                "NbS AbS 2bS 3bS",
                "5wH 5wD 4wC 4bD",
                "--variant",
                "omaha-hilo",
                "--board",
                "2wC 3wC 4wD",
                "--json",
            ]
        )
        == 0
    )
    answer = json.loads(capsys.readouterr().out)
    assert sum(row["pot"] for row in answer["rows"]) == pytest.approx(1)
    assert main(["odds", "equity", "standard", "Ah 2h 3h", "Kc 5d 6d", "--variant", "razz", "--samples", "2000"]) == 0
    assert "an estimate from 2,000 random deals, seed 0, with a standard error of" in capsys.readouterr().out


def test_a_range_of_single_hands_is_read_by_the_command_as_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["odds", "equity", "standard", "AhAd, KsKc", "Qh, Qd", "--board", "2c 3c 4c 9s"]
    assert main([*words, "--csv"]) == 0
    assert '\n"AhAd, KsKc",' in capsys.readouterr().out
    assert main([*words, "--outs"]) == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["Ah Ad"], "two hands or more, not 1"),
        (["Ah Ad", " "], "a hand is empty: write its cards, a range, or"),
        (["Ah Ad", "Kc"], "1 hole card (Kc): Texas hold'em has 2"),
        (["Ah Ad", "Kc Ks", "--variant", "five-card-draw"], "in which no cards are exchanged"),
        (["Ah Ad", "Kc Ks", "--board", "2c 3c 4c 5c 6c 7c"], "6 cards on the board: Texas hold'em has 5"),
        (["Ah Ad", "Kc Ks", "--dead", "Ah"], "duplicate card: Ah"),
        (["Ah Ad", "Kc Ks", "--samples", "-1"], "samples"),
        (["Ah Ad", "AK*"], "'AK*' is not a hand or a range of the standard deck"),
        (["Ah Ad", "AKs:2"], "a weight is a number from 0 to 1"),
        (["Ah Ad", "AK@link"], "no facet 'link'"),
        (["Ah Ad", "AKQ"], "'AKQ' has 3 ranks, and a hand has 2 cards"),
        (["Ah Ad", "A"], "'A' has 1 rank, and a hand has 2 cards: write x for any rank"),
        (["Ah Ad", "AhAd, AhAc"], "their hands share cards"),
        (["Ah Ad", "Kc Ks", "--put", "5", "9", "--lines"], "--put and --lines are answers of their own: choose one"),
    ],
)
def test_the_command_refuses_in_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "equity", "standard", *words]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("hands", [["AhKh", "AsQd"], ["Ah Kh", "As Qd", "9c 9d"], ["QQ+", "AKs, KTo+"]])
def test_the_command_asks_for_the_ranking_that_was_left_out(
    hands: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", "equity", *hands]) == 2
    advice = capsys.readouterr().err.partition("a ranking comes before the hands: cardwright ")[2]
    assert main([*shlex.split(advice), "--samples", "10"]) == 0
    assert capsys.readouterr().out.startswith("Texas hold'em, Standard poker")


@pytest.mark.parametrize("name", ["standard", "dual-piecepacks", "pyramid", "paigow-back", "dual-piecepacks-low"])
def test_multisets_count_the_same_as_every_board(name: str) -> None:
    """Known hands of three players, with some of the board known: by families of parts, and card by card."""
    table, rng = ranking.load(name), random.Random(name)
    for on_board in (2, 3):
        cards = tuple(rng.sample(range(table.deck.size), 6 + on_board))
        hands = cards[:2], cards[2:4], cards[4:6]
        asked = EquityQuestion(HandRules(table), 2, own=hands, board=cards[6:], to_board=5 - on_board)
        kernel, tally = counting.showdown(asked)
        kernel.count_deals()
        assert kernel.finish() == math.comb(table.deck.size - 6 - on_board, 5 - on_board)
        assert counting.tally_of(asked)[0].tolist() == tally.tolist()


def every_deal(texts: list[str], board: str) -> Sums:
    """What each hand wins over every choice of a hand from each range and every board, by the reference."""
    deck = SMALL.deck
    listed = [
        ranges.every(range(deck.size), 2) if text == "random" else ranges.parse(text, SMALL.declaration, 2)
        for text in texts
    ]
    known, sums = SMALL.cards(board), no_sums(len(texts))
    weighted = [list(zip(map(tuple, each.combos.tolist()), each.weights.tolist(), strict=True)) for each in listed]
    for choice in itertools.product(*weighted):
        hands, weight = [hand for hand, _ in choice], math.prod(weight for _, weight in choice)
        seen = [*itertools.chain(*hands), *known]
        if len(set(seen)) < len(seen):
            continue
        unseen = [card for card in range(deck.size) if card not in seen]
        for come in itertools.combinations(unseen, 3 - len(known)):
            add_deal(sums, hands, (*known, *come), weight=weight)
    return sums


@pytest.mark.parametrize(
    ("texts", "board"),
    [
        (["44, 3r2r:0.5", "random"], "1r 2g"),
        (["random", "random"], "1r 2g 3b"),
        (["22+", "43s, 43o:0.25", "21"], "4g 4b"),
    ],
)
def test_ranges_agree_with_a_slow_count_of_every_deal(texts: list[str], board: str) -> None:
    found = equity(SMALL, texts, board, to_board=3 - len(SMALL.cards(board)))
    check(found, every_deal(texts, board))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("22+", 78), ("AKs", 4), ("AKo", 12), ("AK", 16), ("KTo+", 36), ("77-44", 24), ("A9s-A6s", 16),
        ("87s-54s", 16), ("AK@suit", 4), ("AK!suit", 12), ("AhKh, AhKh", 1), ("Ax", 198), ("xx", 1_326),
    ],
)  # fmt: skip
def test_a_range_has_its_hands(text: str, number: int) -> None:
    found = ranges.parse(text, ranking.load("standard").declaration, 2)
    assert len(found.combos) == len({tuple(hand) for hand in found.combos.tolist()}) == number


def test_ranges_of_other_decks_go_by_rank_and_facet() -> None:
    piecepacks = ranking.load("dual-piecepacks")
    for text, number in (("NA@group", 32), ("NA@link", 16), ("NA!link", 48), ("NAs", 8), ("NN@link", 4)):
        assert len(ranges.parse(text, piecepacks.declaration, 2).combos) == number
    assert len(ranges.parse("AAxx", ranking.load("standard").declaration, 4).combos) == 6_961
    ordered = "at most 5,000 are ordered from the best to the worst; name the ranks of a range instead of its per cent"
    with pytest.raises(BadCount, match=f"5,356 hands of 2 cards: {ordered}"):
        equity(ranking.load("two-packs"), ["10%", "random"], to_board=5)
    # Decks that are not each rank in each suit: "AA" of two packs was one pack's, that of a list of cards any cards.
    for name, text, number in (("two-packs", "AA", 28), ("two-packs", "AKs", 16), ("decktet", "AA", 15)):
        listed = ranking.load(name).declaration
        combos = ranges.parse(text, listed, 2).combos
        assert len(combos) == number
        assert {listed.deck.text(card)[0] for card in combos.ravel().tolist()} == set(text.rstrip("s"))


def test_an_estimate_is_the_same_for_any_number_of_threads_and_near_the_exact_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    poker = ranking.load("standard")
    exact = equity(poker, ["QQ+, AKs:0.5", "AhKd"], to_board=5)
    asked = read_question(HandRules(poker), ["QQ+, AKs:0.5", "AhKd"], lambda asked, share: (), to_board=5)
    found = [sampling.sample_deals(asked, 300_000, 7, threads) for threads in (1, 3)]
    assert found[0] == found[1]
    # Long work is cut, so that Ctrl-C and the bar come between.
    monkeypatch.setattr(sampling, "MAX_BLOCKS_PER_THREAD", 4)
    told: list[tuple[int, int]] = []
    assert sampling.sample_deals(asked, 300_000, 7, 1, progress=lambda *done: told.append(done)) == found[0]
    assert told == [(part, 5) for part in range(1, 6)]
    assert exact.exact
    for estimate, true in zip(found[0].hands, exact.hands, strict=True):
        assert abs(float(estimate.share - true.share)) < 4 * estimate.error < 0.01
        check_sums(estimate)
        check_sums(true)
        for line, right in zip(estimate.lines, true.lines, strict=True):
            assert abs(float(line.made - right.made)) < 4 * line.made_error
            worth, true_worth = line.when_made, right.when_made
            if worth and true_worth:
                assert abs(float(worth.share - true_worth.share)) < 4 * worth.error


def test_published_equities_before_the_flop() -> None:
    """Aces against a random hand: 85.204 %."""
    poker = ranking.load("standard")
    aces = equity(poker, ["AhAd", "random"], to_board=5)
    assert (aces.exact, aces.deals) == (True, 1_225 * 1_712_304)
    assert round(100 * float(aces.hands[0].share), 3) == 85.204


def test_equity_of_a_low_ranking_where_a_flush_overrules() -> None:
    """In deuce-to-seven a flush is worse than its ranks: every board is taken, with the same result as the rows."""
    low = ranking.load("deuce-to-seven")
    hands, board = ["2h 3h 4h", "7c 8d 9s"], "5h 6c Tc"
    found = equity(low, hands, board, to_board=1)
    deck, known = low.deck, low.cards(board)
    unseen = [card for card in range(52) if card not in {*known, *low.cards(hands[0]), *low.cards(hands[1])}]
    won = [low.strength((*low.cards(hands[0]), *known, card)) for card in unseen]
    lost = [low.strength((*low.cards(hands[1]), *known, card)) for card in unseen]
    assert found.hands[0].win == Fraction(sum(a > b for a, b in zip(won, lost, strict=True)), len(unseen))
    assert deck.size - len(unseen) == 9


def test_the_best_hands_come_first() -> None:
    ordered = starting_hands(SMALL, 2, 3)
    assert len(ordered) == 4 + 6 + 6  # pairs, of one suit, of two suits
    assert sum(len(group) for group, _ in ordered) == 66
    shares = [equity(SMALL, [group[0], "random"], to_board=3).hands[0].share for group, _ in ordered]
    assert all(better > worse - 0.02 for better, worse in itertools.pairwise(map(float, shares)))
    best = [f"{SMALL.deck.text_of(hand).replace(' ', '')}" for hand in ordered[0][0]]
    found = equity(SMALL, [f"{100 * len(best) / 66:.1f}%", "random"], "1r", to_board=2)
    assert found == equity(SMALL, [", ".join(best), "random"], "1r", to_board=2)


def test_the_lines_and_the_outs_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "equity", "standard", "AhKh", "QcQd", "--board", "Jh 7h 2c", "--outs", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    rows = found["rows"]
    change = rows[0]["change"]  # a number, in place of the text "+45.56"
    assert change == pytest.approx(0.4556, abs=5e-5)
    assert rows[0] == {"cards": "3h 4h 5h 6h 8h 9h Th", "number": 7, "pot": 1.0, "change": change}
    assert found["notes"] == [f"before it the pot's share is {100 * (1 - change):.2f} %."]  # JSON had none
    assert sum(row["number"] for row in rows) == 45
    words = ["odds", "equity", "standard", "AhKh", "QQ+, AKs", "--board", "Qh 7h 2c", "--lines"]
    assert main([*words, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    for hand in ("AhKh", "QQ+, AKs"):
        *lines, every = [row for row in rows if row["hand"] == hand]
        assert (every["line"], every["made"]) == ("all", 1)
        assert sum(line["made"] for line in lines) == pytest.approx(1)
        for figure in ("win", "tie", "pot"):
            assert sum(line["made"] * line[figure] for line in lines) == pytest.approx(every[figure])
    words.insert(5, "random")
    assert main([*words, "--samples", "500", "--csv"]) == 0
    heading = "hand,line,made,win,tie,pot,made error,win error,tie error,pot error"
    assert capsys.readouterr().out.splitlines()[0] == heading


def test_the_lines_fit_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    hands = ["NbS AbS 2bS 3bS", "5wH 5wD 4wC 4bD"]
    words = ["odds", "equity", "dual-piecepacks", *hands, "--variant", "omaha-hilo", "--lines"]
    for more, headings in (([], "line made win tie pot"), (["random"], "line made win tie pot pot error")):
        words[5:5] = more
        assert main([*words, "--board", "2wC 3wC 4wD", "--samples", "500"]) == 0
        printed = capsys.readouterr().out.splitlines()
        assert max(map(len, printed)) <= 80
        assert headings.split() in [line.split() for line in printed]
        assert "line: of the high hand; tie: a part of the pot, such as one half." in printed


def test_equity_by_line_agrees_with_pokerkit() -> None:
    """All 44 rivers for three hands, one of which makes four lines."""
    hands, board = ["Ah Kh", "Qs Qd", "7c 8c"], "Qh 7h 2c 9c"
    found = equity(STANDARD, hands, board, to_board=1)
    names = [line.name for line in STANDARD.categories]
    sums = [[[Fraction(0)] * 4 for _ in names] for _ in hands]
    seen = STANDARD.cards(" ".join([*hands, board]))
    for card in set(range(52)) - {*seen}:
        whole = board + STANDARD.deck.text(card)
        theirs = [pokerkit.StandardHighHand.from_game(hand, whole.replace(" ", "")) for hand in hands]
        winners = theirs.count(max(theirs))
        for rows, hand in zip(sums, theirs, strict=True):
            won = hand == max(theirs)
            row = rows[names.index(hand.entry.label.value)]
            for place, times in enumerate((1, won and winners == 1, won and winners > 1)):
                row[place] += int(times)
            row[3] += Fraction(won, winners)
    check(found, sums)


def test_the_kernel_runs_uncompiled_and_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Multisets, every deal, hole cards with a low half, and random deals from ranges."""
    small = Ranking(SMALL.declaration)

    def found() -> list[Equity]:
        rankings = {"ranking": Ranking(SMALL.declaration), "low": Ranking(SMALL_LOW.declaration)}
        high = rankings["ranking"]
        asked = read_question(HandRules(high), ["44, 3r2r:0.5", "random", "1r 2r"], lambda *_: (), to_board=3)
        return [
            equity(high, ["1r 2r", "3g 3b"], to_board=3),
            equity(high, ["1r", "3g"], hole=3),
            equity(HandRules(high, 2, rankings["low"]), ["1r 2r 4g", "3g 3b 1b"], "2b", to_board=2),
            sampling.sample_deals(asked, 300, 5, 1),
        ]

    compiled = found()
    run_uncompiled(monkeypatch, "tables", "evaluator", "equity.counting")
    families.family.cache_clear()
    assert type(Ranking(small.declaration).prepare(3)) is uncompiled(_kernels).Tables
    assert found() == compiled
    families.family.cache_clear()


def test_a_wild_card_is_not_like_its_rank_in_another_suit() -> None:
    jacks = ranking.load("one-eyed-jacks")
    wild, plain, both = (
        equity(jacks, [hand, "Qc Qd"], "2c 3d 4h", to_board=2).hands[0].share
        for hand in ("Js Ts", "Jc Tc", "JsTs, JcTc")
    )
    assert wild > plain
    assert both == (wild + plain) / 2
