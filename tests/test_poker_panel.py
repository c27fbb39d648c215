"""The table of hands beside a game of poker: who sees one, and what burns in it."""

import re
from random import Random

import pytest

from cardwright.game import SPECTATOR
from cardwright.games.poker import variants
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.scene import build_scene
from cardwright.games.poker.show.rules import one_variant
from cardwright.games.poker.state import OVER, PokerState
from cardwright.ranking import declaration, toml_writer
from cardwright.ranking.outs import _reachable
from cardwright.scenes import Lamps
from cardwright.testing import check_playout, secrets_of
from cardwright.web.drawing.scene_parts import scene_html
from support.poker_table import run

ONE = {"players": 2, "button": 1, "deals": 1}


def panels(game: Poker, state: PokerState, seat: int = 0) -> dict[str, Lamps]:
    return {zone.id: zone for zone in build_scene(game, game.view(state, seat)).zones if isinstance(zone, Lamps)}


def lamps(zone: Lamps, state: str) -> list[str]:
    return [lamp.label for lamp in zone.lamps if lamp.state == state]


def test_holdem_from_the_hole_to_the_showdown() -> None:
    """The first card goes to the seat left of the button."""
    game = Poker(**ONE)
    state = run(game, "", "Ah 5h Kc 5d")
    (panel,) = panels(game, state).values()
    assert (panel.title, panel.meanings) == ("Table of hands", ("held", "possible", "out of reach"))
    assert lamps(panel, "lit") == ["One pair"]
    assert lamps(panel, "off") == ["High card"]

    state = run(game, "call; check", "5s 5c 2h", state)
    panel = panels(game, state)["ranking"]
    assert lamps(panel, "lit") == ["Four of a kind"]
    assert lamps(panel, "half") == []

    panel = panels(game, state, 1)["ranking"]
    assert lamps(panel, "lit") == ["One pair"]
    assert lamps(panel, "half") == [  # nothing of the other two fives
        "Four of a kind", "Full house", "Straight", "Three of a kind", "Two pair",
    ]  # fmt: skip
    state = run(game, "check; check; check; check; check; check", "9d 9c", state)
    assert state.turn == OVER
    assert lamps(panels(game, state)["ranking"], "lit") == ["Four of a kind"]
    assert lamps(panels(game, state, 1)["ranking"], "lit") == ["Two pair"]
    assert not lamps(panels(game, state)["ranking"], "half")


def test_who_has_folded_keeps_the_table_without_a_lamp_and_who_looks_on_has_none() -> None:
    """It went, and the rail beside the felt was three quarters empty while the others played on."""
    game = Poker(**ONE | {"players": 3})

    def is_dark(seat: int) -> bool:
        (panel,) = panels(game, state, seat).values()
        return {lamp.state for lamp in panel.lamps} == {"off"} and panel.meanings[-1] == "you folded"

    state = run(game, "fold")
    assert is_dark(0)
    assert not is_dark(1)
    assert not panels(game, state, SPECTATOR)
    state = run(game, "fold", state=state)
    assert state.turn == OVER
    assert is_dark(0)
    assert is_dark(1)
    (panel,) = panels(game, state, 2).values()  # who has won unseen still sees what they held
    assert lamps(panel, "lit")
    assert not lamps(panel, "half")


def test_both_halves_of_a_split_pot_have_a_table() -> None:
    game = Poker(**ONE, variant="omaha-hilo-8")
    state = run(game, "call; check", "Kh Ah Ks 2d Qh 9s Qs 9c 3h 4d Kd")
    both = panels(game, state)
    assert [zone.title for zone in both.values()] == ["High hands", "Low hands, 8 or better"]
    assert lamps(both["ranking"], "lit") == ["One pair"]
    assert [(lamp.label, lamp.state) for lamp in both["ranking-low"].lamps] == [("No pair", "half")]
    assert [lamp.state for lamp in panels(game, state, 1)["ranking-low"].lamps] == ["off"]


def test_where_only_the_low_hand_wins_its_table_stands_alone() -> None:
    game = Poker(**ONE, variant="razz")
    (panel,) = panels(game, run(game, "")).values()
    assert panel.title == "Table of hands"
    assert panel.lamps[0].label == "No pair"


def test_a_draw_may_bring_anything_and_the_last_one_nothing_more() -> None:
    game = Poker(**ONE, variant="five-card-draw")
    state = run(game, "", "Kh Ah Ks Ad Qh 9s Qs 9c 3h 4d")
    assert len(lamps(panels(game, state)["ranking"], "half")) == 8
    state = run(game, "call; check; pat; draw 4d", "5c", state)
    panel = panels(game, state)["ranking"]
    assert lamps(panel, "lit") == ["Two pair"]
    assert lamps(panel, "half") == []


@pytest.mark.parametrize("name", variants.NAMES)
def test_the_last_card_makes_what_was_possible(name: str) -> None:
    """Every hand ends in a line that burned, in full or by half, at every moment before."""
    tables = [("standard", "variant"), ("dual-piecepacks", "variant"), ("dual-piecepacks", "table_inverted")]
    if variants.load(name).ranking != "standard":
        tables = [("variant", "variant")]
    for ranking, low in tables[: 2 if variants.load(name).qualifier else 3]:  # upside down nothing qualifies
        game = one_variant(variant=name, ranking=ranking, low=low, players=3, deals=1)
        rng, state, before = Random(name + ranking), game.initial_state(), []
        while state.turn != OVER:
            if state.turn >= 0:
                before.append(panels(game, state, 0))
                choices = game.legal_actions(state, state.turn)
                calm = [choice for choice in choices if game.text(choice) in ("call", "check", "pat", "bring-in")]
                action = calm[0] if calm and rng.random() < 0.7 else rng.choice([*calm, *choices[1:3]])
            else:
                action = game.draw(state, rng)
            state = game.play(state, state.turn, action)
        for id, panel in panels(game, state, 0).items():
            made = lamps(panel, "lit")
            assert not lamps(panel, "half")
            for earlier in before:
                if id in earlier and made:
                    lit = {lamp.label for lamp in earlier[id].lamps if lamp.state != "off"}
                    assert set(made) <= lit


def test_known_cards_are_evaluated_once() -> None:
    game = Poker(**ONE)
    state = run(game, "")
    panels(game, state)
    before = _reachable.cache_info().misses
    panels(game, state)
    assert _reachable.cache_info().misses == before


def test_a_page_says_what_a_lamp_means() -> None:
    game = Poker(**ONE)
    scene = build_scene(game, game.view(run(game, "", "Ah 5h Kc 5d"), 0))
    page = scene_html(scene, ("Ann", "Bo"), 1, "/move")
    bulb = '<span class="bulb" aria-hidden="true"></span>'
    told = {"lit": ("One pair", "held"), "half": ("Flush", "possible"), "off": ("High card", "out of reach")}
    for lamp, (name, word) in told.items():
        line = rf'<li class="lamp {lamp}"[^>]*>{bulb}{name}<span class="unseen">: {word}</span></li>'
        assert re.search(line, page)


def test_where_too_many_cards_are_to_come_no_hand_is_called_out_of_reach() -> None:
    table = declaration.table("soko")
    table["deck"] |= {"ranks": "A 2 3 4 5 6 7 8 9 T J Q K", "suits": "c d h s x"}
    game = Poker(ranking=toml_writer.write(table | {"name": "Five suits"}), **ONE)
    (panel,) = panels(game, run(game, "", "Ah 5h Kc 5d")).values()
    assert {lamp.state for lamp in panel.lamps} == {"off"}
    assert panel.meanings[2] == "not known before more cards come"
    (panel,) = panels(game, run(game, "call; check", "Ah 5h Kc 5d 2h 3h 4h")).values()
    assert lamps(panel, "lit") == ["Four-flush"]
    assert panel.meanings[2] == "out of reach"


def test_one_ranking_may_decide_both_halves() -> None:
    """A hand that makes no low counts by its high strength, and is not beaten by the low of another."""
    game = Poker(players=3, ranking="dual-piecepacks-low", variant="omaha-hilo-8", limit="fixed-limit", deals=2)
    for seed in range(12):
        check_playout(game, seed, secrets=secrets_of("poker"), only=["moments"])
