"""The numbers of cards and the table of hands of a table of Chinese poker."""

from cardwright.games.chinese.rules import Chinese
from cardwright.ranking.hands_table import hands_table
from cardwright.wording import NUMBER_WORDS


def rules_text(game: Chinese) -> str:
    """Return the table of hands, in Markdown, to follow the page of rules, below the layout where it is another."""
    layout, table = game.layout, f"## Table of hands\n\n{hands_table(game.rows.ranking)}"
    if not layout.even:
        return table
    return (
        f"## The rows of this table\n\nEach player gets {NUMBER_WORDS[layout.hand]} cards and sets three rows of "
        f"{layout.row_word}: front, middle and back. The table of hands ranks all three.\n\n{table}"
    )
