"""The knee: the rate of moves from which one server on an SQLite file is late. `python -m load.knee`"""

import argparse

from load.__main__ import Load, allow_sockets, measured, quantiles_ms

RATES = (25, 50, 100, 150, 200, 250, 300)
BAR_MS = 50  # for 99 of 100 moves
BLOCK_MS, MAX_BLOCKS = 10, 40  # of the drawing


def main() -> int:
    """Print the times at each rate, until the server is late by ten times the bar."""
    parser = argparse.ArgumentParser(prog="python -m load.knee", description=__doc__)
    parser.add_argument("--tables", type=int, default=200, metavar="n", help="tables of two (200)")
    parser.add_argument("--seconds", type=int, default=15, metavar="n", help="for each rate (15)")
    given = parser.parse_args()
    allow_sockets()
    print("| moves a second | median | 99th percentile | server | |\n|---|---|---|---|---|")
    for rate in RATES:
        result = measured("sqlite", Load(given.tables, rate, given.seconds))
        median, high, _ = quantiles_ms(result.crowd.times)
        drawn = "#" * min(MAX_BLOCKS, round(high / BLOCK_MS))
        print(f"| {rate} | {median:.1f} ms | {high:.1f} ms | {result.cores[0]:.2f} of a core | {drawn} |", flush=True)
        if high > 10 * BAR_MS:
            break
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
