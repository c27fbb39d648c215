"""The screen a game is played on: the keys and their actions, and the panels beside the table."""

import functools
from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.markdown import Markdown
from rich.text import Text
from textual import events

from cardwright.errors import PlayError
from cardwright.game import Player
from cardwright.play.hints import Hint, place_of
from cardwright.scenes import Move, Scene, glossary, words
from cardwright.scenes.touch import Choice
from cardwright.terminal.drawing.theme import Look
from cardwright.terminal.local_game import BOT_PACE_S, LocalGame
from cardwright.terminal.screen.background import in_thread
from cardwright.terminal.screen.controls import BUTTON
from cardwright.terminal.screen.cursor import WAYS
from cardwright.terminal.screen.game_course import GameCourse
from cardwright.terminal.screen.modals import Notes, Question, sheet_width
from cardwright.wording import counted

KEYS = """\
1-9, 0, a-z     touch the place with that key; again: let go
b3, 2b3         touch a place of a grid, by its letter and digit
                where one place is the whole move, touching plays it
Enter           do it, when what is touched is exactly one move
Esc             touch nothing
A letter        press the button that shows it
Arrows, Space   go to a place, touch it; Tab: the buttons too
H               a hint: what the bot would do, and why
N               notes of your own, which no other player sees
U               take your last move back, until another has followed
M, V            after the game: a rematch with the next deal; review
R, G            the rules of the game; the glossary
?               this page: the keys, and how things stand
Page Up, Down   older and newer news
Shift-Up, Down  scroll the table, where it is too tall
F2, F3          light or dark; suits in two or four colours
F5, F6          the bots' speed; play the only move for me, or not
A, F8           where it is offered: always, by itself; ask me again
Space, Enter    while bots move: skip ahead to my turn
F7              the last deal, as it ended
F4              the guide of a first game: off, or on again
X               give up this game, or leave a cash game: it asks first
I               buy in again, after you have left a cash game: it asks who
Q, Ctrl-C       leave: the game is kept (cardwright play --resume)
Ctrl-Z          back to the shell; fg goes on
Capitals are always these keys, where a place has the small letter."""


TOO_EARLY = "a hint is given in your turn"

SPEEDS_S = (2.0, BOT_PACE_S, 0.3, 0.0)  # how long a bot seems to think; F5 goes through them


class PlayScreen(GameCourse):
    """A game, played. Returns 0 when it is left, however it stands."""

    BINDINGS: ClassVar = [
        ("f5", "speed", "The bots' speed"),
        ("f6", "forced", "Play only moves"),
        ("f7", "last_deal", "The last deal"),
        ("f8", "ask_again", "Ask me again"),
        ("f4", "guide", "Guide"),
    ]

    def __init__(self, local: LocalGame, look: Look, pace: float | None) -> None:
        super().__init__(local, look, pace)
        self.hinted: Hint | None = None  # the last hint, for this scene
        self.ranks = False  # the ranking of its moves is shown, not the hint
        self.rematch_wanted = False

    def show(self, scene: Scene) -> None:
        """Show a scene, with no hint."""
        self.hinted = None
        if self.notice == TOO_EARLY and self.my_turn:
            self.notice = ""
        super().show(scene)

    def status(self) -> Text:
        """The question, and the answer to the last key."""
        lines = [super().status()]
        if self.pending:
            lines.append(Text(f"{self.pending} ...", self.look.ink("note")))
        elif self.notice:
            lines.append(Text(self.look.text(self.notice), self.look.ink("plain")))
        return Text("\n").join(lines)

    def moves(self) -> Text:
        """The move that Enter makes, then the buttons."""
        if self.holding:
            return Text.assemble((" Any key ", self.look.ink("go")), "  go on")
        if self.local.over:
            keys = Text.assemble((" M ", self.look.ink("go")), f"  {self.local.next_game_name}   ")
            keys.append_text(Text.assemble((" Enter ", self.look.ink("buttonkey")), "  leave the table"))
            if self.local.has_review:
                keys.append_text(Text.assemble("   ", (" V ", self.look.ink("buttonkey")), "  review the game"))
            return keys
        parts = []
        confirmed = self.choice.confirmed
        if confirmed is not None:
            parts.append(self.button_text("Enter", confirmed, go=True))
        elif self.choice.touched and not self.choice.exact:
            left = len(self.choice.alive)
            parts.append(Text(f"touch more: {counted(left, 'move')} left", self.look.ink("dim")))
        buttons = self.buttons()
        letters = {move.text: key.upper() for key, move in buttons.items()}
        shown = list(buttons.values()) if self.choice.exact else self.all_buttons()
        parts += [self.button_text(letters.get(move.text, ""), move) for move in shown if move is not confirmed]
        return self.flow(parts)

    def foot(self) -> list[str]:
        if self.amount.is_open:
            return ["digits, Up, Down or a letter choose", "Enter do", "Esc back"]
        if self.local.over:
            return ["? help", "R rules", "G glossary"]
        own = any(move.key == "U" for move in self.scene.moves) or self.local.may_take_back(self.viewer)
        undo = ["U undo"] if own else []
        back = ["I buy in again"] if self.local.may_sit_in() else []
        asks = ["F8 ask me"] if self.local.auto_moves.has_any(self.viewer) else []
        return [
            "H hint",
            "? help",
            "Q leave",
            "R rules",
            *undo,
            *back,
            *asks,
            f"{self.touching()} touch",
            "Enter do",
            "Esc clear",
        ]

    def touching(self) -> str:
        """How places are touched now: by one key, or in a grid by two, such as "a1"."""
        first = min(self.keys.places, key=len, default="1")
        return "1-9" if len(first) == 1 else first

    def help_text(self) -> str:
        """The keys, and how things stand."""
        standing = filter(None, (self.scene.progress, self.scene.ending or self.scene.status))
        stand = [words.seats(self.scene, self.names), *map(self.scene_text, standing)]
        return "\n".join([KEYS, "", "NOW", *stand])

    # -------------------------------------------------------------------------------------------------- keys

    def on_key(self, event: events.Key) -> None:
        """Keys that no other widget takes."""
        if not self.is_laid or self.covered_by(event):  # keys can arrive after the one that left
            return
        if self._close_by_key(event) or (not self.amount.is_open and self._take_key(event)):
            event.stop()

    def _close_by_key(self, event: events.Key) -> bool:
        """Close by a key whatever it closes, a bubble, a moment or the number field; return whether it did."""
        if self.bubbles.unread and (self.holding or event.key == "enter") and not self.amount.is_open:
            self.next_bubble()
        elif self.holding:
            if event.key == "escape":
                self.hurry()
            self.release()
        elif self.amount.is_open and event.key == "escape":
            self.close_amount()
        elif self.amount.is_open and event.key == "enter":  # typed before the field has the focus
            self.amount.submit()
        else:
            return False
        return True

    def _take_key(self, event: events.Key) -> bool:
        """Carry out a key at the table; return whether it does anything."""
        if event.key in ("space", "enter", "escape"):
            self.hurry()
        match event.key:
            case "enter":
                self.confirm()
            case "escape" | "backspace":
                self.clear()
            case "space":
                self.touch_cursor()
            case "tab":
                self.step(1)
            case "shift+tab":
                self.step(-1)
            case key if key in WAYS:
                self.steer(key)
            case _ if event.character and event.is_printable:
                self.take_character(event.character)
            case _:
                return False
        return True

    def take_character(self, char: str) -> None:
        """A character: a command, a button's letter, or (the beginning of) a place's key."""
        pending, self.pending, self.notice = self.pending, "", ""
        commands: dict[str, Callable[[], None]] = {
            "?": self.action_help,
            "r": self.show_rules,
            "g": self.show_glossary,
            "h": self.hint,
            "i": self.sit_in,
            "m": self.rematch,
            "n": self.notes,
            "q": self.action_leave,
            "u": self.take_back,
            "v": self.review,
            "x": self.give_up,
        }
        low = char.lower()
        code = pending + low
        buttons = self.buttons()
        if char in commands and not self._begins_key(code) and low not in buttons:
            commands[char]()
        elif char != low and low in commands:
            commands[low]()
        elif char != low and low in buttons:
            self.press_move(buttons[low])
        elif code in self.keys.places:
            self.touch(self.keys.places[code])
        elif self._begins_key(code):
            self.pending = code
            self.redraw()
        elif pending:
            self.take_character(char)
        elif low in buttons:
            self.press_move(buttons[low])
        else:
            grid = f"; the keys of a place are such as {self.touching()}" if self.touching() != "1-9" else ""
            self.say(f"{char} does nothing now{grid}")

    def _begins_key(self, code: str) -> bool:
        return any(key.startswith(code) for key in self.keys.places)

    def confirm(self) -> None:
        """Enter: the button pressed once, or the button or the place at the cursor, else the move that is touched."""
        armed = next((move for move in self.scene.moves if move.text == self.armed), None)
        if self.local.over:
            self.action_leave()
        elif armed is not None and self.notice == self.ask_again(armed):
            self.press_move(armed)
        elif self.cursor.startswith(BUTTON):
            self.touch_cursor()
        elif self.choice.confirmed is not None and (self.choice.touched or not self.cursor):
            self.press_move(self.choice.confirmed)
        elif self.cursor:
            self.touch_cursor()
        elif self.choice.touched:
            self.say("not a complete move yet")
        elif self.scene.moves:
            ways = [("touch a place first", self.keys.places), ("press a button's letter", self.all_buttons())]
            self.say(", or ".join(way for way, offered in ways if offered))

    def hint(self) -> None:
        """Ask the bot for a hint; after one, show the ranking of the moves and the hint in turn."""
        if self.my_turn and self.hinted is not None:
            self.ranks = bool(self.hinted.ranking) and not self.ranks
            self._show_hint(self.hinted)
        elif self.my_turn:
            self.say("thinking ...")
            turn = self._turn
            self.start(functools.partial(self._say_hint, self.local.adviser(self.viewer), turn), "hint")
        else:
            self.say(TOO_EARLY)

    def take_back(self) -> None:
        """Take the viewer's last move back, or say why it is final."""
        if self.viewer not in self.local.people or self.holding:
            return
        try:
            self.local.take_back(self.viewer)
            self.undone = True
        except PlayError as error:
            self.say(str(error))
            return
        self.go_on()

    def rematch(self) -> None:
        """Leave for a rematch, once the game is over."""
        if self.local.over:
            self.rematch_wanted = True
            self.exit(0)
        else:
            self.say(f"a {self.local.next_game_name} follows a game that is over")

    def review(self) -> None:
        """Review the game, once it is over."""
        if self.local.has_review:
            self.say("reviewing ...")
            work = self.local.reviewer(sheet_width(self.size.width), self.look)
            self.start(functools.partial(self._show_review, work), "review")
        else:
            self.say("a game is reviewed when it is over" if not self.local.over else "this game has no review yet")

    async def _show_review(self, work: Callable[[], list[str]]) -> None:
        lines = await in_thread(work)
        self.say("")
        self.open_sheet("Review", Text("\n".join(lines)))

    def action_last_deal(self) -> None:
        """F7: show the end of the last deal until a key is pressed, while it is the viewer's turn."""
        if self.holding or self.local.actor != self.viewer:
            self.say("the last deal is shown in your turn")
            return
        try:
            ended = self.local.last_deal()
        except PlayError as error:
            self.say(str(error))
            return
        self.looks_back = True
        self.bubbles.put(())
        self.draw_bubble()
        self._show_moment(ended)

    def action_guide(self) -> None:
        """Turn the guide off, or on again."""
        self.guided = not self.guided
        self.explain(self.local.table.version - len(self.frames))
        self.say(f"The guide is {'on' if self.guided else 'off; F4 turns it on again'}")
        if self.holding and not self.guided:
            self.release()

    def action_speed(self) -> None:
        """F5: the bots faster, then slow again."""
        at = SPEEDS_S.index(self.pace) if self.pace in SPEEDS_S else 0
        self.pace = SPEEDS_S[(at + 1) % len(SPEEDS_S)]
        self.say(f"bots take {self.pace:g} s a move" if self.pace else "bots move without a pause")

    def action_forced(self) -> None:
        """F6: have the only move played, or not."""
        self.plays_forced = not self.plays_forced
        self.say(f"the only move is {'played for you' if self.plays_forced else 'yours to play'}")

    def action_ask_again(self) -> None:
        """F8: ask again where a move was chosen for always."""
        self.say(self.local.auto_moves.ask_again(self.viewer))

    def show_rules(self) -> None:
        """Open the page of rules."""
        self.open_sheet("Rules", Markdown(self.local.rules))

    def show_glossary(self) -> None:
        """Open the glossary."""
        self.open_sheet("Glossary", Markdown(glossary.page()))

    def give_up(self) -> None:
        """Ask, and give up the game on a yes."""
        if self.local.may_give_up(self.viewer):
            self.push_screen(
                Question(self.local.question_before_giving_up(self.viewer), "Y: yes; any other key goes back."),
                self._answer_give_up,
            )
        else:
            self.say("only a player who is in the game can give it up")

    def _answer_give_up(self, sure: bool | None) -> None:
        if sure and self.local.may_give_up(self.viewer):
            self.local.resign(self.viewer)
            self.go_on()

    def sit_in(self) -> None:
        """Ask the people who have left a cash game, one after another, until one buys in again."""
        self._ask_to_sit_in(self.local.may_sit_in())

    def _ask_to_sit_in(self, left: Sequence[Player]) -> None:
        if not left:
            self.say("only a player who has left a cash game can buy in again")
            return
        seat, *others = left

        def answer(sure: bool | None) -> None:
            if sure and seat in self.local.may_sit_in():
                self.local.sit_in(seat)
                self.go_on()
            elif others:
                self._ask_to_sit_in(others)

        question = self.local.question_before_sitting_in(seat)
        self.push_screen(Question(question, "Y: yes; any other key goes back."), answer)

    def notes(self) -> None:
        """The viewer's own pad."""
        if self.local.pad and self.viewer in self.local.people:
            whose = f" of {self.scene_text(self.names[self.viewer])}" if len(self.local.people) > 1 else ""
            self.push_screen(Notes(self.local.pad, self.viewer, f"Private notes{whose}"))

    def _button_of(self, text: str) -> str:
        """Return the cursor on the button of a move in notation, or of the move that takes its number; "" for none."""
        for at, move in enumerate(self.scene.moves):
            if move.text == text or (move.number and text.startswith(move.text.partition("{}")[0])):
                return f"{BUTTON}{at}"
        return ""

    @property
    def _turn(self) -> tuple[Player, int]:
        """The viewer, who is to act, and the version since which they are."""
        return self.viewer, self.local.table.since(self.viewer)

    async def _say_hint(self, work: Callable[[], Hint], turn: tuple[Player, int]) -> None:
        """Say the hint, if it is for the same turn still: who chooses at the same time may have moved."""
        hint = await in_thread(work)
        if self.my_turn and self._turn == turn:
            self.hinted, self.ranks = hint, False
            self._show_hint(hint)

    def _show_hint(self, hint: Hint) -> None:
        """Touch the places of a hint or go to its button, so that Enter plays it, and say it or the ranking."""
        self.choice = Choice(self.scene, hint.places)
        self.cursor = "" if hint.places else self._button_of(hint.move)
        if self.ranks:
            ranked = (f"{place}. {self.scene_text(each)}" for place, each in enumerate(hint.ranking, 1))
            self.say("\n".join(filter(None, (*ranked, hint.note))))
        else:
            self.say(hint.text + (". H again ranks the moves" if hint.ranking else ""))
        self.call_after_refresh(self.scroll_to_wanted)

    def propose_number(self, move: Move) -> int | None:
        """Return the number of the hint, if it is this move."""
        if self.hinted is None:
            return None
        at, amount = place_of(self.scene.moves, self.hinted.move)
        return amount if self.scene.moves[at : at + 1] == (move,) else None
