"""Pictures of the cardroom in a real browser: every game, light and dark, from telephone to desk.

python tests/pictures.py            the set that docs/gallery.md shows, into docs/pictures
python tests/pictures.py FOLDER     every moment at every size, whole pages, to look at
"""

import argparse
import base64
import itertools
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from cardwright import games
from support.browser import (
    CHROMIUM,
    DESK,
    OVER,
    SWITCHES,
    TURN,
    Server,
    open_table_page,
    person,
    play,
    play_by_requests,
    wait_for_turn,
)
from support.playouts import short_form

DOCS = Path(__file__).parent.parent / "docs" / "pictures"
SIZES = {"desk": (1366, 650), "phone": (360, 640), "tablet": (820, 1180), "low": (740, 360)}
THEMES = ("light", "dark")
KEPT = [(size, theme) for size in ("desk", "phone") for theme in THEMES] + [("tablet", "light"), ("low", "light")]
SETTLE_MS = 600
QUALITY = 22  # of the pictures in the documents

# Poker in five ways: the game, how many moves to the middle of it, the form.
POKER = {"o-stacks": "1000", "o-deals": "3"}
WAYS: dict[str, tuple[str, int, dict[str, str]]] = {
    "holdem": ("poker", 2, {"o-players": "6", **POKER}),
    "heads-up": ("poker", 2, {"o-players": "2", **POKER}),
    "omaha": ("poker", 2, {"o-players": "9", "o-variant": "omaha", **POKER}),
    "stud": ("poker", 3, {"o-players": "6", "o-variant": "seven-card-stud", **POKER}),
    "draw": ("poker", 2, {"o-players": "4", "o-variant": "five-card-draw", **POKER}),
}
LONG_GAMES = {"cribbage": 14, "patience": 30, "pyramid": 26}  # moves to the middle; 3 in other games
SHORT_GAMES = {"chinese": 1}
# Every entry of the lobby.
ENTRIES = {
    name: (name, (LONG_GAMES | SHORT_GAMES).get(name, 3), short_form(name)) for name in games.GAMES if name != "poker"
} | WAYS
ENTRIES["chinese"] = ("chinese", 1, short_form("chinese") | {"o-players": "4"})
# What the documents show is the middle of a game, but for these.
SHOWN = {"draw": "start"}
LIGHT_ONLY = {"heads-up"}  # the six of hold'em are shown in dark


def settle(page: Page) -> None:
    """Wait for one's turn, and for what another player chooses at the same time."""
    page.wait_for_timeout(SETTLE_MS)
    wait_for_turn(page)


def touch(page: Page) -> None:
    """Touch what the first move holds, so that the bar says it."""
    first = page.locator("#moves [data-places]").first
    if first.count():
        for place in (first.get_attribute("data-places") or "").split():
            page.locator(f'[id="p-{place}"]').click(position={"x": 6, "y": 12})


def moments(page: Page, address: str, game: str, middle: int, form: dict[str, str]) -> Iterator[str]:
    """A game in the page, stopped at its beginning, in its middle with something touched, and at its end."""
    others = "caller" if game in ("poker", "dual-piecepacks") else "basic"
    open_table_page(page, address, game, others, **form)
    wait_for_turn(page)
    yield "start"
    if not play(page, middle):
        settle(page)
        while game == "paigow" and not page.locator("#moves [data-places]").count():
            play(page, 1)  # past the bet, to the cards
            settle(page)
        touch(page)
        yield "middle"
        page.keyboard.press("Escape")
    while not play(page, 50):
        pass
    page.wait_for_selector(OVER)
    yield "end"
    page.get_by_role("link", name="Replay").click()
    page.wait_for_selector("#scene")
    page.goto(page.url.partition("?")[0] + "?at=20")
    yield "replay"


def shoot(page: Page, path: Path, *, whole: bool = False, scale: float = 1) -> None:
    """A picture of the window, or of the whole page."""
    if whole:
        page.screenshot(path=path.with_suffix(".png"), full_page=True)
        return
    session = page.context.new_cdp_session(page)
    assert page.viewport_size is not None
    clip = {"x": 0, "y": 0, "scale": scale, **page.viewport_size}
    reply: dict[str, Any] = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "clip": clip})
    path.with_suffix(".webp").write_bytes(base64.b64decode(reply["data"]))
    session.detach()


def everywhere(page: Page, folder: Path, name: str) -> None:
    """One moment at every size, in light and dark, whole pages."""
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.mouse.move(0, 0)
            shoot(page, folder / f"{name}-{size}-{theme}", whole=True)
    page.set_viewport_size({"width": 1366, "height": 900})


def look(page: Page, address: str, folder: Path, wanted: set[str]) -> None:
    """Everything, to look at."""
    for name, (game, middle, form) in ENTRIES.items():
        if not wanted or name in wanted:
            for moment in moments(page, address, game, middle, form):
                everywhere(page, folder, f"{name}-{moment}")
    if not wanted or "around" in wanted:
        for name, seen in around(page, address):
            everywhere(seen, folder, name)


def around(page: Page, address: str) -> Iterator[tuple[str, Page]]:
    """Pages around the games: the lobby, a form, sheets, talk, a table that waits, and one that is watched."""
    for name, path in (("lobby", ""), ("new", "new/poker"), ("rules", "rules/cribbage"), ("glossary", "glossary")):
        page.goto(f"{address}/{path}")
        yield name, page
    open_table_page(page, address, "cribbage", "open")
    yield "waiting", page
    browser = page.context.browser
    assert browser is not None
    with person(browser) as guest:
        guest.goto(page.url)
        yield "seat-free", guest
        guest.get_by_role("button", name="Sit down").click()
        guest.get_by_role("button", name="Say").click()
        page.wait_for_selector("#seats")
        page.get_by_role("button", name="Say").click()
        page.keyboard.press("h")
        page.wait_for_timeout(1500)
        yield "talk", page
        with person(browser) as watcher:
            watcher.goto(f"{page.url}/watch")
            watcher.wait_for_selector("#seats")
            page.goto(watcher.url)
        page.locator("#seats .term").first.focus()
        yield "term", page
        page.keyboard.press("?")
        yield "keys", page
        page.keyboard.press("?")
        page.keyboard.press("r")
        page.wait_for_selector("#rules-sheet h1")
        yield "sheet", page


def workbench(page: Page, address: str, folder: Path) -> None:
    """A deck of six suits in the workbench, with the usual hands."""
    page.goto(f"{address}/workbench")  # its processes start, and each imports this script
    page.emulate_media(color_scheme="light")
    page.get_by_label("Name of the game").fill("Six suits")
    page.get_by_label("Suits, with spaces between").fill("c d h s ★ ☾")
    page.get_by_role("button", name="Put in the usual hands").click()
    page.get_by_role("button", name="Fix the order").click()
    page.get_by_text("Ordered: rarer hands rank higher").wait_for()
    page.mouse.move(0, 0)
    page.evaluate("scrollTo(0, 0)")
    shoot(page, folder / "workbench-desk")


def own_pages(page: Page, address: str, folder: Path) -> None:
    """One's own games and statistics, after two short games of each kind against bots; the last one was reviewed."""
    page.emulate_media(color_scheme="light")
    for others, name in itertools.product(("random", "basic"), games.GAMES):
        table = open_table_page(page, address, name, others, **short_form(name))
        play_by_requests(table, page)
    page.goto(f"{table}/review")
    page.wait_for_selector(".reviews")
    for name, path in (("games", "games"), ("statistics", "games/statistics")):
        page.goto(f"{address}/{path}")
        page.set_viewport_size(DESK)
        shoot(page, folder / f"{name}-desk", scale=0.6)


def keep(page: Page, address: str, folder: Path, wanted: set[str]) -> None:
    """The pictures of the documents: every game in its middle, as large as the window."""
    if not wanted or "lobby" in wanted:
        page.goto(address)
        windows(page, folder, "lobby")
    if not wanted or "workbench" in wanted:
        workbench(page, address, folder)
    if not wanted or "own-pages" in wanted:
        own_pages(page, address, folder)
    page.goto(address)
    first_games(page, folder, wanted)
    if not wanted or "film" in wanted:
        browser = page.context.browser
        assert browser is not None
        with person(browser, skips_moments=False) as player:
            film(player, address, folder / "cribbage-film.svg")
    for name, (game, middle, form) in ENTRIES.items():
        if wanted and name not in wanted:
            continue
        for moment in moments(page, address, game, middle, form):
            if moment == SHOWN.get(name, "middle"):
                windows(page, folder, name)
                break
        else:
            raise RuntimeError(f"{name} was over before its middle")


FILM_FRAMES, FILM_FRAME_S, FILM_QUALITY = 20, 3, 6  # a minute of play
FILM = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img" aria-label="{says}">
<style>image {{ visibility: hidden; animation: show {whole_s}s infinite steps(1); }}
@keyframes show {{ 0% {{ visibility: visible; }} {share}% {{ visibility: hidden; }} }}
@media (prefers-reduced-motion: reduce) {{ image {{ animation: none; }}
image:first-of-type {{ visibility: visible; }} }}
</style>
{frames}
</svg>
"""


def film(page: Page, address: str, path: Path) -> None:
    """Play cribbage against the strongest bot, and keep what the window shows as the frames of one moving drawing."""
    wide, high = 720, 400
    page.set_viewport_size({"width": wide, "height": high})
    page.emulate_media(color_scheme="light")
    open_table_page(page, address, "cribbage", "expert")
    session = page.context.new_cdp_session(page)
    frames: list[str] = []
    while len(frames) < FILM_FRAMES:
        page.wait_for_selector(f"#onward, {TURN}", state="attached")
        reply: dict[str, Any] = session.send("Page.captureScreenshot", {"format": "webp", "quality": FILM_QUALITY})
        at = f'style="animation-delay: {len(frames) * FILM_FRAME_S}s"'
        frames.append(f'<image width="{wide}" height="{high}" {at} href="data:image/webp;base64,{reply["data"]}"/>')
        if page.locator("#onward").count():
            page.locator("#onward").click()
        else:
            play(page, 1)
    path.write_text(
        FILM.format(
            wide=wide,
            high=high,
            says="A deal of cribbage, played in the browser",
            whole_s=FILM_FRAMES * FILM_FRAME_S,
            share=100 / FILM_FRAMES,
            frames="\n".join(frames),
        ),
        encoding="utf-8",
    )


def first_games(page: Page, folder: Path, wanted: set[str]) -> None:
    """The third bubble of every guided first game, on a desk and on a telephone."""
    for name, size in itertools.product(games.GAMES, ("desk", "phone")):
        if wanted and f"first-{name}" not in wanted:
            continue
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="light")
        page.goto(page.url.partition("/t/")[0])
        page.locator(f"#game-{name}").get_by_role("button", name="First game").first.click()
        page.wait_for_load_state()
        while page.locator('#bubble[data-number="2"]').count() == 0:
            page.wait_for_selector(f"#bubble:popover-open, #onward, {TURN}", state="attached")
            following = page.locator("#bubble-next:visible, #onward")
            if following.count():
                following.first.click()
            else:
                play(page, 1)
        shoot(page, folder / f"first-{name}-{size}", scale=0.7 if size == "desk" else 1)


def windows(page: Page, folder: Path, name: str) -> None:
    """One moment in windows of every size, on a telephone and on a desk also in dark."""
    for size, theme in KEPT:
        if theme == "dark" and name in LIGHT_ONLY:
            continue
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.evaluate("scrollTo(0, 0)")
        page.mouse.move(0, 0)
        shoot(page, folder / f"{name}-{size}-{theme}", scale=0.75 if size == "tablet" else 1)
    page.set_viewport_size({"width": 1366, "height": 900})


def main(folder: Path, wanted: set[str]) -> None:
    """Make them."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as room, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        server = Server(Path(room) / "room.db")
        try:
            with person(browser, viewport={"width": 1366, "height": 900}) as page:
                (keep if folder == DOCS else look)(page, server.address, folder, wanted)
        finally:
            server.close()
            browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="FOLDER", nargs="?", type=Path, default=DOCS)
    parser.add_argument("names", metavar="NAME", nargs="*")
    given = parser.parse_args()
    main(given.folder, set(given.names))
