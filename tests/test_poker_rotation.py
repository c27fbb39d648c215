"""A table of several variants: their order, the dealer's choice, the button, and what other programs are given."""

from random import Random

import pytest

from cardwright import declared_variants, games
from cardwright.cli import main
from cardwright.errors import BadAction, BadOption, CardwrightError, IllegalAction, UnknownName
from cardwright.formats import phh
from cardwright.formats.phh import loads
from cardwright.game import CHANCE, Action, check_offered
from cardwright.games.poker.actions import FOLD, Choose, Fold, SitOut
from cardwright.games.poker.composed.rotation import Rotation
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import PokerState
from cardwright.play.luck import Luck
from cardwright.play.record import Header, Record, Sitter, dump, parse
from cardwright.play.table import Table
from support.playouts import advised, after_chance, played_states

MIX = "texas-holdem, razz, five-card-draw"


def table_of(**options: object) -> Rotation:
    game = games.create("poker", **{"rise": 0, "button": 1, **options})
    assert isinstance(game, Rotation)
    return game


def played(game: Poker, seed: int = 1) -> Record:
    """A game in which all check, call and stand pat; a dealer chooses at random."""
    rng, table = Random(seed), Table(game, Luck.numbered(seed))
    while not table.over:
        if table.to_act == (CHANCE,):
            table.chance()
            continue
        legal = table.game.legal_actions(table.state, table.to_act[0])
        choice = rng.choice(legal) if isinstance(legal[0], Choose) else legal[isinstance(legal[0], Fold)]
        table.play(table.to_act[0], choice)
    sitters = [Sitter(f"P{seat}", "caller") for seat in range(game.players)]
    return parse(dump(Header.of(game, sitters, started="2026-11-22T12:00:00+00:00"), table.log))


def deals(record: Record) -> list[PokerState]:
    """The first state of each deal."""
    found: dict[int, PokerState] = {}
    game = record.game
    assert isinstance(game, Rotation)
    for state in record.states:
        assert isinstance(state, PokerState)
        if state.deal and not game.asks_variant(state):
            found.setdefault(state.deal, state)
    return list(found.values())


def test_pk16_variants_follow_one_another_each_deal_or_each_orbit() -> None:
    each = deals(played(table_of(rotation=MIX, players=3, deals=7)))
    assert [state.picked for state in each] == [0, 1, 2, 0, 1, 2, 0]
    orbits = deals(played(table_of(rotation=MIX, rotate="orbit", players=3, deals=7)))
    assert [state.picked for state in orbits] == [0, 0, 0, 1, 1, 1, 2]


def test_pk16_the_big_blind_moves_by_one_in_every_variant() -> None:
    each = deals(played(table_of(rotation=MIX, players=4, deals=8)))
    assert [state.big for state in each] == [2, 3, 0, 1, 2, 3, 0, 1]
    assert [state.button for state in each] == [0, 1, 2, 3, 0, 1, 2, 3]


def test_pk16_the_player_with_the_next_button_chooses_once_the_table_is_cleared() -> None:
    game = table_of(rotation=MIX, rotate="choice", players=3, deals=3)
    state = game.initial_state()
    assert (state.deal, game.players_to_act(state)) == (0, (0,))
    state = game.play(state, 0, game.parse("choose razz"))
    assert (state.deal, game.at(state).variant.title, state.button) == (1, "Razz", 0)
    record = played(game)
    asked = [state for state in record.states if isinstance(state, PokerState) and game.asks_variant(state)]
    assert [state.turn for state in asked] == [0, 1, 2]
    for state in asked:
        assert not any((*state.up, *state.down, state.board, state.burnt, *state.thrown))
        assert len(state.stock) == 52
    chosen = [entry.action for entry in record.log if entry.action.startswith("choose")]
    assert [f"choose {game.entries[state.picked].text}" for state in deals(record)] == chosen


def test_pk16_the_dealer_sees_a_button_for_each_variant_and_the_others_wait() -> None:
    game = table_of(rotation="texas-holdem/fixed-limit texas-holdem", rotate="choice", players=2, deals=1)
    state = game.initial_state()
    mine, theirs = (games.scene(game, game.view(state, seat)) for seat in (0, 1))
    assert mine.status == "Your turn: choose the variant of the next deal"
    assert [(move.text, move.label) for move in mine.moves] == [
        ("choose texas-holdem/fixed-limit", "Texas hold'em, fixed limit"),
        ("choose texas-holdem", "Texas hold'em, no limit"),
    ]
    assert (theirs.status, theirs.moves) == ("{0} to choose the variant", ())
    with pytest.raises(IllegalAction, match="you choose the variant of the next deal"):
        game.play(state, 0, Fold())
    with pytest.raises(BadAction, match="say choose and texas-holdem/fixed-limit, texas-holdem"):
        game.parse("choose omaha")
    dealt = after_chance(game, game.play(state, 0, game.parse("choose texas-holdem")), Random(1))
    with pytest.raises(IllegalAction, match="chosen between deals"):
        game.play(dealt, dealt.turn, Choose(0))


def test_pk16_with_a_dead_button_the_next_player_chooses() -> None:
    game = table_of(rotation=MIX, rotate="choice", players=4, deals=9, sit_out=True)
    asked: list[tuple[int, int]] = []

    def choose(state: PokerState, seat: int) -> Action:
        if game.asks_variant(state):
            asked.append((state.turn, state.sitting))
            return game.parse("choose texas-holdem")
        legal = game.legal_actions(state, seat)
        return SitOut() if seat == 2 and SitOut() in legal else legal[isinstance(legal[0], Fold)]

    for _ in played_states(game, Random(2), choose):
        pass
    assert any(sitting for _, sitting in asked)
    assert not any(sitting >> turn & 1 for turn, sitting in asked)


def test_the_page_says_what_is_dealt_and_what_comes_next() -> None:
    game = table_of(rotation="horse", players=3, deals=5)
    first, *_, last = deals(played(game))
    scene = games.scene(game, game.view(first, 0))
    assert scene.title == "Standard poker: Texas hold'em, fixed limit"
    assert scene.progress.startswith("Deal 1 of 5: Texas hold'em, fixed limit; blinds ")
    assert scene.progress.endswith("; next: Omaha hi-lo")
    assert scene.news[0] == "Deal 1 (Texas hold'em, fixed limit), button: {0}"
    assert "next" not in games.scene(game, game.view(last, 0)).progress


def test_rules_and_examples_of_every_variant_are_there() -> None:
    game = table_of(rotation="texas-holdem omaha-hilo-8", players=3)
    text = games.rules_page("poker", game)
    assert text.index("## This table: each deal is of the next variant") < text.index("## Texas hold'em, no limit")
    assert "## Omaha hi-lo, eight or better, fixed limit" in text
    assert {"ranking/Flush", "ranking-low/No pair"} <= set(games.examples(game))


BADUGI_TOO = "texas-holdem badugi teen-patti"  # each with a table of hands of its own for the same cards


@pytest.mark.parametrize(
    ("how", "mix"), [("deal", "horse"), ("orbit", "horse"), ("choice", "horse"), ("deal", BADUGI_TOO)]
)
def test_records_and_phh_of_a_rotation_come_back(how: str, mix: str) -> None:
    record = played(table_of(rotation=mix, rotate=how, players=3, deals=6, rise=2, button=0), 3)
    again = loads(phh.dumps(record))
    assert [(entry.player, entry.action) for entry in again.log] == [
        (entry.player, entry.action) for entry in record.log
    ]
    assert again.states == record.states


def test_a_hand_of_a_rotation_has_the_code_of_its_variant() -> None:
    record = played(table_of(rotation="horse", players=3, deals=5))
    assert [fields["variant"] for fields in phh.hands(record)] == ["FT", "FO/8", "FR", "F7S", "F7S/8"]


def test_a_rotation_has_the_name_of_its_room() -> None:
    game = games.create("dual-piecepacks", rotation="omaha-hilo, seven-card-stud")
    assert games.room_name(game) == "dual-piecepacks"


@pytest.mark.parametrize("bot", ["caller", "basic"])
def test_bots_play_every_variant_and_choose(bot: str) -> None:
    game = table_of(rotation=MIX, rotate="choice", limit="fixed-limit", stacks="900", players=2, deals=3)
    bots = [games.create_bot(bot, game, Random(seat)) for seat in (0, 1)]
    *_, state = played_states(game, Random(4), advised(game, *bots))
    assert state.deal == 3


@pytest.mark.parametrize(
    ("options", "error", "why"),
    [
        ({"rotation": "razz"}, BadOption, "2 to 12 different variants"),
        ({"rotation": "razz razz"}, BadOption, "2 to 12 different variants"),
        ({"rotation": "razz whist"}, UnknownName, "whist"),
        ({"rotation": "razz mine.toml"}, UnknownName, "mine.toml"),
        ({"rotation": "razz omaha/half"}, BadOption, "omaha/pot-limit"),
        ({"rotation": "texas-holdem short-deck"}, BadOption, "variants of one deck: Short-deck"),
        ({"rotation": "texas-holdem omaha", "players": 12}, CardwrightError, "Omaha for 12"),
        ({"rotation": 3}, BadOption, "rotation"),
    ],
)
def test_rotations_that_cannot_be_are_refused(options: dict[str, object], error: type[Exception], why: str) -> None:
    with pytest.raises(error, match=why):
        games.create("poker", **options)


def test_options_without_effect_beside_a_rotation_are_refused() -> None:
    options = games.options("poker")
    check_offered(options, {"rotation": MIX, "rotate": "choice", "bring_in": 1, "cap": 3})
    with pytest.raises(BadOption, match=r"effect only with rotation$"):
        check_offered(options, {"rotate": "choice"})
    with pytest.raises(BadOption, match="effect only with rotation left out"):
        check_offered(options, {"rotation": MIX, "variant": "omaha"})


def test_a_play_test_is_of_one_variant(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadOption, match="a play test is of one variant"):
        declared_variants.playtest(table_of(rotation=MIX, players=3), "caller", 1, 1)
    assert main(["play", "poker", "--rotation", "razz", "--plain"]) == 2
    assert "2 to 12 different variants" in capsys.readouterr().err


@pytest.mark.parametrize("deals", [0, 1])
def test_a_dealer_who_leaves_chooses_no_variant_of_the_next_deal(deals: int) -> None:
    game = table_of(rotation=MIX, rotate="choice", players=3, deals=9, sit_out=True, button=1)
    table = Table(game, Luck.numbered(1))
    table.settle()
    while state_at(table).deal < deals or not game.asks_variant(state_at(table)):
        legal = game.legal_actions(state_at(table), table.to_act[0])
        table.play(table.to_act[0], next((each for each in legal if each == FOLD), legal[0]))
        table.settle()
    dealer = table.to_act[0]
    table.resign(dealer)
    table.settle()
    assert table.to_act != (dealer,)
    assert bool(state_at(table).before[dealer]) == (not deals)  # chips of the first deal, in which they fold
    while state_at(table).deal < 2 and not table.over:
        legal = game.legal_actions(state_at(table), table.to_act[0])
        table.play(table.to_act[0], next((each for each in legal if each == FOLD), legal[0]))
        table.settle()
    assert state_at(table).before[dealer] == 0
    assert sum(game.returns(state_at(table))) == 0


def state_at(table: Table) -> PokerState:
    """Return the state of a table of poker."""
    assert isinstance(table.state, PokerState)
    return table.state
