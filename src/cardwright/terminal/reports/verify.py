"""``cardwright verify``: the proofs in the record of a game in the cardroom, in a few sentences."""

from cardwright.play import seat_record
from cardwright.play.record import Record
from cardwright.play.seat_record import SeatRecord
from cardwright.play.verify import SeatVerdict, Verdict, check, check_seat
from cardwright.terminal import storage
from cardwright.terminal.seat_names import clean


def verify(path: str, expected: str) -> int:
    """Check a record, print what it proves, and return the exit code. Raises `BadRecord` for one that proves false."""
    with storage.file_errors(path):
        record = seat_record.read_any(path)
    for line in _describe_record(record, expected) if isinstance(record, Record) else _describe_seat(record, expected):
        print(line)
    return 0


def _describe_record(played: Record, expected: str) -> list[str]:
    verdict = check(played, expected)
    lines = [
        _describe_commitment(verdict, expected),
        f"every one of {verdict.draws} draws follows from the seeds; own seeds: {_list_names(played, verdict.own)}",
    ]
    if verdict.made:
        lines.append(f"seeds made up by the server, who may have known the others: {_list_names(played, verdict.made)}")
    if verdict.late:
        lines.append(f"so does every move that the clock made for a player who was late: {verdict.late}")
    return lines


def _describe_seat(seen: SeatRecord, expected: str) -> list[str]:
    verdict = check_seat(seen, expected)
    (seat,) = seen.viewers
    who = "a spectator" if seat < 0 else clean(seen.names[seat])
    hidden = verdict.draws - verdict.opened
    lines = [
        _describe_commitment(verdict, expected),
        f"{verdict.opened} of {verdict.draws} draws are opened: each fits its seal, and what {who} saw",
    ]
    if hidden:
        lines.append(
            f"the other {hidden} stay hidden, as {who} did not see them and not all agreed to show their cards"
        )
    lines.append("that the draws follow from the seeds, only the record of the whole game can show")
    lines.append(f"own seeds: {_list_names(seen, verdict.own)}")
    return lines


def _describe_commitment(verdict: Verdict | SeatVerdict, expected: str) -> str:
    committed = f"contract {verdict.contract}" if verdict.contract else f"commitment {verdict.commitment}"
    return f"{committed}{'' if expected else ' (compare it with what you noted)'}"


def _list_names(played: Record | SeatRecord, own: tuple[int, ...]) -> str:
    return ", ".join(clean(played.names[seat]) for seat in own) or "none"
