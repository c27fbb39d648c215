"""Records of finished games that are uploaded to the cardroom."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from cardwright import games
from cardwright.cardroom.tables import results
from cardwright.errors import BadRecord
from cardwright.formats import phh
from cardwright.play import record, review
from cardwright.play.luck import Luck
from cardwright.play.record import PERSON, SEED_NOTE, Header, Sitter
from cardwright.play.review import SeatReview
from cardwright.play.table import Table
from cardwright.ranking.declaration import text_of
from cardwright.web import security, uploaded_records
from support.visitors import JSON, Room, other, run

DATA = Path(__file__).parent / "data"
SEED = 7
DECLARED = text_of("standard")
CRIBBAGE = (DATA / "cribbage-proof-1.jsonl").read_bytes()


def upload(client: TestClient, data: bytes, **headers: str) -> Any:
    return client.post("/games/upload", files={"record": ("game.jsonl", data)}, headers=headers)


def played(game: str, seed: int | None = None, **options: Any) -> bytes:
    """Return the record of a game of random moves, perhaps with its number; the second seat is the first person's."""
    made, rng = games.create(game, **options), Random(1)
    table = Table(made, Luck.numbered(SEED))
    table.settle()
    while not table.over:
        player = table.to_act[0]
        table.play(player, rng.choice(made.legal_actions(table.state, player)))
        table.settle()
    sitters = [Sitter(name, kind) for name, kind in (("Kit", "basic"), ("Ann", PERSON), ("Bea", PERSON))]
    return record.dump(
        Header.of(made, sitters[: made.players], notes={} if seed is None else {SEED_NOTE: seed}), table.log
    )


def test_an_uploaded_game_is_reviewed_as_in_the_terminal(client: TestClient, room: Room) -> None:
    data = CRIBBAGE.replace(b'"player":1,', b'"late":true,"player":1,', 1)  # the clock made this move
    answer = upload(client, data)
    assert answer.status_code == 303
    table = answer.headers["location"]
    live, found = room.table(table), record.parse(data)
    assert live.over
    assert sum(step.late for step in found.log) == 1
    assert client.get(f"{table}/replay?at=9&as=2").status_code == 200

    async def reviewed() -> tuple[SeatReview, ...]:
        whole = results.whole(live)
        return tuple(await room.cardroom.reviews.work(live, whole, range(2), "").task)

    assert run(client, reviewed) == review.review_record(found)
    page = client.get(f"{table}/review").text
    assert "You: grade" in page
    assert "Player 1: grade" in page
    assert other(client).get(f"{table}/review").status_code == 403


def test_an_uploaded_game_is_on_the_list_and_counts_nowhere(client: TestClient, room: Room) -> None:
    upload(client, played("cribbage"))
    page = client.get("/games").text
    assert "<span>with Kit" in page
    assert "not in your statistics" in page
    assert "No game that counts has ended yet" in client.get("/games/statistics").text
    (line,) = client.get("/games/csv").text.splitlines()[1:]
    assert ",no," in line


def test_the_person_of_a_record_plays_on_with_the_same_cards(client: TestClient, room: Room) -> None:
    """At the seat that the record gives to a person, with its bots; a record that proves no deal is not dealt again."""
    proved, unproved = (upload(client, played("cribbage", seed)).headers["location"] for seed in (SEED, None))
    live = room.table(proved)
    assert live.names[0] == "Kit"
    assert (live.opened.bots, room.table(unproved).opened.bots) == (("basic", ""), ("basic", ""))
    assert "Same deal again" in client.get(proved).text
    again = client.post(f"{proved}/onward", data={"at": "0"}).headers["location"]
    opened = room.table(again)
    assert opened.opened.bots == ("basic", "")
    assert opened.table is not None
    assert live.table is not None
    assert opened.table.log[0].action == live.table.log[0].action
    assert "Same deal again" not in client.get(unproved).text
    assert "cannot be dealt again" in client.post(f"{unproved}/onward", data={"at": "0"}).text
    forked = client.post(f"{unproved}/onward", data={"at": "9"}).headers["location"]
    assert room.table(forked).given_steps == room.table(unproved).given_steps[:9]
    assert client.post(f"{proved}/again").status_code == 303


def test_the_rules_of_the_version_of_a_record_hold(client: TestClient, room: Room) -> None:
    table = upload(client, (DATA / "poker-cash-version-2.jsonl").read_bytes()).headers["location"]
    assert room.table(table).opened.version == 2
    forked = client.post(f"{table}/onward", data={"at": "20"}).headers["location"]
    assert room.table(forked).opened.version == 2
    hand = phh.dumps(record.parse(played("poker", SEED, players=3, deals=1))).encode()
    assert room.table(upload(client, hand).headers["location"]).over


def test_what_is_not_a_finished_game_is_refused_in_a_sentence(client: TestClient, room: Room) -> None:
    whole = played("cribbage")
    own_table = played("poker", players=2, deals=1, ranking=DECLARED)
    refused = {
        "of one seat": (DATA / "toy-proof-1-seat.jsonl").read_bytes(),
        "no game named &#39;toy&#39;": (DATA / "toy-proof-1.jsonl").read_bytes(),
        "played by version 1": (DATA / "cribbage-version-1.jsonl").read_bytes(),
        "is not over": whole[: whole.rindex(b"\n", 0, -1) + 1],
        "is not an action of cribbage": whole.replace(b"deal ", b"deal 5h", 1),
        "the header of a record": b"hello",
        "not text in UTF-8": b"\xff\x00",
        "is not a ranking of Cardwright": own_table.replace(b"\\n", b""),
        "a declaration of its own": own_table,
        f"at most {uploaded_records.MAX_STEPS:,}": b"\n" * (uploaded_records.MAX_STEPS + 1),
        "Choose a file first": b"",
    }
    before = len(room.log)
    for sentence, data in refused.items():
        answer = upload(client, data)
        assert answer.status_code == 400, sentence
        assert sentence in answer.text.partition('role="alert">')[2].partition("</p>")[0], answer.text
        assert 'action="/games/upload"' in answer.text
    assert upload(client, b"hello", **JSON).json()["error"].startswith("record, line 1: this is not the header")
    assert len(upload(client, whole.replace(b"deal ", b"x" * 100_000, 1)).text) < 20_000
    too_large = upload(client, b"x" * security.UPLOAD_LIMIT_BYTES)
    assert too_large.status_code == 413
    assert client.post("/games/upload", data={"record": "x"}).status_code == 400
    assert client.post("/games/upload", files={"file": b"x"}).status_code == 400
    assert len(room.log) == before


def test_a_record_that_takes_too_much_time_or_space_is_refused(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client.app.state.record_reader, "seconds", 0)  # type: ignore[attr-defined]
    assert "takes longer than 0 s" in upload(client, CRIBBAGE).text
    monkeypatch.setattr(uploaded_records, "MAX_KEPT_BYTES", 1024)
    with pytest.raises(BadRecord, match="take more than 1 kB"):
        uploaded_records.read(CRIBBAGE, "")
