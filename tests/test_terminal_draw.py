"""Scenes of every layout, made by hand, drawn by the terminal and said in its words; no game is needed for that."""

import re
from itertools import combinations
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies

from cardwright import games
from cardwright.cards import Deck, Face, Suit, ranks, standard_deck
from cardwright.errors import BadAction
from cardwright.scenes import (
    BACK,
    Chips,
    Fan,
    Grid,
    Lamp,
    Lamps,
    Move,
    Number,
    Peg,
    Pegboard,
    Pile,
    Place,
    PyramidZone,
    Row,
    Scene,
    Seat,
    Text,
    Zone,
    card_place,
    ladder,
    places_of,
    typed_moves,
    words,
)
from cardwright.scenes.arrange import by_area
from cardwright.scenes.keys import keys, offers
from cardwright.scenes.touch import Choice, touch
from cardwright.terminal.drawing import scene_layout
from cardwright.terminal.drawing.canvas import Canvas
from cardwright.terminal.drawing.card_art import Touch, write_caption
from cardwright.terminal.drawing.card_art import draw as draw_place
from cardwright.terminal.drawing.theme import PALETTES, Look
from cardwright.terminal.screen.cursor import find_nearest
from support.playouts import after_chance

DECK = standard_deck()
NAMES = ["You", "Ada"]
GROUPS = Deck("groups", ranks("3 4"), [Suit("bS", "spades", "♠"), Suit("wS", "white spades", "♠", outlined=True)])


def cards(id: str, text: str, deck: Deck = DECK, **more: object) -> tuple[Place, ...]:
    """Places of these cards; "--" is a card face down, "." an empty place."""
    made = []
    for number, word in enumerate(text.split()):
        if word == ".":
            made.append(Place(id=f"{id}{number}", face=None, label="empty, here", **more))  # type: ignore[arg-type]
        else:
            card = None if word == "--" else deck.parse(word)
            made.append(card_place(deck, f"{id}{number}", card, "here", **more))  # type: ignore[arg-type]
    return tuple(made)


def table(*zones: Zone, moves: tuple[Move, ...] = (), **more: object) -> Scene:
    seats = (Seat(player=0, score="17", to_act=True), Seat(player=1, role="dealer", score="23"))
    fields = {"game": "toy", "title": "A table", "player": 0, "status": "Your turn", "seats": seats} | more
    return Scene(zones=zones, moves=moves, **fields)  # type: ignore[arg-type]


def drawn(scene: Scene, width: int = 80, height: int = 16, touched: str = "", cursor: str = "", **look: bool) -> str:
    choice = Choice(scene, tuple(touched.split()))
    layout = scene_layout.SceneLayout(scene, NAMES, Look("dark", **look), width)
    return layout.draw(height, scene_layout.touches(choice, keys(scene), cursor)).text()


def lines(text: str) -> str:
    """A drawing as it is written in this file: without the indent, and without an empty first line."""
    return "\n".join(line[8:].rstrip() for line in text.strip("\n").splitlines()).rstrip()


HAND = Fan(id="hand", title="Your hand", owner=0, places=cards("h", "5h Js Th"))
THEIRS = Fan(id="theirs", title="{1}'s hand", owner=1, places=cards("o", "-- -- --"))
LAY = tuple(
    Move(text=f"lay {a.face.text} {b.face.text}", label=f"Lay away {a.face.text} {b.face.text}",
         places=frozenset({a.id, b.id}))
    for a, b in combinations(HAND.places, 2) if a.face and b.face
)  # fmt: skip
GO = Move(text="go", label="Go", key="G")
RAISE = Move(text="raise {}", label="Raise to {}", key="R", number=Number(40, 200, 20, (("min", 40), ("pot", 120))))


def test_a_hand_shows_its_keys_and_what_is_touched() -> None:
    assert drawn(table(HAND, moves=LAY), height=4, touched="h0", cursor="h1") == lines(
        """
         Your hand
         ┏━━━┓┌───┐┌───┐
         ┃5♥ ┃│J♠ ││10♥│
         ┗━1━┛└>2<┘└─3─┘
        """
    )


def test_zones_are_drawn_in_the_areas_of_the_arrangement() -> None:
    """From the far side of the table to the viewer's: other players, the middle, the own hand, panels."""
    board = Row(id="board", title="Board", places=cards("b", "2h 3h"))
    told = Text(id="t", title="Last deal", lines=("{1} won",))
    drawing = drawn(table(told, HAND, board, THEIRS), width=40, height=30)
    titles = ("Ada's hand", "Board", "Your hand", "Last deal")
    assert sorted(titles, key=drawing.index) == list(titles)
    assert [zone.id for zone in by_area(table(told, HAND, board, THEIRS))["middle"]] == ["board"]


def test_letters_only() -> None:
    text = drawn(table(THEIRS, HAND, moves=LAY), height=8, touched="h0", ascii=True)
    assert text.isascii()
    assert text == lines(
        """
         Ada's hand
         +-+-+---+
         |%|%|%%%|
         +-+-+---+
         Your hand
         ######---++---+
         #5h #|Js ||Th |
         ##1##+-2-++-3-+
        """
    ).replace("######---+", "#####+---+")


def test_large_cards_where_there_is_room() -> None:
    assert drawn(table(HAND, moves=LAY)) == lines(
        """
         Your hand
         ┌─────┐┌─────┐┌─────┐
         │5    ││J    ││10   │
         │  ♥  ││  ♠  ││  ♥  │
         │    5││    J││   10│
         └──1──┘└──2──┘└──3──┘
        """
    )


def test_the_count_under_a_card_that_is_too_narrow_for_a_name_stands_alone() -> None:
    played = Row(id="play", title="The play", places=cards("p", "5h Js", caption="22 {1}"))
    assert drawn(table(played), height=4).splitlines()[-1].strip() == "└22─┘└22─┘"
    assert "22 Ada" in drawn(table(played), height=16)


def test_a_name_under_a_card_that_is_too_narrow_for_it_is_whole() -> None:
    cut = Row(id="cut", title="Cut for the deal", places=cards("cut", "5h Js", caption="by {1}"))
    scene = scene_layout.SceneLayout(table(cut), ("you", "Morgan"), Look(), 60)
    assert scene.draw(4).text().splitlines()[-1].split() == ["Morgan", "Morgan"]


def test_a_long_hand_overlaps_and_still_shows_every_card() -> None:
    hand = Fan(id="h", title="", owner=0, places=cards("h", "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th"))
    assert drawn(table(hand), width=45, height=3) == lines(
        """
         ┌───┌───┌───┌───┌───┌───┌───┌───┌───┌───┐
         │A♥ │2♥ │3♥ │4♥ │5♥ │6♥ │7♥ │8♥ │9♥ │10♥│
         └───└───└───└───└───└───└───└───└───└───┘
        """
    )


def test_groups_differ_without_colour() -> None:
    tiles = Row(id="t", title="Tiles", places=cards("t", "3bS 3wS", GROUPS))
    assert drawn(table(tiles), height=4) == lines(
        """
         Tiles
         ┌───┐┌╌╌╌┐
         │3♠ │╎3♤ ╎
         └───┘└╌╌╌┘
        """
    )
    assert "|3bS|:3wS:" in drawn(table(tiles), height=4, ascii=True)


def test_a_suit_that_is_a_word_leaves_room_for_the_rank() -> None:
    deck = Deck("stones", ranks("8 T"), [Suit("stone", "stone", "stone"), Suit("granite", "granite", "granite")])
    for card, large, small, tiny in (
        ("8stone", ["8", "stone", "8"], "8st", "[8st]"),
        ("Tgranite", ["10", "grani", "10"], "10g", "[10g]"),
    ):
        (place,) = cards("a", card, deck)
        rows = [draw_place(place, size, Look("dark")).text().splitlines() for size in ("large", "small", "tiny")]
        assert [row.strip("│ ") for row in rows[0][1:4]] == large
        assert rows[1][1] == f"│{small}│"
        assert rows[2] == [tiny]


def test_a_pegboard_runs_out_and_back() -> None:
    board = Pegboard(id="b", title="Board", pegs=(Peg(0, 7, 0), Peg(1, 62, 58)), length=121, note="to 121")
    assert drawn(table(board)) == lines(
        """
         Board  ● You 7  ◆ Ada 62  to 121
                      10          20          30          40          50          60
           ○ ∙∙∙∙∙ ∙●∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ 60
           ∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙◇∙∙ 60
           ◎ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ 61
           ◎ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙∙∙ ∙∙∙◆∙ 61
        """
    )


def test_a_pegboard_of_61_and_one_on_a_narrow_screen() -> None:
    board = Pegboard(id="b", title="Board", pegs=(Peg(0, 61, 58),), length=61)
    assert drawn(table(board)).splitlines()[-1].endswith("∙∙○∙∙ ●")
    narrow = drawn(table(board), width=45).splitlines()
    assert len(narrow) == 4
    assert narrow[-1].startswith("   ●")


def test_an_empty_zone_keeps_its_room() -> None:
    zone = Row(id="p", title="The play", note="count 0")
    below = Fan(id="h", title="Your hand", owner=0, places=cards("h", "5h"))
    assert drawn(table(zone, below), height=8).splitlines()[4] == " Your hand"


def test_a_pile_shows_its_top_and_how_many() -> None:
    deck = Pile(id="d", title="Deck", count=23, places=cards("d", "--"))
    waste = Pile(id="w", title="Turned", count=4, places=cards("w", "Th"))
    bare = Pile(id="e", title="Crib")
    assert drawn(table(deck, waste, bare), height=4) == lines(
        """
         Deck    Turned     Crib
         ┌───┐   ┌───┐      ┌╌╌╌┐
         │23░│   │10♥│ x4   ╎   ╎
         └───┘   └───┘      └╌╌╌┘
        """
    )


def test_dominoes() -> None:
    halves = [("9", "0", ("covered",)), ("3", "4", ())]
    places = tuple(
        Place(id=f"d{at}", face=Face(text=f"{a}-{b}", corner=a, lower=b, shape="domino"), label=f"{a} over {b}, yours",
              marks=marks)
        for at, (a, b, marks) in enumerate(halves)
    )  # fmt: skip
    dice = Row(id="dice", title="Dice", owner=0, places=places)
    cover = (Move(text="cover 1", label="Cover 1", places=frozenset({"d0"})),)
    assert drawn(table(dice, moves=cover), height=6) == lines(
        """
         Dice
         ┌──×──┐┌─────┐
         │  9  ││  3  │
         ├─────┤├─────┤
         │  0  ││  4  │
         └──1──┘└─────┘
        """
    )
    assert drawn(table(dice), height=2) == " Dice\n [9│0×] [3│4]"
    assert words.zone(dice, NAMES) == ["Dice: 9 over 0 (9-0), covered, 3 over 4 (3-4)."]


def grid(id: str, layout: str = "grid", rows: int = 3, columns: int = 4) -> tuple[Place, ...]:
    """A grid (or a pyramid) of empty places, but for a five in the first and a back in the last."""
    made: list[Place] = []
    for row in range(rows):
        for column in range(row + 1 if layout == "pyramid" else columns):
            face = DECK.face(DECK.parse("5h")) if not made else None
            made.append(
                Place(id=f"{id}.{'abcdefgh'[column]}{row + 1}", face=face, label="x, y", row=row, column=column)
            )
    made[-1] = Place(id=made[-1].id, face=BACK, label="x, y", row=made[-1].row, column=made[-1].column)
    return tuple(made)


def placing(zone: Zone) -> tuple[Move, ...]:
    return tuple(
        Move(text=f"place {place.id}", label=f"Place at {place.id}", places=frozenset({place.id}))
        for place in places_of(zone)[1:]
    )


def test_a_grid_with_a_lamp_for_every_line() -> None:
    lamps = tuple(Lamp(str(at), ("lit", "half", "off")[at % 3]) for at in range(10))
    zone = Grid(id="g", title="Layout", owner=0, places=grid("g", rows=4), lamps=lamps)
    assert drawn(table(zone, moves=placing(zone)), height=11) == lines(
        """
         Layout
         ○   ◐   ○   ●   ◐  ●
           ┌───┬───┬───┬───┐
           │5♥ │ b1│ c1│ d1│●
           ├───┼───┼───┼───┤
           │ a2│ b2│ c2│ d2│◐
           ├───┼───┼───┼───┤
           │ a3│ b3│ c3│ d3│○
           ├───┼───┼───┼───┤
           │ a4│ b4│ c4│░d4│●
           └───┴───┴───┴───┘
        """
    )


def test_what_a_row_makes_stands_at_its_right() -> None:
    zone = Grid(id="g", title="Layout", owner=0, places=grid("g", rows=2), row_notes=("a pair", "a flush"))
    shown = drawn(table(zone), height=12)
    assert re.search(r"\n.*[│╎] +a pair\n(.*\n)+.*[│╎] +a flush\n", shown)


def test_two_grids_have_keys_of_their_own() -> None:
    zones = [Grid(id=id, title=id, owner=0, places=grid(id, rows=4)) for id in ("one", "two")]
    scene = table(*zones, moves=placing(zones[0]) + placing(zones[1]))
    assert keys(scene).places["1b1"] == "one.b1"
    assert keys(scene).places["2d4"] == "two.d4"


def test_a_pyramid_is_a_wall_of_bricks() -> None:
    zone = PyramidZone(id="p", title="Pyramid", places=grid("p", "pyramid", rows=5))
    assert drawn(table(zone, moves=placing(zone)), height=12) == lines(
        """
         Pyramid
                 ┌───┐
                 │5♥ │
               ┌─┴─┬─┴─┐
               │ a2│ b2│
             ┌─┴─┬─┴─┬─┴─┐
             │ a3│ b3│ c3│
           ┌─┴─┬─┴─┬─┴─┬─┴─┐
           │ a4│ b4│ c4│ d4│
         ┌─┴─┬─┴─┬─┴─┬─┴─┬─┴─┐
         │ a5│ b5│ c5│ d5│░e5│
         └───┴───┴───┴───┴───┘
        """
    )


def test_an_aside_stands_where_there_is_room() -> None:
    """At the right of what is there, else below it without its dark lamps, else not at all."""
    table_of_hands = ladder("Table of hands", ["Flush", "Straight", "Pair", "Nothing"], {2}, {0, 2})
    told = Text(id="t", title="Show", lines=("fifteen two",))
    both = table(told, table_of_hands)
    assert drawn(both, width=40, height=5) == lines(
        """
         Show          Table of hands
         fifteen two   ◐ Flush
                       ○ Straight
                       ● Pair
                       ○ Nothing
        """
    )
    assert drawn(both, width=40, height=4) == lines(
        """
         Show
         fifteen two
         Table of hands  ◐ Flush  ● Pair
        """
    )
    assert drawn(both, width=26, height=4) == lines(
        """
         Show
         fifteen two
         Table of hands  ◐ Flush
         ● Pair
        """
    )
    assert drawn(both, width=26, height=3) == lines(
        """
         Show
         fifteen two
        """
    )
    assert words.zone(table_of_hands, NAMES) == [
        "Table of hands:", "  held: Pair", "  possible: Flush", "  out of reach: Straight, Nothing",
    ]  # fmt: skip


def test_no_later_aside_is_whole_beside_one_in_a_few_words() -> None:
    high = ladder("High", ["Flush", "Straight", "Pair", "Nothing"], {3}, set())
    low = msgspec.structs.replace(ladder("Low", ["Six", "Seven"], {1}, set()), id="low")
    told = Text(id="t", title="Show", lines=("fifteen two",))
    assert drawn(table(told, high, low), width=40, height=4) == lines(
        """
         Show
         fifteen two
         High  ● Nothing
         Low  ● Seven
        """
    )


def test_an_aside_may_stand_in_the_corner_under_short_lines() -> None:
    table_of_hands = ladder("Hands", ["Flush", "Pair", "Nothing"], {1}, {0})
    told = Text(id="t", title="Show", lines=("fifteen two and a pair is four", "a", "b", "c"))
    assert drawn(table(told, table_of_hands), width=34, height=5) == lines(
        """
         Show
         fifteen two and a pair is four
         a   Hands  ◐ Flush  ● Pair
         b
         c
        """
    )


def test_a_long_note_loses_no_word() -> None:
    note = "link-flush no pairs, null-ace-five-four-three; low: five-four low, three-ace-null"
    hand = Fan(id="hand0", title="Your hand", note=note)
    for width in (40, 80):
        assert note in " ".join(drawn(table(hand), width=width).split())


def test_zones_stay_where_they_are_when_players_bet_and_fold() -> None:
    seats = tuple(Seat(player=seat) for seat in range(4))
    names = ["You", "Ada", "Blaise", "Carl"]

    def lies(*notes: str) -> dict[str, object]:
        hands = [Fan(id="h0", title="Your hand", owner=0, places=cards("h", "2h 3h"))]
        hands += [
            Fan(id=f"h{seat}", title=f"{{{seat}}}'s hand", owner=seat, places=cards(f"{seat}", "-- --"), note=note)
            for seat, note in enumerate(notes, 1)
        ]
        scene = table(*hands, Row(id="board", title="Board", places=cards("b", ". . . . .")), seats=seats)
        return dict(scene_layout.SceneLayout(scene, names, Look(), 100).draw(20).zones)

    assert lies("", "bet 2", "") == lies("bet 1,000", "folded", "folded")


def test_the_table_of_high_hands_stands_before_that_of_low_hands() -> None:
    game = games.create("dual-piecepacks", players=3, deals=1)
    state = after_chance(game, game.initial_state(), Random(5))
    screen = drawn(games.scene(game, game.view(state, 0)), width=80, height=15).splitlines()
    found = {title: y for y, line in enumerate(screen) for title in ("High hands", "Low hands") if title in line}
    assert list(found) == ["High hands", "Low hands"]


def test_lamps_chips_and_text() -> None:
    lamps = Lamps(
        id="l", title="Made", lamps=(Lamp("flush", "lit"), Lamp("pair", "half"), Lamp("none", "off")),
        columns=2,
    )  # fmt: skip
    pot = Chips(id="pot", title="Pot", amount=12345)
    told = Text(id="t", title="Show", lines=("{0}: fifteen two",))
    assert drawn(table(lamps, pot, told)) == lines(
        """
         Pot        Made              Show
         ◉ 12,345   ● flush  ○ none   You: fifteen two
                    ◐ pair
        """
    )
    said = [line for zone in (lamps, pot, told) for line in words.zone(zone, NAMES)]
    assert said == [
        "Made:", "  made: flush", "  so far: pair", "  not yet: none", "Pot: 12,345 chips.", "Show: You: fifteen two",
    ]  # fmt: skip


def test_the_key_of_an_empty_place_that_is_touched_is_dark_on_its_light_paper() -> None:
    place = Place(id="e", face=None, label="empty")
    for touched in (False, True):
        edge = draw_place(place, "small", Look(), Touch(key="a1", touched=touched)).runs(2)
        assert [ink.split()[-1] for text, ink in edge if text == "a1"] == ["key" if touched else "code"]


def test_every_ink_is_in_every_palette() -> None:
    assert set(PALETTES["dark"]) == set(PALETTES["light"]) == set(PALETTES["mono"])
    for palette in PALETTES:
        for word in PALETTES[palette]:
            Look(palette).style(word)


def test_wide_characters_keep_their_columns() -> None:
    canvas = Canvas()
    assert canvas.put(0, 0, "日本") == 4
    canvas.put(4, 0, "!")
    assert canvas.text() == "日本!"


# What is chosen.


def test_touching_two_of_three_cards() -> None:
    choice = Choice(table(HAND, moves=LAY))
    assert choice.confirmed is None
    one = choice.touch("h0")
    assert len(one.alive) == 2
    two = one.touch("h2")
    assert two.confirmed is not None
    assert two.confirmed.text == "lay 5h Th"
    assert two.touch("h1").touched == {"h1", "h2"}  # a third card releases the first
    assert two.touch("nowhere") is two
    assert two.touch("h0").touched == {"h2"}  # touched again: let go


def test_of_what_was_touched_the_latest_that_can_stay_stays() -> None:
    cells = [Move(text=text, label=text, places=frozenset(text)) for text in ("ax", "ay", "bx")]
    assert touch(cells, ("a", "x"), "y") == ("a", "y")
    assert touch(cells, ("a", "y"), "b") == ("b",)
    assert touch(cells, ("a", "y"), "z") == ("a", "y")


def test_of_single_places_the_next_takes_the_last_ones_turn() -> None:
    play = tuple(Move(text=place.id, label=place.id, places=frozenset({place.id})) for place in HAND.places)
    assert Choice(table(HAND, moves=play)).touch("h0").touch("h1").touched == {"h1"}


def test_moves_that_touch_the_same_places_are_offered_by_letter() -> None:
    both = tuple(Move(text=text, label=text, places=frozenset({"h0"})) for text in ("open", "hide"))
    choice = Choice(table(HAND, moves=both)).touch("h0")
    assert choice.confirmed is None
    assert {key: move.text for key, move in offers(choice.exact).items()} == {"o": "open", "i": "hide"}


def test_keys_go_on_after_nine_and_leave_buttons_theirs() -> None:
    hand = Fan(id="h", title="", owner=0, places=cards("h", "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh"))
    play = tuple(Move(text=place.id, label=place.id, places=frozenset({place.id})) for place in hand.places)
    found = keys(table(hand, moves=(*play, Move(text="ask", label="Ask"))))
    assert list(found.places) == [*"1234567890", "b", "c"]
    assert list(found.buttons) == ["a"]


def test_an_only_button_needs_no_letter() -> None:
    assert Choice(table(HAND, moves=(GO,))).confirmed is GO
    assert Choice(table(HAND, moves=(GO, RAISE))).confirmed is None


def test_arrows_find_the_nearest_place_that_way() -> None:
    scene = table(
        Row(id="top", title="Top", places=cards("t", "Ah 2h 3h")),
        HAND,
        moves=tuple(Move(text=id, label=id, places=frozenset({id})) for id in ("t0", "t2", "h0", "h1", "h2")),
    )
    canvas = scene_layout.SceneLayout(scene, NAMES, Look(), 40).draw(
        8, scene_layout.touches(Choice(scene), keys(scene))
    )
    stops = list(keys(scene).places.values())
    assert find_nearest(canvas.spots, stops, "h0", "right") == "h1"
    assert find_nearest(canvas.spots, stops, "h2", "up") == "t2"
    assert find_nearest(canvas.spots, stops, "h0", "left") is None


# What is typed.

TALK = table(HAND, moves=(*LAY, GO, RAISE))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("lay 5h Js", "lay 5h Js"),
        ("  LAY  5H   js ", "lay 5h Js"),
        ("Js 5h", "lay 5h Js"),
        ("lay js 5h", "lay 5h Js"),
        ("th, js", "lay Js Th"),
        ("2", "lay 5h Th"),
        ("lay away js", "lay Js Th"),
        ("g", "go"),
        ("raise 60", "raise 60"),
        ("r pot", "raise 120"),
        ("pot", "raise 120"),
        ("r120", "raise 120"),
    ],
)
def test_a_move_is_understood(typed: str, meant: str) -> None:
    assert typed_moves.move_of(TALK, typed) == meant


def test_the_end_of_a_move_is_enough() -> None:
    talk = table(HAND, moves=tuple(Move(text=f"place {grid} b1", label="Put it there") for grid in (1, 2)))
    assert typed_moves.move_of(talk, "1 b1") == "place 1 b1"


@pytest.mark.parametrize(("typed", "meant"), [("Buy 20 chips", "buy"), ("buy and sit out", "buy-and-sit-out")])
def test_a_label_and_a_word_without_its_hyphens_are_understood(typed: str, meant: str) -> None:
    moves = (Move(text="buy", label="Buy 20 chips"), Move(text="buy-and-sit-out", label="Buy 20 chips and sit out"))
    assert typed_moves.move_of(table(HAND, moves=moves), typed) == meant


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("", "type a move; ? lists the moves"),
        ("xyzzy", "'xyzzy' is not a move now; ? lists the moves"),
        ("lay 5h", "'lay 5h' could be any of: lay 5h Js, lay 5h Th"),
        ("0", "0 is not in the list: the moves are 1 to 5; ? lists them"),
        ("1" * 5000, f"'{'1' * 60}...' is not a move now; ? lists the moves"),
        ("raise", "how many? from 40 to 200 in steps of 20, or min, pot, as in 'raise 40'"),
        ("raise 50", "50 is not possible: from 40 to 200 in steps of 20, or min, pot"),
        ("raise 1e9", "'1e9' is not a number; from 40 to 200 in steps of 20, or min, pot"),
        ("raise ²", "'²' is not a number; from 40 to 200 in steps of 20, or min, pot"),
    ],
)  # fmt: skip
def test_what_is_not_a_move_is_answered_in_one_line(typed: str, answer: str) -> None:
    with pytest.raises(BadAction) as caught:
        typed_moves.move_of(TALK, typed)
    assert str(caught.value) == answer


@pytest.mark.parametrize("typed", ["1", "lay 5h"])
def test_where_there_is_no_move_no_list_is_offered(typed: str) -> None:
    with pytest.raises(BadAction, match=f"^'{typed}' is not a move now: there is none to make$"):
        typed_moves.move_of(table(HAND, moves=()), typed)


@settings(max_examples=300, deadline=None)
@given(
    strategies.text(max_size=30) | strategies.from_regex(r"(lay|raise|go|r|l)? ?[0-9a-zA-Z ,]{0,12}", fullmatch=True)
)
def test_whatever_is_typed_is_a_move_or_refused(typed: str) -> None:
    try:
        meant = typed_moves.move_of(TALK, typed)
    except BadAction as refused:
        meant = f"refused: {refused}"
    fixed = {move.text for move in TALK.moves if move.number is None}
    raised = {f"raise {number}" for number in range(40, 201, 20)}
    assert meant in fixed | raised or (meant.startswith("refused: ") and "\n" not in meant)


@settings(max_examples=100, deadline=None)
@given(strategies.integers(1, 200), strategies.integers(1, 60), strategies.booleans(), strategies.randoms())
def test_any_screen_has_every_place_within_reach(width: int, height: int, letters: bool, random: Random) -> None:
    zones: list[Zone] = [
        HAND,
        THEIRS,
        Grid(id="g", title="Grid", owner=0, places=grid("g")),
        PyramidZone(id="p", title="Pyramid", places=grid("p", "pyramid", rows=4)),
        Pegboard(id="b", title="Board", pegs=(Peg(0, 7, 0), Peg(1, 62, 58)), length=121),
        Text(id="t", title="Text", lines=("a line of words that is longer than a narrow screen",)),
        Pile(id="d", title="Deck", count=23),
    ]
    random.shuffle(zones)
    scene = table(*zones, moves=(*LAY, *placing(zones[0])))
    choice = Choice(scene)
    layout = scene_layout.SceneLayout(scene, NAMES, Look("dark", ascii=letters), width)
    canvas = layout.draw(height, scene_layout.touches(choice, keys(scene)), spare=3)
    assert set(keys(scene).places.values()) <= set(canvas.spots)
    for spot in canvas.spots.values():
        assert spot.x + spot.width <= canvas.width
        assert spot.y + spot.height <= canvas.height


@pytest.mark.parametrize("height", [40, 10])
def test_a_grid_names_its_rows_and_columns(height: int) -> None:
    zone = Grid(id="g", title="Grid", owner=0, coordinates=True, places=grid("g"))
    canvas = scene_layout.SceneLayout(table(zone), NAMES, Look(), 60).draw(height)
    lines = canvas.text().splitlines()
    assert {spot.height for spot in canvas.spots.values()} == {5 if height == 40 else 1}
    assert lines[1].split() == ["a", "b", "c", "d"]
    assert [line.split()[0] for line in lines if line.split()[0].isdigit()] == ["1", "2", "3"]


@pytest.mark.parametrize("height", [40, 10])
def test_a_pyramid_names_its_rows(height: int) -> None:
    zone = PyramidZone(id="p", title="Pyramid", coordinates=True, places=grid("p", "pyramid", rows=4))
    lines = scene_layout.SceneLayout(table(zone), NAMES, Look(), 60).draw(height).text().splitlines()
    assert [line.split()[0][0] for line in lines if line.split()[0][0].isdigit()] == ["1", "2", "3", "4"]


def test_who_cut_a_tiny_card_is_named() -> None:
    tiny = Canvas()
    write_caption(tiny, "by you", "tiny")
    assert tiny.text() == "you"


def test_a_scene_is_searched_for_room_once_whatever_is_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key redraws the same scene: no arrangement that had no room is tried again, and zones that stay are kept."""
    grid_zone = Grid(id="g", title="Grid", owner=0, coordinates=True, places=grid("g"))
    scene = table(grid_zone, THEIRS, Text(id="t", title="Text", lines=("a line",)), moves=placing(grid_zone))
    first, *_ = keys(scene).places.values()
    tried: list[scene_layout.Plan] = []
    lay_out = scene_layout.SceneLayout.lay_out

    def counted(layout: scene_layout.SceneLayout, plan: scene_layout.Plan, *given: Any) -> scene_layout.Page:
        tried.append(plan)
        return lay_out(layout, plan, *given)

    monkeypatch.setattr(scene_layout.SceneLayout, "lay_out", counted)
    layout = scene_layout.SceneLayout(scene, NAMES, Look(), 60)
    states = [scene_layout.touches(Choice(scene, chosen), keys(scene)) for chosen in ((), (first,))]
    for height, most in ((10, 100), (9, 2), (10, 1)):
        for touches in states:
            tried.clear()
            canvas = layout.draw(height, touches)
            assert len(tried) <= most
            fresh = scene_layout.SceneLayout(scene, NAMES, Look(), 60).draw(height, touches)
            assert (canvas.rows, canvas.spots) == (fresh.rows, fresh.spots)
            most = 1
