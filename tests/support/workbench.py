"""The workbench: declarations to send, its page in Chromium, and what it answers to requests."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, Page

from cardwright import declared_variants
from cardwright.cardroom.workbench import analysis, background_jobs
from cardwright.cardroom.workbench.stoppable_worker import StoppableWorker
from cardwright.web.workbench_form import BLANK
from support.browser import Server, person
from support.visitors import JSON

DICE = """name = "Two dice"
dice = true
size = 2
deck.ranks = "1 2 3 4 5 6"
category = [{name = "Pair", kinds = [2]}, {name = "Rest"}]
"""
NINE_CARDS = """name = "Nine cards"
size = 5
deck.ranks = "1 2 3 4 5 6 7 8 9"
category = [{name = "Run", run = 5}, {name = "Rest"}]
"""
TEN_CARDS = """name = "Ten cards"
size = 3
deck = { ranks = "1 2 3 4 5", suits = "a b" }
category = [{ name = "Run", run = 3 }, { name = "Pair", kinds = [2, 1] }, { name = "Rest" }]
"""
OWN_VARIANT = declared_variants.text_of("five-card-draw").replace('"Five-card draw"', '"Lantern draw"') + (
    '\n[[street]]\nname = "The last exchange"\ndraw = true\n'
)
MANY_HANDS = f"""name = "Many"
size = 7
wild = "any"
deck = {{ ranks = "{" ".join(f"r{n}" for n in range(30))}", suits = "c d h s", jokers = 2 }}
category = [{{ name = "Any" }}]
"""
# Declarations that would cost or reach too much, and the reason with which each is refused.
HOSTILE = {
    "size": (BLANK + "#" * analysis.MAX_CHARS, "is longer than the 12,000 characters"),
    "hands": (MANY_HANDS, "classes of hands; at most 1,000,000"),
    "number": ("size = " + "9" * 5000, "a number is too long"),
    "nesting": ("a = " + "[" * 5000, "nested too deeply"),
    "file": ('like = "/etc/passwd"\nname = "x"\n', "no ranking named '/etc/passwd'"),
    "folder": ('like = "../../../secrets"\nname = "x"\n', "no ranking named '../../../secrets'"),
    "bytes": ("name = 'a\x00b'\n", "is not TOML"),
}


@contextlib.contextmanager
def at_workbench(server: Server, browser: Browser, query: str = "", **more: Any) -> Iterator[Page]:
    """Show the page of the workbench to a person, once all of its answers have come."""
    with person(browser, **more) as page:
        page.goto(f"{server.address}/workbench{query}")
        page.wait_for_selector("#more:not(.waiting)")
        yield page


def study(visitor: httpx2.Client, text: str, **form: str) -> dict[str, str]:
    """Return what the page shows of a text, and of a change of it."""
    answer = visitor.post("/workbench", data={"do": "toml", "toml": text, **form}, headers=JSON)
    assert answer.status_code == 200
    return answer.json()  # type: ignore[no-any-return]


def more(visitor: httpx2.Client, text: str, variant: str = "") -> str:
    """Return what the page loads after the counts: hands that are dealt, their lines, and the variants that fit."""
    answer = visitor.post("/workbench/more", data={"toml": text, "own-variant": variant})
    assert answer.status_code == 200
    return answer.text


def open_game(visitor: httpx2.Client, toml: str, **form: str) -> str:
    """Open a table of a game by this declaration; return its path."""
    answer = visitor.post("/workbench/play", data={"toml": toml, **form})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def publish(visitor: httpx2.Client, text: str, design: str, **form: str) -> str:
    """Publish a version of a design; return its path."""
    answer = visitor.post("/workbench/publish", data={"toml": text, "design": design, **form})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def finished(visitor: httpx2.Client, page: str) -> str:
    """Load the page of work in the background until the work is done; return the page."""
    while "refresh" in (seen := visitor.get(page)).headers:
        pass
    assert seen.status_code == 200
    return seen.text


def hold_playtests(monkeypatch: pytest.MonkeyPatch, first: int = 0) -> threading.Event:
    """Have playtests wait before the deal of this number until the event is set."""
    go_on, call = threading.Event(), StoppableWorker.call

    def wait(worker: StoppableWorker, job: Callable[..., Any], *arguments: Any) -> Any:
        if job is background_jobs.playtest and arguments[-2] >= first:
            go_on.wait(60)
        return call(worker, job, *arguments)

    monkeypatch.setattr(StoppableWorker, "call", wait)
    return go_on
