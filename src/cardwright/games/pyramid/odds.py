"""Value of takes and puts: the chance to win the match, over the bricks that the seat does not know.

With at most ten bricks to put away every order of taking them is looked at: see `endgame`. Before that the hidden
spaces are filled at random, and in every such world each hand is filled with random bricks of those still in the
pyramid, two more than it lacks, of which the best five count: a player can avoid some of what comes. A brick taken is
out of reach for the other. All moves meet the same worlds. What a take uncovers is left out then, and so is building:
those moves have no lines.
"""

import functools
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.answers import Budget, Figure, Line, Unit, ranked, seed_of
from cardwright.game import Action
from cardwright.games.pyramid import endgame
from cardwright.games.pyramid.actions import DECK, HAND, HANDS, PUTS, TAKES, Put, Take
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.scoring import ranking
from cardwright.games.pyramid.state import EMPTY, HIDDEN, PyramidView, unseen_bricks

UNIT = Unit("chance to win", "share")
SAMPLED_ROWS = 800  # worlds
SOLVED_ROWS = 400  # worlds of the last ten bricks
EXTRA_CARDS = 2  # bricks beyond a full hand, of which the worst can be avoided
BLIND_CARDS = 8  # that stand for a brick not yet seen

Bytes: TypeAlias = NDArray[np.uint8]
Strengths: TypeAlias = NDArray[np.int32]
Results: TypeAlias = NDArray[np.float64]


class Outcome(NamedTuple):
    """A brick in a hand: the match (1 won, 0 lost, 0.5 a draw) and each hand's result, by world."""

    match: Results
    hands: tuple[Results, ...]


def evaluate(game: Pyramid, view: PyramidView, budget: Budget) -> tuple[Line, ...]:
    """Return the chance to win with every take, or every put of the brick taken; () in the construction."""
    choices = game.choices(view)
    if not choices or not isinstance(choices[0], Take | Put):
        return ()
    left = sum(brick != EMPTY for brick in view.bricks) + (view.taken >= 0)
    if left <= endgame.EXACT_BRICKS:
        return _exact(game, view)
    if left <= endgame.OPENED_BRICKS:
        return _opened(game, view, budget.samples or SOLVED_ROWS)
    return _sampled(game, view, choices, budget.samples or SAMPLED_ROWS)


def _exact(game: Pyramid, view: PyramidView) -> tuple[Line, ...]:
    lines = []
    for action, (chances, hand) in endgame.exact(game, view).items():
        parts = tuple(Figure(f"hand {number}", chance) for number, chance in enumerate(chances.hands, 1))
        lines.append(Line(action, chances.match, 0, parts, _words(view, action, hand)))
    return ranked(lines)


def _opened(game: Pyramid, view: PyramidView, worlds: int) -> tuple[Line, ...]:
    solved = endgame.opened(game, view, worlds, np.random.default_rng(seed_of(game, view)))
    outcomes: dict[Action, tuple[Outcome, int]] = {}
    if view.taken >= 0:
        place = len(solved.spaces)
        outcomes = {PUTS[hand]: (_solved(solved, place, hand), hand) for hand in solved.hands_for(place)}
    else:
        for place, space in enumerate(solved.spaces):
            if solved.hands_for(place):
                outcomes[TAKES[space]] = _best_put(solved, place, view.bricks[space] == HIDDEN)
    best = max((outcome for outcome, _ in outcomes.values()), key=lambda outcome: outcome.match.mean())
    return ranked(_line(each, outcome, best, _words(view, each, hand)) for each, (outcome, hand) in outcomes.items())


def _best_put(solved: endgame.Solved, place: int, hidden: bool) -> tuple[Outcome, int]:
    """Return a brick's outcome in its best hand; for a hidden one, that of each brick that it may be, and -1."""
    hands = solved.hands_for(place)
    worth = solved.matches[:, [place * HANDS + hand for hand in hands]].astype(float)
    if not hidden:
        hand = hands[int(worth.mean(axis=0).argmax())]
        return _solved(solved, place, hand), hand
    chosen = np.zeros(len(worth), np.intp)
    for brick in np.unique(solved.lying[:, place]):
        here = solved.lying[:, place] == brick
        chosen[here] = hands[int(worth[here].mean(axis=0).argmax())]
    return _solved(solved, place, chosen), -1


def _solved(solved: endgame.Solved, place: int, hand: int | NDArray[np.intp]) -> Outcome:
    rows, moves = np.arange(len(solved.matches)), place * HANDS + hand
    ends = solved.hands[rows, moves] / 2
    return Outcome(solved.matches[rows, moves] / 2, tuple(ends.T))


def _words(view: PyramidView, action: Action, hand: int) -> str:
    if isinstance(action, Put):
        return f"the {DECK.name(view.taken)} in this hand"
    assert isinstance(action, Take)
    if view.bricks[action.space] == HIDDEN:
        return "a brick not yet seen, on average over what it may be"
    return f"the {DECK.name(view.bricks[action.space])}, for hand {hand + 1}"


def _sampled(game: Pyramid, view: PyramidView, choices: Sequence[Action], rows: int) -> tuple[Line, ...]:
    worlds = _Worlds(game, view, rows)
    found: dict[Action, Outcome] = {}
    words: dict[Action, str] = {}
    if isinstance(choices[0], Put):
        outcomes = worlds.outcomes(view.taken)
        for choice in choices:
            if isinstance(choice, Put):
                found[choice] = outcomes[choice.hand]
        words = {choice: _words(view, choice, -1) for choice in choices}
    else:
        blind = worlds.blind() if HIDDEN in view.bricks else None
        for choice in choices:
            if isinstance(choice, Take):
                found[choice], hand = _take(worlds, view.bricks[choice.space], blind)
                words[choice] = _words(view, choice, hand)
    best = max(found.values(), key=lambda outcome: outcome.match.mean())
    return ranked(_line(choice, outcome, best, words[choice]) for choice, outcome in found.items())


def _take(worlds: "_Worlds", brick: int, blind: Outcome | None) -> tuple[Outcome, int]:
    if brick == HIDDEN:
        assert blind is not None
        return blind, -1
    hand, outcome = max(worlds.outcomes(brick).items(), key=lambda each: each[1].match.mean())
    return outcome, hand


def _line(action: Action, outcome: Outcome, best: Outcome, words: str) -> Line:
    worlds = len(outcome.match)
    return Line(
        action,
        float(outcome.match.mean()),
        float(outcome.match.std()) / worlds**0.5,
        tuple(
            Figure(f"hand {hand + 1}", float(won.mean()), float(won.std()) / worlds**0.5)
            for hand, won in enumerate(outcome.hands)
        ),
        words,
        float((best.match - outcome.match).std()) / worlds**0.5,
    )


class _Worlds:
    """Random worlds of a view: for each of six hands the bricks in the pyramid, in a random order, (world, brick)."""

    def __init__(self, game: Pyramid, view: PyramidView, worlds: int) -> None:
        self.view, self.worlds = view, worlds
        self.ranking = ranking(game.settings["ranking"])
        self.rng = np.random.default_rng(seed_of(game, view))
        self.unseen = np.array(unseen_bricks(view), np.uint8)
        self.known = np.array([brick for brick in view.bricks if brick >= 0], np.uint8)
        hidden = view.bricks.count(HIDDEN)
        here = self.unseen[self._order(len(self.unseen))[:, :hidden]]
        self.pool = np.concatenate([np.broadcast_to(self.known, (worlds, len(self.known))), here], axis=1)
        self.shuffled = [
            np.take_along_axis(self.pool, self._order(self.pool.shape[1]), axis=1) for _ in range(2 * HANDS)
        ]

    def _order(self, number: int) -> NDArray[np.intp]:
        return self.rng.random((self.worlds, number), np.float32).argsort(axis=1)

    def outcomes(self, brick: int) -> dict[int, Outcome]:
        """Return the outcome of this brick in each of the seat's hands that has room."""
        mine, theirs = self.view.hands[self.view.player], self.view.hands[1 - self.view.player]
        other = [self._strengths(HANDS + hand, cards, brick) for hand, cards in enumerate(theirs)]
        without = functools.cache(lambda hand: self._strengths(hand, mine[hand], brick))
        found = {}
        for hand, cards in enumerate(mine):
            if len(cards) < HAND:
                held = self._strengths(hand, (*cards, brick), brick)
                found[hand] = self._outcome([held if each == hand else without(each) for each in range(HANDS)], other)
        return found

    def blind(self) -> Outcome:
        """Return the outcome of a brick not yet seen, put into its best hand, over some that it may be."""
        some = self.rng.permutation(self.unseen)[:BLIND_CARDS].tolist()
        best = [max(self.outcomes(brick).values(), key=lambda each: each.match.mean()) for brick in some]
        hands = tuple(np.mean([each.hands[hand] for each in best], axis=0) for hand in range(HANDS))
        return Outcome(np.mean([each.match for each in best], axis=0), hands)

    def _strengths(self, place: int, cards: Sequence[int], gone: int) -> Strengths:
        """Return the strength of a hand in each world; ``gone`` is not in the pyramid any more."""
        lacking = HAND - len(cards)
        if not lacking:
            return np.full(self.worlds, self.ranking.strength(tuple(cards)), np.int32)
        shuffled = self.shuffled[place]
        number = min(lacking + EXTRA_CARDS, shuffled.shape[1] - (gone in self.known))
        some = shuffled[:, : number + 1]
        if some.shape[1] > number:
            left = some != gone
            left[left.all(axis=1), -1] = False
            some = some[left].reshape(self.worlds, number)
        held = np.broadcast_to(np.array(cards, np.uint8), (self.worlds, len(cards)))
        rows = np.ascontiguousarray(np.concatenate([held, some], axis=1))
        return self.ranking.strengths(rows, trusted=True).astype(np.int32)

    def _outcome(self, mine: list[Strengths], theirs: list[Strengths]) -> Outcome:
        lead = [np.sign(own - other) for own, other in zip(mine, theirs, strict=True)]
        ahead = np.sign(sum(lead))
        tied = 0 if self.view.priority < 0 else 1 if self.view.priority == self.view.player else -1
        match: Results = (np.where(ahead == 0, tied, ahead) + 1) / 2
        return Outcome(match, tuple((each + 1) / 2 for each in lead))
