"""A table of hands as Markdown: each category with a legal example, its count and its share."""

import functools
from collections.abc import Callable, Sequence

from cardwright.cards import Card
from cardwright.ranking.by_card.hands import hands_by_card
from cardwright.ranking.by_rank.blocks import hands_by_rank
from cardwright.ranking.example_hands import example
from cardwright.ranking.model import Category
from cardwright.ranking.ranking import Ranking
from cardwright.wording import as_markdown


@functools.lru_cache(maxsize=32)
def best_examples(ranking: Ranking) -> tuple[tuple[Card, ...], ...]:
    """Return the strongest hand of each category, in the order of the table."""
    declared = ranking.declaration
    if declared.by_card:
        every = hands_by_card(declared)
        rows = every.best()
        return tuple(every.example(rows[index]) for index in range(len(declared.categories)))
    listed = hands_by_rank(declared)
    best = listed.best()
    return tuple(example(declared, *listed.hand(best[index])) for index in range(len(declared.categories)))


def hands_table(ranking: Ranking, short: Callable[[Card], str] | None = None) -> str:
    """Return the table of hands, strongest first. ``short`` writes a card as the players see it: "10♥"."""
    categories, counts = ranking.categories, ranking.frequencies(ranking.size).categories
    write = short or (lambda card: ranking.deck.face(card).short)
    rows = ["| hand | example | hands | share |", "|---|---|---|---|"]
    for category, cards, count in zip(categories, best_examples(ranking), counts, strict=True):
        example_text = as_markdown(" ".join(map(write, cards)))
        rows.append(f"| {as_markdown(category.name)} | {example_text} | {count:,} | {_share(count, sum(counts))} |")
    slips = _misprints(categories, counts)
    return "\n".join(rows) + "\n" + (f"\n{slips}" if slips else "")


def _share(count: int, total: int) -> str:
    share = 100 * count / total
    return f"{share:.2f} %" if share >= 0.01 else f"1 in {total / count:,.0f}"


def _misprints(categories: Sequence[Category], counts: Sequence[int]) -> str:
    """Say which counts the rule book has otherwise, and why."""
    wrong = [
        f"- {category.name}: {category.printed:,} printed, {count:,} counted: {category.misprint}."
        for category, count in zip(categories, counts, strict=True)
        if category.misprint and category.printed != count
    ]
    return "Counts that the rule book has otherwise:\n\n" + "\n".join(wrong) + "\n" if wrong else ""
