// A hint: it lifts its very cards, marks where they go, stands beside them, and ranks the moves on demand.
"use strict";
(() => {
  if (!document.querySelector("[data-socket]")) return;
  const { choice, in_words, put_beside, shown_text, spell_cards } = window.cardwright;
  const DISTANCE_COST = 60; // of a pixel between the hint and its places
  let hinted = null; // the move of the hint, its places, and the question that it answers

  const box = (element) => element.getBoundingClientRect();
  const question = () => choice.question(document);

  // The amount of the hinted move, if this button makes it with one: "40" of "raise 40" for "raise {}".
  function amount_of(button) {
    const [before, after] = button.value.split("{}");
    const { move } = hinted;
    if (!button.dataset.number || !move.startsWith(before) || !move.endsWith(after)) return "";
    return move.slice(before.length, move.length - after.length);
  }

  function marked() {
    if (!hinted) return [];
    const places = hinted.places.map(choice.button_of).filter(Boolean);
    if (places.length) return places;
    const buttons = [...document.querySelectorAll('#moves button[name="move"]:not(.confirm)')];
    return buttons.filter((button) => button.value === hinted.move || amount_of(button));
  }

  // The one card that goes to an empty place: another card of the hint, or the one that was turned up for it.
  const is_empty = (place) => place.querySelector(".outline");
  function source_of(places) {
    const cards = places.filter((place) => place.dataset.face);
    const turned = [...document.querySelectorAll("#zones .pile .place[data-face], #zones .place.new[data-face]")];
    const found = cards.length ? cards : turned;
    return found.length === 1 ? found[0] : null;
  }

  function arrow(source, target) {
    const [from, to] = [box(source), box(target)];
    const [x2, y2] = [to.x + to.width / 2, to.y + to.height / 2];
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    const edge = Math.min(from.width, from.height) / 2 / Math.hypot(x2 - x, y2 - y);
    const [x1, y1] = [x + edge * (x2 - x), y + edge * (y2 - y)];
    const [bend_x, bend_y] = [(x1 + x2) / 2 - (y2 - y1) / 8, (y1 + y2) / 2 - Math.abs(x2 - x1) / 8];
    const angle = Math.atan2(y2 - bend_y, x2 - bend_x);
    const tip = [2.7, -2.7].map((turn) => `M${x2} ${y2}L${x2 + 16 * Math.cos(angle + turn)} ${y2 + 16 * Math.sin(angle + turn)}`);
    return `M${x1} ${y1}Q${bend_x} ${bend_y} ${x2} ${y2}${tip.join("")}`;
  }

  // Lift the cards, mark the places, and draw an arrow from a card to where it goes.
  function mark() {
    for (const element of document.querySelectorAll(".hinted")) element.classList.remove("hinted");
    document.getElementById("hint-arrow")?.remove();
    const places = marked();
    for (const element of places) element.classList.add("hinted");
    const [source, targets] = [source_of(places), places.filter(is_empty)];
    if (!source || !targets.length) return;
    const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    drawing.id = "hint-arrow";
    drawing.setAttribute("aria-hidden", "true");
    const way = targets.map((target) => arrow(source, target)).join("");
    for (const name of ["edge", "line"]) {
      const path = document.createElementNS(drawing.namespaceURI, "path");
      path.setAttribute("class", name);
      path.setAttribute("d", way);
      drawing.append(path);
    }
    document.body.append(drawing);
  }

  function ranking(lines, note) {
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    summary.textContent = "Rank the moves";
    const list = document.createElement("ol");
    for (const line of lines) {
      const item = document.createElement("li");
      item.textContent = line;
      list.append(item);
    }
    details.append(summary);
    if (note) details.append(Object.assign(document.createElement("p"), { className: "help", textContent: note }));
    details.append(list);
    details.addEventListener("toggle", place);
    return details;
  }

  function place() {
    if (!hinted) return;
    mark();
    const notice = document.getElementById("notice"), places = marked();
    if (!places.length) return;
    notice.removeAttribute("style");
    put_beside(notice, places, DISTANCE_COST);
    Object.assign(notice.style, { right: "auto", margin: "0" });
  }

  function show({ move, places = [], ranking: lines = [], label, reason, note }) {
    hinted = { move, places, question: question() };
    const notice = document.getElementById("notice");
    const advice = document.createElement("strong");
    advice.textContent = `Hint: ${label}${reason ? ". " : ""}`;
    notice.replaceChildren(advice, reason && reason[0].toUpperCase() + reason.slice(1));
    if (lines.length) notice.append(ranking(lines, note));
    spell_cards(notice);
    place();
    for (const button of marked().filter((one) => one.dataset.number)) {
      const field = button.closest(".amount").querySelector(".number");
      field.value = amount_of(button);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }

  // Asked for again, a hint shows how it ranks the moves, or hides it. Returns whether there is a hint that can.
  function rank() {
    const details = hinted?.question === question() && document.querySelector("#notice details");
    if (details) details.open = !details.open;
    if (details?.open) document.getElementById("heard").textContent = [...details.querySelectorAll("li")].map((line) => in_words(shown_text(line))).join(". ");
    return Boolean(details);
  }

  function clear() {
    hinted = null;
    mark();
    document.getElementById("notice")?.removeAttribute("style");
  }

  // After a frame: the hint stays until something else is asked.
  function refresh() {
    if (hinted && hinted.question !== question()) clear(); else place();
  }

  addEventListener("resize", place);
  window.cardwright.hint = { clear, rank, refresh, show };
})();
