// Log, talk and notes: where they lie in a drawer, its button counts the lines of talk that have come since it was open,
// and the latest shows below it for a while; a touch opens the drawer.
// A screen reader says each new line, wherever it lies, and the latest stands at the end of the list.
"use strict";
(() => {
  const [foot, badge] = [document.getElementById("foot"), document.getElementById("unread")];
  if (!foot || !badge || !document.getElementById("chat")) return;
  const { shown_text, sound } = window.cardwright;
  const SAID_MS = 5000;
  const said = Object.assign(document.createElement("button"), { type: "button", id: "said", className: "said", textContent: "Talk", hidden: true, tabIndex: -1, popoverTargetElement: foot });
  badge.closest("nav").append(said);
  let hiding = 0;
  const lines = () => [...document.querySelectorAll("#chat li:not(.help)")].map(shown_text);
  let seen = lines(), heard = seen;

  // The list keeps its latest lines only: it begins with some of the lines that were there before.
  function since(before, now) {
    const old = (count) => now.slice(0, count).join("\n") === before.slice(before.length - count).join("\n");
    let kept = Math.min(now.length, before.length);
    while (!old(kept)) kept -= 1;
    return now.slice(kept);
  }

  // The list shows its latest lines, unless the reader has scrolled back. A frame may bring another list, which begins at
  // its top, as one does that was hidden.
  let back_at = null;
  foot.addEventListener("scroll", ({ target: chat }) => {
    if (chat.id === "chat") back_at = chat.scrollTop + chat.clientHeight < chat.scrollHeight - 4 ? chat.scrollTop : null;
  }, true);
  function show_latest() {
    const chat = document.getElementById("chat");
    chat.scrollTop = back_at ?? chat.scrollHeight;
  }

  // To a screen reader it is said by the live line.
  function show_said(line) {
    said.textContent = line;
    said.hidden = !line || document.getElementById("chat").checkVisibility();
    clearTimeout(hiding);
    hiding = setTimeout(() => { said.hidden = true; }, SAID_MS);
  }

  function unread() {
    const now = lines(), fresh = since(heard, now);
    if (fresh.length && now.length >= heard.length) { // there are fewer when a player is muted
      document.getElementById("heard").textContent = fresh.join(". ");
      sound.play("talk");
      show_said(fresh.at(-1));
    }
    show_latest();
    heard = now;
    if (foot.matches(":popover-open")) {
      seen = now;
      said.hidden = true;
    }
    const count = since(seen, now).length;
    badge.textContent = count;
    badge.hidden = !count;
    badge.parentElement.setAttribute("aria-label", count ? `Talk and log, ${count} unread` : "Talk and log");
  }

  for (const kind of ["frame", "people"]) document.addEventListener(kind, unread);
  foot.addEventListener("toggle", () => {
    back_at = null;
    unread();
  });
  unread();
})();
