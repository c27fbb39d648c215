"""Words and choices for players who are asked to let another player join, and for those who ask."""

from collections.abc import Sequence
from typing import NamedTuple

from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.game import SPECTATOR
from cardwright.wording import all_of, isolated

REFUSED = "The players do not make room now."


class JoiningChoices(NamedTuple):
    """The choices of a visitor so that others join the players; ``closed`` is why no one can, or why they cannot."""

    closed: str
    asks: bool
    agrees: bool


class JoiningQuestion(NamedTuple):
    """A question to a player: who asks for a seat, in words, and who has agreed."""

    said: str
    agreed: tuple[str, ...]


def choices(keys: Sequence[str], live: LiveTable, seat: int) -> JoiningChoices:
    """Return the choices of a visitor with these keys."""
    joining = live.joining
    asks = seat == SPECTATOR and bool(joining.asker(keys))
    fixed = live.next_game.why_fixed
    closed = (
        f"No one can join this game later: {fixed}."
        if fixed
        else f"{REFUSED} One of them can still do so."
        if joining.has_refused(keys)
        else ""
    )
    return JoiningChoices(closed, asks, seat in joining.agreed)


def _who_asks(live: LiveTable) -> str:
    """Return who asks for a seat, as a sentence."""
    asked = [isolated(name) for name in live.joining.asked.values()]
    if not asked:
        return "Shall the game end after this deal, to stop or to let another player in?"
    return f"{all_of(asked)} {'asks' if len(asked) == 1 else 'ask'} for a seat."


def question(live: LiveTable, seat: int) -> JoiningQuestion | None:
    """Return the question whether others may join, for a player who has not answered it."""
    joining = live.joining
    following = live.next_game
    if live.over or not joining.is_open or following.is_last_deal:
        return None
    if seat in joining.agreed or seat not in following.deciders:
        return None
    return JoiningQuestion(_who_asks(live), tuple(isolated(live.names[number]) for number in joining.agreed))


def status(keys: Sequence[str], live: LiveTable) -> str:
    """Return the state of a request for a seat, "" without one. It is not for a player who is asked about it.

    A person with these keys reads if they were refused.
    """
    joining = live.joining
    if live.over or not joining.is_open:
        return REFUSED if joining.has_refused(keys) and not live.over else ""
    if live.next_game.agreed:
        asked = [isolated(name) for name in joining.asked.values()]
        return f"After this deal {all_of(asked)} can sit down." if asked else "The game ends after this deal."
    agreed = all_of([isolated(live.names[number]) for number in joining.agreed] or ["no one yet"])
    return f"{_who_asks(live)} Agreed: {agreed}."
