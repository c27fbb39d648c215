// Practice: choosing the answer by touch and by keys, as at a table. Its form is an ordinary one.
"use strict";
(() => {
  const { choice } = window.cardwright;
  if (!choice) return;
  for (const all of document.querySelectorAll("#moves .all-moves")) all.open = false; // open for those without a script
  choice.refresh();
  document.getElementById("next")?.focus({ preventScroll: true });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
    const key = event.key;
    if (/^[0-9]$/.test(key)) choice.press_digit(key);
    else if (key === "Escape") choice.clear();
    else if (key === "Enter" && !event.target.matches("a, summary, button:not([data-place])") && choice.confirm_touched()) event.preventDefault();
    else if (choice.steer(key)) event.preventDefault();
    else {
      const button = [...document.querySelectorAll("#moves [data-key]")].find((one) => one.dataset.key.toUpperCase() === key.toUpperCase());
      if (button) { event.preventDefault(); button.click(); }
    }
  });
})();
