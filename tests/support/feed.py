"""The client's side of the feed: the parts of a table after each message, and the HTML that they make."""

from starlette.testclient import WebSocketTestSession

from cardwright.web.parts import FRAME_BREAK, PART_BREAK, PIECE_BREAK, Parts, joined


def frames(message: str) -> list[str]:
    """Return the frames of a message."""
    return message.split(FRAME_BREAK)


def read(frame: str, before: Parts) -> dict[str, str]:
    """Return the parts after a frame, given those before it."""
    number, *changed = frame.split(PART_BREAK)
    parts = dict(before) if int(number) else {}
    for line in changed:
        name, _, own = line.partition(PIECE_BREAK)
        parts[name] = own
    return parts


class Feed:
    """The frames that one socket has sent, joined."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.parts: Parts = {}
        self.sizes: list[int] = []
        self.messages = 0
        self._waiting: list[str] = []  # frames of the last message

    def frame(self) -> str:
        """Return the next frame; heartbeats are passed over."""
        while not self._waiting:
            self._waiting = list(filter(None, frames(self.socket.receive_text())))
            self.messages += bool(self._waiting)
        frame = self._waiting.pop(0)
        self.sizes.append(len(frame))
        self.parts = read(frame, self.parts)
        return joined(self.parts)

    def frame_at(self, version: int) -> str:
        """Return the frame of the table at this version, after all moments."""
        while f'data-version="{version}"' not in (frame := self.frame()) or 'data-hold="' in frame:
            pass
        return frame
