"""``cardwright odds position``: the best move of a seat in a position that is entered move by move, in any game.

The actions that the seat can see are written in the game's notation; cards that only others see, and their hidden
moves, are left out. They are filled in with cards that nothing names, which changes no answer: an answer sees the view
of the seat.
"""

import argparse
import contextlib
import re
from collections.abc import Callable, Sequence
from fractions import Fraction

from cardwright import games
from cardwright.answers import ROUGH, Line, gap, is_rough
from cardwright.errors import BadOption, BadText, PlayError
from cardwright.game import CHANCE, Action, Automatic, Game, Player, State, View
from cardwright.questions import POSITIONS
from cardwright.reports import Cell, Column, Report
from cardwright.wording import one_of, uncapitalized

MAX_STEPS = 2_000
MAX_QUOTED_CHARS = 80
SEAT_PREFIX = re.compile(r"(\d+)\s*:\s*(.*)", re.DOTALL)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to a parser."""
    left_out = "".join(f" ({_other_question(name)})" for name in games.GAMES if _other_question(name))
    of = f"the game{left_out}: {', '.join(POSITIONS)}"
    parser.add_argument("game", metavar="GAME", type=_game, choices=tuple(POSITIONS), help=of)
    seen = 'what the seat sees, with commas, in quotes, moves of others as "2: call". '
    such = "; ".join(f'{name}: "{moves}"' for name, moves in POSITIONS.items())
    parser.add_argument("moves", metavar="MOVES", help=f"{seen}Examples: {such}")
    parser.add_argument("--seat", type=int, default=1, metavar="N", help="whose decision it is")
    score = "points before these moves, in cribbage and flexdeck"
    parser.add_argument("--score", nargs=2, type=int, metavar=("YOURS", "OTHER"), help=score)
    settings = "--options", "--option", "-o"
    parser.add_argument(*settings, action="append", metavar="NAME=VALUE", help='of the game: "to=61 skunks=yes"')


def _other_question(name: str) -> str:
    """Return what answers about a game without positions, in words; "" for the other games."""
    room = games.GAMES[name]
    if room.position or not room.questions:
        return ""
    return f"{room.title} has a question of its own, {next(iter(room.questions))}"


def _game(name: str) -> str:
    """Return the name of a game. Raises `BadOption` for one that has another question."""
    if name in games.GAMES and (other := _other_question(name)):
        raise BadOption("game", name, f"{one_of(POSITIONS)}. {other}: cardwright odds {other.split()[-1]} --help")
    return name


def report(parsed: argparse.Namespace, progress: Callable[[int, int], None]) -> Report:
    """Answer the command. Raises `CardwrightError` for a position that cannot be."""
    game = games.create_offered(parsed.game, **games.read_options(parsed.game, parsed.options or ()))
    if not 1 <= parsed.seat <= game.players:
        raise BadOption("seat", parsed.seat, f"1 to {game.players}")
    scores = tuple(parsed.score or ()) if parsed.seat == 1 else tuple(reversed(parsed.score or ()))
    start = game.at_score(scores) if scores else game.initial_state()
    view = game.view(replay_moves(game, parsed.seat - 1, parsed.moves, start), parsed.seat - 1)
    lines = games.evaluate(game, view)
    if not lines:
        raise PlayError(f"{parsed.game} does not value this decision")
    return _report(game, lines, f"{games.room(parsed.game).title}, seat {parsed.seat} to decide")


def replay_moves(game: Game[State, Action, View], seat: Player, moves: str, start: State | None = None) -> State:
    """Return the state in which a seat is to act after these moves. Raises `BadText` for one that cannot be made."""
    items = [item.strip() for item in re.split(r"[,\n;]", moves) if item.strip()]
    state = start or game.initial_state()
    drawn: list[str] = []
    for _ in range(MAX_STEPS):
        players = game.players_to_act(state)
        if not players:
            raise BadText("the game is over before a decision of this seat")
        if players[0] == CHANCE:
            state = _by_chance(game, state, seat, items, drawn)
        elif seat in players and not items:
            return state
        else:
            state = _by_player(game, state, players, seat, items)
    raise BadText("these are too many moves")


def _by_chance(
    game: Game[State, Action, View], state: State, seat: Player, items: list[str], drawn: list[str]
) -> State:
    """Return the state after a draw, and add to ``drawn`` how the moves were read."""
    outcomes = [action for action, _ in game.chance_outcomes(state)]
    if isinstance(outcomes[0], Automatic) and game.by_clock(state, 1) is None:
        return game.apply(state, CHANCE, outcomes[0])
    items[:] = [_in_notation(game, outcomes, item) for item in items]
    if _is_hidden(game, state, CHANCE, outcomes, seat):
        return game.apply(state, CHANCE, _choose_unnamed(game, outcomes, items))
    by_text = {game.text(action): action for action in outcomes}
    if not items:
        read = f" after {', '.join(drawn)}" if drawn else ""
        raise BadText(f"what is drawn next is missing{read}: {', '.join(list(by_text)[:3])} ...")
    if items[0] in by_text:
        drawn.append(items[0])
        return game.apply(state, CHANCE, by_text[items.pop(0)])
    whole = next((text for text in by_text if items[0].startswith(f"{text} ")), "")  # no comma follows it
    first = whole or items[0].partition(" ")[0]
    rest = items[0][len(first) :]
    meant = [action for text, action in by_text.items() if first in (text, text.split()[-1])]
    if len(meant) != 1:
        raise _refusal(items[0], first, list(by_text), drawn)
    items[:1] = [rest.strip()] if rest.strip() else []
    drawn.append(game.text(meant[0]))
    return game.apply(state, CHANCE, meant[0])


def _in_notation(game: Game[State, Action, View], outcomes: Sequence[Action], item: str) -> str:
    """Return an item with the cards that these outcomes name in notation: "2: play 10♥" as "2: play Th"."""
    before = {game.text(action).rpartition(" ")[0] for action in (outcomes[0], outcomes[-1])}
    words = item.split()
    for place, word in enumerate(words):
        if word.isascii() and word[-1].islower() and not word.startswith("10"):
            continue
        for verb in before:
            with contextlib.suppress(BadText):
                text = game.text(game.parse(f"{verb} {word}")).rpartition(" ")[2]
                if not word.isascii() or text.casefold() == word.replace("10", "T", 1).casefold():  # "d5" may be a cell
                    words[place] = text
    return " ".join(words)


def _refusal(item: str, first: str, possible: Sequence[str], drawn: Sequence[str]) -> BadText:
    """Return why an item cannot come here: it came before, or what could come, at most three of that."""
    if first in (text.split()[-1] for text in drawn):
        return BadText(f"{item[:MAX_QUOTED_CHARS]!r} cannot come here: {first} has come before", first)
    some = one_of(possible[:3]) if len(possible) <= 3 else f"one of {len(possible)}, such as {', '.join(possible[:3])}"
    return BadText(f"{item[:MAX_QUOTED_CHARS]!r} cannot come here; possible is {some}", first)


def _by_player(
    game: Game[State, Action, View], state: State, players: Sequence[Player], seat: Player, items: list[str]
) -> State:
    named = SEAT_PREFIX.fullmatch(items[0]) if items else None
    who, text = (int(named[1]) - 1, named[2]) if named else (players[0], items[0] if items else "")
    if named is not None and not 0 <= who < game.players:
        raise BadText(f"{items[0][:MAX_QUOTED_CHARS]!r}: the seats are 1 to {game.players}", items[0])
    if named is None and seat in players and items:
        who = seat
    if who not in players:
        who, text = players[0], ""
    choices = game.legal_actions(state, who)
    if (named is None or not text) and who != seat and _is_hidden(game, state, who, choices, seat):
        return game.apply(state, who, _choose_unnamed(game, choices, items))
    if not text:
        raise BadText(f"the move of seat {who + 1} is missing: {', '.join(map(game.text, choices[:3]))} ...")
    items.pop(0)
    try:
        return game.play(state, who, game.parse(text))
    except (BadText, PlayError) as problem:
        where = "" if who == seat else f"seat {who + 1}"
        raise BadText(str(problem), text[:MAX_QUOTED_CHARS], where) from problem


def _is_hidden(
    game: Game[State, Action, View], state: State, who: Player, actions: Sequence[Action], seat: Player
) -> bool:
    """Return whether the seat sees no difference between two of these actions."""
    if len(actions) < 2 or who == seat:
        return False
    one, other = (game.view(game.apply(state, who, action), seat) for action in (actions[0], actions[-1]))
    return one == other


def _choose_unnamed(game: Game[State, Action, View], actions: Sequence[Action], items: Sequence[str]) -> Action:
    """Return an action that others take unseen: with a card that they play later, else one that nothing names."""
    others = {word for item in items if SEAT_PREFIX.fullmatch(item) for word in item.split()}
    own_cards = {word for item in items if not SEAT_PREFIX.fullmatch(item) for word in item.split()}
    named = others | own_cards
    of = [set(game.text(action).split()[1:]) for action in actions]
    dealt = max(map(len, of)) == 1
    likely = [action for action, words in zip(actions, of, strict=True) if dealt and words & others - own_cards]
    free = [action for action, words in zip(actions, of, strict=True) if not words & named]
    return (likely or free or list(actions))[0]


def _report(game: Game[State, Action, View], lines: Sequence[Line], title: str) -> Report:
    unit, best = games.unit(game), lines[0]
    rough = is_rough(unit, best)
    kinds = {figure.name: figure.kind for line in lines for figure in line.parts}
    rows = []
    for line in lines:
        parts = {figure.name: Fraction(figure.value) for figure in line.parts}
        numbers = [Fraction(number) for number in (line.value, line.error, gap(best, line)[0])]
        values: Sequence[Cell] = (round(100 * line.value / best.value),) if rough else numbers
        rows.append((game.text(line.action), *values, *map(parts.get, kinds)))
    columns = (Column(unit.name, unit.kind), *(Column(name, unit.kind_of_error) for name in ("error", "cost")))
    columns = (Column("of 100", "count"),) if rough else columns
    cells: tuple[tuple[Cell, ...], ...] = tuple(rows)
    method = "exact" if all(line.error == 0 for line in lines) else "error: the standard error, 0 for exact"
    return Report(
        title=title,
        columns=(Column("move"), *columns, *(Column(name, kind) for name, kind in kinds.items())),
        rows=cells,
        bars=columns[0].name,
        method=f"of 100: {uncapitalized(ROUGH)}" if rough else method,
        notes=(f"{game.text(best.action)}: {best.reason}",) if best.reason else (),
    )
