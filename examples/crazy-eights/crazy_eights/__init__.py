"""Crazy Eights: two players shed their cards by suit or rank, and eights are wild."""

from cardwright.room import Room

ROOMS = {
    "crazy-eights": Room(
        package=__name__,
        game="CrazyEights",
        title="Crazy Eights",
        about="two players, shed by suit or rank; eights are wild",
        aim="Be the first to play all your cards.",
    ),
}
