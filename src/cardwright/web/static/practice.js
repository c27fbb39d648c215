// Practice: choosing the answer by touch and by keys, as at a table. Its form is an ordinary one.
"use strict";
(() => {
  document.getElementById("next")?.focus({ preventScroll: true });
  const { choice } = window.cardwright;
  if (!choice) return; // answered
  for (const all of document.querySelectorAll("#moves .all-moves")) all.open = false; // open for those without a script
  choice.refresh();

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
    if (choice.take_key(event)) return;
    if (event.key === "Escape") choice.clear();
    else {
      const button = choice.button_for(event.key);
      if (button?.closest("#moves")) { event.preventDefault(); button.click(); }
    }
  });
})();
