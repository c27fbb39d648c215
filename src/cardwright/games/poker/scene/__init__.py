"""The scene of poker: the board, the pot, all hands and chips, and what one's own hand is worth."""

from collections import Counter
from itertools import groupby
from typing import TypeAlias

from msgspec.structs import replace

from cardwright.cards import Card
from cardwright.game import CHANCE, Player
from cardwright.games.poker import betting
from cardwright.games.poker.actions import BUY, BUY_AND_SIT_OUT, LEVELS, SIT_OUT, STAY
from cardwright.games.poker.betting import NO_SEAT, Betting
from cardwright.games.poker.composed.rotation import Rotation
from cardwright.games.poker.events import Mucked, PokerEvent, Revealed, Showed, Won
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.scene.moves import moves
from cardwright.games.poker.scene.news import bets, describe_hands, news, place_of
from cardwright.games.poker.scene.panel import examples as examples
from cardwright.games.poker.scene.panel import panels
from cardwright.games.poker.scoring import best_hands, ranking_of, show_event
from cardwright.games.poker.setup import ASK_BUY, ASK_STAY, BET, DEAL_OVER, DISCARD, DRAW, PAY, SHOW
from cardwright.games.poker.show import words as show_words
from cardwright.games.poker.state import OVER, UNSEEN, PokerView, sits_out
from cardwright.games.poker.variants.model import Variant
from cardwright.scenes import BACK, Chips, Fan, Felt, Place, Reserved, Row, Scene, Seat, Text, Zone, possessive
from cardwright.scenes.words import suit_names
from cardwright.wording import isolated, uncapitalized

FELT = Felt(
    others=(Reserved(1, ("seat-*",)),),
    middle=(
        Reserved(5, ("board",), optional=True),
        Reserved(5, ("second",), optional=True),
        Reserved(2, ("pot",)),
    ),
    own=(Reserved(1, ("seat-*",)),),
    button_lines=2,
)
# Without a board: where the last card of stud is one for all, it lies beside the pot.
FELT_WITHOUT_BOARD = replace(FELT, middle=(Reserved(2, ("board", "pot")),))


Marks: TypeAlias = dict[tuple[Player, Card], tuple[str, ...]]  # of a player's card, or of one of the board

ENDINGS = {2: "nd", 3: "rd"}  # of the places of up to 20 players, but for the first
CROWDED_SEATS = 9  # at a table of more, only hands that are seen are drawn
_MOMENTS = {
    BET: "No more bets are possible: the hands lie open, and the next cards come",
    SHOW: "Showdown: the hands are shown one after another",
}
# What the others wait for, where it is more than a bet.
_ASKED = {
    ASK_STAY: "play on or not",
    ASK_BUY: "buy chips or leave",
    DEAL_OVER: "show or muck",
    DISCARD: "throw a card away",
}


def build_scene(game: Poker, view: PokerView) -> Scene:
    """Return the scene of this view."""
    whole, game = game, game.at(view)
    return Scene(
        felt=FELT if game.variant.board else FELT_WITHOUT_BOARD,
        game="poker",
        title=f"{isolated(game.ranking.declaration.title)}: {game.title}",
        player=view.player,
        status=_why_no_cards(game, view) + _status(whole, game, view),
        progress=_progress(whole, game, view),
        seats=tuple(_seat(game, view, player) for player in range(game.players)),
        zones=tuple(_zones(game, view)),
        moves=moves(whole, game, view),
        news=news(game, view, view.events),
        result=_result(game, view),
        outcome=_outcome(game, view),
        suits=suit_names(game.deck),
    )


def news_and_scores(game: Poker, view: PokerView) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the news and the scores of the scene of this view."""
    game = game.at(view)
    return news(game, view, view.events), tuple(_seat(game, view, player).score for player in range(game.players))


# Whose turn, and how everyone stands


def _place(game: Poker, view: PokerView, player: Player) -> int:
    """Return the place in which a player of a tournament ran out of chips, 0 for none."""
    return view.places[player] if view.places and game.players > 2 and not game.settings["rebuy"] else 0


def _why_no_cards(game: Poker, view: PokerView) -> str:
    """Return why a player has no cards in the deals of the others: they are out, have left, or sit out."""
    player = view.player
    if player < 0 or view.down[player] or view.up[player] or view.turn in (OVER, player):
        return ""
    place = _place(game, view, player)
    if place:
        return f"You are out, in {place_of(game, view, place)}. "
    if _has_left(game, view, player):
        return f"You have left the game: {_result_of(game, view, player)}. "
    return f"You sit out until the {_turn_of_blinds(game)} comes to you. " if sits_out(view, player) else ""


def _turn_of_blinds(game: Poker) -> str:
    """Return what comes to a player when they are asked to play on (PK13)."""
    return "big blind" if game.setup.by_blinds else "button"


def _status(whole: Poker, game: Poker, view: PokerView) -> str:
    if view.turn == OVER:
        return "The game is over"
    if view.turn == CHANCE:
        return _chance_status(game, view)
    if view.turn == view.player:
        return f"Your turn: {_own_task(whole, game, view)}"
    return f"{{{view.turn}}} to {_task_of_another(whole, game, view)}"


def _own_task(whole: Poker, game: Poker, view: PokerView) -> str:
    if whole.asks_runs(view):
        return "run the rest of the board once, or twice for half of the pot each"
    if whole.asks_variant(view):
        return "choose the variant of the next deal"
    kind = game.kind(view)
    if kind == ASK_STAY:
        return f"{_ways_to_stay(game, view)}, or leave, before the {_turn_of_blinds(game)} comes to you"
    if kind == ASK_BUY:
        return "buy chips, play on, or leave" if view.before[view.turn] else "buy chips, or leave"
    if kind == DEAL_OVER:
        return "show your hand, or muck it"
    if kind in (DISCARD, DRAW):
        return _exchange_question(game, view)
    return show_words.question(game, view) if game.variant.show else _wager_question(game, view)


def _exchange_question(game: Poker, view: PokerView) -> str:
    """Return which cards or dice to touch."""
    if game.kind(view) == DISCARD:
        number = game.to_discard(view)
        return "touch the card to throw away" if number == 1 else f"touch the {number} cards to throw away"
    if game.variant.dice:
        return "touch the dice to roll again, or keep them all"
    return "touch the cards to exchange, or stand pat"


def _task_of_another(whole: Poker, game: Poker, view: PokerView) -> str:
    kind = game.kind(view)
    if whole.asks_runs(view):
        return "run the board once or twice"
    if kind == BET and view.betting.asker != NO_SEAT:
        return "accept or refuse the side show"
    return "choose the variant" if whole.asks_variant(view) else _ASKED.get(kind, "act")


def _ways_to_stay(game: Poker, view: PokerView) -> str:
    """Return what a player may do to whom the big blind comes, but for leaving: "play on, sit out"."""
    stay, out = ("come back", "stay out") if sits_out(view, view.turn) else ("play on", "sit out")
    words = {BUY: "buy chips", STAY: stay, SIT_OUT: out, BUY_AND_SIT_OUT: "buy and sit out"}
    return ", ".join(words[action] for action in game.choices(view) if action in words)


def _chance_status(game: Poker, view: PokerView) -> str:
    if not view.deal:
        return "The button is drawn by lot"
    if game.deal_over(view):
        return f"Deal {view.deal} is over: {_winners(view)}"
    if any(isinstance(event, Won) for event in view.ending):
        return f"Showdown: {_winners(view)}"
    if game.kind(view) == PAY:
        return f"Showdown: {_best_wins(game.variant)}"
    return _MOMENTS.get(game.kind(view), "Dice are rolled" if game.variant.dice else "Cards are dealt")


def _best_wins(variant: Variant) -> str:
    if variant.boards > 1:
        return "the best hand on each board wins half"
    return "the best high and low hands win" if variant.wins == "split" else "the best hand wins the pot"


def _winners(view: PokerView) -> str:
    """Return what has been won of the pot so far: "Ann won 181, Bob 60"."""
    won: Counter[Player] = Counter()
    for event in view.ending:
        if isinstance(event, Won):
            won[event.award.seat] += event.award.amount
    shares = [f"{{{seat}}} {amount:,}" for seat, amount in won.most_common()]
    first, *others = shares
    return ", ".join([first.replace(" ", " won ", 1), *others])


def _progress(whole: Poker, game: Poker, view: PokerView) -> str:
    """The deal, its variant where they change, one's result in a cash game, the forced bets, and when it ends."""
    if not view.deal:
        return ""
    deals = game.settings["deals"]
    number = f"Deal {view.deal} of {deals}" if deals else f"Deal {view.deal}"
    if isinstance(whole, Rotation) and not whole.asks_variant(view):
        number += f": {game.title}"
    rises = _next_bets(game, view)
    end = "" if deals or rises else "; freeze-out"
    is_cash = game.settings["rebuy"] and view.player >= 0 and view.deal > 1
    result = f"; you: {_result_of(game, view, view.player)}" if is_cash else ""
    return f"{number}{result}; {bets(game, view.level)}{rises}{_follows(whole, view)}{end}"


def _next_bets(game: Poker, view: PokerView) -> str:
    """Return the forced bets of the next level, and when it comes: " (2/4 from deal 11)"."""
    deals, rise, minutes = game.setup.deals, game.setup.rise, game.setup.level_minutes
    if view.level == len(LEVELS) or 0 < deals <= view.deal or not (rise or minutes):
        return ""
    amounts = "up" if game.rotates else bets(game, view.level + 1).removeprefix("blinds ")
    if minutes:
        return f" (then {amounts})"
    first = view.deal + rise - (view.deal - 1) % rise
    return "" if 0 < deals < first else f" ({amounts} from deal {first})"


def _follows(whole: Poker, view: PokerView) -> str:
    """The variant of the next deal, where it is another, in the first words of its title."""
    last = 0 < whole.settings["deals"] <= view.deal
    if not isinstance(whole, Rotation) or last or whole.settings["rotate"] == "choice":
        return ""
    place = whole.place_of(view.deal + 1)
    return f"; next: {whole.parts[place].title.partition(',')[0]}" if place != view.picked else ""


def _wager_question(game: Poker, view: PokerView) -> str:
    call = betting.to_call(view.betting)
    words = [f"call {call:,}" if call else "check"]
    if view.betting.bring and not view.betting.top:
        words = [f"bring it in for {call:,}"]
    if betting.bounds(view.betting, game.limit, game.cap)[1]:
        words.append("complete" if view.betting.bring else "raise" if view.betting.top else "bet")
    if call and view.betting.top:
        words.append("fold")
    blind = "; you play blind, at half the price, until you look" if view.betting.unseen >> view.turn & 1 else ""
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1]))) + blind


def _seat(game: Poker, view: PokerView, player: Player) -> Seat:
    left, place = _has_left(game, view, player), _place(game, view, player)
    return Seat(
        player=player,
        role=", ".join([*_blinds(game, view, player), *_standing(game, view, player)]),
        score=_result_of(game, view, player) if left else f"place {place}" if place else _chips(game, view, player),
        chips=view.betting.stacks[player],
        to_act=view.turn == player,
        out=not view.before[player] and (left or not game.settings["rebuy"]),
    )


def _chips(game: Poker, view: PokerView, player: Player) -> str:
    """Return a player's chips, with their bet where no hand is drawn that it could lie at: "95, bet 5"."""
    stack, bet = view.betting.stacks[player], view.betting.bets[player]
    return f"{stack:,}, bet {bet:,}" if bet and not _is_drawn(game, view, player) else f"{stack:,} chips"


def _blinds(game: Poker, view: PokerView, player: Player) -> list[str]:
    """Return which of the button and the blinds a player has."""
    seats = {"button": view.button}
    if game.variant.open == "blinds":
        seats |= {} if game.setup.stakes.one_blind else {"small blind": view.small}
        seats["big blind"] = view.big
    return [word for word, seat in seats.items() if seat == player]


def _standing(game: Poker, view: PokerView, player: Player) -> tuple[str, ...]:
    """Return how a player takes part in the deal, where it is not as usual."""
    b = view.betting
    if _has_left(game, view, player):
        return ("left",)
    if sits_out(view, player):
        return ("sits out",)
    if not view.deal:
        return ()
    if not b.inside >> player & 1 and (view.down[player] or not b.stacks[player]):
        return ("folded" if view.down[player] else "out",)
    if b.unseen >> player & 1 and view.step < game.step_of(SHOW):
        return ("plays blind",)
    if b.stacks[player]:
        return ()
    if not game.deal_over(view):
        return ("all-in",)
    # A player who can buy chips is not out.
    return () if game.settings["rebuy"] else ("out",)


def _has_left(game: Poker, view: PokerView, player: Player) -> bool:
    """Return whether a player has left a cash game: with chips, or without, where they could have bought more."""
    dealt = view.betting.inside >> player & 1 or view.down[player]
    could_buy = view.deal and game.settings["rebuy"] and not dealt
    return not view.betting.stacks[player] and (view.bought[player] < 0 or bool(could_buy))


def _result_of(game: Poker, view: PokerView, player: Player) -> str:
    """Return what a player has won or lost in the deals that are over."""
    gained = game.gains(view)[player]
    return f"{gained:+,}" if gained else "even"


# The table


def _was_shown_later(view: PokerView, event: PokerEvent) -> bool:
    """Return whether this is a hand that was not shown, and that its player showed after the deal."""
    return isinstance(event, Mucked) and bool(view.shown >> event.player & 1)


def _zones(game: Poker, view: PokerView) -> list[Zone]:
    zones: list[Zone] = []
    marks = _marks(game, view)
    if game.variant.board or view.board:
        zones += _boards(game, view, marks)
    piles = _piles(view.betting)
    zones.append(Chips(id="pot", title="Pot", amount=betting.pot(view.betting), note=_side_pots(piles), piles=piles))
    own_last = sorted(range(game.players), key=lambda seat: (seat - view.player - 1) % game.players)
    own = _own_hand(game, view)
    zones += [_cards(game, view, seat, marks, own) for seat in own_last if _is_drawn(game, view, seat)]
    worth = _worth(game, view, own)
    if worth:
        zones.append(Text(id="worth", title="What you hold", lines=worth))
    if any(isinstance(event, Won) for event in view.ending):
        rest = [event for event in view.ending if not (isinstance(event, Showed) or _was_shown_later(view, event))]
        zones.append(Text(id="ending", title="The end of the deal", lines=news(game, view, rest), aside=True))
    zones += panels(game, view)
    if game.skin.legend:
        zones.append(Text(id="legend", title=game.skin.title, lines=game.skin.legend, aside=True))
    return zones


def _piles(b: Betting) -> tuple[int, ...]:
    """Return the pots that different players may win, the main pot first, without the bets of this round."""
    if not b.inside or not betting.pot(b):
        return ()
    pots = betting.pots(b)
    return tuple(pot.amount for pot in pots)


def _side_pots(piles: tuple[int, ...]) -> str:
    """Return pots in words where there are several: "main 90, side 60"."""
    return f"main {piles[0]:,}, side {', '.join(f'{amount:,}' for amount in piles[1:])}" if len(piles) > 1 else ""


def _boards(game: Poker, view: PokerView, marks: Marks) -> list[Zone]:
    """Return the board, or two of them."""
    zones: list[Zone] = []
    common = sum(street.board for street in game.variant.street[: game.variant.shared])
    for number, cards in enumerate(game.variant.boards_of(view.board)):
        first = common if number else 0  # the cards on both boards are drawn once
        id, title = ("second", "Second board") if number else ("board", "Board")
        title = title if game.variant.boards == 1 or number else "First board"
        where = f"on the {title.lower()}"
        spots = [
            _spot(game, f"{id}-{n}", card, where, marks.get((NO_SEAT, card), ())) for n, card in enumerate(cards, 1)
        ][first:]
        spots += [
            Place(id=f"{id}-{n}", face=None, label=f"no card yet, {where}")
            for n in range(max(len(cards), first) + 1, game.variant.board + 1)
        ]
        zones.append(Row(id=id, title=title, places=tuple(spots)))
    return zones


def _is_drawn(game: Poker, view: PokerView, seat: Player) -> bool:
    """Return True if a seat's hand is drawn. At a crowded table the hidden hands are left out."""
    cards = view.down[seat] + view.up[seat]
    crowded = game.players > CROWDED_SEATS and seat != view.player
    return any(card != UNSEEN for card in cards) if crowded else bool(cards)


def _winning(game: Poker, view: PokerView) -> frozenset[tuple[Player, Card]]:
    """The cards of the hands that have just won, a pot or a half of one, or once the deal is over any; each with its
    owner."""
    is_over = view.turn == OVER or game.deal_over(view)
    events = view.ending if is_over else view.events
    shown = {event.player: event.cards for event in view.ending if isinstance(event, Showed)}
    seats = [(event.award.seat, event.award.half) for event in events if isinstance(event, Won) and event.showdown]
    hands = ((seat, next(best_hands(game.setup, half, view, seat))) for seat, half in seats)
    return frozenset((seat if card in shown[seat] else NO_SEAT, card) for seat, cards in hands for card in cards)


def _just_shown(view: PokerView) -> frozenset[tuple[Player, Card]]:
    shown = (event for event in view.events if isinstance(event, Showed | Revealed))
    return frozenset((event.player, card) for event in shown for card in event.cards)


def _marks(game: Poker, view: PokerView) -> Marks:
    """Cards that stand out: those that win, and those that have just been shown. Two players may have equal dice."""
    marks: Marks = dict.fromkeys(_just_shown(view), ("new",))
    return marks | dict.fromkeys(_winning(game, view), ("winner",))


def _cards(game: Poker, view: PokerView, seat: Player, marks: Marks, own_hand: Showed | None) -> Zone:
    own = seat == view.player
    title = possessive(view.player, seat, "hand")
    whose = uncapitalized(title)
    dice = game.variant.dice
    down = [
        _spot(
            game,
            f"seat-{seat + 1}-{n}",
            card,
            _wild(game, view, seat, card) + (f"{game.deck.suits[n - 1].name}, {whose}" if dice else whose),
            marks.get((seat, card), ()),
            caption=_caption(game, n - 1) if own else "",
        )
        for n, card in enumerate(view.down[seat], 1)
    ]
    up = [
        _spot(
            game,
            f"seat-{seat + 1}-up-{n}",
            card,
            f"{_wild(game, view, seat, card)}{whose}, face up",
            marks.get((seat, card), ()),
        )
        for n, card in enumerate(view.up[seat], 1)
    ]
    layout: type[Fan | Row] = Fan if not dice and (own or len(down) + len(up) > 3) else Row
    return layout(
        id=f"seat-{seat + 1}",
        title=title,
        owner=seat,
        places=(*down, *up),
        bet=view.betting.bets[seat],
        note=_hand_note(game, view, seat, own_hand),
    )


def _caption(game: Poker, number: int) -> str:
    """Return the word under an own card that was dealt down: that it was, in stud, or which of different dice it is."""
    if game.variant.dice:
        return game.deck.suits[number].name.partition(", ")[2]
    return "down" if game.variant.stud else ""


def _wild(game: Poker, view: PokerView, seat: Player, card: Card) -> str:
    """The beginning of a card's label: "wild, " if the viewer sees that it is."""
    rule, down = game.setup.wild, view.down[seat]
    return "wild, " if rule and UNSEEN not in down and rule.is_wild(down, card) else ""


def _hand_note(game: Poker, view: PokerView, seat: Player, own_hand: Showed | None) -> str:
    """A bet, or what a hand has come to; for the viewer's own both, as soon as the cards are a whole hand."""
    for event in view.ending:
        if isinstance(event, Showed) and event.player == seat:
            return describe_hands(game, event)
    if not view.betting.inside >> seat & 1:
        return "folded"
    bet = view.betting.bets[seat]
    notes = [f"bet {bet:,}"] if bet else []
    if own_hand and own_hand.player == seat:
        notes.append(describe_hands(game, own_hand))
    return "; ".join(notes)


def _spot(game: Poker, id: str, card: Card, whose: str, marks: tuple[str, ...], caption: str = "") -> Place:
    marks += ("die",) * game.variant.dice
    if card == UNSEEN:
        label = f"{'hidden' if game.variant.dice else 'face-down card'}, {whose}"
        return Place(id=id, face=BACK, label=label, marks=marks)
    label = f"{game.skin.names[card]}, {whose}"
    return Place(id=id, face=game.skin.faces[card], label=label, marks=marks, caption=caption)


def _holds_hidden_hand(view: PokerView) -> bool:
    """Return whether the viewer has cards, all of them seen, that are not shown yet."""
    seat = view.player
    if seat < 0 or not view.betting.inside >> seat & 1 or UNSEEN in view.down[seat] + view.up[seat]:
        return False
    return not any(isinstance(event, Showed) and event.player == seat for event in view.ending)


def _own_hand(game: Poker, view: PokerView) -> Showed | None:
    """Return the viewer's hand as it would be shown, once it is a whole hand of the table and until it is shown."""
    if not _holds_hidden_hand(view):
        return None
    held, size = len(view.down[view.player] + view.up[view.player]), game.ranking.size
    on_board, from_hole = len(game.variant.boards_of(view.board)[-1]), game.variant.from_hole
    if game.kind(view) == DRAW and held < size:
        return None
    if from_hole is not None:
        is_whole = held >= from_hole and on_board >= size - from_hole
    else:
        is_whole = held + on_board >= size
    return show_event(game.setup, view, view.player) if is_whole else None


def _worth(game: Poker, view: PokerView, own: Showed | None) -> tuple[str, ...]:
    """Return which cards are wild for the viewer, or the share of all hands that their whole hand beats."""
    if rule := game.setup.wild:  # the counts of the ranking are those of hands with dealt jokers
        if not _holds_hidden_hand(view):
            return ()
        down = view.down[view.player]
        cards = (*down, *view.up[view.player], *view.board)
        return (f"Wild for you: {' '.join(game.skin.short(card) for card in cards if rule.is_wild(down, card))}",)
    if own is None:
        return ()
    if game.variant.boards > 1:
        return _share_line(game, "high", own.high, "First board: "), _share_line(game, "low", own.low, "Second board: ")
    if game.variant.wins == "split":
        return _share_line(game, "high", own.high, "High: "), _share_line(game, "low", own.low, "Low: ")
    return (_share_line(game, "", own.low, "Low: ") if own.high < 0 else _share_line(game, "", own.high, ""),)


def _share_line(game: Poker, half: str, strength: int, prefix: str) -> str:
    if strength < 0:
        return f"{prefix}none that qualifies"
    ranking = ranking_of(game.setup, half)
    share = float(ranking.beats(strength) * 100)
    return f"{prefix}beats {'about ' * ranking.declaration.by_code}{share:.1f} % of all hands"


# The end


def _result(game: Poker, view: PokerView) -> str:
    if view.turn != OVER:
        return ""
    stacks = view.betting.stacks
    gained = game.gains(view)
    order = sorted(range(game.players), key=lambda seat: -gained[seat])
    if sum(map(bool, stacks)) == 1 and not game.settings["rebuy"]:
        place = _place(game, view, view.player) if view.player >= 0 else 0
        own_place = f". You took {place_of(game, view, place)}" if place else ""
        return f"All {stacks[order[0]]:,} chips went to {{{order[0]}}}{own_place}{_places(game, view)}"
    said = {seat: f"{{{seat}}} {gained[seat]:+,}" if gained[seat] else f"{{{seat}}}" for seat in order}
    own = [said.pop(view.player)] if view.player >= 0 and gained[view.player] else []
    groups = (
        ("Won", [text for seat, text in said.items() if gained[seat] > 0]),
        ("Lost", [text for seat, text in said.items() if gained[seat] < 0]),
        ("Even", [text for seat, text in said.items() if not gained[seat]]),
    )
    return ". ".join(own + [f"{word}: {', '.join(seats)}" for word, seats in groups if seats])


def _places(game: Poker, view: PokerView) -> str:
    """Return in which places the others finished a tournament, the best first: ". 2nd Bob; 3rd Cy, Dee"."""
    seats = sorted((place, seat) for seat in range(game.players) if (place := _place(game, view, seat)))
    said = [
        f"{place}{ENDINGS.get(place, 'th')} {', '.join(f'{{{seat}}}' for _, seat in equal)}"
        for place, equal in groupby(seats, key=lambda each: each[0])
    ]
    return f". {'; '.join(said)}" if said else ""


def _outcome(game: Poker, view: PokerView) -> str:
    """Won or lost: by all the chips, or in a number of deals by more chips than at the start."""
    if view.turn != OVER or view.player < 0:
        return ""
    gains = game.gains(view)
    won = gains[view.player]
    return "won" if won > 0 else "lost" if won < 0 else "even" if any(gains) else "drawn"
