"""``cardwright solve``: whether a deal could be won by a player who knew the order of its cards, and how."""

from cardwright import games
from cardwright.errors import CardwrightError
from cardwright.game import CHANCE
from cardwright.play import record, solved
from cardwright.play.luck import Luck
from cardwright.play.record import Header, Record, Sitter
from cardwright.play.table import Table
from cardwright.terminal import storage
from cardwright.terminal.drawing import detect
from cardwright.terminal.recorded_game import RecordedGame
from cardwright.terminal.reports.doctor import warn_if_slow
from cardwright.terminal.reports.printing import print_json
from cardwright.terminal.reports.review import solution


def run(name: str, *, path: str, seed: int | None, as_json: bool, plain: bool) -> int:
    """Show a solution of the deal in a record, or of a game's numbered deal: in a terminal step by step."""
    warn_if_slow()
    given = _load_record(path) if path else _play_numbered_deal(name, seed)
    won = solved.find_win(given)
    proof = solved.proof(given) if path else ""
    if as_json:
        moves = [step.action for step in won.log if step.player != CHANCE] if won else []
        print_json({"won": bool(won), "moves": moves, "proof": proof})
        return int(won is None)
    if won is None:
        print("No solution was found. That does not prove that there is none.")
    if proof:
        print(proof)
    if won is None:
        return 1
    if detect.on_terminal() and not plain:
        from cardwright.terminal.screen.stepper import Stepper  # Textual takes a third of a second to load

        return Stepper(RecordedGame(won), 0, 0, detect.choose_look(ascii=False)).run() or 0
    print("\n".join(solution(won)))
    return 0


def _load_record(path: str) -> Record:
    with storage.file_errors(path):
        loaded = record.read(path)
    solved.check_solver(loaded.game.name)
    return loaded


def _play_numbered_deal(name: str, seed: int | None) -> Record:
    """Return a numbered deal, played with any moves: in a game that can be solved the cards do not depend on them."""
    if not name or seed is None:
        raise CardwrightError("name a game and a deal (--seed N), or a finished game (--record FILE)")
    game = games.create(name)
    solved.check_solver(name)
    table = Table(game, Luck.numbered(seed))
    table.settle()
    while not table.over:
        table.play(table.to_act[0], game.legal_actions(table.state, table.to_act[0])[0])
        table.settle()
    return Record.of(Header.of(game, [Sitter("Solver", "solver")]), game, table.log)
