"""The exception for a request that is refused."""


class Refused(Exception):
    """A refused request; ``status`` is the HTTP status."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
