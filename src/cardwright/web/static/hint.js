// A hint: it lifts its very cards, marks their places, stands beside them, and ranks the moves on demand.
"use strict";
(() => {
  if (!document.querySelector("[data-socket]")) return;
  const { choice } = window.cardwright;
  const GAP_PX = 14;
  let hinted = null; // the move of the hint, its places, and the version of the game it was given for

  const version = () => document.getElementById("scene")?.dataset.version;

  function marked() {
    if (!hinted) return [];
    const places = hinted.places.map(choice.button_of).filter(Boolean);
    if (places.length) return places;
    return [...document.querySelectorAll('#moves button[name="move"]:not(.confirm)')].filter((button) => button.value === hinted.move);
  }

  function mark() {
    for (const element of document.querySelectorAll(".hinted")) element.classList.remove("hinted");
    for (const element of marked()) element.classList.add("hinted");
  }

  // Above the places if there is room, else below.
  function place_beside(notice) {
    const boxes = marked().map((element) => element.getBoundingClientRect());
    if (!boxes.length) return;
    const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
    const middle = (Math.min(...boxes.map((box) => box.left)) + Math.max(...boxes.map((box) => box.right))) / 2;
    const { width, height } = notice.getBoundingClientRect();
    const above = top - height - GAP_PX;
    const y = above >= 4 ? above : Math.max(4, Math.min(bottom + GAP_PX, innerHeight - height - 4));
    const x = Math.max(6, Math.min(middle - width / 2, innerWidth - width - 6));
    const scale = notice.currentCSSZoom || 1;
    Object.assign(notice.style, { top: `${y / scale}px`, left: `${x / scale}px`, right: "auto", margin: "0" });
  }

  function ranking(lines) {
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    summary.textContent = "Rank the moves";
    const list = document.createElement("ol");
    for (const line of lines) {
      const item = document.createElement("li");
      item.textContent = line;
      list.append(item);
    }
    details.append(summary, list);
    return details;
  }

  function show({ move, places = [], ranking: lines = [] }) {
    hinted = { move, places, version: version() };
    mark();
    const notice = document.getElementById("notice");
    if (lines.length) notice.append(ranking(lines));
    place_beside(notice);
  }

  function clear() {
    hinted = null;
    mark();
    document.getElementById("notice")?.removeAttribute("style");
  }

  // After a frame: the hint stays until the game has moved on.
  function refresh() {
    if (hinted && hinted.version !== version()) clear(); else mark();
  }

  window.cardwright.hint = { clear, refresh, show };
})();
