"""The scene of cribbage: the board, the hands, the crib and the starter, the cards in play, and the show."""

import functools

from cardwright.cards import Card
from cardwright.game import Action, Player
from cardwright.games.cribbage.actions import Count, Done, LayAway, Muggins, PlayCard, text
from cardwright.games.cribbage.counting import Cards, kept_show
from cardwright.games.cribbage.events import Called, Counted, FirstDealer, Go, Pair, Played
from cardwright.games.cribbage.rules import DOUBLE_SKUNK_POINTS, SKUNK_POINTS, Cribbage
from cardwright.games.cribbage.scoring import DECK, MAX_COUNT, VALUE
from cardwright.games.cribbage.state import (
    AT_PLAY,
    AT_SHOW,
    CribbageView,
    cards_played_by,
    count_of,
    counts_made,
    to_act,
)
from cardwright.games.cribbage.words import (
    call_lines,
    games_won,
    in_full,
    news,
    outcome,
    result,
    show_kind,
    whose_show,
)
from cardwright.scenes import (
    Fan,
    Felt,
    Move,
    Peg,
    Pegboard,
    Pile,
    Place,
    Reserved,
    Row,
    Scene,
    Seat,
    Text,
    Zone,
    card_place,
    marked,
    possessive,
    subject,
)
from cardwright.wording import all_of, counted, uncapitalized

FELT = Felt(
    plan="track",
    others=(Reserved(1, ("hand*",)),),
    middle=(
        Reserved(2, ("starter",)),
        Reserved(3, ("crib:pile",)),
        Reserved(6, ("play", "crib:row", "cut")),
    ),
    own=(Reserved(1, ("hand*",)),),
)


CRIB_COUNT = 4  # cards in a crib
MAX_KEPT_ZONES = 2048  # also of places and moves: most are the same after the next step


def build_scene(game: Cribbage, view: CribbageView) -> Scene:
    """The scene of this view."""
    return Scene(
        felt=FELT,
        game="cribbage",
        title=_title(game),
        player=view.player,
        status=_status(view),
        progress=_progress(game, view),
        seats=tuple(_seat(game, view, player) for player in (0, 1)),
        zones=tuple(zone for zone in _zones(game, view) if zone is not None),
        moves=tuple(_move(view, action) for action in game.choices(view)),
        news=tuple(news(view, event) for event in view.events),
        result=result(game, view),
        outcome=outcome(view),
    )


def news_and_scores(game: Cribbage, view: CribbageView) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The news and the scores of the scene of this view."""
    return tuple(news(view, event) for event in view.events), (_score(game, view, 0), _score(game, view, 1))


def _title(game: Cribbage) -> str:
    games = game.settings["games"]
    return f"Cribbage to {game.to}" + (f", first to {games} games" if games > 1 else "")


def _progress(game: Cribbage, view: CribbageView) -> str:
    """Return the holes left for each player, in words."""
    left = (f"{subject(view.player, player)} {game.to - view.scores[player]}" for player in (0, 1))
    return f"holes to go: {', '.join(left)}"


def _seat(game: Cribbage, view: CribbageView, player: Player) -> Seat:
    role = "" if view.dealer < 0 else "dealer" if player == view.dealer else "pone"
    return Seat(player=player, role=role, score=_score(game, view, player), to_act=player in to_act(view))


def _score(game: Cribbage, view: CribbageView, player: Player) -> str:
    score = str(view.scores[player])
    if game.settings["games"] > 1:
        games = games_won(view, player)
        score += f", {counted(games, 'game')}"
    return score


# What is asked of a player, or shown to both.


def _status(view: CribbageView) -> str:
    if view.phase == "over":
        return "The match is over" if len(view.won) > 1 else "The game is over"
    waiting = to_act(view)
    if not waiting:
        return _going_on(view)
    task = _task(view, waiting[0] if view.player not in waiting else view.player)
    if view.player in waiting:
        return f"Your turn: {task}"
    return f"Waiting for {all_of(f'{{{player}}}' for player in waiting)} to {task.partition(':')[0]}"


def _going_on(view: CribbageView) -> str:
    """The status while no player acts."""
    match view.phase:
        case "cut" | "cut made":
            return "Cut for the deal: the lower card deals"
        case "first":
            return "The first dealer is drawn at random"
        case "starter" | "starter up":
            pone = subject(view.player, 1 - view.dealer)
            cuts = "You cut, as the pone" if pone == "you" else f"{pone}, the pone, cuts"
            dealer = subject(view.player, view.dealer)
            return f"{cuts}; {dealer} turn{'' if dealer == 'you' else 's'} up the starter"
        case "go":
            return f"Go from {subject(view.player, 1 - view.turn)}: no card in that hand keeps the count within 31"
        case "played out":
            return "All cards are played; now the hands are counted with the starter"
        case "show" | "counted":
            return f"The show: {_last_count_text(view)}"
        case "won":
            return "A game is won; the next begins"
    return "Dealing"


def _last_count_text(view: CribbageView) -> str:
    """The combination that is lit, or the hand that has been counted by hand."""
    last = view.shown[-1]
    said = call_lines(last)[-1] if last.calls and view.phase == "show" else counted(last.points, "point")
    return f"{uncapitalized(whose_show(view, last))}: {said}"


def _task(view: CribbageView, player: Player) -> str:
    match view.phase:
        case "lay away":
            return f"lay away two cards to {_crib_of(view, player)}"
        case "play":
            count = count_of(view)
            return f"play a card; the count is {count}" if count else "lead a card"
        case "claim":
            return f"count the {show_kind(view.shown[-1])}: choose the cards of each combination in turn"
    return f"take what was missed in the {show_kind(view.shown[-1])} (muggins): choose the cards"


def _crib_of(view: CribbageView, player: Player) -> str:
    if view.dealer == view.player:
        return "your own crib" if player == view.player else "your crib"
    if view.player < 0:
        return "the crib"
    return "their own crib" if player == view.dealer else f"{{{view.dealer}}}'s crib"


def _move(view: CribbageView, action: Action) -> Move:
    cards: Cards
    match action:
        case LayAway(cards):
            verb = "Lay away"
        case PlayCard(card):
            cards, verb = (card,), "Play"
        case Count(cards):
            verb = "Count"
        case Muggins(cards):
            verb = "Muggins:"
        case Done():
            label = "No more combinations" if view.phase == "claim" else "Nothing more was missed"
            return Move(text=text(action), label=label, key="D")
        case _:
            raise AssertionError(f"{action} is not made with cards")
    return _kept_move(action, f"{verb} {DECK.short_of(cards)}", frozenset([_spot(view, card) for card in cards]))


@functools.lru_cache(maxsize=MAX_KEPT_ZONES)
def _kept_move(action: Action, label: str, places: frozenset[str]) -> Move:
    return Move(text=text(action), label=label, places=places)


def _spot(view: CribbageView, card: Card) -> str:
    """The place of a card that can be touched."""
    if card == view.starter:
        return "starter-0"
    if view.phase in AT_SHOW:
        last = view.shown[-1]
        return f"{'crib' if last.crib else f'hand{last.player}'}-{last.cards.index(card)}"
    return f"hand{view.player}-{view.hand.index(card)}"


# What lies on the table, from the far side to the near.


def _zones(game: Cribbage, view: CribbageView) -> tuple[Zone | None, ...]:
    near = max(view.player, 0)
    return (
        _hand(game, view, 1 - near),
        _cut(view),
        _starter(view),
        _crib(view),
        _play(view),
        _show(view),
        _board(game.to, view.scores, view.backs),
        _hand(game, view, near),
        _worth(game, view),
        _last_show(view),
    )


def _showing(view: CribbageView) -> bool:
    """True while the hands of this deal lie face up to be counted."""
    return view.phase in AT_SHOW or (view.phase in ("won", "over") and bool(view.shown))


def _lit(view: CribbageView) -> frozenset[Card]:
    """The cards of the combinations that were called or missed in the last step."""
    cards: set[Card] = set()
    for event in view.events:
        match event:
            case Called(_, call):
                cards.update(call.part.cards)
            case Counted(_, missed):
                cards.update(card for part in missed for card in part.cards)
            case Played(_, _, _, score):
                cards.update(card for part in score.parts for card in part.cards)
    return frozenset(cards)


def _marks(view: CribbageView, card: Card) -> tuple[str, ...]:
    new = bool(view.played) and view.played[-1][1] == card and view.phase in AT_PLAY
    return marked(active=card in _lit(view), new=new)


def _hand(game: Cribbage, view: CribbageView, player: Player) -> Zone | None:
    if view.dealer < 0 or view.phase == "deal":
        return None
    showing, is_own = _showing(view), player == view.player
    cards: tuple[Card | None, ...] = (None,) * view.sizes[player]
    if showing or is_own:
        cards = cards_played_by(view, player) if showing else view.hand
    counted = showing and not view.shown[-1].crib and view.shown[-1].player == player
    marked = [_marks(view, card) if counted and card is not None else () for card in cards]
    refused = [_refusal(game, view, card) if is_own else "" for card in cards]
    seen = tuple(zip(cards, marked, refused, strict=True))
    return _kept_hand(player, seen, possessive(view.player, player, "hand"), _hand_note(view, player))


@functools.lru_cache(maxsize=MAX_KEPT_ZONES)
def _kept_hand(
    player: Player, seen: tuple[tuple[Card | None, tuple[str, ...], str], ...], title: str, note: str
) -> Zone:
    """Return a hand; ``seen`` has the face, the marks and the refusal of each card."""
    whose = uncapitalized(title)
    places = (
        card_place(DECK, f"hand{player}-{number}", card, whose, marks=marks, refusal=refusal)
        for number, (card, marks, refusal) in enumerate(seen)
    )
    return Fan(id=f"hand{player}", title=title, owner=player, places=tuple(places), note=note)


def _refusal(game: Cribbage, view: CribbageView, card: Card | None) -> str:
    """The rule that refuses a card of one's hand, in the play."""
    if card is None or view.phase != "play" or view.turn != view.player or count_of(view) + VALUE[card] <= MAX_COUNT:
        return ""
    return game.why_illegal(view, PlayCard(card))


def _hand_note(view: CribbageView, player: Player) -> str:
    if _showing(view):
        return next(
            (counted(each.points, "point") for each in view.shown if each.player == player and not each.crib), ""
        )
    if view.phase == "lay away" and view.done[player]:
        return "two laid away"
    if any(isinstance(event, Go) and event.player == player for event in view.events):
        return "go"
    return "" if view.sizes[player] else "all cards played"


def _cut(view: CribbageView) -> Zone | None:
    """The cut for the deal, left in sight until both have laid away."""
    if not view.cuts:
        return None
    places = tuple(
        card_place(DECK, f"cut-{player}", card, f"cut {by}", caption=by)
        for player, card in enumerate(view.cuts)
        for by in [f"by {subject(view.player, player)}"]
    )
    opener = next((event.player for event in view.events if isinstance(event, FirstDealer)), view.opener)
    who = subject(view.player, opener)
    note = "" if opener < 0 else f"{who} deal" if opener == view.player else f"{who} deals"
    return Row(id="cut", title="Cut for the deal", places=places, note=note)


def _starter(view: CribbageView) -> Zone | None:
    if view.starter is None:
        return None
    marks = _marks(view, view.starter) if _showing(view) else marked(new=view.phase == "starter up")
    return _kept_starter(view.starter, marks)


@functools.lru_cache(maxsize=MAX_KEPT_ZONES)
def _kept_starter(card: Card, marks: tuple[str, ...]) -> Zone:
    places = (card_place(DECK, "starter-0", card, "the starter", marks=marks),)
    return Row(id="starter", title="Starter", places=places)


def _crib(view: CribbageView) -> Zone | None:
    """The crib: a pile in its place from the deal on, until its cards are turned up and counted."""
    title = possessive(view.player, view.dealer, "crib")
    if view.crib:
        marked = (_marks(view, card) if view.shown[-1].crib else () for card in view.crib)
        places = tuple(
            card_place(DECK, f"crib-{number}", card, "the crib", marks=marks)
            for number, (card, marks) in enumerate(zip(view.crib, marked, strict=True))
        )
        return Row(id="crib", title=title, places=places, note=counted(view.shown[-1].points, "point"))
    count = 2 * sum(view.done)
    if not count and view.phase != "lay away":
        return None
    place = card_place(DECK, "crib-0", None, "the crib") if count else Place(id="crib-0", face=None, label="empty")
    return Pile(id="crib", title=title, places=(place,), count=count, note=_laid_note(view, count))


def _laid_note(view: CribbageView, count: int) -> str:
    """Return the cards that the viewer laid away, or how full the crib is: a note that comes would move the pile."""
    return f"you: {DECK.short_of(view.laid)}" if view.laid else f"{count} of {CRIB_COUNT}"


def _play(view: CribbageView) -> Zone | None:
    """The cards played in this deal, in order, each with the count that it made and its player."""
    ended = view.phase in ("won", "over") and view.starter is not None
    if not (view.phase in AT_PLAY or ended) or _showing(view):
        return None
    near, places = max(view.player, 0), []
    for number, ((player, card), count) in enumerate(zip(view.played, counts_made(view))):
        marks = (*(_marks(view, card) if number >= view.opened else ("spent",)), "near" if player == near else "far")
        places.append(_played_place(number, card, count, subject(view.player, player), marks))
    return Fan(id="play", title="The play", places=tuple(places), note=f"count {count_of(view)}")


@functools.lru_cache(maxsize=MAX_KEPT_ZONES)
def _played_place(number: int, card: Card, count: int, who: str, marks: tuple[str, ...]) -> Place:
    return card_place(DECK, f"play-{number}", card, f"played by {who}", marks=marks, caption=f"{count} by {who}")


def _show(view: CribbageView) -> Zone | None:
    """The hand that is counted, a line for each combination; in the end all that was counted."""
    if not _showing(view):
        return None
    last = view.shown[-1]
    lines = [f"{whose_show(view, done)}: {counted(done.points, 'point')}" for done in view.shown[:-1]]
    lines.append(f"{whose_show(view, last)}:")
    lines += call_lines(last)
    if not last.calls and view.phase not in ("claim", "muggins"):
        lines[-1] += " nothing"
    return Text(id="show", title="The show", lines=tuple(lines), reference=True)


def _last_show(view: CribbageView) -> Zone | None:
    """The hands and the crib of the last deal, until both have laid away."""
    if not view.shown or _showing(view):
        return None
    lines = tuple(f"{whose_show(view, each)}: {in_full(each)}" for each in view.shown)
    return Text(id="last-show", title="The last show", lines=lines, aside=True)


@functools.lru_cache(maxsize=MAX_KEPT_ZONES)
def _board(to: int, scores: Pair, backs: Pair) -> Zone:
    pegs = tuple(Peg(player, scores[player], backs[player]) for player in (0, 1))
    lines = ((to - DOUBLE_SKUNK_POINTS, "double skunk"), (to - SKUNK_POINTS, "skunk line"))
    return Pegboard(id="board", title="Board", pegs=pegs, length=to, lines=lines if to > 61 else lines[1:])


def _worth(game: Cribbage, view: CribbageView) -> Zone | None:
    """The count of the viewer's own four cards at the show, while they are played; not where players count by hand."""
    if game.by_hand or view.phase not in (*AT_PLAY, "starter up") or view.starter is None or view.player < 0:
        return None
    mine = (*view.hand, *(card for player, card in view.played if player == view.player))
    score = kept_show(tuple(sorted(mine)), view.starter)
    return Text(
        id="worth",
        title="Your hand at the show",
        owner=view.player,
        lines=(score.spoken,),
        note=str(score.points),
        aside=True,
    )
