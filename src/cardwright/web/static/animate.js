// Animations: cards that are dealt, turned up, moved and swept off, pegs that walk, chips that are paid, and the end of
// a game.
"use strict";
(() => {
  const { root, calm } = window.cardwright;
  const box = (one) => one.getBoundingClientRect();

  // Where each card lies, by its face; which places show none, and which of them a back; where new cards come from: the
  // pile, or else the far side of the table; the pegs. Nothing where motion is reduced.
  function positions() {
    const found = new Map();
    if (calm.matches) return found;
    found.backs = new Set();
    for (const place of document.querySelectorAll("#zones .place[id]:not([data-face])")) {
      found.set(place.id, null);
      if (place.querySelector(".back")) found.backs.add(place.id);
    }
    const source = document.querySelector("#zones .pile .place, #area-others:not([hidden])");
    if (source?.offsetParent) found.set("source", box(source));
    found.cards = [...document.querySelectorAll("#zones [data-face]")].map((place) => ({ place: place.cloneNode(true), box: box(place), drawn: box(place.querySelector(".art") ?? place) }));
    for (const { place, box } of found.cards) found.set(place.dataset.face, box);
    found.chips = chips();
    found.pegs = pegs();
    return found;
  }

  // A card that is seen in another place than before moves there; new ones come from where cards come from, one after
  // the other; one that is turned up, or put where there was an empty place, turns there.
  const MOVE_MS = 150, DEAL_MS = 150; // the way of one card, and within which all leave the pile
  let glides = 0;
  function glide(before) {
    if (calm.matches || !before.size) return;
    const moving = [], dealt = [];
    for (const place of document.querySelectorAll("[data-face], #zones .place[id]:not([data-face])")) {
      const is_new = place.dataset.face ? !before.has(place.dataset.face) : place.querySelector(".back") && !before.backs.has(place.id);
      const from = before.get(place.dataset.face) || (is_new && !before.has(place.id) && before.get("source"));
      const to = box(place);
      if (from && (Math.abs(from.x - to.x) >= 4 || Math.abs(from.y - to.y) >= 4)) {
        (is_new ? dealt : moving).push({ place, from, to });
      } else if (is_new) {
        place.querySelector(".art")?.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { duration: MOVE_MS, easing: "ease-out" });
      }
    }
    const all = [...moving.map((each) => fly(each)), ...dealt.map((each, at) => fly(each, DEAL_MS * at / dealt.length))];
    // A card on its way over the edge must not make the page wider.
    const latest = ++glides;
    root.classList.toggle("gliding", all.length > 0);
    Promise.allSettled(all).then(() => latest === glides && root.classList.remove("gliding"));
    walk(before.pegs);
  }

  function fly({ place, from, to }, delay = 0) {
    const scale = place.currentCSSZoom || 1;
    return place.animate([{ transform: `translate(${(from.x - to.x) / scale}px, ${(from.y - to.y) / scale}px)` }, { transform: "none" }],
      { duration: MOVE_MS, delay, easing: "ease-out", fill: "backwards" }).finished;
  }

  // Who comes to a table sees it dealt.
  function deal() {
    const before = positions(), source = before.get("source");
    before.clear();
    if (!source || performance.getEntriesByType("navigation")[0].type !== "navigate") return;
    before.backs.clear();
    before.set("source", source);
    glide(before);
  }

  // The pegs of each player, by the class of their seat: the first and the one behind it, which may be in one hole.
  function pegs() {
    const found = new Map();
    for (const peg of document.querySelectorAll("#zones .peg")) {
      const seat = peg.classList[2], at = new DOMPoint(peg.cx.baseVal.value, peg.cy.baseVal.value);
      if (!found.has(seat)) found.set(seat, {});
      found.get(seat)[peg.classList[1]] = { peg, at };
    }
    return found;
  }

  // A peg walks along its track, from where the one behind stood, in steps of a hole.
  const HOLE = 9.4, STEP_MS = 45, WALK_MS = 700;
  function walk(before) {
    for (const [seat, { front }] of pegs()) {
      const last = before.get(seat), from = (last?.back ?? last?.front)?.at;
      const has_moved = last?.front && (last.front.at.x !== front.at.x || last.front.at.y !== front.at.y);
      const track = has_moved && document.querySelector(`#zones .track.${seat}`);
      if (!track) continue;
      const points = Array.from({ length: Math.ceil(track.getTotalLength() / HOLE) + 1 }, (_, at) => track.getPointAtLength(at * HOLE));
      const nearest = (to) => points.reduce((best, point, at) => (far(point, to) < far(points[best], to) ? at : best), 0);
      const way = points.slice(nearest(from) + 1, nearest(front.at));
      const frames = [from, ...way, front.at].map(({ x, y }) => ({ transform: `translate(${x - front.at.x}px, ${y - front.at.y}px)` }));
      front.peg.animate(frames, { duration: Math.min(STEP_MS * frames.length, WALK_MS), easing: "ease-in-out" });
    }
  }
  const far = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

  // The chips of a table, by the id of what has them: a zone, where they lie in the "open" or are a "bet", or a "seat".
  function chips() {
    const found = new Map();
    for (const zone of document.querySelectorAll("#zones .zone")) {
      const drawn = [...zone.querySelectorAll(".stacks")].map((stacks) => ({ stacks: stacks.cloneNode(true), box: stacks.getBoundingClientRect() }));
      const amount = drawn.reduce((sum, { stacks }) => sum + Number(stacks.dataset.amount), 0);
      if (drawn.length) found.set(zone.id, { kind: zone.matches(".chips") ? "open" : "bet", amount, drawn, box: drawn[0].box });
    }
    for (const seat of document.querySelectorAll(".seat[id]")) {
      const amount = parseInt(seat.querySelector(".score")?.textContent.replaceAll(",", "")) || 0;
      found.set(seat.id, { kind: "seat", amount, drawn: [], box: seat.getBoundingClientRect() });
    }
    return found;
  }

  // Chips that were paid move: from a player to their bet, from the bets to the pot, from the pot to who won it.
  function payments(before, after) {
    const gained = [...after].filter(([id, { amount }]) => amount > (before.get(id)?.amount ?? 0)).map(([, holder]) => holder);
    const of_kind = (kind) => gained.filter((holder) => holder.kind === kind);
    const payees = of_kind("open").length ? of_kind("open") : of_kind("seat");
    const paid = [];
    for (const [id, holder] of before) {
      const left = after.get(id)?.amount ?? 0;
      if (holder.kind === "seat" || left >= holder.amount) continue;
      for (const payee of payees) paid.push(...(left && payee.drawn.length ? payee : holder).drawn.map(({ stacks, box: { width, height } }) => ({ node: stacks.cloneNode(true), box: { x: holder.box.x, y: holder.box.y, width, height }, to: payee.box })));
    }
    return paid;
  }

  // A bet comes from its player.
  function bet(before, after) {
    for (const [id, { kind, amount }] of after) {
      const zone = kind === "bet" && amount > (before.get(id)?.amount ?? 0) && document.getElementById(id);
      const from = zone && zone.closest(".slot").querySelector(".seat")?.getBoundingClientRect();
      for (const stacks of from ? zone.querySelectorAll(".stacks") : []) {
        const to = stacks.getBoundingClientRect();
        stacks.animate([{ transform: `translate(${from.x + from.width / 2 - to.x - to.width / 2}px, ${from.y - to.y}px)`, opacity: 0.4 }, { transform: "none" }], { duration: SWEEP_MS, easing: "ease-out" });
      }
    }
  }

  // Several cards that are gone at once, as when a trick or a board is cleared, slide off: to the pile, or to the far side.
  const SWEPT_MIN = 2, SWEEP_MS = 240, PAY_MS = 420;
  function sweep(before) {
    document.getElementById("swept")?.remove();
    const felt = document.getElementById("zones")?.getBoundingClientRect();
    if (calm.matches || !felt) return;
    const after = chips();
    bet(before.chips, after);
    const lying = new Set([...document.querySelectorAll("[data-face]")].map((place) => place.dataset.face));
    const gone = before.cards.filter(({ place }) => !lying.has(place.dataset.face));
    const to = before.get("source") ?? { x: felt.x, y: felt.y, width: felt.width, height: 0 };
    const leaving = gone.length < SWEPT_MIN ? [] : gone.map(({ place, drawn }) => ({ node: place, box: drawn, to, end: { scale: 0.6, opacity: 0 } }));
    move_off([...leaving, ...payments(before.chips, after)]);
  }

  // Drawings move over the table from the boxes where they lay to the middle of others.
  function move_off(leaving) {
    if (!leaving.length) return;
    const swept = document.createElement("div");
    swept.id = "swept";
    swept.setAttribute("aria-hidden", "true");
    document.body.append(swept);
    const moving = leaving.map(({ node, box, to, end }) => {
      node.removeAttribute("id");
      node.inert = true;
      Object.assign(node.style, { position: "fixed", left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
      node.style.setProperty("--card", `${box.width}px`);
      swept.append(node);
      const way = `translate(${to.x + to.width / 2 - box.x - box.width / 2}px, ${to.y + to.height / 2 - box.y - box.height / 2}px) scale(${end?.scale ?? 1})`;
      return node.animate([{ transform: "none" }, { transform: way, opacity: end?.opacity ?? 1 }], { duration: end ? SWEEP_MS : PAY_MS, easing: "ease-in", fill: "forwards" }).finished;
    });
    Promise.allSettled(moving).then(() => swept.remove());
  }

  // The result of a game grows in its place, where it hides no card that decided it, and its colour lights the felt; where
  // the player won, symbols of suits fall.
  const PROCLAIM_MS = 1900, FALL_MS = 2400, DROPS = 36, SUITS = "♠♥♣♦";
  function proclaim(result) {
    const felt = document.getElementById("zones"), won = result.classList.contains("won");
    if (calm.matches || !felt) return;
    const light = `var(${won ? "--gold" : result.classList.contains("lost") ? "--warn" : "--glow"})`;
    const lit = (shown) => `0 0 0 3px var(--ground), 0 0 22px ${shown}`;
    const steps = [{ transform: "scale(.3)", opacity: 0, boxShadow: lit("transparent") }, { transform: "scale(1.03)", opacity: 1, boxShadow: lit(light), offset: 0.18 },
      { transform: "none", boxShadow: lit(light), offset: 0.3 }, { transform: "none", boxShadow: lit(light), offset: 0.75 }, { transform: "none", boxShadow: lit("transparent") }];
    result.animate(steps, { duration: PROCLAIM_MS, easing: "ease-out" });
    const glow = `inset 0 0 14vmin 3vmin ${light}`, dark = "inset 0 0 14vmin 3vmin transparent";
    felt.animate([{ boxShadow: dark }, { boxShadow: glow, offset: 0.2 }, { boxShadow: glow, offset: 0.6 }, { boxShadow: dark }], { duration: PROCLAIM_MS });
    if (won) drop_suits(box(felt));
  }
  function drop_suits(felt) {
    const layer = document.createElement("div");
    layer.id = "suits";
    layer.setAttribute("aria-hidden", "true");
    Object.assign(layer.style, { left: `${felt.x}px`, top: `${felt.y}px`, width: `${felt.width}px`, height: `${felt.height}px` });
    document.body.append(layer);
    const falling = Array.from({ length: DROPS }, (_, number) => {
      const drop = document.createElement("span");
      drop.textContent = `${SUITS[number % SUITS.length]}\ufe0e`; // as text, not as a coloured picture
      drop.style.left = `${Math.random() * 100}%`;
      layer.append(drop);
      const turn = Math.random() * 720 - 360;
      return drop.animate([{ transform: "none", opacity: 1 }, { opacity: 1, offset: 0.7 }, { transform: `translateY(${felt.height + 60}px) rotate(${turn}deg)`, opacity: 0 }],
        { duration: FALL_MS * (0.5 + Math.random() / 2), delay: FALL_MS / 4 * Math.random(), easing: "ease-in", fill: "both" }).finished;
    });
    Promise.allSettled(falling).then(() => layer.remove());
  }

  window.cardwright.motion = { positions, deal, glide, sweep, proclaim };
})();
