"""The look of Crazy Eights: the stock and the pile between two hands."""

from random import Random

from cardwright.cards import Card
from cardwright.game import CHANCE, SPECTATOR, Player
from cardwright.games.crazy_eights.actions import CrazyAction, Name, Play
from cardwright.games.crazy_eights.events import CrazyEvent, Ended, Named, Passed, Played, Took
from cardwright.games.crazy_eights.rules import SUITS, CrazyEights, points
from cardwright.games.crazy_eights.state import DECK, EIGHT, NO_SUIT, CrazyEightsView
from cardwright.scenes import BACK, Fan, Felt, Move, Pile, Place, Scene, Seat, card_place

BUTTONS = {"take": ("Take a card", "T"), "pass": ("Pass", "P")}


def build_scene(game: CrazyEights, view: CrazyEightsView) -> Scene:
    """Return the whole table as this seat sees it."""
    near = 0 if view.player == SPECTATOR else view.player
    to_act = game.players_to_act(game.sample_state(view, Random(0)))
    return Scene(
        felt=Felt(button_lines=2),  # the names of four suits
        game=game.name,
        title="Crazy Eights",
        player=view.player,
        status=_status(view, to_act),
        progress=f"{view.stock_size} cards left in the stock",
        seats=tuple(
            Seat(player=seat, role="dealer" if seat else "", score=_cards(view.sizes[seat]), to_act=seat in to_act)
            for seat in (0, 1)
        ),
        zones=(_hand(view, 1 - near), _stock(view), _pile(view), _hand(view, near)),
        moves=tuple(_move(game, view, action) for action in game.choices(view)),
        news=tuple(_news(event) for event in view.events),
        result=_news(view.events[-1]) if view.over else "",
        outcome=_outcome(game, view) if view.over else "",
    )


def _cards(count: int) -> str:
    return f"{count} card" if count == 1 else f"{count} cards"


def _status(view: CrazyEightsView, to_act: tuple[Player, ...]) -> str:
    if view.over:
        return "The deal is over"
    if to_act == (CHANCE,):
        return "A card is dealt"
    if view.player not in to_act:
        return f"{{{view.turn}}} to play"
    if view.suit == NO_SUIT:
        return "Name the suit to follow"
    return f"Play {_wanted(view)}, or take a card" if view.stock_size else f"Play {_wanted(view)}, or pass"


def _wanted(view: CrazyEightsView) -> str:
    """Return the cards that may follow, in words: "a heart, a king or an eight"."""
    suit, last = SUITS[view.suit].removesuffix("s"), view.pile[-1]
    if DECK.rank_of[last] == EIGHT:
        return f"a {suit} or an eight"
    rank = DECK.ranks[DECK.rank_of[last]].name
    return f"a {suit}, {'an' if rank == 'ace' else 'a'} {rank} or an eight"


def _hand(view: CrazyEightsView, seat: Player) -> Fan:
    own = seat == view.player
    whose = "your hand" if own else f"{{{seat}}}'s hand"
    seen = own or view.over
    cards: list[Card | None] = [*sorted(view.hands[seat])] if seen else [None] * view.sizes[seat]
    places = tuple(card_place(DECK, f"hand{seat}-{number}", card, whose) for number, card in enumerate(cards))
    note = f"{points(view.hands[seat])} points" if view.over else ""
    return Fan(id=f"hand{seat}", title=whose[0].upper() + whose[1:], owner=seat, places=places, note=note)


def _stock(view: CrazyEightsView) -> Pile:
    top = Place(id="stock", face=BACK if view.stock_size else None, label="the stock, face down")
    return Pile(id="stock-pile", title="Stock", count=view.stock_size, places=(top,))


def _pile(view: CrazyEightsView) -> Pile:
    top = (card_place(DECK, "pile", view.pile[-1], "the pile"),) if view.pile else ()
    note = f"follow {SUITS[view.suit]}" if view.suit != NO_SUIT else ""
    return Pile(id="pile-pile", title="Pile", count=len(view.pile), places=top, note=note)


def _move(game: CrazyEights, view: CrazyEightsView, action: CrazyAction) -> Move:
    text = game.text(action)
    match action:
        case Play(card):
            place = f"hand{view.player}-{sorted(view.hands[view.player]).index(card)}"
            return Move(text=text, label=f"Play {DECK.face(card).short}", places=frozenset({place}))
        case Name(suit):
            return Move(text=text, label=f"{SUITS[suit].capitalize()} {DECK.suits[suit].symbol}")
    label, key = BUTTONS[text]
    return Move(text=text, label=label, key=key)


def _news(event: CrazyEvent) -> str:
    match event:
        case Played(player, card):
            return f"{{{player}}}: {DECK.face(card).short} played"
        case Named(player, suit):
            return f"{{{player}}}: {SUITS[suit]} are to follow"
        case Took(player):
            return f"{{{player}}}: a card taken"
        case Passed(player):
            return f"{{{player}}}: pass"
        case Ended(winner, won):
            return f"{{{winner}}} won {won} points" if winner >= 0 else "Both have the same number of points: a draw"


def _outcome(game: CrazyEights, view: CrazyEightsView) -> str:
    if view.player == SPECTATOR:
        return ""
    ahead = game.returns(game.sample_state(view, Random(0)))[view.player]
    return "won" if ahead > 0 else "lost" if ahead else "drawn"
