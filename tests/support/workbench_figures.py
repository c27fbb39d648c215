"""Time the workbench in Chromium, from a keystroke to the new table on the screen.

PYTHONPATH=tests python -m support.workbench_figures    a deck of 60 cards and hands of 5: each change, and the median
"""

import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from support.browser import CHROMIUM, DESK, SWITCHES, Server, person

START = {"Ranks, with spaces between": "1 2 3 4 5 6 7 8 9 T J Q K A S", "Suits, with spaces between": "c d h s"}
CHANGES = {  # what is typed at the end of a field; each makes a table that was not counted before
    "Name of the game": ("1", "2", "3"),
    "Ranks, with spaces between": (" P", " R"),
    "Suits, with spaces between": (" x",),
}
WATCH = """
  const results = document.getElementById("results");
  window.shown = [];
  addEventListener("input", (event) => { window.pressed = event.timeStamp; }, true);
  const drawn = () => window.pressed && shown.push(performance.now() - pressed); // not the table before the first key
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(drawn))).observe(results, { childList: true });
"""


def measured(browser: Browser, server: Server) -> dict[str, list[float]]:
    """Return the milliseconds from each keystroke to the new table, by field; the processes have started before."""
    found: dict[str, list[float]] = {}
    with person(browser, viewport=DESK) as page:
        page.set_default_timeout(30_000)
        page.goto(f"{server.address}/workbench")
        for label, text in START.items():
            page.get_by_label(label).fill(text)
        page.get_by_role("button", name="Put in the usual hands").click()
        page.get_by_text("5,461,512 hands").wait_for()
        page.evaluate(WATCH)
        for label, keys in CHANGES.items():
            for key in keys:
                for letter in key:
                    before = page.evaluate("shown.length")
                    page.get_by_label(label).press("End")
                    page.get_by_label(label).press(letter if letter != " " else "Space")
                    page.wait_for_function("(before) => shown.length > before", arg=before)
                found.setdefault(label, []).append(page.evaluate("shown.at(-1)"))
    return found


def main() -> None:
    """Print the times."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        server = Server(Path(folder) / "log.db")
        try:
            found = measured(browser, server)
        finally:
            browser.close()
            server.close()
    for label, times in found.items():
        print(f"{label}: " + ", ".join(f"{time:.0f}" for time in times) + " ms")
    print(f"median: {statistics.median([time for times in found.values() for time in times]):.0f} ms")


if __name__ == "__main__":
    main()
