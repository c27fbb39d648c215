"""Check a record against the commitments made before the game: see `proof`.

The record of a whole game holds all seeds, and the game is dealt again from them. In the record of one seat, the opened
draws are compared with their seals and with what the seat saw.
"""

import contextlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random

import msgspec

from cardwright import decoding
from cardwright.cards import either_way_up
from cardwright.errors import BadRecord, CardwrightError
from cardwright.game import CHANCE, Action, AnyGame, Automatic, Player, State
from cardwright.play import proof
from cardwright.play.clock import PlayTime
from cardwright.play.contract import PROTOCOL_VERSION, Contract, commitment
from cardwright.play.luck import Luck
from cardwright.play.proof import Deal, Notes, SeatSeed
from cardwright.play.record import Header, Record, SeatHeader
from cardwright.play.seat_record import SeatRecord, SeatStep
from cardwright.play.table import LOSSES, Step, choose_by_chance, choose_late, ending

MAX_HIDDEN_CARD_GUESSES = 12


class Verdict(msgspec.Struct, frozen=True):
    """The result for a valid record: ``draws`` follow from the seeds, and the ``own`` seats chose theirs.

    ``commitment`` is to the server's seed, ``contract`` the digest of the contract, "" in protocol 1. ``late`` counts
    the moves that the clock made for late players, which follow from the seeds too. ``made`` are the seats whose seeds
    the server chose, in old records: it may have tried many, knowing all the others.
    """

    commitment: str
    draws: int
    own: tuple[Player, ...]
    late: int = 0
    made: tuple[Player, ...] = ()
    contract: str = ""


class SeatVerdict(msgspec.Struct, frozen=True):
    """The result for a valid seat record: its draws, those opened, and the seats that chose their own seeds.

    ``contract`` is the digest of the contract, "" in protocol 1.
    """

    commitment: str
    draws: int
    opened: int
    own: tuple[Player, ...]
    contract: str = ""


# The record of a whole game


def check(record: Record, expected: str = "") -> Verdict:
    """Deal a record again from its seeds. Raises `BadRecord` at the first difference.

    ``expected`` is the text that a player noted before the game: the contract's digest, or the commitment to the
    server's seed. Without it, the record's own are used.
    """
    deal = read_deal(record)
    committed = commitment(deal.seed)
    digest = deal.contract.digest.hex() if deal.contract else ""
    _check_expected((committed, digest), expected)
    stream = deal.luck
    draws, late = check_draws(record, stream), _check_late(record, stream)
    if not record.over:
        raise BadRecord("the record ends before the game does")  # and no server reveals its seed before that
    if deal.listed_seals(record.game, record.log) != _read_note(record.header.notes, "seals"):
        raise BadRecord("the seals of the draws are not those that the seeds make")
    own_seats = tuple(place for place, seat in enumerate(deal.seats) if seat.own)
    chosen_by_server = tuple(place for place, seat in enumerate(deal.seats) if seat.seed and not seat.own)
    return Verdict(committed, draws, own_seats, late, chosen_by_server, digest)


def read_deal(record: Record) -> Deal:
    """Return the deal in a record's notes, each seed checked against its commitment."""
    header, notes = record.header, record.header.notes
    contract = _read_contract(header, record.game)
    seed = _read_note(notes, "seed")
    if commitment(seed) != (contract.server if contract else _read_note(notes, "commitment")):
        raise BadRecord("the server's seed is not the one that it committed to", seed)
    count = len(header.players)
    if contract is None:
        return Deal(seed, tuple(_read_seat_seed(notes, number) for number in range(1, count + 1)))
    seeds = [_read_note(notes, f"seed-{number}") for number in range(1, count + 1)]
    for number, (own_seed, committed) in enumerate(zip(seeds, contract.seats, strict=True), 1):
        if (commitment(own_seed) if own_seed else "") != committed:
            raise BadRecord(f"the seed of seat {number} is not the one that it committed to", own_seed)
    return Deal(seed, tuple(SeatSeed(own_seed, bool(own_seed)) for own_seed in seeds), contract)


def _read_contract(header: Header | SeatHeader, game: AnyGame) -> Contract | None:
    """Return the contract in a record's notes, None in protocol 1. Raises `BadRecord` if the record breaks it."""
    protocol = header.notes.get("protocol", 1)
    if protocol == 1:
        return None
    if protocol != PROTOCOL_VERSION:
        raise BadRecord(
            f"it was dealt by protocol {protocol}, and this version of Cardwright knows 1 and {PROTOCOL_VERSION}"
        )
    text = _read_note(header.notes, "contract")
    try:
        contract = decoding.decode(text, Contract)
    except (msgspec.MsgspecError, RecursionError, ValueError) as problem:
        raise BadRecord(f"the contract in the record's notes cannot be read: {problem}") from problem
    _check_contract(contract, text, header, game)
    return contract


def _check_contract(contract: Contract, text: str, header: Header | SeatHeader, game: AnyGame) -> None:
    """Raise `BadRecord` if a record has another game, or other seats, than its contract."""
    if contract.text != text:
        raise BadRecord("the contract in the record's notes is not written as a contract is")
    if (contract.game, contract.version) != (header.game, header.version):
        raise BadRecord(f"the contract is for version {contract.version} of {contract.game}", header.game)
    agreed = _agreed_options(contract, header, game)
    for name in sorted(agreed.keys() | header.options.keys()):
        if header.options.get(name) != agreed.get(name):
            raise BadRecord(f"the option {name} is not the one in the contract", name)
    bots = tuple(player.bot for player in header.players)
    if contract.bots != bots or len(contract.seats) != len(bots):
        raise BadRecord("the players are not those in the contract: other seats are bots")
    for number, (bot, committed) in enumerate(zip(bots, contract.seats, strict=True), 1):
        if bot and committed:
            raise BadRecord(f"seat {number} is a bot's and has a seed: the server could have chosen it")


def _agreed_options(contract: Contract, header: Header | SeatHeader, game: AnyGame) -> Mapping[str, bool | int | str]:
    """Return the options of a contract, with the defaults of options that the game got later."""
    if header.options.keys() <= contract.options.keys():
        return contract.options
    try:
        return type(game)(**contract.options).settings
    except CardwrightError as problem:
        raise BadRecord(f"the options of the contract: {problem}", header.game) from problem


def _read_seat_seed(notes: Notes, number: int) -> SeatSeed:
    seat = SeatSeed(_read_note(notes, f"seed-{number}"), notes.get(f"own-{number}") is True)
    if seat.own and not seat.seed:
        raise BadRecord(f"seat {number} is marked as having chosen a seed, but has none")
    return seat


def _check_expected(known: Collection[str], expected: str) -> None:
    """Raise `BadRecord` if the text that a player noted is no commitment of the record; "" skips the check."""
    if expected and expected.strip().lower() not in known:
        raise BadRecord("the record has another contract and commitment than the one noted before the game", expected)


def check_draws(record: Record, stream: Luck) -> int:
    """Return the number of draws of a game, all of which this luck decides. Raises `BadRecord` at the first other."""
    game: AnyGame = record.game
    draws, played = 0, PlayTime()
    for version, (state, step) in enumerate(zip(record.states, record.log, strict=False)):
        played = played.until(step.at)
        if step.player != CHANCE:
            continue
        due, end = game.text(choose_by_chance(game, state, stream, draws, played)), ending(game, state)
        if due != step.action and not (end and game.text(end) == step.action):
            raise BadRecord(
                f"draw {version} is {step.action!r}, and by {_decider(game, state)} it is {due!r}", step.action
            )
        draws += not isinstance(game.parse(step.action), Automatic)
    return draws


def _decider(game: AnyGame, state: State) -> str:
    return "the times of the record" if game.by_clock(state, 1) else "the seeds"


def _check_late(record: Record, stream: Luck) -> int:
    """Check the moves that the clock made. Losing on time involves no luck."""
    game, late = record.game, 0
    for version, (state, step) in enumerate(zip(record.states, record.log, strict=False)):
        if not step.late or step.action in LOSSES:
            continue
        if step.player == CHANCE:
            raise BadRecord(f"draw {version} cannot have been late", step.action)
        due, before = (
            game.text(choose_late(game, state, step.player, stream, version, of_all=of_all)) for of_all in (False, True)
        )
        if step.action not in (due, before):
            raise BadRecord(f"for move {version} the clock chose {step.action!r}, by the seeds {due!r}", step.action)
        late += 1
    return late


def _read_note(notes: Notes, name: str) -> str:
    """Return one of a record's notes. Raises `BadRecord` if it is missing."""
    note = notes.get(name)
    if not isinstance(note, str):
        raise BadRecord(f"the record's notes have no {name!r}: it was not dealt by a server that commits to its cards")
    return note


# The record of one seat


def check_seat(record: SeatRecord, expected: str = "") -> SeatVerdict:
    """Check the opened draws against their seals and against what the seat saw. Raises `BadRecord`.

    ``expected`` is the commitment that was noted before the game. Only a record of the whole game can show that the
    seed fits it.
    """
    contract = _read_contract(record.header, record.game)
    committed = contract.server if contract else _read_note(record.header.notes, "commitment")
    digest = contract.digest if contract else b""
    _check_expected((committed, digest.hex()), expected)
    draws = [(version, step) for version, step in enumerate(record.steps[1:]) if step.player == CHANCE]
    opened = [(version, step) for version, step in draws if step.salt]
    for version, step in opened:
        if not proof.opens(step.salt, version, step.action, step.seal, digest):
            raise BadRecord(f"draw {version} is not {step.action!r}: its seal was made of something else", step.action)
    _check_looks(record)
    _check_moves(record)
    return SeatVerdict(committed, len(draws), len(opened), _own_seeds(record, contract), digest.hex())


def _own_seeds(record: SeatRecord, contract: Contract | None) -> tuple[Player, ...]:
    """Return the seats whose players gave a seed."""
    notes, seats = record.header.notes, range(record.game.players)
    return tuple(seat for seat in seats if (contract.seats[seat] if contract else notes.get(f"own-{seat + 1}") is True))


def _check_moves(record: SeatRecord) -> None:
    """Check that the seat's own moves were legal and that the game is over: until then no server opens a draw."""
    game, seat = record.game, record.header.seat
    for at, step in enumerate(record.steps):
        if step.player != seat or step.action in LOSSES:
            continue
        with _refuse_failures(game, at - 1):
            action, view = game.parse(step.action), record.views[at - 1]
            legal = action in (*game.choices(view), *game.out_of_turn(game.sample_state(view, Random(0)), seat))
        if not legal:
            raise BadRecord(f"move {at - 1} is {step.action!r}, which the seat could not do then", step.action)
    with _refuse_failures(game, record.last):
        goes_on = record.forfeited is None and game.players_to_act(game.sample_state(record.views[-1], Random(0)))
    if goes_on:
        raise BadRecord("the record ends before the game does")


def _check_looks(record: SeatRecord) -> None:
    """Check that every card seen face up is an opened draw, and that every opened draw was visible."""
    faces = [Counter(either_way_up(face) for _, _, face in proof.open_faces(scene)) for scene in record.scenes]
    fresh: list[set[str]] = [set(), *(set(after - before) for before, after in pairwise(faces))]
    ever, again = {face for each in fresh for face in each}, _find_next_draws(record.steps)
    opened: set[str] = set()  # cards whose draw is opened
    laid: set[str] = set()  # those of them that came to be seen
    for at, (new, step) in enumerate(zip(fresh, record.steps, strict=True)):
        named = _named_cards(step)
        if step.player == CHANCE:
            opened -= laid & _possible_draws(record, at - 1)
        opened, laid = opened | named, laid - named
        laid |= opened & new
        if new - opened or (named.isdisjoint(new) and step.player == CHANCE and len(new) == 1):
            face = min(new - opened or new)
            raise BadRecord(f"{face} is face up at moment {at}, and no opened draw explains it")
        if step.salt and not any(named & new for new in fresh[at : again[at]]) and not _is_explained(record, at, ever):
            raise BadRecord(f"draw {at - 1} is {step.action!r}, and the seat has never seen it", step.action)


def _named_cards(step: SeatStep) -> set[str]:
    """Return the card that an opened draw names."""
    return {either_way_up(word) for word in step.action.split()[1:]} if step.salt else set()


def _find_next_draws(steps: Sequence[SeatStep]) -> list[int]:
    """Return, for each moment, when the card that led to it is drawn again; the number of moments if it never is."""
    coming: dict[str, int] = {}
    after = []
    for at in reversed(range(len(steps))):
        named = _named_cards(steps[at])
        after.append(min((coming[word] for word in named if word in coming), default=len(steps)))
        coming |= dict.fromkeys(named, at)
    return after[::-1]


def _is_explained(record: SeatRecord, at: int, ever: set[str]) -> bool:
    """Return True if a draw that shows no card explains the scene after it.

    It must have been possible; and if cards could have come that ever lay open, no other may have looked the same.
    """
    game, seat, rng = record.game, record.header.seat, Random(0)
    entry = Step(CHANCE, record.steps[at].action)
    drawn = game.parse(entry.action)
    with _refuse_failures(game, at - 1):
        for _ in range(MAX_HIDDEN_CARD_GUESSES):
            maybe = game.sample_state(record.views[at - 1], rng)
            possible = _draw_outcomes(game, maybe)
            if drawn not in possible:
                continue
            if ever.isdisjoint(word for words in possible.values() for word in words):
                return True
            looks = game.view(game.apply(maybe, CHANCE, drawn), seat) == record.views[at]
            return looks and proof.is_evident(game, maybe, entry, seat)
    return False


def _possible_draws(record: SeatRecord, at: int) -> set[str]:
    """Return the possible draws as far as the seat knows; some of the cards may be in hidden hands."""
    with _refuse_failures(record.game, at):
        maybe = record.game.sample_state(record.views[at], Random(at))
        return {word for words in _draw_outcomes(record.game, maybe).values() for word in words}


def _draw_outcomes(game: AnyGame, state: State) -> dict[Action, list[str]]:
    """Return the outcomes of chance, and the cards that they name."""
    if game.players_to_act(state) != (CHANCE,):
        return {}
    outcomes = game.chance_outcomes(state)
    return {each: [either_way_up(word) for word in game.text(each).split()[1:]] for each, _ in outcomes}


@contextlib.contextmanager
def _refuse_failures(game: AnyGame, at: int) -> Iterator[None]:
    """Raise `BadRecord` for any failure: a forged view may break any of the rules."""
    try:
        yield
    except Exception as failure:
        raise BadRecord(f"{game.name} never looks as at moment {at}") from failure
