"""Pages and parts of pages, through the templates."""

import functools
import re
from collections.abc import Callable, Hashable
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template, select_autoescape
from jinja2.ext import Extension
from markupsafe import Markup

from cardwright.cards import Face
from cardwright.web import markdown_pages, parts
from cardwright.web.drawing import svg
from cardwright.web.drawing.qr import qr
from cardwright.web.drawing.thumbnail import fan, thumbnail
from cardwright.web.static_files import static
from cardwright.wording import all_of

MAX_KEPT_PARTS = 4096
INDENTATION = re.compile(r"\n[ \t]+")
PART_TAG = re.compile(r"<part ([^>]+)>")


@functools.lru_cache(maxsize=4096)
def _example_card(shown: Face) -> Markup:
    """Return the drawing of a card of an example, which is never shown large."""
    return Markup(svg.face(shown, brief=True))


@functools.lru_cache(maxsize=MAX_KEPT_PARTS)
def macro_html(macro: Callable[..., Markup], *given: Hashable, **named: Hashable) -> parts.Fragment:
    """Return the output of a template's macro for these values, drawn once for all who see the same."""
    return parts.fragment_of(macro(*given, **named))


class PartTags(Extension):
    """The tags <part NAME> and </part> of templates, which mark the parts of a page."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return a template with the marks of its parts, and without indentation."""
        opened = PART_TAG.sub(lambda tag: parts.begin(tag[1]), INDENTATION.sub("\n", source))
        return opened.replace("</part>", parts.END)


@functools.cache
def environment() -> Environment:
    """Return the templates. An unset name is an error, and all values are escaped."""
    templates = Environment(
        loader=PackageLoader("cardwright.web"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        extensions=[PartTags],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # or each frame would check the files of all its templates
    )
    templates.globals |= {
        "all_of": all_of,
        "example_card": _example_card,
        "qr": qr,
        "explained": markdown_pages.explained,
        "fan": fan,
        "static": static,
        "thumbnail": thumbnail,
        "use": lambda id: Markup(svg.use(id)),
    }
    return templates


def with_marks(template: str, **values: Any) -> Markup:
    """Return a rendered template with the marks of its parts."""
    return Markup(_template(template).render(values))


@functools.cache
def macros(template: str) -> Any:
    """Return the macros of a template."""
    return _template(template).module


@functools.cache
def _template(name: str) -> Template:
    return environment().get_template(name)


def page(template: str, **values: Any) -> str:
    """Return a rendered template."""
    return parts.whole(_template(template).render(values))
