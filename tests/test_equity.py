"""Equity of known hands: against a slow count over every deal, against published figures, and by the command."""

import itertools
import json
from fractions import Fraction

import pytest

from cardwright import ranking
from cardwright.cli import main
from cardwright.errors import BadCard, BadCount, CardwrightError
from cardwright.ranking import Ranking, declaration, reference
from cardwright.ranking.equity import equity

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


def by_hand(
    hands: list[str], board: str, dead: str, to_board: int, to_own: int, from_hole: int | None, low: Ranking | None
) -> list[Fraction]:
    """Each hand's share of the pot, from every deal and the slow reference."""
    own = [SMALL.cards(hand) for hand in hands]
    seen = {*itertools.chain(*own), *SMALL.cards(board), *SMALL.cards(dead)}
    unseen = [card for card in range(SMALL.deck.size) if card not in seen]
    pot, deals = [Fraction(0)] * len(own), 0
    for come in itertools.permutations(unseen, to_board + to_own * len(own)):
        groups = [come[:to_board]]
        groups += [come[to_board + to_own * place :][:to_own] for place in range(len(own))]
        if any(list(group) != sorted(group) for group in groups):
            continue  # one order of each deal
        deals += 1
        table = (*SMALL.cards(board), *groups[0])
        for each in (SMALL, low):
            if each is None:
                continue
            keys = [best(each, (*hand, *more), table, from_hole) for hand, more in zip(own, groups[1:])]
            winners = [place for place, key in enumerate(keys) if key == max(keys)]
            for place in winners:
                pot[place] += Fraction(1, len(winners) * (1 if low is None else 2))
    return [share / deals for share in pot]


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
    found = equity(SMALL, hands, board, dead, to_board=to_board, to_own=to_own, from_hole=from_hole, low=low)
    assert found.exact
    assert [hand.share for hand in found.hands] == by_hand(hands, board, dead, to_board, to_own, from_hole, low)
    assert sum(hand.share for hand in found.hands) == 1
    assert all(hand.win + hand.tie <= 1 and hand.error == 0 for hand in found.hands)


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
    (kings, nines) = equity(poker, hands, board, from_hole=2, low=low, least_low=eight).hands
    assert kings.share == kings.win == 1
    assert nines.share == 0
    (kings, nines) = equity(poker, hands, board, from_hole=2, low=low).hands
    assert kings.share == kings.tie / 2 == nines.share == Fraction(1, 2)


def test_an_estimate_has_a_seed_and_a_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = ["1r 2r", "3g 3b"]
    exact = equity(SMALL, hands, to_board=3).hands[0]
    monkeypatch.setattr("cardwright.ranking.equity.MAX_ENUMERATED_DEALS", 10)
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
        (["1r 2r", "1g x"], {"to_board": 1}, BadCard),
    ],
)
def test_hands_that_cannot_be_are_refused(hands: list[str], more: dict[str, int], error: type[CardwrightError]) -> None:
    with pytest.raises(error):
        equity(SMALL, hands, to_board=more["to_board"])


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "poker", "Ah Kh", "Qs Qd", "--board", "Qh 7h 2c"]) == 0
    out = capsys.readouterr().out
    assert "Texas hold'em, Standard poker, board Qh 7h 2c" in out
    assert "exact: all 990 deals of the cards to come" in out
    assert (
        main(["odds", "dual-piecepacks", "NbS AbS 2bS 3bS", "5wH 5wD 4wC 4bD", "--board", "2wC 3wC 4wD", "--json"]) == 0
    )
    answer = json.loads(capsys.readouterr().out)
    assert sum(row["pot"] for row in answer["rows"]) == pytest.approx(1)
    assert main(["odds", "poker", "Ah 2h 3h", "Kc 5d 6d", "--variant", "razz", "--samples", "2000"]) == 0
    assert "an estimate from 2,000 random deals, with a standard error of" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["Ah Ad"], "two hands or more, not 1"),
        (["Ah Ad", "Kc"], "1 hole cards (Kc): Texas hold'em has 2"),
        (["Ah Ad", "Kc Ks", "--variant", "five-card-draw"], "in which no cards are exchanged"),
        (["Ah Ad", "Kc Ks", "--board", "2c 3c 4c 5c 6c 7c"], "6 cards on the board: Texas hold'em has 5"),
        (["Ah Ad", "Kc Ks", "--dead", "Ah"], "duplicate card: Ah"),
        (["Ah Ad", "Kc Ks", "--samples", "-1"], "samples"),
        (["Ah Ad", "Kc Ks", "--ranking", "flexdeck"], "dice cannot be dealt"),
    ],
)
def test_the_command_refuses_in_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "poker", *words]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
