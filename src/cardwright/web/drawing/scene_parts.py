"""Scenes as HTML, in parts: the seats, the felt, the moves and the panels. This module knows no game."""

import functools
import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from cardwright.cardroom.names import BOT_SUFFIX
from cardwright.cardroom.tables.shown_clocks import ShownClock
from cardwright.play import guide
from cardwright.play.clock import NextLevel, minutes
from cardwright.scenes import Move, Scene, Seat, named
from cardwright.scenes.arrange import Area, Arrangement, Slot, arrange
from cardwright.scenes.touch import only_move
from cardwright.web.drawing import svg
from cardwright.web.drawing.zone_parts import DrawnZone, Names, glossed, text, zone
from cardwright.web.parts import Builder, Fragment, Parts, empty, escaped, joined, part
from cardwright.wording import capitalized

MAX_FACES = 5  # seats of a table where a plate has room for its bot's face
FEW_PLATES, LONG_STATUS_CHARS, LONG_RESULT_CHARS, WORDY_CHARS = 4, 70, 48, 24
LONG_SCORE_CHARS, FACED_SCORE_CHARS = 22, 13  # the second beside a face
# What stands before the last word of a bot's name, that word, and its number if there are several.
BOT_NAME = re.compile(r"(?:(.*?) )??([^ ]*)( \d+|)" + re.escape(BOT_SUFFIX))
MANY_BUTTONS_COUNT = 6  # from this many buttons with words on, they are smaller
MAX_BUTTONS = 4096  # buttons of moves that are kept
MARKS = {"button": "D", "small blind": "SB", "big blind": "BB"}  # of roles that a player may have with others
CHIPS = " chips"  # in a score, left out where there is little room
LEVEL = "level"  # the part with the time to the next level
MAX_PLATES = MAX_SLOTS = 1024  # drawn seats, slots and areas that are kept


class Controls(NamedTuple):
    """Controls and remarks that a scene is drawn with.

    A moment is held for ``hold_ms`` before the page shows what follows it; 0 is no moment. With ``until_confirmed`` it
    is held until the player asks for the next deal, and with ``more_moments`` another one follows. With ``last_deal``
    the page can show the end of the deal before. With ``hints`` a player may ask for one, with ``undo`` take the last
    move back, and with ``hurry`` skip ahead to their own turn. ``why`` has the reason of each seat's last points.
    ``next_level`` is the next level of a game with levels by the clock.
    """

    hold_ms: int = 0
    until_confirmed: bool = False
    more_moments: bool = False
    last_deal: bool = False
    hints: bool = False
    undo: bool = False
    hurry: bool = False
    why: tuple[str, ...] = ()
    next_level: NextLevel | None = None


NO_CONTROLS = Controls()
UNDO = part("@undo", '<button class="quiet undo" form="undo" data-key="U">Take back <kbd>U</kbd></button>')
# Each button's own label says it too.
GROUP = '<span class="group" aria-hidden="true">{}</span>'
HINT = part("@hint", '<button class="quiet hint" form="hint" data-key="H">Hint <kbd>H</kbd></button>')
HURRY = '<button class="quiet hurry" form="hurry">Skip to {} <kbd>Space</kbd></button>'
ALWAYS = (
    '<button class="scripted-only" name="move" value="{}" data-always="{}" data-asks="{}"{} data-key="A">{} '
    "<kbd>A</kbd></button>\n"
)
ONWARD = '<button type="button" class="primary" id="onward">{} <kbd>Enter</kbd></button>'
CONTINUE, NEXT_DEAL = part("@onward", ONWARD.format("Continue")), part("@next-deal", ONWARD.format("Next deal"))
# It opens the settings of the page, where a wait is felt.
SPEED = part("@speed", '<button type="button" class="quiet" id="set-speed">Speed</button>')
WHY = part("@why", ' <abbr class="why term" role="button" tabindex="0" aria-label="why?" aria-description="')
OUT_NOTE = "You may watch to the end, or leave this page. A rematch is offered at the end."
SKIP_MOMENTS = part("@skip", '<button type="button" class="quiet" id="skip-moments">Skip all <kbd>Esc</kbd></button>')


class _Seen(NamedTuple):
    """A scene, and all that its parts are drawn with."""

    scene: Scene
    names: Names
    clocks: Sequence[ShownClock]
    controls: Controls
    laid: Arrangement
    touchable: frozenset[str]
    builder: Builder


def scene_html(scene: Scene, names: Names, version: int, action: str) -> Markup:
    """Return the table as it stands in a page, without clocks."""
    builder = Builder()
    return Markup(joined(builder.fragment(scene_parts(builder, scene, names, version, action)).parts))


def scene_parts(
    builder: Builder,
    scene: Scene,
    names: Names,
    version: int,
    action: str,
    clocks: Sequence[ShownClock] = (),
    controls: Controls = NO_CONTROLS,
) -> str:
    """Add the parts of a table as it stands in a page; return its place."""
    touchable = frozenset(place for move in scene.moves for place in move.places)
    seen = _Seen(scene, names, clocks, controls, arrange(scene), touchable, builder)
    version_part = builder.part("v", str(version))
    watched = " watched" * (scene.player < 0 or _is_out(scene))
    traits = " ".join((f"lines-{seen.laid.button_lines}", *seen.laid.rail_traits)) + watched
    is_asked = scene.moves and scene.seats[scene.player].to_act  # not of a player for whom the table waits
    turn = f'data-turn="{"yes" if is_asked and not controls.hold_ms else "no"}"'
    hold = f' data-hold="{controls.hold_ms}"' if controls.hold_ms else ""
    until = ' data-until="confirmed"' * controls.until_confirmed
    last = ' data-last-deal="yes"' * controls.last_deal
    suits = f' data-suits="{escaped(msgspec.json.encode(scene.suits).decode())}"' if scene.suits else ""
    return builder.part(
        "scene",
        f'<section class="scene {traits}" id="scene" data-version="',
        version_part,
        '" ',
        builder.part("state", turn + hold + until + last),
        f' aria-label="{escaped(scene.title)}"{suits}>\n',
        _playing(seen, version_part, action),
        "\n",
        _panels(seen),
        "\n</section>",
    )


def _playing(seen: _Seen, version: str, action: str) -> str:
    scene, names, builder = seen.scene, seen.names, seen.builder
    status = text(scene.status, names)
    long = " long" if len(named(scene.status, names)) > LONG_STATUS_CHARS else ""
    return builder.part(
        "playing",
        '<div class="playing" id="playing">\n',
        _seats(seen),
        '\n<div class="status',
        builder.part("long", long),
        '" id="status" tabindex="-1" role="group" aria-label="At the table">',
        builder.part("status", status),
        '</div>\n<div class="progress" id="progress" role="paragraph" tabindex="0">',
        builder.part(LEVEL, _level(seen.controls.next_level)),
        builder.part("progress", text(scene.progress, names)),
        "</div>\n",
        _result(scene, names) if scene.result else "",
        builder.part(
            "zones",
            '<div class="zones ',
            builder.part("traits", f"{' '.join(seen.laid.traits)}{' own-out' * _is_out(scene)}"),
            '" id="zones">\n',
            *(_area(seen, area) for area in seen.laid.areas),
            "</div>",
        ),
        "\n",
        builder.part("moves", *_bar(seen, version, action)),
        "\n</div>",
    )


def timed_parts(clocks: Sequence[ShownClock], next_level: NextLevel | None) -> Parts:
    """Return the parts of a frame that only the time changes: the seats' clocks, and the time to the next level."""
    return _clocks(clocks) | {LEVEL: _level(next_level)}


def _level(next_level: NextLevel | None) -> str:
    """Return the time to the next level, which a script counts down."""
    if next_level is None:
        return ""
    words, left = next_level.text, next_level.left
    clock = f'<span class="clock" data-left="{left}" data-least="{next_level.least}" data-running="yes">'
    return f"{capitalized(words)}{f' {clock}{minutes(left)}</span>' if left else ''} · "


def _result(scene: Scene, names: Names) -> str:
    headline, _, others = scene.result.partition(". ")
    called = [name.removesuffix(BOT_SUFFIX) for name in names] if len(names) > 2 else names  # so that many fit
    first, rest = named(headline, called), named(escaped(others), tuple(map(_briefly, names)))
    star = f'<svg viewBox="0 0 100 100" aria-hidden="true">{svg.use("star")}</svg>' if scene.outcome == "won" else ""
    verdict = (
        f'<span class="outcome">{escaped(scene.verdict)}<span class="unseen">.</span></span> ' if scene.verdict else ""
    )
    more = f'. <span class="rest">{rest}</span>' if rest else ""
    long = " long" if len(scene.verdict) + len(named(scene.result, names)) > LONG_RESULT_CHARS else ""
    return (
        f'<div class="result {escaped(scene.outcome)}{long}" id="result" role="paragraph" tabindex="0">'
        f"{star}<span>{verdict}{escaped(first)}{more}</span></div>"
    )


def _panels(seen: _Seen) -> str:
    hidden = "" if seen.laid.panels else " hidden"
    panels = (seen.scene.zones[each.number] for each in seen.laid.panels)
    drawn = (zone(each, seen.names).fragment for each in panels)
    return seen.builder.part(
        "panels",
        f'<div class="panels" id="panels" popover tabindex="0" role="group" aria-label="Hands"{hidden}>\n',
        *drawn,
        "</div>",
    )


# Seats and the felt


def _seats(seen: _Seen) -> str:
    """Return the line of the seats that are not named at their own cards."""
    seats = [seat for seat in seen.scene.seats if seat.player not in seen.laid.plated]
    few = " few" if len(seats) < FEW_PLATES else ""
    return seen.builder.part(
        "seats",
        f'<div class="seats{few}" id="seats"{"" if seats else " hidden"}>\n',
        *(_plate(seen, seat) for seat in seats),
        "</div>",
    )


def _plate(seen: _Seen, seat: Seat) -> Fragment:
    number = seat.player
    why = seen.controls.why[number] if seen.controls.why else ""
    clock = seen.clocks[number] if seen.clocks else None
    face = _face(seen.names[number]) if len(seen.scene.seats) <= MAX_FACES else ""
    drawn = _drawn_plate(seat, number == seen.scene.player, seen.names, why, clock is not None, face)
    if clock is not None:
        seen.builder.fill(drawn, _clocks([clock], first=number))
    return drawn


@functools.lru_cache(maxsize=MAX_PLATES)
def _drawn_plate(seat: Seat, own: bool, names: Names, why: str, has_clock: bool, face: str) -> Fragment:
    number, name = seat.player, escaped(names[seat.player])
    marked = seat.role not in ("", "out", "left")
    long = " long" * (len(named(seat.score, names)) > LONG_SCORE_CHARS)
    timed = " timed" * (has_clock and (seat.to_act or not seat.out))
    faced = (" faced" + " tight" * (marked or len(seat.score) > FACED_SCORE_CHARS)) * bool(face)
    return part(
        f"seat-{number}",
        f'<div class="seat seat-{number}',
        part(
            f"acts-{number}",
            " to-act" * seat.to_act + " out" * seat.out + " marked" * marked + long + timed + faced,
        ),
        f'" id="seat-{number}">\n{svg.portrait(face)}<span class="called">{_who(name)}',
        '<span class="you">(you)</span>' * (own and name != "You") + "</span>\n\n",
        part(f"role-{number}", _role(seat.role, names) if seat.role else ""),
        "\n",
        part(f"score-{number}", *(_score(seat, names, why) if seat.score else ())),
        "\n\n",
        part(f"turn-{number}", '<span class="unseen">to act</span>' * seat.to_act),
        "\n",
        empty(_clock_name(number)) if timed else "",
        "</div>",
    )


def _face(name: str) -> str:
    """Return the court card whose face a bot of this name has, "" for none and for people."""
    if not (bot := BOT_NAME.fullmatch(name)):
        return ""
    first, last, _ = bot.groups()
    return guide.faces().get(f"{first} {last}" if first else last, "")


def _who(name: str) -> str:
    """Return a name. Where there is little room, a bot loses "(bot)", then keeps its last word and number: "Kate 3"."""
    if not (bot := BOT_NAME.fullmatch(name)):
        return f'<span class="who" title="{name}">{name}</span>'
    first, last, number = bot.groups()
    long = f'<span class="rest">{first} </span>' if first else ""
    short = f'<span class="short"><span class="name">{long}{last}</span>{number}</span>'
    parts = f'{short}<span class="rest">{BOT_SUFFIX}</span>'
    return f'<span class="who of-bot" title="{name}">{parts}</span>'


def _briefly(name: str) -> str:
    """Return a name in a list of many: a bot's without "(bot)", and in a small window its last word and number."""
    if not (bot := BOT_NAME.fullmatch(name)):
        return escaped(name)
    first, last, number = bot.groups()
    return (f'<span class="first">{escaped(first)} </span>' if first else "") + escaped(f"{last}{number}")


def _role(role: str, names: Names) -> str:
    """Return roles. Of several, those with a mark are drawn as marks: "D" and "SB" for "button, small blind".

    In a small window all that is shown is a brief form of the first, "SB" for a small blind, and of one of two words
    after the button: "D PB" if its seat plays blind.
    """
    words = role.split(", ")
    first, last = words[0], words[-1]
    brief = _initials(first) if " " in first else first
    if last != first and " " in last and last not in MARKS:
        brief = f"{MARKS.get(first, brief)} {_initials(last)}"
    drawn = _roles_html(words, names) if words[1:] else glossed(role, names)
    return f'<span class="role" data-brief="{escaped(brief)}">{drawn}</span>'


def _initials(words: str) -> str:
    return "".join(word[0].upper() for word in words.split())


def _roles_html(roles: Sequence[str], names: Names) -> str:
    """Return several roles. The words of a mark are only read out, with the comma that follows them."""
    html = ""
    for number, role in enumerate(roles, 1):
        words = glossed(role, names) + ", " * (number < len(roles))
        mark = MARKS.get(role)
        html += f'<span class="mark" data-mark="{mark}" title="{role}">{words}</span>' if mark else words
    return html


def _score(seat: Seat, names: Names, why: str) -> Iterator[str | Fragment]:
    """Yield a score, and behind it a question mark that says why the last points were made."""
    chips = f'<span class="own-chips">{svg.chips(seat.chips)}</span>' if seat.chips else ""
    number, unit, more = text(seat.score, names).partition(CHIPS)
    unit = f'<span class="rest">{unit}</span>' if unit else ""
    yield f'<span class="score{" of-chips" if chips else ""}">{chips}{number}{unit}{more}</span>'
    if why:
        yield from (WHY, f'{escaped(why)}">?</abbr>')


def _clock_name(number: int) -> str:
    return f"clock-{number}"


def _clocks(clocks: Sequence[ShownClock], first: int = 0) -> dict[str, str]:
    """Return the parts of seats' clocks, by their names."""
    return {_clock_name(number): _clock(clock) for number, clock in enumerate(clocks, first)}


def _clock(clock: ShownClock) -> str:
    running = "yes" if clock.running else "no"
    return f'<span class="clock" data-left="{clock.left}" data-running="{running}">{clock.text}</span>'


def _area(seen: _Seen, area: Area) -> Fragment:
    return _drawn_area(area.name, *area.across, *(_slot(seen, slot) for slot in area.slots))


@functools.lru_cache(maxsize=MAX_SLOTS)
def _drawn_area(name: str, wide: int, tall: int, *slots: Fragment) -> Fragment:
    return part(
        f"area-{name}",
        f'<div class="area {name} wide-{wide} tall-{tall}" id="area-{name}">\n',
        *slots,
        "</div>",
    )


def _slot(seen: _Seen, slot: Slot) -> Fragment:
    seat = seen.scene.seats[slot.seat] if slot.seat >= 0 else None
    held = [seen.scene.zones[each.number] for each in slot.zones]
    drawn = [
        zone(each, seen.names, seen.touchable, plated=bool(seat), rests=bool(seat and each.note in seat.role))
        for each in held
    ]
    note = _out_note(seen, seat) if seat else None
    return _drawn_slot(slot.id, slot.weight, _plate(seen, seat) if seat else None, note, *drawn)


@functools.lru_cache(maxsize=MAX_SLOTS)
def _drawn_slot(id: str, weight: int, plate: Fragment | None, note: Fragment | None, *zones: DrawnZone) -> Fragment:
    words = "".join(dict.fromkeys(each.slot_words for each in zones)) + " seated" * (plate is not None)
    return part(
        f"slot-{id}",
        f'<div class="slot weight-{weight}{words}" id="slot-{escaped(id)}">\n',
        plate or "",
        note or "",
        *(each.fragment for each in zones),
        "</div>",
    )


def _out_note(seen: _Seen, seat: Seat) -> Fragment | None:
    """Return the note at the place of the cards of a player who is out: why, and what they can do."""
    if not seat.out or seat.player != seen.scene.player or seen.scene.result:
        return None
    why = seen.controls.why[seat.player] if seen.controls.why else ""
    reason = f"<p>{escaped(capitalized(why))}.</p>" if why else ""
    return part("out-note", f'<div class="out-note" id="out-note">{reason}<p>{OUT_NOTE}</p></div>')


# Moves


def _bar(seen: _Seen, version: str, action: str) -> Iterator[str | Fragment]:
    """Yield the buttons and the form of moves."""
    controls = seen.controls
    own = any(move.key == "U" for move in seen.scene.moves)  # the game's own way to take back
    undo = UNDO if controls.undo and not own else ""
    if controls.hold_ms:
        skip = _hurry(seen) if controls.hurry else SKIP_MOMENTS if controls.more_moments else ""
        onward = NEXT_DEAL if controls.until_confirmed else CONTINUE
        speed = "" if controls.until_confirmed else SPEED
        yield from ('<div class="moves bar" id="moves">', onward, skip, speed, "</div>\n")
    elif seen.scene.moves:
        yield from _form(seen, version, action, undo)
        yield "\n"
    else:
        bar = " bar" if controls.undo or controls.hurry else ""
        yield from (
            f'<div class="moves{bar}" id="moves">',
            undo,
            *((_hurry(seen), SPEED) if controls.hurry else ()),
            "</div>",
        )


def _hurry(seen: _Seen) -> str:
    return HURRY.format("the end" if _is_out(seen.scene) else "my turn")


def _is_out(scene: Scene) -> bool:
    """Return True if the player who sees a scene is out."""
    return any(seat.out for seat in scene.seats if seat.player == scene.player)


def _form(seen: _Seen, version: str, action: str, undo: str | Fragment) -> Iterator[str | Fragment]:
    scene, names, controls = seen.scene, seen.names, seen.controls
    moves = scene.moves
    numbers = [move for move in moves if move.number]
    plain = [move for move in moves if not move.number and not move.places]
    chosen = [move for move in moves if move.places and not move.number]
    words = " single" * (len(plain) == len(moves) == 1) + " choosing" * any(move.places for move in moves)
    words += " last" * bool(moves[0].number)
    words += " short-and-long" * any(first.brief and not then.brief for first, then in pairwise(plain))
    words += " wordy" * any(not move.brief and len(named(move.label, names)) > WORDY_CHARS for move in plain)
    words += " many-buttons" * (len(plain) >= MANY_BUTTONS_COUNT and not any(move.brief for move in plain))
    only = ' data-forced="yes"' if only_move(scene) is not None else ""
    yield from (f'<form class="moves bar{words}"{only}', _target(action), version, '">\n')
    buttons = "".join(
        GROUP.format(escaped(group)) * bool(group) + "".join([_button(move, names) for move in same])
        for group, same in groupby(plain, lambda move: move.group)
    )
    drawn = [f'<div class="buttons"{"" if plain else " hidden"}>\n{buttons}</div>\n']
    drawn += [_amount(move, number, names) for number, move in enumerate(numbers)]
    yield "".join(drawn[1:] + drawn[:1] if moves[0].number else drawn)  # the Tab key follows the order that is seen
    if "choosing" in words:
        asked = "yes" if scene.needs_confirmation else "no"
        yield _confirm(asked)
        yield "\n" + "".join([_choice(move, names if "{" in move.label else ()) for move in chosen]) + "</details>\n"
    yield from (undo, "\n", HINT if controls.hints else "", "</form>")


def _target(action: str) -> Fragment:
    """Return what a form of moves begins with, to the version of the table. It is the same at one table."""
    target = f' id="moves" method="post" action="{escaped(action)}">\n'
    return part("@form", f'{target}<input type="hidden" name="version" value="')


@functools.cache
def _confirm(asked: str) -> Fragment:
    return part(
        f"@confirm-{asked}",
        f'<button class="confirm" id="confirm" type="submit" name="move" value="" data-asked="{asked}" disabled hidden>'
        'Nothing selected</button>\n<details class="all-moves">\n<summary>All moves</summary>',
    )


@functools.lru_cache(maxsize=MAX_BUTTONS)
def _choice(move: Move, names: Names) -> str:
    """Return a move in the list of all moves that are made by touching."""
    confirm = ' data-confirm="yes"' if move.confirm else ""
    places = escaped(" ".join(sorted(move.places)))
    return (
        f'<button name="move" value="{escaped(move.text)}" data-places="{places}"{confirm}>'
        f"{text(move.label, names)}</button>\n"
    )


def _key(move: Move) -> tuple[str, str]:
    """Return the attribute and the sign of the key of a move."""
    key = escaped(move.key)
    return (f' data-key="{key}"', f" <kbd>{key}</kbd>") if key else ("", "")


def _button(move: Move, names: Names) -> str:
    label, (key, sign) = text(move.label, names), _key(move)
    face, brief = f"{label}{sign}", ""
    if move.brief:  # the title says the whole, once
        hidden = 'aria-hidden="true"'
        face = f"<span {hidden}>{escaped(move.brief)}</span>{sign.replace('<kbd', f'<kbd {hidden}')}"
        brief = f' class="brief-label" title="{label}"'
    confirm = ' data-confirm="yes"' if move.confirm else ""
    return (
        f'<button name="move" value="{escaped(move.text)}"{key}{brief}{confirm} formnovalidate>'
        f"{face}</button>\n{_always(move)}"
    )


def _always(move: Move) -> str:
    if (always := move.always) is None:
        return ""
    usual, label = ' data-usual="yes"' if always.usual else "", escaped(always.label)
    return ALWAYS.format(escaped(move.text), label, escaped(always.asks), usual, label)


def _amount(move: Move, number: int, names: Names) -> str:
    """Return the button and the field of a move with a number."""
    assert move.number is not None
    asked, label, (key, sign) = move.number, text(move.label, names), _key(move)
    presets = "".join(
        f'<button type="button" class="preset" data-value="{value}">{escaped(word)} <span>{value:,}</span></button>'
        for word, value in asked.presets
    )
    return (
        f'<div class="amount">\n<button name="move" value="{escaped(move.text)}" data-number="{number + 1}"{key}>'
        f"<span>{label.replace('{}', '…')}</span>{sign}</button>\n"
        f'<input class="number" type="number" name="number-{number}" form="moves" required min="{asked.low}"'
        f' max="{asked.high}" step="{asked.step}" value="{asked.low}" inputmode="numeric"'
        f' aria-label="{label.replace("{}", "how many")}">\n{presets}</div>\n'
    )
