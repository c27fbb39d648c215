"""How cribbage looks: the board, the hands, the crib and the starter, the cards in play, and the last show."""

from cardwright.cards import Card
from cardwright.game import Action, Player
from cardwright.games.cribbage.actions import (
    Claimed,
    CribFull,
    CutCard,
    CutTied,
    FirstDealer,
    Go,
    Happened,
    Heels,
    LaidAway,
    LastCard,
    LayAway,
    PlayCard,
    Played,
    Show,
    Starter,
    Won,
    text,
)
from cardwright.games.cribbage.rules import Cribbage, CribbageView, count_of, to_act, to_count
from cardwright.games.cribbage.scoring import DECK, MOST, show
from cardwright.scenes import Fan, Move, Number, Peg, Pegboard, Pile, Place, Row, Scene, Seat, Text, Zone, card_place

_SKUNKS = {1: "", 2: ", a skunk", 4: ", a double skunk"}


def draw(game: Cribbage, view: CribbageView) -> Scene:
    """The scene of this view."""
    return Scene(
        game="cribbage",
        title=_title(game),
        player=view.player,
        status=_status(view),
        seats=tuple(_seat(game, view, player) for player in (0, 1)),
        zones=tuple(zone for zone in _zones(game, view) if zone is not None),
        moves=_moves(game, view),
        news=tuple(_news(view, event) for event in view.events),
        result=_result(game, view),
    )


def _title(game: Cribbage) -> str:
    games = game.settings["games"]
    return f"Cribbage to {game.to}" + (f", first to {games} games" if games > 1 else "")


def _seat(game: Cribbage, view: CribbageView, player: Player) -> Seat:
    score = str(view.scores[player])
    if game.settings["games"] > 1:
        games = _games(view, player)
        score += f", {games} game{'' if games == 1 else 's'}"
    role = "" if view.dealer < 0 else "dealer" if player == view.dealer else "pone"
    return Seat(player=player, role=role, score=score, to_act=player in to_act(view))


def _games(view: CribbageView, player: Player) -> int:
    return sum(won.games for won in view.won if won.player == player)


def _own(view: CribbageView, player: Player, thing: str) -> str:
    """Something of a player's, to begin a line with: "Your hand", "{1}'s hand"."""
    return f"Your {thing}" if player == view.player else f"{{{player}}}'s {thing}"


def _by(view: CribbageView, player: Player) -> str:
    return "you" if player == view.player else f"{{{player}}}"


# What is asked of whom.


def _status(view: CribbageView) -> str:
    if view.phase == "over":
        return "The match is over" if len(view.won) > 1 else "The game is over"
    waiting = to_act(view)
    if not waiting:
        return {"cut": "Cut for the deal", "first": "The first dealer is drawn by lot"}.get(view.phase, "Dealing")
    task = _task(view, waiting[0] if view.player not in waiting else view.player)
    if view.player in waiting:
        return f"Your turn: {task}"
    return f"Waiting for {' and '.join(f'{{{player}}}' for player in waiting)} to {task}"


def _task(view: CribbageView, player: Player) -> str:
    match view.phase:
        case "lay away":
            return f"lay away two cards to {_crib_of(view)}"
        case "play":
            count = count_of(view)
            return f"play a card to the count of {count}" if count else "lead a card"
        case "claim":
            return f"claim points for the {'crib' if len(view.shown) == 2 else 'hand'}"
    return f"look for points missed in the {view.claimed} claimed"


def _crib_of(view: CribbageView) -> str:
    if view.dealer == view.player:
        return "your own crib"
    return f"{{{view.dealer}}}'s crib" if view.player >= 0 else "the crib"


def _moves(game: Cribbage, view: CribbageView) -> tuple[Move, ...]:
    if view.player not in to_act(view):
        return ()
    if view.phase == "claim":
        return (Move(text="claim {}", label="Claim {} points", number=Number(0, MOST), key="C"),)
    if view.phase == "muggins":
        nothing = Move(text="muggins 0", label="Nothing was missed", key="N")
        most = MOST - (view.claimed or 0)
        if not most:
            return (nothing,)
        return nothing, Move(text="muggins {}", label="Muggins: take {} points", number=Number(1, most), key="M")
    return tuple(_move(view, action) for action in game.choices(view))


def _move(view: CribbageView, action: Action) -> Move:
    cards: tuple[Card, ...]
    match action:
        case LayAway(cards):
            verb = "Lay away"
        case PlayCard(card):
            cards, verb = (card,), "Play"
        case _:
            raise AssertionError(f"{action} is not made with cards")
    places = frozenset(_spot(view, card) for card in cards)
    return Move(text=text(action), label=f"{verb} {DECK.short_of(cards)}", places=places)


def _spot(view: CribbageView, card: Card) -> str:
    """Where in the hand a card lies."""
    return f"hand{view.player}-{view.hand.index(card)}"


# What lies on the table, from the far side to the near.


def _zones(game: Cribbage, view: CribbageView) -> tuple[Zone | None, ...]:
    near = max(view.player, 0)
    return (
        _hand(view, 1 - near),
        _cut(view),
        _starter(view),
        _crib(view),
        _count(view),
        _play(view),
        _spent(view, 1 - near),
        _spent(view, near),
        _last_show(view),
        _board(game, view),
        _hand(view, near),
        _worth(game, view),
    )


def _worth(game: Cribbage, view: CribbageView) -> Zone | None:
    """What one's four cards will score at the show, while they are played. With muggins that is to be found alone."""
    if game.muggins or view.phase != "play" or view.starter is None or view.player < 0:
        return None
    mine = (*view.hand, *(card for player, card in view.played if player == view.player))
    score = show(mine, view.starter)
    return Text(
        id="worth",
        title="Your hand at the show",
        owner=view.player,
        lines=(score.spoken,),
        note=str(score.points),
        aside=True,
    )


def _hand(view: CribbageView, player: Player) -> Zone | None:
    if not view.sizes[player]:
        return None
    id = f"hand{player}"
    whose = "your hand" if player == view.player else f"{{{player}}}'s hand"
    cards: tuple[Card | None, ...] = view.hand if player == view.player else (None,) * view.sizes[player]
    return Fan(
        id=id,
        title=_own(view, player, "hand"),
        owner=player,
        places=tuple(card_place(DECK, f"{id}-{number}", card, whose) for number, card in enumerate(cards)),
        note="two laid away" if view.phase == "lay away" and view.done[player] else "",
    )


def _cut(view: CribbageView) -> Zone | None:
    """The cut for the deal, left in sight until both have laid away."""
    if not view.cuts:
        return None
    places = tuple(
        card_place(DECK, f"cut-{player}", card, f"cut by {_by(view, player)}") for player, card in enumerate(view.cuts)
    )
    note = f"first deal: {{{view.opener}}}" if view.opener >= 0 else ""
    return Row(id="cut", title="Cut for the deal", places=places, note=note)


def _starter(view: CribbageView) -> Zone | None:
    if view.starter is None or view.phase in ("claim", "muggins"):  # then it lies with the cards to count
        return None
    return Row(id="starter", title="Starter", places=(_starter_place(view.starter, "starter-0"),))


def _starter_place(card: Card, id: str) -> Place:
    return card_place(DECK, id, card, "the starter")


def _crib(view: CribbageView) -> Zone | None:
    """Face down; when its time comes it lies open, in `_count`."""
    count = 2 * sum(view.done)
    if not count or view.crib:
        return None
    return Pile(
        id="crib",
        title=_own(view, view.dealer, "crib"),
        owner=view.dealer,
        places=(card_place(DECK, "crib-0", None, "the crib"),),
        count=count,
        note=f"yours: {DECK.short_of(view.laid)}" if view.laid else "",
    )


def _count(view: CribbageView) -> Zone | None:
    """With muggins, the hand that is being claimed for."""
    if view.phase not in ("claim", "muggins") or view.starter is None:
        return None
    thing = "crib" if view.crib else "hand"
    owner = view.dealer if view.shown else 1 - view.dealer
    places = tuple(
        card_place(DECK, f"count-{number}", card, f"the {thing}") for number, card in enumerate(to_count(view))
    )
    return Row(
        id="count",
        title=_own(view, owner, thing),
        owner=owner,
        places=(*places, _starter_place(view.starter, "count-starter")),
        note="" if view.claimed is None else f"{view.claimed} claimed",
    )


def _play(view: CribbageView) -> Zone | None:
    """The cards of the current count, in the order played."""
    if view.phase not in ("play", "over") or view.shown:
        return None
    return _played(view, "play", "The play", view.played[view.opened :], note=f"count {count_of(view)}")


def _spent(view: CribbageView, player: Player) -> Zone | None:
    """A player's cards of earlier counts."""
    cards = tuple((who, card) for who, card in view.played[: view.opened] if who == player)
    if view.phase not in ("play", "over") or view.shown or not cards:
        return None
    return _played(view, f"spent{player}", f"Played by {_by(view, player)}", cards, owner=player)


def _played(
    view: CribbageView,
    id: str,
    title: str,
    cards: tuple[tuple[Player, Card], ...],
    note: str = "",
    owner: Player | None = None,
) -> Zone:
    last = view.played[-1:]
    places = tuple(
        card_place(
            DECK,
            f"{id}-{number}",
            card,
            f"played by {_by(view, player)}",
            marks=("new",) if ((player, card),) == last else (),
        )
        for number, (player, card) in enumerate(cards)
    )
    return Row(id=id, title=title, places=places, note=note, owner=owner)


def _last_show(view: CribbageView) -> Zone | None:
    """The hands and the crib as they were counted: of this deal, or of the last until both have laid away."""
    if not view.shown:
        return None
    counting = view.phase in ("claim", "muggins", "over")
    lines = tuple(f"{_own(view, each.player, 'crib' if each.crib else 'hand')}: {_show(each)}" for each in view.shown)
    return Text(id="show", title="The show" if counting else "The last show", lines=lines)


def _show(each: Show) -> str:
    """A show in full: the cards, what they score and why."""
    return f"{DECK.short_of(each.cards)}, starter {DECK.face(each.starter).short}: {_spoken(each)}"


def _spoken(each: Show) -> str:
    """What a hand scores, in the words of who counts it; then what muggins made of it."""
    counted = show(each.cards, each.starter, each.crib).spoken
    if each.worth:
        counted += f" ({each.worth})"
    if each.points < each.worth:
        counted += f"; {each.points} claimed"
    if each.taken:
        counted += f", {each.taken} taken by {{{1 - each.player}}}"
    return counted


def _board(game: Cribbage, view: CribbageView) -> Zone:
    pegs = tuple(Peg(player, view.scores[player], view.backs[player]) for player in (0, 1))
    return Pegboard(id="board", title="Board", pegs=pegs, length=game.to)


# What happened, and how it ended.


def _news(view: CribbageView, event: Happened) -> str:
    match event:
        case CutCard(player, card):
            return f"{{{player}}}: {DECK.face(card).short} cut"
        case CutTied():
            return "A tie: cut again"
        case FirstDealer(player):
            return f"First deal: {{{player}}}"
        case LaidAway(player):
            return f"{{{player}}}: two cards laid away"
        case CribFull():
            return "The crib is full"
        case Starter(card):
            return f"Starter: {DECK.face(card).short}"
        case Heels(player):
            return f"{{{player}}}: his heels for two"
        case Played(player, card, count, score):
            return ", ".join(filter(None, (f"{{{player}}}: {DECK.face(card).short}", f"count {count}", score.called)))
        case Go(player):
            return f"{{{player}}}: go"
        case LastCard(player, all_out):
            return f"{{{player}}}: one for {'the last card' if all_out else 'the go'}"
        case Show(player, crib):
            return f"{_own(view, player, 'crib' if crib else 'hand')}: {_spoken(event)}"
        case Claimed(player, claimed, allowed):
            cut_down = f", and {allowed} allowed" if allowed < claimed else ""
            return f"{{{player}}}: {claimed} claimed{cut_down}"
        case Won():
            return _game(event)


def _game(won: Won) -> str:
    winner, loser = won.scores[won.player], won.scores[1 - won.player]
    return f"The game goes to {{{won.player}}}, {winner} to {loser}{_SKUNKS[won.games]}"


def _result(game: Cribbage, view: CribbageView) -> str:
    if view.phase != "over":
        return ""
    won = view.won[-1]
    if game.settings["games"] == 1:
        return _game(won)
    games = _games(view, won.player), _games(view, 1 - won.player)
    return f"The match goes to {{{won.player}}}, {games[0]} games to {games[1]}"
