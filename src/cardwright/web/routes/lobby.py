"""The lobby, the forms that open a table, and sitting down."""

import asyncio
import contextlib
import functools
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from cardwright import games
from cardwright.arena.ratings import beaten_by, elo
from cardwright.cardroom import commands, following
from cardwright.cardroom.commitments import TABLE_ID, new_name
from cardwright.cardroom.events import KnownDeal
from cardwright.cardroom.logs.clubs import mark
from cardwright.cardroom.names import MAX_NAME_CHARS
from cardwright.cardroom.seat_keys import seat_secret
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables import settings
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.cardroom.tables.settings import AWAY, CLOCKS, HINTS, PEOPLE, SLOW_CLOCK, SPENT, most_seats
from cardwright.errors import BadOption, CardwrightError, LostRace, StoreError, UnknownName
from cardwright.game import SPECTATOR, Game, Option, check_offered
from cardwright.play import guide
from cardwright.web import lobby_board, own_games, people, render, requests, responses
from cardwright.web.drawing import svg
from cardwright.web.drawing.thumbnail import thumbnail
from cardwright.web.security import Refused
from cardwright.web.table_shares import is_shared
from cardwright.wording import one_of

NO_PACE = f"in the lobby {CLOCKS[settings.LOBBY_CLOCK]}, else none"
RANDOM = guide.Character(name="Random", strength="plays any legal move")


async def lobby(request: Request) -> Response:
    """Show the games, the open tables, and one's own tables."""
    if not game_cards.cache_info().currsize:
        await asyncio.to_thread(game_cards)  # which compiles every game
    body = render.page(
        "lobby.html",
        **await lobby_board.lobby_values(request),
        closed=requests.linked(request).closed_as,
        games=game_cards(),
        new_id=new_name,
        called=requests.player_name(request),
        name_size=MAX_NAME_CHARS,
    )
    return responses.form_page(request, body)


@functools.cache
def game_cards() -> list[dict[str, Any]]:
    """Return what the lobby shows of each game, drawn once."""
    return [_game_card(name) for name in games.GAMES]


def _game_card(name: str) -> dict[str, Any]:
    room, known = games.room(name), guide.load(name)
    alone = games.create(name).players == 1
    bots = bots_of(name)
    words = render.page(
        "game_card.html",
        title=room.title,
        aim=room.aim,
        lobby=known.lobby,
        level=guide.LEVELS[known.lobby.level],
        hardest=max(guide.LEVELS),
    )
    play = "Play" if alone else f"Play {bots[0]['name']}"
    return {
        "name": name,
        "title": room.title,
        "words": Markup(words),
        "special": known.lobby.special,
        "picture": thumbnail(name),
        "first_games": [
            (each, games.title(name, games.create(name, **{room.renamed_by: each}))) for each in room.variant_guides
        ],
        "play": play,
        "bots": bots,
        "mixes": games.create(name).players > 2,
        "alone": alone,
    }


def bots_of(name: str) -> list[dict[str, str]]:
    """Return the bots of a game as people know them, the strongest first, but the one that plays at random."""
    known = guide.load(name).bots
    return [bot_of(name, bot, known[bot]) for bot in settings.known_bots(name)]


def has_strongest(game: str) -> bool:
    """Return true if the last of several bots of a game beats all the others that people know, in its league."""
    *others, last = guide.load(game).bots
    return bool(others) and beaten_by(game, last) >= set(others)


def bot_of(game: str, id: str, known: guide.Character) -> dict[str, str]:
    """Return a bot as people know it, with its face and its measured rating, "" where there is none."""
    face = Markup(svg.portrait(known.face))
    return {"id": id, "name": known.name, "strength": known.strength, "face": face, "elo": elo(game).get(id, "")}


async def call(request: Request) -> Response:
    """Set the player's name for this browser's next tables."""
    name = requests.name_in(await requests.form(request, "name"))
    answer = responses.done(request, "/", notice=f"You are called {name}." if name else "You have no name.")
    responses.remember(request, answer, name)
    return answer


async def new_table(request: Request) -> Response:
    """Show the form for a table with options, with the fields that the query fills in."""
    name, query = request.path_params["game"], request.query_params
    known = {"name", "others", "people", *OTHER_FIELDS, *(f"o-{option.name}" for option in games.options(name))}
    given = {field: value for field, value in query.items() if field in known}
    if requests.count(given.get("deal", "")) is None:
        given.pop("deal", None)
    given = _with_way(name, query.get("way", ""), given)
    if club := query.get("club", ""):
        members = len((await requests.cardroom(request).clubs.club(club)).members)
        usual = {"chat": "yes"} | _seats_for(name, members)
        given = usual | given | {"club": club, "others": PEOPLE}
    if invited := query.get("invite", ""):
        contact = (await people.owner(request)).contact(people.contact_number(invited))
        given |= {"invite": invited, "invited": contact.name, "others": PEOPLE, "listed": "no"}
    if after := query.get("after", ""):
        before, _ = await _game_before(request, after)
        seats, club = str(len(before.people)), before.opened.club
        given |= {"after": after, "others": PEOPLE, "listed": "no", "o-players": seats, "club": club}
    return await _new_page(request, name, given)


def _seats_for(game: str, people: int) -> dict[str, str]:
    """Return the field with a seat for each of these people, {} if the game is for fewer or for more."""
    seats = next((option for option in games.options(game) if option.name == "players"), None)
    return {"o-players": str(people)} if seats is not None and seats.low <= people <= seats.high else {}


async def _game_before(request: Request, id: str, table: str = "") -> tuple[LiveTable, int]:
    """Return a finished game and the browser's seat there, who may open this table for the next game of its people.

    Raises `NotSeated`, `PlayError` or `UnknownName`.
    """
    before = await requests.cardroom(request).table(id)
    seat = requests.seat(request, before)
    following.check_next(before, seat, table)
    return before, seat


def _with_way(game: str, title: str, given: dict[str, str]) -> dict[str, str]:
    """Return the fields of the form, with those that a usual way to play fills in; what another way sets is reset."""
    if not title:
        return given
    ways = {way.title: way for way in guide.load(game).ways}
    options = ways[_check_known("way to play", title, ways)].options
    set_by_ways = {f"o-{name}" for way in ways.values() for name in way.options}
    filled = {f"o-{name}": _form_value(value) for name, value in options.items()}
    return {field: value for field, value in given.items() if field not in set_by_ways} | {"way": title} | filled


def _form_value(value: bool | int | str) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


async def _new_page(
    request: Request, name: str, given: dict[str, str], problem: CardwrightError | None = None
) -> Response:
    """Return the form for a table, with what was given; the field that is wrong is marked."""
    marked = {"deal", "people", *(option.name for option in games.options(name))}
    made = await requests.cardroom(request).game(name, {})
    pace = made.pace()
    body = render.page(
        "new.html",
        game=name,
        title=games.room(name).title,
        options=[option for option in games.options(name) if option.name != "clock"],
        bots=[*bots_of(name), bot_of(name, "random", RANDOM)],
        mixes=most_seats(name) > 2,
        strongest=has_strongest(name),
        is_rated=bool(elo(name)),
        seats=made.players,
        clocks=[(value, words if value or pace else NO_PACE) for value, words in CLOCKS.items()],
        spent=list(SPENT.items()),
        away=list(AWAY.items()),
        hints=list(HINTS.items()),
        most=most_seats(name) - 1,
        name=requests.player_name(request),
        given=given,
        ways=[way.title for way in guide.load(name).ways],
        name_size=MAX_NAME_CHARS,
        error=str(problem or ""),
        wrong=problem if isinstance(problem, BadOption) and problem.option in marked else None,
        table=given.get("table", "") or new_name(),
    )
    return responses.form_page(request, body, 400 if problem else 200)


QUICK_FIELDS = ("game", "quick", "guided", "name", "commitment", "table", "others", "people", "club", "invite", "after")
OTHER_FIELDS = ("listed", "chat", "clock", "spent", "away", "hints", "deal", "watchers_silent")


async def open_table(request: Request) -> Response:
    """Open a table and sit down at it; the next one after a game of an id keeps those muted whom its cookie names.

    A form that is sent twice opens one table. A form that is sent again later, when its sender has played on at that
    table, or by another browser, or for another game, opens a table with another id.
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
        options, terms = await _read_settings(cardroom, form, first, quick)
        invited = await people.check_invites(request, form.get("invite", ""))
        if after := request.path_params.get("id", form.get("after", "")):
            before, was = await _game_before(request, after, wanted)
            club = before.opened.club
            terms |= {"after": before.id, "rematch_of": before.people, "club": club}
        elif club:
            await cardroom.clubs.check_opens(club, mark(requests.own_secret(request), club))
        if terms["listed"] and not all(terms["others"]):
            admitted.enter_context(requests.admit(request, opens=True))
        live = await _opened_once(request, functools.partial(cardroom.open, name, options, **terms), wanted)
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
        await people.invite(request, await cardroom.load_table(live.id), invited)
    return answer


async def _read_settings(
    cardroom: Cardroom, form: dict[str, str], first: guide.FirstGame | None, quick: bool
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the options of the game that a form chooses, and the other arguments of `Cardroom.open`.

    A guided ``first`` game has its own. Raises `BadOption` or `UnknownName`.
    """
    name, options = form["game"], _read_options(form["game"], form, quick)
    if first is not None:
        form, options = form | {"others": first.opponent}, first.options
    game = await cardroom.game(name, options)
    check_offered(games.options(name), options)
    terms = _read_terms(game, form, quick)
    if first is not None:
        terms["known"] = KnownDeal(number=first.deal, guided=True)
    return options, terms


def _first_game(name: str, asked: str) -> guide.FirstGame | None:
    """Return the guided first game that a form asks for: yes, or the variant whose own it is. Raises `BadOption`."""
    room = games.room(name)
    if asked not in (known := ("no", "yes", *room.variant_guides)):
        raise BadOption("guided", asked, one_of(known))
    return None if asked == "no" else guide.first_game(name, {room.renamed_by: asked})


def _read_terms(game: Game[Any, Any, Any], form: dict[str, str], quick: bool) -> dict[str, Any]:
    """Return the arguments of `Cardroom.open` that a form chooses. Raises `BadOption` or `UnknownName`."""
    others = other_seats(form, form["game"], game.players - 1)
    numbered, club = _known_deal(form, others), form.get("club", "")
    may_list = game.players > 1 and not (quick or numbered or club)
    listed = may_list and requests.flag(form, "listed", default=True)
    clock = _check_known("clock", form.get("clock", ""), CLOCKS)
    if listed and not all(others):
        clock = settings.lobby_clock(game, clock)
    return {
        "others": others,
        "known": numbered,
        "listed": listed,
        "chat": requests.flag(form, "chat"),
        "watchers_silent": requests.flag(form, "watchers_silent"),
        "hints": _check_known("hints", form.get("hints", ""), HINTS),
        "away": _check_known("away", form.get("away", "bot"), AWAY),
        "clock": clock,
        "ready": listed and clock != SLOW_CLOCK,
        "spent": _check_known("spent", form.get("spent", ""), ("", *SPENT)),
        "club": club,
    }


async def _opened_once(request: Request, opened: Callable[..., Awaitable[LiveTable]], wanted: str) -> LiveTable:
    """Open the table that a form names, or return it if the same form has opened it before: see `open_table`."""
    try:
        live = await opened(id=wanted)
    except LostRace:
        return await opened()
    return live if live.reopens_for(requests.keys_of(request, live.id)) else await opened()


def _known_deal(form: dict[str, str], others: Iterable[str]) -> KnownDeal | None:
    """Return the deal of the number in a form, None without one. Raises `BadOption`."""
    given = form.get("deal", "")
    if not given:
        return None
    number = requests.count(given)
    if number is None:
        raise BadOption("deal", given, "a whole number of at most nine digits")
    if not all(others):
        raise BadOption("deal", given, "no number where people play: who knows it knows the cards")
    return KnownDeal(number=number)


def _read_options(name: str, form: dict[str, str], quick: bool) -> dict[str, Any]:
    """Return the options that a form chooses; those without a field keep their defaults. Raises `BadOption`."""
    if quick:
        return {}
    return {
        option.name: requests.flag(form, field) if isinstance(option.default, bool) else _parse(option, form[field])
        for option in games.options(name)
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


async def sit_down(
    request: Request,
    live: LiveTable,
    form: dict[str, str],
    shared: str = "",
    *,
    was: int = SPECTATOR,
    elo: float | None = None,
) -> Response:
    """Take a seat, which a secret ``shared`` with other devices opens, or else the browser's own.

    ``was`` is the seat at the game before, of a rematch, and ``elo`` the rating of a player who looks for another.
    """
    own = requests.own_secret(request)
    cardroom = requests.cardroom(request)
    cardroom.scheduler.bots[live.id].owner = requests.address(request)
    name = requests.name_in(form)
    if requests.seat(request, live) == SPECTATOR:
        called = requests.name_or_guest(request, own, name)
        secret = shared or seat_secret(own, live.id)
        with requests.admit(request, opens=False) if is_shared(live) else contextlib.nullcontext():
            seat = await commands.sit(cardroom, live, called, secret, requests.commitment(form), was)
            request.app.state.table_shares.note(requests.address(request), live)
        if club := live.opened.club:
            await cardroom.clubs.note_seat(club, live.id, seat, mark(own, club))
        await people.note_seated(cardroom, live, seat, own, elo)
        cardroom.scheduler.set_speed(await cardroom.load_table(live.id), seat, requests.speed(request))
        await own_games.add(request, live, own)
    answer = responses.go_to(request, f"/t/{live.id}")
    responses.give_person(request, answer, own, name)
    return answer
