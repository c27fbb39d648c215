"""Choosing a move by touching places. This module is the one definition of it, for the terminal and the browser.

A move is a set of places. The touched places stand for a move if they are exactly its set; moves without places are
buttons. Where one place says it all, touching it makes the move; any other choice is confirmed.
"""

from collections.abc import Sequence

import msgspec

from cardwright.scenes import Move, Scene


def touch(moves: Sequence[Move], touched: tuple[str, ...], place: str) -> tuple[str, ...]:
    """Return the touched places after ``place`` is touched; ``touched`` is in the order of touching.

    A touched place is released. A place that no move holds changes nothing. Any other place is added. Of the places
    touched before, from the latest to the earliest, each is kept if some move holds it together with all places kept so
    far. So a third card where a move takes two releases the card touched first.

    >>> pairs = [Move(text=text, label=text, places=frozenset(text)) for text in ("ab", "ac", "bc")]
    >>> touch(pairs, ("a", "b"), "c")
    ('b', 'c')
    >>> touch(pairs, ("b", "c"), "b")
    ('c',)
    """
    if place in touched:
        return tuple(other for other in touched if other != place)
    kept = {place}
    open_moves = [move.places for move in moves if place in move.places]
    if not open_moves:
        return touched
    for other in reversed(touched):
        wider = [places for places in open_moves if other in places]
        if wider:
            kept.add(other)
            open_moves = wider
    return (*(other for other in touched if other in kept), place)


def only_move(scene: Scene) -> Move | None:
    """Return the only move there is, None where there is something to choose, to set or to confirm."""
    if len(scene.moves) != 1:
        return None
    (move,) = scene.moves
    return None if move.number or move.confirm else move


class Choice(msgspec.Struct, frozen=True):
    """The touched places of a scene, in the order of touching, and the moves that are left."""

    scene: Scene
    order: tuple[str, ...] = ()

    @property
    def touched(self) -> frozenset[str]:
        """The places that are touched."""
        return frozenset(self.order)

    @property
    def alive(self) -> tuple[Move, ...]:
        """The moves that hold all that is touched."""
        return tuple(move for move in self.scene.moves if self.touched <= move.places)

    @property
    def exact(self) -> tuple[Move, ...]:
        """The moves of exactly the touched places; none while nothing is touched."""
        return tuple(move for move in self.scene.moves if self.touched == move.places) if self.touched else ()

    @property
    def reachable(self) -> frozenset[str]:
        """The places of the moves that are left."""
        return frozenset().union(*(move.places for move in self.alive))

    @property
    def confirmed(self) -> Move | None:
        """The one move that Enter confirms now: the move of the touched places, or the only move there is."""
        if self.touched:
            return self.exact[0] if len(self.exact) == 1 else None
        return self.scene.moves[0] if len(self.scene.moves) == 1 and not self.scene.moves[0].places else None

    @property
    def at_once(self) -> Move | None:
        """The move that needs no confirmation: a single place is touched, and it says all of one move."""
        if len(self.order) != 1 or len(self.alive) != 1:
            return None
        (move,) = self.alive
        return move if move.places == self.touched and not move.confirm else None

    def touch(self, place: str) -> "Choice":
        """Touch a place, or release it; the same choice if that changes nothing."""
        order = touch(self.scene.moves, self.order, place)
        return self if order == self.order else Choice(self.scene, order)

    def press(self, place: str) -> tuple["Choice", Move | None]:
        """Touch a place; return the choice, and the move that this makes at once."""
        choice = self.touch(place)
        return choice, choice.at_once if place in choice.touched else None
