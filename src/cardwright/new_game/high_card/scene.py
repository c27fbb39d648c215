"""The look of High Card: two hands, and the cards laid between them."""

from random import Random

from cardwright.game import CHANCE, SPECTATOR, Player
from cardwright.new_game.high_card.actions import Lay
from cardwright.new_game.high_card.events import HighCardEvent, Laid, Shown
from cardwright.new_game.high_card.rules import HighCard
from cardwright.new_game.high_card.state import DECK, FACE_DOWN, NO_CARD, HighCardView
from cardwright.scenes import Fan, Move, Place, Row, Scene, Seat, card_place


def build_scene(game: HighCard, view: HighCardView) -> Scene:
    """Return the whole table as this seat sees it; the own hand comes last, nearest to the player."""
    near = 0 if view.player == SPECTATOR else view.player
    to_act = game.players_to_act(game.sample_state(view, Random(0)))  # hidden cards do not decide who acts
    over = not to_act
    return Scene(
        game=game.name,
        title="High Card",
        player=view.player,
        status=_status(view, to_act, over),
        progress=f"{len(view.aside) // 2} of {game.settings['cards']} tricks played",
        seats=tuple(Seat(player=seat, score=str(view.scores[seat]), to_act=seat in to_act) for seat in (0, 1)),
        zones=(_hand(view, 1 - near), _table(view), _hand(view, near)),
        moves=tuple(_move(view, action) for action in game.choices(view) if isinstance(action, Lay)),
        news=tuple(_news(event) for event in view.events),
        result=f"{{0}}: {view.scores[0]}, {{1}}: {view.scores[1]}" if over else "",
        outcome=_outcome(view) if over else "",
    )


def _status(view: HighCardView, to_act: tuple[Player, ...], over: bool) -> str:
    if over:
        return "The game is over"
    if to_act == (CHANCE,):
        return "The cards are turned up" if NO_CARD not in view.laid else "The cards are dealt"
    return "Lay a card, face down" if view.player in to_act else "Both players choose a card"


def _hand(view: HighCardView, seat: Player) -> Fan:
    own = seat == view.player
    whose = "your hand" if own else f"{{{seat}}}'s hand"
    cards = sorted(view.hand) if own else [None] * view.sizes[seat]
    places = tuple(card_place(DECK, f"hand{seat}-{number}", card, whose) for number, card in enumerate(cards))
    return Fan(id=f"hand{seat}", title="Your hand" if own else whose, owner=seat, places=places)


def _table(view: HighCardView) -> Row:
    return Row(id="table", title="On the table", places=tuple(_laid_place(view, seat) for seat in (0, 1)))


def _laid_place(view: HighCardView, seat: Player) -> Place:
    card, id = view.laid[seat], f"laid{seat}"
    if card == NO_CARD:
        return Place(id=id, face=None, label=f"no card of {{{seat}}} yet")
    return card_place(DECK, id, None if card == FACE_DOWN else card, f"laid by {{{seat}}}")


def _move(view: HighCardView, action: Lay) -> Move:
    place = f"hand{view.player}-{sorted(view.hand).index(action.card)}"
    face = DECK.face(action.card)
    return Move(text=f"lay {DECK.text(action.card)}", label=f"Lay {face.short}", places=frozenset({place}))


def _news(event: HighCardEvent) -> str:
    match event:
        case Laid(player):
            return f"{{{player}}}: a card laid"
        case Shown(cards, winner):
            shown = f"{DECK.short_of(cards[:1])} against {DECK.short_of(cards[1:])}"
            return f"{shown}: {f'{{{winner}}} took the trick' if winner >= 0 else 'equal ranks, no trick'}"


def _outcome(view: HighCardView) -> str:
    if view.player == SPECTATOR:
        return ""
    ahead = view.scores[view.player] - view.scores[1 - view.player]
    return "won" if ahead > 0 else "lost" if ahead else "drawn"
