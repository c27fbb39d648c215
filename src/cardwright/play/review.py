"""Review of a finished game: every decision of a seat beside the best one, given only what the seat knew then.

The values come from `games.evaluate`, which hints use too. `questions` lists the decisions of a game, `Answered` is one
with its values, and `review` puts a seat's decisions together; who evaluates them, and where, is the caller's choice.
No decision is called a mistake whose distance to the best may be chance.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from cardwright import games
from cardwright.answers import DEFAULT_BUDGET, ROUGH, Budget, Line, Unit, Value, gap, is_rough, is_worse, of_best
from cardwright.errors import PlayError
from cardwright.game import Action, AnyGame, Player, View
from cardwright.play import session
from cardwright.play.hints import move_label, places_of_move, reason_beside, with_reason, worth
from cardwright.play.record import Record
from cardwright.play.skill import Skill, accuracy_text, loss_in_words, mistakes_in, together
from cardwright.scenes import Scene, named
from cardwright.wording import capitalized

SHOWN_MISTAKES_COUNT = 3
OF_OTHERS = {"you": "they", "You": "They", "your": "their", "Your": "Their"}
OTHER_KIND = "Other decisions"
NO_GRADE = "no value is certain enough to tell a better move from a worse one"
START, RESULT = "At the first decision", "Result"  # the chances of a seat in `SeatReview.sums`
LATE_START = "Once it could be told"  # in place of START where the first chances are rough
LUCK, LUCK_AND_OTHERS = "Luck", "Luck, and how others played"


class Asked(msgspec.Struct, frozen=True):
    """A decision of a game: the step ``at`` which it was made, by whom, what that seat saw, and what it chose.

    ``kind`` is the game's drill that asks for such decisions, "" if there is none.
    """

    at: int
    seat: Player
    view: View
    chosen: str
    kind: str = ""


class Answered(msgspec.Struct, frozen=True):
    """A decision that was valued: ``best`` and ``chosen`` moves in the game's notation, with their ``values``.

    ``cost`` is the loss of the move against the best, with the standard error ``error``; it is 0 unless ``mistake``,
    where chance does not explain it. ``blind`` is the cost of a move chosen at random. ``judged`` is False where chance
    may explain the distances of all moves to the best, so that none could be a mistake. ``reason`` says why the best
    move is better, and ``chosen_reason`` the same of the chosen one; both are "" unless ``mistake``. ``kind`` is as in
    `Asked`. The values are ``rough`` where they can only be compared with each other.
    """

    at: int
    seat: Player
    chosen: str
    best: str
    values: tuple[float, float]
    cost: float
    error: float
    mistake: bool
    blind: float
    reason: str
    chosen_reason: str
    judged: bool = True
    kind: str = ""
    rough: bool = False


class Point(msgspec.Struct, frozen=True):
    """A value on the graph of a game, before a decision of the seat or after it."""

    at: int
    value: float


class SeatReview(msgspec.Struct, frozen=True):
    """A seat's game. ``result`` = ``start`` + ``play`` + ``others`` + ``early`` + ``luck``, all in the game's unit.

    ``start`` is the value of the seat's first decision, ``play`` the loss by its own mistakes, ``others`` the gain from
    the other player's mistakes (0 where they are not known), ``early`` the change since the seat's last decision where
    a game was given up or lost by the clock, and ``luck`` the gain from the cards. ``accuracy`` is 1 without mistakes,
    and 0 for moves no better than random ones, over the decisions that are judged; without any, ``grade`` is "".

    ``whole`` is False where the values are of one deal of several, or the result is in another unit: ``start`` and
    ``early`` are 0 then, and the ``curve`` ends with the last decision. ``summed`` is False where nothing adds up to
    the result, so that ``others`` and ``luck`` are 0 too. With ``others_known`` luck is the gain from the cards alone;
    without, the play of the others is part of it.

    Rough values are in ``accuracy`` alone: ``start`` and the ``curve`` begin with the first decision after them, and
    without one there is no sum.
    """

    seat: Player
    decisions: tuple[Answered, ...]
    accuracy: float
    grade: str
    mistakes: tuple[Answered, ...]
    start: float
    play: float
    others: float
    early: float
    luck: float
    result: float
    curve: tuple[Point, ...]
    whole: bool
    summed: bool = False
    others_known: bool = True

    @property
    def kinds(self) -> dict[str, Skill]:
        """The skill in each kind of decision."""
        kinds = dict.fromkeys(each.kind for each in self.decisions)
        return {kind: _skill(each for each in self.decisions if each.kind == kind) for kind in kinds}

    @property
    def known(self) -> tuple[Answered, ...]:
        """The decisions without rough values."""
        return tuple(each for each in self.decisions if not each.rough)

    @property
    def sums(self) -> list[tuple[str, float]]:
        """The parts of the result in words, and it; without parts that the game did not have."""
        if not self.summed:
            return [("Own mistakes", self.play)] if self.known else []
        rare = [("The other's mistakes", self.others), ("Given up, or time out", self.early)]
        late = self.known != self.decisions
        return [
            *([(LATE_START if late else START, self.start)] if self.whole else []),
            ("Own mistakes after that" if late else "Own mistakes", self.play),
            *(part for part in rare if part[1]),
            (LUCK if self.others_known else LUCK_AND_OTHERS, self.luck),
            (RESULT, self.result),
        ]


def amount(value: float, unit: Unit, label: str) -> str:
    """Return a part of `SeatReview.sums` with its sign; a chance, the start or the end of the sum, has none."""
    share = unit.kind == "share"
    sign = "" if share and label in (START, LATE_START, RESULT) else "+"
    shown = f"{100 * value:{sign}.1f} %" if share else f"{value:{sign}.2f}"
    return shown if any(digit in shown for digit in "123456789") else shown.lstrip("+-")  # a zero has no sign


def questions(record: Record, seats: Sequence[Player]) -> Iterator[Asked]:
    """Yield the decisions of some seats that had a choice, in order, without the moves that the clock made for them."""
    for at, step in enumerate(record.log):
        if step.player in seats and step.player >= 0 and not step.late:
            view = record.view(at, step.player)
            choices = record.game.choices(view)
            if len(choices) > 1:
                yield Asked(at, step.player, view, step.action, _kind(record.game, choices))


def _kind(game: AnyGame, choices: Sequence[Action]) -> str:
    """Return the drill of a game that asks for a decision between these moves, "" if there is none."""
    types = {type(choice).__name__ for choice in choices}
    drills = games.room(game.name).drills.items()
    return next((kind for kind, drill in drills if drill.action in types and not drill.by_rule), "")


def value_decision(game: AnyGame, asked: Asked, lines: Sequence[Line]) -> Answered | None:
    """Return a decision with its values; None if the game does not value it."""
    texts = [game.text(line.action) for line in lines]
    if asked.chosen not in texts:
        return None
    best, line = lines[0], lines[texts.index(asked.chosen)]
    less, error = gap(best, line)
    mistake = is_worse(best, line)
    costs = [float(best.value - each.value) for each in lines]
    return Answered(
        at=asked.at,
        seat=asked.seat,
        chosen=asked.chosen,
        best=texts[0] if mistake else asked.chosen,
        values=(float(best.value), float(line.value)),
        cost=float(less) if mistake else 0.0,
        error=error,
        mistake=mistake,
        blind=sum(costs) / len(costs),
        reason=best.reason if mistake else "",
        chosen_reason=line.reason if mistake else "",
        judged=any(is_worse(best, each) for each in lines),
        kind=asked.kind,
        rough=is_rough(games.unit(game), best),
    )


def review(record: Record, answers: Sequence[Answered], seats: Sequence[Player]) -> tuple[SeatReview, ...]:
    """Return the reviews of seats from their decisions. With both seats of a duel, each knows the other's mistakes."""
    game = record.game
    duel = game.players == 2 and game.zero_sum and len(seats) == 2
    others_known = duel or game.players == 1 or not game.zero_sum
    spent = {seat: sum(each.cost for each in answers if each.seat == seat and not each.rough) for seat in seats}
    return tuple(
        _seat_review(
            record,
            seat,
            [each for each in answers if each.seat == seat],
            spent[1 - seat] if duel else 0.0,
            others_known,
        )
        for seat in seats
    )


def _skill(answers: Iterable[Answered]) -> Skill:
    return together(
        Skill(1, each.mistake, each.cost, each.blind if each.judged else 0.0, each.judged) for each in answers
    )


def _seat_review(
    record: Record, seat: Player, answers: Sequence[Answered], gift: float, others_known: bool
) -> SeatReview:
    skill, exact = _skill(answers), [each for each in answers if not each.rough]
    cost, result = sum(each.cost for each in exact), float(outcome(record, seat))
    whole = _is_of_whole_game(record)
    summed = (whole or (games.unit(record.game).of_result and record.forfeited is None)) and bool(exact or not answers)
    start = (exact[0].values[0] if exact else result) if whole else 0.0
    early = result - exact[-1].values[1] if whole and exact and record.forfeited is not None else 0.0
    gift = gift if summed else 0.0
    worst = sorted((each for each in answers if each.mistake), key=lambda each: -each.cost)
    curve = [point for each in exact for point in (Point(each.at, each.values[0]), Point(each.at + 1, each.values[1]))]
    return SeatReview(
        seat=seat,
        decisions=tuple(answers),
        accuracy=skill.accuracy,
        grade=skill.grade,
        mistakes=tuple(worst[:SHOWN_MISTAKES_COUNT]),
        start=start,
        play=0.0 - cost,
        others=gift,
        early=early,
        luck=result - start + cost - gift - early if summed else 0.0,
        result=result,
        curve=(*curve, Point(record.last, result)) if whole else tuple(curve) or (Point(record.last, 0.0),),
        whole=whole,
        summed=summed,
        others_known=others_known,
    )


def _is_of_whole_game(record: Record) -> bool:
    """Return True if the values of decisions are of the game's result, and not of one deal of several."""
    unit = games.unit(record.game)
    last = max((at for at, step in enumerate(record.log) if step.player >= 0), default=0)
    return unit.kind == "share" or (unit.of_result and not any(map(record.game.ends_deal, record.states[:last])))


def outcome(record: Record, seat: Player) -> Value:
    """Return the result of a seat in the game's unit: of a share 1 if it won, 0 if it lost, and for a tie a part."""
    returns = list(record.game.returns(record.states[-1]))
    if record.forfeited is not None and record.game.players > 1:
        returns = [-1 if player == record.forfeited else 1 for player in range(record.game.players)]
    if games.unit(record.game).kind == "value":
        return returns[seat] if record.forfeited is not None else games.result(record.game, record.states, seat)
    return share_of_win(returns, seat)


def share_of_win(returns: Sequence[int], seat: Player) -> float:
    """Return a seat's share of a win: an equal part for all with the most; alone, all of it for a positive result."""
    if len(returns) == 1:
        return float(returns[seat] > 0)
    best = max(returns)
    return 1 / returns.count(best) if returns[seat] == best else 0.0


def review_record(
    record: Record,
    seats: Sequence[Player] | None = None,
    budget: Budget = DEFAULT_BUDGET,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[SeatReview, ...]:
    """Return the reviews of some seats of a finished game, by default all that made decisions. Raises `PlayError`."""
    check(record)
    who = tuple(range(record.game.players)) if seats is None else tuple(seats)
    asked = list(questions(record, who))
    answers = []
    for done, question in enumerate(asked, 1):
        answer = value_decision(record.game, question, games.evaluate(record.game, question.view, budget))
        answers += [answer] if answer else []
        if progress is not None:
            progress(done, len(asked))
    return review(record, answers, who)


def check(record: Record) -> None:
    """Raise `PlayError` for a game that is not over, and for one that does not value moves."""
    if not games.has_answers(record.game.name):
        raise PlayError(f"{record.game.name} has no values of moves yet, so its games cannot be reviewed")
    if not record.over:
        raise PlayError("only a finished game is reviewed: until its end a review would be a hint")


def scene(record: Record, at: int, seat: Player) -> Scene:
    """Return the table as a seat saw it before a decision, with the moves that it had."""
    return session.scene_of(record.game, record.states[at], seat)


def label(record: Record, at: int, seat: Player, text: str) -> str:
    """Return a move in words, as the seat could read it on its button, with "{0}", "{1}" ... for names."""
    return move_label(scene(record, at, seat).moves, text)


def places(seen: Scene, decision: Answered) -> dict[str, frozenset[str]]:
    """Return the places of the "chosen" move, and of the "better" one where it was a mistake; no entry for a button."""
    texts = {"chosen": decision.chosen, **({"better": decision.best} if decision.mistake else {})}
    of = {text: places_of_move(seen.moves, text) for text in texts.values()}
    return {kind: of[text] for kind, text in texts.items() if of[text]}


class Comparison(msgspec.Struct, frozen=True):
    """A decision ``at`` a step in words: the chosen move, its worth and why; of a mistake also its cost and the better
    move, which are "" otherwise. ``when`` is how far the game was: "Round 2 of 3".
    """

    at: int
    cost: str
    chosen: str
    better: str
    when: str = ""

    def __str__(self) -> str:
        return f"cost {self.cost}; chosen: {self.chosen}; better: {self.better}"


def compare(record: Record, decision: Answered, unit: Unit, names: Sequence[str], own: Player) -> Comparison:
    """Return a decision in words. Both moves are explained in the same terms; a reason true of both is given once.

    ``own`` is the reader's seat: only its player is "you". The values have no errors here: only the error of the cost,
    which is smaller, decides whether a move is a mistake.
    """
    seen = scene(record, decision.at, decision.seat)
    played, better = (move_label(seen.moves, text) for text in (decision.chosen, decision.best))
    best_value, value = (_worth(decision, value, unit) for value in decision.values)
    own_reason = reason_beside(decision.chosen_reason, decision.reason)
    sentences = f"{played}: {with_reason(own_reason, value)}", f"{better}: {with_reason(decision.reason, best_value)}"
    said = (*sentences, capitalized(seen.progress))
    chosen, best, when = (named(text if decision.seat == own else _of_another(text), names) for text in said)
    if not decision.mistake:
        return Comparison(decision.at, "", chosen, "", when)
    return Comparison(decision.at, cost_text(decision, unit, decision.error), chosen, best, when)


def _worth(decision: Answered, value: float, unit: Unit) -> str:
    return f"counts {of_best(value, decision.values[0])}" if decision.rough else worth(unit, value)


def cost_text(decision: Answered, unit: Unit, error: float = 0.0) -> str:
    """Return the cost of a decision in words, of a rough one beside its best move: "84 of 100"."""
    return of_best(decision.cost, decision.values[0]) if decision.rough else unit.short(decision.cost, error)


class KindFigures(msgspec.Struct, frozen=True):
    """The decisions of a kind in words: the drill that asks for them, what they are, and how good they were."""

    kind: str
    title: str
    counts: str
    accuracy: str
    lost: str


class Figures(msgspec.Struct, frozen=True):
    """The review of a seat in words, as an interface shows it to the player at the seat ``own``.

    ``counts`` is "2 mistakes in 31 decisions, which lost 14.2 % of what random moves would". ``sums``
    has the parts of the result with their labels, and ``mistakes`` the costliest ones. Without a ``grade``,
    ``NO_GRADE`` says why. ``kinds`` is () where all decisions are of one kind. ``note`` explains rough values.
    """

    seat: Player
    name: str
    grade: str
    accuracy: str
    counts: str
    sums: tuple[tuple[str, str], ...]
    mistakes: tuple[Comparison, ...]
    whole: bool
    summed: bool
    kinds: tuple[KindFigures, ...]
    note: str = ""


def figures(record: Record, seat_review: SeatReview, names: Sequence[str], own: Player) -> Figures:
    """Return the figures of a seat's review, with the names of all seats, for the reader at the seat ``own``."""
    unit, skill = games.unit(record.game), _skill(seat_review.decisions)
    return Figures(
        seat=seat_review.seat,
        name=names[seat_review.seat],
        grade=seat_review.grade,
        accuracy=accuracy_text(skill.accuracy),
        counts=", ".join(filter(None, (mistakes_in(skill), loss_in_words(skill), _too_early(seat_review)))),
        sums=tuple((label, amount(value, unit, label)) for label, value in seat_review.sums),
        mistakes=tuple(compare(record, bad, unit, names, own) for bad in seat_review.mistakes),
        whole=seat_review.whole,
        summed=seat_review.summed,
        kinds=_kind_figures(record.game, seat_review, unit),
        note=ROUGH if any(each.mistake and each.rough for each in seat_review.decisions) else "",
    )


def _too_early(seat_review: SeatReview) -> str:
    """Return how many decisions have rough values in which none can be a mistake."""
    count = sum(each.rough and not each.judged for each in seat_review.decisions)
    return f"{count:,} of them too early to judge" if count else ""


def _kind_figures(game: AnyGame, seat_review: SeatReview, unit: Unit) -> tuple[KindFigures, ...]:
    """Return the figures of each kind of decision, the one that lost most first; () where there is only one."""
    drills, kinds = games.room(game.name).drills, seat_review.kinds
    if len(kinds) < 2:
        return ()
    return tuple(
        KindFigures(
            kind,
            drills[kind].title if kind else OTHER_KIND,
            mistakes_in(skill),
            accuracy_text(skill.accuracy) if skill.judged else "",
            unit.short(skill.cost) if skill.cost else "",
        )
        for kind, skill in sorted(kinds.items(), key=lambda each: -each[1].cost)
    )


def _of_another(text: str) -> str:
    """Return a text for the player at a seat as one about them: "you peg" becomes "they peg"."""
    return re.sub(r"\b([Yy]our?)\b", lambda match: OF_OTHERS[match[0]], text)
