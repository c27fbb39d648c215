"""A ranking, which evaluates hands by a table of hands and counts them.

>>> from cardwright.ranking import declaration
>>> ranking = Ranking(declaration.load("standard"))
>>> cards = ranking.deck.parse_cards("Ah Kh Qh Jh 2c 2d Th")
>>> ranking.describe(cards)
'straight flush to the ace'
>>> ranking.deck.text_of(ranking.best(cards))
'Ah Kh Qh Jh Th'
>>> ranking.beats(ranking.strength(cards))
Fraction(649739, 649740)
"""

import functools
from collections.abc import Callable

from cardwright.errors import whole_number
from cardwright.ranking import frequency
from cardwright.ranking.evaluator import HandEvaluator
from cardwright.ranking.frequency import Frequencies
from cardwright.ranking.model import Declaration


@functools.lru_cache(maxsize=8)
def _unpickle(declaration: Declaration, name: str) -> "Ranking":
    """Return a ranking; a process compiles it once, however often it is sent there."""
    return Ranking(declaration)


class Ranking(HandEvaluator):
    """An evaluator that counts all hands too."""

    def __reduce__(self) -> tuple[Callable[..., "Ranking"], tuple[Declaration, str]]:
        return _unpickle, (self.declaration, self.name)

    def frequencies(
        self,
        cards: int | None = None,
        *,
        every_hand: bool = False,
        threads: int = 1,
        progress: Callable[[int, int], None] | None = None,
    ) -> Frequencies:
        """Count the hands of ``cards`` cards (default: ``size``) by strength: see `frequency.frequencies`."""
        number = self.size if cards is None else whole_number(cards, "a number of cards")
        threads = whole_number(threads, "a number of threads")
        return frequency.frequencies(self, number, every_hand=every_hand, threads=threads, progress=progress)
