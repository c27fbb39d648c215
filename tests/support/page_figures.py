"""Weigh and time the cardroom's pages in Chromium: what Lighthouse scores, by the browser's own observers.

PYTHONPATH=tests python -m support.page_figures    a table: the lobby and a table, telephone and laptop, an empty cache
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Response, sync_playwright

from support.browser import CHROMIUM, SWITCHES, Server, open_table_page, person

SIZES = {"telephone": (360, 640), "laptop": (1366, 650)}
TABLE = "cribbage"
SETTLED_MS = 500  # after loading, in which late shifts and tasks are counted
MIN_COMPRESSED_BYTES = 500  # of a text
BLOCKED = "Service Worker registration blocked by Playwright"
OBSERVE = """
  window.figures = { lcp: 0, cls: 0, blocked: 0 };
  const observe = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note))
    .observe({ type, buffered: true });
  observe("largest-contentful-paint", (entry) => { figures.lcp = entry.startTime; });
  observe("layout-shift", (entry) => { if (!entry.hadRecentInput) figures.cls += entry.value; });
  observe("longtask", (entry) => { figures.blocked += entry.duration - 50; });
"""
READ = """() => ({
  ...figures,
  fcp: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
  description: document.querySelector('meta[name="description"]')?.content ?? "",
  title: document.title,
  language: document.documentElement.lang,
  unlabelled: [...document.querySelectorAll("input:not([type=hidden]), select, textarea")].filter(
    (field) => !field.labels?.length && !field.getAttribute("aria-label")).map((field) => field.name || field.id),
  unnamed: [...document.querySelectorAll("a, button")].filter(
    (each) => !each.textContent.trim() && !each.getAttribute("aria-label") && !each.title).length,
})"""


class Figures(NamedTuple):
    """The figures of one page: bytes sent in all, requests, milliseconds, and the faults that Lighthouse counts."""

    bytes: int
    requests: int
    fcp_ms: float
    lcp_ms: float
    blocked_ms: float
    shift: float
    faults: tuple[str, ...]


def measured(context: BrowserContext, address: str) -> Figures:
    """Load a page with an empty cache and return its figures."""
    page = context.new_page()
    wire = context.new_cdp_session(page)
    lines: list[str] = []
    sent: list[int] = []
    uncached: list[str] = []
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    wire.on("Network.loadingFinished", lambda event: sent.append(int(event["encodedDataLength"])))
    page.on("console", lambda line: lines.append(line.text) if line.type in ("error", "warning") else None)
    page.on("pageerror", lambda problem: lines.append(str(problem)))
    page.on("response", lambda answer: uncached.extend(_uncached(answer)))
    page.add_init_script(OBSERVE)
    page.goto(address, wait_until="load")
    page.wait_for_timeout(SETTLED_MS)
    read: dict[str, Any] = page.evaluate(READ)
    faults = [f"console: {line}" for line in lines if BLOCKED not in line] + [f"not cached: {url}" for url in uncached]
    faults += [f"no {name}" for name in ("description", "title", "language") if not read[name]]
    faults += [f"no label: {name}" for name in read["unlabelled"]] + ["no name"] * read["unnamed"]
    page.close()
    return Figures(sum(sent), len(sent), read["fcp"], read["lcp"], read["blocked"], read["cls"], tuple(faults))


def _uncached(answer: Response) -> Iterator[str]:
    """Yield the address of a static file that is not kept for a year, or is a text that is not compressed."""
    given = answer.headers
    large = int(given.get("content-length", MIN_COMPRESSED_BYTES)) >= MIN_COMPRESSED_BYTES
    text = large and answer.url.partition("?")[0].endswith((".js", ".css", ".svg"))
    if "/static/" in answer.url and (
        "immutable" not in given.get("cache-control", "") or (text and "content-encoding" not in given)
    ):
        yield answer.url


def both(browser: Browser, server: Server, size: tuple[int, int]) -> dict[str, Figures]:
    """Return the figures of the lobby and of a table in a window of this size."""
    width, height = size
    with person(browser, viewport={"width": width, "height": height}) as page:
        table = open_table_page(page, server.address, TABLE)
        return {"lobby": measured(page.context, server.address), "table": measured(page.context, table)}


def _row(found: Figures) -> str:
    times = (f"{each:.0f}" for each in (found.fcp_ms, found.lcp_ms, found.blocked_ms))
    cells = (
        f"{found.bytes / 1024:.0f}",
        str(found.requests),
        *times,
        f"{found.shift:.3f}",
        "; ".join(found.faults) or "none",
    )
    return " | ".join(cells)


def main() -> None:
    """Print the table."""
    print(
        "| page | window | KiB | requests | first paint, ms | largest paint, ms | blocked, ms | layout shift | faults |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser, server = (
            driver.chromium.launch(executable_path=CHROMIUM, args=SWITCHES),
            Server(Path(folder) / "log.db"),
        )
        try:
            for window, size in SIZES.items():
                for name, found in both(browser, server, size).items():
                    print(f"| {name} | {window} | {_row(found)} |")
        finally:
            browser.close()
            server.close()


if __name__ == "__main__":
    main()
