"""Documents: rules, glossary, fair deals."""

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cardwright import games
from cardwright.web import markdown_pages, render, requests
from cardwright.web.budget import in_thread


async def rules_index(request: Request) -> Response:
    """List all pages of rules."""
    items = "".join(
        f'<li><a href="/rules/{name}">{markdown_pages.rules(name)[0]}</a></li>' for name in markdown_pages.rules_pages()
    )
    more = 'Terms: <a href="/glossary">the glossary</a>. The cards: <a href="/fair-deals">how deals are checked</a>.'
    body = Markup(f"<h1>Rules</h1><ul>{items}</ul><p>{more}</p>")
    return HTMLResponse(render.page("page.html", title="Rules", body=body))


async def rules_page(request: Request) -> Response:
    """Show the rules of a game, and how Cardwright reads them."""
    title, body = markdown_pages.rules(request.path_params["name"])
    return HTMLResponse(render.page("page.html", title=title, body=body))


async def table_rules(request: Request) -> Response:
    """Show the rules of a game with the options of one table: its variant, its table of hands."""
    live = await requests.table(request)
    name = games.room_name(live.game)
    title, body = markdown_pages.render(games.rules_page(name, live.game), options=markdown_pages.option_labels(name))
    return HTMLResponse(render.page("page.html", title=title, body=body))


async def table_hands(request: Request) -> Response:
    """Return an example of each hand of a table's tables of hands, for the page of that table."""
    live = await requests.table(request)
    examples = await in_thread(games.examples, live.game)  # which may take half a second the first time
    return HTMLResponse(render.page("hands.html", examples=examples))


async def glossary(request: Request) -> Response:
    """Show the glossary of cards and card tables."""
    title, body = markdown_pages.glossary_page()
    return HTMLResponse(render.page("page.html", title=title, body=body))


async def fair_deals(request: Request) -> Response:
    """Show how deals are committed to, and what that proves."""
    title, body = markdown_pages.fair_deals()
    return HTMLResponse(render.page("page.html", title=title, body=body))
