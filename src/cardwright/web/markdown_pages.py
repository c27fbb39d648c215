"""The rules and the glossary as web pages, with every term of the glossary explained where it first stands."""

import functools
import re
from html import escape
from importlib import resources

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from cardwright import games
from cardwright.errors import UnknownName
from cardwright.scenes import glossary


def _text(name: str) -> str:
    return resources.files(__package__).joinpath("documents", name).read_text(encoding="utf-8")


@functools.cache
def rules_pages() -> tuple[str, ...]:
    """The names of the rules pages: "cribbage", "pyramid" ..."""
    return tuple(sorted(games.GAMES))


@functools.cache
def rules(name: str) -> tuple[str, Markup]:
    """A rules page's title and body. Raises `UnknownName`."""
    if name not in rules_pages():
        raise UnknownName("page of rules", name, rules_pages())
    return render(games.rules_page(name))


@functools.cache
def fair_deals() -> tuple[str, Markup]:
    """What is promised of the deals: title and body."""
    return render(_text("fair-deals.md"), terms=False)


@functools.cache
def glossary_page() -> tuple[str, Markup]:
    """The glossary as a list of definitions, so that each term can be linked to."""
    entries = "".join(
        f'<dt id="{_anchor(term)}">{escape(term)}</dt><dd>{escape(meaning)}</dd>'
        for term, meaning in sorted(glossary.terms().items(), key=lambda entry: entry[0].casefold())
    )
    return "Glossary", Markup(f"<h1>Glossary</h1><p>{len(glossary.terms())} terms.</p><dl>{entries}</dl>")


def _anchor(term: str) -> str:
    return re.sub(r"[^a-z]+", "-", term.casefold()).strip("-")


def render(text: str, *, terms: bool = True) -> tuple[str, Markup]:
    """Markdown's title and HTML; nothing in it is taken for HTML, and the first use of a term shows its meaning."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(text)
    title = next((tokens[place + 1].content for place, token in enumerate(tokens) if token.tag == "h1"), "")
    explained: set[str] = set()
    heading = False
    for token in tokens:
        heading = token.type == "heading_open" or (heading and token.type != "heading_close")
        if token.type == "inline" and token.children and terms and not heading:
            token.children = _explained(token.children, explained)
    return title, Markup(parser.renderer.render(tokens, parser.options, {}))


@functools.cache
def _terms() -> re.Pattern[str]:
    longest_first = sorted(glossary.terms(), key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(map(re.escape, longest_first))})\b", re.IGNORECASE)


def _explained(children: list[Token], explained: set[str]) -> list[Token]:
    made: list[Token] = []
    for child in children:
        if child.type != "text":
            made.append(child)
            continue
        end = 0
        for match in _terms().finditer(child.content):
            term = match.group().casefold()
            if term in explained or term not in glossary.terms():
                continue
            explained.add(term)
            made.append(_token("text", child.content[end : match.start()]))
            made.append(_token("html_inline", _term(match.group())))
            end = match.end()
        made.append(_token("text", child.content[end:]))
    return made


def _term(word: str) -> str:
    """A word that shows its meaning when it is pointed at, touched or reached by Tab; the stylesheet does it."""
    meaning = escape(glossary.terms()[word.casefold()])
    return (
        f'<abbr class="term" tabindex="0" aria-description="{meaning}" data-meaning="{meaning}">{escape(word)}</abbr>'
    )


@functools.lru_cache(maxsize=4096)
def explained(text: str) -> Markup:
    """A short text of the table, in which the first term of the glossary shows its meaning."""
    match = next((each for each in _terms().finditer(text) if each.group().casefold() in glossary.terms()), None)
    if match is None:
        return Markup(escape(text))
    return Markup(escape(text[: match.start()]) + _term(match.group()) + escape(text[match.end() :]))


def _token(kind: str, content: str) -> Token:
    return Token(kind, "", 0, content=content)
