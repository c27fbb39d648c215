// Log, talk and notes: where they lie in a drawer, its button counts the lines of talk that have come since it was open.
"use strict";
(() => {
  const [foot, badge] = [document.getElementById("foot"), document.getElementById("unread")];
  if (!foot || !badge || !document.getElementById("chat")) return;
  const lines = () => [...document.querySelectorAll("#chat li:not(.help)")].map((line) => line.textContent);
  let seen = lines();

  // The list keeps its latest lines only: it begins with some of the lines that were seen last.
  function unread() {
    const now = lines();
    if (foot.matches(":popover-open")) seen = now;
    const old = (count) => now.slice(0, count).join("\n") === seen.slice(seen.length - count).join("\n");
    let kept = Math.min(now.length, seen.length);
    while (!old(kept)) kept -= 1;
    const count = now.length - kept;
    badge.textContent = count;
    badge.hidden = !count;
    badge.parentElement.setAttribute("aria-label", count ? `Log and talk, ${count} unread` : "Log and talk");
  }

  document.addEventListener("frame", unread);
  foot.addEventListener("toggle", unread);
  unread();
})();
