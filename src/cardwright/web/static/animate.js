// Cards that move from where they lay.
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
    for (const place of document.querySelectorAll("[data-face]")) found.set(place.dataset.face, place.getBoundingClientRect());
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

  window.cardwright.motion = { positions, glide };
})();
