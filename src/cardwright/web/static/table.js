// The script of the pages: swaps what changed, keeps the focus, selects places, holds moments, reconnects.
// It knows no game. Without it the page works with plain forms.
"use strict";
(() => {
  const root = document.documentElement;
  const store = {
    get(key) { try { return localStorage.getItem("cardwright-" + key) || ""; } catch { return ""; } },
    set(key, value) { try { localStorage.setItem("cardwright-" + key, value); } catch { /* private mode */ } },
    // The version of the game that this tab has shown last: a page loaded again goes on from there.
    seen(version) {
      const key = "cardwright-seen-" + location.pathname;
      try {
        if (version !== undefined) sessionStorage.setItem(key, version);
        return sessionStorage.getItem(key);
      } catch { return null; }
    },
  };

  // Display settings stay with the browser.
  for (const key of ["theme", "suits", "sound", "moments"]) root.dataset[key] = store.get(key);
  for (const select of document.querySelectorAll("[data-setting]")) {
    select.value = store.get(select.dataset.setting);
    select.addEventListener("change", () => {
      store.set(select.dataset.setting, select.value);
      root.dataset[select.dataset.setting] = select.value;
    });
  }
  root.classList.add("scripted");

  // Without a clipboard, as on a page that came without encryption, the text is shown to be copied by hand.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const words = button.dataset.words ||= button.textContent;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = "Copied";
    } catch {
      button.textContent = button.dataset.copy;
      getSelection().selectAllChildren(button);
    }
    setTimeout(() => { if (button.textContent === "Copied") button.textContent = words; }, 2500);
  });

  // In the lobby a name goes with every form, and the lists of tables stay as they are at the server.
  const called = document.querySelector("#called input");
  if (called) {
    const pass = () => {
      for (const field of document.querySelectorAll('form[action="/tables"] [name="name"]')) field.value = called.value;
    };
    called.addEventListener("input", pass);
    addEventListener("pageshow", pass);
    setInterval(async () => {
      if (document.hidden) return;
      try {
        const page = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html");
        for (const id of ["mine", "open"]) {
          const [old, next] = [document.getElementById(id), page.getElementById(id)];
          if (!next || old.querySelector("details[open]")) continue;
          if (old.innerHTML === next.innerHTML) continue;
          const at = old.contains(document.activeElement) && document.activeElement.getAttribute("href");
          old.replaceChildren(...next.childNodes);
          if (at) old.querySelector(`a[href="${CSS.escape(at)}"]`)?.focus({ preventScroll: true });
        }
      } catch { /* the next time, then */ }
    }, 8000);
  }

  // In the form for a table, an option that another one rules out is hidden, and not sent.
  const optional = [...document.querySelectorAll("[data-needs]")];
  if (optional.length) {
    const value = (name) => [...document.getElementsByName(name)].findLast((field) => field.type !== "hidden" && !(field.type === "checkbox" && !field.checked))?.value ?? "no";
    const update = () => {
      for (const label of optional) {
        const [name, ...wanted] = label.dataset.needs.split(" ");
        label.hidden = value(name) !== wanted.join(" ");
        for (const field of label.querySelectorAll("input, select")) field.disabled = label.hidden;
      }
    };
    document.addEventListener("change", update);
    update();
  }

  const table = document.querySelector("[data-socket]");
  if (!table) return;

  let touched = []; // in the order of touching
  const title = document.title;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  const moves = () => [...document.querySelectorAll("#moves [data-places]")].map((button) => ({
    button, places: new Set(button.dataset.places.split(" ")),
  }));

  // The rule of scenes/touch.py: a touched place is released; any other is added, and of those touched before, from
  // the latest to the earliest, each is kept if some move holds it together with all that is kept so far.
  function touch(place) {
    if (touched.includes(place)) { touched = touched.filter((other) => other !== place); return; }
    let open = moves().filter((move) => move.places.has(place));
    if (!open.length) return;
    const kept = new Set([place]);
    for (const other of [...touched].reverse()) {
      const wider = open.filter((move) => move.places.has(other));
      if (wider.length) { kept.add(other); open = wider; }
    }
    touched = [...touched.filter((other) => kept.has(other)), place];
  }

  function choose() {
    const open = moves().filter((move) => touched.every((place) => move.places.has(place)));
    const reachable = new Set(open.flatMap((move) => [...move.places]));
    for (const place of document.querySelectorAll("button[data-place]")) {
      const on = touched.includes(place.dataset.place);
      place.setAttribute("aria-pressed", on);
      place.classList.toggle("faded", !on && !reachable.has(place.dataset.place));
    }
    const exact = open.filter((move) => move.places.size === touched.length);
    const confirm = document.getElementById("confirm");
    if (!confirm) return;
    // Where several moves are said by the same places, they are offered as buttons.
    for (const move of moves()) move.button.hidden = !open.some((one) => one.button === move.button);
    const all = document.querySelector("#moves .all-moves");
    if (touched.length && exact.length > 1) all.open = true;
    confirm.hidden = false;
    confirm.disabled = exact.length !== 1 || !touched.length;
    confirm.value = confirm.disabled ? "" : exact[0].button.value;
    confirm.textContent = confirm.disabled
      ? (touched.length ? "Select more, or clear with Esc" : "Nothing selected")
      : exact[0].button.textContent;
  }

  function number_places() {
    // Places that may be touched answer to 1-9, 0, in the order they stand in.
    document.querySelectorAll("button[data-place]").forEach((place, index) => {
      if (index < 10) place.dataset.digit = (index + 1) % 10; else delete place.dataset.digit;
    });
  }

  // After a frame: what was touched stays touched where it still says a move, and nothing else does.
  let mine = false;
  function fresh() {
    if (!moves().some((move) => touched.every((place) => move.places.has(place)))) touched = [];
    number_places();
    choose();
    document.querySelectorAll(".number").forEach(tell_amount);
    const turn = document.getElementById("scene")?.dataset.turn === "yes";
    document.dispatchEvent(new Event("frame"));
    document.title = (turn ? "● Your turn: " : "") + title;
    if (turn && !mine) seek();
    if (turn && !mine && root.dataset.sound === "on") beep();
    mine = turn;
  }

  // Where nothing that may be touched is in sight when a turn begins, it comes into sight, and in the first turn
  // one's own cards do; else the page stays where it is.
  let sought = false;
  function seek() {
    const box = (element) => element?.getBoundingClientRect();
    const places = [...document.querySelectorAll("button[data-place]")];
    const wanted = places.length ? places : sought ? [] : [...document.querySelectorAll(".area.own")];
    const smooth = sought && !calm.matches;
    sought = true;
    const floor = box(document.getElementById("moves"))?.top || box(document.getElementById("confirm"))?.top || innerHeight;
    const seen = (one) => box(one).top >= 0 && box(one).bottom <= Math.max(floor, innerHeight / 2);
    if (!wanted.length || wanted.some(seen)) return;
    const { top, bottom } = box(wanted.at(-1));
    scrollBy({ top: bottom > floor ? bottom - floor + 10 : top - 10, behavior: smooth ? "smooth" : "auto" });
  }

  // A browser lets a page be heard only after the user has touched it; until then there is no sound, and no queue.
  let audio;
  function beep() {
    audio ||= new AudioContext();
    if (audio.state !== "running") { audio.resume().catch(() => {}); return; }
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    gain.gain.value = 0.05;
    tone.connect(gain).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.08);
  }

  // Swap every element with an id that differs; an element that stays keeps its focus and its state.
  function swap(old, next) {
    if (old.isEqualNode(next)) return;
    const kept = [...next.children].filter((child) => child.id);
    const same = kept.length && kept.length === next.children.length && old.children.length === next.children.length
      && kept.every((child, index) => old.children[index].id === child.id);
    if (old.tagName !== next.tagName) { old.replaceWith(next); return; }
    for (const name of new Set([...old.getAttributeNames(), ...next.getAttributeNames()])) {
      if (next.hasAttribute(name)) old.setAttribute(name, next.getAttribute(name)); else old.removeAttribute(name);
    }
    // A live line must stay the same element, or it is not read out.
    if (!same) { old.replaceChildren(...next.childNodes); return; }
    [...old.children].forEach((child, index) => swap(child, kept[index]));
  }

  function where() {
    const found = new Map();
    for (const place of document.querySelectorAll("[data-face]")) found.set(place.dataset.face, place.getBoundingClientRect());
    return found;
  }

  // A card that is seen in another place than before moves there in 150 ms.
  let glides = 0;
  function glide(before) {
    if (calm.matches) return;
    const moving = [];
    for (const place of document.querySelectorAll("[data-face]")) {
      const from = before.get(place.dataset.face);
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

  const version = () => document.getElementById("scene")?.dataset.version;
  function show(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const focus = document.activeElement?.id;
    const inside = document.activeElement?.closest("#scene");
    const typed = new Map([...table.querySelectorAll("#say input, #say select, #after input, #sit input")].map((field) => [field.name, field.value]));
    const opened = document.querySelector("#moves .all-moves")?.open && table.dataset.opened === "yes";
    const unfolded = [...table.querySelectorAll("details[open]")].map((details) => details.firstElementChild.id).filter(Boolean);
    const before = where();
    const last = version();
    const talk = () => document.getElementById("chat")?.textContent;
    const said = talk();
    const betting = document.activeElement?.matches(".number") && document.activeElement.name;
    const bets = new Map([...table.querySelectorAll(".number")].map((field) => [field.name, field.value]));
    for (const next of [...page.body.children]) {
      const old = document.getElementById(next.id);
      if (!old) continue;
      // What the notice says stays until the game has moved on.
      if (next.id === "notice" && !next.textContent && page.getElementById("scene")?.dataset.version === last) continue;
      swap(old, next);
    }
    for (const id of unfolded) if (document.getElementById(id)) document.getElementById(id).parentElement.open = true;
    for (const field of table.querySelectorAll("#say input, #say select, #after input, #sit input")) if (typed.has(field.name)) field.value = typed.get(field.name);
    if (document.querySelector("#moves .all-moves")) document.querySelector("#moves .all-moves").open = Boolean(opened);
    // Talk does not disturb a bet that is being typed.
    if (version() === last) for (const field of table.querySelectorAll(".number")) {
      if (bets.has(field.name)) field.value = bets.get(field.name);
      if (field.name === betting) field.focus({ preventScroll: true });
    }
    if (focus && document.activeElement?.id !== focus) document.getElementById(focus)?.focus({ preventScroll: true });
    if (inside && !document.activeElement?.closest("#scene")) document.getElementById("status")?.focus({ preventScroll: true });
    glide(before);
    fresh();
    tick();
    if (talk() !== said) hear();
  }

  // A moment is held, for a time or until it is confirmed, before what follows it is shown.
  const waiting = [];
  let held = null;
  const isMoment = (html) => html.includes(' data-moment="yes"');
  const untilConfirmed = () => root.dataset.moments === "confirm" || calm.matches;
  function receive(html) {
    if (waiting.length && !isMoment(html) && !isMoment(waiting.at(-1))) waiting.pop();
    waiting.push(html);
    if (!held) onward();
  }
  function onward(all = false) {
    clearTimeout(held);
    held = null;
    while (all && waiting.length > 1) waiting.shift();
    const html = waiting.shift();
    if (html === undefined) return;
    show(html);
    store.seen(version());
    if (isMoment(html)) held = untilConfirmed() ? -1 : setTimeout(() => onward(), Number(table.dataset.hold));
    else if (waiting.length) onward();
  }

  // The latest word stands at the end of the talk.
  function hear() {
    const chat = document.getElementById("chat");
    if (chat) chat.scrollTop = chat.scrollHeight;
  }

  function say(text) {
    const line = document.getElementById("notice");
    if (line) line.textContent = text;
  }

  // What is on its way is not sent again: a double click is one.
  const sending = new Set();
  let unsent = false;
  const once = (form) => `${form.action} ${form.elements.version?.value}`;
  async function send(form, button) {
    const body = new URLSearchParams(new FormData(form));
    if (button?.name) body.set(button.name, button.value);
    const sent = once(form);
    sending.add(sent);
    const slow = form.id === "hint" && setTimeout(() => say("Thinking…"), 400);
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
      const reply = await answer.json().catch(() => ({}));
      say(answer.ok ? (reply.notice || "") : (reply.error || "The server refused that."));
      if (reply.goto) location.href = reply.goto;
      if (answer.ok && form.id === "moves") { touched = []; choose(); }
    } catch {
      say("The server cannot be reached, so nothing was sent. Try again when the table is back.");
      unsent = true;
    } finally {
      clearTimeout(slow);
      sending.delete(sent);
    }
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("#moves, [data-live]")) return;
    event.preventDefault();
    if (sending.has(once(form))) return;
    send(form, event.submitter);
    form.querySelectorAll("input[type=text], textarea").forEach((field) => { if (!field.dataset.keep) field.value = ""; });
  });

  document.addEventListener("click", (event) => {
    const summary = event.target.closest(".all-moves summary");
    if (summary) table.dataset.opened = summary.parentElement.open ? "no" : "yes";
    const sheet = event.target.closest("[data-sheet]");
    if (sheet) { event.preventDefault(); openSheet(sheet); }
    const place = event.target.closest("button[data-place]");
    if (place) {
      touch(place.dataset.place);
      choose();
    }
    const refused = event.target.closest("[data-refusal]");
    if (refused) say(refused.dataset.refusal);
    if (held && event.target.closest("#onward, [data-moment] .zones")) onward();
    const preset = event.target.closest(".preset");
    if (preset) {
      const field = preset.parentElement.querySelector(".number");
      field.value = preset.dataset.value;
      tell_amount(field);
      if (!matchMedia("(hover: none)").matches) field.focus({ preventScroll: true });
    }
    if (event.target.tagName === "DIALOG") event.target.close();
    if (event.target.closest("#notice")) say("");
  });

  // A bet's button says how much; only its own field must be right for it, and no field for any other move.
  const amount = (one) => one.closest(".amount");
  function tell_amount(field) {
    const button = amount(field).querySelector("[data-number]");
    const words = button.dataset.words ||= button.firstElementChild.textContent;
    button.firstElementChild.textContent = words.replace("…", field.value === "" ? "…" : Number(field.value).toLocaleString("en"));
  }
  function bet(field) { field.focus({ preventScroll: true }); field.select(); }
  document.addEventListener("input", (event) => { if (event.target.matches(".number")) tell_amount(event.target); });
  document.addEventListener("click", (event) => {
    const button = event.target.closest('#moves button[name="move"]');
    if (!button) return;
    button.formNoValidate = true;
    if (button.dataset.number && !amount(button).querySelector(".number").reportValidity()) event.preventDefault();
  });

  // The rules and the keys lie over the table; the rules are fetched when they are first asked for.
  async function openSheet(link) {
    const sheet = document.getElementById(link.dataset.sheet);
    if (sheet.open) { sheet.close(); return; }
    const body = sheet.querySelector("[data-from]");
    if (body && !body.hasChildNodes()) {
      try {
        const page = new DOMParser().parseFromString(await (await fetch(body.dataset.from)).text(), "text/html");
        body.append(...page.querySelector("main").childNodes);
      } catch {
        say("The rules cannot be fetched just now.");
        return;
      }
    }
    sheet.showModal();
  }

  // A player's own notes stay in this browser, table by table, and are sent nowhere.
  const pad = document.getElementById("pad");
  if (pad) {
    const key = "notes-" + location.pathname;
    pad.value = store.get(key);
    pad.addEventListener("input", () => store.set(key, pad.value));
  }

  document.addEventListener("keydown", (event) => {
    if (event.target.matches(".number") && event.key === "Enter") {
      event.preventDefault();
      amount(event.target).querySelector("[data-number]").click();
    } else if (event.target.matches("input, textarea, select") && event.key === "Escape") event.target.blur();
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
    const key = event.key;
    const sheet = document.querySelector("dialog[open]");
    if (sheet) {
      if (["r", "R", "?"].includes(key)) { event.preventDefault(); sheet.close(); }
      return;
    }
    const confirm = document.getElementById("confirm");
    if (held && ["Enter", " ", "ArrowRight", "Escape"].includes(key)) {
      event.preventDefault();
      onward(key === "Escape");
    } else if (/^[0-9]$/.test(key)) {
      const place = document.querySelector(`button[data-digit="${key}"]`);
      if (place) { place.click(); place.focus(); }
    } else if (key === "Enter" && confirm && !confirm.disabled && !event.target.matches("a, summary, button:not([data-place])")) {
      event.preventDefault();
      confirm.click();
    } else if (key === "Escape") {
      touched = [];
      choose();
    } else {
      const asked = key === "?" ? "?" : key.toUpperCase();
      const button = [...document.querySelectorAll("[data-key]")].find((one) => one.dataset.key.toUpperCase() === asked);
      if (!button) return;
      event.preventDefault();
      // The key of a bet goes to its field: Enter there makes it.
      if (button.dataset.number) bet(amount(button).querySelector(".number")); else button.click();
    }
  });

  // Clocks count down between frames; the server's word stands.
  let shownAt = performance.now();
  function tick() { shownAt = performance.now(); }
  setInterval(() => {
    for (const clock of document.querySelectorAll('.clock[data-running="yes"]')) {
      const left = Math.max(0, Number(clock.dataset.left) - (performance.now() - shownAt));
      const seconds = Math.ceil(left / 1000);
      clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      clock.classList.toggle("low", seconds <= 10);
    }
  }, 500);

  // One socket down; a watchdog opens it again when nothing, not even a ping, has come for a while.
  let socket, retry, heard = 0, wait = 250, received = store.seen() ?? version();
  function connect() {
    const address = new URL(table.dataset.socket, location.href);
    address.searchParams.set("seen", received);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(address);
    heard = performance.now();
    socket.onmessage = (event) => {
      heard = performance.now();
      wait = 250;
      document.body.classList.remove("offline");
      if (!event.data) return;
      received = event.data.match(/ data-version="(\d+)"/)?.[1] ?? received;
      receive(event.data);
    };
    socket.onopen = () => {
      if (unsent) say("");
      unsent = false;
    };
    socket.onclose = () => {
      document.body.classList.add("offline");
      clearTimeout(retry);
      retry = setTimeout(connect, wait);
      wait = Math.min(wait * 2, 4000);
    };
  }
  setInterval(() => { if (socket.readyState === 1 && performance.now() - heard > 45000) again(); }, 5000);
  // A socket on a dead line says nothing of its end: it is left behind, and another opened.
  function again() {
    socket.onclose = socket.onmessage = null;
    socket.close();
    clearTimeout(retry);
    wait = 250;
    connect();
  }
  addEventListener("offline", () => document.body.classList.add("offline"));
  addEventListener("online", again);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && performance.now() - heard > 25000) again();
  });
  connect();
  for (const all of document.querySelectorAll("#moves .all-moves")) all.open = false;  // open for those without a script
  fresh();
  hear();
})();
