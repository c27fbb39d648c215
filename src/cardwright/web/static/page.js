// The script of every page: settings of the browser, buttons that copy, forms.
// Without scripts all pages work with plain forms.
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
  for (const key of ["theme", "suits", "back", "sound", "moments", "taps", "forced", "speed"]) root.dataset[key] = store.get(key);
  for (const select of document.querySelectorAll("[data-setting]")) {
    select.value = store.get(select.dataset.setting);
    select.addEventListener("change", () => {
      store.set(select.dataset.setting, select.value);
      root.dataset[select.dataset.setting] = select.value;
    });
  }
  // Where a person waits, a button turns the sound on.
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-sound-on]")) return;
    const select = document.querySelector('[data-setting="sound"]');
    select.value = "on";
    select.dispatchEvent(new Event("change"));
  });
  // They close as a menu does: by Escape, and by a click elsewhere.
  const settings = document.querySelector(".settings");
  document.addEventListener("click", ({ target }) => {
    if (!settings.contains(target)) settings.open = false;
    if (!target.closest("#set-speed")) return; // a table has it where one waits for bots
    settings.open = true;
    settings.querySelector('[data-setting="speed"]').focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !settings.open) return;
    event.stopImmediatePropagation();
    settings.open = false;
    settings.firstElementChild.focus();
  });
  // The server sets the speed of the bots.
  function send_speed() {
    const age = root.dataset.speed ? 365 * 24 * 3600 : 0;
    document.cookie = `speed=${root.dataset.speed}; path=/; samesite=lax; max-age=${age}`;
  }
  document.querySelector('[data-setting="speed"]')?.addEventListener("change", send_speed);
  send_speed();
  root.classList.add("scripted");

  // Whether the reader sets text wider than the page does. It shows in the width of the menu, also when it is set later.
  new ResizeObserver(() => {
    const { fontSize, letterSpacing, lineHeight, wordSpacing } = getComputedStyle(document.body);
    const is_wider = letterSpacing !== "normal" || wordSpacing !== "0px" || parseFloat(lineHeight) >= 1.5 * parseFloat(fontSize);
    if (document.body.classList.contains("spaced") === is_wider) return;
    document.body.classList.toggle("spaced");
    dispatchEvent(new Event("resize"));
  }).observe(document.querySelector(".site-head nav"));

  // Without a clipboard, as on a page that came without encryption, a selection is copied. Where that is refused too, the
  // text is shown to be copied by hand.
  function copy_selection(text, button) {
    const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true, className: "unseen" });
    button.after(field); // beside it, for a dialog
    field.select();
    const is_copied = document.execCommand("copy");
    field.remove();
    button.focus({ preventScroll: true });
    return is_copied;
  }
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const words = button.dataset.words ||= button.textContent, text = button.dataset.copy;
    const is_copied = await navigator.clipboard?.writeText(text).then(() => true, () => false) || copy_selection(text, button);
    button.textContent = is_copied ? "Copied" : text;
    if (!is_copied) getSelection().selectAllChildren(button);
    setTimeout(() => { if (button.textContent === "Copied") button.textContent = words; }, 2500);
  });

  // A telephone sends a link with any of its apps.
  if (navigator.share) root.classList.add("shares");
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-share]");
    if (button) navigator.share({ url: button.dataset.share }).catch(() => { /* it was not sent */ });
  });

  // Ask the server for data. A refusal is an error.
  async function ask(address, more = {}) {
    const answer = await fetch(address, { ...more, headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer;
  }

  // Fetch a page to take parts of. A refusal is an error, too: its page is not the one asked for.
  async function fetch_page(address) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    spell_cards(page.body);
    return page;
  }

  // A screen reader says nothing of "♡", and "black spade suit" of "♠": where cards are written within a line of text,
  // it reads their names, which are not shown.
  const RANKS = { 0: "zero", 1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten", A: "ace", J: "jack", K: "king", N: "null", Q: "queen" };
  const SUITS = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs", "♤": "white spades", "♡": "white hearts", "♢": "white diamonds", "♧": "white clubs", "★": "stars", "☆": "white stars", "☀": "suns", "☼": "suns", "☾": "moons", "☽": "moons", "♛": "crowns", "⚜": "arms" };
  const suit_names = () => ({ ...SUITS, ...JSON.parse(document.getElementById("scene")?.dataset.suits ?? "{}") }); // of the table's deck
  function card_pattern(suits) {
    const sign = `[${Object.keys(suits).join("")}]`;
    return new RegExp(`(\\w*)(${sign})( (?=\\w*${sign}))?|(?<!-)\\b(?:10|[0-9AJKNQ])(?: (?:10|[0-9AJKNQ]))+\\b(?!\\.\\d|-)`, "gu"); // or ranks: 7 7
  }
  const card_name = (rank, suit) => (rank ? `${RANKS[rank] ?? rank} of ${suit}` : suit);
  const in_words = (text, suits = suit_names(), pattern = card_pattern(suits)) => text.replace(pattern, (found, rank, suit, more) => suit
    ? `${card_name(rank, suits[suit])}${more ? ", " : ""}` : found.split(" ").map((each) => RANKS[each]).join(", ").replace(/, (?=\w+$)/, " and "));
  // News are spelled line by line, when they are shortened.
  const NOT_SPELLED = "[aria-hidden], .spelled, code, option, script, svg, textarea";
  function spell_cards(part) {
    const left = part.closest("#news") ? NOT_SPELLED : `#news, ${NOT_SPELLED}`;
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT), found = [];
    const suits = suit_names(), pattern = card_pattern(suits);
    while (texts.nextNode()) if (texts.currentNode.data.search(pattern) >= 0) found.push(texts.currentNode);
    for (const text of found) {
      if (text.parentElement.closest(left)) continue;
      const [shown, read] = [document.createElement("span"), document.createElement("span")];
      shown.ariaHidden = "true";
      read.className = "unseen spelled";
      read.textContent = in_words(text.data, suits, pattern);
      text.replaceWith(shown, read);
      shown.append(text);
    }
  }
  function shown_text(element) {
    const copy = element.cloneNode(true);
    for (const read of copy.querySelectorAll(".spelled")) read.remove();
    return copy.textContent;
  }
  spell_cards(document.body);

  // Dates are sent with the browser's time zone, and shown in it.
  function local(part) {
    for (const time of part.querySelectorAll("time[data-local]")) {
      const [at, style] = [new Date(time.dateTime), time.dataset.local || "full"];
      time.textContent = style === "day" ? at.toLocaleDateString([], { dateStyle: "full" }) : at.toLocaleString([], { dateStyle: style, timeStyle: "short" });
    }
  }
  local(document);
  for (const label of document.querySelectorAll("[data-zone]")) {
    const { when, offset } = label.closest("form").elements;
    label.textContent = "by your own clock";
    when.addEventListener("input", () => { offset.value = when.value && new Date(when.value).getTimezoneOffset(); });
  }

  // In the form for a table, an option that another one rules out is hidden, and not sent.
  const optional = [...document.querySelectorAll("[data-needs]")];
  if (optional.length) {
    const value = (name) => [...document.getElementsByName(name)].findLast((field) => field.type !== "hidden" && !(field.type === "checkbox" && !field.checked))?.value ?? "no";
    const spelt = (value) => value === true ? "yes" : value === false ? "no" : String(value);
    const update = () => {
      for (const label of optional) {
        // One of several needs holds where every option that it names has one of the values there, or any value.
        const holds = (need) => Object.entries(need).every(([name, values]) => values.length ? values.map(spelt).includes(value(`o-${name}`)) : value(`o-${name}`) !== "");
        label.hidden = !JSON.parse(label.dataset.needs).some(holds);
        for (const field of label.querySelectorAll("input, select")) field.disabled = label.hidden;
      }
    };
    document.addEventListener("change", update);
    update();
  }

  // The form for a table as the address of its page, which fills it in.
  const choices = document.querySelector("form.choices"), summary = document.getElementById("summary");
  function filled(...more) {
    const fields = new FormData(choices);
    for (const once of ["game", "table", "commitment"]) fields.delete(once);
    return new URLSearchParams([...fields, ...more]);
  }
  // A usual way to play keeps its fields; those that the way sets are named last.
  document.getElementById("ways")?.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (link) link.search = filled(["way", link.dataset.way]);
  });
  // What would be played is said again after each change.
  let latest = 0;
  async function sum_up() {
    const number = latest += 1;
    const page = await fetch_page(`/new/${choices.elements.game.value}?${filled()}`).catch(() => null);
    if (page && number === latest) summary.textContent = page.getElementById("summary").textContent;
  }
  if (summary) choices.addEventListener("change", sum_up);

  // What a closed list cuts off of its choice stands below it.
  const ARROW_PX = 40, ruler = document.createElement("canvas").getContext("2d");
  function spell(list) {
    const text = list.selectedOptions[0]?.text ?? "";
    ruler.font = getComputedStyle(list).font;
    const is_cut = list.clientWidth > 0 && ruler.measureText(text).width > list.clientWidth - ARROW_PX;
    let whole = list.parentElement.querySelector(".whole");
    if (!whole && is_cut) {
      whole = Object.assign(document.createElement("span"), { className: "whole", ariaHidden: "true" });
      list.after(whole);
    }
    if (whole) whole.textContent = is_cut ? text : "";
  }
  const sized = new ResizeObserver((changes) => changes.forEach(({ target }) => spell(target)));
  for (const list of document.querySelectorAll(".choices select")) {
    sized.observe(list);
    list.addEventListener("change", () => spell(list));
  }

  // The page that stands in for another without a connection gives way to it. The browser's "online" comes before the
  // service worker has a connection, and does not come when the server was away.
  const RETRY_MS = 2000;
  if (document.querySelector("[data-offline]")) {
    setInterval(() => fetch("/health/live").then((answer) => answer.ok && location.reload(), () => {}), RETRY_MS);
  }

  // What waits for a person stands in the title, with a mark in the icon; while they look elsewhere, an installed app has
  // a badge.
  const title = document.title, icon = document.querySelector('link[rel="icon"]'), plain = icon.href;
  let badged = false;
  function call(words) {
    document.title = (words ? `● ${words}: ` : "") + title;
    const shown = words ? icon.dataset.waits : plain;
    if (icon.getAttribute("href") !== shown) icon.href = shown;
    if (badged === Boolean(words && document.hidden)) return;
    badged = !badged;
    (badged ? navigator.setAppBadge?.() : navigator.clearAppBadge?.())?.catch(() => { /* not installed */ });
  }
  // The server sends no notice to a person who has a page open: one that is out of sight has its browser show the notice.
  async function show_notice(title, body, table) {
    const worker = await navigator.serviceWorker?.ready;
    if (await worker?.pushManager?.getSubscription()) worker.active.postMessage({ title, body, table });
  }

  // It needs HTTPS, or a server on this machine.
  navigator.serviceWorker?.register("/service-worker.js").catch(() => {});

  // A message holds frames. The first of a socket has all parts of a page, and each later one the changed parts.
  // A part alternates between HTML and the names of other parts that lie in it. Parts with an @ never change, and are
  // kept. Returns the HTML after each frame, "" if one is missing.
  const FRAME_BREAK = "\x1d", PART_BREAK = "\x1e", PIECE_BREAK = "\x1f";
  function parts() {
    let parts = new Map(), number = -1;
    const frame = (message) => {
      const [count, ...changed] = message.split(PART_BREAK);
      if (Number(count) && Number(count) !== number + 1) return "";
      number = Number(count);
      const known = number ? parts : new Map();
      for (const [name, ...own] of changed.map((part) => part.split(PIECE_BREAK))) known.set(name, own);
      parts = new Map([...known].filter(([name]) => name.startsWith("@")));
      const text = (name) => {
        parts.set(name, known.get(name));
        return parts.get(name).map((piece, at) => (at % 2 ? text(piece) : piece)).join("");
      };
      return text("");
    };
    return (message) => message.split(FRAME_BREAK).map(frame);
  }

  window.cardwright = { root, store, ask, call, fetch_page, show_notice, parts, local, in_words, shown_text, spell_cards, calm: matchMedia("(prefers-reduced-motion: reduce)") };
})();
