"""Set up a table: read and check the options, and load the rankings."""

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from cardwright.cards import Deck
from cardwright.errors import BadCount, BadOption
from cardwright.games.poker import variants
from cardwright.games.poker.actions import MAX_BET_CHIPS, MAX_DECK_CARDS
from cardwright.games.poker.betting import FIXED_LIMIT
from cardwright.games.poker.cards import dice
from cardwright.games.poker.cards.skins import fits
from cardwright.games.poker.cards.wild_hole import WildHole, dealt_deck, wild_hole
from cardwright.games.poker.low_hand import low_of, qualifying
from cardwright.games.poker.variants.model import MAX_PLAYERS, UP, Variant
from cardwright.ranking import Ranking, declaration, load
from cardwright.ranking.compile import MAX_TABLE_SIZE
from cardwright.ranking.hand_checks import MAX_CARDS as MAX_CARDS_OF_HAND
from cardwright.wording import all_of, counted

BURN, HOLE, BOARD, DRAW, BET, SHOW, PAY, DISCARD = range(8)
DEAL_OVER, ASK_BUY, ASK_STAY, ASK_VARIANT = BETWEEN_DEALS = range(8, 12)  # the steps after those of the plan
OF_VARIANT = "variant"
"""The value of an option that leaves it to the variant."""


class Step(msgspec.Struct, frozen=True):
    """A step of a deal: a card burnt, to each player, to a board; a discard, an exchange, bets, hands shown, pots paid.

    ``hole`` and ``board`` are the numbers of cards that its street deals to each player and to each board.
    """

    kind: int
    street: int
    up: bool = False
    hole: int = 0
    board: int = 0


class Stakes(msgspec.Struct, frozen=True):
    """The forced bets and the units of fixed limit, before they rise."""

    blinds: tuple[int, ...]  # small, big, and a straddle if any; the small one is 0 where there is one alone
    posts: tuple[int, ...]  # blinds posted to come in, by place from the small blind on
    antes: tuple[int, ...]  # one for all, or one a seat from the left of the button
    bring_in: int
    small_bet: int
    big_bet: int
    one_blind: bool = False


class Setup(msgspec.Struct, frozen=True):
    """The options, checked. ``least_low`` is the weakest low strength that may win."""

    variant: Variant
    ranking: Ranking
    low: Ranking | None
    least_low: int
    limit: str
    cap: int  # the most bets and raises in a round of fixed limit; 0: any number
    stakes: Stakes
    stacks: tuple[int, ...]
    rise: int  # deals between rises of forced bets; 0: they stay, or go up by the clock
    level_minutes: int  # minutes of play between rises; 0: they do not go by the clock
    plan: tuple[Step, ...]
    by_blinds: bool  # the big blind moves on from deal to deal, and else the button
    deck: Deck  # that is dealt
    wild: WildHole | None  # which hole cards are wild
    showdown: str  # which hands are shown: see the option
    deals: int  # the game ends after this many deals; 0: when one player has all the chips
    rebuy: bool
    sit_out: bool
    buy_ins: tuple[int, ...]  # what each seat may buy up to
    waits: bool  # all may sit out, and no deal begins until two play; False before version 7 of the rules
    rejoins: bool  # who has left may sit in again, and a game that waits may be ended; False before version 8

    @property
    def may_leave(self) -> bool:
        """Return whether players leave with their chips, as in a cash game."""
        return self.rebuy or self.sit_out

    @property
    def is_open(self) -> bool:
        """Return whether others may join them: a cash game in which all bets stay as they are."""
        return self.may_leave and not (self.rise or self.level_minutes)

    def step_between(self, kind: int) -> int:
        """Return the number of a step between deals; these follow the steps of the plan."""
        return len(self.plan) + kind - DEAL_OVER


def embed(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options with the text of each declaration in place of its file, so that a record needs no file.

    Raises the error of a declaration, which names the file.
    """
    ranking = settings["ranking"]
    return {
        **settings,
        "ranking": ranking if ranking == OF_VARIANT else declaration.embed(ranking),
        "variant": variants.embed(settings["variant"]),
    }


def settle(settings: Mapping[str, Any]) -> Setup:
    """Return the setup of the options. Raises `BadOption`, `BadCount` with the sum, or the error of a declaration."""
    variant = variants.load(settings["variant"])
    ranking = load(variant.ranking if settings["ranking"] == OF_VARIANT else settings["ranking"])
    players, burns = settings["players"], settings["burns"]
    variant = fit_variant(variant, ranking, players, burns=burns)
    meant = variant.low if settings["low"] == OF_VARIANT else settings["low"]
    low = low_of(ranking, meant) if variant.wins != "high" else None
    least = 0
    if variant.qualifier and low is not None:
        if meant != "ace_to_five":
            raise BadOption("low", meant, f"ace_to_five, as {variant.title} has a qualifier")
        least = qualifying(low, variant.qualifier)
    if variant.dice:
        ranking, low = dice.of_dice(ranking), dice.of_dice(low) if low is not None else None
    for ranked in (ranking, low):
        if ranked is not None:
            _build_tables(ranked, variant)
    _check_options(settings, ranking.deck)
    stacks = _stacks(settings["stacks"], players)
    return Setup(
        variant=variant,
        ranking=ranking,
        low=low,
        least_low=least,
        limit=variant.limit if settings["limit"] == OF_VARIANT else settings["limit"],
        cap=min(settings["cap"] or variant.cap, variant.cap or settings["cap"]),
        stakes=_stakes(settings, variant),
        stacks=stacks,
        rise=0 if settings["level_minutes"] else settings["rise"],
        level_minutes=settings["level_minutes"],
        plan=tuple(plan_steps(variant, burns)),
        by_blinds=variant.open == "blinds",
        deck=dealt_deck(variant, ranking.deck),
        wild=wild_hole(variant, ranking),
        showdown=settings["showdown"],
        deals=settings["deals"],
        rebuy=settings["rebuy"],
        sit_out=settings["sit_out"],
        buy_ins=(settings["buy_in"],) * players if settings["buy_in"] else stacks,
        waits=settings["sit_out"],
        rejoins=settings["sit_out"],
    )


def _check_options(settings: Mapping[str, Any], deck: Deck) -> None:
    """Raise `BadOption` for options that do not go together."""
    if settings["button"] > settings["players"]:
        raise BadOption("button", settings["button"], f"0 to {settings['players']}, one of the players")
    if (settings["rebuy"] or settings["sit_out"]) and not settings["deals"]:
        kind = "with rebuys" if settings["rebuy"] else "in which players sit out"
        raise BadOption("deals", 0, f"the number of deals to play, such as 60: a game {kind} need not end by itself")
    if settings["skin"] != "own" and not fits(deck):
        raise BadOption(
            "skin", settings["skin"], "own with this ranking: the other skins show the 48 tiles of the dual piecepacks"
        )


def check_sense(chosen: Setup, settings: Mapping[str, Any]) -> None:
    """Raise `BadOption` for bets that contradict each other, and for forced bets that leave no chips to bet with."""
    stakes, by_blinds = chosen.stakes, chosen.variant.open == "blinds"
    if chosen.limit == FIXED_LIMIT and by_blinds and stakes.small_bet < stakes.blinds[1]:
        wanted = f"at least the big blind of {stakes.blinds[1]:,}, which is the first bet of a deal"
        raise BadOption("small_bet", stakes.small_bet, wanted)
    if chosen.limit == FIXED_LIMIT and stakes.big_bet < stakes.small_bet:
        wanted = f"at least the small bet of {stakes.small_bet:,} (small_bet, or the big blind)"
        raise BadOption("big_bet", stakes.big_bet, wanted)
    forced = {"ante": max(stakes.antes)}
    forced |= {"big blind": stakes.blinds[1]} if by_blinds else {}
    forced |= {"bring-in": stakes.bring_in} if chosen.variant.open == "bring-in" else {}
    due = sum(forced.values())
    if not due or not any(step.kind == BET for step in chosen.plan):
        return
    named = all_of(f"the {name} of {amount:,}" for name, amount in sorted(forced.items(), reverse=True) if amount)
    if sorted(chosen.stacks)[-2] <= due:
        wanted = f"more than {named}, for two players at least: else no one could bet"
        raise BadOption("stacks", settings["stacks"], wanted)
    if (chosen.rebuy or chosen.sit_out) and max(chosen.buy_ins) <= due:
        raise BadOption("buy_in", settings["buy_in"], f"more than {named}: else no one could bet who buys it")


def _build_tables(ranking: Ranking, variant: Variant) -> None:
    """Build the tables that a showdown reads, so that no move waits for them. Raises `BadCount` if too large."""
    if ranking.compiled.by_table:
        ranking.layout(variant.kept + variant.board if variant.hand == "any" else ranking.size)
    else:
        ranking.strength(tuple(range(ranking.size)))


def fit_variant(variant: Variant, ranking: Ranking, players: int, *, burns: bool) -> Variant:
    """Return a variant; one that deals a hand deals the ranking's. Raises `BadOption` or `BadCount` if not fit."""
    if variant.deals_hand:
        variant = variant.with_hand(ranking.size)
    _check_deck(ranking, variant)
    wild_hole(variant, ranking)
    if not variant.dice:
        variant.check_seats(players, dealt_deck(variant, ranking.deck).size, burns, f"the {ranking.deck.title} deck")
    return variant


def variants_of(ranking: str) -> tuple[tuple[str, ...], ...]:
    """Return the names of the variants that two players can play with a ranking, in three groups.

    - Those that deal exactly a hand, in which its lines come as often as they are counted. Variants that
      deal each player a whole hand come first, and among them those for hands of any size last.
    - Those that deal more cards.
    - Those that the lowest hand wins.
    """
    loaded = load(ranking)
    groups: tuple[list[tuple[tuple[bool, bool], str]], ...] = ([], [], [])
    for name in variants.ALL_NAMES:
        with contextlib.suppress(BadOption, BadCount):
            variant = variants.load(name)
            fitted = fit_variant(variant, loaded, players=2, burns=True)
            place = 2 if fitted.wins == "low" else int(fitted.kept + fitted.board > loaded.size)
            groups[place].append(((fitted.hand != "all", variant.deals_hand), name))
    return tuple(tuple(name for _, name in sorted(group, key=lambda each: each[0])) for group in groups)


def most_players(variant: str, ranking: str) -> int:
    """Return the most players of a variant with a ranking. Raises `BadOption` or `BadCount` if two cannot play."""
    loaded = load(ranking)
    fitted = fit_variant(variants.load(variant), loaded, players=2, burns=True)
    return MAX_PLAYERS if fitted.dice else fitted.seats(dealt_deck(fitted, loaded.deck).size, burns=True)


def _check_deck(ranking: Ranking, variant: Variant) -> None:
    size = ranking.size
    at_a_time = variant.held + variant.board  # as odds look at hands before cards are thrown away
    if ranking.declaration.dice != variant.dice:
        wanted, has = ("dice", "cards") if variant.dice else ("cards", "dice")
        raise BadOption(
            "ranking", ranking.name, f"a ranking of {wanted} with the variant {variant.title}, not of {has}"
        )
    if variant.dice and dice.sides_count(ranking.declaration) > MAX_DECK_CARDS:
        raise BadOption("ranking", ranking.name, f"dice with at most {MAX_DECK_CARDS} sides together")
    if ranking.deck.size > MAX_DECK_CARDS:
        raise BadOption("ranking", ranking.name, f"a deck of at most {MAX_DECK_CARDS} cards")
    if size > MAX_TABLE_SIZE and (variant.dice or not ranking.declaration.by_card):
        things = "dice" if variant.dice else "cards"
        raise BadOption("ranking", ranking.name, f"hands of at most {MAX_TABLE_SIZE} {things}, not {size}")
    fewest, most = 1, variant.kept + variant.board
    cards = f"at most {counted(most, 'card')}"
    if variant.from_hole is not None:
        fewest, most = variant.from_hole, variant.from_hole + variant.board
        cards = f"{fewest} to {counted(most, 'card')}"
    elif variant.hand == "all":
        fewest, cards = most, counted(most, "card")
    if not fewest <= size <= most:
        raise BadOption("ranking", ranking.name, f"hands of {cards} with the variant {variant.title}")
    if variant.hand == "any" and at_a_time > MAX_CARDS_OF_HAND:
        dealt = f"{variant.held} hole cards" + (f" and {variant.board} on the board" if variant.board else "")
        limit = f'the best hand of "any" cards is chosen from at most {MAX_CARDS_OF_HAND}'
        raise BadOption("variant", variant.title, f"fewer cards than {dealt}: {limit}")


def plan_steps(variant: Variant, burns: bool) -> Iterator[Step]:
    """Yield the steps of a deal."""
    for number, street in enumerate(variant.street):
        hole, board = len(street.hole), street.board
        if street.discard:
            yield Step(DISCARD, number)
        if street.burn and burns:
            yield Step(BURN, number, hole=hole, board=board)
        for way in street.hole:
            yield Step(HOLE, number, way == UP, hole=hole, board=board)
        for _ in range(board * (variant.boards if number >= variant.shared else 1)):
            yield Step(BOARD, number, hole=hole, board=board)
        if street.draw:
            yield Step(DRAW, number)
        if street.bet:
            yield Step(BET, number)
    yield Step(SHOW, number)
    yield Step(PAY, number)


def _numbers(option: str, text: str, wanted: str) -> tuple[int, ...]:
    """Return numbers separated by slashes or spaces."""
    words = text.replace("/", " ").split()
    if not words or not all(word.isascii() and word.isdigit() and len(word) <= 12 for word in words):
        raise BadOption(option, text, wanted)
    return tuple(map(int, words))


def _stacks(text: str, players: int) -> tuple[int, ...]:
    wanted = f"a number of chips, or one for each of {players} players, such as {'/'.join(['200'] * players)}"
    stacks = _numbers("stacks", text, wanted)
    if len(stacks) == 1:
        stacks *= players
    if len(stacks) != players or min(stacks) < 1:
        raise BadOption("stacks", text, wanted)
    return stacks


def _stakes(settings: Mapping[str, Any], variant: Variant) -> Stakes:
    players, ante = settings["players"], settings["ante"]
    blinds, posts = _blinds(settings)
    one_blind = len(blinds) == 1
    if one_blind:
        blinds = (0, *blinds)
    wanted = f"a number of chips, or one for each of {players} players, from the left of the button"
    antes = (variant.ante,) if ante == OF_VARIANT else _numbers("ante", ante, wanted)
    if len(antes) not in (1, players):
        raise BadOption("ante", ante, wanted)
    small = settings["small_bet"] or (variant.bets[0] if variant.bets else blinds[1])
    bring_in = settings["bring_in"] or blinds[0]
    if variant.open == "bring-in" and not 1 <= bring_in < small:
        wanted = f"1 or more, and less than the small bet of {small} (small_bet, or the big blind)"
        raise BadOption("bring_in", bring_in, wanted)
    big = settings["big_bet"] or (max(variant.bets[1], small) if variant.bets else 2 * small)
    return Stakes(blinds, posts, antes, bring_in, small, big, one_blind)


def _blinds(settings: Mapping[str, Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the blinds with the straddle, and the blinds posted to come in (PK27)."""
    text, players = settings["blinds"], settings["players"]
    wanted = "small and big blind, such as 1/2, or one alone; a third number is a straddle, for three players or more"
    amounts = _numbers("blinds", text, wanted)
    small, big = amounts[:2] if len(amounts) > 1 else (0, *amounts)
    if not 1 <= big <= MAX_BET_CHIPS or small > big or len(amounts) > max(2, players):
        raise BadOption("blinds", text, wanted)
    later = amounts[2:]
    straddle = later[:1] if later and later[0] >= 2 * big else ()
    posts = (0,) * (2 + len(straddle)) + later[len(straddle) :]
    if max(posts) > big or (later and not later[-1]):
        raise BadOption("blinds", text, f"{wanted}, of two big blinds or more")
    if any(posts) and settings["deals"] != 1:
        raise BadOption("blinds", text, f"{wanted}: blinds posted to come in are for a game of one deal (deals)")
    return amounts[:2] + straddle, posts if any(posts) else ()
