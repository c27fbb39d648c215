"""The options of a match."""

from cardwright.game import Option

MAX_GAMES_TO_WIN = 9

OPTIONS = (
    Option(
        "to",
        121,
        "the score that wins a game",
        choices=(121, 61),
        meanings=("121 points, twice round the board", "61 points, once round the board: half as long"),
        title="Winning score",
    ),
    Option(
        "muggins",
        False,
        "call your own combinations at the show; the other player may take those you miss",
        choices=(True, False),
        meanings=("you call your combinations, and lose those you miss", "nothing is lost at the show"),
    ),
    Option(
        "count",
        "automatic",
        "how hands are counted at the show",
        choices=("automatic", "by hand"),
        meanings=(
            "the game counts each hand, one combination after another",
            "you find the combinations; those you miss are shown, and still counted for you",
        ),
        needs=({"muggins": (False,)},),
        title="Counting of hands",
    ),
    Option(
        "skunks",
        False,
        "a win by 31 or more counts two games, by 61 or more four",
        choices=(True, False),
        meanings=("a win by 31 points counts two games, by 61 four", "every win counts one game"),
    ),
    Option(
        "first_deal",
        "cut",
        "the first dealer",
        choices=("cut", "random", "fixed"),
        meanings=("both cut a card, and the lower card deals", "a random seat deals", "seat 1 deals"),
        rare=True,
        title="First dealer",
    ),
    Option(
        "games",
        1,
        "the number of games that wins the match",
        low=1,
        high=MAX_GAMES_TO_WIN,
        title="Games to win the match",
    ),
    Option(
        "next_deal",
        "alternates",
        "the first dealer in the next game of a match",
        choices=("alternates", "loser"),
        meanings=("the first deal changes from game to game", "the loser of a game deals first in the next"),
        needs=({"games": tuple(range(2, MAX_GAMES_TO_WIN + 1))},),
        rare=True,
        title="Dealer of the next game",
    ),
)
