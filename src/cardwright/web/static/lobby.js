// The lobby: a name goes with every form, and the lists of tables stay as they are at the server.
"use strict";
(() => {
  const POLL_MS = 8000;
  const called = document.querySelector("#called input");
  const pass = () => {
    for (const field of document.querySelectorAll('.games form [name="name"]')) field.value = called.value;
  };
  called.addEventListener("input", pass);
  addEventListener("pageshow", pass);

  function swap(next) {
    const old = document.getElementById(next.id);
    if (!old || old.querySelector("details[open]") || old.innerHTML === next.innerHTML) return;
    const at = old.contains(document.activeElement) && document.activeElement.getAttribute("href");
    old.replaceChildren(...next.childNodes);
    if (at) old.querySelector(`a[href="${CSS.escape(at)}"]`)?.focus({ preventScroll: true });
  }
  setInterval(async () => {
    if (document.hidden) return;
    try {
      const page = new DOMParser().parseFromString(await (await fetch("/lobby/lists")).text(), "text/html");
      for (const next of [...page.body.children]) swap(next);
    } catch { /* the next time, then */ }
  }, POLL_MS);
})();
