"""Hands in the formats of the ACPC and of PokerStars."""

from pathlib import Path

import pytest

from cardwright.errors import BadRecord
from cardwright.formats.phh import convert, corpus, dumps, hands, loads
from cardwright.games.poker.state import PokerState
from cardwright.play.record import Record

# The results follow by hand from the bets and the cards.
NO_LIMIT = """# name/game/hands/seed example holdem.nolimit.2p.reverse_blinds.game 4 0
STATE:0:r300c/r900c/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:900|-900:Ann|Bob
STATE:1:r19848c/r20000c//:6sKs|5dJd/2sTh2h/Qh/8h:20000|-20000:Bob|Ann
STATE:2:f:Ah8s|2h4c:50|-50:Ann|Bob
STATE:3:cr250f:As8s|2d4c:100|-100:Bob|Ann
"""
LIMIT = """STATE:0:rfrc/cc/rc/cc:5d5c|9hQd|8dAs/8s4h6d/5s/Js:-5|-50|55:Ann|Bob|Cal
STATE:1:cc/cc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:10|-10:Ann|Bob
"""
CASH = """PokerStars Zoom Hand #77:  Hold'em No Limit ($0.10/$0.25 USD) - 2014/11/19 18:09:13 CET
Table 'Vega' 6-max Seat #4 is the button
Seat 1: ann ($25.35 in chips)
Seat 2: Bob: B ($25.20 in chips) is sitting out
Seat 4: Cal ($1,025.35 in chips)
Seat 5: Dan ($53.40 in chips)
Dan: posts small blind $0.10
ann: posts big blind $0.25
Bob: B: sits out
*** HOLE CARDS ***
Dealt to Dan [Ah Ac]
Cal: calls $0.25
Dan: raises $0.50 to $0.75
ann said, "folds"
ann: folds
Cal: calls $0.50
*** FLOP *** [5c 4c 7s]
Dan: bets $2
Cal: raises $2 to $4
Dan: calls $2
*** TURN *** [5c 4c 7s] [6s]
Dan: checks
Cal: checks
*** RIVER *** [5c 4c 7s 6s] [Kd]
Dan: bets $48.65 and is all-in
Cal: calls $48.65
*** SHOW DOWN ***
Dan: shows [Ah Ac] (a pair of Aces)
Cal: mucks hand
Dan collected $105 from pot
*** SUMMARY ***
Total pot $107.05 | Rake $2.05
Seat 4: Cal (button) mucked [Kh Qh]
"""
HEADS_UP = """PokerStars Hand #78: Tournament #1, $3+$0.31 USD Hold'em No Limit - Level II (100/200)
Table '1 15' 2-max Seat #1 is the button
Seat 1: ann (120 in chips)
Seat 2: bob (900 in chips)
ann: posts the ante 30
bob: posts the ante 30
ann: posts small blind 90 and is all-in
bob: posts big blind 200
*** HOLE CARDS ***
Uncalled bet (110) returned to bob
*** FLOP *** [5c 4c 7s]
*** TURN *** [5c 4c 7s] [6s]
*** RIVER *** [5c 4c 7s 6s] [Kd]
*** SHOW DOWN ***
bob: shows [2h Qh] (high card King)
ann: shows [Kh Qd] (a pair of Kings)
ann collected 240 from pot
*** SUMMARY ***
Total pot 240 | Rake 0
"""


def records(text: str, name: str = "hands.txt") -> list[Record]:
    found = list(corpus.split_hands(text, name))
    return [corpus.load_one(text, name, number) for number in range(1, len(found) + 1)]


def gains(record: Record) -> list[int]:
    state = record.states[-1]
    assert isinstance(state, PokerState)
    first = map(int, str(record.game.settings["stacks"]).split("/"))
    return [now - before for now, before in zip(state.betting.stacks, first)]


def test_hands_of_the_acpc_end_with_their_results() -> None:
    assert [gains(record) for record in records(NO_LIMIT)] == [[900, -900], [20000, -20000], [50, -50], [100, -100]]
    assert [gains(record) for record in records(LIMIT)] == [[-5, -50, 55], [10, -10]]
    assert records(NO_LIMIT)[1].names == ["Bob", "Ann"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (NO_LIMIT.replace("900|-900", "800|-800"), "line 2, finishing_stacks: the deal ends with"),
        ("STATE:0:f:Ah8s|2h4c:50|-50", "a hand is STATE:NUMBER:BETS"),
        ("STATE:0:f:Ah8s:50|-50:Ann|Bob", "cards of 1 players and names of 2"),
        ("STATE:0:f:Ah8s|2h4c:50|x:Ann|Bob", "not the results of 2 players"),
        ("STATE:0:f:Ah8s|2h4c:50|-1e9999999:Ann|Bob", "not the results of 2 players"),
        ("STATE:0:fx:Ah8s|2h4c:50|-50:Ann|Bob", "'fx' are not bets"),
        ("STATE:0:c/c/c/c/c:Ah8s|2h4c:0|0:Ann|Bob", "4 rounds"),
        ("STATE:0:f:Ah8s:50:Ann", "names of 1 players"),
        ("STATE:0:ff:Ah8s|2h4c:50|-50:Ann|Bob", "'p1 f'"),
        (f"STATE:{'9' * 5000}:f:Ah8s|2h4c:50|-50:Ann|Bob", "a hand is STATE:NUMBER:BETS"),
    ],
)
def test_a_hand_of_the_acpc_that_cannot_be_is_refused(line: str, why: str) -> None:
    with pytest.raises(BadRecord, match=why):
        records(line, "match.log")


def test_a_text_of_a_cash_game() -> None:
    (record,) = records(CASH)
    assert record.names == ["Dan", "ann", "Cal"]
    assert record.header.notes["unit"] == 100
    assert gains(record) == [5365, -25, -5340]
    assert "deal Kh" in [step.action for step in record.log]  # a card that was mucked, by the summary


@pytest.mark.parametrize(
    ("post", "dead", "gained"),
    [("big blind $0.25", 0, [5365, -25, -5340]), ("small & big blinds $0.35", 10, [5375, -25, -5350])],
)
def test_who_posts_to_come_in_may_check(post: str, dead: int, gained: list[int]) -> None:
    text = CASH.replace("Bob: B: sits", f"Cal: posts {post}\nBob: B: sits").replace("Cal: calls $0.25", "Cal: checks")
    (record,) = records(text.replace("collected $105", f"collected ${105 + dead / 100:.2f}"))
    assert record.game.settings["blinds"] == "10/25/25"
    assert record.game.settings["ante"] == (f"0/0/{dead}" if dead else "0")
    assert gains(record) == gained
    (written,) = hands(record)
    assert written["blinds_or_straddles"] == [10, 25, -25]
    assert loads(dumps(record)).log == record.log


def test_a_straddle_is_read_from_text() -> None:
    text = CASH.replace("Bob: B: sits", "Cal: posts straddle $0.50\nBob: B: sits").replace("Cal: calls $0.25\n", "")
    (record,) = records(text.replace("Cal: calls $0.50", "Cal: calls $0.25"))
    assert record.game.settings["blinds"] == "10/25/50"
    assert gains(record) == [5365, -25, -5340]


def test_a_small_blind_posted_to_come_in_goes_to_the_pot() -> None:
    (record,) = records(CASH.replace("Bob: B: sits", "Cal: posts small blind $0.10\nBob: B: sits"))
    assert (record.game.settings["blinds"], record.game.settings["ante"]) == ("10/25", "0/0/10")


def test_a_raise_that_no_one_can_call_is_a_call() -> None:
    before, _, after = CASH.partition("Dan: raises $0.50 to $0.75")
    streets = "\n".join(line for line in after.splitlines() if line[:3] == "***" and "SUMM" not in line)
    bets = "Dan: raises $53.15 to $53.40 and is all-in\nann: folds\nCal: raises $971.95 to $1,025.35 and is all-in\n"
    end = after.partition("*** SHOW DOWN ***")[2]
    (record,) = records(f"{before}{bets}Uncalled bet ($971.95) returned to Cal\n{streets}{end}")
    assert gains(record) == [5365, -25, -5340]


def test_a_blind_that_is_all_in() -> None:
    (record,) = records(HEADS_UP)
    assert record.game.settings["blinds"] == "100/200"
    assert gains(record) == [-120, 120]  # bob first: ann has the button


@pytest.mark.parametrize(
    ("title", "variant", "limit"),
    [
        ("Hold'em Pot Limit", "texas-holdem", "pot-limit"),
        ("Omaha Hi/Lo Pot Limit", "omaha-hilo-8", "pot-limit"),
        ("5 Card Omaha Pot Limit", "five-card-omaha", "pot-limit"),
    ],
)
def test_games_that_phh_has_no_code_for_are_read_from_text(title: str, variant: str, limit: str) -> None:
    text = HEADS_UP.replace("Hold'em No Limit", title)
    if variant != "texas-holdem":
        text = text.replace("[2h Qh]", "[2h Qh 2d Qs Th]").replace("[Kh Qd]", "[Kh Qd Ks 9s 9d]")
    if variant == "omaha-hilo-8":
        text = text.replace(" Th]", "]").replace(" 9d]", "]")
    (record,) = records(text)
    assert (record.game.settings["variant"], record.game.settings["limit"]) == (variant, limit)
    assert gains(record) == [-120, 120]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (CASH.replace("Hold'em No", "7 Card Stud"), "none of the games that are read from text"),
        (CASH.replace("Hold'em No", "6+ Hold'em No"), "none of the games that are read from text"),
        (CASH.replace("Hold'em No", "6 Card Omaha Pot"), "none of the games that are read from text"),
        (CASH.replace("*** FLOP", "*** FIRST FLOP"), "the board was dealt twice"),
        (
            CASH.replace("ann: posts big blind $0.25", "ann: posts button blind $0.50"),
            "antes, blinds and straddles alone",
        ),
        (CASH.replace("Seat #4 is the button", ""), "line of the table with the button"),
        (CASH.partition("Seat 1")[0], "no player has a seat and does anything"),  # a text that was cut off
        (CASH.replace("Cal: checks\n", ""), "hand 1, actions"),
        (CASH.replace("#77", f"#{'7' * 5000}"), "none of the games that are read from text"),
        (CASH.replace("Seat #4 is", f"Seat #{'4' * 5000} is"), "line of the table with the button"),
        (CASH.replace("Seat 4:", f"Seat {'4' * 5000}:"), "hand 1"),
        (CASH.replace("$0.25 USD", f"${'9' * 5000} USD"), "is not a whole number of chips"),
        (HEADS_UP.replace("240 from", "200 from").replace("110)", "150)"), "finishing_stacks: the deal ends with"),
    ],
)
def test_a_text_that_cannot_be_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadRecord, match=why):
        records(text)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_a_refused_hand_does_not_hide_the_others(tmp_path: Path, encoding: str) -> None:
    source = tmp_path / "hands.txt"
    euros, other = CASH.replace("$", "€").replace("Dan", "Dän"), CASH.replace("Hold'em No", "Razz")
    source.write_text(
        euros + "\n\n" + other.replace(" CET", " CET [2014/11/19 12:09:13 ET]") + "\n" + HEADS_UP, encoding
    )
    report = convert(str(source), str(tmp_path / "out"), 0)
    assert isinstance(report, corpus.CorpusReport)
    assert corpus.text(report).startswith("2 of 3 hands read (66.67 %), 1 file,")
    assert report.refused[0].reason.startswith("... is none of the games that are read from text: Hold'em No Limit,")
    assert len(list((tmp_path / "out").iterdir())) == 2
    assert '"blinds":"100/200"' in str(convert(str(source), "", 3))
    with pytest.raises(BadRecord, match="there is no hand 4: it has 3"):
        convert(str(source), "", 4)
