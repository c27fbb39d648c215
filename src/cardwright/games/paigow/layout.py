"""The table of pai gow poker as it is drawn: bet boxes, chips, and each hand with its front above its back."""

from collections.abc import Iterator, Sequence

from cardwright.cards import Card
from cardwright.game import Player
from cardwright.games.paigow import chips
from cardwright.games.paigow.events import Bonus, Hand, HomeShowdown, Result, Showdown
from cardwright.games.paigow.hands import DECK, high_first, legal_lines
from cardwright.games.paigow.rules import PaiGow
from cardwright.games.paigow.seating import HAND_CARDS, HANDS_COUNT
from cardwright.games.paigow.state import PaiGowView
from cardwright.scenes import Chips, Fan, Grid, Place, Row, Text, Zone, card_place, ladder, possessive, row_places

VERB = {"win": "beats", "lose": "loses to", "copy": "equals"}  # of one's front or back, beside the bank's


def zones(game: PaiGow, view: PaiGowView) -> Iterator[Zone]:
    """The table, from the dealer's side to the viewer's own."""
    if view.turned_up:
        yield from _showdown(game, view)
    elif view.dealt:
        yield from _in_play(game, view)
    elif view.phase != "over":
        if not game.home:
            yield _box(view, None)
        yield from _boxes(view)
    elif view.last:
        yield from (
            _shown_hand(game, view, hand) for hand in sorted(view.last.hands, key=lambda hand: hand.seat == view.player)
        )
    if view.phase not in ("reveal", "paid") and not view.dealt:
        yield from _last_round(game, view)
    if game.home:
        yield Chips(id="pot", title="Pot", amount=view.pot)
    elif view.player >= 0:
        yield Chips(id="bet", title="Your bet box", amount=staked(view, view.player), owner=view.player)
        rack = chips.take(view.racks[view.player], staked(view, view.player))
        yield Chips(
            id="rack",
            title="Your chips",
            amount=chips.value(rack),
            owner=view.player,
            note=chips.words(rack),
            counts=rack,
        )


def staked(view: PaiGowView, player: Player) -> int:
    """Return the chips of a player in the bet box: a bet that is paid lies there no more."""
    return view.bets[player] if view.phase not in ("paid", "over") else 0


def own(view: PaiGowView, seat: Player | None, thing: str) -> str:
    """Something of a seat's or of the dealer's, to begin a line with."""
    if seat is None:
        return f"Dealer's {thing}"
    return possessive(view.player, seat, thing)


def _boxes(view: PaiGowView) -> Iterator[Zone]:
    """The empty layouts of the players at the table, the viewer's own last."""
    for seat in sorted((seat for seat, here in enumerate(view.seated) if here), key=lambda seat: seat == view.player):
        yield _box(view, seat)


def _box(view: PaiGowView, seat: Player | None) -> Zone:
    """The layout of a seat or of the dealer, as it is printed, before cards are dealt."""
    id = f"box{'-dealer' if seat is None else seat}"
    return Grid(
        id=id,
        title=own(view, seat, "layout"),
        owner=seat,
        places=tuple(
            Place(id=f"{id}-{name}-{number}", face=None, label=f"empty, {name}", row=row, column=number)
            for row, (name, size) in enumerate((("front", 2), ("back", 5)))
            for number in range(size)
        ),
        note="front 2, back 5" if seat in (None, view.player) else "",
    )


def _in_play(game: PaiGow, view: PaiGowView) -> Iterator[Zone]:
    """The hands of the round before the showdown: face down, except the viewer's own."""
    handed_out = game.home or len(view.dice) == 3
    if not handed_out:
        yield Row(
            id="piles",
            title="Seven hands" if view.dealt == HANDS_COUNT * HAND_CARDS else "Dealing",
            places=tuple(
                card_place(DECK, f"pile-{number}", None, "a hand in the middle")
                for number in range(min(-(-view.dealt // HAND_CARDS), HANDS_COUNT))
            ),
            note=f"dice {' '.join(map(str, view.dice))}" if view.dice else "",
        )
        yield from _boxes(view)
        return
    if not game.home:
        yield _backs("dealer", "Dealer's cards", None)
    for seat in game.playing(view):
        if seat != view.player:
            is_set = view.phase == "dragon" or (view.phase != "deal" and seat not in view.to_act)
            yield _backs(f"hand{seat}", f"{{{seat}}}'s cards", seat, "set" if is_set else "")
    if view.phase == "dragon":
        yield _backs("dragon", "Dragon hand", None)
    yield from _mine(game, view)


def _showdown(game: PaiGow, view: PaiGowView) -> Iterator[Zone]:
    """The hands turned up so far, and the others face down; the viewer's own last."""
    up = {(hand.seat, hand.dragon): hand for hand in view.shown}
    wanted: list[tuple[Player | None, bool]] = [] if game.home else [(None, False)]
    wanted += [(seat, False) for seat in sorted(game.playing(view), key=lambda seat: seat == view.player)]
    if view.dragon is not None:
        wanted.append((view.dragon, True))
    for seat, dragon in wanted:
        hand = up.get((seat, dragon))
        if hand is not None:
            yield _shown_hand(game, view, hand)
            if seat == view.player and not dragon:
                yield _ladder(game, view)
        elif seat == view.player and not dragon:
            yield from _mine(game, view)
        else:
            name = "dragon" if dragon else "dealer" if seat is None else f"hand{seat}"
            title = _dragon(view, seat) if dragon else own(view, seat, "cards")
            yield _backs(name, title, None if dragon else seat, "" if dragon else "set")


def _backs(id: str, title: str, owner: Player | None, note: str = "") -> Zone:
    places = tuple(card_place(DECK, f"{id}-{number}", None, title) for number in range(HAND_CARDS))
    return Fan(id=id, title=title, owner=owner, places=places, note=note)


def _mine(game: PaiGow, view: PaiGowView) -> Iterator[Zone]:
    """The viewer's own cards: a fan, or the two hands they are set as; and the tables of hands."""
    if view.player not in game.playing(view):
        return
    if view.front:
        back = [card for card in view.hand if card not in view.front]
        places = row_places(DECK, f"set{view.player}", "your hand", _rows(view.front, back))
        yield Grid(
            id=f"set{view.player}",
            title="Your front and back",
            owner=view.player,
            places=places,
            note="set",
            row_notes=_made(game, view.front, back),
        )
    else:
        id = f"hand{view.player}"
        places = tuple(
            card_place(DECK, f"{id}-{number}", card, "your hand") for number, card in enumerate(high_first(view.hand))
        )
        yield Fan(id=id, title="Your hand", owner=view.player, places=places)
    if len(view.hand) == HAND_CARDS:
        yield _ladder(game, view)


def _ladder(game: PaiGow, view: PaiGowView) -> Zone:
    """Both tables of hands. Before the hands are set, they show the lines of all legal settings: the player chooses.

    No line is marked as made until then: the best line of seven cards need not be part of the best setting.
    """
    hands, seven = game.hands, tuple(view.hand)
    if not view.front:
        return ladder("Back and front", hands.lines, (), legal_lines(hands, seven), owner=view.player)
    back = [card for card in seven if card not in view.front]
    return ladder("Back and front", hands.lines, hands.lines_made(view.front, back), (), owner=view.player)


def _rows(front: Sequence[Card], back: Sequence[Card]) -> dict[str, list[Card]]:
    """Return a set hand on the layout: the front above, towards the dealer, and the back below."""
    return {"front": high_first(front), "back": high_first(back)}


def _made(game: PaiGow, front: Sequence[Card], back: Sequence[Card]) -> tuple[str, str]:
    """Return the hands of front and back, in words."""
    return game.hands.describe_front(front), game.hands.describe_back(back)


def _shown_hand(game: PaiGow, view: PaiGowView, hand: Hand) -> Zone:
    """A hand turned up: its winning rows are marked, and the note names the result.

    A dragon hand stays where it was offered, beside the dealer's.
    """
    id = "shown-dealer" if hand.seat is None else f"shown{hand.seat}{'-dragon' if hand.dragon else ''}"
    won, note = _verdict(view, hand)
    title = _dragon(view, hand.seat) if hand.dragon else own(view, hand.seat, "front and back")
    whose = own(view, hand.seat, "hand").replace("Your", "your")
    places = row_places(DECK, id, whose, _rows(hand.front, hand.back), () if hand.foul else won)
    return Grid(
        id=id,
        title=title,
        owner=None if hand.dragon else hand.seat,
        places=places,
        note=note,
        row_notes=_made(game, hand.front, hand.back),
    )


def _dragon(view: PaiGowView, seat: Player | None) -> str:
    """The dragon hand; the plate of another player who took it says so."""
    return "Your dragon" if seat == view.player else "Dragon hand"


def _verdict(view: PaiGowView, hand: Hand) -> tuple[list[str], str]:
    """Return the rows that win, and the result of the hand in a word or two."""
    if view.phase in ("paid", "over") and isinstance(view.last, HomeShowdown):
        won = [row for row, seat in (("front", view.last.front), ("back", view.last.back)) if seat == hand.seat]
        best = "the pot" if hand.seat == view.last.winner else f"best {won[0]}" if won else ""
        return won, "foul" if hand.foul else best
    last = view.last.results if view.phase == "over" and isinstance(view.last, Showdown) else ()
    result = result_of(view.results or last, hand)
    if result is not None:
        return [row for row, end in (("front", result.front), ("back", result.back)) if end == "win"], outcome(result)
    bank = "bank" if hand.seat is not None and hand.seat == view.bank else ""
    return [], "foul" if hand.foul else bank


def result_of(results: Sequence[Result], hand: Hand) -> Result | None:
    """Return the result of the bet on a hand; None for the bank's hand and at home."""
    return next((each for each in results if (each.seat, each.dragon) == (hand.seat, hand.dragon)), None)


def copy_rule(game: PaiGow, bank: Hand, result: Result) -> str:
    """The rule of equal hands, where it decides a bet (PG4)."""
    if "copy" not in (result.front, result.back):
        return ""
    if game.settings["copies"] == "push":
        return "; a copy is a push"
    return f"; the {'dealer' if bank.seat is None else 'bank'} wins copies"


def outcome(result: Result) -> str:
    """Return the result of a bet in a word or two."""
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
    """The results of the viewer's own hands in the round before, in words."""
    mine = [hand for hand in view.last.hands if hand.seat == view.player] if view.last else []
    if not mine:
        return
    lines = [line for hand in mine for line in _in_words(game, view, hand)]
    if isinstance(view.last, Showdown):
        lines += [bonus_in_words(bonus) for bonus in view.last.bonuses if bonus.seat == view.player]
        if view.last.commission[view.player]:
            lines.append(f"Commission: {view.last.commission[view.player]}")
    yield Text(id="words", title="Your last round", owner=view.player, lines=tuple(lines))


def _in_words(game: PaiGow, view: PaiGowView, hand: Hand) -> Iterator[str]:
    """A hand in two or three lines: front, back, and the result."""
    front, back = _made(game, hand.front, hand.back)
    dragon = "Dragon: " if hand.dragon else ""
    if hand.foul:
        yield f"{dragon}Foul: {front} in front ranks above {back} behind, so the hand loses"
        return
    result = result_of(view.last.results, hand) if isinstance(view.last, Showdown) else None
    front_end, back_end = _ends(game, view.last, hand, result)
    yield f"{dragon}Front: {front}{front_end}"
    yield f"{dragon}Back: {back}{back_end}"
    if result is not None and isinstance(view.last, Showdown):
        why = copy_rule(game, _bank_of(view.last), result) or ("; one won, one lost" * (result.outcome == "push"))
        yield f"{dragon}Bet of {result.bet}: {outcome(result)}{why}"


def _ends(game: PaiGow, last: Showdown | HomeShowdown | None, hand: Hand, result: Result | None) -> tuple[str, str]:
    """Return what the front and the back of a hand met, or that they were the best."""
    if isinstance(last, HomeShowdown):
        return " (the best)" * (hand.seat == last.front), " (the best)" * (hand.seat == last.back)
    if last is None or result is None:
        return "", ""
    bank = _bank_of(last)
    if bank.foul:
        return (" (the bank's hand is a foul)",) * 2
    front, back = _made(game, bank.front, bank.back)
    return f" {VERB[result.front]} {front}", f" {VERB[result.back]} {back}"


def _bank_of(last: Showdown) -> Hand:
    return next(hand for hand in last.hands if hand.seat == last.bank and not hand.dragon)


def bonus_in_words(bonus: Bonus) -> str:
    """Return the result of a Fortune bet in words."""
    text = f"Fortune: {bonus.line}, won {bonus.gained}" if bonus.line else f"Fortune: lost {bonus.bet}"
    return text + (f", envy {bonus.envy}" if bonus.envy else "")
