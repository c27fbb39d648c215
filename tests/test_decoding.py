"""Types that several threads use for the first time at once."""

import subprocess
import sys

# A process of its own, which a fault would end. The types are large, so that threads change while one is built.
RACE = """
import sys, threading
import msgspec
from cardwright import decoding

sys.setswitchinterval(1e-6)
for _ in range(20):
    inner = msgspec.defstruct("Inner", [(f"f{at}", list[dict[str, tuple[int, str] | None]]) for at in range(12)])
    outer = msgspec.defstruct("Outer", [(f"g{at}", tuple[inner, ...]) for at in range(8)])
    given = {f"g{at}": [{f"f{each}": [] for each in range(12)}] for at in range(8)}
    text, together = msgspec.json.encode(given), threading.Barrier(4)

    def first_use(number):
        together.wait()
        found = decoding.convert(given, outer) if number % 2 else decoding.decode(text, outer)
        assert found.g7[0].f11 == []

    threads = [threading.Thread(target=first_use, args=(number,)) for number in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
print("done")
"""


def test_threads_may_use_a_type_for_the_first_time_at_once() -> None:
    ended = subprocess.run([sys.executable, "-c", RACE], capture_output=True, text=True, timeout=300)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "done\n", "")
