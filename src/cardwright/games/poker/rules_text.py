"""The rules of one table of poker: the streets of its variant, who wins, and its tables of hands."""

from cardwright.games.poker.composed.rotation import Rotation
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.scene.news import bets
from cardwright.games.poker.variants.model import LOW_HOLE, LOW_HOLE_ACE_LOW, Show, Street
from cardwright.ranking.hands_table import hands_table
from cardwright.wording import as_markdown, capitalized, every

_WILD = (
    " A player's lowest card face down, and all cards of its rank that play for this player, are wild and count as the "
    "jokers in the table of hands, which are not dealt. {aces}"
)
_ACES = {
    LOW_HOLE: "A rank that is both low and high is high here.",
    LOW_HOLE_ACE_LOW: "A rank that is both low and high is low here.",
}
_WINS = {
    "high": "The highest hand wins the pot.",
    "low": "The lowest hand wins the pot.",
    "split": "The highest hand and the lowest hand win half of the pot each.",
}
_LIMITS = {
    "no-limit": "no limit: a bet or raise may be all one's chips",
    "pot-limit": "pot limit: a bet or raise is at most the size of the pot",
    "fixed-limit": "fixed limit: all bets and raises have one size, which doubles on the later streets",
}


def rules_text(game: Poker) -> str:
    """Return the rules of this table, in Markdown, to follow the page of rules."""
    if isinstance(game, Rotation):
        rotate = next(option for option in game.options if option.name == "rotate")
        heading = f"## This table: {rotate.meaning(game.settings['rotate'])}"
        return "\n\n".join([heading, *map(rules_text, game.parts)])
    variant, ranking = game.variant, game.ranking
    parts = [
        f"## {'' if game.rotates else 'This table: '}{as_markdown(game.title)}",
        f"{as_markdown(capitalized(variant.about))}. {_makes(game)} {_wins(game)}",
        _bets(game),
        _streets(game),
    ]
    if game.skin.legend:
        parts += [f"## The cards: {game.skin.title}", "\n".join(f"- {line}" for line in game.skin.legend)]
    if variant.wins != "low":
        parts += [f"## Table of hands: {as_markdown(ranking.declaration.title)}", hands_table(ranking, game.skin.short)]
    if game.low is not None:
        title = f"## Low hands: {as_markdown(game.low.declaration.title)}"
        note = "The first line is the best low hand." + _qualifier(game)
        parts += [title, note, hands_table(game.low, game.skin.short)]
    return "\n\n".join(parts)


def _bets(game: Poker) -> str:
    sentences = f"Bets are {_LIMITS[game.limit]}. " if any(street.bet for street in game.variant.street) else ""
    if game.variant.show:
        sentences = _show(game, game.variant.show)
    elif game.variant.blind:
        sentences += "A player who has not looked at their cards plays blind, and pays half of each bet. "
    return f"{sentences}The first deal has {bets(game, 1)}{_rises(game)}."


def _show(game: Poker, rule: Show) -> str:
    """Return how bets go round until two players compare their hands."""
    most = f"at most {rule.most} times as high" if rule.most else "any amount"
    raises = "No player can raise the stake." if game.limit == "fixed-limit" else f"A raise makes the stake {most}."
    side = (
        " With three or more left, a player who has looked may bet and ask the one before, who has looked too, for a "
        "side show: if that player accepts, the lower of the two hands folds, with equal hands the one who asked."
    )
    cost = "one bet" if rule.price == 1 else f"{rule.price} bets"
    return (
        "Bets go round, and are not evened out: each turn costs the stake for a player who plays blind, and twice "
        f"the stake for one who has looked. {raises}{side if rule.side else ''} Of the last two one may pay {cost} to "
        "see the other, but one who has looked cannot see one who plays blind; who paid loses with an equal hand"
        f"{', and both hands are shown' if rule.both else ''}. "
        "A player who cannot pay covers the pot as it is then. "
    )


def _makes(game: Poker) -> str:
    variant, size = game.variant, game.ranking.size
    if variant.from_hole is not None:
        halves = ", chosen separately for each half of the pot" if variant.wins == "split" else ""
        own, rest = variant.from_hole, size - variant.from_hole
        verb = "makes" if size == 1 else "make"
        hand = f"Exactly {own} of a player's own cards and {rest} of the board {verb} the hand{halves}."
    elif variant.hand == "all":
        hand = f"All {size} {'dice' if variant.dice else 'cards'} held make the hand."
    else:
        hand = f"The best {size} of a player's own cards and the board make the hand."
    return hand + (_WILD.format(aces=_ACES[variant.wild]) if variant.wild else "")


def _wins(game: Poker) -> str:
    if game.variant.boards > 1:
        return "The best hand on each of the two boards wins half of the pot."
    return _WINS[game.variant.wins] + (_qualifier(game) if game.variant.wins == "split" else "")


def _qualifier(game: Poker) -> str:
    highest = game.variant.qualifier
    if not highest:
        return ""
    return (
        f" A low hand must have {game.ranking.size} different ranks, none above {highest}; without one, high takes all."
    )


def _rises(game: Poker) -> str:
    rise, minutes = game.setup.rise, game.setup.level_minutes
    after = f"{every(minutes, 'minute')} of play" if minutes else every(rise, "deal")
    return f"; all forced and fixed bets go up {after}" if rise or minutes else ""


def _streets(game: Poker) -> str:
    rows = [f"| street | {'dice' if game.variant.dice else 'cards'} | then |", "|---|---|---|"]
    fixed = game.limit == "fixed-limit"
    for street in game.variant.street:
        betting = "a round of bets" + (", doubled" if street.big and fixed else "") if street.bet else ""
        cards = _dice(street) if game.variant.dice else _cards(street, game.settings["burns"], game.variant.boards)
        rows.append(f"| {as_markdown(street.name)} | {cards} | {betting} |")
    return "\n".join(rows)


def _dice(street: Street) -> str:
    return "all dice are rolled, under a cup" if street.roll else "each may roll any of their dice again"


def _cards(street: Street, burns: bool, boards: int) -> str:
    """The cards of a street in words: "one burnt, three on the board"."""
    words = [f"each throws {street.discard} away"] if street.discard else []
    words += ["one put aside unseen"] if street.burn and burns else []
    for way, meaning in (("down", "face down"), ("up", "face up")):
        if count := street.hole.count(way):
            words.append(f"{count} each, {meaning}")
    if street.board:
        words.append(f"{street.board} on {'the board' if boards == 1 else 'each board'}")
    if street.draw:
        words.append("each may exchange cards")
    return "; ".join(words)
