"""The distributions: what the sdist holds, that its tests pass, and the wheel in a clean environment without Cython.

Nothing is downloaded: the clean environment borrows the dependencies of this one.
"""

import os
import shutil
import site
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NOT_SOURCE = shutil.ignore_patterns(
    ".*_cache", ".git", ".venv*", ".hypothesis", "build", "dist", "*.egg-info", "__pycache__", "*.so", "*.c"
)
PARTS = ("tests", "docs", "examples", "benchmarks", "load", "src")
# Tests that need neither browser nor server, one of them of a kernel.
QUICK = ("test_luck.py", "test_cribbage_scoring.py::test_the_kernels_are_the_twins_of_show_on_a_small_deck")


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command and return what it prints; fail with the end of it otherwise."""
    env = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "CARDWRIGHT_NATIVE")}
    env["CFLAGS"] = "-O0"  # compiles in a third of the time
    done = subprocess.run(command, cwd=cwd, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout[-3000:]
    return done.stdout


def built(kind: str, source: Path, target: Path) -> Path:
    """Build an sdist or a wheel of a source tree with setuptools, as pip and build do."""
    script = f"import sys; from setuptools import build_meta; print(build_meta.build_{kind}(sys.argv[1]))"
    return target / run(sys.executable, "-c", script, target, cwd=source).splitlines()[-1]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist of this tree, unpacked."""
    folder = tmp_path_factory.mktemp("sdist")
    shutil.copytree(ROOT, folder / "tree", ignore=NOT_SOURCE)
    archive = built("sdist", folder / "tree", folder)
    with tarfile.open(archive) as packed:
        packed.extractall(folder / "unpacked", filter="data")
    (inside,) = (folder / "unpacked").iterdir()
    return inside


@pytest.fixture(scope="module")
def installed(unpacked: Path) -> Iterator[Path]:
    """A clean environment with the wheel that is built from the sdist, and Python's path in it."""
    folder = unpacked.parent.parent
    kept = Path("build", "cython")
    if (ROOT / kept).exists():  # the C of the kernels; Cython rebuilds what is older than its source
        shutil.copytree(ROOT / kept, unpacked / kept, dirs_exist_ok=True)
    # Nor is a kernel compiled again that is newer than its source, but for the one whose tests the sdist runs.
    compiled = unpacked / "build" / f"lib.{sysconfig.get_platform()}-{sys.implementation.cache_tag}"
    for kernel in (path.relative_to(ROOT / "src") for path in (ROOT / "src").rglob("*.so")):
        if "cribbage" not in kernel.parts:
            (compiled / kernel).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / "src" / kernel, compiled / kernel)
    wheel = built("wheel", unpacked, folder)
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", cwd=folder)
    (packages,) = (folder / "venv").glob("lib/python*/site-packages")
    run(sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", packages, wheel,
        cwd=folder)  # fmt: skip
    (packages / "borrowed.pth").write_text("\n".join(site.getsitepackages()))
    yield folder / "venv" / "bin" / "python"
    shutil.rmtree(folder)


def files(root: Path) -> set[str]:
    """The files of the parts of a source tree that a distribution needs."""
    skipped = {"__pycache__", "cardwright.egg-info"}
    return {
        str(path.relative_to(root))
        for part in PARTS
        for path in (root / part).rglob("*")
        if path.is_file() and not skipped & set(path.parts) and path.suffix not in (".so", ".c", ".pyc")
    }


def test_the_sdist_holds_every_file_of_the_source(unpacked: Path) -> None:
    assert files(ROOT) - files(unpacked) == set()
    top = {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "Makefile", "pyproject.toml", "setup.py"}
    assert {name for name in top if not (unpacked / name).is_file()} == set()


def test_the_wheel_runs_in_a_clean_environment(installed: Path, tmp_path: Path) -> None:
    """Compiled, complete with its data, and without Cython."""
    where = run(installed, "-c", "import cardwright; print(cardwright.__file__)", cwd=tmp_path)
    assert where.startswith(str(installed.parent.parent))
    no_cython = (
        "import sys; sys.modules['cython'] = None; from cardwright.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    for command, shown in {
        "doctor": "No problems found.",
        "rank standard 2c2d5h9sKd": "pair of twos",
        "frequencies dual-piecepacks": "Group-flush four of a kind",
        "play --help": "cribbage",
    }.items():
        assert shown in run(installed, "-c", no_cython, *command.split(), cwd=tmp_path)
    pages = "from cardwright import GAMES, rules_page; print(*(rules_page(name)[:40] for name in GAMES))"
    assert "Cribbage" in run(installed, "-c", pages, cwd=tmp_path)


def test_the_sdist_passes_its_tests(installed: Path, unpacked: Path) -> None:
    said = run(installed, "-m", "pytest", "-q", "-x", *(f"tests/{name}" for name in QUICK), cwd=unpacked)
    assert " passed" in said


def test_without_cython_an_uncompiled_kernel_says_what_to_install(unpacked: Path) -> None:
    script = "import sys; sys.modules['cython'] = None; from cardwright.cli import main; sys.exit(main(sys.argv[1:]))"
    env = os.environ | {"PYTHONPATH": str(unpacked / "src")}
    done = subprocess.run([sys.executable, "-c", script, "frequencies", "standard"],
                          cwd=unpacked, env=env, capture_output=True, text=True)  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "pip install 'cardwright[uncompiled]'" in done.stderr


def test_wheels_are_configured_for_every_supported_python() -> None:
    configured = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheels = configured["tool"]["cibuildwheel"]["build"]
    named = [line.rsplit(" ", 1)[-1] for line in configured["project"]["classifiers"] if ":: 3." in line]
    assert [f"cp{version.replace('.', '')}-*" for version in named] == wheels
    assert named[0] == configured["project"]["requires-python"].removeprefix(">=")


def test_dependencies_are_listed_once() -> None:
    """Every pin comes from pyproject.toml, and no requirements file names an index."""
    for path in (ROOT / "requirements.txt", ROOT / "docs/requirements.txt", ROOT / "benchmarks/requirements.txt"):
        text = path.read_text(encoding="utf-8")
        assert "cardwright (pyproject.toml" in text
        assert "://" not in text
    assert not [*ROOT.glob("**/requirements*.in")]
