"""Workers of long work: spawned whatever threads hold; an error, the loss of a worker and Ctrl-C end them."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest

from cardwright import shards
from cardwright.errors import BadOption, WorkerDied
from cardwright.processes import BLAS_THREADS, create_pool, kill
from cardwright.shards import run_module
from support.waiting import wait_for

Start: TypeAlias = Callable[..., subprocess.Popen[str]]

WAIT_S = 300
LOCK = threading.Lock()
SILENT = """
import pathlib, sys, time
for line in sys.stdin:
    pathlib.Path("began").touch()
"""
LATE = f"{SILENT}    time.sleep(0.2)\n    print('late', flush=True)\n"
MATCH = [sys.executable, "-m", "cardwright", "match", "patience", "random", "own_bots:Own", "--deals", "20"]
OWN_BOT = """
from pathlib import Path
from cardwright.bots import RandomBot

class Own(RandomBot):
    def advise(self, view):
        Path("began").touch()
        {does}
"""


def taken(first: int, count: int) -> np.ndarray:
    """Return whether a lock of this module can be taken; a forked process would have it as it was."""
    return np.array([LOCK.acquire(timeout=1), first, count])


def refused(first: int, count: int) -> np.ndarray:
    raise BadOption("first", first, f"{count} or more")


def blas_threads(first: int, count: int) -> np.ndarray:
    return np.array([int(os.environ[BLAS_THREADS]), first, count])


def killed(first: int, count: int) -> np.ndarray:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError((first, count))


def test_workers_have_no_lock_of_another_thread() -> None:
    with LOCK, shards.workers(2) as executor:
        assert shards.run(taken, [(0, 1)], executor=executor)[0].tolist() == [1, 0, 1]


def test_a_pool_that_is_killed_does_not_close_its_pipe_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server ended with a traceback: 'NoneType' object cannot be interpreted as an integer."""
    pool = create_pool(1)
    pool.submit(os.getpid).result()
    wakeup: Any = pool._executor_manager_thread_wakeup
    was_locked = []
    monkeypatch.setattr(wakeup, "wakeup", lambda: was_locked.append(pool._shutdown_lock.locked()))
    kill(pool)
    assert was_locked == [True]


def test_workers_multiply_matrices_in_one_thread_unless_the_environment_has_another_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for chosen, number in (None, 1), ("3", 3):
        if chosen:
            monkeypatch.setenv(BLAS_THREADS, chosen)
        else:
            monkeypatch.delenv(BLAS_THREADS, raising=False)
        with shards.workers(2) as executor:
            assert shards.run(blas_threads, [(0, 1)], executor=executor)[0].tolist() == [number, 0, 1]
        assert os.environ.get(BLAS_THREADS) == chosen


def test_a_command_multiplies_matrices_in_one_thread_unless_the_environment_has_another_number() -> None:
    script = f"""
import os, sys
from cardwright.cli import main
assert "numpy" not in sys.modules, "it has read the number already"
main(["--version"])
print(os.environ["{BLAS_THREADS}"])
"""
    others = {name: value for name, value in os.environ.items() if name != BLAS_THREADS}
    for given, number in ({}, "1"), ({BLAS_THREADS: "3"}, "3"):
        said = subprocess.run([sys.executable, "-c", script], env=others | given, capture_output=True, text=True)
        assert said.stdout.splitlines()[-1:] == [number], said.stderr


def test_an_error_in_a_worker_comes_back_with_its_attributes() -> None:
    with (
        pytest.raises(BadOption, match="'first' cannot be 3: it takes 5 or more") as error,
        shards.workers(2) as executor,
    ):
        shards.run(refused, [(3, 5)], executor=executor)
    assert error.value.value == 3


def test_the_loss_of_a_worker_is_an_error_in_one_line_that_says_if_there_are_results(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    with (
        pytest.raises(WorkerDied, match="was killed, such as for lack of memory") as died,
        shards.workers(2) as executor,
    ):
        shards.run(killed, [(n, 1) for n in range(50)], executor=executor, file=file)
    assert died.value.__notes__ == [f"{file} has no results yet"]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start a command in a group of its own, as a terminal does; at the end, the whole group is killed."""
    with ExitStack() as stack:

        def start_command(command: Sequence[str], **more: Any) -> subprocess.Popen[str]:
            process = stack.enter_context(subprocess.Popen(command, text=True, start_new_session=True, **more))
            stack.callback(kill_group, process.pid)
            return process

        yield start_command


def kill_group(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


def start_match(start: Start, folder: Path, does: str) -> subprocess.Popen[str]:
    """A match in two processes against a bot that ``does`` this when it is to move."""
    (folder / "own_bots.py").write_text(OWN_BOT.format(does=does))
    return start([*MATCH, "--processes", "2"], cwd=folder, stderr=subprocess.PIPE)


@pytest.mark.parametrize(
    ("does", "message"),
    [
        ("raise ValueError('no idea')", "own_bots:Own: ValueError: no idea"),
        ("import os; os._exit(3)", "a worker process has ended"),
    ],
)
def test_a_match_ends_with_its_workers(start: Start, tmp_path: Path, does: str, message: str) -> None:
    match = start_match(start, tmp_path, does)
    _, said = match.communicate(timeout=WAIT_S)
    assert match.returncode == 2
    assert message in said
    assert "Traceback" not in said


def interrupt(match: subprocess.Popen[str], began: Path) -> None:
    """Press Ctrl-C once a match has begun: it and its processes end with one line."""
    wait_for(began.exists, WAIT_S)
    os.killpg(match.pid, signal.SIGINT)  # as a terminal does
    _, said = match.communicate(timeout=WAIT_S)  # waits for all that have its standard error: its processes too
    assert match.returncode == 130
    assert said == "cardwright: stopped\n"


def test_ctrl_c_ends_a_match_and_its_workers_at_once(start: Start, tmp_path: Path) -> None:
    match = start_match(start, tmp_path, "import time; time.sleep(1000)")
    interrupt(match, tmp_path / "began")


@pytest.mark.parametrize(
    ("problem", "code", "said"),
    [(KeyboardInterrupt(), 130, "stopped; go on"), (BadOption("first", 3, "5"), 2, "option 'first' cannot be 3: it")],
)
def test_a_module_that_is_run_ends_in_one_line(
    problem: BaseException, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        problem.add_note("go on")
        raise problem

    with pytest.raises(SystemExit) as ended:
        run_module(fail)
    assert ended.value.code == code
    printed = capsys.readouterr().err
    assert printed.startswith(f"cardwright: {said}")
    assert printed.endswith("; go on\n")
    assert printed.count("\n") == 1


def test_every_module_that_computes_for_long_ends_so() -> None:
    """None is imported by its package, either: `python -m` warned of one that was."""
    root = Path(__file__).parents[1]
    others = {"src/cardwright/__main__.py", "src/cardwright/web/drawing/card_art.py"}
    run = []
    for path in (*root.glob("src/cardwright/**/*.py"), root / "benchmarks" / "__main__.py"):
        _, main, end = path.read_text(encoding="utf-8").rpartition('\nif __name__ == "__main__":\n')
        if main and str(path.relative_to(root)) not in others:
            assert end.strip().startswith("run_module("), path
            run.append(".".join(path.relative_to(root).with_suffix("").parts).removeprefix("src."))
    assert len(run) == 5
    script = "import importlib, sys\nfor name in sys.argv[1:]:\n    importlib.import_module(name.rpartition('.')[0])\n"
    script += "    assert name not in sys.modules, name\n"
    subprocess.run([sys.executable, "-c", script, *sorted(run)], cwd=root, check=True)


@pytest.mark.parametrize(("program", "processes"), [(SILENT, "1"), (SILENT, "2"), (LATE, "1")])
def test_ctrl_c_ends_a_match_with_a_program_in_one_line(
    start: Start, tmp_path: Path, program: str, processes: str
) -> None:
    """The program, which Ctrl-C reached too, printed its traceback."""
    (tmp_path / "waits.py").write_text(program)
    command = [*MATCH[:4], "cribbage", f"cmd:{sys.executable} waits.py", "random", "--processes", processes]
    match = start(command, cwd=tmp_path, stderr=subprocess.PIPE)
    interrupt(match, tmp_path / "began")


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_says_where_the_results_are(start: Start, tmp_path: Path, processes: str) -> None:
    """At whatever moment it comes, with shards that wait, that run and that are done."""
    file = tmp_path / "kept.jsonl"
    command = [*MATCH[:4], "flexdeck", "random", "random", "--deals", "100000", "--processes", processes]
    file.touch()
    for _ in range(2):
        before = file.read_bytes().count(b"\n")
        with (tmp_path / "said").open("w+") as said:
            match = start([*command, "--file", str(file)], stderr=said)
            wait_for(lambda: file.read_bytes().count(b"\n") > before, WAIT_S)  # noqa: B023
            os.killpg(match.pid, signal.SIGINT)
            assert match.wait(WAIT_S) == 130
            said.seek(0)
            (line,) = said.read().splitlines()
        assert line == f"cardwright: stopped; {file} has the results until now, and the same command goes on from them"


def test_ctrl_c_ends_long_work_with_one_line(start: Start) -> None:
    # The installed script: "python -m" dies of SIGINT itself, not with 130, where that came in an exec of a dataclass.
    command = [str(Path(sys.executable).with_name("cardwright")), "playtest", "standard", "--deals", "1000000"]
    work = start(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    maps = Path(f"/proc/{work.pid}/maps")
    wait_for(lambda: "poker/odds/_kernels" in maps.read_text(), WAIT_S)  # the last module
    work.send_signal(signal.SIGINT)
    printed, said = work.communicate(timeout=WAIT_S)
    assert (work.returncode, printed, said) == (130, "", "cardwright: stopped\n")
