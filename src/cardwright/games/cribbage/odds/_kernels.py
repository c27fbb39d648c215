"""Fast play of cribbage: playouts of deals, values of moves, tree search, and averages of cribs.

Cards and scores are as in `cribbage._kernels`. Where larger sums are made, the function says why they fit.

- A `Deal` is played card by card: a player plays the rank of the best `Deal.outlook`, which looks one reply ahead, or a
  greedy player the rank that scores most. `record` plays deals for the table of a match; `lay_values` and `play_values`
  value the moves of a player by playing them out in *worlds*, samples of the cards that the player does not see.
  `laying_losses` and `play_losses` say how likely it is that the other holds such cards, `plays_best` whether a player
  who always plays the best outlook may.
- The tree search of `sparring`: `search` plays one world after another down a `Tree` of the moves that both see.
- The crib, for `odds.crib`: `laid_by_rank` and `crib_points` average it over all hands of the other player.
"""

import cython
import numpy as np

if cython.compiled:
    from cython.cimports.cardwright.games.cribbage import _kernels as scoring
else:
    from cardwright.games.cribbage import _kernels as scoring


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _away_places(split: cython.int) -> cython.int:
    """Return which two of six cards a way to keep four lays away, as 6 * place + place, the first one first."""
    first: cython.int = 0
    # Numbers count down: below those whose first place is this one are the pairs of the places after it.
    while split < (5 - first) * (4 - first) // 2:
        first += 1
    return 6 * first + 5 - (split - (5 - first) * (4 - first) // 2)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _rarity(loss: cython.double, factor: cython.double) -> cython.double:
    """Return (1 + loss / factor)^3: how many times less often a loose player makes a choice than the best one."""
    weight: cython.double = 1 + loss / factor
    return weight * weight * weight


@cython.cfunc
@cython.exceptval(check=False)
def _greedy_split(cards: cython.p_int) -> cython.int:
    """Return the way to keep the four of six sorted cards that count most by themselves, without flushes.

    Of equal ways it is the one with the lowest cards.
    """
    kept = cython.declare(cython.int[4])
    best: cython.int = 0
    most: cython.int = -1000
    split: cython.int = 14
    for i in range(6):
        for j in range(i + 1, 6):
            k: cython.int = 0
            total: cython.int = 0
            for rank in range(6):
                if rank != i and rank != j:
                    kept[k] = cards[rank]
                    total += min((cards[rank] >> 2) + 1, 10)
                    k += 1
            points: cython.int = 1000 * scoring.without_starter(kept) - total
            if points >= most:
                most = points
                best = split
            split -= 1
    return best


def laying_losses(
    hands: cython.const[cython.uchar][:, ::1],
    crib: cython.const[cython.double][:, ::1],
    factor: cython.double,
    out: cython.double[:, ::1],
) -> None:
    """Fill ``out`` with the evidence about the player from keeping the first four of each six cards.

    ``out[0]`` is the loss against `scoring.best_split`, ``out[1]`` the probability of this way if a way that loses x
    has the weight (1 + x / factor)^-3, and ``out[2]`` is 1 if `_greedy_split` keeps other cards.
    """
    cards = cython.declare(cython.int[6])
    ordered = cython.declare(cython.int[6])
    sums = cython.declare(cython.int[15])
    keep_values = cython.declare(cython.double[15])
    for row in range(hands.shape[0]):
        scoring.copy_six(hands[row], 0, cards)
        best: cython.int = scoring.best_split(cards, crib, sums, keep_values)
        loss: cython.double = keep_values[best] - keep_values[0]
        total: cython.double = 0
        for i in range(15):
            total += 1 / _rarity(keep_values[best] - keep_values[i], factor)
        out[0, row] = loss
        out[1, row] = 1 / (_rarity(loss, factor) * total)
        out[2, row] = not _keeps_greedily(cards, ordered)


@cython.cfunc
@cython.exceptval(check=False)
def _keeps_greedily(cards: cython.p_int, ordered: cython.p_int) -> cython.bint:
    """Return True if `_greedy_split` keeps the first four of six cards; ``ordered`` is for six numbers."""
    for i in range(6):
        k: cython.int = i
        while k > 0 and ordered[k - 1] > cards[i]:
            ordered[k] = ordered[k - 1]
            k -= 1
        ordered[k] = cards[i]
    away: cython.int = _away_places(_greedy_split(ordered))
    return ordered[away // 6] == min(cards[4], cards[5]) and ordered[away % 6] == max(cards[4], cards[5])


@cython.cfunc
@cython.exceptval(check=False)
def _chance_all_among(good_count: cython.int, count: cython.int, drawn: cython.int) -> cython.double:
    """Return the probability that ``drawn`` cards from ``count`` are all among ``good_count`` of them."""
    chance: cython.double = 1.0
    if good_count < drawn:
        return 0.0
    for i in range(drawn):
        chance *= cython.cast(cython.double, good_count - i) / (count - i)
    return chance


@cython.cfunc
def _fill_chances() -> cython.void:
    """Fill `CHANCES_ALL_AMONG`."""
    for drawn in range(5):
        for count in range(drawn, 52):
            for good_count in range(count + 1):
                CHANCES_ALL_AMONG[(drawn * 52 + count) * 52 + good_count] = _chance_all_among(good_count, count, drawn)


# `_chance_all_among`, by drawn, count and good_count
CHANCES_ALL_AMONG = cython.declare(cython.double[13520])
_fill_chances()


JACK_RANK = cython.declare(cython.int, 10)
PLAYS_GREEDILY = cython.declare(cython.int, 1)  # bits of the style of player 1, as in `odds.worlds`
LAYS_GREEDILY = cython.declare(cython.int, 2)


@cython.final
@cython.cclass
class Stakes:
    """The worth of the end of a deal to player 0, by the points that the players need before it.

    ``values[d, i, j]`` is the value for player 0, who needs i points where the other needs j, if player d deals next;
    where i or j is 0 the game is over. ``needs`` are the points that both need before the deal.
    """

    values: cython.const[cython.double][:, :, ::1]
    needs: cython.int[2]

    def __init__(self, points_needed: cython.int, other_points_needed: cython.int, values):
        if not cython.compiled:
            self.needs = [0, 0]
        self.needs[0] = points_needed
        self.needs[1] = other_points_needed
        self.values = values


@cython.final
@cython.cclass
class Deal:
    """A deal of two players: the cards that they keep, the play so far, and their scores.

    Arrays hold the data of both players, player 0 first. ``kept`` are the four cards that a player keeps, ``crib`` the
    two laid away. In the play, ``hands`` counts the cards that a player holds by rank, ``unseen`` those that a player
    does not know, ``sizes`` those that a player has left, none of a value below ``least``. ``pile`` are the ranks on
    the table, ``length`` of them, which add up to ``count``, and ``turn`` is the player to play. If ``is_greedy``,
    player 1 plays the rank that scores most at once. ``scores`` are the ``score_count`` scores of the play: points, for
    player 1 with 32 added. ``shows`` are the points of the pone's hand, the dealer's hand and the crib.
    """

    kept: cython.int[8]
    crib: cython.int[4]
    starter: cython.int
    dealer: cython.int
    hands: cython.int[26]
    unseen: cython.int[26]
    sizes: cython.int[2]
    least: cython.int[2]
    pile: cython.int[16]
    length: cython.int
    count: cython.int
    turn: cython.int
    scores: cython.int[32]
    score_count: cython.int
    shows: cython.int[3]
    is_greedy: cython.bint

    def __init__(self):
        self.is_greedy = False
        if not cython.compiled:  # else they are arrays of C
            self.kept, self.crib = [0] * 8, [0] * 4
            self.hands, self.unseen = [0] * 26, [0] * 26
            self.sizes, self.least = [0] * 2, [0] * 2
            self.pile, self.scores, self.shows = [0] * 16, [0] * 32, [0] * 3

    @cython.cfunc
    @cython.exceptval(check=False)
    def lay(self, player: cython.int, cards: cython.p_int, split: cython.int) -> cython.void:
        """Let a player keep four of six cards by a way as `scoring.best_split` numbers it, and lay two away."""
        next_place: cython.int = 4 * player
        away: cython.int = _away_places(split)
        self.crib[2 * player] = cards[away // 6]
        self.crib[2 * player + 1] = cards[away % 6]
        for place in range(6):
            if place != away // 6 and place != away % 6:
                self.kept[next_place] = cards[place]
                next_place += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def hold(self, player: cython.int, cards: cython.const[cython.uchar][::1]) -> cython.void:
        """Enter the four cards that a player keeps and the two laid away."""
        for i in range(4):
            self.kept[4 * player + i] = cython.cast(cython.int, cards[i])
        for i in range(2):
            self.crib[2 * player + i] = cython.cast(cython.int, cards[4 + i])

    @cython.cfunc
    @cython.exceptval(check=False)
    def begin(self, dealer: cython.int, starter: cython.int, history: cython.const[cython.int][::1]) -> cython.void:
        """Begin the play with four cards each and play the ranks of ``history``, whose scores are left out."""
        self.dealer = dealer
        self.starter = starter
        for player in range(2):
            self._reset_cards(player)
            self.sizes[player] = 4
            self.least[player] = 1
        self.length = 0
        self.count = 0
        self.turn = 1 - dealer
        for i in range(history.shape[0]):
            self.score_count = 0
            self.play(history[i])
        self.score_count = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _reset_cards(self, player: cython.int) -> cython.void:
        """Enter a player's four cards, and as unseen all but those, the two laid away and the starter."""
        first: cython.int = 13 * player
        rank: cython.int
        for rank in range(13):
            self.hands[first + rank] = 0
            self.unseen[first + rank] = 4
        self.unseen[first + (self.starter >> 2)] -= 1
        for i in range(4):
            rank = self.kept[4 * player + i] >> 2
            self.hands[first + rank] += 1
            self.unseen[first + rank] -= 1
        for i in range(2):
            self.unseen[first + (self.crib[2 * player + i] >> 2)] -= 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def legal_ranks(self, player: cython.int) -> cython.int:
        """Return the mask of the ranks that a player holds and that can be played to the count."""
        legal: cython.int = 0
        for rank in range(13):
            if self.hands[13 * player + rank] and self.count + min(rank + 1, 10) <= 31:
                legal |= 1 << rank
        return legal

    @cython.cfunc
    @cython.exceptval(check=False)
    def outlook(self, played: cython.int) -> cython.double:
        """Value a rank for the player to play: its points, less the best reply expected, plus the chance of a go.

        The other's cards are drawn from those that the player does not know. The twin of `bot.peggings`.
        """
        replies = cython.declare(cython.int[20])
        first: cython.int = 13 * self.turn
        other_count: cython.int = self.sizes[1 - self.turn]
        min_value: cython.int = self.least[1 - self.turn]
        size: cython.int = self.length + 1
        count: cython.int = self.count + min(played + 1, 10)
        points: cython.int
        unseen_count: cython.int = 0
        playable_count: cython.int = 0
        chance_before: cython.double = 1.0
        self.pile[self.length] = played
        value: cython.double = scoring.pegging_points(self.pile, size, count)
        if other_count == 0 or count == 31:
            return value
        for points in range(20):
            replies[points] = 0
        for rank in range(13):
            card_count: cython.int = self.unseen[first + rank]
            if card_count > 0 and min(rank + 1, 10) >= min_value:
                unseen_count += card_count
                if count + min(rank + 1, 10) <= 31:
                    playable_count += card_count
                    points = count + min(rank + 1, 10)
                    if rank == played or (size > 1 and -size <= rank - played <= size):  # else no pair and no run
                        self.pile[size] = rank
                        points = scoring.pegging_points(self.pile, size + 1, points)
                    else:
                        points = 2 if points == 15 or points == 31 else 0
                    replies[points] += card_count
        if unseen_count < other_count:
            return value
        chances: cython.int = (other_count * 52 + unseen_count) * 52
        card_count = 0
        for points in range(19, 0, -1):
            if replies[points]:
                card_count += replies[points]
                chance_after: cython.double = CHANCES_ALL_AMONG[chances + unseen_count - card_count]
                value -= points * (chance_before - chance_after)
                chance_before = chance_after
        return value + CHANCES_ALL_AMONG[chances + unseen_count - playable_count]

    @cython.cfunc
    @cython.exceptval(check=False)
    def best_rank(self) -> cython.int:
        """Return the rank that the player to play would play: that of the best `outlook`, of equals the highest."""
        best: cython.int = -1
        highest: cython.double = -1000.0
        legal: cython.int = self.legal_ranks(self.turn)
        if self.is_greedy and self.turn:
            return self.greedy_rank(legal)
        for rank in range(12, -1, -1):
            if legal >> rank & 1:
                if not legal & (legal - 1):  # no other can be played
                    return rank
                value: cython.double = self.outlook(rank)
                if value > highest + 1e-9:
                    highest = value
                    best = rank
        return best

    @cython.cfunc
    @cython.exceptval(check=False)
    def greedy_rank(self, legal: cython.int) -> cython.int:
        """Return the rank of a mask that scores most now; of equals the highest."""
        best: cython.int = -1
        most: cython.int = -1
        for rank in range(12, -1, -1):
            if legal >> rank & 1:
                self.pile[self.length] = rank
                points: cython.int = scoring.pegging_points(self.pile, self.length + 1, self.count + min(rank + 1, 10))
                if points > most:
                    most = points
                    best = rank
        return best

    @cython.cfunc
    @cython.exceptval(check=False)
    def score(self, player: cython.int, points: cython.int) -> cython.void:
        """Record a score of a player."""
        self.scores[self.score_count] = points + 32 * player
        self.score_count += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def play(self, rank: cython.int) -> cython.void:
        """Play a rank, and go on to the next choice."""
        turn: cython.int = self.turn
        other: cython.int = 1 - turn
        self.pile[self.length] = rank
        self.length += 1
        self.count += min(rank + 1, 10)
        self.hands[13 * turn + rank] -= 1
        self.sizes[turn] -= 1
        self.unseen[13 * other + rank] -= 1
        points: cython.int = scoring.pegging_points(self.pile, self.length, self.count)
        if points:
            self.score(turn, points)
        if self.count < 31:
            if self.legal_ranks(other):
                self.turn = other
                return
            if self.sizes[other]:
                self.least[other] = max(self.least[other], 32 - self.count)
            if self.legal_ranks(turn):
                return
            if self.sizes[turn]:
                self.least[turn] = max(self.least[turn], 32 - self.count)
            self.score(turn, 1)
        self.length = 0
        self.count = 0
        if self.sizes[other]:
            self.turn = other

    @cython.cfunc
    @cython.exceptval(check=False)
    def play_out(self) -> cython.void:
        """Play the cards of both hands to the end, each by `best_rank`."""
        while self.sizes[0] + self.sizes[1] > 0:
            self.play(self.best_rank())

    @cython.cfunc
    @cython.exceptval(check=False)
    def show(self) -> cython.void:
        """Count both hands and the crib with the starter."""
        self.shows[1 - self.dealer] = scoring.hand_points(self.kept, 0, self.starter, 0)
        self.shows[self.dealer] = scoring.hand_points(self.kept, 4, self.starter, 0)
        self.shows[2] = scoring.hand_points(self.crib, 0, self.starter, 1)

    @cython.cfunc
    @cython.exceptval(check=False)
    def value(self, stakes: Stakes, heels: cython.int) -> cython.double:
        """Return the value of the deal for player 0.

        They count in the order of the rules: heels (if so, the dealer has two points for the starter), the play, the
        pone's hand, the dealer's hand and crib.
        """
        needs = cython.declare(cython.int[2])
        ended: cython.bint = False
        needs[0] = stakes.needs[0]
        needs[1] = stakes.needs[1]
        if heels:
            needs[self.dealer] -= 2
            ended = needs[self.dealer] <= 0
        for i in range(self.score_count):
            if ended:
                break
            player: cython.int = self.scores[i] >> 5
            needs[player] -= self.scores[i] & 31
            ended = needs[player] <= 0
        for i in range(3):
            if ended:
                break
            player = self.dealer if i else 1 - self.dealer
            needs[player] -= self.shows[i]
            ended = needs[player] <= 0
        return stakes.values[1 - self.dealer, max(needs[0], 0), max(needs[1], 0)]


def record(
    deals: cython.const[cython.uchar][:, ::1],
    own: cython.const[cython.double][:, ::1],
    others: cython.const[cython.double][:, ::1],
    totals: cython.longlong[:, ::1],
    dealer_first: cython.longlong[:, ::1],
    pone_first: cython.longlong[:, ::1],
) -> None:
    """Play deals and count what both players score, and in which order.

    A row is the pone's six cards, the dealer's six and the starter; both lay away by `scoring.best_split` and play by
    `Deal.outlook`. ``totals[d, p]`` counts deals in which the dealer scores d and the pone p; ``dealer_first[i, q]``
    those where the dealer comes to i points, or passes i, when the pone has q; ``pone_first`` the same of the pone.
    """
    no_history: cython.const[cython.int][::1] = np.zeros(0, np.int32)
    deal: Deal = Deal()
    cards = cython.declare(cython.int[6])
    sums = cython.declare(cython.int[15])
    keep_values = cython.declare(cython.double[15])
    points_so_far = cython.declare(cython.int[2])
    player: cython.int
    for row in range(deals.shape[0]):
        for player in range(2):
            scoring.copy_six(deals[row], 6 * player, cards)
            i: cython.int = scoring.best_split(cards, own if player else others, sums, keep_values)
            deal.lay(player, cards, i)
            points_so_far[player] = 0
        deal.begin(1, cython.cast(cython.int, deals[row, 12]), no_history)  # the pone is player 0
        if deal.starter >> 2 == JACK_RANK:
            deal.score(1, 2)
        deal.play_out()
        deal.show()
        for i in range(3):
            deal.score(min(i, 1), deal.shows[i])
        for i in range(deal.score_count):
            player = deal.scores[i] >> 5
            for _ in range(deal.scores[i] & 31):
                points_so_far[player] += 1
                if player:
                    dealer_first[points_so_far[1], points_so_far[0]] += 1
                else:
                    pone_first[points_so_far[0], points_so_far[1]] += 1
        totals[points_so_far[1], points_so_far[0]] += 1


def lay_values(
    own_cards: cython.const[cython.uchar][::1],
    dealer: cython.int,
    worlds: cython.const[cython.uchar][:, ::1],
    styles: cython.const[cython.uchar][::1],
    crib_table: cython.const[cython.double][:, ::1],
    stakes: Stakes,
    splits: cython.const[cython.int][::1],
    out: cython.double[:, :, ::1],
) -> None:
    """Fill ``out`` with the results of each of some ways to lay away in each world: `Deal.value`, then points.

    A world is the six cards of the other, who lays away by ``crib_table``, and a starter that both see in the play.
    ``styles`` are bits of each world: if `LAYS_GREEDILY` the other keeps `_greedy_split`, if `PLAYS_GREEDILY` it plays
    `Deal.greedy_rank`. The show is counted with each of the 40 starters, and the value is the mean. ``dealer`` is 0 for
    this player, else 1. After the value come the points pegged, the other's, the crib's, and those of the other's hand.
    """
    no_history: cython.const[cython.int][::1] = np.zeros(0, np.int32)
    deal: Deal = Deal()
    cards = cython.declare(cython.int[6])
    other_cards = cython.declare(cython.int[6])
    sums = cython.declare(cython.int[15])
    keep_values = cython.declare(cython.double[15])
    own_hand = cython.declare(cython.int[52])
    others_hand = cython.declare(cython.int[52])
    cribs = cython.declare(cython.int[52])
    one: cython.ulonglong = 1
    scoring.copy_six(own_cards, 0, cards)
    for row in range(worlds.shape[0]):
        dealt_cards: cython.ulonglong = 0
        scoring.copy_six(worlds[row], 0, other_cards)
        for i in range(6):
            dealt_cards |= (one << other_cards[i]) | (one << cards[i])
        split: cython.int
        if styles[row] & LAYS_GREEDILY:
            split = _greedy_split(other_cards)
        else:
            split = scoring.best_split(other_cards, crib_table, sums, keep_values)
        deal.lay(1, other_cards, split)
        deal.is_greedy = (styles[row] & PLAYS_GREEDILY) != 0
        scoring.points_by_starter(deal.kept, 4, 0, others_hand)
        for split_index in range(splits.shape[0]):
            deal.lay(0, cards, splits[split_index])
            deal.begin(dealer, cython.cast(cython.int, worlds[row, 6]), no_history)
            deal.play_out()
            for i in range(1, 5):
                out[row, split_index, i] = 0
            for i in range(deal.score_count):
                out[row, split_index, 1 + (deal.scores[i] >> 5)] += deal.scores[i] & 31
            value: cython.double = 0
            scoring.points_by_starter(deal.kept, 0, 0, own_hand)
            scoring.points_by_starter(deal.crib, 0, 1, cribs)
            for starter in range(52):
                if dealt_cards >> starter & 1:
                    continue
                deal.shows[1 - dealer] = own_hand[starter]
                deal.shows[dealer] = others_hand[starter]
                deal.shows[2] = cribs[starter]
                out[row, split_index, 3] += deal.shows[2] / 40.0
                out[row, split_index, 4] += others_hand[starter] / 40.0
                value += deal.value(stakes, starter >> 2 == JACK_RANK)
            out[row, split_index, 0] = value / 40.0


def play_values(
    own_cards: cython.const[cython.uchar][::1],
    dealer: cython.int,
    starter: cython.int,
    worlds: cython.const[cython.uchar][:, ::1],
    styles: cython.const[cython.uchar][::1],
    history: cython.const[cython.int][::1],
    scored_count: cython.int,
    stakes: Stakes,
    firsts: cython.const[cython.int][::1],
    out: cython.double[:, :, ::1],
    replies: cython.longlong[:, ::1],
) -> None:
    """Fill ``out`` with the results in each world of playing each of some ranks next, or the best one (-1).

    They are the `Deal.value`, then the points pegged from now on, and those that the other pegs.

    A rank that cannot be played is left out. ``own_cards`` are the four cards kept and the two laid away; a world is
    the same of the other. ``history`` are the ranks played before by both; the points of the first ``scored_count`` of
    them are counted already. ``dealer`` is 0 if it is this player, else 1. ``styles`` are as for `lay_values`.
    ``replies`` are the ranks that the other plays until this player's next turn, plus 1, as digits of base 14: at most
    four of them.
    """
    deal: Deal = Deal()
    scored: cython.const[cython.int][::1] = history[:scored_count]
    deal.hold(0, own_cards)
    for row in range(worlds.shape[0]):
        deal.hold(1, worlds[row])
        deal.is_greedy = (styles[row] & PLAYS_GREEDILY) != 0
        for first in range(firsts.shape[0]):
            deal.begin(dealer, starter, scored)
            if first == 0:
                deal.show()
            for i in range(scored_count, history.shape[0]):
                deal.play(history[i])
            code: cython.longlong = 0
            if firsts[first] >= 0:
                if not deal.legal_ranks(0) >> firsts[first] & 1:
                    continue
                deal.play(firsts[first])
                while deal.turn == 1 and deal.sizes[1] > 0:
                    reply: cython.int = deal.best_rank()
                    code = 14 * code + reply + 1
                    deal.play(reply)
            replies[row, first] = code
            deal.play_out()
            out[row, first, 0] = deal.value(stakes, 0)
            out[row, first, 1] = 0
            out[row, first, 2] = 0
            for i in range(deal.score_count):
                out[row, first, 1 + (deal.scores[i] >> 5)] += deal.scores[i] & 31


def play_losses(
    own_cards: cython.const[cython.uchar][::1],
    dealer: cython.int,
    starter: cython.int,
    worlds: cython.const[cython.uchar][:, ::1],
    history: cython.const[cython.int][::1],
    factor: cython.double,
    out: cython.double[:, ::1],
) -> None:
    """Fill ``out`` with the evidence about the other player, in each world, from its plays where it had a choice.

    ``out[0]`` is their loss against the best `Deal.outlook`, ``out[1]`` the product of their probabilities if a play
    that loses x has the weight (1 + x / factor)^-3. ``out[2]`` counts the plays other than the best outlook, ``out[3]``
    those other than `Deal.greedy_rank`, and ``out[4]`` all. ``own_cards`` are the four cards kept and the two laid
    away, ``worlds`` the same of the other; ``dealer`` is 0 if it is this player, else 1.
    """
    deal: Deal = Deal()
    no_history: cython.const[cython.int][::1] = np.zeros(0, np.int32)
    outlooks = cython.declare(cython.double[13])
    deal.hold(0, own_cards)
    for row in range(worlds.shape[0]):
        for i in range(5):
            out[i, row] = i == 1
        deal.hold(1, worlds[row])
        deal.begin(dealer, starter, no_history)
        for i in range(history.shape[0]):
            legal: cython.int = deal.legal_ranks(1) if deal.turn else 0
            if legal & (legal - 1):
                highest: cython.double = -1000.0
                total: cython.double = 0
                for rank in range(13):
                    if legal >> rank & 1:
                        outlooks[rank] = deal.outlook(rank)
                        highest = max(highest, outlooks[rank])
                for rank in range(13):
                    if legal >> rank & 1:
                        total += 1 / _rarity(highest - outlooks[rank], factor)
                loss: cython.double = highest - outlooks[history[i]]
                out[0, row] += loss
                out[1, row] /= _rarity(loss, factor) * total
                out[2, row] += loss > 1e-9
                out[3, row] += deal.greedy_rank(legal) != history[i]
                out[4, row] += 1
            deal.play(history[i])


def plays_best(
    own_cards: cython.const[cython.uchar][::1],
    dealer: cython.int,
    starter: cython.int,
    worlds: cython.const[cython.uchar][:, ::1],
    history: cython.const[cython.int][::1],
    out: cython.uchar[::1],
) -> None:
    """Fill ``out`` with 1 for each world in which all that the other played is `Deal.best_rank`, else with 0.

    For the arguments see `play_losses`.
    """
    deal: Deal = Deal()
    no_history: cython.const[cython.int][::1] = np.zeros(0, np.int32)
    deal.hold(0, own_cards)
    for row in range(worlds.shape[0]):
        out[row] = 1
        deal.hold(1, worlds[row])
        deal.begin(dealer, starter, no_history)
        for i in range(history.shape[0]):
            if deal.turn and deal.best_rank() != history[i]:
                out[row] = 0
                break
            deal.play(history[i])


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _random(state: cython.ulonglong) -> cython.ulonglong:
    """Return the next state of a xorshift64 generator (Marsaglia 2003)."""
    state ^= (state << 13) & 0xFFFFFFFFFFFFFFFF
    state ^= state >> 7
    state ^= (state << 17) & 0xFFFFFFFFFFFFFFFF
    return state


@cython.cfunc
@cython.exceptval(check=False)
def _random_action(legal: cython.int, state: cython.ulonglong) -> cython.int:
    """Return one of the actions in a mask, at random."""
    count: cython.int = 0
    for action in range(15):
        count += legal >> action & 1
    count = cython.cast(cython.int, (state >> 11) % cython.cast(cython.ulonglong, count))
    for action in range(15):
        if legal >> action & 1:
            if count == 0:
                return action
            count -= 1
    return -1


@cython.final
@cython.cclass
class Tree:
    """The tree of a search: at each of its ``count`` nodes one player chooses an action.

    ``visits`` counts the walks through a node, ``totals`` sums their values for player 0, ``offered`` counts how often
    it could be chosen, and ``children[node, action]`` is -1 where there is no child yet. ``logs[n]`` is the logarithm
    of n, and ``explore`` weighs exploration. A walk has come to ``node``; ``is_new`` if it was made by this walk.
    """

    children: cython.int[:, ::1]
    visits: cython.int[::1]
    offered: cython.int[::1]
    totals: cython.double[::1]
    logs: cython.const[cython.double][::1]
    count: cython.int
    explore: cython.double
    node: cython.int
    is_new: cython.bint

    def __init__(self, max_nodes: cython.int):
        self.children = np.full((max_nodes, 15), -1, np.int32)
        self.visits, self.offered = np.zeros((2, max_nodes), np.int32)
        self.totals = np.zeros(max_nodes)
        self.logs = np.log(np.maximum(np.arange(max_nodes), 1))
        self.count = 1
        self.explore = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def choose_action(self, legal: cython.int, sign: cython.int, state: cython.ulonglong) -> cython.int:
        """Return an action of a mask, and go to its node: an untried one at random, else that of the highest UCB1.

        ``sign`` is -1 where player 1 chooses.
        """
        untried: cython.int = 0
        best: cython.int = -1
        highest: cython.double = -1e9
        for action in range(15):
            if legal >> action & 1:
                child: cython.int = self.children[self.node, action]
                if child < 0:
                    untried |= 1 << action
                    continue
                self.offered[child] += 1
                bound: cython.double = sign * self.totals[child] / self.visits[child]
                bound += self.explore * (self.logs[self.offered[child]] / self.visits[child]) ** 0.5
                if bound > highest:
                    highest = bound
                    best = action
        if untried:
            best = _random_action(untried, state)
            self.children[self.node, best] = self.count
            self.offered[self.count] = 1
            self.count += 1
            self.is_new = True
        self.node = self.children[self.node, best]
        return best


def search(
    own_cards: cython.const[cython.uchar][::1],
    dealer: cython.int,
    worlds: cython.const[cython.uchar][:, ::1],
    history: cython.const[cython.int][::1],
    lays: cython.int,
    crib_table: cython.const[cython.double][:, ::1],
    stakes: Stakes,
    factor: cython.double,
    seed: cython.ulonglong,
) -> list[int]:
    """Search a tree of the moves that both players see, one iteration a world; return the visits of each choice.

    A world is the six cards of the other, in the play the four kept first, and the starter. If ``lays``, the first
    choice is a way to lay away, and the other lays away by ``crib_table``; all others are ranks. From a new node on the
    cards are played at random, and the end is valued by `Deal.value`. ``factor`` times the spread of these values
    weighs exploration. A choice that cannot be made has -1 visits.
    """
    deal: Deal = Deal()
    tree: Tree = Tree(worlds.shape[0] + 1)
    cards = cython.declare(cython.int[6])
    other_cards = cython.declare(cython.int[6])
    sums = cython.declare(cython.int[15])
    keep_values = cython.declare(cython.double[15])
    path = cython.declare(cython.int[12])
    low: cython.double = 1e9
    high: cython.double = -1e9
    value: cython.double
    scoring.copy_six(own_cards, 0, cards)
    deal.hold(0, own_cards)
    for row in range(worlds.shape[0]):
        tree.explore = factor * (high - low) if high > low else 0.0
        tree.node = 0
        tree.is_new = False
        path[0] = 0
        depth: cython.int = 1
        if lays:
            scoring.copy_six(worlds[row], 0, other_cards)
            seed = _random(seed)
            deal.lay(0, cards, tree.choose_action(0x7FFF, 1, seed))
            deal.lay(1, other_cards, scoring.best_split(other_cards, crib_table, sums, keep_values))
            path[1] = tree.node
            depth = 2
        else:
            deal.hold(1, worlds[row])
        deal.begin(dealer, cython.cast(cython.int, worlds[row, 6]), history)
        while deal.sizes[0] + deal.sizes[1] > 0:
            seed = _random(seed)
            if tree.is_new:
                action: cython.int = _random_action(deal.legal_ranks(deal.turn), seed)
            else:
                action = tree.choose_action(deal.legal_ranks(deal.turn), -1 if deal.turn else 1, seed)
                path[depth] = tree.node
                depth += 1
            deal.play(action)
        deal.show()
        value = deal.value(stakes, deal.starter >> 2 == JACK_RANK if lays else 0)
        low = min(low, value)
        high = max(high, value)
        for i in range(depth):
            tree.visits[path[i]] += 1
            tree.totals[path[i]] += value
    return [tree.visits[tree.children[0, i]] if tree.children[0, i] >= 0 else -1 for i in range(15)]


@cython.cfunc
@cython.exceptval(check=False)
def _binomial(n: cython.int, k: cython.int) -> cython.longlong:
    """Return the number of ways to choose up to four of few cards."""
    ways: cython.longlong = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


@cython.cfunc
@cython.exceptval(check=False)
def _laid_away_by_rank(
    ranks: cython.p_int, deck: cython.const[cython.int][::1], crib: cython.const[cython.double][:, ::1]
) -> cython.int:
    """Return the two of six ranks with the best mean by ``crib`` to lay away, as 6 * place + place."""
    cards_left = cython.declare(cython.int[13])
    kept = cython.declare(cython.int[4])
    cards: cython.int = 0
    places: cython.int = 0
    best: cython.double = -1000.0
    for rank in range(13):
        cards_left[rank] = deck[rank]
        cards += deck[rank]
    for i in range(6):
        cards_left[ranks[i]] -= 1
    for i in range(6):
        for j in range(i + 1, 6):
            k: cython.int = 0
            for rank in range(6):
                if rank != i and rank != j:
                    kept[k] = ranks[rank]
                    k += 1
            total: cython.double = scoring.sum_by_ranks(kept, cards_left)
            value: cython.double = total / (cards - 6) + crib[ranks[i], ranks[j]]
            if value > best + 1e-9:
                best = value
                places = 6 * i + j
    return places


@cython.cfunc
@cython.exceptval(check=False)
def _next_ranks(ranks: cython.p_int) -> cython.bint:
    """Go on to the next six ranks, in ascending order; return False after the last."""
    place: cython.int = 5
    while place >= 0 and ranks[place] == 12:
        place -= 1
    if place < 0:
        return False
    rank: cython.int = ranks[place] + 1
    while place < 6:
        ranks[place] = rank
        place += 1
    return True


def laid_by_rank(
    unseen: cython.const[cython.uchar][::1],
    deck: cython.const[cython.int][::1],
    crib: cython.const[cython.double][:, ::1],
    out: cython.longlong[:, :, ::1],
) -> None:
    """Add to ``out[a, b, c]`` 144 times the number of hands without card c that lay away cards a < b.

    A hand is any six of the ``unseen`` cards, and its ranks decide which cards it lays away: of equal ranks all are
    equally likely. The player expects the rest of a deck with ``deck`` cards of each rank. No sum overflows: 144 times
    the 9,366,819 hands of 46 cards.
    """
    ranks = cython.declare(cython.int[6])
    unseen_counts = cython.declare(cython.int[13])
    kept = cython.declare(cython.int[13])
    laid = cython.declare(cython.int[13])
    card_count: cython.int = cython.cast(cython.int, unseen.shape[0])
    i: cython.int
    rank: cython.int
    for rank in range(13):
        unseen_counts[rank] = 0
    for i in range(card_count):
        unseen_counts[unseen[i] >> 2] += 1
    for i in range(6):
        ranks[i] = 0
    while True:
        for rank in range(13):
            kept[rank] = 0
            laid[rank] = 0
        for i in range(6):
            kept[ranks[i]] += 1
        is_possible: cython.bint = True
        for rank in range(13):
            if kept[rank] > unseen_counts[rank]:
                is_possible = False
        if is_possible:
            place: cython.int = _laid_away_by_rank(ranks, deck, crib)
            weight: cython.longlong = 144
            laid[ranks[place // 6]] += 1
            laid[ranks[place % 6]] += 1
            for rank in range(13):
                weight //= _binomial(kept[rank], laid[rank])
                kept[rank] -= laid[rank]
            for rank in range(13):
                weight *= _binomial(unseen_counts[rank] - laid[rank], kept[rank])
            for i in range(card_count):
                a: cython.int = cython.cast(cython.int, unseen[i])
                if a >> 2 != ranks[place // 6]:
                    continue
                for j in range(card_count):
                    b: cython.int = cython.cast(cython.int, unseen[j])
                    if b >> 2 != ranks[place % 6] or (b >> 2 == a >> 2 and b <= a):
                        continue
                    for k in range(card_count):
                        c: cython.int = cython.cast(cython.int, unseen[k])
                        if c in (a, b):
                            continue
                        left: cython.int = unseen_counts[c >> 2] - laid[c >> 2]
                        out[a, b, c] += weight * (left - kept[c >> 2]) // left
        if not _next_ranks(ranks):
            return


def crib_points(
    own_cards: cython.int,
    others: cython.int,
    weights: cython.const[cython.longlong][:, :, ::1],
    out: cython.longlong[::1],
) -> None:
    """Add to ``out`` the weights of the other's cards in the crib, with every starter, and the crib's points."""
    crib = cython.declare(cython.int[4])
    points = cython.declare(cython.int[52])
    crib[0] = own_cards
    crib[1] = others
    for a in range(52):
        for b in range(a + 1, 52):
            crib[2] = a
            crib[3] = b
            scoring.points_by_starter(crib, 0, 1, points)
            for c in range(52):
                out[0] += weights[a, b, c]
                out[1] += weights[a, b, c] * points[c]
