"""Analysis of a declaration of a deck and a table of hands: the jobs of the processes in `workers`.

`study` is quick and answers every change; `more` takes longer. Both take the text of a declaration and return values
that hold no more than a page shows.
"""

import copy
import functools
import time
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright import declared_variants, games
from cardwright.answers import Budget
from cardwright.cards import Face
from cardwright.errors import BadCount, BadDeclaration, BadOption, CardwrightError, RankingError
from cardwright.ranking import Ranking, load, rarity, rule_book, toml_writer
from cardwright.ranking import declaration as declarations
from cardwright.ranking.compile import Strengths
from cardwright.ranking.frequency import Frequencies
from cardwright.ranking.lint import Finding, count, findings
from cardwright.ranking.model import Declaration
from cardwright.ranking.pay_table import average_pay, percent_returned
from cardwright.ranking.survey import HandSurvey, survey
from cardwright.ranking.video_poker import draw_return
from cardwright.wording import counted as number_of
from cardwright.wording import file_stem, isolated, percent

MAX_CHARS = 12_000  # of a declaration
DEALT_HANDS_COUNT = 6
RANDOM_DEALS = 40_000
OMAHA = 4, 2, 5  # hole cards, those of them in a hand, cards on the board
HOLDEM = 2, None, 5
MAX_CHARTED_CARDS = 4  # hole cards of a chart of starting hands
MAX_CHOICES = 200  # of cards for a hand, in random deals
MAX_FINDINGS = 40
MAX_WALKED_HANDS = 20_000_000  # of seven, looked at one by one: half a second
MAX_SCENE_S = 4.0  # of processor time to draw a table, with what is computed only once
FEW_SAMPLES = Budget(samples=40)  # to see that moves can be valued
SEVEN_CARDS = 7
MAX_ORDER_CARDS = 9  # the largest number of cards for which the best hands are counted
WIN_PLAYERS = (2, 3, 4, 6)  # among whom a hand is compared


class Ordered(msgspec.Struct, frozen=True):
    """How lines were ordered by rarity, in sentences: the moves, and the pairs of lines that have no order.

    ``cards`` is the number of cards of which the best hands were counted, None for hands as dealt.
    """

    moves: tuple[str, ...]
    conflicts: tuple[str, ...]
    cards: int | None


class StudyLine(msgspec.Struct, frozen=True):
    """A line of a table: its count, its share of all hands, its count in the table before, and example ``cards``.

    ``pays`` is None in a table without pays.
    """

    name: str
    count: int
    share: str
    part: float
    before: int | None
    cards: tuple[Face, ...]
    pays: int | None = None


class Study(msgspec.Struct, frozen=True):
    """The table that a declaration makes. ``changes`` lists the differences from the table before.

    ``by_rarity`` are the moves that order the lines, without the counts after them. ``returns`` is the average pay of a
    hand as dealt, "" in a table without pays. ``left_out`` is the number of findings beyond those listed.
    """

    title: str
    thing: str
    total: int
    lines: tuple[StudyLine, ...]
    findings: tuple[Finding, ...]
    changes: tuple[str, ...]
    by_rarity: tuple[str, ...]
    conflicts: tuple[str, ...]
    faces: tuple[Face, ...]
    returns: str = ""
    left_out: int = 0


class DealtHand(msgspec.Struct, frozen=True):
    """A hand dealt at random, with its name and the share of all hands that it beats."""

    cards: tuple[Face, ...]
    name: str
    beats: str


class LineShares(msgspec.Struct, frozen=True):
    """The shares of the lines in another way to make a hand; ``exact`` counts, or random deals."""

    title: str
    shares: tuple[str, ...]
    parts: tuple[float, ...]
    exact: bool


class StudyMore(msgspec.Struct, frozen=True):
    """Hands dealt, ties, and the table at seven cards and in Omaha. ``refused`` says why all of these are missing.

    ``wins`` are the shares of the pot that a hand of each line wins among some players. ``exchanged`` is the average
    return of a hand with one exchange under best play, "" in a table without pays. ``variants`` are the groups of
    variants that it can be played with, each a title and the names. ``own_variant`` says how many can play a variant
    that is given as text, or why none can, and ``own_cards`` are its hole cards, those of them in a hand (None for any
    number) and the cards on a board; None where they are exchanged or thrown away. ``orders`` are the numbers of cards
    by which `fix` can order it.
    """

    dealt: tuple[DealtHand, ...] = ()
    ties: tuple[str, ...] = ()
    counted: tuple[LineShares, ...] = ()
    wins: tuple[LineShares, ...] = ()
    names: tuple[str, ...] = ()
    refused: str = ""
    exchanged: str = ""
    variants: tuple[tuple[str, tuple[str, ...]], ...] = ()
    own_variant: str = ""
    own_cards: tuple[int, int | None, int] | None = None
    orders: tuple[int, ...] = ()

    @property
    def charted(self) -> tuple[int, int | None, int]:
        """The cards of a chart of starting hands: the designer's own variant if it has few enough, else hold'em."""
        cards = self.own_cards
        return cards if cards and 1 <= cards[0] <= MAX_CHARTED_CARDS else HOLDEM


def parse_untrusted(text: str) -> Declaration:
    """Return a declaration from text that a stranger wrote. Raises `BadDeclaration`."""
    check_length(text)
    return declarations.parse(text)


def check_length(text: str, where: str = "declaration") -> None:
    """Raise `BadDeclaration` for a text that would take long to read."""
    if len(text) > MAX_CHARS:
        raise BadDeclaration(f"is longer than the {MAX_CHARS:,} characters that the workbench takes", "", where)


def variant_title(text: str) -> str:
    """Return the title of a variant that a stranger wrote, "" for no text. Raises `BadDeclaration`."""
    check_length(text, "variant")
    return declared_variants.title(text) if text.strip() else ""


def _survey(text: str) -> HandSurvey:
    declared = parse_untrusted(text)
    nameless = tuple(msgspec.structs.replace(line, name=str(place)) for place, line in enumerate(declared.categories))
    deck = copy.copy(declared.deck)
    deck.title = ""  # it is called after the table
    bare = msgspec.structs.replace(declared, name="", title="", about="", deck=deck, categories=nameless)
    return msgspec.structs.replace(_survey_nameless(bare), declaration=declared)


@functools.lru_cache(maxsize=8)
def _survey_nameless(declared: Declaration) -> HandSurvey:
    """Return the survey of a table without names, so that a name that is typed counts nothing again."""
    return survey(declared)


def study(text: str, before: str = "") -> Study:
    """Return the results of a declaration that are quick to compute, compared with the one ``before``."""
    hand_survey = _survey(text)
    declared = hand_survey.declaration
    examples = hand_survey.examples()
    earlier = _counts_of(before)
    fixed = _find_fix(hand_survey)
    faces = declared.deck.faces
    all_findings = findings(declared, hand_survey.lint_counts())
    lines = tuple(
        StudyLine(
            name=category.name,
            count=count,
            share=percent(rule_book.share(count, hand_survey.total)),
            part=count / hand_survey.total,
            before=earlier.get(category.name),
            cards=tuple(faces[card] for card in examples.get(index, ())),
            pays=category.pays if declared.pays else None,
        )
        for index, (category, count) in enumerate(zip(declared.categories, hand_survey.taken(), strict=True))
    )
    return Study(
        title=isolated(declared.title),
        thing="throws" if declared.dice else "hands",
        total=hand_survey.total,
        lines=lines,
        findings=all_findings[:MAX_FINDINGS],
        changes=tuple(_changes(lines, earlier)),
        by_rarity=tuple(move.words for move in fixed.moves) if fixed else (),
        conflicts=fixed.conflicts if fixed else (),
        faces=tuple(faces),
        returns=percent_returned(average_pay(declared.pays, hand_survey.taken())) if declared.pays else "",
        left_out=max(0, len(all_findings) - MAX_FINDINGS),
    )


def _counts_of(text: str) -> dict[str, int]:
    """Return the counts of a table by the names of its lines; nothing for a text that cannot be read."""
    if not text:
        return {}
    try:
        hand_survey = _survey(text)
    except CardwrightError:
        return {}
    return {
        line.name: count for line, count in zip(hand_survey.declaration.categories, hand_survey.taken(), strict=True)
    }


def _changes(lines: tuple[StudyLine, ...], earlier: dict[str, int]) -> list[str]:
    if not earlier:
        return []
    changed = [
        f"{isolated(line.name)}: {line.before:,} before, {line.count:,} now"
        for line in lines
        if line.before is not None and line.before != line.count
    ]
    new = [f"{isolated(line.name)} is new, with {line.count:,}" for line in lines if line.before is None]
    names = {line.name for line in lines}
    gone = [f"{isolated(name)} is gone; it had {count:,}" for name, count in earlier.items() if name not in names]
    return changed + new + gone


def _find_fix(hand_survey: HandSurvey) -> rarity.Fix | None:
    """Return the order by rarity, None for a table that has none."""
    try:
        return rarity.fix(hand_survey.declaration, hand_survey=hand_survey)
    except BadDeclaration:
        return None


def fix(text: str, cards: int | None = None) -> tuple[str, Ordered]:
    """Return a declaration with its lines by rarity among the best hands of some cards, and how they were ordered.

    Raises `BadDeclaration`, and `BadCount` for cards among which no hands are counted.
    """
    fixed = rarity.fix(parse_untrusted(text), cards)
    table = declarations.parse_toml(text, "declaration")
    if "category" not in table:
        text = toml_writer.write({**table, "category": declarations.table(table["like"])["category"]})
    moves = tuple(map(str, fixed.moves)) or ("No line moves",)
    return toml_writer.reorder(text, fixed.order), Ordered(moves, fixed.conflicts, cards)


def report(text: str, form: str, variant: str = "") -> tuple[str, str]:
    """Return the report of a declaration for a rule book, after the name for its file.

    As "toml" it is the text itself, and as "variant" that of a variant of one's own.
    """
    if form == "variant":
        return f"{file_stem(variant_title(variant)) or form}-variant.toml", variant.replace("\r\n", "\n")
    declared = parse_untrusted(text)
    body = text.replace("\r\n", "\n") if form == "toml" else rule_book.report(declared, form)
    return f"{file_stem(declared.name) or 'hands'}.{form}", body


def more(text: str, seed: int, variant: str = "") -> StudyMore:
    """Return the answers that need the compiled ranking; ``variant`` is the text of one's own, "" without one."""
    declared = parse_untrusted(text)
    try:
        ranking = load(text)
    except RankingError as problem:
        return StudyMore(refused=f"{problem}. Hands are dealt when every hand has a line, and every line a hand.")
    ties = tuple(each.message for each in findings(declared, count(declared)) if each.kind == "ties")
    of_seven = _seven_card_shares(ranking)
    counted = (*of_seven, *_hole_shares(ranking, "Omaha", OMAHA))
    own_title = variant_title(variant)
    own_cards = declared_variants.cards_of_hand(variant) if own_title else None
    if own_cards:
        counted = (*counted, *_hole_shares(ranking, isolated(own_title), own_cards))
    orders = tuple(range(ranking.size + 1, min(MAX_ORDER_CARDS, ranking.deck.size) + 1))
    names = tuple(line.name for line in ranking.categories)
    return StudyMore(
        _deal(ranking, seed),
        ties,
        counted,
        _wins(ranking),
        names,
        exchanged=_redraw_pay(ranking),
        variants=_variants(declared, text),
        own_variant=_players_of(variant, text) if own_title else "",
        own_cards=own_cards,
        orders=orders if any(each.exact for each in of_seven) and not declared.low else (),
    )


def _players_of(variant: str, text: str) -> str:
    """Return how many can play a variant with a declaration, or why none can."""
    try:
        return f"2 to {declared_variants.most_players(variant, text)} can play it."
    except BadOption as problem:
        return f"It cannot be played with these hands: it takes {problem.wanted.partition(' with the variant ')[0]}."
    except BadCount as problem:
        return f"It cannot be played with this deck: {problem}."


def _variants(declared: Declaration, text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the games that a declaration fits, in titled groups: variants that deal exactly a hand first."""
    exact, larger, low = declared_variants.fitting(text)
    larger = (*larger, *filter(functools.partial(_fits, text), games.RANKING_GAMES))
    deal = f"Roll {declared.size} dice" if declared.dice else f"Deal exactly {number_of(declared.size, 'card')}"
    groups = ((deal, exact), ("Deal more cards", larger), ("The lowest hand wins", low))
    return tuple((title, names) for title, names in groups if names)


def _fits(text: str, name: str) -> bool:
    """Return True if two players can play a game by this declaration."""
    try:
        games.create(name, ranking=text, players=2)
    except CardwrightError:
        return False
    return True


@functools.lru_cache(maxsize=4)
def _redraw_pay(ranking: Ranking) -> str:
    """Return the return of a pay table with one exchange, "" for one without pays, of dice or with too many hands."""
    if not ranking.declaration.pays:
        return ""
    try:
        return percent_returned(draw_return(ranking).value)
    except (BadCount, BadDeclaration):
        return ""


def _deal(ranking: Ranking, seed: int) -> tuple[DealtHand, ...]:
    rng, deck = Random(seed), ranking.deck
    dice = ranking.declaration.dice
    hands = [
        ranking.declaration.roll(rng) if dice else rng.sample(range(deck.size), ranking.size)
        for _ in range(DEALT_HANDS_COUNT)
    ]
    judged = sorted(((ranking.strength(hand), hand) for hand in hands), reverse=True)
    return tuple(
        DealtHand(
            tuple(deck.faces[card] for card in sorted(hand, reverse=True)),
            ranking.describe(strength),
            "about " * ranking.declaration.by_code + percent(ranking.beats(strength)),
        )
        for strength, hand in judged
    )


def _seven_card_shares(ranking: Ranking) -> list[LineShares]:
    """Return how often each line is the best of seven cards: counted, or of random deals where that takes too long."""
    if ranking.declaration.dice or ranking.size >= SEVEN_CARDS or ranking.deck.size < SEVEN_CARDS:
        return []
    title = f"best {ranking.size} of {SEVEN_CARDS}"
    counts = _count_seven_cards(ranking)
    if counts is None:
        return [_dealt_shares(ranking, title, ranking.strengths(_random_deals(ranking, SEVEN_CARDS)))]
    shares = [Fraction(number, counts.total) for number in counts.categories]
    return [_line_shares(title, shares, exact=True)]


def _count_seven_cards(ranking: Ranking) -> Frequencies | None:
    """Return the exact counts, None where there are none in the time that a process has."""
    hands = comb(ranking.deck.size, SEVEN_CARDS)
    is_slow = ranking.layout(SEVEN_CARDS).by_hands if ranking.compiled.by_table else hands > MAX_WALKED_HANDS
    if is_slow:
        return None
    try:
        return ranking.frequencies(SEVEN_CARDS)
    except BadCount:
        return None


def _hole_shares(ranking: Ranking, name: str, cards: tuple[int, int | None, int]) -> list[LineShares]:
    """Deal hole cards and a board: a hand has an exact number of the hole cards, and the others from the board.

    There are none for a hand of any number of hole cards.
    """
    hole, from_hole, board = cards
    if from_hole is None:
        return []
    from_board = ranking.size - from_hole
    can_be_dealt = not ranking.declaration.dice and ranking.deck.size >= hole + board and 0 <= from_board <= board
    if not can_be_dealt or comb(hole, from_hole) * comb(board, from_board) > MAX_CHOICES:
        return []
    deals = _random_deals(ranking, hole + board)
    strengths = ranking.strengths_with_hole(deals[:, :hole], deals[:, hole:], from_hole)
    return [_dealt_shares(ranking, f"{name}: {from_hole} of {hole}, {from_board} of {board}", strengths)]


def _random_deals(ranking: Ranking, cards: int) -> NDArray[np.uint8]:
    """Return random deals of some cards, a row each, the same for every table."""
    rng = np.random.default_rng(0)
    order = rng.random((RANDOM_DEALS, ranking.deck.size)).argpartition(min(cards, ranking.deck.size - 1), axis=1)
    return np.ascontiguousarray(rng.permuted(order[:, :cards].astype(np.uint8), axis=1))


def _dealt_shares(ranking: Ranking, title: str, strengths: Strengths) -> LineShares:
    counts = np.bincount(ranking.compiled.line_of(strengths), minlength=len(ranking.categories))
    return _line_shares(title, [Fraction(int(number), RANDOM_DEALS) for number in counts], exact=False)


def _wins(ranking: Ranking) -> tuple[LineShares, ...]:
    """Return how much of the pot a hand of each line wins from independent hands of the others.

    With a share ``below`` of all hands in weaker lines and ``share`` in this line, the hands of a line win
    ``(below + share) ** n - below ** n`` of the deals of n players, and there are ``n * share`` of them in a deal.
    """
    counts = ranking.frequencies()
    weakest_first = reversed(range(len(counts.categories)))
    below, wins = Fraction(0), [[Fraction(0)] * len(counts.categories) for _ in WIN_PLAYERS]
    for line in weakest_first:
        share = Fraction(counts.categories[line], counts.total)
        for row, players in zip(wins, WIN_PLAYERS, strict=True):
            row[line] = ((below + share) ** players - below**players) / (players * share)
        below += share
    dice = ranking.declaration.dice
    return tuple(
        LineShares(f"of {n}", tuple(map(_short_percent, row)), tuple(map(float, row)), dice)
        for n, row in zip(WIN_PLAYERS, wins, strict=True)
    )


def _short_percent(share: Fraction) -> str:
    """Return a share in percent, short enough for a column of many: "39.3 %", "< 0.1 %"."""
    return "< 0.1 %" if 0 < share < Fraction(1, 1000) else f"{float(100 * share):.1f} %"


def _line_shares(title: str, shares: list[Fraction], *, exact: bool) -> LineShares:
    return LineShares(title, tuple(map(percent, shares)), tuple(map(float, shares)), exact)


# A game by a declaration


def table_of(text: str, variant: str, players: int) -> tuple[str, dict[str, Any]]:
    """Return the game and the options of a table by a declaration; ``variant`` is a name or a text."""
    options = {"ranking": text, "players": players}
    if variant in games.RANKING_GAMES:
        return variant, options
    return games.VARIANT_GAME, {**options, "variant": variant}


def try_out(text: str, variant: str, players: int) -> None:
    """Play a deal with bots, so that a table is opened only for a declaration that plays. Raises why it does not.

    No player folds, so all streets come. Tables are drawn in the process that serves them all, in little time.
    """
    parse_untrusted(text)
    check_length(variant, "variant")
    name, options = table_of(text, variant, players)
    try:
        game = games.create(name, **options, deals=1)
    except BadOption as problem:
        if problem.option != "ranking":
            raise
        raise BadDeclaration(f"the chosen game is not played with this table: it takes {problem.wanted}") from problem
    rng, state = Random(0), game.initial_state()
    while acting := game.players_to_act(state):
        player = acting[0]
        if player < 0:
            state = game.play(state, player, game.draw(state, rng))
            continue
        view, began = game.view(state, player), time.process_time()
        games.scene(game, view)
        if time.process_time() - began > MAX_SCENE_S:
            raise BadCount("finding out what hands are still possible takes too long: let fewer cards come", player)
        if games.has_answers(name):
            games.evaluate(game, view, FEW_SAMPLES)
        state = game.play(state, player, games.create_bot(games.bot_names(name)[1], game, rng).advise(view).action)
