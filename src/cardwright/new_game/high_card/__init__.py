"""High Card: two players lay a card each, and the higher one takes the trick."""

from cardwright.room import Room

ROOMS = {
    "high-card": Room(
        package=__name__,
        game="HighCard",
        title="High Card",
        about="two players, the higher card takes the trick",
        aim="Take more tricks than your opponent.",
    ),
}
