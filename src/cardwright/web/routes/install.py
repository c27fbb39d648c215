"""Installation as an app: the manifest, the service worker, and the page that it shows without a connection."""

import hashlib
from importlib import resources

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cardwright.web import render
from cardwright.web.static_files import SHARED_PARTS, TABLE_SCRIPT, TABLE_SCRIPT_PARTS, static

ICON_SIZES = (192, 512)
COLOUR = "#1d5c46"
OFFLINE = "/offline"
WORKER_FILE = "service-worker.js"


async def manifest(request: Request) -> Response:
    """Return the web app manifest, with which browsers offer to install the cardroom."""
    icons = [{"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"}]
    icons += [
        {"src": static(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in ICON_SIZES
        for purpose in ("any", "maskable")
    ]
    described = {
        "id": "/",
        "name": "Cardwright",
        "short_name": "Cardwright",
        "description": "Card and dice games, refereed exactly, against bots and people.",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": COLOUR,
        "background_color": COLOUR,
        "icons": icons,
        "shortcuts": [{"name": "Daily deals", "url": "/daily"}, {"name": "Your games", "url": "/games"}],
    }
    return Response(msgspec.json.encode(described), media_type="application/manifest+json")


async def service_worker(request: Request) -> Response:
    """Return the service worker, which keeps the pages' own files and shows a page of its own without a connection."""
    page = render.page("offline.html")
    files = [static(name) for name in static_names()]
    version = hashlib.sha256("\n".join([page, *files]).encode()).hexdigest()[:12]
    constants = {"VERSION": version, "OFFLINE": OFFLINE, "FILES": files, "ICON": static("icon-192.png")}
    lines = [f"const {name} = {msgspec.json.encode(value).decode()};" for name, value in constants.items()]
    script = resources.files("cardwright.web").joinpath("static", WORKER_FILE).read_text("utf-8")
    return Response("\n".join([*lines, script]), media_type="text/javascript", headers={"cache-control": "no-cache"})


def static_names() -> list[str]:
    """Return the names of the static files that the browser keeps."""
    folder = resources.files("cardwright.web").joinpath("static")
    files = {each.name for each in folder.iterdir() if each.is_file()}
    return sorted(files - {WORKER_FILE, *TABLE_SCRIPT_PARTS} | {TABLE_SCRIPT, *SHARED_PARTS})


async def offline(request: Request) -> Response:
    """Show the page that stands in for all others without a connection."""
    return HTMLResponse(render.page("offline.html"))
