"""Read the table of hands of a declaration: its categories, each with its conditions and tie-breaks."""

import re
from collections import Counter
from collections.abc import Iterator

from cardwright.cards import Card, Deck
from cardwright.ranking.conditions import GroupsOf, Highest, Lowest, Ranges, RankCondition, RanksHeld, Totals
from cardwright.ranking.decks import cards_named
from cardwright.ranking.describe import FIELD, fields
from cardwright.ranking.model import CardsHeld, Category, Combination, Declaration, Kinds
from cardwright.ranking.partitions import partitions
from cardwright.ranking.pay_table import MAX_COINS_PER_COIN
from cardwright.ranking.toml_reader import TableReader, show, unknown

TIES = ("run", "ranks", "first", "total", "rest", "suit", "points")
MAX_CATEGORIES = 100


def categories(keys: TableReader, declared: Declaration, values: tuple[int | None, ...]) -> Iterator[Category]:
    """Yield the lines of the table, as listed. Raises `BadDeclaration` with the line and the key of a mistake."""
    listed = keys.take("category")
    if not isinstance(listed, list) or not listed:
        raise keys.error("category", f"there must be at least one [[category]]{keys.misspelt('category')}")
    if len(listed) > MAX_CATEGORIES:
        raise keys.error("category", f"{len(listed)} lines are more than the {MAX_CATEGORIES} a table may have")
    seen: set[str] = set()
    for line, name in _named_lines(keys, "category", listed):
        if name.casefold() in seen:
            raise line.error("name", f"another category is named {show(name)}", name)
        seen.add(name.casefold())
        yield _category(line, name, declared, values)


def _named_lines(keys: TableReader, key: str, listed: list[object]) -> Iterator[tuple[TableReader, str]]:
    """Yield the tables listed under a key, each with its name, which its errors give."""
    for place, entry in enumerate(listed, 1):
        line = TableReader(entry, f"{keys.where}, {key} {place}")
        name = line.text("name")
        line.where += f" ({name})"
        yield line, name


OF_A_CATEGORY = ("tie", "printed", "misprint", "says", "pays", "points")
MAX_SCORE = 10_000


def combinations(keys: TableReader, declared: Declaration, values: tuple[int | None, ...]) -> Iterator[Combination]:
    """Yield the combinations that score points. Raises `BadDeclaration` with the entry and the key of a mistake."""
    listed = keys.take("points", [])
    if not isinstance(listed, list) or len(listed) > MAX_CATEGORIES:
        raise keys.error("points", f"must be a list of [[points]], at most {MAX_CATEGORIES}, not {show(listed)}")
    seen: list[str] = []
    for line, name in _named_lines(keys, "points", listed):
        if name in seen:
            raise line.error("name", f"another combination is named {show(name)}", name)
        seen.append(name)
        yield _combination(line, name, declared, values, seen[:-1])


def _combination(
    line: TableReader, name: str, declared: Declaration, values: tuple[int | None, ...], before: list[str]
) -> Combination:
    scores = line.number("scores", 1, MAX_SCORE)
    unless = line.take("unless", [])
    unless = [unless] if isinstance(unless, str) else unless
    for other in unless if isinstance(unless, list) else [unless]:
        if other not in before:
            raise line.error("unless", f"no combination {show(other)} above; {unknown(str(other), before)}", other)
    for key in OF_A_CATEGORY:
        if key in line:
            raise line.error(key, "is a key of a category: a combination has conditions, and scores", line.left[key])
    forms = []
    for cards in _numbers_of_cards(line, declared.size):
        conditions = {key: value for key, value in line.left.items() if key != "cards"} | {"tie": "none"}
        form = TableReader(conditions | ({"cards": cards} if cards < declared.size else {}), line.where)
        forms.append(_category(form, name, declared, values))
    return Combination(name, tuple(forms), scores, frozenset(unless))


def _numbers_of_cards(line: TableReader, size: int) -> range:
    """Return the numbers of cards that a combination may have."""
    kinds, run, each = (line.left.get(key) for key in ("kinds", "run", "each"))
    low, high = 1, size
    if "cards" in line:
        ((low, high),) = _ranges(line, "cards", size)[:1]
    elif isinstance(kinds, list) and kinds and all(type(number) is int for number in kinds):
        low = high = sum(kinds)
    elif type(run) is int:
        low = high = run * (each if type(each) is int else 1)
    elif "total" not in line:
        raise line.missing("cards", f'the number of cards, such as 3 or "2-{size}"')
    if not 1 <= low <= high <= size:
        raise line.error("cards", f"must be from 1 to {size}", show(low))
    return range(low, high + 1)


def _category(line: TableReader, name: str, declared: Declaration, values: tuple[int | None, ...]) -> Category:
    """Read the conditions and tie-breaks of a line; ``values`` are those of the ranks, for totals."""
    cards = line.number("cards", 1, declared.size, declared.size) % declared.size  # 0: all cards
    size = cards or declared.size
    run, each, step, corner = _run(line, declared, size)
    same, classes = _classes(line, declared, size)
    allowed = _read_ranks(line, declared.deck)
    kinds, groups = _kinds_and_groups(line, declared, cards, (size, run, each), same, len(allowed))
    totals = _ranges(line, "total", 10**9)
    tie = _tie(line, run)
    _check_tie(line, declared, tie, cards)
    if "total" in tie or totals:
        _check_values(line, declared, allowed, values, "tie" if "total" in tie else "total")
    printed, misprint = _read_printed_count(line)
    says, held = line.text("says", ""), _holds(line, declared, size)
    conditions: list[RankCondition] = [
        *_bound(line, declared.deck, "lowest", Lowest),
        *_bound(line, declared.deck, "highest", Highest),
        *([Totals(totals)] if totals else []),
        *(each for each in held if isinstance(each, RanksHeld)),
        *([GroupsOf(groups)] if groups else []),
    ]
    category = Category(
        name=name,
        kinds=kinds,
        run=run,
        same=same,
        ranks=allowed,
        tie=tie,
        printed=printed,
        misprint=misprint,
        says=says,
        conditions=tuple(conditions),
        holds=tuple(each for each in held if isinstance(each, CardsHeld)),
        wilds=_ranges(line, "wilds", size),
        each=each,
        step=step,
        corner=corner,
        cards=cards,
        classes=classes,
        pays=line.number("pays", 0, MAX_COINS_PER_COIN, 0),
        points=_ranges(line, "points", 10**9),
    )
    _check_category(line, declared, category)
    return category


def _kinds_and_groups(
    line: TableReader, declared: Declaration, cards: int, form: tuple[int, int, int], same: str | None, ranks: int
) -> tuple[tuple[Kinds, ...], tuple[frozenset[int], ...]]:
    """Return the kinds of a line, by default all, and the ranks of each group; ``form`` is as for `_any_kinds`."""
    if line.left.get("kinds") is not None:
        kinds = _kinds(line, form[0], has="this line looks at" if cards else "a hand has")
        return kinds, _of(line, declared.deck, kinds)
    every = _any_kinds(line, declared, form, same, ranks)
    if written := line.take("of", ()):
        raise line.error("of", "needs kinds in the same category: it names the ranks of each group", written)
    return every, ()


def _bound(line: TableReader, deck: Deck, key: str, kind: type[Lowest] | type[Highest]) -> Iterator[RankCondition]:
    """Yield the condition on the lowest or the highest card, if the line has it."""
    if key in line:
        yield kind(_read_ranks(line, deck, key))
    else:
        line.take(key)  # a key that a line may have


def _run(line: TableReader, declared: Declaration, size: int) -> tuple[int, int, int, bool]:
    """Return the length of the run, the cards of each rank in it, its step, and if it may go round the corner."""
    run = line.number("run", 2, size, 0)
    each = line.number("each", 2, size, 1)
    step = line.number("step", 2, len(declared.order), 1)
    corner = line.flag("corner")
    for key, chosen in (("each", each > 1), ("step", step > 1), ("corner", corner)):
        if chosen and not run:
            raise line.error(key, "needs a run in the same category")
    if run * each > size:
        raise line.error(
            "each", f"a run of {run} with {each} cards of each rank has {run * each}, and there are {size}"
        )
    return run, each, step, corner


def _check_tie(line: TableReader, declared: Declaration, tie: tuple[str, ...], cards: int) -> None:
    """Check the order of the tie-breaks, and that the category has the cards or points that they compare."""
    if "rest" in tie and not cards:
        raise line.error("tie", "the rest is of a category that looks at some cards: give cards", "rest")
    if "points" in tie[1:]:
        raise line.error("tie", "points must be the first tie-break", "points")
    if "suit" in tie and (tie[-1] != "suit" or len(declared.deck.suits) < 2):
        problem = "must be the last tie-break" if len(declared.deck.suits) > 1 else "the deck has one suit"
        raise line.error("tie", f"suit: {problem}", "suit")


def _check_values(
    line: TableReader, declared: Declaration, allowed: frozenset[int], values: tuple[int | None, ...], key: str
) -> None:
    """Check that each rank of a category with a total has a value; ``key`` asks for the total."""
    ranks = declared.deck.ranks
    bare = sorted(rank for rank in allowed & {*declared.rank_of, *declared.readable} if values[rank] is None)
    if bare:
        text = ranks[bare[0]].text
        only_wild = ", or leave it out of wild_as" * (bare[0] not in declared.rank_of)
        raise line.error(
            key,
            f"a total needs the value of each rank, and {show(text)} has none: "
            f'list the ranks of the deck one by one, as ["A", {{ text = "{text}", value = 10 }}]{only_wild}',
        )


def _read_printed_count(line: TableReader) -> tuple[int | None, str]:
    """Return the printed count, and the explanation of a misprint."""
    printed = line.number("printed", 0, 10**15) if "printed" in line else line.take("printed")
    misprint = line.text("misprint", "")
    if misprint and printed is None:
        raise line.error("misprint", "explains a printed count, and there is none: give printed as well", misprint)
    return printed, misprint


def _check_category(line: TableReader, declared: Declaration, category: Category) -> None:
    """Check a category against the rest of the declaration; no key of its line may be left."""
    if (category.points or "points" in category.tie) and not declared.combinations:
        key = "points" if category.points else "tie"
        raise line.error(key, "no combination scores points: list them as [[points]]", "points")
    if category.wilds and not declared.wilds:
        raise line.error("wilds", "the deck has no wild cards")
    line.done()
    most = fields(declared, category)
    for place, _ in FIELD.findall(category.says):
        if not 1 <= int(place) <= most:
            raise line.error("says", f"{{{place}}} has no value: the tie-breaks of this category give {most}", place)


def _classes(
    line: TableReader, declared: Declaration, size: int
) -> tuple[str | None, tuple[tuple[str, tuple[Kinds, ...]], ...]]:
    """Return the facet that all cards share, and the sizes of the groups of one class in further facets."""
    same: str | None = None
    kinds_of_facet: dict[str, tuple[Kinds, ...]] = {}
    if isinstance(line.left.get("same"), str):
        same = _same(line, declared)
    else:
        for facet in line.words("same", "a facet of the suits, or several", ""):
            kinds_of_facet[_facet(line, declared, "same", facet)] = ((size,),)
    for facet in line.words("different", "a facet of the suits, or several", ""):
        kinds_of_facet[_facet(line, declared, "different", facet)] = ((1,) * size,)
    table = TableReader(line.take("classes", {}), f"{line.where}, classes")
    for facet in list(table.left):
        _facet(table, declared, "", facet)
        kinds_of_facet[facet] = _kinds(table, size, facet)
    return same, tuple(sorted(kinds_of_facet.items()))


def _facet(line: TableReader, declared: Declaration, key: str, facet: str) -> str:
    known = () if declared.dice else (*(facet.name for facet in declared.deck.facets), "card")
    line.place_in_deck(key, "facet", facet, known)
    return facet


_HOLDS = re.compile(r"(?:(at most |exactly )?(\d{1,2})(?: to (\d{1,2}))? of )?(.+)")


def _holds(line: TableReader, declared: Declaration, size: int) -> tuple[RanksHeld | CardsHeld, ...]:
    """Read the cards that a hand must hold, "2 5 9" or ["3 of J Q K", "exactly 2 of hearts"], or not (``without``)."""
    holdings = []
    written = line.take("holds", [])
    entries = [written] if isinstance(written, str) else written
    what = 'cards, such as "2 5 9", or a list such as ["3 of J Q K"]'
    if not isinstance(entries, list) or not all(isinstance(entry, str) and entry.strip() for entry in entries):
        raise line.wrong("holds", what, written)
    for entry in entries:
        match = _HOLDS.fullmatch(entry.strip())
        assert match is not None
        how, number, last, words = match.groups()
        if number is None and " of " in words:
            forms = 'write "2 of A K" for at least two of them, "exactly 2 of", "at most 2 of" or "1 to 2 of"'
            raise line.error("holds", f"{show(entry)}: {forms}", entry)
        if number is None:
            for word, times in Counter(words.split()).items():
                holdings.append(_read_holds(line, declared, "holds", [word], times, size))
            continue
        low, high = int(number), int(last or number) if how or last else size
        if not low <= high <= size:
            raise line.error("holds", f"{entry!r}: the numbers must be from 0 to {size} and in order", entry)
        holdings.append(_read_holds(line, declared, "holds", words.split(), 0 if how == "at most " else low, high))
    if words := line.words("without", 'cards, such as "2" or "hearts"', ""):
        holdings.append(_read_holds(line, declared, "without", words, 0, 0))
    return tuple(holdings)


def _read_holds(
    line: TableReader, declared: Declaration, key: str, words: list[str], low: int, high: int
) -> RanksHeld | CardsHeld:
    """Return the condition to hold ``low`` to ``high`` of some cards: words for ranks, cards, suits and classes."""
    deck = declared.deck
    cards: set[Card] = set()
    ranks: set[int] | None = set()
    numbers = {rank.text: number for number, rank in enumerate(deck.ranks)}
    for word in words:
        meant = cards_named(deck, word)
        if not meant:
            known = [*numbers, *(cls for facet in deck.facets for cls in facet.classes)]
            raise line.error(key, f"no card {show(word)} in the deck; {unknown(word, known)}", word)
        if wild := {card for card in meant if declared.rank_of[card] < 0}:
            how = "is wild" if wild == meant else f"has wild cards ({deck.text_of(sorted(wild))})"
            raise line.error(key, f"{show(word)} {how}: use wilds for the number of wild cards", word)
        cards |= meant
        whole = {card for card, rank in enumerate(declared.rank_of) if rank == numbers.get(word)}
        ranks = ranks | {numbers[word]} if ranks is not None and word in numbers and whole == meant else None
    return CardsHeld(frozenset(cards), low, high) if ranks is None else RanksHeld(frozenset(ranks), low, high)


def _of(line: TableReader, deck: Deck, kinds: tuple[Kinds, ...]) -> tuple[frozenset[int], ...]:
    """Read the ranks of each group, in the order of the kinds."""
    written = line.take("of", [])
    listed = [written] if isinstance(written, str) else written
    if not isinstance(listed, list) or not all(isinstance(words, str) for words in listed):
        raise line.wrong("of", 'ranks for each group, such as ["A", "2 3 4"]', written)
    if len(listed) > min(map(len, kinds)):
        raise line.error("of", f"{len(listed)} groups are more than the kinds have", written)
    groups = [TableReader({"of": words}, line.where) for words in listed]
    return tuple(_read_ranks(group, deck, "of") for group in groups)


def _ranges(line: TableReader, key: str, most: int) -> Ranges:
    """Read a number, a list of numbers, "17-21" or "22+"."""
    written = line.take(key)
    if written is None:
        return ()
    what = f'a number from 0 to {most}, several, from one to another, "2-4", or no less than one, "4+"'
    ranges = []
    for entry in written if isinstance(written, list) else [written]:
        low, dash, high = str(entry).partition("-")
        if low.endswith("+") and not dash:
            low, high = low[:-1], str(most)
        numbers = [low, high if dash else high or low]
        if type(entry) not in (int, str) or not all(word.isascii() and word.isdigit() for word in numbers):
            raise line.wrong(key, what, written)
        if len(low) > 12 or len(high) > 12 or not int(low) <= int(numbers[1]) <= most:
            raise line.wrong(key, what, written)
        ranges.append((int(low), int(numbers[1])))
    if not ranges:
        raise line.wrong(key, what, written)
    return tuple(ranges)


def _same(line: TableReader, declared: Declaration) -> str:
    facets = () if declared.dice else tuple(facet.name for facet in declared.deck.facets)
    same = line.of_type("same", str, "a facet of the suits", None)
    line.place_in_deck("same", "facet", same, facets)
    if declared.size == 1:
        raise line.error("same", "one card always shares its classes: it needs a hand of two cards or more", same)
    return same


def _read_ranks(line: TableReader, deck: Deck, key: str = "ranks") -> frozenset[int]:
    """Return the ranks that such a hand may hold."""
    texts = [rank.text for rank in deck.ranks]
    words = line.words(key, "the ranks allowed", " ".join(texts))
    if not words:
        raise line.error(key, "must name at least one rank")
    return frozenset([line.place_in_deck(key, "rank", word, texts) for word in words])


def _kinds(line: TableReader, cards: int, key: str = "kinds", has: str = "a hand has") -> tuple[Kinds, ...]:
    """Return the kinds as written, one or a list of them, each with the largest group first."""
    what = "the sizes of the groups of equal rank, such as [3, 2], or a list of such lists"
    if key != "kinds":
        what = what.replace("equal rank", "one class")
    written = line.of_type(key, list, what, None)
    ways = written if written and all(isinstance(way, list) for way in written) else [written]
    kinds = set()
    for way in ways:
        if not way or not all(type(size) is int and size > 0 for size in way):
            raise line.wrong(key, what, written)
        if sum(way) != cards:
            raise line.error(key, f"{show(way)} adds up to {show(sum(way))}, and {has} {cards} cards", way)
        kinds.add(tuple(sorted(way, reverse=True)))
    return tuple(sorted(kinds, reverse=True))


def _any_kinds(
    line: TableReader, declared: Declaration, form: tuple[int, int, int], same: str | None, ranks: int
) -> tuple[Kinds, ...]:
    """Return all kinds that such hands can have, for a category that names none.

    ``form`` is the number of cards, and of ranks in a run with the cards of each.
    """
    line.take("kinds")
    deck, (size, run, each) = declared.deck, form
    most = size
    if same:
        classes = next(facet for facet in deck.facets if facet.name == same).of
        held = Counter((classes[card], rank) for card, rank in enumerate(declared.rank_of) if rank >= 0)
        most = max(held.values())
        if declared.wilds and not declared.even:
            most += len(declared.wilds)
    elif not declared.dice:
        most = max(declared.copies) + len(declared.wilds)
    return tuple(way for way in partitions(size, most, ranks) if sum(held >= each for held in way) >= run)


def _tie(line: TableReader, run: int) -> tuple[str, ...]:
    words = line.words("tie", f"some of {', '.join(TIES)}, or none", "run" if run else "ranks")
    if words == ["none"]:
        return ()
    for word in words:
        if word not in TIES:
            raise line.error("tie", f"unknown tie-break {show(word)}; {unknown(word, (*TIES, 'none'))}", word)
        if words.count(word) > 1:
            raise line.error("tie", f"{show(word)} is listed twice", word)
    if "run" in words and not run:
        raise line.error("tie", "needs a run in the same category", "run")
    return tuple(words)
