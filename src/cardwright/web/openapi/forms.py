"""The fields of each form and the parameters of each query, by the name of their handler."""

from cardwright import games
from cardwright.cardroom.commands import MAX_CHAT_CHARS
from cardwright.cardroom.logs.clubs import MAX_CLUB_NAME_CHARS
from cardwright.cardroom.logs.published import MAX_NOTE_CHARS, MAX_VERSIONS_OF_DESIGN
from cardwright.cardroom.names import MAX_NAME_CHARS
from cardwright.cardroom.odds_questions import MAX_FIELD_CHARS, fields, page_questions
from cardwright.cardroom.tables.chat import PHRASES, REACTIONS
from cardwright.cardroom.tables.settings import AWAY, CLOCKS, HINTS, MIXED, PEOPLE, SPENT, may_take_seats
from cardwright.cardroom.workbench.analysis import MAX_CHARS
from cardwright.game import Option
from cardwright.web.openapi.schemas import (
    CALLED,
    COMMITTED,
    MAX_NUMBER,
    OWN_VARIANT,
    PERSON,
    TOML,
    Schema,
    choice,
    flag,
    form,
    named,
    table_id,
    text,
    whole,
)
from cardwright.web.requests import MAX_SEED_CHARS
from cardwright.web.routes.history import STAGES
from cardwright.web.routes.notices import AUTH_CHARS, MAX_ENDPOINT_CHARS, PUBLIC_KEY_CHARS
from cardwright.web.routes.people import ANSWERS
from cardwright.web.routes.practice import LOSS_PARTS_PER_UNIT
from cardwright.web.routes.workbench_background import BOARD_CARDS, CHART_PLAYERS, OWN_CARDS
from cardwright.web.security import FORM_LIMIT_BYTES
from cardwright.web.workbench_form import FORM_FIELDS, LINE_FIELDS
from cardwright.web.workbench_page import MEDIA_TYPES, OWN

KEPT = whole("The number of other seats that wait for people.")
OF = table_id("The id of your published declaration that is worked on.")
BEFORE = TOML | {"description": "The declaration to compare with."}
VARIANT = text(80, f"The name of a variant of poker, or {OWN}.")
PLAYERS = whole("The number of players.", 2, 20)


def _others(game: str) -> Schema:
    return choice(
        may_take_seats(game),
        f"Who takes the other seats: a bot, with {MIXED} bots of all strengths, or with {PEOPLE} people.",
    )


def opening(name: str) -> Schema:
    """Return the form that opens a table for a game."""
    fields = {
        "game": {"type": "string", "const": name},
        "name": CALLED,
        "commitment": COMMITTED,
        "table": table_id("An id of your own for the table, so that a form may be sent twice."),
        "quick": flag(
            "Yes: an unlisted table with all defaults, where the bots nearest in strength sit beside the chosen "
            "one; then no option is read."
        ),
        "guided": choice(
            ("yes", "no", *games.room(name).variant_guides),
            "Yes, or a variant: a guided first game, with a fixed deal; then no option is read.",
        ),
        "others": _others(name),
        "people": KEPT,
        "listed": choice(("yes", "no"), "No: the lobby does not show the table, and a seat needs an invitation."),
        "chat": flag("Whether players may write their own words, not only set phrases."),
        "watchers_silent": flag("Whether only the players talk, and not those who watch."),
        "clock": choice(tuple(CLOCKS), "Seconds for each turn + seconds in reserve; empty: the default of the game."),
        "spent": choice(("", *SPENT), "What happens to those whose time has run out."),
        "away": choice(tuple(AWAY), "What happens to the seat of a player who left."),
        "deal": whole("The deal's number, with bots.", high=MAX_NUMBER),
        "club": table_id("The club whose table it is, of which you are a member."),
        "invite": PERSON,
        "after": table_id("A finished game of yours, whose people play this one next."),
        "hints": choice(tuple(HINTS), "Who may ask for hints; empty: players who are alone against bots."),
    }
    fields |= {f"o-{option.name}": _option(option) for option in games.options(name)}
    return form(("game",), **fields)


def _option(option: Option) -> Schema:
    about = option.help + (f"; only with {option.condition}" if option.condition else "")
    if isinstance(option.default, bool):
        return flag(about)
    if option.choices:
        return choice(option.choices, about)
    if isinstance(option.default, int):
        return {"type": "integer", "minimum": option.low, "maximum": option.high, "description": about}
    return text(1000, about)


def _declaration_form() -> Schema:
    """Return the form of the workbench: the text of a declaration, or its fields, with the fields of lines repeated."""
    lines = tuple(f"line-{name}" for name in LINE_FIELDS)
    form_fields: Schema = {name: text(MAX_CHARS, "A field of the form.") for name in (*FORM_FIELDS, *lines)}
    done = "toml, form, fix, add, usual, variant, up-N, down-N or remove-N, where N counts lines from 0."
    play = {"variant": VARIANT, "players": PLAYERS, "others": _others(games.VARIANT_GAME), "people": KEPT}
    play |= {"commitment": COMMITTED, "table": table_id(), OWN: OWN_VARIANT}
    return form((), do=text(20, done), toml=TOML, before=BEFORE, of=OF, **play, **form_fields)


def forms() -> dict[str, Schema]:
    """Return, for each handler, the fields of its form."""
    return _table_forms() | _own_forms() | _workbench_forms() | _people_forms()


def _table_forms() -> dict[str, Schema]:
    """Return the forms of tables."""
    moved = form(
        ("version", "move"),
        version=whole("The version of your view.", high=MAX_NUMBER),
        move=text(FORM_LIMIT_BYTES, "The text of one of the view's moves, or the same with a number in place of {}."),
    )
    numbers = {"^number-[0-9]+$": {"type": "integer", "description": "For the moves with {}, counted from 0."}}
    return {
        "open_table": named("Open"),
        "find_player": form(name=CALLED, commitment=COMMITTED),
        "sit": form(name=CALLED, commitment=COMMITTED, invitation=text(FORM_LIMIT_BYTES, "For an unlisted table.")),
        "move": moved | {"patternProperties": numbers},
        "undo": form(("version",), version=moved["properties"]["version"]),
        "say": form(
            phrase=choice((*PHRASES, *REACTIONS), "A set phrase, or a reaction."),
            text=text(MAX_CHAT_CHARS, "Your own words, where the table allows them."),
            name=CALLED,
        ),
        "silence": form(("silent",), silent=flag("Yes: only players talk; no: watchers may too.")),
        "open_seed": form(("seed",), seed=text(MAX_SEED_CHARS, "The text that you committed to.")),
        "again": form(commitment=COMMITTED),
        "ask_for_seat": form(asks=flag("No: take back that you have asked."), name=CALLED),
        "answer_for_seat": form(agrees=flag("Yes: the game ends after this deal, and goes on with one more; no: not.")),
        "free_seat": form(("seat",), seat=whole("The number of the seat.", 1, 99)),
        "replace_player": form(("seat",), seat=whole("The number of the seat.", 0, 99)),
        "mute": form(("seat",), seat=whole("The number of the speaker.", 0, 999)),
        "subscribe": form(
            ("endpoint", "p256dh", "auth"),
            endpoint=text(MAX_ENDPOINT_CHARS, "The address of the browser at its push service."),
            p256dh=text(PUBLIC_KEY_CHARS, "Its public key."),
            auth=text(AUTH_CHARS, "Its secret."),
        ),
        "leave": form(for_good=flag("Yes: give up the seat, and do not come back.")),
        "hurry": form(version={"type": "integer", "description": "Read up to here: only wait no longer."}),
        **dict.fromkeys(("hint", "back", "say_ready", "agree_to_show", "revoke_link"), form()),
        "close_free_seats": form(bot=text(FORM_LIMIT_BYTES, "The bot that takes each free seat.")),
    }


def _own_forms() -> dict[str, Schema]:
    """Return the forms of a browser's own name and games, and of practice."""
    answer = form(
        ("move",),
        version={"type": "integer", "description": "Of no use here: the form is that of a table."},
        move=text(FORM_LIMIT_BYTES, "A move of the position."),
    )
    return {
        "call": form(name=CALLED),
        "go_on": form(("at",), at=whole("The number of steps to keep.")),
        "play_daily": form(name=CALLED),
        "answer": answer,
        "answer_own_mistake": answer,
        "remove_games": form(("table",), table=table_id("The field may be repeated, for several games.")),
        "upload_game": form(
            ("record",),
            record={
                "type": "string",
                "format": "binary",
                "description": "The record of a whole finished game, or PHH; at most 1 MB.",
            },
        ),
        **dict.fromkeys(("make_link", "open_link", "close_others", "leave_player"), form()),
    }


def _workbench_forms() -> dict[str, Schema]:
    """Return the forms of the workbench."""
    game = {"toml": TOML, OWN: OWN_VARIANT, "of": OF, "variant": VARIANT, "players": PLAYERS}
    return {
        "study": _declaration_form(),
        "more": form((), **{OWN: OWN_VARIANT}, toml=TOML, deal=whole("Another number deals other hands.")),
        "report": form((), **{OWN: OWN_VARIANT}, toml=TOML, format=choice(tuple(MEDIA_TYPES), "The kind of file.")),
        "start_playtest": form(
            ("toml",),
            **game,
            before=BEFORE,
            bot=choice(games.bot_names(games.VARIANT_GAME), "The bot of every seat."),
        ),
        "start_chart": form(
            ("toml",),
            **{OWN: OWN_VARIANT},
            toml=TOML,
            of=OF,
            own=whole("The cards of each hand.", *OWN_CARDS),
            board=whole("The cards for all.", *BOARD_CARDS),
            players=whole("The number of players.", *CHART_PLAYERS),
            **{"from-hole": whole("The cards of one's own that a hand has; without it, any number.", *OWN_CARDS)},
        ),
        "play": form(
            ("toml",),
            **game,
            others=_others(games.VARIANT_GAME),
            people=KEPT,
            name=CALLED,
            commitment=COMMITTED,
            table=table_id(),
        ),
        "publish": form(
            ("toml",),
            **{OWN: OWN_VARIANT},
            toml=TOML,
            number=whole("The number that the version should have; without it, the next.", 1, MAX_VERSIONS_OF_DESIGN),
            design=table_id("The id of the declaration: your own, to add a version, or one that is not used."),
            name=text(MAX_NAME_CHARS, "The designer's name."),
            note=text(MAX_NOTE_CHARS, "One line about this version."),
            listed=flag("Yes: the list of the server shows it."),
        ),
    }


def _people_forms() -> dict[str, Schema]:
    """Return the forms of ratings, clubs and invitations."""
    return {
        "agree": form(("agree",), name=CALLED, agree=flag("Yes: show my ratings; no: take them off.")),
        "found_club": form(
            ("title",),
            title=text(MAX_CLUB_NAME_CHARS, "The name of the club."),
            name=CALLED,
            club=table_id("An id of your own for the club, so that a form may be sent twice."),
        ),
        "join_club": form(name=CALLED),
        "leave_club": form(),
        "remove_member": form(("member",), member=text(MAX_NAME_CHARS, "The name of the member, as the host.")),
        "set_evening": form(
            when=text(16, "The date and time, such as 2026-11-27T20:00; none takes the date off."),
            offset={"type": "integer", "description": "The time zone: minutes to be added for UTC."},
        ),
        "invite_person": form(("person",), person=PERSON),
        "answer_invitation": form(
            ("table", "answer"),
            table=table_id(),
            answer=choice(
                ANSWERS, "Decline the invitations there, mute those who have sent them too, or only remove the notices."
            ),
        ),
        "mute_person": form(
            ("person",),
            person=PERSON,
            muted=flag("Yes: they cannot see or invite you."),
        ),
        "close_to_people": form(closed=flag("Yes: you can be neither seen nor invited.")),
    }


EYES: Schema = whole("The seat to view from, from 1, if all have agreed.", 1)
POSITION: dict[str, Schema] = {
    "kind": {"type": "string", "description": "The kind of decision; without it, the first of the game."},
    "n": whole("The position's number.", high=MAX_NUMBER),
    "asked": whole("The answers so far, which the page shows."),
    "right": whole("The right ones of them."),
    "lost": whole(f"What they have lost, in parts of the unit of which there are {LOSS_PARTS_PER_UNIT:,}."),
}
TALLY = {field: POSITION[field] for field in ("asked", "right", "lost")}
OWN_MISTAKE: dict[str, Schema] = TALLY | {
    "table": table_id("One of the browser's latest games; without it, the first with a mistake."),
    "at": whole("The step of the mistake."),
    "after": table_id("Look in the games before this one."),
}
OWN_GAMES: dict[str, Schema] = {
    "game": {"type": "string", "description": "A game's name: only those games."},
    "stage": choice(tuple(STAGES), "Only the games that go on, or that have ended."),
    "name": text(MAX_NAME_CHARS, "A part of the name of another player: only the games with such a player."),
    "page": whole("The page of the list: first the games that go on, then those that have ended, newest first.", 1),
}
QUERIES: dict[str, dict[str, Schema]] = {
    "workbench": {
        "d": {"type": "string", "description": "A declaration, compressed by zlib, in base64 for addresses."},
        "v": {"type": "string", "description": "A variant of your own, in the same form."},
        "of": {"type": "string", "description": "The id of your published declaration, to add a version to."},
        "start": {"type": "string", "description": "Instead: the ranking to start from."},
    },
    "daily_page": {"day": {"type": "string", "format": "date", "description": "The date in UTC; without it, today."}},
    "practice": POSITION | {"move": {"type": "string", "description": "The answer; without it, the position."}},
    "answer": POSITION,
    "own_mistakes": OWN_MISTAKE | {"move": {"type": "string", "description": "The answer; without it, the position."}},
    "answer_own_mistake": OWN_MISTAKE,
    "odds_page": {
        "ask": flag("The form was sent: answer it."),
        **{field.name: text(MAX_FIELD_CHARS, field.help) for name in page_questions() for field in fields(name)},
    },
    "new_table": {
        "deal": whole("The number of the deal, for the form."),
        "club": table_id("The club whose table it will be."),
        "invite": PERSON,
        "after": table_id("Your finished game, whose people play this one next."),
    },
    "people_page": {"table": table_id("Your table with a free seat, to invite to.")},
    "own_games_page": OWN_GAMES,
    "remove_games": OWN_GAMES,
    "replay": {
        "at": whole("The number of steps; without it, the first decision with a card on the table."),
        "as": EYES,
    },
    "replay_moves": {"first": whole("The first step."), "as": EYES},
}
QUERIES |= {"solution": QUERIES["replay"], "solution_moves": QUERIES["replay_moves"]}
