"""Pai gow poker as it is shown: what is asked of the players, what they may do, and what just happened."""

from collections.abc import Iterator, Sequence

from cardwright.cards import Card
from cardwright.game import Player
from cardwright.games.paigow import actions, chips
from cardwright.games.paigow.actions import SetHands
from cardwright.games.paigow.events import (
    BankSettled,
    BetsTurnedUp,
    DragonSettled,
    Hand,
    HomeShowdown,
    Left,
    PaiGowEvent,
    Picked,
    PotLeft,
    Result,
    Rolled,
    Showdown,
    TurnedUp,
)
from cardwright.games.paigow.fortune import MIN_ENVY_BET
from cardwright.games.paigow.hands import BUG, DECK, all_settings, high_first
from cardwright.games.paigow.layout import VERB, bonus_in_words, copy_rule, outcome, staked, zones
from cardwright.games.paigow.rules import TASKS, PaiGow
from cardwright.games.paigow.state import PaiGowView
from cardwright.scenes import Example, Felt, Move, Number, Reserved, Scene, Seat, hand_examples
from cardwright.wording import all_of, capitalized, counted, gains_text

FELT = Felt(
    plan="beside",
    others=(Reserved(1, ("*",)),),
    middle=(
        Reserved(1, ("*dealer", "piles"), optional=True),
        Reserved(1, ("*dragon",), optional=True),
        Reserved(1, ("pot",), optional=True),
    ),
    own=(
        Reserved(2, ("bet",), optional=True),
        Reserved(7, ("hand*", "set*", "shown?", "box*")),
        Reserved(3, ("rack",), optional=True),
    ),
    button_lines=2,
)


RESULT_WORDS = {"win": "wins", "lose": "loses", "copy": "is equal"}  # of one's front, or one's back


def build_scene(game: PaiGow, view: PaiGowView) -> Scene:
    """The scene of this view."""
    return Scene(
        felt=FELT,
        game="paigow",
        title="Pai Gow Poker at home" if game.home else "Pai Gow Poker against the house",
        player=view.player,
        status=_status(game, view),
        progress=_progress(game, view),
        seats=tuple(_seat(view, player) for player in range(game.players)),
        zones=tuple(zones(game, view)),
        moves=tuple(_moves(game, view)),
        news=tuple(line for event in view.events for line in _news(game, view, event)),
        result=_result(game, view),
        outcome=_outcome(game, view),
    )


def examples(game: PaiGow) -> dict[str, Example]:
    """An example of each back and front."""
    return hand_examples(DECK, game.hands.lines, game.hands.examples)


def _progress(game: PaiGow, view: PaiGowView) -> str:
    rounds = game.settings["rounds"]
    return f"round {view.round}" + (f" of {rounds}" if view.round <= rounds else ", until the pot is taken")


def _seat(view: PaiGowView, player: Player) -> Seat:
    bet = staked(view, player)
    score = counted(chips.value(view.racks[player]) - bet, "chip")
    if bet:
        score += f", bet {bet}"
        if view.fortunes[player]:
            score += f", Fortune {view.fortunes[player]}"
    role = "banker" if view.bank == player else "dragon" if view.dragon == player else ""
    if player in view.spared:
        role = "half-winner"
    out = not view.seated[player] and view.phase != "over"
    return Seat(player=player, role=role, score=score, to_act=player in view.to_act, out=out)


def _name(seat: Player | None) -> str:
    return "Dealer" if seat is None else f"{{{seat}}}"


def _text(cards: Sequence[Card]) -> str:
    """Cards in the middle of a line, highest first: "K♠ 10♥"."""
    return " ".join("joker" if card == BUG else DECK.face(card).short for card in high_first(cards))


# What is asked of whom.


def _status(game: PaiGow, view: PaiGowView) -> str:
    match view.phase:
        case "deal":
            return "Dealing"
        case "dice":
            throws = "You throw" if view.roller == view.player else f"{_name(view.roller)} throws"
            return f"{throws} three dice: their sum says which seat gets the first hand"
        case "reveal":
            return _last_revealed_text(game, view)
        case "paid" if view.last:
            return _paid(view.last)
        case "over":
            return f"The session is over: {_why_over(game, view)}"
    if view.player in view.to_act:
        return _task(game, view)
    return f"Waiting for {all_of(map(_name, view.to_act))} to {TASKS[view.phase]}"


def _task(game: PaiGow, view: PaiGowView) -> str:
    match view.phase:
        case "bank":
            equal = "a push" if game.settings["copies"] == "push" else "yours"
            return f"The bank is offered to you: you play against all others, and equal hands (copies) are {equal}"
        case "bet":
            limit = game.limit(view, view.player)
            return f"Your bet, {game.minimum} to {limit - limit % game.minimum}"
        case "fortune":
            return "A bet on the best of all your seven cards?"
        case "ante":
            return f"Ante {game.minimum} and be dealt in, or leave"
        case "dragon":
            return f"The dragon hand of an empty seat, set by the house way, for another {view.bets[view.player]}?"
        case "throw":
            return "The dealer picks you to throw the dice, which say which seat gets the first hand"
        case _:
            return "Choose two cards for the front; the other five, your back, must not rank lower"


def _last_revealed_text(game: PaiGow, view: PaiGowView) -> str:
    """The hand that was turned up last, and how it compares."""
    if game.home:
        return "All hands are turned up: the best front and the best back are compared"
    hand = view.shown[-1]
    if len(view.shown) > 1:
        return _comparison_text(game, hand, view.shown[0], view.results[-1])
    return f"{_name(hand.seat)} sets: {_describe_hand(game, hand)}"


def _comparison_text(game: PaiGow, hand: Hand, bank: Hand, result: Result) -> str:
    """A hand against the bank's: front, back, and the result.

    Where one player meets the dealer, the words of both hands stand at their cards, and are not said once more.
    """
    name = _name(hand.seat) + (" (dragon)" if hand.dragon else "")
    if hand.foul:
        return f"{name} ({outcome(result)}): the front ranks above the back"
    if bank.foul:
        return f"{name} ({outcome(result)}): the bank's hand is a foul"
    if game.players == 1:
        words = f"the front {RESULT_WORDS[result.front]}, the back {RESULT_WORDS[result.back]}"
        return f"{name} ({outcome(result)}): {words}{copy_rule(game, bank, result)}"
    front, bank_front = map(game.hands.describe_front, (hand.front, bank.front))
    back, bank_back = map(game.hands.describe_back, (hand.back, bank.back))
    fronts = f"{front} {VERB[result.front]} {bank_front} in front"
    backs = f"{back} {VERB[result.back]} {bank_back} behind"
    return f"{name} ({outcome(result)}): {fronts}; {backs}{copy_rule(game, bank, result)}"


def _paid(last: Showdown | HomeShowdown) -> str:
    """The result of the round for everyone."""
    if isinstance(last, HomeShowdown):
        if last.winner is not None:
            return f"{{{last.winner}}} had the best front and the best back, and won the pot of {last.pot}"
        return f"No player had both the best front and the best back: the pot of {last.pot} stays"
    seats_by_gain: dict[int, list[str]] = {}
    for seat in dict.fromkeys(hand.seat for hand in last.hands if hand.seat is not None):
        seats_by_gain.setdefault(last.gained[seat], []).append(_name(seat))
    first = next(filter(None, seats_by_gain), 0)
    return "; ".join(
        f"{all_of(seats)} {_gain(gain, unit=gain == first)}{' each' if gain and seats[1:] else ''}"
        for gain, seats in seats_by_gain.items()
    )


def _gain(gain: int, *, unit: bool) -> str:
    """Say what a player won in a round; the ``unit`` is said once in a line of several."""
    if not gain:
        return "kept the bet"
    return f"{'won' if gain > 0 else 'lost'} {counted(abs(gain), 'chip') if unit else format(abs(gain), ',')}"


def _why_over(game: PaiGow, view: PaiGowView) -> str:
    rounds = game.settings["rounds"]
    if game.home and sum(view.seated) < 2:
        return "fewer than two players are left"
    if view.last is None or view.last.round < view.round:
        return "everyone has left the table"
    if view.round > rounds:
        return "the pot of the last rounds is taken"
    if view.round == rounds:
        return f"the last of {rounds} rounds is played" if rounds > 1 else "the only round is played"
    return "no player is left who can bet"


def _outcome(game: PaiGow, view: PaiGowView) -> str:
    if view.phase != "over" or view.player < 0:
        return ""
    gain = chips.value(view.racks[view.player]) - game.settings["bankroll"]
    return "won" if gain > 0 else "lost" if gain < 0 else "even"


def _moves(game: PaiGow, view: PaiGowView) -> Iterator[Move]:
    """The legal actions of this view's seat."""
    if view.player not in view.to_act:
        return
    match view.phase:
        case "bet":
            yield Move(text="bet {}", label="Bet {}", number=_bets(game, view), key="B")
            label = "Leave the table: color up (change small chips for large)"
            yield Move(text="color up", label=label, key="C", confirm=True, brief="Leave the table")
        case "fortune":
            most = min(game.maximum, chips.value(view.racks[view.player]) - view.bets[view.player])
            presets = [("none", 0), ("envy", MIN_ENVY_BET), ("maximum", most)]
            number = Number(0, most, presets=tuple(preset for preset in presets if preset[1] <= most))
            yield Move(text="fortune {}", label="Fortune bet {}", number=number, key="F")
        case "ante":
            yield Move(text="ante", label=f"Ante {game.minimum}", key="A")
            yield Move(text="leave", label="Leave the table", key="L", confirm=True)
        case "throw":
            yield Move(text="throw dice", label="Throw the dice", key="T")
        case "bank" | "dragon" as offer:
            yield Move(text=f"take {offer}", label=f"Take the {offer}", key="T")
            yield Move(text=f"pass {offer}", label=f"Pass the {offer}", key="P")
        case _:
            yield from _settings(game, view)


def _bets(game: PaiGow, view: PaiGowView) -> Number:
    """Bets in steps of the minimum, with the last bet and its double at hand."""
    low, limit = game.minimum, game.limit(view, view.player)
    high = limit // low * low
    last = _last_bet(view)
    wanted = (("same again", last), ("double", 2 * last), ("minimum", low), ("maximum", high))
    return Number(low, high, low, tuple((name, bet) for name, bet in wanted if low <= bet <= high))


def _last_bet(view: PaiGowView) -> int:
    if not isinstance(view.last, Showdown):
        return 0
    return next((result.bet for result in view.last.results if result.seat == view.player), 0)


def _settings(game: PaiGow, view: PaiGowView) -> Iterator[Move]:
    """Two cards for the front, and the two hands that this makes."""
    spots = {card: f"hand{view.player}-{number}" for number, card in enumerate(high_first(view.hand))}
    for front, back in all_settings(high_first(view.hand)):
        foul = game.hands.is_foul(front, back)
        said = f"{game.hands.describe_front(front)}; behind: {game.hands.describe_back(back)}"
        yield Move(
            text=actions.text(SetHands(front)),
            label=f"{_text(front)} in front: {said}{' (a foul)' if foul else ''}",
            places=frozenset(spots[card] for card in front),
            confirm=foul,
        )


# What just happened.


def _news(game: PaiGow, view: PaiGowView, event: PaiGowEvent) -> Iterator[str]:
    match event:
        case BankSettled(offered, seat):
            yield f"{{{offered}}}: the bank {'taken' if seat is not None else 'passed to the dealer'}"
        case BetsTurnedUp(bets, side):
            bets_text = ", ".join(f"{_name(seat)} {bet}" for seat, bet in enumerate(bets) if bet)
            if bets_text:
                yield f"{'Fortune bets' if side else 'Bets'}: {bets_text}"
        case Picked(seat):
            yield f"The dealer picks {{{seat}}} to throw the dice"
        case Rolled(dice, first):
            seated = "an empty seat" if first - 1 not in game.playing(view) else f"{{{first - 1}}}"
            whom = "the dealer" if first == 0 else seated
            total = " + ".join(map(str, dice))
            yield f"Dice: {total} = {sum(dice)}. First hand: {whom}"
        case DragonSettled(seat, taken):
            yield f"{{{seat}}}: the dragon hand {'taken' if taken else 'passed on'}"
        case Left(seat, before, after, broke):
            short = f"out of chips to {'ante' if game.home else 'bet'}"
            yield _leaving(game, seat, before, after, short if broke else "left the table")
        case PotLeft(shares):
            for seat, share in enumerate(shares):
                if share:
                    yield f"{{{seat}}}: {counted(share, 'chip')} from the pot, for no other player is left"
        case TurnedUp(shown, result):
            yield from _turned_up(game, view, shown, result)
        case Showdown():
            yield _paid(event)
            yield from (f"{{{bonus.seat}}}: {bonus_in_words(bonus)}" for bonus in event.bonuses)
            yield from (f"{{{seat}}}: commission {taken}" for seat, taken in enumerate(event.commission) if taken)
        case HomeShowdown():
            yield from _at_home(event)


def _turned_up(game: PaiGow, view: PaiGowView, hands: Sequence[Hand], result: Result | None) -> Iterator[str]:
    if result is not None and view.shown:
        yield _comparison_text(game, hands[0], view.shown[0], result)
        return
    for hand in hands:
        why = f" ({hand.reason})" if hand.reason else ""
        yield f"{_name(hand.seat)}: {_describe_hand(game, hand)}{why}"


def _describe_hand(game: PaiGow, hand: Hand) -> str:
    front, back = game.hands.describe_front(hand.front), game.hands.describe_back(hand.back)
    return f"{front} in front, {back} behind{', a foul' if hand.foul else ''}"


def _leaving(game: PaiGow, seat: Player, before: chips.Rack, after: chips.Rack, why: str) -> str:
    if game.home:
        return f"{{{seat}}}: {why}, with {counted(chips.value(after), 'chip')}"
    if before == after:
        return f"{{{seat}}}: {why}, with {chips.words(after)}"
    return f"{{{seat}}}: {why}, coloured up from {chips.words(before)} to {chips.words(after)}"


def _at_home(event: HomeShowdown) -> Iterator[str]:
    for part, seat in (("front", event.front), ("back", event.back)) if event.winner is None else ():
        yield f"{{{seat}}}: the best {part}" if seat is not None else f"No player alone has the best {part}"
    yield _paid(event)


def _result(game: PaiGow, view: PaiGowView) -> str:
    if view.phase != "over":
        return ""
    bankroll = game.settings["bankroll"]
    gains = [chips.value(rack) - bankroll for rack in view.racks]
    return f"{gains_text(gains, view.player)}. {capitalized(_why_over(game, view))}"
