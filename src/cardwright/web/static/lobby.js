// The lobby: a name goes with every form, and the lists of tables stay as they are at the server. Among the people one
// has played with, the same for the invitations and for who is present; at a club for its tables and results.
"use strict";
(() => {
  const { call, parts, local, show_notice, sound } = window.cardwright;
  const called = document.querySelector("#called input");
  const pass = () => {
    for (const field of document.querySelectorAll(':is(.games form, #with-friends) [name="name"]')) field.value = called.value;
  };
  called?.addEventListener("input", pass);
  if (called) addEventListener("pageshow", pass);
  // A name that was typed and not kept is kept before the form of a table asks for it.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest('a[href^="/new/"]');
    if (!link || !called || called.value === called.defaultValue || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    await fetch(called.form.action, { method: "POST", body: new URLSearchParams(new FormData(called.form)) }).catch(() => {});
    location.href = link.href;
  });

  // A player of about the same rating may be looked for, for some seconds.
  document.addEventListener("submit", (event) => {
    if (event.target.matches(".find")) event.target.querySelector("button").textContent = "Looking for a player…";
  });

  // What has come while the person looks elsewhere, as an invitation: the title says the first.
  const calls = (part) => [...part.querySelectorAll("[data-call]")];
  function tell(old, next) {
    const known = calls(old).map(({ dataset }) => dataset.call);
    const fresh = calls(next).find(({ dataset }) => !known.includes(dataset.call));
    if (!document.hidden || !fresh) return;
    call(fresh.dataset.call);
    sound.play("turn");
    show_notice(fresh.dataset.call, (fresh.querySelector("p") ?? fresh).textContent.trim(), fresh.dataset.to || location.pathname);
  }
  function swap(next) {
    const old = document.getElementById(next.id);
    local(next);
    if (!old) return;
    // An evening stays open or folded.
    const folds = [...old.querySelectorAll("details")], named = (fold) => fold.querySelector("summary").textContent;
    for (const fold of next.querySelectorAll("details")) fold.open = folds.find((one) => named(one) === named(fold))?.open ?? fold.open;
    if (old.innerHTML === next.innerHTML) return;
    tell(old, next);
    const way = (link) => link.getAttribute("href") ?? link.form?.getAttribute("action");
    const at = old.contains(document.activeElement) && way(document.activeElement);
    old.replaceChildren(...next.childNodes);
    if (at) [...old.querySelectorAll("a, button")].find((link) => way(link) === at)?.focus({ preventScroll: true });
  }

  // A page in the background asks for nothing; it is sent the lists when it is looked at again. Only that of a person
  // whom others may call stays open: a member of a club, or who has played with people.
  const MAX_WAIT_MS = 30000;
  const path = document.querySelector("[data-feed]")?.dataset.feed ?? "/lobby/feed", stays = "stays" in document.body.dataset;
  let socket = null, wait = 500;
  function connect() {
    if ((document.hidden && !stays) || socket) return;
    const address = new URL(path, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const whole = parts(), own = socket = new WebSocket(address);
    own.onmessage = (event) => {
      wait = 500;
      if (!event.data) return;
      const page = new DOMParser().parseFromString(whole(event.data).at(-1), "text/html");
      for (const next of [...page.body.children]) swap(next);
    };
    own.onclose = () => {
      if (socket === own) socket = null;
      setTimeout(connect, wait * (0.5 + Math.random()));
      wait = Math.min(wait * 2, MAX_WAIT_MS);
    };
  }
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) call("");
    if (!document.hidden) connect(); else if (!stays) socket?.close();
  });
  connect();
})();
