"""Players of Chinese poker, and their reasons."""

from cardwright.answers import DEFAULT_BUDGET
from cardwright.bots import Advice, GameBot
from cardwright.games.chinese import odds
from cardwright.games.chinese.actions import SetFront, SetMiddle
from cardwright.games.chinese.rules import Chinese
from cardwright.games.chinese.settings import candidates, expected_points, front_indices, row_indices, typical_rows
from cardwright.games.chinese.state import ChineseView


class BasicBot(GameBot[Chinese]):
    """Sets the rows that gain most against typical rows, whatever its own cards keep from the others."""

    def advise(self, view: ChineseView) -> Advice:
        """Return the next row of the setting."""
        rows_ = self.game.rows
        legal = candidates(rows_, view.hand)
        if view.front:
            legal = legal.only(legal.places[0] == odds.front_number(rows_, view))
        if not len(legal.places[0]):
            return Advice(odds.actions_of(rows_, view)[0], "every setting is a foul")
        typical = typical_rows(rows_, self.game.scale)
        fronts, middles, backs = legal.strengths
        shares = typical.front_shares(fronts), typical.middles[middles], typical.backs[backs]
        best = int(expected_points(self.game.scale, *shares).argmax())
        front, middle = (
            odds.cards_at(view.hand, places, int(row[best]))
            for places, row in zip((front_indices(rows_.layout), row_indices(rows_.layout)), legal.places)
        )
        if view.front:
            return Advice(SetMiddle(middle), f"{rows_.describe(middle)} for the middle, and the rest is the back")
        return Advice(SetFront(front), f"{rows_.describe_front(front)} in front leaves a good middle and back")


class ExpertBot(GameBot[Chinese]):
    """Sets the rows that gain most on average against the hands that the others may hold: see `odds.evaluate`."""

    def advise(self, view: ChineseView) -> Advice:
        """Return the first line of the evaluation."""
        line = odds.evaluate(self.game, view, DEFAULT_BUDGET)[0]
        return Advice(line.action, line.reason)
