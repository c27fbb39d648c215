"""Long questions of odds on a Dask cluster of two processes: the same numbers as in one process."""

import json
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor, Future
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from distributed import KilledWorker

from cardwright import shards
from cardwright.cli import main
from cardwright.errors import WorkerDied
from cardwright.games.paigow.odds import Match, outcome
from cardwright.wording import error_line
from support import dask_cluster

LOST_WORKER: Any = "a worker"
SAMPLED = ["odds", "equity", "standard", "22+", "random", "KTs+", "--samples", "100000", "--json"]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of its scheduler."""
    with dask_cluster.running(tmp_path_factory.mktemp("cluster")) as address:
        yield address


def test_random_deals_are_the_same_on_a_cluster(cluster: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for more in ([], ["--cluster", cluster]):
        assert main([*SAMPLED, *more]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1]
    assert "100,000 random deals" in found[0]["method"]


def test_all_deals_are_counted_on_a_cluster_and_resumed_from_a_file(cluster: str, tmp_path: Path) -> None:
    match, file = Match("trump_plaza", "mgm", ranks=5), tmp_path / "counted"
    here = outcome(match)
    with shards.workers(cluster=cluster) as executor:
        assert outcome(match, executor=executor, file=file) == here
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-1]) + lines[-1][:20])  # as after a kill
    steps: list[tuple[int, int]] = []
    assert outcome(match, file=file, progress=lambda done, total: steps.append((done, total))) == here
    assert steps == [(len(lines), len(lines))]
    assert len(file.read_bytes().splitlines()) == len(lines)


def test_a_cluster_without_workers_says_that_it_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(shards, "WORKERS_TIMEOUT_S", 0.1)
    with dask_cluster.running(tmp_path, workers=0) as address, shards.workers(cluster=address):
        pass
    assert f"the cluster at {address} has no workers" in caplog.text


@pytest.mark.parametrize(
    ("problem", "said"),
    [(CancelledError(), "the cluster has ended"), (KilledWorker("a shard", LOST_WORKER, 3), "it was killed")],
)
def test_the_loss_of_a_cluster_is_one_line(problem: Exception, said: str, tmp_path: Path) -> None:
    """It was a traceback."""

    class Lost(Executor):
        def submit(self, *_: object, **__: object) -> Any:
            future: Future[object] = Future()
            future.set_exception(problem)
            return future

    file = tmp_path / "kept"
    with pytest.raises(WorkerDied, match=said) as lost:
        shards.run(np.arange, [(3,)], executor=Lost(), file=file)
    assert error_line(lost.value).endswith(f"{file} has no results yet")


def test_what_cannot_run_elsewhere_says_so(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "CLUSTER_TIMEOUT_S", 1)
    assert main(["odds", "paigow", "--player", "best", "--processes", "2"]) == 2
    assert "best play is counted in one process" in capsys.readouterr().err
    assert main(["odds", "paigow", "--player", "mgm", "--processes", "0"]) == 2
    assert "1 to 64" in capsys.readouterr().err
    assert main([*SAMPLED, "--cluster", "nowhere"]) == 2
    assert "the address of a Dask scheduler" in capsys.readouterr().err
