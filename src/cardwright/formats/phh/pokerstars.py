"""Hand histories in the text format of PokerStars, which other rooms and tools write too, as the fields of PHH.

Read are hold'em and Omaha, with chips or any currency. Who sits out is left out. Cards that the text does not show stay
unknown, and those that the summary says were mucked are known. Refused with a reason: other games, and hands run twice.
"""

import functools
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from cardwright.errors import BadRecord
from cardwright.formats.phh.layout import Fields, UnreadHand
from cardwright.games.poker.betting import FIXED_LIMIT

GAMES = {  # the variant and the limit; PHH has codes for some of them only
    "Hold'em No Limit": ("texas-holdem", "no-limit"),
    "Hold'em Pot Limit": ("texas-holdem", "pot-limit"),
    "Hold'em Limit": ("texas-holdem", "fixed-limit"),
    "Omaha No Limit": ("omaha", "no-limit"),
    "Omaha Pot Limit": ("omaha", "pot-limit"),
    "Omaha Limit": ("omaha", "fixed-limit"),
    "Omaha Hi/Lo No Limit": ("omaha-hilo-8", "no-limit"),
    "Omaha Hi/Lo Pot Limit": ("omaha-hilo-8", "pot-limit"),
    "Omaha Hi/Lo Limit": ("omaha-hilo-8", "fixed-limit"),
    "5 Card Omaha Pot Limit": ("five-card-omaha", "pot-limit"),
    "5 Card Omaha Hi/Lo Pot Limit": ("big-o", "pot-limit"),
}
HOLE_CARDS = {"texas-holdem": 2, "omaha": 4, "omaha-hilo-8": 4, "five-card-omaha": 5, "big-o": 5}
BLINDS = ("small blind", "big blind")
BOTH_BLINDS, STRADDLE = "small & big blinds", "straddle"
_AMOUNT = r"[^\d\s(]{0,3}(\d[\d,]*(?:\.\d+)?)"  # with the sign of a currency
_START = re.compile(r"(?m)^PokerStars [^\n]*#\d+:")
# The whole name of a game: "6 Card Omaha", "6+ Hold'em" and "Split Hold'em" are other games.
_GAME = rf"(?<![a-z+] )({'|'.join(map(re.escape, GAMES))})"
_HEAD = re.compile(rf"PokerStars [^#\n]*#(\d{{1,18}}):.*?{_GAME}.*?\({_AMOUNT}/{_AMOUNT}")
_BUTTON = re.compile(r"(?m)^Table .*Seat #(\d{1,2}) is the button")
_SEAT = re.compile(rf"(?m)^Seat (\d{{1,2}}): (.+) \({_AMOUNT} in chips")
_MUCKED = re.compile(r"(?m)^Seat (\d{1,2}): .* mucked \[([^\]]+)\]")
_STREET = re.compile(r"\*\*\* (FLOP|TURN|RIVER) \*\*\* .*\[([^\]]+)\]\s*$")
_TWICE = re.compile(r"(?m)^\*\*\* (FIRST|SECOND) ")
_POST = re.compile(rf"posts (.+?) {_AMOUNT}")
_CALL = re.compile(rf"calls {_AMOUNT}")
_BET = re.compile(rf"bets {_AMOUNT}|raises \S+ to {_AMOUNT}")
_SHOWN = re.compile(r"shows \[([^\]]+)\]")
_RETURNED = re.compile(rf"Uncalled bet \({_AMOUNT}\) returned to (.+)")
_COLLECTED = re.compile(rf"(.+) collected {_AMOUNT} from")


def is_history(text: str) -> bool:
    """Return true for the text of hands in this format."""
    return _START.search(text) is not None


def hands(text: str, where: str) -> Iterator[UnreadHand]:
    """Yield the hands of a text, named by their position."""
    starts = [match.start() for match in _START.finditer(text)]
    for number, (begin, end) in enumerate(zip(starts, [*starts[1:], len(text)]), 1):
        place = f"{where}, hand {number}"
        yield UnreadHand(str(number), place, functools.partial(_fields, text[begin:end], place))


def _fields(text: str, place: str) -> Fields:
    head = _HEAD.search(text)
    if head is None:
        line = text.partition("\n")[0]
        raise BadRecord(f"{line[:90]!r} is none of the games that are read from text: {', '.join(GAMES)}", line, place)
    if _TWICE.search(text):
        raise BadRecord("the board was dealt twice", "", place)
    played = _Played(text, place)
    variant, limit = GAMES[head[2]]
    small, big = _chips(head[3]), _chips(head[4])
    fixed = limit == FIXED_LIMIT
    played.post([] if fixed else [small, big])
    actions = [*played.deal_actions(HOLE_CARDS[variant]), *played.actions()]
    return {
        "variant": (variant, limit),
        "antes": played.antes,
        "blinds_or_straddles": played.blinds[::-1] if len(played.blinds) == 2 else played.blinds,
        **({"small_bet": small, "big_bet": big} if fixed else {"min_bet": big}),
        "starting_stacks": played.stacks,
        "finishing_stacks": played.left,
        "actions": actions,
        "hand": int(head[1]),
        "players": played.names,
    }


class _Played:
    """The text of a hand, with its players in the order of PHH: from the left of the button."""

    def __init__(self, text: str, place: str) -> None:
        body, _, summary = text.partition("*** SUMMARY ***")
        before, _, self.play = body.partition("*** HOLE CARDS ***")
        self.posts, self.place = before, place
        button = _BUTTON.search(before)
        if button is None:
            raise BadRecord("the line of the table with the button is missing", "", place)
        seated = {int(seat): (name, _chips(chips)) for seat, name, chips in _SEAT.findall(before)}
        seats = [seat for seat in seated if re.search(rf"(?m)^{re.escape(seated[seat][0])}: (?!sits out)", body)]
        if not seats:
            raise BadRecord("no player has a seat and does anything", "", place)
        seats.sort(key=lambda seat: (seat <= int(button[1]), seat))
        self.names = [seated[seat][0] for seat in seats]
        self.stacks = [seated[seat][1] for seat in seats]
        self.left = list(self.stacks)
        self.bets = [Decimal()] * len(seats)  # in this round
        self.mucked = {seats.index(int(seat)): cards for seat, cards in _MUCKED.findall(summary) if int(seat) in seats}
        self.antes, self.blinds = [Decimal()] * len(seats), [Decimal()] * len(seats)

    def _players(self, lines: str) -> Iterator[tuple[int, str]]:
        """Yield the player and the rest of each line that begins with a name, and -1 with each other line."""
        longest_first = sorted(enumerate(self.names), key=lambda each: -len(each[1]))
        for line in lines.splitlines():
            player = next((each for each, name in longest_first if line.startswith(f"{name}: ")), -1)
            yield player, line.removeprefix(f"{self.names[player]}: ").strip() if player >= 0 else line

    def _pays(self, player: int, amount: Decimal) -> None:
        self.bets[player] += amount
        self.left[player] -= amount

    def post(self, blinds: Sequence[Decimal]) -> None:
        """Read antes and blinds; an all-in for less than these ``blinds`` owes the whole one."""
        posted, coming_in, straddles = set(), [], {}
        for player, words in self._players(self.posts):
            post = _POST.match(words) if player >= 0 else None
            if post is None:
                continue
            what, amount = post[1], _chips(post[2])
            if what == "the ante":
                self.antes[player] = amount
                self.left[player] -= amount
                continue
            if what == STRADDLE:
                self._pays(player, amount)
                straddles[player] = amount
                continue
            if what not in (*BLINDS, BOTH_BLINDS):
                raise BadRecord(f"{words[:60]!r}: PHH has antes, blinds and straddles alone", words, self.place)
            if what == BOTH_BLINDS or BLINDS[1] in posted:
                coming_in.append((player, what, amount))
                continue
            posted.add(what)
            self._pays(player, amount)
            owed = blinds[BLINDS.index(what)] if blinds else amount
            self.blinds[player] = max(amount, owed) if words.endswith("all-in") else amount
        if blinds and not any(self.blinds):  # the antes were all that these players had
            self.blinds[:2] = blinds if len(self.blinds) > 2 else blinds[::-1]
        self.antes = [max(self.antes)] * len(self.antes) if all(self.antes) else self.antes
        for player, what, amount in coming_in:
            self._come_in(player, what, amount)
        for player, amount in straddles.items():
            self.blinds[player] = amount

    def _come_in(self, player: int, what: str, amount: Decimal) -> None:
        """Read what a player posts who is no blind: a big blind is a bet, a small one goes to the pot."""
        big = max(self.blinds) if what != BLINDS[0] else Decimal()
        bet = min(big, amount)
        self._pays(player, bet)
        self.blinds[player] = -bet
        self.antes[player] += amount - bet
        self.left[player] -= amount - bet

    def deal_actions(self, size: int) -> Iterator[str]:
        """Yield the actions that deal the cards of all players."""
        cards_of = dict(re.findall(r"(?m)^Dealt to (.+) \[([^\]]+)\]", self.play))
        for number, name in enumerate(self.names, 1):
            yield f"d dh p{number} {_cards(cards_of[name]) if name in cards_of else '??' * size}"

    def actions(self) -> Iterator[str]:
        """Yield the boards, the players' actions and the cards shown; keep the chips that each has left."""
        for player, words in self._players(self.play):
            if board := _STREET.match(words):
                self.bets = [Decimal()] * len(self.bets)
                yield f"d db {_cards(board[2])}"
            elif player >= 0 and (action := self._action(player, words)):
                yield f"p{player + 1} {action}"
            elif match := _RETURNED.match(words):
                self._takes(match[2], _chips(match[1]))
            elif match := _COLLECTED.match(words):
                self._takes(match[1], _chips(match[2]))

    def _takes(self, name: str, amount: Decimal) -> None:
        if name.strip() in self.names:
            self.left[self.names.index(name.strip())] += amount

    def _action(self, player: int, words: str) -> str:
        """Return a player's line as an action of PHH, "" for any other line, such as chat."""
        if shown := _SHOWN.match(words):
            return f"sm {_cards(shown[1])}"
        if words.startswith("mucks"):
            return f"sm {_cards(self.mucked[player])}" if player in self.mucked else "sm"
        if words.startswith("folds"):
            return "f"
        if words.startswith("checks"):
            return "cc"
        if match := _CALL.match(words):
            self._pays(player, _chips(match[1]))
            return "cc"
        if match := _BET.match(words):
            to = _chips(match[1] or match[2])
            self._pays(player, to - self.bets[player])
            return f"cbr {to}"
        return ""


def _chips(text: str) -> Decimal:
    return Decimal(text.replace(",", ""))


def _cards(text: str) -> str:
    return text.replace(" ", "")
