"""The rules and the glossary as web pages, which explain each term of the glossary where it is first used."""

import functools
import re
from collections.abc import Callable, Mapping
from html import escape
from importlib import resources

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from cardwright import games
from cardwright.errors import UnknownName
from cardwright.scenes import glossary

# Terms that are plain English words too: they are explained only where the text emphasises or quotes them.
PLAIN_WORDS = frozenset(
    (
        *("action", "board", "box", "bot", "burn", "call", "check", "claim", "copy", "count", "cover", "cut", "draw"),
        *("equity", "exposed", "fill", "fold", "go", "group", "house", "kitty", "lead", "limp", "line", "link"),
        *("misdeal", "odds", "out", "pack", "pat", "position", "push", "raise", "rail", "rank", "run", "set"),
        *("split", "stack", "street", "tell", "trick", "trump", "turn", "void", "window"),
    )
)


@functools.cache
def rules_pages() -> tuple[str, ...]:
    """Return the names of the rules pages: "cribbage", "pyramid" ..."""
    return tuple(sorted(games.GAMES))


@functools.cache
def rules(name: str) -> tuple[str, Markup]:
    """Return the title and the body of a rules page. Raises `UnknownName`."""
    if name not in rules_pages():
        raise UnknownName("page of rules", name, rules_pages())
    return render(
        games.rules_page(name),
        options=option_labels(name),
        link=functools.partial(_rules_link, games.room(name).package),
    )


def option_labels(game: str) -> dict[str, str]:
    """Return the names of a game's options in the form of a table, by their names in its rules: "first-deal"."""
    return {option.name.replace("_", "-"): option.label for option in games.options(game)}


def _rules_link(package: str, target: str) -> str:
    """Return the address of a page that a rules page links to: another rules page of its package, or one elsewhere."""
    if "//" in target or target.startswith(("#", "/")):
        return target
    file, _, anchor = target.partition("#")
    name = next((name for name, room in games.GAMES.items() if (room.package, room.page) == (package, file)), "")
    return f"/rules/{name}{'#' if anchor else ''}{anchor}" if name else ""


@functools.cache
def fair_deals() -> tuple[str, Markup]:
    """Return the title and the body of the page about fair deals."""
    text = resources.files(__package__).joinpath("documents", "fair-deals.md").read_text(encoding="utf-8")
    return render(text, terms=False)


@functools.cache
def glossary_page() -> tuple[str, Markup]:
    """Return the glossary as a list of definitions, with an anchor for each term and a link to each first letter."""
    terms = sorted(glossary.terms().items(), key=lambda entry: entry[0].casefold())
    entries = "".join(
        f'<dt id="{_anchor(term)}">{escape(term)}</dt><dd>{escape(meaning)}</dd>' for term, meaning in terms
    )
    firsts = {term[0].upper(): _anchor(term) for term, _ in reversed(terms) if term[0].isalpha()}
    letters = " ".join(f'<a href="#{anchor}">{letter}</a>' for letter, anchor in sorted(firsts.items()))
    head = f'<h1>Glossary</h1><p>{len(terms)} terms.</p><nav class="letters" aria-label="First letters">{letters}</nav>'
    return "Glossary", Markup(f"{head}<dl>{entries}</dl>")


def _anchor(term: str) -> str:
    return re.sub(r"[^a-z]+", "-", term.casefold()).strip("-")


def render(
    text: str, *, terms: bool = True, options: Mapping[str, str] | None = None, link: Callable[[str], str] = str
) -> tuple[str, Markup]:
    """Return the title and the HTML of a Markdown text, in which no HTML is allowed.

    With ``terms``, the first use of each term shows its meaning. The ``options`` of a game, such as "--first-deal",
    are called by the names given for them, as in the form of a table. ``link`` returns the address for the target
    of a link, "" for a link that leads nowhere on the web: its text stays.
    """
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(text)
    title = next((tokens[place + 1].content for place, token in enumerate(tokens) if token.tag == "h1"), "")
    explained: set[str] = set()
    heading = False
    for token in tokens:
        heading = token.type == "heading_open" or (heading and token.type != "heading_close")
        if token.type == "inline" and token.children:
            token.children = [_name_option(child, options or {}) for child in _resolve_links(token.children, link)]
            token.children = _explain_terms(token.children, explained) if terms and not heading else token.children
    # A line of code may be wider than the window, and a box that scrolls has to be reached by keyboard.
    return title, Markup(parser.renderer.render(tokens, parser.options, {}).replace("<pre>", '<pre tabindex="0">'))


def _resolve_links(children: list[Token], link: Callable[[str], str]) -> list[Token]:
    """Point each link at its address on the web, and drop those without one."""
    kept, dropped = [], False
    for child in children:
        if child.type == "link_open":
            address = link(str(child.attrs["href"]))
            child.attrs["href"], dropped = address, not address
        if not (dropped and child.type in ("link_open", "link_close")):
            kept.append(child)
    return kept


def _name_option(child: Token, options: Mapping[str, str]) -> Token:
    """Call an option as the form of a table does: "First dealer: random" for "--first-deal random"."""
    name, _, value = child.content.removeprefix("--").partition(" ")
    if name.startswith("no-"):
        name, value = name.removeprefix("no-"), "off"
    if child.type != "code_inline" or not child.content.startswith("--") or name not in options:
        return child
    return _token("text", f"{options[name]}: {value}" if value else options[name])


@functools.cache
def _meanings() -> dict[str, str]:
    """Return the meaning of each term, by the term in lower case."""
    return {term.casefold(): meaning for term, meaning in glossary.terms().items()}


@functools.cache
def _terms() -> re.Pattern[str]:
    longest_first = sorted(glossary.terms(), key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(map(re.escape, longest_first))})\b", re.IGNORECASE)


def _explain_terms(children: list[Token], explained: set[str]) -> list[Token]:
    tokens: list[Token] = []
    emphasis = 0
    for child in children:
        emphasis += (child.type in ("em_open", "strong_open")) - (child.type in ("em_close", "strong_close"))
        if child.type != "text":
            tokens.append(child)
            continue
        end = 0
        for match in _terms().finditer(child.content):
            term = match.group().casefold()
            if term in explained or _in_name(child.content, match) or not (emphasis or _is_term(child.content, match)):
                continue
            explained.add(term)
            tokens.append(_token("text", child.content[end : match.start()]))
            tokens.append(_token("html_inline", _term(match.group())))
            end = match.end()
        tokens.append(_token("text", child.content[end:]))
    return tokens


def _in_name(text: str, match: re.Match[str]) -> bool:
    """Return whether a word is a part of a name: "Trump Plaza"."""
    return match.group()[0].isupper() and re.match(r" [A-Z]", text[match.end() :]) is not None


def _is_term(text: str, match: re.Match[str]) -> bool:
    """Return whether a word stands in its sense as a term: unless it is plain English, or where it is quoted."""
    quoted = text[: match.start()].endswith(('"', "“")) and text[match.end() :].startswith(('"', "”"))
    return quoted or match.group().casefold() not in PLAIN_WORDS


def _term(word: str) -> str:
    """Return a word that shows its meaning when it is pointed at, touched or reached by Tab; see the stylesheet."""
    meaning = escape(_meanings()[word.casefold()])
    return f'<abbr class="term" tabindex="0" aria-description="{meaning}">{escape(word)}</abbr>'


@functools.lru_cache(maxsize=4096)
def explained(text: str) -> Markup:
    """Return a short text of the table, in which the first term of the glossary shows its meaning."""
    match = next((each for each in _terms().finditer(text) if _is_term(text, each)), None)
    if match is None:
        return Markup(escape(text))
    return Markup(escape(text[: match.start()]) + _term(match.group()) + escape(text[match.end() :]))


def _token(kind: str, content: str) -> Token:
    return Token(kind, "", 0, content=content)
