"""Sphinx: the site of the Markdown documents and of the reference, made and read without a network."""

from typing import Any

from cardwright import __version__

project = "Cardwright"
author = "The Cardwright authors"
release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "docs/index"
include_patterns = [
    "*.md",
    "docs/**.md",
    "src/cardwright/**/*.md",
    "examples/**/*.md",
    "benchmarks/*.md",
]
exclude_patterns = ["src/cardwright/new_game/**", ".*", "build", "dist", "tests"]
html_theme = "furo"
html_title = f"Cardwright {release}"
html_extra_path = ["site/index.html"]
html_copy_source = False
html_show_copyright = False
html_show_sourcelink = False
myst_heading_anchors = 4
default_role = "code"  # a name in single backticks
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
suppress_warnings = ["misc.highlighting_failure"]


def plain(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Keep the layout of a docstring's drawings and tables, which are not reStructuredText."""
    if what == "module" and name == "cardwright.errors":
        lines[:] = ["::", "", *(f"    {line}" for line in lines)]


def setup(app: Any) -> None:
    """Register what the site needs of Sphinx."""
    app.connect("autodoc-process-docstring", plain)
