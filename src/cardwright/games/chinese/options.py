"""The options of Chinese poker, and what each choice means."""

from cardwright.game import Option
from cardwright.games.chinese.rows import requirement
from cardwright.games.chinese.scoring import SCORINGS
from cardwright.ranking import declaration, names

MAX_SCOOP_POINTS = 20


_FITTING = (name for name in names() if not requirement(declaration.load(name)))
_RANKINGS = tuple(sorted(_FITTING, key=lambda name: name != "standard"))

OPTIONS = (
    Option(
        "players", 2, "how many play, if the deck has 13 cards for each (9 or 12 with hands of 3 or 4)", low=2, high=4
    ),
    Option(
        "ranking",
        "standard",
        "the deck and the table of hands",
        _RANKINGS,
        free="a ranking's name or file",
        known=declaration.all_names(),
        max_characters=declaration.MAX_FILE_BYTES,
        meanings=tuple(f"{declaration.load(name).title}: {declaration.load(name).about}" for name in _RANKINGS),
        title="Deck and hands",
    ),
    Option(
        "scoring",
        "2-4",
        "the points between two players",
        SCORINGS,
        meanings=(
            "one a row and one for most rows: 2 for two rows to one, 4 for all three",
            "one a row and three for all rows: 1 for two rows to one, 6 for all three",
            "one a row, and nothing more",
        ),
        title="Points of a comparison",
    ),
    Option(
        "scoop",
        0,
        "points added for winning all three rows",
        low=0,
        high=MAX_SCOOP_POINTS,
        title="Bonus for three rows",
    ),
    Option("deals", 1, "how many deals", low=1, high=1000),
)
