// Drag and drop of a card to a place, by mouse, pen or finger.
"use strict";
(() => {
  if (!document.querySelector("[data-socket]")) return;
  const { choice } = window.cardwright;
  const SLOP_PX = 8; // a pointer that moves less is a click
  const DRAGGABLE = 'button[data-place][data-face], .row .place.new[data-place], .pile .place[data-place]';

  let drag = null;

  function at(event) {
    const element = document.elementFromPoint(event.clientX, event.clientY);
    return element?.closest("#zones [data-place]")?.dataset.place || "";
  }

  function over(element) {
    document.querySelector(".drop")?.classList.remove("drop");
    element?.closest("#zones button[data-place]")?.classList.add("drop");
  }

  document.addEventListener("pointerdown", (event) => {
    const card = event.isPrimary && event.button === 0 && event.target.closest(DRAGGABLE);
    if (card && document.querySelector("#moves [data-places]")) drag = { card, pointer: event.pointerId, x: event.clientX, y: event.clientY };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const [right, down] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(right, down) < SLOP_PX) return;
    if (!drag.card.isConnected) { drag = null; return; } // a new frame has replaced it
    drag.moved = true;
    const scale = drag.card.currentCSSZoom || 1;
    drag.card.classList.add("dragged");
    drag.card.style.translate = `${right / scale}px ${down / scale}px`;
    over(document.elementFromPoint(event.clientX, event.clientY));
  });

  function end(event, dropped) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { card, moved } = drag;
    drag = null;
    if (!moved) return;
    const target = at(event);
    const zone = document.elementFromPoint(event.clientX, event.clientY)?.closest("#zones .zone, #zones .area, #zones");
    over(null);
    card.classList.remove("dragged");
    card.style.translate = "";
    // The click that follows belongs to the drag.
    const swallow = (click) => { click.stopPropagation(); click.preventDefault(); };
    document.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", swallow, { capture: true }));
    // A card that is let go in the zone it came from stays there.
    if (dropped && zone && card.closest(".zone") !== zone) choice.drop(card.dataset.place, target || card.dataset.place);
  }
  document.addEventListener("pointerup", (event) => end(event, true));
  document.addEventListener("pointercancel", (event) => end(event, false));
  // A card that is no button would select the text on its way.
  document.addEventListener("mousedown", (event) => { if (drag?.card.matches(":not(button)")) event.preventDefault(); });
  document.addEventListener("dragstart", (event) => { if (event.target.closest?.(DRAGGABLE)) event.preventDefault(); });
})();
