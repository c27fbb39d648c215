"""Actions at a table: sitting down, moves, chat, leaving, rematches."""

import contextlib
from collections.abc import Sequence
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cardwright.cardroom import commands, following
from cardwright.cardroom.logs.clubs import mark
from cardwright.cardroom.seat_keys import new_secret, seat_secret
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.errors import CardwrightError, NotInvited, NotSeated, PlayError, StoreError
from cardwright.game import SPECTATOR, Player
from cardwright.scenes import Move
from cardwright.web import club_board, own_games, parts, people, render, requests, responses, table_page
from cardwright.web.app_state import state_of
from cardwright.web.hosts import is_local
from cardwright.web.refused import Refused
from cardwright.web.routes.replay import ShownStep
from cardwright.web.table_shares import is_shared
from cardwright.web.visitor import mute_mark
from cardwright.wording import capitalized

NUMBER_FIELDS = tuple(f"number-{place}" for place in range(16))  # one for each move that takes a number


async def _sent(request: Request, *fields: str) -> tuple[Cardroom, LiveTable, Player, dict[str, str]]:
    """Return the cardroom, the table of a request, the browser's seat there, and the form, which has these fields."""
    form = await requests.form(request, *fields)
    live = await requests.table(request)
    return requests.cardroom(request), live, requests.seat(request, live), form


async def show(request: Request) -> Response:
    """Show a table to a player or a spectator."""
    live = await requests.table(request)
    invited, notice = bool(request.path_params.get("invitation")), ""
    if invited and requests.seat(request, live) != SPECTATOR:
        return RedirectResponse(f"/t/{live.id}", 303)
    keys = requests.keys_of(request, live.id)
    has_seat = requests.seat(request, live) != SPECTATOR or live.has_left(keys)
    came_for_seat = invited or not request.url.path.endswith("/watch")
    if came_for_seat and not (invited or has_seat) and live.seats.free and await _is_member(request, live):
        return RedirectResponse(people.link_to(requests.cardroom(request), live), 303)
    if came_for_seat and not (has_seat or live.seats.free or live.over):
        notice = _why_watching(request, live)
    elif invited and live.over:
        notice = "This game is over: you see how it ended."
    notices = await people.notices(request, await people.owner_if_reachable(request))
    return responses.form_page(request, table_page.page(request, live, notice, notices))


async def _is_member(request: Request, live: LiveTable) -> bool:
    """Return whether a visitor is a member of the club of a table."""
    if not (id := live.opened.club):
        return False
    return club_board.member_of(request, id) in (await requests.cardroom(request).clubs.club(id)).members


def _why_watching(request: Request, live: LiveTable) -> str:
    """Return why a person who came for a seat only watches."""
    if why := requests.why_closed(request):
        return f"{capitalized(why)}, so you are watching."
    notice = "All seats at this table are taken by now, so you are watching."
    notice += " If one was yours, only your personal link opens it now."
    why = live.next_game.why_fixed if live.table is not None else ""
    return notice + (f" No one can join this game later: {why}." if why else "")


async def last_deal(request: Request) -> Response:
    """Show the deal before this one as it ended, as one's seat saw it.

    As JSON it is the frame alone, for the script of the page.
    """
    live = await requests.table(request)
    moment = live.last_deal
    if moment is None:
        raise PlayError("no deal of this game has ended before this one")
    if not requests.wants_json(request):
        return HTMLResponse(table_page.page(request, live, moment=moment))
    frames = state_of(request).frames
    sight = frames.sight(requests.visitor(request, live.id), live, requests.seat(request, live), moment)
    frame, news = frames.of(sight), moment.news_log.lines(sight.names)
    return responses.json(ShownStep(moment.version, parts.joined(frame.parts), news))


async def sit(request: Request) -> Response:
    """Take a free seat."""
    live, form = await requests.table(request), await requests.form(request, "name", "commitment", "invitation")
    if not commands.may_sit(requests.cardroom(request), live, form.get("invitation", "")):
        raise NotInvited
    return await sit_down(request, live, form)


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

    ``was`` is the seat at the game before, of a rematch, by default the browser's own there; ``elo`` is the rating of a
    player who looks for another.
    """
    secret = requests.own_secret(request)
    cardroom = requests.cardroom(request)
    if was == SPECTATOR and live.opened.after:
        was = await _seat_before(request, live)
    cardroom.scheduler.charge(live.id, requests.address(request))
    name = requests.name_in(form)
    if requests.seat(request, live) == SPECTATOR:
        called = requests.name_or_guest(request, secret, name)
        table_secret = shared or seat_secret(secret, live.id)
        with requests.admit(request, opens=False) if is_shared(live) else contextlib.nullcontext():
            seat = await commands.sit(cardroom, live, called, table_secret, requests.commitment(form), was)
            state_of(request).table_shares.note(requests.address(request), live)
        if club := live.opened.club:
            await cardroom.clubs.note_seat(club, live.id, seat, mark(secret, club))
        await people.note_seated(cardroom, live, seat, secret, elo)
        cardroom.scheduler.set_speed(await cardroom.kept_table(live.id), seat, requests.speed(request))
        await own_games.add(request, live, secret)
    answer = responses.go_to(request, f"/t/{live.id}")
    responses.give_person(request, answer, secret, name)
    return answer


async def _seat_before(request: Request, live: LiveTable) -> Player:
    """Return the browser's seat at the game before this one, SPECTATOR without one."""
    try:
        before = await requests.cardroom(request).kept_table(live.opened.after)
    except StoreError:
        raise
    except CardwrightError:  # it was deleted, or is of another version
        return SPECTATOR
    return requests.seat(request, before)


async def say_ready(request: Request) -> Response:
    """Confirm that one is still there, after a long wait for the other players; then the game begins."""
    cardroom, live, seat, _ = await _sent(request)
    await commands.ready(cardroom, live, seat)
    return responses.done(request, f"/t/{live.id}")


async def open_seed(request: Request) -> Response:
    """Open the seed that one has committed to, when all seats are taken; then the game begins."""
    cardroom, live, seat, form = await _sent(request, "seed")
    await commands.open_seed(cardroom, live, seat, requests.seed(form))
    return responses.done(request, f"/t/{live.id}")


async def move(request: Request) -> Response:
    """Make a move: its notation, or a move's text and the number for it, with the version it was chosen in."""
    cardroom, live = requests.cardroom(request), await requests.loaded_table(request)
    form = await requests.form(request, "version", "move", *NUMBER_FIELDS)
    seat = requests.seat(request, live)
    if seat == SPECTATOR or live.table is None:  # as far as this process knows
        live = await requests.table(request)
        seat = requests.seat(request, live)
    if seat == SPECTATOR:
        raise NotSeated
    version = requests.count(form.get("version", ""))
    if version is None:
        raise Refused(400, "a move needs the version of the game in which it was chosen")
    if live.table is None:
        raise PlayError("the game has not begun: a seat is still free")
    text = form.get("move", "")
    if "{}" in text:  # drawing the scene takes far longer than the move itself
        text = _with_number(text, live.scene(seat).moves, form)
    cardroom.scheduler.charge(live.id, requests.address(request))
    cardroom.scheduler.set_speed(live, seat, requests.speed(request))
    await commands.move(cardroom, live, seat, text, version)
    return responses.done(request, f"/t/{live.id}")


def _with_number(text: str, moves: Sequence[Move], form: dict[str, str]) -> str:
    """Return the notation of a move that takes a number: its text, with the number from the form in place of {}."""
    asked = [move.text for move in moves if move.number]
    return text.replace("{}", form.get(f"number-{asked.index(text)}", "") if text in asked else "")


async def hurry(request: Request) -> Response:
    """Have the bots move without pauses until it is one's turn: for a player who is alone with them.

    With a version, they only stop waiting for the player to read the news up to that version.
    """
    cardroom, live, seat, form = await _sent(request, "version")
    version = requests.count(form.get("version", ""))
    if version is None:
        cardroom.scheduler.hurry(live, seat)
    else:
        cardroom.scheduler.note_read(live, seat, version)
    return responses.done(request, f"/t/{live.id}")


async def undo(request: Request) -> Response:
    """Take one's last move back, or say why it is final."""
    cardroom, live, seat, form = await _sent(request, "version")
    version = requests.count(form.get("version", ""))
    if version is None:
        raise Refused(400, "taking back needs the version of the game that the page shows")
    await commands.take_back(cardroom, live, seat, version)
    return responses.done(request, f"/t/{live.id}")


async def hint(request: Request) -> Response:
    """Return the move of the strongest bot, and its reason."""
    cardroom, live, seat, _ = await _sent(request)
    hint_given = await cardroom.scheduler.hint(live, seat, requests.address(request))
    if requests.wants_json(request):
        hinted = msgspec.structs.asdict(hint_given)
        return responses.json({"notice": hinted.pop("text"), **hinted})
    ranked = "".join(f" {place}. {each}." for place, each in enumerate(hint_given.ranking, 1))
    ranked += f" {hint_given.note}" if hint_given.note else ""
    return HTMLResponse(table_page.page(request, await requests.table(request), notice=hint_given.text + ranked))


async def say(request: Request) -> Response:
    """Send a chat message, as a player, who may have left for now, or as a person who watches and may give a name."""
    cardroom, live, seat, form = await _sent(request, "phrase", "text", "name")
    secret, name = requests.own_secret(request), requests.name_in(form)
    text, answer = form.get("text") or form.get("phrase", ""), responses.done(request, f"/t/{live.id}")
    if seat == SPECTATOR:
        seat = live.seats.left_by(requests.keys_of(request, live.id))
    if seat != SPECTATOR:
        await commands.say(cardroom, live, seat, text)
        return answer
    opening = requests.watcher_keys(request, secret, live.id)
    await commands.say_as_watcher(cardroom, live, opening, name or requests.player_name(request), text)
    responses.give_person(request, answer, secret, name)
    return answer


async def silence(request: Request) -> Response:
    """Silence the people who watch, or let them talk again, as the host may."""
    cardroom, live, seat, form = await _sent(request, "silent")
    await commands.silence_watchers(cardroom, live, seat, silent=requests.flag(form, "silent"))
    return responses.done(request, f"/t/{live.id}")


async def leave(request: Request) -> Response:
    """Leave one's seat, for a while or for good."""
    cardroom, live, seat, form = await _sent(request, "for_good")
    await commands.leave(cardroom, live, seat, for_good=requests.flag(form, "for_good"))
    live = await requests.table(request)
    if live.over or requests.seat(request, live) != SPECTATOR:  # the page stays: its socket shows the end
        return responses.done(request, f"/t/{live.id}")
    elsewhere = f"/c/{live.opened.club}" if live.opened.club else "/"
    return responses.go_to(request, f"/t/{live.id}" if live.is_cash else elsewhere)  # who sits out watches


async def back(request: Request) -> Response:
    """Return to the seat that one has left, or to the game that one has left with one's chips."""
    cardroom, live, seat, _ = await _sent(request)
    left = live.seats.left_by(requests.keys_of(request, live.id))
    if left != SPECTATOR:
        await commands.come_back(cardroom, live, live.seats[left].key)
    elif live.is_cash:
        await commands.sit_in(cardroom, live, seat)
    else:
        raise NotSeated
    return responses.go_to(request, f"/t/{live.id}")


async def mute(request: Request) -> Response:
    """Mute or unmute a person in the chat, for this browser at this table only; no other person is notified.

    ``seat`` is a seat, or the number of a person who watches, which follow the seats.
    """
    live, form = await requests.table(request), await requests.form(request, "seat")
    seat = requests.count(form.get("seat", ""), 3)
    if seat is None or seat >= live.chat.speakers:
        raise Refused(400, "there is no such person in the talk of this table")
    answer = responses.done(request, f"/t/{live.id}")
    muted = mute_mark(live.chat.names(live.names)[seat])
    responses.mute(request, answer, live.id, requests.muted(request) ^ {muted})
    return answer


async def again(request: Request) -> Response:
    """Open or join a rematch; the first player to ask sits down first."""
    cardroom, live, seat, form = await _sent(request, "commitment")
    committed = requests.commitment(form)
    opening = requests.keys_of(request, live.id)
    rematch = await cardroom.kept_table(await following.open_rematch(cardroom, live, seat, opening))
    if not rematch.seats.free and requests.seat(request, rematch) == SPECTATOR:  # it has begun without them
        return responses.go_to(request, f"/t/{rematch.id}/join/{cardroom.commitments.invitation(rematch)}")
    is_first, opener = not rematch.seats.by_time, _opener(request, live)
    shared = opener if opener in requests.secrets(request) else ""  # devices that share a seat share the next
    called = live.names[seat] if seat != SPECTATOR else live.joining.asked[live.joining.asker(opening)]
    answer = await sit_down(request, rematch, {"name": called, "commitment": committed}, shared, was=seat)
    if muted := requests.muted(request):
        responses.mute(request, answer, rematch.id, muted)
    if is_first and len(live.people) > 1:
        await own_games.refresh(request)  # which puts the other players on the list of this one
        await people.invite_again(request, live, await cardroom.kept_table(rematch.id))
    return answer


async def ask_for_seat(request: Request) -> Response:
    """Ask, as a person who watches, for a seat in the game that goes on from this one; or take that back."""
    cardroom, live, _, form = await _sent(request, "asks", "name")
    secret, name = requests.own_secret(request), requests.name_in(form)
    opening = requests.watcher_keys(request, secret, live.id)
    if not requests.flag(form, "asks", default=True):
        await following.withdraw_request(cardroom, live, opening)
        return responses.done(request, f"/t/{live.id}/watch")
    await following.ask_for_seat(cardroom, live, opening, requests.name_or_guest(request, secret, name))
    answer = responses.go_to(request, f"/t/{live.id}/watch")
    responses.give_person(request, answer, secret, name)
    return answer


async def answer_for_seat(request: Request) -> Response:
    """Agree, as a player, to end the game after this deal and to go on with one more, or refuse."""
    cardroom, live, seat, form = await _sent(request, "agrees")
    await following.answer_for_seat(cardroom, live, seat, agrees=requests.flag(form, "agrees", default=True))
    return responses.done(request, f"/t/{live.id}")


async def agree_to_show(request: Request) -> Response:
    """Agree to show all cards of a finished game."""
    cardroom, live, seat, _ = await _sent(request)
    await commands.agree_to_show(cardroom, live, seat)
    return responses.done(request, f"/t/{live.id}", "You have agreed that all cards may be seen.")


async def link(request: Request) -> Response:
    """Show the link that opens one's seat on another device."""
    live = await requests.table(request)
    secret = _opener(request, live)
    if not secret:
        raise NotSeated
    base = requests.base(request)
    address = f"{base}/t/{live.id}/seat/{quote(secret)}"
    closed = "closed" in request.query_params
    body = render.page("link.html", link=address, back=f"/t/{live.id}", is_local=is_local(base), closed=closed)
    answer = HTMLResponse(body)
    responses.give_secrets(request, answer, requests.own_secret(request), secret)
    return answer


async def revoke_link(request: Request) -> Response:
    """Close one's seat everywhere but in this browser: every personal link to it opens nothing any more."""
    cardroom, live, seat, _ = await _sent(request)
    secret = new_secret()
    await commands.rekey(cardroom, live, seat, secret)
    answer = responses.done(request, f"/t/{live.id}/link?closed=yes", "Your seat is open in this browser only.")
    responses.give_secrets(request, answer, requests.own_secret(request), secret)
    return answer


async def free_seat(request: Request) -> Response:
    """Free another person's seat before the first deal, as the host may, so that another person can sit down."""
    cardroom, live, seat, form = await _sent(request, "seat")
    await commands.free_seat(cardroom, live, seat, _seat_of(form, "freeing a seat needs its number"))
    return responses.done(request, f"/t/{live.id}", "The seat is free.")


async def replace_player(request: Request) -> Response:
    """Let a bot play for a player who has been away for long while the game waits for them."""
    cardroom, live, seat, form = await _sent(request, "seat")
    replaced = _seat_of(form, "letting a bot play needs the number of the player's seat")
    await commands.replace(cardroom, live, seat, replaced)
    return responses.done(request, f"/t/{live.id}")


def _seat_of(form: dict[str, str], missing: str) -> int:
    """Return the number of the seat that a form is about. Raises `Refused` with ``missing`` if it names none."""
    seat = requests.count(form.get("seat", ""), 2)
    if seat is None:
        raise Refused(400, missing)
    return seat


async def close_free_seats(request: Request) -> Response:
    """Begin with the players who are there, as the host may, with a bot in each free seat if the form names one."""
    cardroom, live, seat, form = await _sent(request, "bot")
    await commands.close_free_seats(cardroom, live, seat, form.get("bot", ""))
    return responses.done(request, f"/t/{live.id}")


def _opener(request: Request, live: LiveTable) -> str:
    """Return the secret that opens the browser's seat at a table, "" if it has none."""
    secrets = requests.secrets(request)
    derived = (seat_secret(each, live.id) for each in secrets[:1])
    return next((each for each in (*secrets, *derived) if live.seats.of_secret(each) != SPECTATOR), "")


async def open_seat(request: Request) -> Response:
    """Open a personal link: move the secret from the address into the cookie."""
    live, secret = await requests.table(request), request.path_params["secret"]
    opened, own_seat = live.seats.of_secret(secret), requests.seat(request, live)
    if opened == SPECTATOR:
        raise Refused(403, "this link opens no seat at this table: a player has closed it, or a part of it is missing")
    if own_seat not in (SPECTATOR, opened):  # else the rematch would give the browser that player's seat, not its own
        raise Refused(409, "this link opens the seat of another player, and you have a seat at this table yourself")
    answer = RedirectResponse(f"/t/{live.id}", 303, headers={"referrer-policy": "no-referrer"})
    own_secret = requests.own_secret(request)
    responses.give_secrets(request, answer, own_secret, secret)
    await own_games.add(request, live, own_secret)
    return answer
