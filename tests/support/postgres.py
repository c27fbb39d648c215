"""A PostgreSQL server of the tests' own: on a socket in a folder that goes away, ended when the tests end."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

USER = "postgres"


def _programs() -> Path:
    """The folder of initdb and postgres, newest version first; Debian keeps it out of the PATH."""
    known = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    found = os.environ.get("INITDB") or (str(known[-1]) if known else shutil.which("initdb"))
    if found is None or not Path(found).exists():
        raise RuntimeError("no PostgreSQL server to test with: install it (on Debian: apt-get install postgresql)")
    return Path(found).resolve().parent


def _as_whom() -> dict[str, Any]:
    """Return the user to run as, where the tests are root's: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam(USER)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


class Server:
    """A server in a folder, which may be stopped and started. With ``fsync`` it waits for the disk."""

    def __init__(self, folder: Path, whom: dict[str, Any], fsync: bool) -> None:
        self.folder, self.whom, self.fsync = folder, whom, fsync
        self.programs = _programs()
        self.address = f"postgresql://{USER}@/postgres?host={folder}"

    def create(self) -> None:
        """Make its data."""
        made: list[str | Path] = [self.programs / "initdb", "--pgdata", self.folder / "data", "--auth", "trust"]
        made += ["--username", USER, "--encoding", "UTF8", "--locale", "C", "--no-sync"]
        subprocess.run(made, check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **self.whom)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = ["listen_addresses=", f"unix_socket_directories={self.folder}", "shared_buffers=16MB"]
        settings += [f"fsync={'on' if self.fsync else 'off'}"]
        words = (word for each in settings for word in ("-c", each))
        command: list[str | Path] = [self.programs / "postgres", "-D", self.folder / "data", *words]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, **self.whom)
        _await(self.process, self.folder)

    def stop(self) -> None:
        """A fast shutdown, which closes all connections."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)

    def pause(self) -> None:
        """Stop all its processes where they are: it keeps its connections, and answers nothing."""
        self.paused = [self.process.pid, *children(self.process.pid)]
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Continue after a pause."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        for pid in self.paused:
            with contextlib.suppress(ProcessLookupError):  # it has just ended
                os.kill(pid, number)


def children(pid: int) -> list[int]:
    """Return the processes of a server, without the first."""
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextlib.contextmanager
def running(*, fsync: bool = False) -> Iterator[Server]:
    """A server that runs, and is ended. Durability is PostgreSQL's own affair: no test pulls the plug on it."""
    whom = _as_whom()
    with tempfile.TemporaryDirectory(prefix="cardwright-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if whom:
            os.chown(folder, whom["user"], whom["group"])
        made = Server(folder, whom, fsync)
        made.create()
        try:
            made.start()
            yield made
        finally:
            made.stop()


def _await(process: subprocess.Popen[bytes], folder: Path) -> None:
    """Wait until it answers: the eighth line of its lock file says so."""
    lock = folder / "data" / "postmaster.pid"
    for _ in range(2400):
        if process.poll() is not None:
            break
        if lock.exists() and "ready" in lock.read_text():
            return
        time.sleep(0.05)
    raise RuntimeError(f"the PostgreSQL server did not start:\n{(folder / 'log').read_text()}")
