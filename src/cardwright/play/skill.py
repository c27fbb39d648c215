"""How well a seat decided in a game, by kinds of decisions: the findings of a review, which the statistics add up."""

from collections.abc import Iterable

import msgspec

from cardwright.wording import counted

GRADES = (("A", 0.97), ("B", 0.9), ("C", 0.8), ("D", 0.6))  # each with the least accuracy; below is E


class Skill(msgspec.Struct, frozen=True):
    """Decisions and mistakes, their ``cost``, and the cost of moves chosen at random (``blind``).

    ``blind`` and ``judged`` count the decisions in which chance does not explain all differences between the moves.
    """

    decisions: int = 0
    mistakes: int = 0
    cost: float = 0.0
    blind: float = 0.0
    judged: int = 0

    @property
    def accuracy(self) -> float:
        """1 without mistakes, and 0 for moves no better than random ones."""
        return max(0.0, 1 - self.cost / self.blind) if self.blind else 1.0

    @property
    def grade(self) -> str:
        """The accuracy as a letter, "" where no decision was judged."""
        return next((grade for grade, least in GRADES if self.accuracy >= least), "E") if self.judged else ""


def together(skills: Iterable[Skill]) -> Skill:
    """Return the sum of several."""
    added = [msgspec.structs.astuple(each) for each in skills]
    return Skill(*map(sum, zip(*added, strict=True)))


def mistakes_in(skill: Skill) -> str:
    """Return "2 mistakes in 31 decisions"."""
    return f"{counted(skill.mistakes, 'mistake')} in {counted(skill.decisions, 'decision')}"


def loss_in_words(skill: Skill) -> str:
    """Return the meaning of the accuracy: "which lost 14.2 % of what random moves would"; "" if nothing was lost."""
    if not (skill.cost and skill.blind):
        return ""
    share = f"{accuracy_text(1 - skill.accuracy)} of what" if skill.accuracy else "no less than"
    return f"which lost {share} random moves would"


def accuracy_text(accuracy: float) -> str:
    """Return an accuracy, a share, as it is shown: "85.8 %"."""
    return f"{100 * accuracy:.1f} %"
