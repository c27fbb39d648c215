"""The state that all requests to an application share."""

from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

if TYPE_CHECKING:
    from cardwright.web.app import AppState


def state_of(connection: HTTPConnection) -> "AppState":
    """Return the state of the application that a request or a socket is for."""
    state: AppState = connection.app.state
    return state
