"""The cardroom's pages in a real browser: a server in a thread, people with browsers of their own, and their moves."""

import contextlib
import os
import secrets
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple, TypeVar

import httpx2
import pytest
import uvicorn
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from cardwright.cardroom.commitments import ROOT_LOG
from cardwright.cardroom.events import ServerSecret, encode
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables import moments
from cardwright.errors import LostRace
from cardwright.store.sqlite import SqliteStore
from cardwright.web.app import create_app
from support.visitors import JSON, random_move

# The headless shell opens a page for two thirds of the processor time, since it draws no window around it.
HEADLESS_SHELL = "chromium-headless-shell"
CHROMIUM = Path(
    os.environ.get("CHROMIUM") or shutil.which(HEADLESS_SHELL) or shutil.which("chromium") or HEADLESS_SHELL
)
# Windows in which pages are looked at.
DESK: ViewportSize = {"width": 1366, "height": 650}
WIDE: ViewportSize = {"width": 1920, "height": 1080}
TABLET: ViewportSize = {"width": 820, "height": 1180}
PHONE: ViewportSize = {"width": 360, "height": 640}
LOW: ViewportSize = {"width": 740, "height": 360}
SIZES = (DESK, WIDE, TABLET, PHONE, LOW)
# No test waits as long between two requests: `page.request` fails if an idle connection is closed just as it sends.
IDLE_TIMEOUT_S = 60
# Each window would start a process for the pop-up of its address bar. Of several lists of features the last one counts,
# so this one repeats what Playwright turns off.
NO_FEATURES = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(NO_FEATURES)}",
]
Found = TypeVar("Found")
TIMEOUT_MS = 60_000  # that anything may take on a busy machine
expect.set_options(timeout=TIMEOUT_MS)
MAX_TOUCHES_COUNT = 5  # of the places of one move
CARD_MOVES_MS = 300
# The script runs once the page is whole: before that, a part of the moves may stand in a page that is still read.
TURN = '.scripted #scene[data-turn="yes"] #moves button[name="move"]'
OVER = "#result"

# What a player in the page needs: to wait, the table, and whether it is over or asks for a move.
_IN_PAGE = """
  const until = async (found) => {
    for (let wait = 0; wait < 6000; wait++) {
      document.getElementById("onward")?.click();
      if (found()) return;
      await new Promise((done) => setTimeout(done, 10));
    }
    throw new Error("nothing happens: " + document.getElementById("status")?.textContent);
  };
  const scene = () => document.getElementById("scene");
  const over = () => document.getElementById("result");
  const asked = () => scene().dataset.turn === "yes" && document.querySelector("#moves button[name=move]");
  // Press for a move, and wait until the page shows it: a new version may be the move of another who chooses as well.
  const make = async (press) => {
    const real = window.fetch;
    await new Promise((done) => {
      window.fetch = (address, ...more) => {
        const answer = real(address, ...more);
        if (String(address).endsWith("/move")) { window.fetch = real; answer.then(done, done); }
        return answer;
      };
      press();
    });
    const { version } = await (await real(`${location.pathname}/view`)).json();
    await until(() => Number(scene().dataset.version) >= version);
  };
"""
# A player in the page: it touches places, and presses what they say, until the game is over.
PLAYER = (
    "async (seed) => {"
    + _IN_PAGE
    + """
  let luck = seed;
  const below = (count) => (luck = (luck * 48271) % 2147483647) % count;
  let moves = 0;
  for (;;) {
    await until(() => over() || asked());
    if (over()) return moves;
    const buttons = [...document.querySelectorAll("#moves button[name=move]:not(.confirm)")];
    const button = buttons[below(buttons.length)];
    await make(() => {
      if (button.dataset.places) {
        for (const place of button.dataset.places.split(" ")) document.getElementById("p-" + place).click();
        const confirm = document.getElementById("confirm");
        if (confirm.disabled) button.click(); else confirm.click();
        if (confirm.dataset.confirm) confirm.click();
      } else {
        button.click();
        if (button.dataset.confirm) button.click();
      }
    });
    moves += 1;
    const wide = document.documentElement.scrollWidth;
    if (wide > innerWidth) {
      const status = document.getElementById("status").textContent;
      throw new Error(`${status}: page ${wide} wide in a window of ${innerWidth}`);
    }
  }
}"""
)


class Server:
    """The cardroom in a thread of this process, whose bots choose at once."""

    def __init__(self, path: Path) -> None:
        self.store, self.workers = SqliteStore(path), ThreadPoolExecutor(1)
        with contextlib.suppress(LostRace):  # begun by another test, or again on the same log
            self.store.append(ROOT_LOG, 0, 0, [encode(ServerSecret(path.name))])
        self.cardroom = Cardroom(self.store, self.workers, bot_pace_s=0)
        self.app = create_app(self.cardroom, limits=False)
        config = uvicorn.Config(
            self.app,
            port=0,
            log_level="error",
            lifespan="on",
            timeout_keep_alive=IDLE_TIMEOUT_S,
            timeout_graceful_shutdown=1,
        )
        self.uvicorn = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.uvicorn.run)
        self.thread.start()
        while not self.uvicorn.started:
            assert self.thread.is_alive()
            time.sleep(0.02)
        port = self.uvicorn.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"

    def client(self) -> httpx2.Client:
        """Return a browser without scripts, which follows no redirect."""
        return httpx2.Client(base_url=self.address, timeout=TIMEOUT_MS / 1000)

    def bot_pace(self, seconds: float) -> None:
        """From now on, bots take this long for a move."""
        self.cardroom.scheduler.bot_pace_s = seconds

    def close(self) -> None:
        self.uvicorn.should_exit = True
        self.thread.join()
        self.workers.shutdown(wait=False, cancel_futures=True)
        self.store.close()


def look_away(page: Page, *, away: bool = True) -> None:
    """Let a page be out of sight, as in a tab behind another, or in sight again."""
    page.evaluate("is => Object.defineProperty(document, 'hidden', { configurable: true, get: () => is })", arg=away)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


LONG_MS = 3_600_000  # longer than any test


def hold_for(monkeypatch: pytest.MonkeyPatch, held_ms: int) -> None:
    """From now on, have the moments of servers in this process held for this time."""
    for name in ("BRIEF_HOLD_MS", "MIN_HOLD_MS", "MAX_HOLD_MS"):
        monkeypatch.setattr(moments, name, held_ms)


# Skips every moment as soon as it is held; a table that is loaded again shows no moment before what it shows now.
SKIP_MOMENTS = """
  try { sessionStorage.removeItem("cardwright-seen-" + location.pathname); } catch { }
  document.addEventListener("frame", () => setTimeout(() => document.getElementById("onward")?.click()));
"""


# A turn with one move waits for the test, unless the test is about such turns.
PLAYS_ALL_MOVES = """
  try { localStorage.setItem("cardwright-forced", localStorage.getItem("cardwright-forced") || "never"); } catch { }
"""


# The seeds that a browser gives follow from a number, and from how many it has given: no two are the same.
DRAWS_BY_NUMBER = """
  crypto.getRandomValues = (bytes) => {
    const drawn = Number(sessionStorage.getItem("drawn")) + 1;
    sessionStorage.setItem("drawn", drawn);
    let state = 1 + (NUMBER + 7919 * drawn) % 2147483646;
    for (const at of bytes.keys()) bytes[at] = state = (state * 48271) % 2147483647;
    return bytes;
  };
"""


# A service worker would answer some requests in place of the server that a test watches; cards that move cost time.
USUAL: dict[str, Any] = {
    "viewport": {"width": 1200, "height": 800},
    "service_workers": "block",
    "reduced_motion": "reduce",
}
# For tests of movement and sound, and of moments that pass by themselves: with reduced motion each is to be confirmed.
MOTION: dict[str, Any] = {"reduced_motion": "no-preference"}
TELEPHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@contextlib.contextmanager
def person(browser: Browser, **more: Any) -> Iterator[Page]:
    """A user with a separate browser context. Fails if a script raised or the content policy blocked something."""
    skips_moments, plays_all = more.pop("skips_moments", True), more.pop("plays_all", True)
    context = browser.new_context(**(USUAL | more))
    page = context.new_page()
    page.add_init_script(DRAWS_BY_NUMBER.replace("NUMBER", str(int.from_bytes(secrets.token_bytes(4)))))
    if plays_all:
        page.add_init_script(PLAYS_ALL_MOVES)
    if skips_moments:
        page.add_init_script(SKIP_MOMENTS)
    page.set_default_timeout(TIMEOUT_MS)
    problems: list[str] = []
    context.on("weberror", lambda problem: problems.append(str(problem.error)))
    context.on("console", lambda line: problems.append(line.text) if "Content Security Policy" in line.text else None)
    yield page
    context.close()
    assert not problems, problems


def choose_opponents(page: Page, others: str) -> None:
    """In the form for a table, in a window of any width."""
    page.locator(f'[name="others"][value="{others}"]').evaluate("field => field.click()")


def show_all_options(page: Page) -> None:
    """Unfold the options that few people change."""
    page.locator(".rare").evaluate_all("all => all.forEach((more) => { more.open = true; })")


def open_table_page(page: Page, address: str, game: str, others: str = "random", **options: str) -> str:
    """Open a table by one request, take a seat, and show the table: no other page is loaded. Returns its address."""
    form: dict[str, str | float | bool] = {"game": game, "name": "Ann", "others": others, **options}
    answer = page.request.post(f"{address}/tables", form=form, headers=JSON)
    assert answer.ok, answer.text()
    page.goto(address + answer.json()["goto"])
    page.wait_for_selector("#scene")
    return page.url


def sit_down_page(page: Page, table: str, name: str = "Bea") -> None:
    """Take a free seat by one request, and show the table."""
    answer = page.request.post(f"{table}/sit", form={"name": name}, headers=JSON)
    assert answer.ok, answer.text()
    page.goto(table)


def open_table_by_form(page: Page, address: str, game: str, others: str = "random", **options: str) -> str:
    """Open a table through the lobby and the form, as a person does; the browser gives a seed for the deal."""
    page.goto(address)
    more = page.locator(f"#game-{game} .about summary")
    if more.is_visible():  # on a telephone
        more.click()
    page.locator(f'a[href="/new/{game}"]').click()
    page.get_by_label("Your name").fill("Ann")
    if page.locator('[name="others"]').count():
        choose_opponents(page, others)
    show_all_options(page)
    for name, value in options.items():
        field = page.locator(f'[name="{name}"]')
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector("#scene")
    page.wait_for_load_state()
    return page.url


def follow(page: Page, name: str) -> None:
    """Go where a link leads, and wait for the style sheets and scripts of that page: a test may measure it then."""
    before = page.url
    page.get_by_role("link", name=name).click()
    page.wait_for_url(lambda url: url != before)


def wait_until(page: Page, found: Callable[[], Found | None]) -> Found:
    """Wait for what no single page shows, while this page and all others go on."""
    end = time.monotonic() + TIMEOUT_MS / 1000
    while not (value := found()):
        assert time.monotonic() < end
        page.wait_for_timeout(20)
    return value


def version(page: Page) -> int:
    """Return the version of the game that the page shows."""
    return int(page.locator("#scene").get_attribute("data-version") or "0")


def wait_for_turn(page: Page) -> bool:
    """Whether there is anything more to choose."""
    page.wait_for_selector(f"{OVER}, {TURN}", state="attached")
    return page.locator(OVER).count() == 0


def _touch(page: Page, places: str) -> None:
    """Select places, from none selected."""
    for place in places.split():
        page.locator(f'[id="p-{place}"]').click(position={"x": 6, "y": 20})


def _make_move(page: Page, places: str) -> None:
    """Select the places of a move, and confirm it unless it is a single place."""
    _touch(page, places)
    confirm = page.locator("#confirm")
    if not confirm.is_visible():
        return
    for _ in range(MAX_TOUCHES_COUNT):  # a card that was still on its way was missed
        if confirm.is_enabled():
            break
        page.keyboard.press("Escape")
        page.wait_for_timeout(CARD_MOVES_MS)
        _touch(page, places)
    if confirm.get_attribute("data-confirm"):
        confirm.click()
    confirm.click()


# The page shows a version, or a moment on the way there.
SHOWS = """([before, version]) => {
  const shown = document.getElementById("scene").dataset;
  return shown.version !== String(before) && ("hold" in shown || Number(shown.version) >= version);
}"""


@contextlib.contextmanager
def one_move(page: Page) -> Iterator[None]:
    """Wait until the move that is made meanwhile is shown: where others choose as well, a new version may be theirs."""
    before = version(page)
    with page.expect_response(lambda answer: answer.url.endswith("/move") and answer.ok) as made:
        yield
    seen = page.request.get(made.value.url.removesuffix("move") + "view").json()
    page.wait_for_function(SHOWS, arg=[before, seen["version"]])


def touch_one_move(page: Page, *, which: int = 0) -> None:
    """A move by the mouse or a finger: the places, and then the bar that says what they mean."""
    by_places = page.locator("#moves [data-places]")
    with one_move(page):
        if by_places.count():
            _make_move(page, by_places.nth(which % by_places.count()).get_attribute("data-places") or "")
        else:
            page.locator('#moves button[name="move"]:not([data-confirm])').first.click()


class Box(NamedTuple):
    """Where something is drawn, in pixels of the window."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height


def box_of(drawn: Locator) -> Box:
    """Return the box of what must be drawn."""
    box = drawn.bounding_box()
    assert box is not None
    return Box(box["x"], box["y"], box["width"], box["height"])


def scrolls_sideways(page: Page) -> bool:
    """Return whether the page is wider than its window."""
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


# One move of a player who stays in the game: by its places where it has any. True once the game is over.
ONE_MOVE = (
    "async (luck) => {"
    + _IN_PAGE
    + """
  await until(() => over() || asked());
  if (over()) return true;
  const buttons = [...document.querySelectorAll("#moves button[name=move]:not(.confirm)")];
  const calm = buttons.find((button) => /^(Call|Check|Stand|Bet)/.test(button.textContent.trim()));
  const button = calm || buttons[luck % buttons.length];
  await make(() => {
    for (const place of (button.dataset.places || "").split(" ").filter(Boolean)) {
      document.getElementById("p-" + place).click();
    }
    const confirm = document.getElementById("confirm");
    if (confirm && confirm.value) confirm.click(); else button.click();
    if (confirm?.dataset.confirm) confirm.click();
  });
  await until(() => over() || asked());
  return Boolean(over());
}"""
)


def play(page: Page, moves: int) -> bool:
    """Make this number of moves; return whether the game is over."""
    return any(page.evaluate(ONE_MOVE, 7919 * (turn + 3) % 1009) for turn in range(moves))


def play_by_requests(
    table: str, *players: Page, moves: int = 1000, until: Callable[[Any], object] = lambda seen: False
) -> bool:
    """Play to the end of a game, or so many moves, or to a turn whose view fits; return whether that was the end.

    Their pages, dear to draw, are left.
    """
    rng = Random(5)
    for page in players:
        page.goto("about:blank")

    def turn() -> tuple[Page, Any] | None:
        """Who is to act, and what they see."""
        for page in players:
            seen = page.request.get(f"{table}/view").json()
            if seen["over"] or seen["seat"] in seen["to_act"]:
                return page, seen
        return None

    for _ in range(moves):
        page, seen = wait_until(players[0], turn)
        if seen["over"] or until(seen):
            return bool(seen["over"])
        text, numbers = random_move(seen, rng)
        form: dict[str, str | float | bool] = {"version": str(seen["version"]), "move": text, **numbers}
        answer = page.request.post(f"{table}/move", form=form, headers=JSON)
        assert answer.ok, answer.text()
    return False


THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


# All rules of axe in light colours; in dark ones those of colours, since nothing else differs.
AXE_RULES: tuple[tuple[Literal["light", "dark"], dict[str, Any]], ...] = (
    ("light", {"resultTypes": ["violations"]}),
    (
        "dark",
        {
            "resultTypes": ["violations"],
            "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
        },
    ),
)


def faults(page: Page) -> list[str]:
    """What axe finds in both themes: its rule, and the element."""
    found, axe = [], Axe()
    for theme, rules in AXE_RULES:
        page.emulate_media(color_scheme=theme)
        for each in axe.run(page, options=rules).response["violations"]:
            found += [f"{theme}: {each['id']}: {node['html'][:200]}" for node in each["nodes"]]
        axe.axe_script = ""  # which is in the page from now on
    return found
