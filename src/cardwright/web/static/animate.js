// Animations: cards that move from where they lay or are swept off the table, and chips that are paid.
"use strict";
(() => {
  const { root, calm } = window.cardwright;

  // Where each card lies, by its face; which places lie face down or empty; and where new cards come from: the pile,
  // or else the far side of the table. Nothing where motion is reduced.
  function positions() {
    const found = new Map();
    if (calm.matches) return found;
    for (const place of document.querySelectorAll("#zones .place[id]:not([data-face])")) found.set(place.id, null);
    const source = document.querySelector("#zones .pile .place, #area-others:not([hidden])");
    if (source?.offsetParent) found.set("source", source.getBoundingClientRect());
    const box = (one) => one.getBoundingClientRect();
    found.cards = [...document.querySelectorAll("#zones [data-face]")].map((place) => ({ place: place.cloneNode(true), box: box(place), drawn: box(place.querySelector(".art") ?? place) }));
    for (const { place, box } of found.cards) found.set(place.dataset.face, box);
    found.chips = chips();
    return found;
  }

  // A card that is seen in another place than before moves there in 150 ms, and a new one from where cards come from;
  // one that is turned up, or put where there was an empty place, is there at once.
  let glides = 0;
  function glide(before) {
    if (calm.matches) return;
    const moving = [];
    for (const place of document.querySelectorAll("[data-face]")) {
      const known = before.get(place.dataset.face);
      const from = known || (before.has(place.id) || !before.size ? null : before.get("source"));
      const to = place.getBoundingClientRect();
      if (!from || (Math.abs(from.x - to.x) < 4 && Math.abs(from.y - to.y) < 4)) continue;
      const scale = place.currentCSSZoom || 1;
      moving.push(place.animate([{ transform: `translate(${(from.x - to.x) / scale}px, ${(from.y - to.y) / scale}px)` }, { transform: "none" }],
        { duration: 150, easing: "ease-out" }).finished);
    }
    // A card on its way over the edge must not make the page wider.
    const latest = ++glides;
    root.classList.toggle("gliding", moving.length > 0);
    Promise.allSettled(moving).then(() => latest === glides && root.classList.remove("gliding"));
  }

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

  window.cardwright.motion = { positions, glide, sweep };
})();
