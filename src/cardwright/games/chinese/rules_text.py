"""The table of hands of a table of Chinese poker."""

from cardwright.games.chinese.rules import Chinese
from cardwright.ranking.hands_table import hands_table


def rules_text(game: Chinese) -> str:
    """Return the table of hands, in Markdown, to follow the page of rules."""
    return f"## Table of hands\n\n{hands_table(game.rows.ranking)}"
