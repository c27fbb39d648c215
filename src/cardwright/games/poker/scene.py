"""How poker looks: the board, the pot, everyone's cards and chips, and what one's own hand is worth."""

from cardwright.cards import Card
from cardwright.game import CHANCE, Action, Player
from cardwright.games.poker import betting as bt
from cardwright.games.poker.actions import (
    Began,
    BringIn,
    Call,
    Check,
    Common,
    Did,
    Draw,
    Fold,
    Forced,
    Happened,
    Mucked,
    Out,
    Raise,
    Reshuffled,
    Returned,
    Showed,
    Wagers,
    Won,
)
from cardwright.games.poker.panel import panels
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.setup import DRAW
from cardwright.games.poker.state import OVER, UNSEEN, PokerView
from cardwright.ranking import Ranking
from cardwright.scenes import BACK, Chips, Fan, Move, Number, Place, Row, Scene, Seat, Text, Zone


def draw(game: Poker, view: PokerView) -> Scene:
    """The scene of this view."""
    return Scene(
        game="poker",
        title=f"{game.ranking.declaration.title}: {game.variant.title}",
        player=view.player,
        status=_status(game, view),
        seats=tuple(_seat(game, view, player) for player in range(game.players)),
        zones=tuple(_zones(game, view)),
        moves=_moves(game, view),
        news=tuple(line for event in view.events for line in _news(game, event)),
        result=_result(game, view),
    )


# Whose turn, and how everyone stands


def _status(game: Poker, view: PokerView) -> str:
    turn = view.turn
    if turn == OVER:
        return "The game is over"
    if turn == CHANCE:
        return "The button is drawn by lot" if not view.deal else "Cards are dealt"
    if game.plan[view.step].kind == DRAW:
        task = "touch the cards to exchange, or stand pat"
    else:
        task = _wager_asked(game, view)
    return f"Your turn: {task}" if turn == view.player else f"{{{turn}}} to act"


def _wager_asked(game: Poker, view: PokerView) -> str:
    call, low, _ = bt.bounds(view.betting, game.limit, game.cap)
    words = [f"call {call:,}" if call else "check"]
    if view.betting.bring and not view.betting.top:
        words = [f"bring it in for {call:,}"]
    if low:
        words.append("complete" if view.betting.bring else "raise" if view.betting.top else "bet")
    return " or ".join([*words, "fold"] if call and view.betting.top else words)


def _seat(game: Poker, view: PokerView, player: Player) -> Seat:
    b = view.betting
    roles = [
        word
        for word, seat in (("button", view.button), ("small blind", view.small), ("big blind", view.big))
        if seat == player and (word == "button" or game.variant.open == "blinds")
    ]
    stack = b.stacks[player]
    dealt = view.step < len(game.plan) and view.deal > 0
    if dealt and not b.inside >> player & 1:
        roles.append("folded" if view.before[player] else "out")
    elif dealt and not stack:
        roles.append("all-in")
    return Seat(
        player=player,
        role=", ".join(roles),
        score=f"{stack:,} chips",
        to_act=view.turn == player,
        out=not view.before[player],
    )


# The table


def _zones(game: Poker, view: PokerView) -> list[Zone]:
    zones: list[Zone] = []
    if game.variant.board or view.board:
        spots = [_spot(game, f"board-{n}", card, "on the board") for n, card in enumerate(view.board, 1)]
        spots += [
            Place(id=f"board-{n}", face=None, label="no card yet, on the board")
            for n in range(len(view.board) + 1, game.variant.board + 1)
        ]
        zones.append(Row(id="board", title="Board", places=tuple(spots)))
    zones.append(Chips(id="pot", title="Pot", amount=bt.pot(view.betting)))
    own_last = sorted(range(game.players), key=lambda seat: (seat - view.player - 1) % game.players)
    zones += [_cards(game, view, seat) for seat in own_last if view.down[seat] or view.up[seat]]
    worth = _worth(game, view)
    if worth:
        zones.append(Text(id="worth", title="What you hold", lines=worth))
    zones += panels(game, view)
    told = tuple(line for event in view.ending for line in _news(game, event))
    if told and not view.board and view.step < len(game.plan):
        zones.append(Text(id="last", title="The deal before", lines=told))
    return zones


def _cards(game: Poker, view: PokerView, seat: Player) -> Zone:
    own = seat == view.player
    whose = "your hand" if own else f"{{{seat}}}'s hand"
    down = [_spot(game, f"seat-{seat + 1}-{n}", card, whose) for n, card in enumerate(view.down[seat], 1)]
    up = [_spot(game, f"seat-{seat + 1}-up-{n}", card, f"{whose}, face up") for n, card in enumerate(view.up[seat], 1)]
    bet = view.betting.bets[seat]
    notes = [f"bet {bet:,}"] if bet else []
    if view.step < len(game.plan) and not view.betting.inside >> seat & 1:
        notes = ["folded"]
    layout: type[Fan | Row] = Fan if own or len(down) + len(up) > 3 else Row
    return layout(
        id=f"seat-{seat + 1}",
        title="Your hand" if own else f"{{{seat}}}'s hand",
        owner=seat,
        places=(*down, *up),
        bet=bet,
        note=", ".join(notes),
    )


def _spot(game: Poker, id: str, card: Card, whose: str) -> Place:
    if card == UNSEEN:
        return Place(id=id, face=BACK, label=f"face-down card, {whose}")
    return Place(id=id, face=game.skin.faces[card], label=f"{game.skin.names[card]}, {whose}")


def _worth(game: Poker, view: PokerView) -> tuple[str, ...]:
    """The best hand of one's own cards so far, and the share of all hands that it beats."""
    if view.player < 0 or not view.betting.inside >> view.player & 1:
        return ()
    hole = view.down[view.player] + view.up[view.player]
    size = game.ranking.size
    if game.variant.hand == "two":
        complete = len(hole) >= 2 and len(view.board) >= size - 2
    else:
        complete = len(hole) + len(view.board) >= size
    if not complete or (game.plan[min(view.step, len(game.plan) - 1)].kind == DRAW and len(hole) < size):
        return ()
    lines = []
    if game.variant.wins != "low":
        lines.append(_told(game, game.ranking, view, "High: " if game.low else ""))
    if game.low is not None:
        lines.append(_told(game, game.low, view, "Low: "))
    return tuple(lines)


def _told(game: Poker, ranking: Ranking, view: PokerView, prefix: str) -> str:
    strength = game.strength(ranking, view, view.player)
    if ranking is game.low and game.variant.wins == "split" and strength < game.setup.least_low:
        return f"{prefix}none that qualifies"
    share = float(ranking.beats(strength) * 100)
    return f"{prefix}{ranking.describe(strength)}; beats {share:.1f} % of all hands"


# What may be done


def _moves(game: Poker, view: PokerView) -> tuple[Move, ...]:
    choices = game.choices(view)
    if not isinstance(choices, Wagers):
        return tuple(_exchange(game, view, choice) for choice in choices)
    moves = [_wager(game, view, action) for action in choices.first]
    if choices.low:
        moves.append(_raise(game, view.betting, choices))
    return tuple(moves)


def _wager(game: Poker, view: PokerView, action: Action) -> Move:
    text = game.text(action)
    call = bt.bounds(view.betting, game.limit, game.cap)[0]
    match action:
        case Fold():
            return Move(text=text, label="Fold", key="F")
        case Check():
            return Move(text=text, label="Check", key="C")
        case Call():
            all_in = ", all-in" if call == view.betting.stacks[view.player] else ""
            return Move(text=text, label=f"Call {call:,}{all_in}", key="C")
        case BringIn():
            return Move(text=text, label=f"Bring in {call:,}", key="C")
    raise AssertionError(action)


def _raise(game: Poker, b: bt.Betting, choices: Wagers) -> Move:
    word = "Complete to" if b.bring else "Raise to" if b.top else "Bet"
    if choices.low == choices.high:
        all_in = ", all-in" if choices.low == b.bets[b.turn] + b.stacks[b.turn] else ""
        text = game.text(Raise(choices.low))
        return Move(text=text, label=f"{word} {choices.low:,}{all_in}", key="B")
    call = bt.bounds(b, game.limit, game.cap)[0]
    to_pot = b.top + bt.pot(b) + call
    presets = [("min", choices.low)]
    if choices.low < to_pot < choices.high:
        presets.append(("pot", to_pot))
    presets.append(("all-in" if choices.high == b.bets[b.turn] + b.stacks[b.turn] else "pot", choices.high))
    number = Number(choices.low, choices.high, 1, tuple(presets))
    return Move(text="raise {}", label=f"{word} {{}}", number=number, key="B")


def _exchange(game: Poker, view: PokerView, action: Action) -> Move:
    assert isinstance(action, Draw)
    if not action.cards:
        return Move(text=game.text(action), label="Stand pat", key="P")
    mine = view.down[view.player]
    places = frozenset(f"seat-{view.player + 1}-{mine.index(card) + 1}" for card in action.cards)
    label = "Exchange " + " ".join(game.skin.short(card) for card in action.cards)
    return Move(text=game.text(action), label=label, places=places)


# What happened


def _news(game: Poker, event: Happened) -> list[str]:
    match event:
        case Began(deal, button, level):
            times = f", bets times {level}" if level > 1 else ""
            return [f"Deal {deal}, button: {{{button}}}{times}"]
        case Forced(player, what, amount):
            return [f"{{{player}}}: {what} {amount:,}"]
        case Did():
            return [_did(event)]
        case Returned(player, amount):
            return [f"{{{player}}}: {amount:,} back, which nobody matched"]
        case Reshuffled(cards):
            return [f"{cards} cards go back into the stock"]
        case Common():
            return ["Too few cards are left: one is dealt for all"]
        case Showed():
            return [_showed(game, event)]
        case Mucked(player):
            return [f"{{{player}}}: beaten, and not shown"]
        case Won(award, pots):
            half = f", the {award.half} half" if award.half else ""
            which = "the pot" if pots == 1 else "the main pot" if not award.pot else f"side pot {award.pot}"
            return [f"{{{award.seat}}}: {award.amount:,} from {which}{half}"]
        case Out(player):
            return [f"{{{player}}}: out of chips"]
    raise AssertionError(event)


def _did(event: Did) -> str:
    who, amount = f"{{{event.player}}}", event.amount
    words = {
        "fold": "fold",
        "check": "check",
        "call": f"call {amount:,}",
        "bring-in": f"bring-in {amount:,}",
        "complete": f"complete to {amount:,}",
        "bet": f"bet {amount:,}",
        "raise": f"raise to {amount:,}",
        "draw": f"{amount} exchanged" if amount else "stand pat",
    }
    return f"{who}: {words[event.what]}" + (", all-in" if event.all_in else "")


def _showed(game: Poker, event: Showed) -> str:
    hands = []
    if event.high >= 0:
        hands.append(game.ranking.describe(event.high))
    if event.low >= 0 and game.low is not None:
        hands.append(("low " if hands else "") + game.low.describe(event.low))
    cards = " ".join(game.skin.short(card) for card in event.cards)
    return f"{{{event.player}}}: {cards}, {'; '.join(hands)}"


def _result(game: Poker, view: PokerView) -> str:
    if view.turn != OVER:
        return ""
    stacks = view.betting.stacks
    order = sorted(range(game.players), key=lambda seat: -stacks[seat])
    if sum(map(bool, stacks)) == 1:
        return f"Winner: {{{order[0]}}}, with all {stacks[order[0]]:,} chips"
    lines = [
        f"{{{seat}}} {stacks[seat] - first:+,}" for seat, first in zip(order, [game.setup.stacks[s] for s in order])
    ]
    return "Won and lost: " + ", ".join(lines)
