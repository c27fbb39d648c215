"""Check a table of hands: is it complete, ordered by rarity, and counted correctly?

It works on any declaration that can be read, also if it does not compile: every number is an exact count over all hands
of the declared size.
"""

import itertools
from fractions import Fraction

import msgspec

from cardwright.errors import BadDeclaration
from cardwright.ranking.by_card.hands import hands_by_card
from cardwright.ranking.by_rank.blocks import hands_by_rank
from cardwright.ranking.model import Category, Declaration
from cardwright.ranking.survey import LintCounts, survey
from cardwright.wording import all_of, counted, isolated

FAULT, NOTE = "fault", "note"


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One observation about a table; its severity is "fault" or "note".

    ``kind`` is "uncovered", "empty", "rarity", "printed", "pays", "overlap" or "ties". ``category`` is the category
    concerned ("" for none), ``other`` the one it is compared with. ``count`` is the exact count of hands, ``against``
    the number it is compared with: the printed count, or the other category's count; for an empty category the hands
    that fit it, for ties the number of strengths; for pays both are pays. ``hand`` is an example.
    """

    kind: str
    severity: str
    message: str
    category: str = ""
    other: str = ""
    count: int = 0
    against: int = 0
    hand: str = ""


def lint(declaration: Declaration) -> tuple[Finding, ...]:
    """Return all findings, faults first, each kind in the order of the table. Raises `BadDeclaration`."""
    if not isinstance(declaration, Declaration):
        raise BadDeclaration(f"lint takes what `ranking.parse` or `declaration.load` returns, not {declaration!r:.80}")
    return findings(declaration, count(declaration))


def findings(declaration: Declaration, tally: LintCounts) -> tuple[Finding, ...]:
    """Return the findings of these counts; without counts by strength there are none about ties."""
    all_findings = [
        *_find_uncovered(declaration, tally),
        *_empty(declaration, tally),
        *_find_misprints(declaration, tally),
        *_rarity(declaration, tally),
        *_pays(declaration),
        *_overlaps(declaration, tally),
        *_ties(declaration, tally),
    ]
    return tuple(sorted(all_findings, key=lambda finding: finding.severity != FAULT))


def count(declaration: Declaration) -> LintCounts:
    """Return the counts of all hands of the declared size."""
    counts = survey(declaration).lint_counts()
    if not declaration.by_card:
        return msgspec.structs.replace(counts, of_strengths=hands_by_rank(declaration).strength_counts())
    of_strengths: dict[int, list[int]] = {}
    for (line, _), number in hands_by_card(declaration).numbers()[0].items():
        of_strengths.setdefault(line, []).append(number)
    return msgspec.structs.replace(counts, of_strengths=of_strengths)


def _hands(declaration: Declaration, number: int) -> str:
    return counted(number, "throw" if declaration.dice else "hand")


def _plain(number: Fraction) -> str:
    return f"{float(number):,.1f}".removesuffix(".0")


def _find_uncovered(declaration: Declaration, tally: LintCounts) -> list[Finding]:
    if not tally.uncovered:
        return []
    hand = tally.examples[None]
    many = f"no category takes {_hands(declaration, tally.uncovered)} of {tally.total:,}, such as {hand}"
    return [Finding(kind="uncovered", severity=FAULT, message=many, count=tally.uncovered, hand=hand)]


def _empty(declaration: Declaration, tally: LintCounts) -> list[Finding]:
    results = []
    for index, category in enumerate(declaration.categories):
        if tally.taken[index]:
            continue
        takers = [
            isolated(declaration.categories[taker].name) for taker, other in sorted(tally.shared) if other == index
        ]
        fit = tally.fitting[index]
        fitting = "that fits goes" if fit == 1 else "that fit go"
        why = f"the {_hands(declaration, fit)} {fitting} to {all_of(takers)}" if fit else "none fits it"
        message = f"{isolated(category.name)}: no hand falls into it: {why}"
        results.append(Finding(kind="empty", severity=FAULT, message=message, category=category.name, against=fit))
    return results


def _find_misprints(declaration: Declaration, tally: LintCounts) -> list[Finding]:
    misprints = []
    for index, category in enumerate(declaration.categories):
        exact, printed = tally.taken[index], category.printed
        if printed is not None and printed != exact:
            misprints.append(_misprint(category, exact, printed))
    total = sum(category.printed or 0 for category in declaration.categories)
    if misprints and total == tally.total and all(category.printed is not None for category in declaration.categories):
        message = f"the printed counts still add up to {total:,}: the errors cancel"
        misprints.append(Finding(kind="printed", severity=NOTE, message=message, count=tally.total, against=total))
    return misprints


def _misprint(category: Category, exact: int, printed: int) -> Finding:
    why = category.misprint
    off = f"{abs(printed - exact):,} too {'many' if printed > exact else 'few'}"
    return Finding(
        kind="printed",
        severity=FAULT,
        message=f"{isolated(category.name)}: {printed:,} printed, {exact:,} exact: {off}" + (why and f"; {why}"),
        category=category.name,
        count=exact,
        against=printed,
    )


def _rarity(declaration: Declaration, tally: LintCounts) -> list[Finding]:
    """Find categories that rank above a rarer one. A low table is not ordered by rarity."""
    if declaration.low and not declaration.upside_down:
        return []
    lines = [(index, category) for index, category in declaration.lines if tally.taken[index]]
    results = []
    for place, (index, category) in enumerate(lines):
        for below, weaker in lines[place + 1 :]:
            if tally.taken[below] < tally.taken[index]:
                results.append(_out_of_order(category, weaker, tally.taken[index], tally.taken[below]))
    return results


def _out_of_order(category: Category, weaker: Category, many: int, few: int) -> Finding:
    return Finding(
        kind="rarity",
        severity=FAULT,
        message=f"{isolated(category.name)} ({many:,}) ranks above {isolated(weaker.name)} ({few:,}), which is rarer",
        category=category.name,
        other=weaker.name,
        count=many,
        against=few,
    )


def _pays(declaration: Declaration) -> list[Finding]:
    """Find categories that pay less than the next one below."""
    results = []
    for (_, category), (_, weaker) in itertools.pairwise(declaration.lines):
        if category.pays < weaker.pays:
            less = f"less than {isolated(weaker.name)} below it ({weaker.pays:,})"
            message = f"{isolated(category.name)} pays {category.pays:,}, {less}"
            results.append(
                Finding(
                    kind="pays",
                    severity=NOTE,
                    message=message,
                    category=category.name,
                    other=weaker.name,
                    count=category.pays,
                    against=weaker.pays,
                )
            )
    return results


def _overlaps(declaration: Declaration, tally: LintCounts) -> list[Finding]:
    results = []
    for (taker, other), number in sorted(tally.shared.items()):
        if tally.fitting[other] == tally.total:  # a line for the rest, which every hand fits
            continue
        name, lost = declaration.categories[taker].name, declaration.categories[other].name
        hand = tally.examples[taker, other]
        fit = f"{_hands(declaration, number)} of {isolated(name)} would also be {isolated(lost)}"
        message = f"{fit}, such as {hand}: the order decides"
        results.append(
            Finding(kind="overlap", severity=NOTE, message=message, category=name, other=lost, count=number, hand=hand)
        )
    return results


def _ties(declaration: Declaration, tally: LintCounts) -> list[Finding]:
    results = []
    for index, category in enumerate(declaration.categories):
        hands = tally.taken[index]
        sizes = tally.of_strengths.get(index, ())
        if not hands or not sizes:
            continue
        different = counted(len(sizes), "strength")
        message = f"{isolated(category.name)}: {different} among {_hands(declaration, hands)}"
        same = 0 if declaration.dice else 1  # two throws may be the same, two hands are different cards
        if pairs := hands * (hands - same):
            chance = Fraction(sum(number * (number - same) for number in sizes), pairs)
            often = "always tie" if chance == 1 else f"tie once in {_plain(1 / chance)}" if chance else "never tie"
            message += f"; two of them {often}"
        results.append(
            Finding(
                kind="ties", severity=NOTE, message=message, category=category.name, count=hands, against=len(sizes)
            )
        )
    return results
