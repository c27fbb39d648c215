"""The frame of a table: everything on its page that may change. A socket sends the changed parts."""

import functools
import hashlib
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple, TypeVar

import cardwright
from cardwright import games
from cardwright.cardroom import commands
from cardwright.cardroom.bounded_dict import BoundedDict
from cardwright.cardroom.logs.people import NoticeKind
from cardwright.cardroom.names import as_read_by
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables import settings
from cardwright.cardroom.tables.chat import PHRASES, REACTIONS
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.cardroom.tables.news import Block, Moment
from cardwright.cardroom.tables.shown_clocks import shown_clocks
from cardwright.game import SPECTATOR, Player
from cardwright.play import guide
from cardwright.play.guide import LEARNER_SEAT
from cardwright.ranking.declaration import is_text
from cardwright.scenes import Scene
from cardwright.web import joining_words, parts, render
from cardwright.web.bot_choices import bot_to_play, bots_of, called
from cardwright.web.drawing import scene_parts
from cardwright.web.hosts import is_local
from cardwright.web.visitor import Visitor, mute_mark
from cardwright.wording import counted, isolated

MAX_INVITATIONS_SHOWN = 2
FEW_SEATS = 2  # with no more seats, a player's turn comes soon
MAX_SHARED_FRAMES = 128
FRAME_SHARED_MS = 100  # how long a frame with a clock is shared
STAMP_BYTES = 4  # of a hash, beside the number of the last entry
MAX_BLOCKS, MAX_PASTS = 2048, 256  # cached blocks of news, and cached lists of blocks
MAX_STEADY = 4096  # seats with cached steady parts
LIVE_VERSION, DRAWS = parts.empty("live-v"), parts.empty("draws")

Made = TypeVar("Made")


class Sight(NamedTuple):
    """A table as a visitor sees it from a seat, now or at a moment: the subject of a frame.

    ``conditions`` are all that the frame depends on besides the log, the seat, the moment and the time.
    """

    visitor: Visitor
    live: LiveTable
    seat: Player
    moment: Moment | None
    conditions: tuple[Hashable, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names as the visitor reads them: of one who is muted, the number of the seat."""
        names, muted = self.live.names, self.visitor.muted
        if muted:
            names = tuple(
                f"Player {seat}" if mute_mark(name) in muted else name for seat, name in enumerate(names, start=1)
            )
        return as_read_by(self.seat, names)

    @property
    def seated(self) -> bool:
        """True for a player, False for a spectator."""
        return self.seat != SPECTATOR

    @property
    def over(self) -> bool:
        """True if the game is over and its end is shown, not a moment before it."""
        return self.live.over and self.moment is None


class Steady(NamedTuple):
    """The parts of a seat's frame that no move changes, until the game is over."""

    above: parts.Fragment
    talk: parts.Fragment
    more: parts.Fragment


class Cache(BoundedDict[tuple[Hashable, ...], Made]):
    """A cache of the latest values by their keys."""

    def of(self, key: tuple[Hashable, ...], make: Callable[[], Made]) -> Made:
        """Return the value for this key, made if it is not there."""
        value = self.get(key)
        if value is None:
            value = self[key] = make()
        return value


class Frames:
    """The frames of a cardroom's tables."""

    def __init__(self, cardroom: Cardroom) -> None:
        self.cardroom = cardroom
        self.shared = Cache[parts.Fragment](MAX_SHARED_FRAMES)  # the latest for spectators
        self.steady = Cache[Steady](MAX_STEADY)

    def sight(self, visitor: Visitor, live: LiveTable, seat: Player, moment: Moment | None = None) -> Sight:
        """Return the subject of a frame."""
        conditions = (
            live.id,
            _shown_to(visitor),
            live.seats.left_by(visitor.keys),
            live.has_left(visitor.keys),
            live.seats.is_closed_to(visitor.keys),
            live.seats.has_missed(visitor.keys),
            live.seats.is_turned_away(visitor.keys),
            live.joining.asker(visitor.keys),
            live.joining.has_refused(visitor.keys),
            _speaker(visitor, live, SPECTATOR),
            self._seated_at_rematch(live),
            self._asked_again(live),
            tuple(self._away(live).items()),
            tuple(commands.replaceable(self.cardroom, live)),
        )
        return Sight(visitor, live, seat, moment, conditions)

    def of(self, sight: Sight) -> parts.Fragment:
        """Return a frame; spectators who see the same share one."""
        if sight.seat != SPECTATOR:  # the only one who sees it
            return self.drawn(sight)
        moment, live = sight.moment, sight.live
        key = sight.conditions, live.seq, moment and moment.version, self._time(live)
        return self.shared.of(key, lambda: self.drawn(sight))

    def timed_parts(self, live: LiveTable) -> parts.Parts:
        """Return the parts of a frame that change with the time alone, as they are now."""
        if not live.is_timed:
            return {}
        now = self.cardroom.uptime.now()
        return scene_parts.timed_parts(shown_clocks(live, now), live.next_level(now))

    def _time(self, live: LiveTable) -> int:
        return self.cardroom.uptime.now() // FRAME_SHARED_MS if live.is_timed else 0

    def drawn(self, sight: Sight, notice: str = "") -> parts.Fragment:
        """Return everything at the table that may change, in parts."""
        live, moment = sight.live, sight.moment
        scene = live.scene(sight.seat, moment) if live.table is not None else None
        steady = self._steady_parts(sight, scene)
        builder = parts.Builder()
        behind = scene is not None and bool(scene.result)
        return builder.fragment(
            _macro("notice", notice),
            steady.above,
            _news(builder, () if scene is None else (moment or live).news_log.lines(sight.names), behind=behind),
            self._waiting(sight) if scene is None else self._scene(builder, scene, sight),
            _foot(builder, sight, steady),
        )

    def _steady_parts(self, sight: Sight, scene: Scene | None) -> Steady:
        """Return the parts that no move changes; the key names all that they depend on."""
        visitor, live, seat, moment, conditions = sight
        table = live.table
        turn = table is not None and seat in table.to_act and moment is None
        out = scene is not None and sight.seated and scene.seats[seat].out
        exit = "leave" if live.may_cash_out(seat) else "leaving" if live.is_cash else ""
        sits_in = live.may_sit_in(seat)
        question, joining = joining_words.question(live, seat), joining_words.status(visitor.keys, live)
        bubbles, due = live.bubbles(seat, moment.version if moment else live.version)

        def draw() -> Steady:
            above = (
                self._after(sight),
                _invitations(sight, question),
                self._absent(sight, "" if question else joining),
                _macro("come_back", live.id, _left(sight), _came_to_ask(sight), visitor.called, sits_in=sits_in),
                _macro("guide", guided=live.guided and seat == LEARNER_SEAT, bubbles=bubbles, due=due),
            )
            is_host = sight.seated and seat == commands.host(self.cardroom, live)
            more = self._more(sight, turn=turn, out=out, exit=exit)
            return Steady(parts.fragment(*above), _talk(sight, is_host=is_host), more)

        if sight.over:  # its rematch is another table
            return draw()
        changing = (table is None, turn, out, exit, sits_in, live.over)
        return self.steady.of((conditions, live.steady_seq, seat, question, joining, bubbles, due, *changing), draw)

    def _absent(self, sight: Sight, joining: str) -> parts.Fragment:
        """Return the notes about players who are not there, and those about a request to join, ``joining``."""
        visitor, live, seat, *_ = sight
        away = self._away(live)
        alike = {
            what: tuple(isolated(sight.names[seat]) for seat in away if away[seat] == what) for what in away.values()
        }
        return _macro(
            "away",
            tuple(alike.items()),
            closed=not sight.seated and live.seats.is_closed_to(visitor.keys),
            early=live.table is None,
            missed=live.seats.has_missed(visitor.keys),
            freed=live.table is None and live.seats.is_turned_away(visitor.keys),
            played_on=sight.over and sight.seated and live.stand_ins.took_over(seat) is not None,
            joining=joining,
            id=live.id,
            replaceable=self._replaceable(live, seat) if sight.seated else (),
        )

    def _after(self, sight: Sight) -> parts.Fragment:
        """Return the choices after the game."""
        visitor, live, seat, *_ = sight
        seated, over, following = sight.seated, sight.over, live.next_game
        return _macro(
            "after",
            id=live.id,
            seated=seated and following.has_place(seat),
            over=over,
            rematch=live.rematch,
            bot=_only_bot(live, seat) if over and seated else "",
            seated_at_rematch=self._seated_at_rematch(live, seat),
            goes_on=over and following.is_due,
            waits=over and following.waits,
            has_chips=seat in following.deciders,
            joins=over and not seated and any(key in following.admitted for key in visitor.keys),
            follows=_follows(live),
            next_title=self._next_title(live),
            another=seated and not live.rematch and len(live.people) > 1,
            may_repeat=live.may_repeat and seated,
            day=live.opened.known.day if live.opened.known else "",
            game=live.opened.game,
            club=live.opened.club,
            has_review=seated and games.has_answers(live.opened.game),
            solvable=over and live.solvable,
            alone=len(live.names) == 1,
            origin=_origin(live),
        )

    def _scene(self, builder: parts.Builder, scene: Scene, sight: Sight) -> str:
        live, seat, moment = sight.live, sight.seat, sight.moment
        now = self.cardroom.uptime.now() if live.is_timed else 0
        clocks = shown_clocks(live, now)
        if moment is not None:  # no clock runs in a moment
            clocks = tuple(clock._replace(running=False) for clock in clocks)
        return scene_parts.scene_parts(
            builder,
            scene,
            sight.names,
            moment.version if moment else live.version,
            f"/t/{live.id}/move",
            clocks,
            scene_parts.Controls(
                hold_ms=live.moments.hold_ms(moment) if moment else 0,
                until_confirmed=moment is not None and sight.seated and _is_end_by_own_table(live, moment),
                more_moments=bool(moment and live.moments.since(moment.version)),
                last_deal=live.last_deal is not None,
                hints=settings.allows_hints(live.opened),
                undo=sight.seated and moment is None and not live.why_final(seat),
                why=(moment or live).news_log.reasons(sight.names),
                next_level=live.next_level(now),
                hurry=_may_hurry(sight),
            ),
        )

    def _waiting(self, sight: Sight) -> parts.Fragment:
        visitor, live, seat, *_ = sight
        names, contract, owed = live.names, live.contract, live.seats.owed_seeds
        freed = live.seats.is_turned_away(visitor.keys)
        comes = not sight.seated and not visitor.watches and not freed
        is_host = seat == commands.host(self.cardroom, live)
        is_let_in = comes and commands.may_sit(self.cardroom, live, visitor.invitation)
        return _macro(
            "waiting",
            id=live.id,
            game=live.opened.game,
            title=live.title,
            minutes=guide.load(live.opened.game).lobby.minutes,
            aim=games.room(live.opened.game).aim,
            names=names,
            seated=tuple(name for name, each in zip(names, live.seats, strict=True) if each.taken),
            listed=live.opened.listed,
            club=live.opened.club,
            called_off="" if live.seats.called_off is None else names[live.seats.called_off],
            unready=tuple(names[number] for number in live.seats.unready),
            is_unready=seat in live.seats.unready,
            owed_seeds=tuple(names[number] for number in owed),
            contract=contract.text if contract and seat in owed else "",
            seat=seat,
            free_seats=tuple(live.seats.free),
            freeable=tuple(live.seats.freeable(seat)) if is_host else (),
            may_close_free=is_host and live.may_close_free,
            chips=_carried_chips(live, seat),
            bots=_bots_to_seat(live) if is_host and live.seats.may_seat_bots else (),
            may_sit=is_let_in and bool(live.seats.free),
            mistyped=comes and not is_let_in and bool(visitor.invitation),
            invitation=visitor.invitation,
            called=visitor.called,
            seat_link=self._seat_link(sight),
            is_local=is_local(visitor.base),
            watch_link=_watch_link(sight),
            may_come=not sight.seated and not freed and _left(sight) < 0,
            asked_again=self._asked_again(live),
            terms=live.terms,
            slow=live.opened.clock == settings.SLOW_CLOCK,
        )

    def _asked_again(self, live: LiveTable) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the players of the game before who have not come yet: those who see its page, and those who do not."""
        before = self.cardroom.tables.get(live.opened.after)
        if live.table is not None or before is None:
            return (), ()
        absent = self.cardroom.presence.list_absent(before.id, len(before.seats))
        gone = [before.names[seat] for seat in absent]
        missing = [name for name in live.opened.rematch_of if name not in live.names]
        return tuple(each for each in missing if each not in gone), tuple(each for each in missing if each in gone)

    def _seat_link(self, sight: Sight) -> str:
        """Return the link for other players, "" if no seat is free."""
        live = sight.live
        if not sight.seated or not live.seats.free:
            return ""
        join = "" if live.opened.listed else f"/join/{self.cardroom.commitments.invitation(live)}"
        return f"{sight.visitor.base}/t/{live.id}{join}"

    def _more(self, sight: Sight, *, turn: bool, out: bool, exit: str) -> parts.Fragment:
        """Return the panel of this table. Words that change with every move are empty parts, to be filled."""
        visitor, live, seat, *_ = sight
        begun = live.table is not None
        may_join = begun and len(live.seats) > 1 and _left(sight) == SPECTATOR
        return _macro(
            "more",
            id=live.id,
            origin=_origin(live),
            seated=sight.seated,
            alone=live.seats.is_alone(seat),
            over=sight.over,
            begun=begun,
            follows=_follows(live) and not sight.over,
            my_turn=turn,
            live_version=LIVE_VERSION,
            hints=settings.allows_hints(live.opened),
            shown=seat in live.shown,
            people=sum(not each.bot for each in live.seats),
            ends=sight.seated and live.ends_without(seat),
            out=out,
            exit=exit,
            joining=joining_words.choices(visitor.keys, live, seat) if may_join else None,
            called=visitor.called,
            seat_link=bool(self._seat_link(sight)),
            watch_link=_watch_link(sight),
            whole=live.may_show_all(seat),
            terms=live.terms,
            known=", ".join(settings.why_known(live.opened)),
            fingerprint=live.fingerprint,
            seed_sources=seed_sources(live),
            draws=DRAWS,
        )

    def _away(self, live: LiveTable) -> dict[int, str]:
        """Return the notes beside the seats that were left, and beside those whose player has closed the page."""
        if live.over:
            return {}
        presence = self.cardroom.presence
        notes = dict.fromkeys(presence.list_absent(live.id, len(live.seats)), "not at the page just now")
        awaited = live.awaited if notes and live.table is not None and live.deadline is None else frozenset()
        if awaited and awaited <= notes.keys() and not commands.replaceable(self.cardroom, live):
            minutes = counted(round(presence.long_gone_after_s / 60), "minute")
            notes |= dict.fromkeys(awaited, f"not at the page; after {minutes} a bot can play")
        return notes | live.stand_ins.notes

    def _replaceable(self, live: LiveTable, own_seat: int) -> tuple[tuple[int, str], ...]:
        """Return the players whom the player at a seat may replace by a bot, with their names."""
        return tuple((seat, live.names[seat]) for seat in commands.replaceable(self.cardroom, live) if seat != own_seat)

    def _next_title(self, live: LiveTable) -> str:
        """Return the title of the next game, "" if it is not open or the same."""
        following = self.cardroom.tables.get(live.rematch)
        return following.title if following is not None and following.opened.game != live.opened.game else ""

    def _seated_at_rematch(self, live: LiveTable, seat: int = SPECTATOR) -> tuple[str, ...]:
        """Return the players who sit at the rematch already, without the one who looks; none if it is not open."""
        own_name = "" if seat == SPECTATOR else live.names[seat]
        rematch = self.cardroom.tables.get(live.rematch)
        seats = rematch.seats if rematch is not None else ()
        return tuple(isolated(each.name) for each in seats if each.key and each.name != own_name)


def stamp(sight: Sight) -> str:
    """Return a text that differs with all that a frame of the table as it is depends on besides the time.

    It is the same from every server of a log. A moment has none: "".
    """
    return "" if sight.moment else f"{sight.live.seq}_{_digest(sight.seat, sight.conditions)}"


@functools.lru_cache(maxsize=MAX_STEADY)
def _digest(seat: Player, conditions: tuple[Hashable, ...]) -> str:
    text = repr((cardwright.__version__, seat, conditions))
    return hashlib.blake2b(text.encode(), digest_size=STAMP_BYTES).hexdigest()


@functools.lru_cache(maxsize=MAX_STEADY)
def _shown_to(visitor: Visitor) -> str:
    """Return all of a visitor that a frame depends on besides the seat, as a text."""
    return repr((visitor._replace(keys=(), muted=frozenset()), sorted(visitor.muted)))


def _carried_chips(live: LiveTable, seat: Player) -> str:
    """Return the chips that the player of a seat has from the game before, "" for none."""
    was = live.seats[seat].was if seat != SPECTATOR else -1
    return next((counted(each.chips, "chip") for each in live.offered.carried if each.seat == was), "")


def _bots_to_seat(live: LiveTable) -> tuple[tuple[str, str, bool], ...]:
    """Return the bots that can take the free seats: names in options, names with levels, and the one that is shown."""
    game = live.opened.game
    first = bot_to_play(game, {})
    return tuple((each["id"], called(each), each["id"] == first) for each in bots_of(game))


def _only_bot(live: LiveTable, seat: Player) -> str:
    """Return the bot in all other seats, with its level, "" where there are others."""
    bots = {each.bot for number, each in enumerate(live.seats) if number != seat}
    return next((called(each) for each in bots_of(live.opened.game) if bots == {each["id"]}), "")


def _left(sight: Sight) -> Player:
    """Return the seat that a visitor has left and may take again, SPECTATOR for none."""
    return SPECTATOR if sight.seated else sight.live.seats.left_by(sight.visitor.keys)


def _follows(live: LiveTable) -> bool:
    """Return whether this is a rematch of several people, whose results can be summed up."""
    return bool(live.opened.after) and live.opened.people > 1


def _came_to_ask(sight: Sight) -> bool:
    """Return whether to offer a visitor, who has come for a seat, to ask for one in the game that goes on."""
    visitor, live, joining = sight.visitor, sight.live, sight.live.joining
    runs = not sight.seated and live.table is not None and not live.over and not visitor.watches
    return runs and not (joining.asker(visitor.keys) or joining.has_refused(visitor.keys) or live.next_game.why_fixed)


def _invitations(sight: Sight, question: joining_words.JoiningQuestion | None) -> parts.Fragment:
    """Return the notices of invitations for a visitor: received to other tables, and sent to this one."""
    visitor, live = sight.visitor, sight.live
    here = f"/t/{live.id}"
    sent = [each for each in visitor.notices if each.kind == NoticeKind.SENT and each.table == live.id]
    others = [each for each in visitor.notices if each.kind != NoticeKind.SENT]
    shown = [each for each in others if each.kind != NoticeKind.INVITED or each.table != live.id]
    return render.macro_html(
        render.macros("people_parts.html").invitations, (*shown[:MAX_INVITATIONS_SHOWN], *sent), here, question
    )


def _macro(name: str, *given: Hashable, **named: Hashable) -> parts.Fragment:
    """Return a macro's output, drawn once for all who see the same."""
    return render.macro_html(getattr(render.macros("frame_parts.html"), name), *given, **named)


def _news(builder: parts.Builder, lines: Sequence[str], *, behind: bool) -> str:
    """Return the last news; ``behind`` the result, they are only read out."""
    spans = "".join([f"<span>{parts.escaped(line)}.</span> " for line in lines])
    shown = builder.part("news-class", " behind" * behind)
    told = builder.part("news", spans)
    return f'<div class="news{shown}" id="news" role="paragraph" aria-live="polite" tabindex="0">{told}</div>'


def _is_end_by_own_table(live: LiveTable, moment: Moment) -> bool:
    """Return whether a deal by a designer's table ends before another: its hands are new to all. No clock runs."""
    own = is_text(str(live.opened.options.get("ranking", "")))
    return own and not live.is_timed and not live.over and moment.frame.ends_deal


def _may_hurry(sight: Sight) -> bool:
    """Return whether to offer a player to skip ahead: to a turn that several bots precede, or out of the game."""
    live, seat, moment = sight.live, sight.seat, sight.moment
    table = live.table
    if table is None or live.over or seat in table.to_act or not live.seats.is_alone(seat):
        return False
    return live.scene(seat, moment).seats[seat].out or (moment is None and len(live.seats) > FEW_SEATS)


def _origin(live: LiveTable) -> str:
    """Return the link to the step of the finished game that this one goes on from, "" for most."""
    deal = live.opened.known
    return f"/t/{deal.origin}/replay?at={len(deal.steps)}" if deal and deal.origin else ""


def _watch_link(sight: Sight) -> str:
    return f"{sight.visitor.base}/t/{sight.live.id}/watch"


def _speaker(visitor: Visitor, live: LiveTable, seat: int) -> int:
    """Return a visitor's own number in the chat, SPECTATOR for one who watches and has not talked.

    It is the seat of a player, also of one who has left for now.
    """
    key = next(iter(visitor.keys), "")
    if seat == SPECTATOR:
        seat = live.seats.left_by(visitor.keys)
    return live.chat.speaker(key) if seat == SPECTATOR and key in live.chat.watchers else seat


def _refusal(sight: Sight) -> str:
    """Return why a visitor cannot talk, "" for one who can."""
    live = sight.live
    if sight.seated or _left(sight) != SPECTATOR:
        return ""
    if live.has_left(sight.visitor.keys):
        return "You gave up this game, so you can talk here again when it is over."
    return "At this table only the players talk." if live.chat.is_silent else ""


def _talk(sight: Sight, *, is_host: bool) -> parts.Fragment:
    visitor, live, seat, *_ = sight
    chat, speaker = live.chat, _speaker(visitor, live, seat)
    names = chat.names(live.names)
    numbers = {name: number for number, name in enumerate(names) if speaker == SPECTATOR or name != names[speaker]}
    muted = {name for name in numbers if visitor.muted and mute_mark(name) in visitor.muted}
    lines = tuple((names[number], text, number >= chat.seats) for number, text in chat.lines)
    people = {name for name, each in zip(live.names, live.seats, strict=True) if each.key}
    talkers = {name for name, *_ in lines} | people

    def choices(chosen: set[str]) -> tuple[tuple[int, str], ...]:
        return tuple((number, name) for name, number in numbers.items() if name in chosen)

    return _macro(
        "talk",
        id=live.id,
        refused=_refusal(sight),
        chat=tuple(line for line in lines if line[0] not in muted),
        muted=choices(muted),
        talkers=choices(talkers - muted),
        phrases=PHRASES,
        reactions=tuple((text, *text.split(" ", 1)) for text in REACTIONS),
        free_chat=live.opened.chat,
        unnamed=speaker == SPECTATOR,
        called=visitor.called,
        may_silence=is_host and bool(chat.watchers or chat.is_silent),
        silent=chat.is_silent,
    )


def _foot(builder: parts.Builder, sight: Sight, steady: Steady) -> str:
    """Return the log, the talk, and the panel of this table.

    The stamp says which frame a page has when it comes back, "" if its clocks may be wrong then.
    """
    _, live, seat, moment, _ = sight
    draws = f"{live.draw_count} {'draw' if live.draw_count == 1 else 'draws'}"
    builder.fill(steady.more, {"live-v": str(live.version), "draws": draws})
    panels = (steady.talk, "\n", steady.more) if len(live.names) > 1 else (steady.more,)
    return builder.part(
        "foot",
        '<section class="foot" id="foot" popover aria-label="Log and talk" data-stamp="',
        builder.part("st", "" if live.is_timed else stamp(sight)),
        '">\n'
        '<div class="panel" id="course"><h2>What happened</h2>'
        '<ul class="chatlog" id="past" tabindex="0" aria-label="What happened">',
        _past((moment or live).news_log.blocks(sight.names)),
        "</ul></div>\n",
        *(reversed(panels) if live.seats.is_alone(seat) else panels),  # bots do not answer
        _macro("notes") if live.game.notes else "",
        "</section>",
    )


@functools.lru_cache(maxsize=MAX_PASTS)
def _past(blocks: Sequence[Block]) -> parts.Fragment:
    """Return the recent news, which all seats see the same."""
    return parts.part("past", *map(_block, blocks[:1]), _earlier(blocks[1:]))


@functools.lru_cache(maxsize=MAX_PASTS)
def _earlier(blocks: Sequence[Block]) -> parts.Fragment:
    """Return the news that is the same after most moves."""
    return parts.fragment(*map(_block, blocks))


@functools.lru_cache(maxsize=MAX_BLOCKS)
def _block(block: Block) -> parts.Fragment:
    """Return the news of some steps."""
    return parts.part(f"b{block.number}", "".join(f"<li>{parts.escaped(line)}</li>" for line in block.lines))


def seed_sources(live: LiveTable) -> tuple[tuple[str, str], ...]:
    """Return the name of each seat, and whose seed it uses."""
    sources = []
    for name, seat in zip(live.names, live.seats, strict=True):
        if seat.own_seed:
            sources.append((name, "a seed of their own"))
        elif seat.taken:
            sources.append((name, "none, so the server made one up" if seat.seed else "none"))
    return tuple(sources)
