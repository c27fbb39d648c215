"""Long questions of odds on a Dask cluster of two processes: the same numbers as in one process."""

import gc
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

from cardwright.cli import main
from cardwright.games.paigow.odds import Match, outcome

SAMPLED = ["odds", "equity", "standard", "22+", "random", "KTs+", "--samples", "100000", "--json"]


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of its scheduler."""
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as made:
        yield made.scheduler_address


@pytest.mark.filterwarnings("ignore")
def test_random_deals_are_the_same_on_a_cluster(cluster: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for more in ([], ["--cluster", cluster]):
        assert main([*SAMPLED, *more]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1]
    assert "100,000 random deals" in found[0]["method"]


@pytest.mark.filterwarnings("ignore")
def test_all_deals_are_counted_on_a_cluster_and_resumed_from_a_file(cluster: str, tmp_path: Path) -> None:
    match, file = Match("trump_plaza", "mgm", ranks=5), tmp_path / "counted"
    here = outcome(match)
    with Client(cluster) as client:  # type: ignore[no-untyped-call]
        assert outcome(match, executor=client.get_executor(), file=file) == here
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-1]) + lines[-1][:20])  # as after a kill
    steps: list[tuple[int, int]] = []
    assert outcome(match, file=file, progress=lambda done, total: steps.append((done, total))) == here
    assert steps == [(len(lines), len(lines))]
    assert len(file.read_bytes().splitlines()) == len(lines)


def test_what_cannot_run_elsewhere_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "paigow", "--player", "best", "--processes", "2"]) == 2
    assert "best play is counted in one process" in capsys.readouterr().err
    assert main(["odds", "paigow", "--player", "mgm", "--processes", "0"]) == 2
    assert "1 to 64" in capsys.readouterr().err
    assert main([*SAMPLED, "--cluster", "nowhere"]) == 2
    gc.collect()  # the client ends here: while another begins, its finaliser would wait for ever
    assert "the address of a Dask scheduler" in capsys.readouterr().err
