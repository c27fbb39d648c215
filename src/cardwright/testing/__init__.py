'''Laws that hold for every game, checked while random games are played.

>>> from cardwright import games
>>> from cardwright.testing import check_game, secrets_of
>>> tally = check_game(games.create("cribbage", to=61), games=2, secrets=secrets_of("cribbage"))
>>> tally["notation"] > 0
True

A broken law raises `LawBroken`: it names the law and what was found, and its notes hold the record of the game.
`check_playout` checks one game, whose first actions an ``opening`` can choose, for use with Hypothesis. Scenes are
drawn by the game's own scene module; ``build_scene=`` passes another function, for a game that is not registered.

**Secrets.** A view that shows too much cannot be detected from the view alone. So a game states, from the rules and
the full state, what a seat may not know::

    def secrets(game, state, seat) -> list[list[str]]:
        """Return groups of words of the notation, usually cards, that this seat cannot distinguish now."""

For cribbage, one group: the opponent's unplayed cards, those in the crib that the seat did not lay there, and the
deck. For `SPECTATOR`, everything face down. At a showdown, and until the next deal: what was not shown and will not
be shown, usually the undealt cards and the folded hands (none, if the state no longer holds them). A group that
holds a card that the seat has seen in this deal breaks the law.

The law `secrecy` then takes the record of the game, exchanges words of one group in all actions since they were last
together among the outcomes of chance (the start of the deal), and replays it. If the result is a legal record in which
the same players act in the same order, the seat's view, its scene and its legal actions must be identical. So what an
event reveals of a hidden card divides its group. The law knows nothing of how a game keeps its state. Where seats act
at the same time, the law `unseen` checks the same without ``secrets``. A game whose views differ from seat to seat
must pass ``secrets``.

**Moments.** The law `moments` holds that a card which becomes public lies face up for the players to see. It finds
such cards in news and scenes. A game whose news does not name the cards passes ``public``, a function of the game and
a state that returns the words of the cards which its rules have made public.
'''

from cardwright.testing.configuration import public_of, secrets_of, short, tables, unfinished
from cardwright.testing.playouts import check_game, check_playout
from cardwright.testing.position import LAWS, LawBroken, Position, Public, SceneBuilder, Secrets, law

__all__ = [
    "LAWS",
    "LawBroken",
    "Position",
    "Public",
    "SceneBuilder",
    "Secrets",
    "check_game",
    "check_playout",
    "law",
    "public_of",
    "secrets_of",
    "short",
    "tables",
    "unfinished",
]
