"""Turns, and how everyone stands: the status, the progress of the game, and the seats."""

from collections import Counter

from cardwright.game import CHANCE, Player
from cardwright.games.poker import betting
from cardwright.games.poker.actions import BUY, BUY_AND_SIT_OUT, LEVELS, SIT_OUT, STAY
from cardwright.games.poker.betting import NO_SEAT, seats_of
from cardwright.games.poker.composed.rotation import Rotation
from cardwright.games.poker.events import Won
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.scene.news import bets, place_of
from cardwright.games.poker.setup import ASK_BUY, ASK_STAY, BET, DEAL_OVER, DISCARD, DRAW, PAY, SHOW
from cardwright.games.poker.show import words as show_words
from cardwright.games.poker.state import OVER, UNSEEN, WAITS, PokerView, sits_out
from cardwright.games.poker.variants.model import Variant
from cardwright.scenes import Seat
from cardwright.wording import counted, one_of

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


def place_taken(game: Poker, view: PokerView, player: Player) -> int:
    """Return the place in which a player of a tournament ran out of chips, 0 for none."""
    return view.places[player] if view.places and game.players > 2 and not game.settings["rebuy"] else 0


def why_no_cards(game: Poker, view: PokerView) -> str:
    """Return why a player has no cards in the deals of the others: they are out, have left, or sit out."""
    player = view.player
    if player < 0 or view.down[player] or view.up[player] or view.turn in (OVER, player):
        return ""
    place = place_taken(game, view, player)
    if place:
        return f"You are out, in {place_of(game, view, place)}. "
    if _has_left(game, view, player):
        return f"You have left the game: {_result_of(game, view, player)}. "
    if view.turn == WAITS:
        return ""
    return f"You sit out until the {_turn_of_blinds(game)} comes to you. " if sits_out(view, player) else ""


def _turn_of_blinds(game: Poker) -> str:
    """Return the blind that is due when a player is asked to play on (PK13)."""
    return "big blind" if game.setup.by_blinds else "button"


def status(whole: Poker, game: Poker, view: PokerView) -> str:
    """Return whose turn it is, and their decision; ``game`` is the variant of the ``whole`` game that is dealt."""
    if view.turn == OVER:
        return "The game is over"
    if view.turn == CHANCE:
        return _chance_status(game, view)
    if view.turn == WAITS:
        return _why_waiting(view)
    if view.turn == view.player:
        return f"Your turn: {_own_task(whole, game, view)}"
    return f"{{{view.turn}}} to {_task_of_another(whole, game, view)}"


def _why_waiting(view: PokerView) -> str:
    """Return for whom the table waits (PK13)."""
    out = seats_of(view.due)
    playing = betting.start(view.before, view.sitting).inside
    if view.player in out:
        return f"You sit out, and no deal begins until {'you sit' if playing else 'two players sit'} in"
    if not playing:
        return "All sit out, and no deal begins until two players sit in"
    return f"No deal begins until {one_of(f'{{{seat}}}' for seat in out)} sits in"


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
    if kind == ASK_STAY and not view.before[view.turn]:
        kind = ASK_BUY
    return "choose the variant" if whole.asks_variant(view) else _ASKED.get(kind, "act")


def _ways_to_stay(game: Poker, view: PokerView) -> str:
    """Return the options besides leaving of the player who is due the big blind: "play on, sit out"."""
    stay, out = ("come back", "stay out") if sits_out(view, view.turn) else ("play on", "sit out")
    words = {BUY: "buy chips", STAY: stay, SIT_OUT: out, BUY_AND_SIT_OUT: "buy and sit out"}
    return ", ".join(words[action] for action in game.choices(view) if action in words)


def _chance_status(game: Poker, view: PokerView) -> str:
    if not view.deal:
        return "The button is drawn by lot"
    if game.deal_over(view):
        return f"Deal {view.deal} is over" + (f": {_winners(view)}" if view.ending else "")  # the dealer may have left
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
    """Return the parts of the pot that have been won so far: "Ann won 181, Bob 60"."""
    won: Counter[Player] = Counter()
    for event in view.ending:
        if isinstance(event, Won):
            won[event.award.seat] += event.award.amount
    first, *others = [f"{{{seat}}} {amount:,}" for seat, amount in won.most_common()]
    return ", ".join([first.replace(" ", " won ", 1), *others])


def progress(whole: Poker, game: Poker, view: PokerView) -> str:
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


def seat_of(game: Poker, view: PokerView, player: Player) -> Seat:
    """Return a player's seat: the button and blinds, the chips, and how they take part in the deal."""
    left, place = _has_left(game, view, player), place_taken(game, view, player)
    return Seat(
        player=player,
        role=", ".join([*_blinds(game, view, player), *standing(game, view, player)]),
        score=_result_of(game, view, player) if left else f"place {place}" if place else _chips(game, view, player),
        chips=view.betting.stacks[player],
        to_act=view.turn == player,
        out=not view.before[player] and (left or not game.settings["rebuy"]),
    )


def _chips(game: Poker, view: PokerView, player: Player) -> str:
    """Return a player's chips, with their bet where no hand is drawn that it could lie at: "95, bet 5"."""
    stack, bet = view.betting.stacks[player], view.betting.bets[player]
    return f"{stack:,}, bet {bet:,}" if bet and not is_drawn(game, view, player) else counted(stack, "chip")


def _blinds(game: Poker, view: PokerView, player: Player) -> list[str]:
    """Return which of the button and the blinds a player has."""
    seats = {"button": view.button}
    if game.variant.open == "blinds":
        seats |= {} if game.setup.stakes.one_blind else {"small blind": view.small}
        seats["big blind"] = view.big
    return [word for word, seat in seats.items() if seat == player]


def standing(game: Poker, view: PokerView, player: Player) -> tuple[str, ...]:
    """Return how a player takes part in the deal, where it is not as usual."""
    b = view.betting
    if _has_left(game, view, player):
        return ("left",)
    if sits_out(view, player):
        return ("sits out",)
    if view.leaving >> player & 1 and not game.deal_over(view):
        return ("leaving",)
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
    """Return the chips that a player has won or lost in the deals that are over."""
    gained = game.gains(view)[player]
    return f"{gained:+,}" if gained else "even"


def is_drawn(game: Poker, view: PokerView, seat: Player) -> bool:
    """Return True if a seat's hand is drawn. At a crowded table the hidden hands are left out."""
    cards = view.down[seat] + view.up[seat]
    crowded = game.players > CROWDED_SEATS and seat != view.player
    return any(card != UNSEEN for card in cards) if crowded else bool(cards)
