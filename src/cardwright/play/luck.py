"""The luck of a live table: a random stream that its seed reproduces, card by card.

    key       = SHA-256 of all parts of the seed, each after its length in eight bytes
    moment v  = HMAC-SHA256(key, v in eight bytes, in two's complement)
    block i   = HMAC-SHA256(moment v, i in eight bytes), read as a row of bytes

A number below n takes as many bytes as n - 1 fills, keeps as many bits, and is drawn again while it is n or more, so
that it is uniform. Every draw of a game has its own stream, numbered by `Game.draw_number`: a restarted server draws
the same card again, one draw can be revealed without the others, and no card depends on the number of moves before
it. The move that a table chooses for a late player in version v of the game comes from stream -1 - v, which reveals
nothing of the cards. The seed has parts, so that several parties may each choose one.
"""

import hashlib
import hmac
import secrets

SEED_BYTES = 32


class Luck:
    """A seed, and the streams that follow from it."""

    def __init__(self, *parts: bytes) -> None:
        digest = hashlib.sha256()
        for part in parts:
            digest.update(len(part).to_bytes(8, "big") + part)
        self._key = digest.digest()

    @classmethod
    def fresh(cls) -> "Luck":
        """Return unpredictable luck, from the system's random source."""
        return cls(secrets.token_bytes(SEED_BYTES))

    @classmethod
    def numbered(cls, number: int) -> "Luck":
        """Return reproducible luck: the same number gives the same cards."""
        return cls(b"cardwright", str(number).encode())

    def moment(self, number: int) -> bytes:
        """Return the key of one draw; it reveals no other."""
        return hmac.digest(self._key, number.to_bytes(8, "big", signed=True), "sha256")

    def stream(self, number: int) -> "Stream":
        """The stream of one moment, from its beginning."""
        return Stream(self.moment(number))


class Stream:
    """Random numbers that follow from a key."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._blocks = 0
        self._bytes = b""

    def take(self, count: int) -> bytes:
        """The next bytes."""
        while len(self._bytes) < count:
            self._bytes += hmac.digest(self._key, self._blocks.to_bytes(8, "big"), "sha256")
            self._blocks += 1
        taken, self._bytes = self._bytes[:count], self._bytes[count:]
        return taken

    def randrange(self, stop: int, /) -> int:
        """Return a uniform random integer in [0, stop)."""
        if stop < 1:
            raise ValueError(f"there is no number from 0 to {stop - 1}")
        bits = (stop - 1).bit_length()
        while True:
            number = int.from_bytes(self.take((bits + 7) // 8), "big") & ((1 << bits) - 1)
            if number < stop:
                return number
