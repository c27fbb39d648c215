"""The law of moments: every card that becomes public is seen, face up on the table, before the table is cleared."""

import re
from collections.abc import Iterable

from cardwright.cards import either_way_up
from cardwright.game import CHANCE, SPECTATOR, State
from cardwright.scenes import BACK, Place, Scene
from cardwright.testing.position import Position, law

WORD = re.compile(r"[^\s,:;()]+")


@law
def moments(p: Position) -> None:
    """A card that the news names, that any scene shows to a spectator, or that the rules make public, lies face up in a
    state of rest.

    In a state of rest a player is to act, or the game has ended, or it is a moment (`Game.is_moment`): these are the
    states that every interface shows. A card must be seen before chance draws it again. Where a game has no secrets,
    a card is public when chance draws it. Checked at the end, on the whole game.
    """
    if p.to_act:
        return
    states = [*(step.state for step in p.history), p.state]
    scenes = [p.build_scene(p.game, p.game.view(state, SPECTATOR)) for state in states]
    names = _Names([*scenes, *_scenes_of_seats(p)])
    public: dict[str, int] = {}  # cards that have become public since chance drew them, and at which step
    seen: set[str] = set()  # cards that have lain face up in a state of rest since then
    drawn: set[str] = set()
    for number, (state, scene) in enumerate(zip(states, scenes, strict=True)):
        faces = _open_faces(scene)
        became = faces | names.in_news(scene.news) | _public_by_rule(p, state) | (drawn if p.secrets is None else set())
        public |= {card: number for card in became if card not in public}
        seen |= faces if _rests(p, state) else set()
        drawn = _chance_words(p, number) & names.cards if number < len(p.history) else set(public)
        for card in drawn & set(public):
            p.demand(card in seen, f"{card} became public at step {public.pop(card)}, and never lay face up")
        seen -= drawn


def _scenes_of_seats(p: Position) -> list[Scene]:
    """Return some scenes of players in turn, which show cards that a spectator may never see."""
    turns = [step for step in p.history if step.player != CHANCE]
    return [p.build_scene(p.game, p.game.view(step.state, step.player)) for step in turns[::3]]


def _rests(p: Position, state: State) -> bool:
    return p.game.players_to_act(state) != (CHANCE,) or p.game.is_moment(state)


def _public_by_rule(p: Position, state: State) -> set[str]:
    return {either_way_up(word) for word in p.public(p.game, state)} if p.public else set()


def _chance_words(p: Position, number: int) -> set[str]:
    """Return the words of an action, if chance took it."""
    step = p.history[number]
    return {either_way_up(word) for word in step.words} if step.player == CHANCE else set()


def _open_faces(scene: Scene) -> set[str]:
    """Return the cards that lie face up."""
    return {_card(place) for place in scene.places if place.face is not None and place.face != BACK}


def _card(place: Place) -> str:
    assert place.face is not None
    return either_way_up(place.face.text)


class _Names:
    """The names under which cards appear in the news, taken from the places that show them."""

    def __init__(self, scenes: Iterable[Scene]) -> None:
        self.cards: set[str] = set()
        self.named: dict[str, str] = {}
        for place in {place for scene in scenes for place in scene.places}:
            if place.face is not None and place.face != BACK:
                name = place.label.partition(",")[0]
                self.cards.add(_card(place))
                self.named[place.face.text] = _card(place)
                if place.face.symbol:
                    self.named[place.face.corner + place.face.symbol] = _card(place)
                if " of " in name:
                    self.named[name] = _card(place)

    def in_news(self, news: Iterable[str]) -> set[str]:
        """Return the cards that the news names."""
        text = " ".join(news)
        cards = {self.named[word] for word in set(WORD.findall(text)) & set(self.named)}
        return cards | {card for name, card in self.named.items() if " of " in name and name in text}
