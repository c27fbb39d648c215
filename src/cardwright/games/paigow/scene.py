"""How pai gow poker looks: each hand as it lies on the layout, the front nearer the dealer and the back behind it."""

from collections.abc import Iterator, Sequence

from cardwright.cards import Card
from cardwright.game import Player
from cardwright.games.paigow import actions, chips
from cardwright.games.paigow.actions import SetHands
from cardwright.games.paigow.fortune import ENVY_FROM
from cardwright.games.paigow.hands import BUG, DECK, fair_lines, high_first, settings
from cardwright.games.paigow.rules import HANDS, SIZE, PaiGow
from cardwright.games.paigow.showdown import Bonus, Hand, HomeShowdown, Result, Showdown
from cardwright.games.paigow.state import (
    BankSettled,
    BetsTurnedUp,
    DragonSettled,
    Left,
    PaiGowEvent,
    PaiGowView,
    PotLeft,
    Rolled,
)
from cardwright.scenes import Chips, Fan, Grid, Move, Number, Place, Row, Scene, Seat, Text, Zone, card_place, ladder

BETWEEN = ("bank", "bet", "fortune", "ante", "over")  # the last round still lies on the table
COPY = {"win": "wins", "lose": "loses", "copy": "a copy"}


def draw(game: PaiGow, view: PaiGowView) -> Scene:
    """The scene of this view."""
    return Scene(
        game="paigow",
        title=_title(game, view),
        player=view.player,
        status=_status(game, view),
        seats=tuple(_seat(game, view, player) for player in range(game.players)),
        zones=tuple(_zones(game, view)),
        moves=tuple(_moves(game, view)),
        news=tuple(line for event in view.events for line in _news(game, view, event)),
        result=_result(game, view),
    )


def _title(game: PaiGow, view: PaiGowView) -> str:
    form, rounds = "at home" if game.home else "against the house", game.settings["rounds"]
    until = f" of {rounds}" if view.round <= rounds else ", until the pot is taken"
    return f"Pai Gow Poker {form}, round {view.round}{until}"


def _seat(game: PaiGow, view: PaiGowView, player: Player) -> Seat:
    score = _chips(chips.worth(view.racks[player]))
    if view.bets[player]:
        score += f", bet {view.bets[player]}"
    if view.fortunes[player]:
        score += f", Fortune {view.fortunes[player]}"
    role = "banker" if view.bank == player else "dragon" if view.dragon == player else ""
    if player in view.spared:
        role = "half-winner"
    out = not view.seated[player] and view.phase != "over"
    return Seat(player=player, role=role, score=score, to_act=player in view.to_act, out=out)


def _chips(count: int) -> str:
    return f"{count:,} chip{'' if count == 1 else 's'}"


def _own(view: PaiGowView, seat: Player | None, thing: str) -> str:
    """Something of a seat's or of the dealer's, to begin a line with."""
    if seat is None:
        return f"Dealer's {thing}"
    return f"Your {thing}" if seat == view.player else f"{{{seat}}}'s {thing}"


def _name(seat: Player | None) -> str:
    return "Dealer" if seat is None else f"{{{seat}}}"


def _text(cards: Sequence[Card]) -> str:
    """Cards in the middle of a line, highest first: "K♠ 10♥"."""
    return " ".join(_brief(card) for card in high_first(cards))


def _brief(card: Card) -> str:
    return "joker" if card == BUG else DECK.face(card).short


# What is asked of whom.


def _status(game: PaiGow, view: PaiGowView) -> str:
    match view.phase:
        case "deal":
            return "Dealing"
        case "dice":
            return "Three dice say who gets the first hand"
        case "over":
            return "The session is over"
    if view.player in view.to_act:
        return _task(game, view)
    waiting = " and ".join(_name(seat) for seat in view.to_act)
    asked = {
        "bank": "take or pass the bank",
        "bet": "bet",
        "fortune": "bet on Fortune",
        "ante": "ante",
        "set": "set the cards",
        "dragon": "take or pass the dragon hand",
    }
    return f"Waiting for {waiting} to {asked[view.phase]}"


def _task(game: PaiGow, view: PaiGowView) -> str:
    match view.phase:
        case "bank":
            return "The bank is offered to you: you play against all others, and win copies"
        case "bet":
            return f"Your bet, {game.minimum} to {game.limit(view, view.player)}"
        case "fortune":
            return "A bet on the best of all your seven cards?"
        case "ante":
            return f"Ante {game.minimum} and be dealt in, or leave"
        case "dragon":
            return f"The dragon hand, set by the house way, for another {view.bets[view.player]}?"
        case _:
            return "Choose two cards for the front; the other five must rank higher"


def _moves(game: PaiGow, view: PaiGowView) -> Iterator[Move]:
    """The legal actions of this view's seat."""
    if view.player not in view.to_act:
        return
    match view.phase:
        case "bet":
            yield Move(text="bet {}", label="Bet {}", number=_bets(game, view), key="B")
            yield Move(text="color up", label="Color up and leave", key="C")
        case "fortune":
            most = min(game.maximum, chips.worth(view.racks[view.player]) - view.bets[view.player])
            presets = [("none", 0), ("envy", ENVY_FROM), ("maximum", most)]
            number = Number(0, most, presets=tuple(preset for preset in presets if preset[1] <= most))
            yield Move(text="fortune {}", label="Fortune bet {}", number=number, key="F")
        case "ante":
            yield Move(text="ante", label=f"Ante {game.minimum}", key="A")
            yield Move(text="leave", label="Leave the table", key="L")
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
    """Two cards for the front, and what that makes of both hands."""
    spots = {card: f"hand{view.player}-{number}" for number, card in enumerate(high_first(view.hand))}
    for front, back in settings(high_first(view.hand)):
        foul = " (a foul)" if game.hands.foul(front, back) else ""
        said = f"{game.hands.describe_front(front)}; behind: {game.hands.describe_back(back)}"
        yield Move(
            text=actions.text(SetHands(front)),
            label=f"{_text(front)} in front: {said}{foul}",
            places=frozenset(spots[card] for card in front),
        )


# What lies on the table, from the dealer's side to one's own.


def _zones(game: PaiGow, view: PaiGowView) -> Iterator[Zone]:
    if view.phase in BETWEEN and view.last is not None:
        yield from (_shown(view, hand, view.last) for hand in _near_last(view, view.last.hands))
        yield from _last_round(game, view)
    elif view.dealt:
        yield from _in_play(game, view)
    if game.home:
        yield Chips(id="pot", title="Pot", amount=view.pot)
    elif view.player >= 0:
        rack = (chips.words(view.racks[view.player]),)
        yield Text(id="rack", title="Your chips", lines=rack, owner=view.player)


def _near_last(view: PaiGowView, hands: Sequence[Hand]) -> list[Hand]:
    """The dealer's hand first, one's own last."""
    return sorted(hands, key=lambda hand: hand.seat == view.player)


def _in_play(game: PaiGow, view: PaiGowView) -> Iterator[Zone]:
    """The hands of the round: face down, but for one's own."""
    handed_out = game.home or len(view.dice) == 3
    if not handed_out:
        note = " ".join(map(str, view.dice))
        yield Row(
            id="piles",
            title="Seven hands" if view.dealt == HANDS * SIZE else "Dealing",
            places=tuple(
                card_place(DECK, f"pile-{number}", None, "a hand in the middle")
                for number in range(min(-(-view.dealt // SIZE), HANDS))
            ),
            note=f"dice {note}" if note else "",
        )
        return
    if not game.home:
        yield _backs("dealer", "Dealer's cards", None)
    for seat in _playing(game, view):
        if seat != view.player:
            done = view.phase != "deal" and seat not in view.to_act
            yield _backs(f"hand{seat}", f"{{{seat}}}'s cards", seat, "set" if done or view.phase == "dragon" else "")
    if view.phase == "dragon":
        yield _backs("dragon", "Dragon hand", None)
    if view.player in _playing(game, view):
        yield _mine(view)
        if len(view.hand) == SIZE:
            yield _ladder(game, view)


def _backs(id: str, title: str, owner: Player | None, note: str = "") -> Zone:
    places = tuple(card_place(DECK, f"{id}-{number}", None, title) for number in range(SIZE))
    return Fan(id=id, title=title, owner=owner, places=places, note=note)


def _playing(game: PaiGow, view: PaiGowView) -> list[Player]:
    if game.home:
        return [seat for seat, here in enumerate(view.seated) if here]
    return [seat for seat, bet in enumerate(view.bets) if bet or seat == view.bank]


def _mine(view: PaiGowView) -> Zone:
    """One's own cards: a fan, or the two hands they are set as."""
    if view.front:
        back = [card for card in view.hand if card not in view.front]
        places = _laid(f"set{view.player}", high_first(view.front), high_first(back), "your hand")
        return Grid(id=f"set{view.player}", title="Your hands", owner=view.player, places=places, note="set")
    id = f"hand{view.player}"
    return Fan(
        id=id,
        title="Your hand",
        owner=view.player,
        places=tuple(
            card_place(DECK, f"{id}-{number}", card, "your hand") for number, card in enumerate(high_first(view.hand))
        ),
    )


def _ladder(game: PaiGow, view: PaiGowView) -> Zone:
    """Both tables of hands. Before the hands are set, what some setting makes that is no foul: which is for the player.

    Nothing is held until then, not even the best that seven cards have in them, for that may not be the best setting.
    """
    hands, seven = game.hands, tuple(view.hand)
    if not view.front:
        return ladder("Back and front", hands.lines, (), fair_lines(hands, seven), owner=view.player)
    back = [card for card in seven if card not in view.front]
    return ladder("Back and front", hands.lines, hands.made(view.front, back), (), owner=view.player)


def _laid(
    id: str,
    front: Sequence[Card | None],
    back: Sequence[Card | None],
    whose: str,
    won: tuple[bool, bool] = (False, False),
) -> tuple[Place, ...]:
    """A set hand on the layout: the front above, towards the dealer, and the back below."""
    return tuple(
        card_place(
            DECK,
            f"{id}-{name}-{number}",
            card,
            f"{whose}, {name}",
            row=row,
            column=number,
            marks=("winner",) if won[row] else (),
        )
        for row, (name, cards) in enumerate((("front", front), ("back", back)))
        for number, card in enumerate(cards)
    )


# The last round, as it lies until the next is dealt.


def _shown(view: PaiGowView, hand: Hand, last: Showdown | HomeShowdown) -> Zone:
    """A hand turned up, what beat the bank in it marked, and what it brought."""
    id = "shown-dealer" if hand.seat is None else f"shown{hand.seat}{'-dragon' if hand.dragon else ''}"
    won, note = (False, False), "foul" if hand.foul else ""
    if isinstance(last, HomeShowdown):
        won = (hand.seat == last.front, hand.seat == last.back)
        note = note or ("the pot" if hand.seat == last.winner else "half" if any(won) else "")
    else:
        for result in last.results:
            if result.seat == hand.seat and result.dragon == hand.dragon:
                won, note = (result.front == "win", result.back == "win"), _outcome(result)
        if hand.seat == last.bank is not None:
            note = f"bank, {note}" if note else "bank"
    title = _own(view, hand.seat, "dragon" if hand.dragon else "hands")
    whose = _own(view, hand.seat, "hand").replace("Your", "your")
    places = _laid(id, high_first(hand.front), high_first(hand.back), whose, (False, False) if hand.foul else won)
    return Grid(id=id, title=title, owner=hand.seat, places=places, note=note)


def _outcome(result: Result) -> str:
    match result.outcome:
        case "win":
            return f"won {result.gained}"
        case "push":
            return "push"
        case "foul":
            return f"foul, lost {result.bet}"
        case _:
            return f"lost {result.bet}"


def _last_round(game: PaiGow, view: PaiGowView) -> Iterator[Zone]:
    """What came of one's own hands, in words."""
    mine = [hand for hand in view.last.hands if hand.seat == view.player] if view.last else []
    if not mine:
        return
    lines = [line for hand in mine for line in _in_words(game, view, hand)]
    if isinstance(view.last, Showdown):
        lines += [_bonus(bonus) for bonus in view.last.bonuses if bonus.seat == view.player]
        if view.last.commission[view.player]:
            lines.append(f"Commission: {view.last.commission[view.player]}")
    yield Text(id="words", title="Your last round", owner=view.player, lines=tuple(lines))


def _in_words(game: PaiGow, view: PaiGowView, hand: Hand) -> Iterator[str]:
    """A hand's two lines: what it is, and how it did."""
    front = back = ""
    if isinstance(view.last, Showdown):
        for result in view.last.results:
            if result.seat == hand.seat and result.dragon == hand.dragon:
                front, back = f" ({COPY[result.front]})", f" ({COPY[result.back]})"
    elif isinstance(view.last, HomeShowdown):
        front = " (the best)" if hand.seat == view.last.front else ""
        back = " (the best)" if hand.seat == view.last.back else ""
    dragon = "Dragon's " if hand.dragon else ""
    yield f"{dragon}{'f' if dragon else 'F'}ront: {game.hands.describe_front(hand.front)}{front}"
    yield f"{dragon}{'b' if dragon else 'B'}ack: {game.hands.describe_back(hand.back)}{back}"


def _bonus(bonus: Bonus) -> str:
    said = f"Fortune: {bonus.line}, won {bonus.gained}" if bonus.line else f"Fortune: lost {bonus.bet}"
    return said + (f", envy {bonus.envy}" if bonus.envy else "")


# What just happened.


def _news(game: PaiGow, view: PaiGowView, event: PaiGowEvent) -> Iterator[str]:
    match event:
        case BankSettled(offered, seat):
            yield f"{{{offered}}}: the bank {'taken' if seat is not None else 'passed to the dealer'}"
        case BetsTurnedUp(bets, side):
            made = ", ".join(f"{_name(seat)} {bet}" for seat, bet in enumerate(bets) if bet)
            if made:
                yield f"{'Fortune bets' if side else 'Bets'}: {made}"
        case Rolled(dice, first):
            whom = "the dealer" if first == 0 else f"{{{first - 1}}}" if first <= game.players else "an empty seat"
            total = " + ".join(map(str, dice))
            yield f"Dice: {total} = {sum(dice)}. First hand: {whom}"
        case DragonSettled(seat, taken):
            yield f"{{{seat}}}: the dragon hand {'taken' if taken else 'passed on'}"
        case Left(seat, before, after, broke):
            yield from _leaving(game, seat, before, after, broke)
        case PotLeft(shares):
            for seat, share in enumerate(shares):
                if share:
                    yield f"{{{seat}}}: {_chips(share)} left in the pot"
        case Showdown():
            yield from _told(game, view, event)
        case HomeShowdown():
            yield from _told_at_home(game, event)


def _leaving(game: PaiGow, seat: Player, before: chips.Rack, after: chips.Rack, broke: bool) -> Iterator[str]:
    why = "out of chips to bet" if broke else "away from the table"
    if game.home:
        yield f"{{{seat}}}: {why}, with {_chips(chips.worth(after))}"
    elif before == after:
        yield f"{{{seat}}}: {why}, with {chips.words(after)}"
    else:
        yield f"{{{seat}}}: {why}, colored up from {chips.words(before)} to {chips.words(after)}"


def _told(game: PaiGow, view: PaiGowView, event: Showdown) -> Iterator[str]:
    """The bank's hand, then each other with what came of it, one's own last."""
    results = {(result.seat, result.dragon): result for result in event.results}
    for hand in sorted(event.hands, key=lambda hand: (hand.seat != event.bank, hand.seat == view.player)):
        yield _told_hand(game, hand, results.get((hand.seat, hand.dragon)))
    for bonus in event.bonuses:
        yield f"{{{bonus.seat}}}: {_bonus(bonus)}"
    for seat, taken in enumerate(event.commission):
        if taken:
            yield f"{{{seat}}}: commission {taken}"


def _told_hand(game: PaiGow, hand: Hand, result: Result | None = None) -> str:
    name = _name(hand.seat) + (" (dragon)" if hand.dragon else "")
    front, back = game.hands.describe_front(hand.front), game.hands.describe_back(hand.back)
    if result is None or hand.foul:
        end = f": lost {result.bet}" if result else ""
        return f"{name}: front {front}, back {back}{', a foul' if hand.foul else ''}{end}"
    won = COPY[result.front], COPY[result.back]
    return f"{name}: front {front} ({won[0]}), back {back} ({won[1]}): {_outcome(result)}"


def _told_at_home(game: PaiGow, event: HomeShowdown) -> Iterator[str]:
    for hand in event.hands:
        yield _told_hand(game, hand)
    if event.winner is not None:
        yield f"{{{event.winner}}}: best front and best back, and the pot of {event.pot}"
        return
    for part, seat in (("front", event.front), ("back", event.back)):
        yield f"{{{seat}}}: the best {part}" if seat is not None else f"Nobody alone has the best {part}"
    yield f"The pot of {event.pot} stays"


def _result(game: PaiGow, view: PaiGowView) -> str:
    if view.phase != "over":
        return ""
    bankroll = game.settings["bankroll"]
    gains = [chips.worth(rack) - bankroll for rack in view.racks]
    return ", ".join(f"{{{seat}}}: {f'{gain:+,}' if gain else '0'}" for seat, gain in enumerate(gains)) + " chips"
