// Two players with hands of cards that the other does not see, who play them in turn: as much as a deal of cribbage.
const CARDS = 6;
function deal() {
  const deck = [...Array(52).keys()];
  for (let at = 51; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [deck[at], deck[other]] = [deck[other], deck[at]];
  }
  return { hands: [deck.slice(0, CARDS), deck.slice(CARDS, 2 * CARDS)], played: [], scores: [0, 0], deals: 0 };
}
exports.Game = {
  name: "cards",
  setup: deal,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID }, at) => {
      const seat = Number(playerID), [card] = G.hands[seat].splice(at, 1);
      G.played.push([seat, card]);
      G.scores[seat] += card % 13;
      if (!G.hands[0].length && !G.hands[1].length) Object.assign(G, deal(), { scores: G.scores, deals: G.deals + 1 });
    },
  },
  playerView: ({ G, playerID }) => ({ ...G, hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.map(() => null))) }),
};
