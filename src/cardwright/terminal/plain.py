"""A game in words: one question a decision, for screen readers, pipes and terminals that can do no more."""

import os
import select
import shutil
import sys
import time
from collections.abc import Callable, Iterable

import msgspec

from cardwright.errors import BadText, PlayError
from cardwright.game import SPECTATOR
from cardwright.play import session
from cardwright.scenes import BACK, Fan, Lamps, Row, Scene, Text, Zone, glossary, named, places_of, words
from cardwright.scenes.auto_moves import find_always
from cardwright.terminal.local_game import LocalGame, time_left_text
from cardwright.terminal.reports.tables import wrapped
from cardwright.terminal.storage import Pad
from cardwright.wording import capitalized, isolated

HELP = """\
Type a move as it is listed, or its beginning or end, or its number in the list, or the cards it is about ("5h Js").
  ?  list the moves            show      print the whole table
  h  what the bot would do     rules     print the rules of the game
  u  take back your last move  glossary  print the meaning of every term
  q  leave; the game is kept   give up   lose the game, or leave a cash game; it asks first
     sit in                    buy in again, after you have left a cash game; it asks who
     always  where it is offered, make this move by itself from now on; ask ends that
     last                      print the last deal as it ended
     note WORDS                add to your own notes; note alone prints them"""
CURTAIN_LINES = 60  # empty lines between one person's hand and the next


class PlayerLeft(Exception):
    """The person at the keyboard left, or the pipe ended."""


def print_line(text: str) -> None:
    """Print a line at once: on a terminal broken between words, in a pipe whole."""
    if sys.stdout.isatty():
        later = " " * (len(text) - len(text.lstrip(" ")) + 2)
        text = "\n".join(wrapped(text, shutil.get_terminal_size().columns, later=later))
    print(text, flush=True)


class LineReader:
    """Lines from a file descriptor, each waited for no longer than there is time."""

    def __init__(self, source: int) -> None:
        self.source = source
        self._read = b""

    def next(self, seconds: float | None) -> str | None:
        """Return the next line without its end, or None if it is not typed in time. Raises `PlayerLeft` at the end."""
        until = None if seconds is None else time.monotonic() + seconds
        while b"\n" not in self._read:
            left = None if until is None else max(0.0, until - time.monotonic())
            if not select.select([self.source], [], [], left)[0]:
                return None
            more = os.read(self.source, 65536)
            if not more and not self._read:
                raise PlayerLeft
            self._read += more or b"\n"
        line, _, self._read = self._read.partition(b"\n")
        return line.decode("utf-8", "replace").rstrip("\r")


class Plain:
    """The dialogue. ``ask`` prints a prompt and returns a line, or None if it took more than those seconds; it
    raises `PlayerLeft` at the end of the input. ``say`` prints one line.
    """

    def __init__(
        self, local: LocalGame, ask: Callable[[str, float | None], str | None], say: Callable[[str], None]
    ) -> None:
        self.local, self.ask, self.say = local, ask, say
        people = local.people
        self.viewer = people[0] if len(people) == 1 else SPECTATOR
        self.printed: dict[str, Zone] = {}  # each zone as it was last printed
        self.seen: set[int] = set()  # the bubbles of a guided first game that were due
        self.guided = True  # as long as the person wants them
        self.noted: set[str] = set()  # the notes of hints, each of which is printed once

    def run(self) -> None:
        """Play until the game ends. Raises `PlayerLeft` if a person leaves before."""
        local = self.local
        while True:
            local.settle()
            self.print_news()
            actor = local.actor
            if actor is None:
                break
            if actor in local.people:
                self.play_turn(actor)
            else:
                local.act(actor, local.thinker(actor)())
        self.tell(words.table(local.scene(self.viewer), local.names))

    def wants_rematch(self) -> bool:
        """Ask for a rematch after the game. Raises `PlayerLeft`."""
        asked = f"Type r for a {self.local.next_game_name}, or press Enter to leave > "
        return (self.ask(asked, None) or "").strip().casefold() in ("r", "rematch")

    def print_news(self) -> None:
        """Print the events since the last question: the news of every step, and the cards of every moment."""
        lines, frames = self.local.take()
        self.tell(lines)
        for frame in frames:
            news = frame.news(self.local.names, self.viewer)
            self.tell(news)
            if frame.is_moment:
                self.tell(self.describe_moment(frame.scene(self.viewer), " ".join(news)))
        self.explain()

    def explain(self) -> None:
        """Print the bubbles of a guided first game that are due and were not printed before."""
        for numbered_bubble in self.local.bubbles(self.local.table.version):
            if numbered_bubble.number not in self.seen and self.guided:
                self.say(f"Guide: {words.sentence(numbered_bubble.bubble.title)} {numbered_bubble.bubble.text}")
            self.seen.add(numbered_bubble.number)

    def tell(self, lines: Iterable[str]) -> None:
        """Say several lines."""
        for line in lines:
            self.say(line)

    def play_turn(self, seat: int) -> None:
        """One decision of a person, or of the clock in their place."""
        if (chosen := self.local.auto_moves.move(self.local.scene(seat))) is not None:
            self.say(f"As you chose, until you type ask: {named(chosen.label, self.local.names)}")
            self.local.act(seat, chosen.text)
            return
        if seat != self.viewer:
            self.hide_hand(seat)
        scene = self.local.scene(seat)
        self.tell(self.describe_changes(scene))
        self.tell(self.describe_question(scene))
        version = self.local.table.version
        while not self.local.over:
            line = self.read_line(seat)
            if self.local.expire() or line is None:
                return
            try:
                if not self.run_command(line.strip(), scene):
                    self.make_move(line.strip(), scene)
                if self.local.table.version != version:  # a move was made or taken back: the question is another one
                    return
            except (BadText, PlayError) as error:
                self.say(str(error))

    def make_move(self, line: str, scene: Scene) -> None:
        """Make the move that a line means, unless the person declines it."""
        text = self.find_move(line, scene)
        if self.is_sure(scene, text):
            self.local.act(scene.player, text)

    def is_sure(self, scene: Scene, text: str) -> bool:
        """Return True unless a person declines a move that ends the game or their stay at the table."""
        asks = [move.label for move in scene.moves if move.text == text and move.confirm]
        return not asks or self.agrees(f"{named(asks[0], self.local.names)}?")

    def agrees(self, question: str) -> bool:
        """Ask a question, and return whether the answer is yes."""
        answer = self.ask(f"{question} Type yes or no: ", None)
        return (answer or "").strip().casefold() in ("y", "yes")

    def read_line(self, seat: int) -> str | None:
        """Return the line that a person types in their remaining time."""
        left = self.local.time_left(seat)
        if left is None:
            level = self.local.next_level
            return self.ask(f"[{level}] > " if level else "> ", None)
        enforced = self.local.table.clock is not None and self.local.table.clock.pace.spent != "nothing"
        return self.ask(f"[{time_left_text(left)}] > ", sum(left) / 1000 if enforced else None)

    def hide_hand(self, seat: int) -> None:
        """Hide one person's hand from the next."""
        name = isolated(self.local.names[seat])
        if self.viewer != SPECTATOR and sys.stdout.isatty():
            self.tell([""] * CURTAIN_LINES)
        self.ask(f"Pass the screen to {name}. {name}: press Enter. ", None)
        self.viewer, self.printed = seat, {}

    def describe_changes(self, scene: Scene) -> list[str]:
        """One's own hand, other zones that a move touches, and the zones that have changed since the last question."""
        touched = frozenset().union(*(move.places for move in scene.moves))
        lines: list[str] = []
        for zone in scene.zones:
            own = isinstance(zone, Fan) and zone.owner == scene.player
            wanted = own or (isinstance(zone, Fan | Row) and any(place.id in touched for place in zone.places))
            changed = self.lines(zone) != self.lines(self.printed.get(zone.id)) and not self._passed_over(zone)
            if wanted or (changed and not _is_hidden(zone, scene)):
                lines += self.lines(zone)
            self.printed[zone.id] = zone
        return lines

    def _passed_over(self, zone: Zone) -> bool:
        """Return True for a reference that was printed before."""
        return isinstance(zone, Text) and zone.reference and zone.id in self.printed

    def lines(self, zone: Zone | None) -> list[str]:
        """Return a zone in words: of a table of hands the lines in reach, if there are any; of cards none spent."""
        if isinstance(zone, Fan):
            zone = msgspec.structs.replace(
                zone, places=tuple(place for place in zone.places if "spent" not in place.marks)
            )
        elif isinstance(zone, Lamps):
            zone = msgspec.structs.replace(
                zone, lamps=tuple(lamp for lamp in zone.lamps if lamp.state != "off") or zone.lamps
            )
        return words.zone(zone, self.local.names) if zone is not None else []

    def describe_moment(self, scene: Scene, news: str) -> list[str]:
        """Return the lines of a moment that are new: cards, scores, and the lines that are not in its news."""
        lines: list[str] = []
        for zone in scene.zones:
            before = self.printed.get(zone.id)
            passed_over = zone.aside or _is_hidden(zone, scene) or self._passed_over(zone)
            if passed_over or self.lines(_cut_note(zone)) == self.lines(_cut_note(before)):
                continue
            self.printed[zone.id] = zone
            if self._is_told(zone, news):
                continue
            if isinstance(zone, Text):
                old = before.lines if isinstance(before, Text) else ()
                fresh = tuple(
                    line for line in zone.lines if line not in old and named(line, self.local.names) not in news
                )
                zone = msgspec.structs.replace(zone, lines=fresh)
                lines += self.lines(zone) if fresh else []
            else:
                lines += self.lines(zone)
        return lines

    def _is_told(self, zone: Zone, news: str) -> bool:
        """Return True if the news has named the only card of a zone: "Starter: ten of diamonds"."""
        cards = [place.label.partition(",")[0] for place in places_of(zone) if place.face]
        told = words.spell_cards(news, self.local.scene(self.viewer).suits)
        return len(cards) == 1 and f"{named(zone.title, self.local.names)}: {cards[0]}" in told

    def describe_question(self, scene: Scene) -> list[str]:
        """Return the question, and the moves if they are few."""
        names, offered = self.local.names, find_always(scene)
        always = [f"{offered[1].label}  [always]"] if offered else []
        back = [f"{isolated(names[seat])} may buy in again  [sit in]" for seat in self.local.may_sit_in()]
        return [words.sentence(named(scene.status, names)), *words.choices(scene, names), *always, *back]

    def run_command(self, line: str, scene: Scene) -> bool:
        """Answer a line that is not a move; False if it may be one."""
        names = self.local.names
        match line.casefold():
            case "?" | "help":
                self.tell([*words.menu(scene, names), *HELP.splitlines()])
            case "h" | "hint":
                hint = self.local.adviser(scene.player)()
                self.tell([hint.text, *(f"  {place}. {each}" for place, each in enumerate(hint.ranking, 1))])
                if hint.note and hint.note not in self.noted:
                    self.say(f"  {hint.note}")
                self.noted.add(hint.note)
            case "u" | "undo" if not any(move.key == "U" for move in scene.moves):
                self.local.take_back(scene.player)
            case "always" if offered := find_always(scene):
                move, always = offered
                self.local.auto_moves.choose(scene.player, always)
                self.local.act(scene.player, move.text)
            case "ask":
                self.say(words.sentence(capitalized(self.local.auto_moves.ask_again(scene.player))))
            case "show":
                self.tell(words.table(scene, names))
            case "last":
                ended = self.local.last_deal().scene(scene.player)
                self.tell([words.sentence(named(ended.status, names)), *words.table(ended, names)])
            case "rules":
                self.tell(self.local.rules.splitlines())
            case "glossary":
                self.tell(glossary.page().splitlines())
            case "give up":
                if self.agrees(self.local.question_before_giving_up(scene.player)):
                    self.local.resign(scene.player)
            case "sit in" if left := self.local.may_sit_in():
                asked = (seat for seat in left if self.agrees(self.local.question_before_sitting_in(seat)))
                if (seat := next(asked, None)) is not None:
                    self.local.sit_in(seat)
            case "guide" if self.local.tour:
                self.guided = not self.guided
                self.say(f"The guide is {'on' if self.guided else 'off; guide turns it on again'}.")
            case "q" | "quit":
                raise PlayerLeft
            case said if self.local.pad and said.split(" ")[0] == "note":
                self.note(self.local.pad, scene.player, line[len("note") :].strip())
            case _:
                return False
        return True

    def note(self, pad: Pad, seat: int, words: str) -> None:
        """Add to a player's own notes, or read them."""
        if words:
            pad.write(seat, f"{pad.read(seat)}{words}\n")
        else:
            self.tell((pad.read(seat) or "Nothing is noted.").splitlines())

    def find_move(self, line: str, scene: Scene) -> str:
        """The move a line means; an empty one means the only move there is."""
        if not line and len(scene.moves) == 1 and scene.moves[0].number is None:
            return scene.moves[0].text
        return session.move_of(self.local.table, scene, line)


def _cut_note(zone: Zone | None) -> Zone | None:
    """Return a zone without its note, which repeats the news."""
    return zone and msgspec.structs.replace(zone, note="")


def _is_hidden(zone: Zone, scene: Scene) -> bool:
    """Return True if a zone is another player's cards, all face down."""
    places = places_of(zone)
    return bool(places) and zone.owner != scene.player and all(place.face == BACK for place in places)
