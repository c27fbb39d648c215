"""`python -m benchmarks` in an environment that `make bench` has not completed."""

import sys

import pytest
from benchmarks.__main__ import environment, main


@pytest.mark.parametrize(
    ("name", "message"), [("poker", "compares with clubs.*`make bench` installs"), ("pokr", "no benchmark pokr, only")]
)
def test_what_cannot_run_says_why(name: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "clubs", None)
    monkeypatch.delitem(sys.modules, "benchmarks.poker", raising=False)
    monkeypatch.setattr(sys, "argv", ["benchmarks", name])
    with pytest.raises(SystemExit, match=message):
        main()


def test_the_versions_are_told_without_the_peers() -> None:
    assert any(what == "packages" and "numpy" in found for what, found in environment())
