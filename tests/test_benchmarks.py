"""`python -m benchmarks` in an environment that `make bench` has not completed."""

import re
import sys

import numpy as np
import pytest
from benchmarks import cribbage_points, single_cards
from benchmarks.__main__ import environment, loaded, main, packages, parts

from cardwright import games, ranking
from cardwright.games.cribbage.odds import board_table
from cardwright.ranking import declaration


@pytest.mark.parametrize(
    ("name", "message"), [("poker", "compares with clubs.*`make bench` installs"), ("pokr", "no benchmark pokr, only")]
)
def test_what_cannot_run_says_why(name: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "clubs", None)
    monkeypatch.delitem(sys.modules, "benchmarks.poker", raising=False)
    monkeypatch.setattr(sys, "argv", ["benchmarks", name])
    with pytest.raises(SystemExit, match=message):
        main()


def test_the_versions_are_printed_without_the_peers() -> None:
    assert any(what == "packages" and "numpy" in found for what, found in environment())


def test_every_part_that_needs_no_peer_runs() -> None:
    done, refused = [], []
    for name in parts():
        try:
            module = loaded(name)
        except SystemExit as missing:
            refused.append(str(missing))
            continue
        for what, (work, _) in module.measures().items() if hasattr(module, "measures") else ():
            assert work() > 0, what
            done.append(what)
    assert all(any(peer.replace("-", "_") in message for peer in packages()) for message in refused)
    assert len(done) > len(games.GAMES)


def test_points_of_fast_players_at_cribbage_without_luck_are_their_mean_in_every_deal() -> None:
    _, without_luck = cribbage_points.played("basic", 1).swapaxes(0, 1)
    assert without_luck == pytest.approx(np.tile(board_table.mean_points()[::-1], (len(without_luck), 1)))


def test_tables_are_timed_by_turns_with_standard(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = {"HANDS_COUNT": 300, "FEW_HANDS_COUNT": 300, "ROUNDS": 1, "MIN_SHOWN": 0, "SINGLE_CARDS": ("standard", "set")}
    own = {"three of nine": (3, "6 7 8 9 T J Q K A", single_cards.FLUSHES[-1:])}
    for name, value in (few | {"SLOW": ("standard", "brag"), "OWN": own}).items():
        monkeypatch.setattr(single_cards, name, value)
    monkeypatch.setattr(ranking, "names", tuple)
    monkeypatch.setattr(declaration, "collection", lambda: ("brag", "kuhn", "set", "skat", "yahtzee"))
    monkeypatch.setattr(sys, "argv", ["benchmarks", "single_cards"])
    main()
    printed = capsys.readouterr().out
    assert "## Single cards" in printed
    assert re.search(r"\| standard \| 7 \| [\d.]+ \| 1.00 \|", printed)
    taken = "set | 3", "set | 7", "brag | 7", "brag | 5", "kuhn | 1", "skat | 10", "skat | 12", "three of nine | 3"
    for row in taken:
        assert re.search(rf"\| {re.escape(row)} \| [\d.]+ \| [\d.]+ \|", printed), row
    assert "yahtzee" not in printed  # of dice
