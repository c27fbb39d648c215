"""Health checks and Prometheus metrics, for the operator's programs."""

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cardwright.web import requests, responses
from cardwright.web.app_state import state_of
from cardwright.web.slow_clients import LOOPBACK, is_trusted


async def live(request: Request) -> Response:
    """Return that the server answers: if this fails, restart it."""
    return responses.json({"live": True})


async def ready(request: Request) -> Response:
    """Return whether games can go on here: the log can be written. If this fails, send players elsewhere."""
    is_ready = await requests.cardroom(request).heartbeats.check_ready()
    return responses.json({"ready": is_ready}, 200 if is_ready else 503)


async def metrics(request: Request) -> Response:
    """Return the figures of the server for Prometheus, to this machine and those named by --metrics-from."""
    client = request.client.host if request.client else ""
    if not is_trusted(client, (*LOOPBACK, *state_of(request).metrics_from)):
        raise HTTPException(404)
    return Response(state_of(request).metrics.text(), headers={"content-type": CONTENT_TYPE_LATEST})
