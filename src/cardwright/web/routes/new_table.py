"""The form for a table with options, and the table that a form opens."""

import contextlib
import functools
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from cardwright import games
from cardwright.arena.ratings import elo
from cardwright.cardroom import following
from cardwright.cardroom.commitments import TABLE_ID, new_id
from cardwright.cardroom.events import KnownDeal
from cardwright.cardroom.logs.clubs import mark
from cardwright.cardroom.names import MAX_NAME_CHARS
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables import settings
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.cardroom.tables.settings import AWAY, CLOCKS, HINTS, PEOPLE, SPENT, Terms, lobby_terms, numbered_deal
from cardwright.errors import BadOption, CardwrightError, LostRace, StoreError, UnknownName
from cardwright.game import SPECTATOR, AnyGame, Option
from cardwright.play import guide
from cardwright.web import own_games, people, render, requests, responses
from cardwright.web.bot_choices import bot_of, bot_to_play, bots_of, vary
from cardwright.web.refused import Refused
from cardwright.web.routes.tables import sit_down
from cardwright.web.table_summary import summary
from cardwright.wording import one_of

NO_PACE = f"in the lobby {CLOCKS[settings.LOBBY_CLOCK]}, else none"
RANDOM = guide.Character(name="Random", strength="plays any legal move")
QUICK_FIELDS = ("game", "quick", "guided", "name", "commitment", "table", "others", "people", "club", "invite", "after")
OTHER_FIELDS = ("listed", "chat", "clock", "spent", "away", "hints", "deal", "watchers_silent")


async def new_table(request: Request) -> Response:
    """Show the form for a table with options, with the fields that the query fills in."""
    name, query = request.path_params["game"], request.query_params
    field_names = {"name", "others", "people", *OTHER_FIELDS, *(f"o-{option.name}" for option in games.options(name))}
    entries = {field: value for field, value in query.items() if field in field_names}
    if requests.count(entries.get("deal", "")) is None:
        entries.pop("deal", None)
    entries = _with_way(name, query.get("way", ""), entries)
    if club := query.get("club", ""):
        members = len((await requests.cardroom(request).clubs.club(club)).members)
        usual = {"chat": "yes", "others": PEOPLE} | _seats_for(name, members)
        entries = usual | entries | {"club": club}
    if invited := query.get("invite", ""):
        contact = (await people.owner(request)).contact(people.contact_number(invited))
        entries = {"others": PEOPLE, "listed": "no"} | entries | {"invite": invited, "invited": contact.name}
    if after := query.get("after", ""):
        before, _ = await _game_before(request, after)
        seats, club = str(len(before.people)), before.opened.club
        entries |= {"after": after, "others": PEOPLE, "listed": "no", "o-players": seats, "club": club}
    return await _new_page(request, name, entries)


def _seats_for(game: str, people: int) -> dict[str, str]:
    """Return the field with a seat for each of these people, {} if the game is for fewer or for more."""
    seats = settings.seat_numbers(game)
    return {"o-players": str(people)} if len(seats) > 1 and people in seats else {}


async def _game_before(request: Request, id: str, table: str = "") -> tuple[LiveTable, int]:
    """Return a finished game and the browser's seat there, who may open this table for the next game of its people.

    Raises `NotSeated`, `PlayError` or `UnknownName`.
    """
    before = await requests.cardroom(request).table(id)
    seat = requests.seat(request, before)
    following.check_next(before, seat, table)
    return before, seat


def _with_way(game: str, title: str, entries: dict[str, str]) -> dict[str, str]:
    """Return the fields of the form, filled in by a usual way to play; fields set by another way are reset."""
    if not title:
        return entries
    ways = {way.title: way for way in guide.load(game).ways}
    options = ways[_check_known("way to play", title, ways)].options
    set_by_ways = {f"o-{name}" for way in ways.values() for name in way.options}
    filled = {f"o-{name}": _form_value(value) for name, value in options.items()}
    return {field: value for field, value in entries.items() if field not in set_by_ways} | {"way": title} | filled


def _form_value(value: bool | int | str) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


async def _new_page(
    request: Request, name: str, entries: dict[str, str], problem: CardwrightError | None = None
) -> Response:
    """Return the form for a table, with the entries given; the field that is wrong is marked."""
    marked = {"deal", "people", *(option.name for option in games.options(name))}
    rules = await requests.cardroom(request).game(name, {})
    pace = rules.pace()
    try:
        ended = await own_games.listed_ended(request)
    except StoreError:  # the form is shown while the log cannot be reached
        ended = []
    to_play = bot_to_play(name, own_games.last_bots(ended))
    ways = guide.load(name).ways
    set_by_way: dict[str, Any] = next((way.options for way in ways if way.title == entries.get("way")), {})
    body = render.page(
        "new.html",
        game=name,
        title=games.room(name).title,
        options=[option for option in games.options(name) if option.name != "clock"],
        bots=[*bots_of(name), bot_of(name, "random", RANDOM)],
        mixes=settings.seat_numbers(name)[-1] > 2,
        to_play=to_play,
        is_rated=bool(elo(name)),
        seats=rules.players,
        clocks=[(value, words if value or pace else NO_PACE) for value, words in CLOCKS.items()],
        spent=list(SPENT.items()),
        away=list(AWAY.items()),
        hints=list(HINTS.items()),
        most=settings.seat_numbers(name)[-1] - 1,
        name=requests.player_name(request),
        given=entries,
        ways=ways,
        set_by_way=set_by_way,
        summary="" if problem else await _summary(request, {"others": to_play} | entries | {"game": name}),
        name_size=MAX_NAME_CHARS,
        error=str(problem or ""),
        wrong=problem if isinstance(problem, BadOption) and problem.option in marked else None,
        table=entries.get("table", "") or new_id(),
    )
    return responses.form_page(request, body, 400 if problem else 200)


async def _summary(request: Request, form: dict[str, str]) -> str:
    """Return what a form would open, or why it cannot."""
    cardroom, name = requests.cardroom(request), form["game"]
    try:
        options, others, terms = await _read_settings(cardroom, form, None, False)
        return summary(name, await cardroom.game(name, options), others, terms)
    except CardwrightError as problem:
        return f"Not yet: {problem}."


async def open_table(request: Request) -> Response:
    """Open a table and sit down at it. For the next game after one of the same people, those muted there stay muted.

    A form that is sent twice opens one table. If it is sent again after its sender has moved at that table, by another
    browser, or for another game, it opens a table with another id.
    """
    with contextlib.ExitStack() as admitted:
        return await _open_table(request, admitted)


async def _open_table(request: Request, admitted: contextlib.ExitStack) -> Response:
    cardroom, form = requests.cardroom(request), await requests.any_form(request)
    name, wanted, club = form.get("game", ""), form.get("table", ""), form.get("club", "")
    first = _first_game(name, form.get("guided", "no"))
    quick = first is not None or requests.flag(form, "quick")
    requests.check_fields(form, form_fields(name, quick))
    if wanted and not TABLE_ID.fullmatch(wanted):
        raise Refused(400, f"not a valid table id: {wanted!r}")
    requests.commitment(form)  # refused before anything is opened
    before, was = None, SPECTATOR
    try:
        options, others, terms = await _read_settings(cardroom, form, first, quick)
        invited = await people.check_invites(request, form.get("invite", ""))
        if after := request.path_params.get("id", form.get("after", "")):
            before, was = await _game_before(request, after, wanted)
            club = before.opened.club
            terms["after"], terms["rematch_of"], terms["club"] = before.id, before.people, club
        elif club:
            await cardroom.clubs.check_opens(club, mark(requests.own_secret(request), club))
        if terms["listed"] and not all(others):
            admitted.enter_context(requests.admit(request, opens=True))
        live = await _open_once(request, functools.partial(cardroom.open, name, options, others, **terms), wanted)
    except CardwrightError as problem:
        if requests.wants_json(request) or quick or isinstance(problem, StoreError):
            raise
        return await _new_page(request, name, form, problem)
    if before is not None:
        await following.note_next(cardroom, before, was, live.id)
    if club:
        await cardroom.clubs.add_table(club, live.id)
    answer = await sit_down(request, live, form, was=was)
    if before is not None and (muted := requests.muted(request)):
        responses.mute(request, answer, live.id, muted)
    if invited is not None:
        await people.invite(request, await cardroom.kept_table(live.id), invited)
    return answer


async def _read_settings(
    cardroom: Cardroom, form: dict[str, str], first: guide.FirstGame | None, quick: bool
) -> tuple[dict[str, Any], list[str], Terms]:
    """Return the choices of a form: the options of the game, the bots of the other seats, and the terms of the table.

    A guided ``first`` game has its own. Raises `BadOption` or `UnknownName`.
    """
    name, options = form["game"], first.options if first else _read_options(form)
    game = await cardroom.game(name, options)
    games.check_choice(name, game, options)
    others = list(first.opponents) if first else other_seats(form, name, game.players - 1)
    if quick and first is None:
        others = vary(name, others)
    terms = _read_terms(game, form, others, quick)
    if first is not None:
        terms["known"] = KnownDeal(number=first.deal, guided=True)
    return options, others, terms


def _first_game(name: str, asked: str) -> guide.FirstGame | None:
    """Return the guided first game that a form asks for: yes, or the variant whose own it is. Raises `BadOption`."""
    room = games.room(name)
    if asked not in (known := ("no", "yes", *room.variant_guides)):
        raise BadOption("guided", asked, one_of(known))
    return None if asked == "no" else guide.first_game(name, {room.renamed_by: asked})


def _read_terms(game: AnyGame, form: dict[str, str], others: list[str], quick: bool) -> Terms:
    """Return the terms of a table that a form chooses. Raises `BadOption` or `UnknownName`."""
    numbered, club = _known_deal(form, others), form.get("club", "")
    listed = not (quick or numbered or club) and requests.flag(form, "listed", default=True)
    return {
        **lobby_terms(game, others, _check_known("clock", form.get("clock", ""), CLOCKS), listed=listed),
        "known": numbered,
        "chat": requests.flag(form, "chat"),
        "watchers_silent": requests.flag(form, "watchers_silent"),
        "hints": _check_known("hints", form.get("hints", ""), HINTS),
        "away": _check_known("away", form.get("away", "bot"), AWAY),
        "spent": _check_known("spent", form.get("spent", ""), ("", *SPENT)),
        "club": club,
    }


async def _open_once(request: Request, open_new: Callable[..., Awaitable[LiveTable]], wanted: str) -> LiveTable:
    """Open the table that a form names, or return it if the same form has opened it before: see `open_table`."""
    try:
        live = await open_new(id=wanted)
    except LostRace:
        return await open_new()
    return live if live.reopens_for(requests.keys_of(request, live.id)) else await open_new()


def _known_deal(form: dict[str, str], others: list[str]) -> KnownDeal | None:
    """Return the deal of the number in a form, None without one. Raises `BadOption`."""
    if not (text := form.get("deal", "")):
        return None
    if (number := requests.count(text)) is None:
        raise BadOption("deal", text, "a whole number of at most nine digits")
    return numbered_deal(number, others)


def _read_options(form: dict[str, str]) -> dict[str, Any]:
    """Return the options that a form chooses; those without a field keep their defaults. Raises `BadOption`."""
    return {
        option.name: requests.flag(form, field) if isinstance(option.default, bool) else _parse(option, form[field])
        for option in games.options(form["game"])
        if (field := f"o-{option.name}") in form
    }


def form_fields(game: str, quick: bool) -> tuple[str, ...]:
    """Return the fields of the form that opens a table. Raises `UnknownName`."""
    options = tuple(f"o-{option.name}" for option in games.options(game))
    return QUICK_FIELDS if quick else (*QUICK_FIELDS, *OTHER_FIELDS, *options)


def _parse(option: Option, value: str) -> int | str:
    """Return a value as the option takes it; a client may not name a file of the server. Raises `BadOption`."""
    if option.free and option.choices and value not in option.choices:
        raise BadOption(option.name, value, one_of(option.choices))
    with contextlib.suppress(ValueError):
        return int(value) if isinstance(option.default, int) else value
    return value


def _check_known(kind: str, value: str, known: Iterable[str]) -> str:
    if value not in known:
        raise UnknownName(kind, value, known)
    return value


def other_seats(form: dict[str, str], game: str, seats: int) -> list[str]:
    """Return the bot of each other seat, "" for the seats kept for people. Raises `BadOption`."""
    others, people = form.get("others", games.strongest_bot(game)), form.get("people", "")
    kept = requests.count(people or "0", 3)
    if others != PEOPLE and (kept is None or kept > seats):
        raise BadOption("people", people, f"0 to {seats}, the number of other seats")
    return settings.other_seats(game, seats, others, kept or 0)
