"""Lamps of the panels of hands in flexdeck, pai gow and the pyramid: by hand, by brute force, and in whole games."""

import functools
import itertools
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from cardwright import games
from cardwright.cards import Card
from cardwright.game import CHANCE, SPECTATOR, AnyGame
from cardwright.games import scene
from cardwright.games.cribbage.counting import uncalled_parts
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.state import AT_PLAY
from cardwright.games.flexdeck import deck
from cardwright.games.flexdeck.events import Compared, Gathered
from cardwright.games.flexdeck.panel import reachable as dice_reachable
from cardwright.games.flexdeck.rules import Flexdeck
from cardwright.games.flexdeck.state import TURN_COUNT, FlexdeckState
from cardwright.games.paigow import hands as paigow_hands
from cardwright.games.paigow.rules import PaiGow
from cardwright.games.pyramid.actions import DECK, HAND
from cardwright.games.pyramid.board import BOARDS, Board
from cardwright.games.pyramid.panel import Taking, reachable, stock
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.scoring import ranking as pyramid_ranking
from cardwright.games.pyramid.state import EMPTY, HIDDEN, PYRAMID_CARDS, PyramidState, PyramidView
from cardwright.play import guide
from cardwright.ranking import load
from cardwright.scenes import Lamps, Zone, lamps_of
from cardwright.web.drawing.thumbnail import sample
from support import reference
from support.playouts import random_states


def panel(game: AnyGame, state: Any, seat: int) -> Zone | None:
    """The panel of hands that a seat sees."""
    look = scene(game, game.view(state, seat))
    return next((zone for zone in look.zones if zone.id == "ranking"), None)


def lamps(game: AnyGame, state: Any, seat: int, light: str) -> list[str]:
    """The labels of the lamps that are "lit", "half" or "off"."""
    zone = panel(game, state, seat)
    assert zone is not None
    assert zone.owner == seat
    return [lamp.label for lamp in lamps_of(zone) if lamp.state == light]


@pytest.mark.parametrize("game", [Flexdeck(), PaiGow(players=1), Pyramid()], ids=lambda game: game.name)
def test_an_onlooker_has_no_hand_and_no_panel(game: AnyGame) -> None:
    assert all(panel(game, state, SPECTATOR) is None for state in itertools.islice(random_states(game, Random(1)), 120))


# Cribbage


@pytest.mark.parametrize("muggins", [False, True])
def test_cribbage_while_cards_are_played_your_hand_is_counted_as_it_will_be(muggins: bool) -> None:
    """From the starter to the show the panel says what the show then says; with muggins it says nothing."""
    game = Cribbage(muggins=muggins)
    notes: dict[int, set[str]] = {0: set(), 1: set()}
    shows = 0
    for state in random_states(game, Random(5)):
        done = (
            [show for show in state.shown if not show.crib and not uncalled_parts(show)]
            if state.phase == "show"
            else []
        )
        for show in done[-1:] if not muggins else ():
            assert notes[show.player] <= {str(show.points)}
            shows += 1
        if state.phase in ("deal", "over"):
            notes = {0: set(), 1: set()}
        for seat in (0, 1, SPECTATOR):
            zone = next((zone for zone in scene(game, game.view(state, seat)).zones if zone.id == "worth"), None)
            playing = state.phase in (*AT_PLAY, "starter up")
            assert (zone is not None) == (playing and not muggins and seat != SPECTATOR)
            if zone is not None:
                notes[seat].add(zone.note)
    assert muggins or shows > 10


# Flexdeck

OPENING = "flip 0-1; flip 0-2; flip 2-1; flip 6-4; flip 9-5"


def script(game: Flexdeck, text: str) -> FlexdeckState:
    state = game.initial_state()
    for move in text.split(";"):
        (player,) = game.players_to_act(state)
        state = game.play(state, player, game.parse(move.strip()))
    return state


def all_but(dominoes: Sequence[int]) -> int:
    """The used dominoes, in bits, where only these are left."""
    return ((1 << deck.SIZE) - 1) & ~sum(1 << domino for domino in dominoes)


def test_flexdeck_with_a_turn_to_come_its_dice_may_still_change_the_line() -> None:
    game = Flexdeck(first_dealer="first", cover=1)
    state = script(game, OPENING + "; cover 3; flip 9-8; keep")
    assert list(game.view(state, 1).roll(1)) == [0, 0, 9, 6, 9]
    assert lamps(game, state, 1, "lit") == ["Two pair"]
    assert lamps(game, state, 1, "half") == ["Full house", "Three of a kind", "One pair"]
    # the dealer's 1 2 1 4 5: with a 3 for one of the ones it is all five in a row, and four and an odd one in no way
    assert lamps(game, state, 0, "lit") == ["One pair"]
    assert lamps(game, state, 0, "half") == ["Straight-5", "Two pair", "Three of a kind", "Garbage"]


def test_flexdeck_after_the_last_turn_all_is_settled() -> None:
    game = Flexdeck(first_dealer="first")
    state = script(game, OPENING + "; cover 3 4 5; flip 9-8; flip 1-6; flip 9-3; cover 1; flip 4-3; keep")
    assert lamps(game, state, 1, "lit") == ["Two pair"]
    assert lamps(game, state, 1, "half") == []
    # 4 2 1 4 5 and three dice to cover: from 4 4 to five of them, and from 2 4 5 to either straight
    assert lamps(game, state, 0, "lit") == ["One pair"]
    assert lamps(game, state, 0, "off") == []


def test_flexdeck_covers_that_were_chosen_must_come() -> None:
    game = Flexdeck(first_dealer="first", cover=1)
    state = script(game, OPENING + "; keep; keep; cover 1")  # 0 2 6 9 stay, with another 0, 2, 6 or 9 or without
    assert lamps(game, state, 1, "lit") == ["One pair"]
    assert lamps(game, state, 1, "half") == ["Garbage"]


def test_flexdeck_the_dominoes_left_bound_it() -> None:
    """Nines for five of a kind must be on cards of their own that no player has seen."""
    game = Flexdeck(first_dealer="first")
    state = script(game, OPENING + "; cover 3 4 5; flip 9-8; flip 1-6; flip 9-3; keep")  # 0 0 9 1 9
    state = replace(state, used=all_but([deck.DOMINO[card] for card in (90, 91, 55)]))
    half = lamps(game, state, 1, "half")
    assert "Five of a kind" not in half
    assert "Four of a kind" in half


@pytest.mark.parametrize("options", [{"cover": 1}, {"cover": 1, "four": "two_pair"}, {"cover": 2}], ids=str)
def test_flexdeck_is_what_brute_force_finds(options: dict[str, object]) -> None:
    """Every choice and every card, of both players, from moments with few dominoes left."""
    game = Flexdeck(**options)
    rng = Random(6)
    looked = 0
    for state in itertools.islice(random_states(game, rng), 400):
        flips = game.max_covered * (TURN_COUNT - state.turn)
        if len(state.row) < 5 or flips > 4 or state.turn == TURN_COUNT or rng.random() < 0.85:
            continue
        unseen = [domino for domino in range(deck.SIZE) if not state.used >> domino & 1]
        few = replace(state, used=all_but(rng.sample(unseen, flips)))
        for seat in (0, 1):
            found = {line for line, can in enumerate(dice_reachable(game, game.view(few, seat), seat)) if can}
            assert found == ends_of(game, few, seat)
        looked += 1
    assert looked > 3


def ends_of(game: Flexdeck, state: FlexdeckState, seat: int) -> set[int]:
    """Slow twin: the lines that a seat's dice show at the end of this round, over all that may happen."""
    lines, seen, waiting = set(), set(), [state]
    while waiting:
        state = waiting.pop()
        (player,) = game.players_to_act(state)
        acts = [act for act, _ in game.chance_outcomes(state)] if player == CHANCE else game.covers
        for act in acts:
            after = game.apply(state, player, act)
            ended = next((event for event in after.events if isinstance(event, Compared)), None)
            if ended:
                lines.add(game.table.category_index(game.table.strength(ended.rolls[seat])))
                continue
            key = game.view(after, seat).roll(seat), after.used, after.turn, after.pending
            if key not in seen:
                seen.add(key)
                waiting.append(after)
    return lines


def test_flexdeck_what_comes_was_possible_all_along() -> None:
    """The lines that a roll can become never grow in a round, and the line that it becomes was always among them."""
    game = Flexdeck(rounds=4)
    for seed in range(10):
        could: list[list[set[int]]] = [[], []]
        for state in random_states(game, Random(seed)):
            for event in state.events:
                if isinstance(event, Compared):
                    for seat in (0, 1):
                        line = game.table.category_index(game.table.strength(event.rolls[seat]))
                        assert all(line in lines for lines in could[seat])
                        assert all(after <= before for before, after in itertools.pairwise(could[seat]))
                if isinstance(event, Gathered):
                    could = [[], []]
            for seat in (0, 1):
                found = dice_reachable(game, game.view(state, seat), seat)
                could[seat].append({line for line, can in enumerate(found) if can})


# Pai gow


def possible(text: str, wheel: str = "second") -> set[str]:
    """The lines that some fair setting of seven cards makes."""
    table = paigow_hands.hands(wheel)
    return {table.lines[line] for line in paigow_hands.legal_lines(table, paigow_hands.DECK.parse_cards(text))}


def test_paigow_two_pairs_together_or_apart() -> None:
    """5 5 9 9 K 7 2: both behind, or the fives in front; a 5 and a 9 in front leave a king behind."""
    assert possible("5c 5d 9h 9s Kd 7c 2s") == {
        "Two pair", "One pair", "High card", "One pair in front", "High card in front",
    }  # fmt: skip


def test_paigow_a_front_that_is_always_a_foul_is_out_of_reach() -> None:
    assert possible("2c 2d 4h 6s 8d Tc Qs") == {"One pair", "High card", "High card in front"}


def test_pg6_pg7_the_bug_completes_behind_and_is_an_ace_in_front() -> None:
    """The bug with K Q J 10 of diamonds is a royal flush; in front with an ace it is a pair."""
    assert possible("Jo Kd Qd Jd Td 3c 3h") == {
        "Royal flush", "One pair", "High card", "One pair in front", "High card in front",
    }  # fmt: skip
    assert "One pair in front" not in possible("Jo Ad Kh 9s 7c 5d 4c")  # aces in front, and no pair behind: a foul
    assert "Five aces" in possible("Jo Ac Ad Ah As 9d 2c")


@pytest.mark.parametrize("wheel", ["second", "lowest"])
def test_paigow_is_what_the_slow_twin_finds(wheel: str) -> None:
    """All 21 settings, their lines read from the declarations, their fouls by comparing heights."""
    back, front = load("paigow-back").declaration, load("paigow-front").declaration
    rng = Random(6)
    for number in range(40):
        bug = (paigow_hands.BUG,) * (number % 2)
        seven = (*bug, *rng.sample(range(paigow_hands.BUG), 7 - len(bug)))
        lines = set()
        for two in itertools.combinations(seven, 2):
            five = [card for card in seven if card not in two]
            behind, before = reference.category(back, five).name, reference.category(front, two).name
            if behind not in ("One pair", "High card") or by_height(two) <= by_height(five):
                lines |= {behind, f"{before} in front"}
        assert possible(paigow_hands.DECK.text_of(seven), wheel) == lines


def by_height(cards: Sequence[Card]) -> list[tuple[int, int]]:
    """Groups of equal cards, the larger first: lists that compare as hands without straights and flushes do."""
    counts = Counter(map(paigow_hands.height, cards))
    return sorted(((count, rank) for rank, count in counts.items()), reverse=True)


@pytest.mark.parametrize("form", ["casino", "home"])
def test_paigow_nothing_is_held_before_the_hands_are_set(form: str) -> None:
    game = PaiGow(players=2, form=form)
    seen: Counter[str] = Counter()
    for state in itertools.chain.from_iterable(random_states(game, Random(seed)) for seed in range(6)):
        for seat in range(game.players):
            view = game.view(state, seat)
            if len(view.hand) < 7:
                assert panel(game, state, seat) is None
                continue
            lit, half = lamps(game, state, seat, "lit"), lamps(game, state, seat, "half")
            if view.front:
                behind = [card for card in view.hand if card not in view.front]
                assert lit == [game.hands.lines[line] for line in sorted(game.hands.lines_made(view.front, behind))]
                assert half == []
            else:
                fair = paigow_hands.legal_lines(game.hands, view.hand)
                assert lit == []
                assert half == [game.hands.lines[line] for line in sorted(fair)]
            seen["set" if view.front else "to set"] += 1
    assert set(seen) == {"set", "to set"}


# The pyramid


def test_pyramid_the_brick_on_top_goes_to_the_one_whose_turn_it_is() -> None:
    """A1 and A2 with B1 on them: the player to act gets B1 and one of the others."""
    board = Board.named("8")
    a1, a2, b1 = map(board.parse, ("A1", "A2", "B1"))
    first, second = Taking(board, (a1, a2, b1), True), Taking(board, (a1, a2, b1), False)
    assert first.can(frozenset((b1, a1)))
    assert first.can(frozenset((b1, a2)))
    assert not first.can(frozenset((a1, a2)))
    assert second.can(frozenset((a1,)))
    assert not second.can(frozenset((b1,)))
    assert not second.can(frozenset((a1, a2)))


def ending(game: Pyramid, bricks: str, hands: tuple[str, ...], placers: str = "") -> PyramidState:
    """A deconstruction near its end, player 1 to take: "A1 5h, A2 6h" lie there, and these are player 1's hands.

    ``placers`` says who placed each ("1" or "2"), player 1 if it does not. Player 2 has high bricks.
    """
    spaces, placer = [EMPTY] * game.board.size, [-1] * game.board.size
    for number, text in enumerate(bricks.split(", ")):
        space, brick = text.split()
        spaces[game.board.parse(space)] = DECK.parse(brick)
        placer[game.board.parse(space)] = int(placers[number]) - 1 if placers else 0
    mine = tuple(DECK.parse_cards(hand) for hand in hands)
    used = {*spaces, *itertools.chain(*mine)}
    others = [brick for brick in reversed(range(DECK.size)) if brick not in used]
    count = PYRAMID_CARDS - sum(space != EMPTY for space in spaces) - sum(map(len, mine))
    theirs = tuple(tuple(others[start : min(start + HAND, count)]) for start in range(0, 15, HAND))
    return PyramidState(
        bricks=tuple(spaces),
        placer=tuple(placer),
        hands=(mine, theirs),
        first=0,
        turn=0,
        placed=PYRAMID_CARDS,
        down=True,
    )


def test_pyramid_known_bricks_complete_a_hand_or_not() -> None:
    """Two of four bricks are to come to A 2 3 of hearts: both hearts, both fives, or neither."""
    game = Pyramid()
    state = ending(game, "A1 5h, A2 6h, A4 5c, A5 Ts", ("Ac 2c 3c 4d 9h", "Ad 2d 3d 7d 8c", "Ah 2h 3h"))
    assert lamps(game, state, 0, "lit") == ["High card (hands 1 and 2, perhaps hand 3)"]
    assert lamps(game, state, 0, "half") == ["Flush", "One pair"]


def test_pyramid_each_hand_has_possible_lines_of_its_own() -> None:
    game = Pyramid()
    state = ending(game, "A1 4h, A2 9s", ("Ac 2c 3c 4d 9h", "Ad 2d 3d 7d", "Ah 2s 3h 5c 6c"))
    assert lamps(game, state, 0, "lit") == ["High card (hands 1 and 3, perhaps hand 2)"]
    state = ending(game, "A1 4h, A2 9s, A4 8d, A5 8s", ("Ac 2c 3c 4d 9h", "Ad 2d 3d 7d", "9d 9c 3h 3s"))
    assert lamps(game, state, 0, "half") == ["Full house (hand 3)", "Flush (hand 2)", "Two pair (hand 3)"]
    assert lamps(game, state, 0, "lit") == ["High card (hand 1, perhaps hand 2)"]


def test_pyramid_hidden_bricks_may_be_any_not_yet_seen() -> None:
    """One hidden brick for a hand that lacks one: the four of hearts, if no player has shown it."""
    game = Pyramid()
    state = ending(game, "A1 Ts, A2 6s", ("Ac 2c 3c 4d 9h", "Ad 2d 3d 7d 8c", "Ah 2h 3h 5h"), "12")
    assert "Straight flush" in lamps(game, state, 0, "half")
    shown = replace(state, hands=(state.hands[0], (*state.hands[1][:2], (*state.hands[1][2][1:], DECK.parse("4h")))))
    assert "Straight flush" not in lamps(game, shown, 0, "half")
    assert "Flush" in lamps(game, shown, 0, "half")


def remaining(game: Pyramid, count: int, rng: Random) -> PyramidState:
    """A random game down to this number of bricks in the pyramid."""
    few: PyramidState = next(
        state
        for state in random_states(game, rng)
        if state.placed == PYRAMID_CARDS and sum(brick != EMPTY for brick in state.bricks) <= count
    )
    return few


def takings(board: Board, spaces: Sequence[int], first: bool) -> frozenset[frozenset[int]]:
    """Slow twin: all that one player can have taken when no brick is left."""

    @functools.cache
    def sets(left: frozenset[int], mine: bool) -> frozenset[frozenset[int]]:
        if not left:
            return frozenset((frozenset(),))
        free = [space for space in left if not left.intersection(board.above[space])]
        return frozenset(
            some | ({space} if mine else set()) for space in free for some in sets(left - {space}, not mine)
        )

    return sets(frozenset(spaces), first)


@pytest.mark.parametrize("name", BOARDS)
def test_pyramid_what_can_be_taken_is_what_brute_force_finds(name: str) -> None:
    rng = Random(9)
    game = Pyramid(board=name)
    for _ in range(10):
        state = remaining(game, rng.randrange(2, 12), rng)
        spaces = [space for space, brick in enumerate(state.bricks) if brick != EMPTY]
        for first in (True, False):
            taking, all_sets = Taking(game.board, spaces, first), takings(game.board, spaces, first)
            for count in range(1, HAND + 1):
                some = list(itertools.combinations(spaces, count))
                for wanted in map(frozenset, rng.sample(some, min(40, len(some)))):
                    assert taking.can(wanted) == any(wanted <= taken for taken in all_sets)


def by_playing(game: Pyramid, view: PyramidView, player: int) -> list[set[int]]:
    """Slow twin: what each hand becomes, over every way the hidden bricks may lie and every way to play on."""
    table = pyramid_ranking(game.settings["ranking"])
    hidden = [space for space, brick in enumerate(view.bricks) if brick == HIDDEN]
    lines: list[set[int]] = [set() for _ in range(3)]
    for lying in itertools.permutations(stock(view, player).unseen, len(hidden)):
        bricks = list(view.bricks)
        for space, brick in zip(hidden, lying, strict=True):
            bricks[space] = brick
        state = replace(game.sample_state(view, Random(0)), bricks=tuple(bricks))
        seen, waiting = {state}, [state]
        while waiting:
            state = waiting.pop()
            if state.compared >= 0:  # complete: the hands only meet
                for hand, cards in enumerate(state.hands[player]):
                    lines[hand].add(table.category_index(table.strength(cards)))
            for seat in () if state.compared >= 0 else game.players_to_act(state):
                for act in game.legal_actions(state, seat):
                    after = replace(game.apply(state, seat, act), events=())
                    if after not in seen:
                        seen.add(after)
                        waiting.append(after)
    return lines


@pytest.mark.parametrize("options", [{}, {"board": "9-8-7-6", "memory": False, "ranking": "rarity"}], ids=str)
def test_pyramid_is_what_brute_force_finds(options: dict[str, object]) -> None:
    game = Pyramid(**options)
    rng = Random(2)
    for count in (1, 2, 2, 3, 3, 4, 4, 4) if game.memory else (1, 2, 2):
        state = remaining(game, count, rng)
        for seat in (0, 1):
            view = game.view(state, seat)
            if view.bricks.count(HIDDEN) <= 2:
                assert [set(lines) for lines in reachable(game, view, seat)] == by_playing(game, view, seat)


@pytest.mark.parametrize("options", [{}, {"memory": False, "board": "10"}, {"bricks": "fifteen"}], ids=str)
def test_pyramid_what_comes_was_possible_all_along(options: dict[str, object]) -> None:
    """The lines that a hand can become never grow, are never none, and at the end are the line that it is."""
    game = Pyramid(**options)
    for seed in range(3):
        before: list[list[frozenset[int]]] = [[], []]
        for state in random_states(game, Random(seed)):
            for seat in (0, 1):
                now = reachable(game, game.view(state, seat), seat)
                assert all(after and after <= was for was, after in zip(before[seat], now))
                before[seat] = now
        assert all(len(lines) == 1 for seat in (0, 1) for lines in before[seat])


def test_pyramid_the_panel_is_there_from_the_first_brick_to_the_last() -> None:
    game = Pyramid()
    first, *_, last = random_states(game, Random(1))
    assert len(lamps(game, first, 0, "half")) == 9
    assert lamps(game, last, 0, "half") == []
    assert 1 <= len(lamps(game, last, 0, "lit")) <= 3


@pytest.mark.parametrize("name", games.GAMES)
def test_every_lamp_of_a_table_of_hands_has_an_example(name: str) -> None:
    scene = sample(name)
    found = games.examples(games.create(name, **guide.load(name).options))
    lamps = [lamp for zone in scene.zones for lamp in lamps_of(zone)]
    ladders = {zone.id for zone in scene.zones if isinstance(zone, Lamps)}
    assert not [lamp for lamp in lamps if lamp.hand and lamp.hand not in found]
    assert all(lamp.hand for zone in scene.zones if zone.id in ladders for lamp in lamps_of(zone))
    assert bool(found) == bool(ladders)
    assert all(len(example.faces) in (2, 5) for example in found.values())
