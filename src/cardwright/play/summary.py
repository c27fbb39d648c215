"""Summary of a finished game for one seat: the data that lists of games and the statistics keep."""

import re
from collections.abc import Collection

import msgspec

from cardwright import games
from cardwright.game import Player
from cardwright.play import session
from cardwright.play.record import DAY_NOTE, FORK_NOTE, GUIDE_NOTE, SEED_NOTE, Record
from cardwright.play.skill import Skill, together
from cardwright.play.table import LOSSES
from cardwright.scenes import named

SUMMARY_VERSION = 4  # increases with a new figure of a game, or what else summaries hold: kept ones are recomputed
COUNTED_AS = {"resigned": "lost", "even": "drawn"}  # by the outcome, in tables of results
ENDED_AS = {"resigned": "given up", "even": "broke even"}  # the words for these outcomes in a list
_SIGNED = re.compile(r"([+-][\d,]+) (\w+?)s?")  # a score that adds up, such as "+120 chips"


class Summary(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished game as a seat knows it. ``result`` is a sentence; ``outcome`` is the outcome in the last scene.

    ``score`` is larger for a better result, and ``scored`` is the same in words. ``figures`` are the game's own: a
    total and the number of cases that it is of, by name. ``moves`` counts the player's own moves, ``made_for`` the
    moves that a bot or the clock made for the player, which are part of the figures. ``deal`` is the number of the
    deal, ``day`` the date of a daily one; ``uncounted`` marks a game that went on from a step of another, that was a
    guided first one, or that a bot played to its end for the player, which no statistics count. ``skills`` are the
    findings of a review, by the kind of decision, if there was one.
    """

    game: str
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    seat: Player
    outcome: str
    result: str
    score: int
    scored: str
    moves: int
    last: int
    made_for: int = 0
    figures: dict[str, tuple[float, int]] = {}
    deal: int | None = None
    day: str = ""
    uncounted: bool = False
    skills: dict[str, Skill] = {}

    @property
    def counted(self) -> str:
        """The outcome in tables of results: "won", "lost", "drawn", or "" where there is no winner."""
        return COUNTED_AS.get(self.outcome, self.outcome)

    @property
    def ended_as(self) -> str:
        """The outcome in words, as a list of games shows it."""
        return ENDED_AS.get(self.outcome, self.outcome)

    @property
    def skill(self) -> Skill:
        """The skill in all decisions that a review judged."""
        return together(self.skills.values())

    @property
    def others(self) -> tuple[str, ...]:
        """The names of the other players."""
        return tuple(name for seat, name in enumerate(self.names) if seat != self.seat)

    @property
    def opponents(self) -> tuple[str, ...]:
        """The kinds of the other players: "basic", "people", or "alone"."""
        kinds = {kind or "people" for seat, kind in enumerate(self.kinds) if seat != self.seat}
        return tuple(sorted(kinds)) or ("alone",)

    @property
    def against(self) -> str:
        """The kinds of the other players, in words."""
        return " and ".join(self.opponents)


def signed_score(scored: str) -> dict[str, int]:
    """Return a score in words that adds up over games, by its unit; {} for another, such as a place or a final score.

    >>> signed_score("-1,200 chips"), signed_score("+1 point"), signed_score("121 points")
    ({'chips': -1200}, {'points': 1}, {})
    """
    signed = _SIGNED.fullmatch(scored)
    return {f"{signed[2]}s": int(signed[1].replace(",", ""))} if signed else {}


def summarise(record: Record, seat: Player, made_for: Collection[int] = (), *, bot_ended: bool = False) -> Summary:
    """Return the summary of a finished game for a seat that is not the spectator's.

    ``made_for`` are the steps at which a bot or the clock moved for its player; ``bot_ended``: a bot played to the end.
    """
    game, notes = record.game, record.header.notes
    uncounted = FORK_NOTE in notes or GUIDE_NOTE in notes or bot_ended
    number = notes.get(SEED_NOTE)
    score, scored = games.score(game, record.states[-1], seat)
    scene = session.recorded_scene(record, record.last, seat)
    kinds = tuple(sitter.bot for sitter in record.header.players)
    return Summary(
        game=games.room_name(game),
        names=tuple(record.names),
        kinds=kinds,
        seat=seat,
        outcome=scene.outcome,
        result=named(scene.result, record.names),
        score=score,
        scored=scored,
        moves=sum(
            step.player == seat and step.action not in LOSSES and at not in made_for
            for at, step in enumerate(record.log)
        ),
        last=record.last,
        made_for=len(made_for),
        figures={} if uncounted else games.figures(game, record.states, seat),
        deal=number if isinstance(number, int) else None,
        day=str(notes.get(DAY_NOTE, "")),
        uncounted=uncounted,
    )
