"""Poker's events in words: "Ann won 400 with a pair of kings over Bob's pair of nines"."""

import re
from collections.abc import Sequence
from itertools import groupby, pairwise

from cardwright.game import Player
from cardwright.games.poker.actions import LEVELS
from cardwright.games.poker.events import (
    Began,
    Bought,
    CashedOut,
    Common,
    Did,
    Ended,
    Forced,
    Mucked,
    Out,
    PokerEvent,
    Reshuffled,
    Returned,
    Revealed,
    Rose,
    Showed,
    Turned,
    Won,
)
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.scoring import ranking_of
from cardwright.games.poker.state import PokerView
from cardwright.ranking import Ranking
from cardwright.ranking.describe import deciding
from cardwright.wording import all_of, counted

CHIP_VALUES = (1, 5, 25, 100, 500)
_NO_ARTICLE = ("no ", "one ", "two ", "three ", "four ", "five ", "six ", "seven ", "all ", "nothing", "anything")
_VOWEL = re.compile("8|11|18|[ai]|e(?!u)|o(?!ne)|u(?!ni|s)")  # names that begin with a vowel when spoken


def news(game: Poker, view: PokerView, events: Sequence[PokerEvent]) -> tuple[str, ...]:
    """Return events of this deal, a line each; pots that several share have one line."""
    lines: list[str] = []
    for award, group in groupby(events, lambda event: _pot(event) if isinstance(event, Won) else None):
        grouped = tuple(group)
        if award is None:
            lines += (_line(game, view, event) for event in grouped)
        else:
            lines.append(_describe_win(game, view, [event for event in grouped if isinstance(event, Won)]))
    return tuple(lines)


def hand(game: Poker, ranking: Ranking, strength: int) -> str:
    """Return a strength in the words of the cards on the table: "pair of kings"."""
    return ranking.describe(strength, game.skin.words)


def describe_hands(game: Poker, event: Showed) -> str:
    """Return the name of a hand, high and low."""
    hands = [hand(game, game.ranking, event.high)] if event.high >= 0 else []
    if game.variant.boards > 1:
        return f"{hands[0]} on the first board; {hand(game, game.ranking, event.low)} on the second"
    if event.low >= 0 and game.low is not None:
        low = hand(game, game.low, event.low)
        hands.append(f"low: {low}" if hands else low)
    return "; ".join(hands)


def bets(game: Poker, level: int) -> str:
    """Return the forced bets of a level: "blinds 1/2"."""
    stakes, factor = game.setup.stakes, LEVELS[level - 1]
    amounts = [f"ante {stakes.antes[0] * factor:,}"] if any(stakes.antes) and len(stakes.antes) == 1 else []
    if game.variant.open == "blinds":
        blinds = stakes.blinds[stakes.one_blind :]
        amounts.append(f"blind{'s' * (len(blinds) > 1)} " + "/".join(f"{blind * factor:,}" for blind in blinds))
    elif game.variant.open == "bring-in":
        amounts.append(f"bring-in {stakes.bring_in * factor:,}")
    return ", ".join(amounts)


def _pot(event: Won) -> tuple[int, str]:
    return event.award.pot, event.award.half


def _describe_level(game: Poker, level: int, since: int) -> str:
    if game.rotates:  # the next deal may be of another variant, with other forced bets
        return f"Level {level}: all forced and fixed bets are {LEVELS[level - 1]} times the first"
    return f"Level {level}: from now {bets(game, level)}{_coloured_up(game, level, since)}"


def _coloured_up(game: Poker, level: int, since: int) -> str:
    """Return which chips are exchanged for the next higher ones.

    A forced bet needed them at a level from ``since`` on, and from this level on none does.
    """
    gone = [worth for worth, larger in pairwise(CHIP_VALUES) if _needs(game, larger, since, level)]
    return f"; chips of {' and '.join(map(str, gone))} are coloured up, odd ones stay" if gone else ""


def _needs(game: Poker, larger: int, since: int, until: int) -> bool:
    """Return whether forced bets since a level are no multiples of a chip, but all from another level on are."""
    stakes = game.setup.stakes
    due = (*stakes.antes, *stakes.blinds, stakes.bring_in)
    odd = [any(amount * factor % larger for amount in due) for factor in LEVELS[since - 1 :]]
    return any(odd[: until - since]) and not any(odd[until - since :])


def place_of(game: Poker, view: PokerView, place: int) -> str:
    """Return a place in a tournament in words: "place 2 of 5, shared"."""
    return f"place {place} of {game.players}{', shared' * (view.places.count(place) > 1)}"


def _line(game: Poker, view: PokerView, event: PokerEvent) -> str:
    match event:
        case Began(deal, button):
            title = f" ({game.title})" if game.rotates else ""
            return f"Deal {deal}{title}, button: {{{button}}}"
        case Rose(level, since):
            return _describe_level(game, level, since)
        case Forced(player, what, amount):
            return f"{{{player}}} posted the {what} of {amount:,}"
        case Did(player, "run-twice") if view.shared:
            return f"{{{player}}} agreed: the rest of the board is run twice"
        case Did():
            return _describe_decision(event, dice=game.variant.dice)
        case Returned(player, amount):
            return f"{{{player}}} took back {amount:,}, which no one called"
        case Reshuffled(cards):
            return f"{cards} cards go back into the stock"
        case Common():
            return "Too few cards are left: one is dealt for all"
        case Turned(cards, board):
            title = "Board" if game.variant.boards == 1 else ("First board", "Second board")[board]
            return f"{title}: " + " ".join(game.skin.short(card) for card in cards)
        case Showed(player, cards):
            shown = " ".join(game.skin.short(card) for card in cards)
            return f"{{{player}}} showed {shown}: {describe_hands(game, event)}"
        case Bought(player, amount):
            return f"{{{player}}} bought {counted(amount, 'chip')}"
        case CashedOut(player, amount):
            return f"{{{player}}} left" + (f" with {counted(amount, 'chip')}" if amount else "")
        case Ended():
            return "The game ends after this deal"
        case Revealed(player, cards):
            return f"{{{player}}} showed " + " ".join(game.skin.short(card) for card in cards)
        case Mucked(player):
            return f"{{{player}}}: beaten, and not shown"
        case Out(player, place):
            ranked = place and game.players > 2 and not game.settings["rebuy"]
            return f"{{{player}}}: out of chips" + (f", {place_of(game, view, place)}" if ranked else "")
    raise AssertionError(event)


def _describe_decision(event: Did, *, dice: bool) -> str:
    who, amount = f"{{{event.player}}}", event.amount
    words = {
        "fold": "folded",
        "check": "checked",
        "call": f"called {amount:,}",
        "bring-in": f"brought it in for {amount:,}",
        "complete": f"completed to {amount:,}",
        "bet": f"bet {amount:,}",
        "raise": f"raised to {amount:,}",
        "muck": "did not show",
        "sit-out": "chose to sit out",
        "leave": "will leave after this deal",
        "return": "came back",
        "look": "stopped playing blind",
        "stake": f"raised the stake to {amount:,}",
        "cover": f"covered the pot with {amount:,}" if amount else "covered the pot",
        "see": f"paid {amount:,} to see",
        "side-show": f"bet {amount:,} and asked for a side show",
        "accept": "accepted the side show",
        "refuse": "refused the side show",
        "run-twice": "would run it twice",
        "run-once": "chose to run it once",
        "discard": f"threw {counted(amount, 'card')} away",
        "draw": f"exchanged {counted(amount, 'card')}" if amount else "stood pat",
    }
    if dice:
        again = f"rolled {amount} {'dice' if amount > 1 else 'die'} again"
        words["draw"] = again if amount else "kept all dice"
    return f"{who} {words[event.what]}" + ("; all-in" if event.all_in else "")


def _describe_win(game: Poker, view: PokerView, group: list[Won]) -> str:
    """Describe who wins a pot, or a half of one: with what, and over whom."""
    first, awards = group[0], [event.award for event in group]
    award = awards[0]
    if not first.showdown:
        return f"{{{award.seat}}} won {award.amount:,}: all others folded"
    shown_by_seat = {event.player: event for event in view.ending if isinstance(event, Showed)}
    with_hand = f"with {_article(_describe_hand_for(game, shown_by_seat[award.seat], award.half))}"
    beaten = _describe_beaten(game, view, shown_by_seat, award.seat, first.over, award.half)
    comma = "," if beaten and "," in with_hand else ""
    pot = "the pot" if first.pots == 1 else "the main pot" if not award.pot else f"side pot {award.pot}"
    prize = _prize(game, award.half, pot)
    if len(awards) == 1:
        whole = first.pots == 1 and not award.half
        won = f"{award.amount:,}" if whole else f"{award.amount:,}, {prize},"
        return f"{{{award.seat}}} won {won} {with_hand}{comma}{beaten}"
    seats = [f"{{{each.seat}}}" for each in awards]
    shares = ", ".join(f"{each.amount:,} for {{{each.seat}}}" for each in awards)
    return f"{all_of(seats)} shared {prize} {with_hand} each{comma}{beaten}: {shares}"


def _prize(game: Poker, half: str, pot: str) -> str:
    if half and game.variant.boards > 1:
        return f"the half of {pot} for the {'first' if half == 'high' else 'second'} board"
    return f"the {half} half of {pot}" if half else pot


def _describe_hand_for(game: Poker, event: Showed, half: str) -> str:
    """Return the name of a shown hand in a pot, or in half of one."""
    ranking = ranking_of(game.setup, half)
    return hand(game, ranking, _strength(game, event, half))


def _strength(game: Poker, event: Showed, half: str) -> int:
    """Return the strength of a shown hand for a pot, or for a half of one. One ranking may decide both halves."""
    return event.low if half == "low" or game.variant.wins == "low" else event.high


def _describe_beaten(
    game: Poker, view: PokerView, shown: dict[Player, Showed], winner: Player, over: Sequence[Player], half: str
) -> str:
    """Describe the best beaten hand that was shown, with the ranks that decided, or who was beaten unseen."""
    strengths = {seat: _strength(game, event, half) for seat, event in shown.items()}
    over = [seat for seat in over if strengths.get(seat, 0) >= 0]  # a hand that makes no low is not beaten by one
    seen = [shown[seat] for seat in over if seat in shown]
    if seen:
        best = max(seen, key=lambda event: strengths[event.player])
        ranking = ranking_of(game.setup, half)
        won, lost = (ranking.value(_strength(game, event, half)) for event in (shown[winner], best))
        why = deciding(ranking.declaration, won, lost, game.skin.words)
        return f" over {{{best.player}}}'s {_describe_hand_for(game, best, half)}{f' ({why})' if why else ''}"
    if not over:
        return ""
    unseen = "" if any(view.shown >> seat & 1 for seat in over) else ", not shown"  # some show after the deal
    return f" over {all_of(f'{{{seat}}}' for seat in over)}{unseen}"


def _article(hand: str) -> str:
    """Return a hand with its article where English wants one: "a pair of kings", "two pair, aces and kings"."""
    plain = hand.partition(",")[0]
    bare = plain.startswith(_NO_ARTICLE) or plain.endswith(("-high", " pairs", " a kind"))
    return hand if bare else f"{'an' if _VOWEL.match(plain) else 'a'} {hand}"
