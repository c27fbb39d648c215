"""Poker in PHH, the poker hand history format of uoftcprg/phh-std: a deal a hand, in TOML.

`dumps` writes a game from its record: a single deal as a plain file (.phh), several as numbered tables (.phhs).
`loads` makes a record again, also from hands that other programs have written.

A variant that has a code in PHH is written in it, and other programs replay it: "NT", "FO/8". A variant, limit or
ranking without a code has the same layout under a name of our own, "cardwright-omaha-hilo", with cards in our notation.
PHH leaves fields that begin with an underscore to the program that writes them, and ours are:

- ``_cardwright``: the header of the record, so that a whole game comes back as it was; the text of an own ranking or
  variant is in that of the first deal only;
- ``_cardwright_burns``: the burnt cards, which PHH does not record;
- ``_cardwright_forfeit``, ``_cardwright_resign``: the seat that lost the game by its time, or gave it up;
- ``_cardwright_steps``: the `Automatic` steps that a deal had taken, where it has not ended.

In PHH players are numbered from the left of the button, so p1 is most often the small blind and the last player has
the button; of two players p1 is the big blind, though amounts are listed small blind first. ``seats`` says who sat
where. Exchanged cards follow the exchanges of all players. Times are not kept.
"""

from collections.abc import Iterable
from pathlib import Path

from cardwright.errors import BadOption, BadRecord
from cardwright.formats.phh import corpus
from cardwright.formats.phh.layout import Fields
from cardwright.formats.phh.reader import loads
from cardwright.formats.phh.writer import dumps, hands
from cardwright.play.record import NOT_PHH, Record, dump, parse, read_bytes
from cardwright.shards import Progress

__all__ = ["Fields", "convert", "dumps", "hands", "loads"]


def convert(
    file: str, out: str, hand: int, *, as_json: bool = False, progress: Progress | None = None
) -> str | corpus.CorpusReport:
    """Convert a record to PHH or PHH to a record, to the new file ``out``; return what to print: it, or its size.

    Of a folder, a zip file, a .phhs of other programs or a text of the ACPC or of PokerStars all hands are read, and a
    report says which were refused; ``out`` is a folder then. ``hand`` reads one hand of a text. Only a report can be
    printed ``as_json``.
    """
    source = Path(file)
    try:
        if corpus.is_corpus(source):
            return _convert_corpus(file, corpus.files(source), out, progress)
        data = read_bytes(source, corpus.MAX_FILE_BYTES)
        is_text = corpus.is_text(source, data)
        if not hand and (is_text or corpus.is_other_programs(source, data)):
            return _convert_corpus(file, [(source.name, lambda: data)], out, progress)
        if as_json:
            raise BadOption("json", file, "a folder, a zip file or a text, whose report it prints")
        if is_text or source.suffix in (".phh", ".phhs"):
            text = _text(data, source.name, file)
            record = corpus.load_one(text, file, hand) if is_text else loads(text, file, hand)
            converted = dump(record.header, record.log).decode()
        else:
            record = _record(data, source, file)
            converted = dumps(record, hand)
        if not out:
            return converted
        with Path(out).open("x", encoding="utf-8") as kept:
            kept.write(converted)
    except OSError as problem:
        where = str(problem.filename or file)
        taken = isinstance(problem, FileExistsError)
        why = "there is a file of this name already: choose another" if taken else str(problem.strerror)
        raise BadRecord(why, where, where) from problem
    return f"{out}: {len(record.log)} actions of {record.game.name}\n"


def _record(data: bytes, source: Path, where: str) -> Record:
    try:
        return parse(data, where)
    except BadRecord as refusal:
        if source.suffix in corpus.TEXTS and NOT_PHH not in str(refusal):
            refusal.add_note("and no hand of PokerStars or the ACPC is in it")
        raise


def _convert_corpus(
    source: str, files: Iterable[corpus.File], out: str, progress: Progress | None
) -> corpus.CorpusReport:
    folder = Path(out) if out else None
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    report = corpus.read(files, folder, progress)
    if not report.hands and report.others:
        raise BadRecord(f"no hand histories are in it, but {corpus.without_hands(report.others)}", "", source)
    if not report.hands:
        record = next(Path(source).glob("*.jsonl"), None)
        hint = f"; records are converted one at a time: cardwright phh {record}" if record else ""
        raise BadRecord(f"no hand histories are in it; they end in {', '.join(corpus.SUFFIXES)}{hint}", "", source)
    return report


def _text(data: bytes, name: str, where: str) -> str:
    try:
        return corpus.decode(data, name)
    except UnicodeDecodeError as problem:
        raise BadRecord("this is not text in UTF-8", "", where, data[: problem.start].count(b"\n") + 1) from problem
