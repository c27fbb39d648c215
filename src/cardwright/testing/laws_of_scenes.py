"""Laws of scenes: all that can be drawn is there once, and all that may be done is offered once."""

from collections import Counter
from collections.abc import Iterable, Iterator

from cardwright import decoding
from cardwright.scenes import LAYOUTS, Number, Scene, Text, lamps_of, named, places_of
from cardwright.testing.position import Position, encode, law


@law
def scenes(p: Position) -> None:
    """A scene has a place for everything, says who is to act, and leaves no name out and no brace behind."""
    names = [f"Name{seat}" for seat in range(p.game.players)]
    for viewer in p.viewers():
        scene = p.scene(viewer)
        unknown = {type(zone).__name__ for zone in scene.zones if not isinstance(zone, LAYOUTS)}
        p.demand(not unknown, f"no renderer knows the layouts {unknown}")
        back = decoding.decode(encode(scene), Scene)
        p.demand(back == scene, "the scene does not come back from JSON")
        p.demand(scene.player == viewer, f"the scene for {viewer} is as {scene.player} sees it")
        places = [place.id for place in scene.places]
        p.demand(len(set(places)) == len(places), f"two places have the same id: {_repeated_ids(places)}")
        zones = [zone.id for zone in scene.zones]
        p.demand(len(set(zones)) == len(zones), f"two zones have the same id: {_repeated_ids(zones)}")
        seats = [seat.player for seat in scene.seats]
        p.demand(sorted(seats) == list(range(p.game.players)), f"the seats shown are {seats}")
        lit = {seat.player for seat in scene.seats if seat.to_act}
        awaited = set() if p.game.waits(p.state) else set(p.seats)
        p.demand(lit == awaited, f"shown to act are {lit}, and awaited are {awaited}")
        p.demand(bool(scene.result) == (not p.to_act), "a result is shown when, and only when, the game has ended")
        p.demand(bool(scene.status or scene.result), "the scene does not say what is going on")
        for text in _texts(scene):
            left = named(text, names)
            p.demand("{" not in left and "}" not in left, f"braces are left in {left!r}")


def _repeated_ids(ids: Iterable[str]) -> str:
    return ", ".join(id for id, count in Counter(ids).items() if count > 1)


def _texts(scene: Scene) -> Iterator[str]:
    """All that is there to read."""
    yield from (scene.title, scene.status, scene.progress, scene.result, *scene.news)
    for seat in scene.seats:
        yield from (seat.role, seat.score)
    for zone in scene.zones:
        yield from (zone.title, zone.note, *(zone.lines if isinstance(zone, Text) else ()))
        yield from (lamp.label for lamp in lamps_of(zone))
        yield from (text for place in places_of(zone) for text in (place.label, place.refusal))
    for move in scene.moves:
        yield move.label.replace("{}", "1") if move.number else move.label


@law
def moves(p: Position) -> None:
    """Each legal action of a viewer is one move, by itself or in a number's range; and there are no others."""
    for viewer in p.viewers():
        scene = p.scene(viewer)
        legal = p.game.legal_actions(p.state, viewer) if viewer in p.to_act else ()
        offered = Counter(text for move in scene.moves for text in _readings(p, move.text, move.number))
        wanted = Counter(p.game.text(action) for action in legal)
        missing, extra = list(wanted - offered), list(offered - wanted)
        p.demand(not missing, f"legal and not offered to {viewer}: {missing[:5]}")
        p.demand(not extra, f"offered to {viewer} and not legal, or twice: {extra[:5]}")
        places = {place.id for place in scene.places}
        for move in scene.moves:
            p.demand(bool(move.label), f"the move {move.text!r} has no label")
            p.demand(move.places <= places, f"{move.text!r} touches {set(move.places - places)}, which are not places")
        sets = [move.places for move in scene.moves if move.places]
        p.demand(len(set(sets)) == len(sets), "two moves touch the same places, so touching cannot distinguish them")
        keys = [move.key for move in scene.moves if move.key]
        p.demand(
            len(set(keys)) == len(keys) and all(map(str.isalpha, keys)), f"the keys {keys} are not distinct letters"
        )
        p.demand(all(len(key) == 1 for key in keys), f"some of the keys {keys} are not single")


def _readings(p: Position, text: str, number: Number | None) -> list[str]:
    """Return the texts that a move can send: its own, or its text with each number that it accepts."""
    if number is None:
        return [text]
    p.demand("{}" in text, f"the move {text!r} takes a number and has no place for it")
    taken = range(number.low, number.high + 1, number.step)
    wrong = [value for _, value in number.presets if value not in taken]
    p.demand(not wrong, f"the presets {wrong} of {text!r} cannot be chosen")
    return [text.replace("{}", str(value)) for value in taken]
