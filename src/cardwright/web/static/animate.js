// Cards that move from where they lay, and those that are swept off the table.
"use strict";
(() => {
  const { root, calm } = window.cardwright;

  // Where each card lies, by its face; which places lie face down or empty; and where new cards come from: the pile,
  // or else the far side of the table.
  function positions() {
    const found = new Map();
    for (const place of document.querySelectorAll("#zones .place[id]:not([data-face])")) found.set(place.id, null);
    const source = document.querySelector("#zones .pile .place, #area-others:not([hidden])");
    if (source?.offsetParent) found.set("source", source.getBoundingClientRect());
    found.cards = [...document.querySelectorAll("#zones [data-face]")].map((place) => ({ place: place.cloneNode(true), box: place.getBoundingClientRect() }));
    for (const { place, box } of found.cards) found.set(place.dataset.face, box);
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

  // Several cards that are gone at once, as when a trick or a board is cleared, slide off: to the pile, or to the far side.
  const SWEPT_MIN = 2, SWEEP_MS = 240;
  function sweep(before) {
    document.getElementById("swept")?.remove();
    const lying = new Set([...document.querySelectorAll("[data-face]")].map((place) => place.dataset.face));
    const gone = before.cards.filter(({ place }) => !lying.has(place.dataset.face));
    const [felt, to] = [document.getElementById("zones")?.getBoundingClientRect(), before.get("source")];
    if (calm.matches || gone.length < SWEPT_MIN || !felt) return;
    const swept = document.createElement("div");
    swept.id = "swept";
    swept.setAttribute("aria-hidden", "true");
    document.body.append(swept);
    const [x, y] = to ? [to.x + to.width / 2, to.y + to.height / 2] : [felt.x + felt.width / 2, felt.y];
    const moving = gone.map(({ place, box }) => {
      place.removeAttribute("id");
      place.inert = true;
      Object.assign(place.style, { position: "fixed", left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px` });
      swept.append(place);
      const way = `translate(${x - box.x - box.width / 2}px, ${y - box.y - box.height / 2}px) scale(.6)`;
      return place.animate([{ transform: "none" }, { transform: way, opacity: 0 }], { duration: SWEEP_MS, easing: "ease-in", fill: "forwards" }).finished;
    });
    Promise.allSettled(moving).then(() => swept.remove());
  }

  window.cardwright.motion = { positions, glide, sweep };
})();
