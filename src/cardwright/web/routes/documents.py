"""Documents: rules, glossary, fair deals. They are rendered in threads: the first time one takes up to 0.2 s."""

from collections.abc import Callable

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cardwright import games
from cardwright.web import markdown_pages, render, requests
from cardwright.web.budget import in_thread


async def rules_index(request: Request) -> Response:
    """List all pages of rules."""
    rooms = sorted(games.GAMES.items(), key=lambda item: item[1].title)
    return HTMLResponse(await in_thread(render.page, "rules.html", games=rooms))


async def rules_page(request: Request) -> Response:
    """Show the rules of a game, and how Cardwright reads them."""
    name = request.path_params["name"]
    return await _page(lambda: markdown_pages.rules(name), game=name)


async def table_rules(request: Request) -> Response:
    """Show the rules of a game with the options of one table: its variant, its table of hands."""
    live = await requests.table(request)
    name = games.room_name(live.game)
    options = markdown_pages.option_labels(name)
    return await _page(lambda: markdown_pages.render(games.rules_page(name, live.game), options=options))


async def table_hands(request: Request) -> Response:
    """Return an example of each hand of a table's tables of hands, for the page of that table."""
    live = await requests.table(request)
    examples = await in_thread(games.examples, live.game)  # which may take half a second the first time
    return HTMLResponse(render.page("hands.html", examples=examples))


async def glossary(request: Request) -> Response:
    """Show the glossary of cards and card tables."""
    return await _page(markdown_pages.glossary_page)


async def fair_deals(request: Request) -> Response:
    """Show how deals are committed to, and the proofs that follow."""
    return await _page(markdown_pages.fair_deals)


async def _page(document: Callable[[], tuple[str, Markup]], game: str = "") -> Response:
    title, body = await in_thread(document)
    return HTMLResponse(render.page("page.html", title=title, body=body, game=game))
