"""What is drawn on a felt: cards, chips, plates, dice, notes and pots, without a browser."""

import re

import msgspec

from cardwright import games
from cardwright.cards import Face
from cardwright.game import CHANCE
from cardwright.games.poker.actions import Call, Raise
from cardwright.ranking import declaration
from cardwright.scenes import BACK, Chips, Fan, Move, Place, Row, Scene, Seat, Text
from cardwright.web import parts
from cardwright.web.drawing import scene_parts, svg, zone_parts
from cardwright.web.workbench_form import BLANK


def test_a_stack_is_as_high_as_it_holds_chips() -> None:
    stacks = re.compile(r'#stack-(\d+)" class="chip worth-(\d+)"')
    assert stacks.findall(svg.chips(1338)) == [("2", "500"), ("3", "100"), ("1", "25"), ("2", "5"), ("3", "1")]
    assert stacks.findall(svg.chips(20, (0, 0, 0, 0, 20))) == [("10", "1"), ("10", "1")]
    assert stacks.findall(svg.chips(9, (0, 0, 0, 1, 4))) == [("1", "5"), ("4", "1")]
    assert stacks.findall(svg.chips(0)) == []
    assert stacks.findall(svg.chips(30_500)) == [("1", "25000"), ("1", "5000"), ("1", "500")]
    assert svg.chips(40_000) != svg.chips(80_000)  # both were six stacks of ten chips of 500
    assert len(stacks.findall(svg.chips(10**7))) == svg.MAX_STACKS


def test_what_a_player_of_poker_has_is_drawn_on_their_plate() -> None:
    game = games.create("poker", players=3, stacks="77 78 79", deals=1)
    drawn = scene_parts.scene_html(games.scene(game, game.view(game.initial_state(), 0)), ("A", "B", "C"), 0, "/")
    stacks = [int(amount) for amount in re.findall(r'<span class="own-chips"><svg [^>]*data-amount="(\d+)"', drawn)]
    assert sorted(stacks) == [77, 78, 79]


def test_a_bot_has_its_face_on_its_plate_where_few_sit() -> None:
    def faces(*names: str) -> list[str]:
        game = games.create("poker", players=len(names))
        drawn = scene_parts.scene_html(games.scene(game, game.view(game.initial_state(), 0)), names, 0, "/")
        return re.findall(r'class="portrait .*?#(\S*)-half"', drawn)

    assert faces("Ann", "Tight Tom 2 (bot)", "Random (bot)", "Tight Tom") == ["spade-K"]
    assert faces("Ann", *["Edna (bot)"] * 5) == []


def test_a_long_result_names_bots_briefly() -> None:
    game = games.create("poker", players=3)
    scene = msgspec.structs.replace(
        games.scene(game, game.view(game.initial_state(), 0)), result="{0} +2. Won: {1} +4. Lost: {2} -6"
    )
    drawn = scene_parts.scene_html(scene, ("Ann <3", "Calling Kate 1 (bot)", "Calling Kate 2 (bot)"), 0, "/")
    result = re.findall(r'id="result".*?</div>', drawn, re.DOTALL)[0]
    briefly = [f'<span class="first">Calling </span>Kate {number}' for number in (1, 2)]
    assert f'Ann &lt;3 +2. <span class="rest">Won: {briefly[0]} +4. Lost: {briefly[1]} -6</span>' in result


def test_a_hand_beside_a_pyramid_is_titled_with_whose_it_is() -> None:
    game = games.create("pyramid")
    scene = msgspec.structs.replace(
        games.scene(game, game.view(game.initial_state(), 0)),
        zones=(Row(id="hand", title="Hand 1 of {1}", owner=1, places=(Place(id="a", face=None, label="free"),)),),
    )
    drawn = scene_parts.scene_html(scene, ("Ann", "Khafra (bot)"), 0, "/")
    assert 'aria-label="Hand 1 of Khafra (bot)">' in drawn
    assert re.search(r'<h2>.*1<span class="rest"> of Khafra</span></h2>', drawn)


def test_the_tab_key_reaches_a_bet_before_leaving_where_it_is_seen_first() -> None:
    game = games.create("paigow")
    drawn = scene_parts.scene_html(games.scene(game, game.view(game.initial_state(), 0)), tuple("ABCDEFG"), 0, "/")
    assert 0 < drawn.index("bet {}") < drawn.index('value="color up"')


def test_what_a_screen_reader_says_of_a_place_is_no_description_as_well() -> None:
    """Beside a label, browsers pass on the title of an image as its description, although it says the same."""
    card = Place(id="a", face=Face("5h", "5"), label="five of hearts")
    image, button = (parts.joined(zone_parts.place(card, mine, "card", ()).parts) for mine in (False, True))
    assert 'role="img"' in image
    assert 'title="five of hearts"' in image
    assert "aria-label" not in image
    assert 'aria-label="five of hearts"' in button


def test_a_die_is_drawn_with_its_pips_or_its_word_and_hidden_as_a_cup() -> None:
    assert 'half-6"' in svg.face(Face("6a", "6"), "die")
    assert "half-" not in svg.face(Face("Ka", "K"), "die")
    assert "#cup" in svg.face(BACK, "die")


def test_a_note_says_first_what_a_small_window_has_room_for() -> None:
    def drawn(note: str, bet: int = 0) -> str:
        shown = Fan(id="hand", title="Hand", note=note, bet=bet)
        return parts.joined(zone_parts.zone(shown, (), plated=True).fragment.parts)

    assert re.search(r'<span class="lead">.*bet.*&nbsp;</span>1,513</div>', drawn("bet 1,513", 1513))
    own = drawn("bet 40; pair of nines, ace-king-two; low: seven-five low, four-three-ace", 40)
    assert re.search(
        r'<span class="lead">.*bet.*&nbsp;</span>40<span class="second">; .*pair.*<span class="rest">', own
    )
    assert own.count('<span class="second">') == 2
    for note, first in (("two pair, aces and kings", "two pair"), ("straight to the jack", "straight")):
        assert re.search(rf'<div class="note">(<[^>]*>)?{first}.*<span class="rest">.*</span></div>', drawn(note))
    assert '<span class="rest">' not in drawn("folded")


def test_the_pot_is_the_piles_of_its_pots_without_the_bets_of_the_round() -> None:
    game = games.create("poker", players=3, stacks="100 40 100", deals=1)
    state = game.initial_state()

    def pot() -> Chips:
        return next(zone for zone in games.scene(game, game.view(state, 0)).zones if isinstance(zone, Chips))

    def on() -> None:
        nonlocal state
        while game.players_to_act(state) == (CHANCE,):
            state = game.apply(state, CHANCE, game.chance_outcomes(state)[0][0])

    on()
    assert (pot().amount, pot().piles) == (3, (0,))
    state = game.play(state, game.players_to_act(state)[0], Raise(60))
    on()
    assert (pot().amount, pot().piles) == (63, (0,))
    for _ in range(2):
        state = game.play(state, game.players_to_act(state)[0], Call())
        on()
    assert (pot().amount, pot().piles, pot().note) == (160, (120, 40), "main 120, side 40")


def test_a_tally_is_read_out_in_words() -> None:
    tally = Text(id="left", title="Left", lines=("A ♠·♦♣ 10♠♥♦♣", "2 ···· J ···♣"), tally=True)
    drawn = parts.joined(zone_parts.zone(tally, ()).fragment.parts)
    assert '<p class="unseen">A: spades, diamonds, clubs; 10: all; J: clubs.</p>' in drawn
    assert drawn.count('<p class="tally" aria-hidden="true">') == 2


def test_the_buttons_of_a_group_begin_with_its_words() -> None:
    """Eight buttons from "1 ←" to "2 ↓" said nowhere what they do."""
    words = "Shift layout"
    shifts = [Move(text=each, label=f"{words} {each}", brief=each, group=words) for each in ("1 ←", "2 ←")]
    finish = Move(text="finish", label="Finish the game")
    seats = (Seat(player=0, to_act=True),)
    scene = Scene(game="toy", title="Toy", player=0, status="", seats=seats, zones=(), moves=(*shifts, finish))
    drawn = scene_parts.scene_html(scene, ("A",), 0, "/")
    assert re.findall(r'<span class="group"[^>]*>([^<]+)</span><button[^>]* value="([^"]+)"', drawn) == [
        ("Shift layout", "1 ←")
    ]


def test_a_rank_without_a_drawing_is_as_large_as_its_card_allows() -> None:
    goods = re.sub("order = .*", "", BLANK.replace("A 2 3 4 5 6 7 8 9 T J Q K", "★ fig silk"))
    deck = declaration.parse(goods.replace('suits = "c d h s"', "packs = 5")).deck
    drawn = [svg.face(face, brief=True) for face in deck.faces[:3]]
    assert [re.findall('class="(word[^"]*)"', each) for each in drawn] == [["word sign"], ["word short"], ["word long"]]


def test_letters_beside_drawn_ranks_are_large() -> None:
    """The sota and the rey of a Spanish deck were half as high as its numbers."""
    spanish = declaration.parse(re.sub("order = .*", "", BLANK.replace("A 2 3 4 5 6 7 8 9 T J Q K", "7 S Re Sota")))
    drawn = [svg.face(spanish.deck.faces[rank * 4], brief=True) for rank in range(4)]
    assert [re.findall('class="(word[^"]*)"', each) for each in drawn] == [[], ["word short"], ["word short"], ["word"]]
    lettered = svg.face(Face("So", "S", "o"), brief=True)
    assert re.findall('class="(word[^"]*)"', lettered) == ["word short"] * 2  # also where the suit is a letter


def test_a_suit_of_letters_is_a_disc_in_an_ink_of_its_own() -> None:
    six = declaration.parse(BLANK.replace("c d h s", "a b c d e f").replace("A 2 3 4 5 6 7 8 9 T J Q K", "A 2"))
    drawn = [svg.face(face, brief=True) for face in six.deck.faces[:6]]
    lettered = [each for each in drawn if 'class="disc"' in each]
    assert [re.findall(">([a-z])</text>", each) for each in lettered] == [["a"], ["b"], ["e"], ["f"]]
    assert len({re.search(r"ink-\w+", each)[0] for each in lettered}) == 4  # type: ignore[index]
    worded = declaration.parse(BLANK.replace("c d h s", "Luna Rhea Dione Mimas")).deck.faces
    assert len({re.search(r"ink-\w+", svg.face(face))[0] for face in worded}) == 4  # type: ignore[index]
