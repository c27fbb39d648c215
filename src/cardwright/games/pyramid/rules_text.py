"""The rules of one table of Pyramid Poker: its table of hands."""

from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.scoring import ranking
from cardwright.ranking.hands_table import hands_table


def rules_text(game: Pyramid) -> str:
    """Return the table of hands of this table, in Markdown, to follow the page of rules."""
    return f"## Table of hands\n\n{hands_table(ranking(game.settings['ranking']))}"
