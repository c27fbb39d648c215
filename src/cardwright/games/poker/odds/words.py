"""Phrases shared by the reasons of poker's answers."""

from typing import NamedTuple

from cardwright.answers import Figure


class Share(NamedTuple):
    """A share of the pot or of all hands, from 0 to 1, and its standard error: 0 where all was counted."""

    mean: float
    error: float

    def __str__(self) -> str:
        """Return the share as it is known: "42 %" if it was counted, else "42 % (± 2)"."""
        margin = -(-200 * self.error // 1)
        return f"{self.mean * 100:.0f} %" + (f" (± {margin:.0f})" if margin else "")

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The share of the pot as a part of an answer's line."""
        return (Figure("share of the pot", self.mean, self.error, "share"),)


def share_phrase(share: Share) -> str:
    """Return the seat's average share, in words."""
    return f"you win {share} of the pot on average against the hands that others would bet like this"


def raise_reason(called: Share, passed: float) -> tuple[tuple[Figure, ...], str]:
    """Return the parts and the reason of a raise: the seat's gain if called, and how often all others fold."""
    parts = (
        Figure("share of the pot if called", called.mean, called.error, "share"),
        Figure("all fold", passed, kind="share"),
    )
    return parts, f"if called you win {called} of the pot, and {100 * passed:.0f} % of the time all others fold"


def price_phrase(pot: int, call: int) -> str:
    """Return the share of the pot that makes a call free."""
    return f"a call of {call:,} for a pot of {pot + call:,} needs {100 * call / (pot + call):.0f} %"


def call_reason(share: Share, pot: int, call: int, call_value: float) -> str:
    """Return the cost of a call, what it may win, and what later bets add; the call is worth ``call_value``."""
    reason, pays_off = f"{share_phrase(share)}, and {price_phrase(pot, call)}", share.mean * (pot + call) >= call
    if pays_off != (call_value >= 0):
        return f"{reason}, but later bets {'cost more than that gains' if pays_off else 'win more than that costs'}"
    return f"{reason}; later bets would cost more than the call" if call_value < -call else reason
