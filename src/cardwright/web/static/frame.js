// A frame of the server in the page: only the parts that differ are replaced, and what a person has typed, opened or
// focused stays.
"use strict";
(() => {
  const table = document.querySelector("[data-socket]");
  if (!table) return;
  const app = window.cardwright;
  const { choice, motion, news, sound, spell_cards } = app;
  const AT_TABLE = "#scene, #notice";
  const TYPED = "#say input, #say select, #after input, #sit input";

  const version = () => document.getElementById("scene")?.dataset.version;
  const version_of = (html) => html.match(/ data-version="(\d+)"/)?.[1];
  const is_moment = (html) => html.includes(' data-hold="');
  const is_turn = (html) => html.includes(' data-turn="yes"');

  // A button that stays is not taken out of the page: while it is being pressed, it would not be clicked. What a script
  // has put beside them stays too.
  function replace_buttons(old, next) {
    let at = old.firstChild;
    const pass = () => {
      const passed = at;
      at = at.nextSibling;
      if (!passed.dataset?.stays) passed.remove();
    };
    for (const child of [...next.childNodes]) {
      let found = at;
      while (found && !found.isEqualNode(child)) found = found.nextSibling;
      if (!found) { old.insertBefore(child, at); continue; }
      while (at !== found) pass();
      at = found.nextSibling;
    }
    while (at) pass();
  }

  // Where a term of the table stands again, it is no stop of the Tab key.
  function stop_once(page) {
    const met = new Set();
    for (const term of page.querySelectorAll("#scene .term:not(.why)")) {
      const word = term.textContent.toLowerCase();
      if (met.has(word)) term.tabIndex = -1;
      met.add(word);
    }
  }

  // Swap every element with an id that differs; an element that stays keeps its focus and its state.
  function swap(old, next) {
    if (old.isEqualNode(next)) return;
    const kept = [...next.children].filter((child) => child.id);
    const same = kept.length && kept.length === next.children.length && old.children.length === next.children.length
      && kept.every((child, index) => old.children[index].id === child.id);
    if (old.tagName !== next.tagName) { old.replaceWith(next); return; }
    for (const name of new Set([...old.getAttributeNames(), ...next.getAttributeNames()])) {
      const value = next.getAttribute(name);
      if (value === null) old.removeAttribute(name); else if (value !== old.getAttribute(name)) old.setAttribute(name, value);
    }
    // A live line must stay the same element, or it is not read out.
    if (!same) {
      if (old.closest("#moves")) replace_buttons(old, next); else old.replaceChildren(...next.childNodes);
      return;
    }
    [...old.children].forEach((child, index) => swap(child, kept[index]));
  }

  // Who was at the table with the focus stays there, if what had it is gone or can no longer be pressed.
  const is_place = (element) => element?.matches("button[data-place]");
  function focus_inside(was_place = false) {
    const at = document.activeElement;
    if (at.disabled || (was_place && at.ariaDisabled === "true") || !at.closest(AT_TABLE)) document.getElementById("status")?.focus({ preventScroll: true });
  }
  // The function that is returned keeps the focus at the table; with `replaced`, first on what has the same id.
  function hold_focus(replaced = false) {
    const at = document.activeElement, inside = at?.closest(AT_TABLE), was_place = is_place(at);
    return () => {
      const still = replaced && at?.id && document.activeElement?.id !== at.id && document.getElementById(at.id);
      if (still && !(was_place && still.ariaDisabled === "true")) still.focus({ preventScroll: true });
      if (inside) focus_inside(was_place);
    };
  }

  // Take hold of what a person has typed, opened and unfolded; the function that is returned puts it back. Talk does not
  // disturb a bet that is being typed, unless the game has moved on. Forms may have fields of one name.
  function hold_typed() {
    const fields = (found) => [...table.querySelectorAll(found)];
    const key = (field) => `${field.form?.id} ${field.name}`;
    const values = (found) => new Map(fields(found).map((field) => [key(field), field.value]));
    const fill = (found, kept) => { for (const field of fields(found)) if (kept.has(key(field))) field.value = kept.get(key(field)); };
    const last = version(), typed = values(TYPED), bets = values(".number");
    const betting = document.activeElement?.matches(".number") && document.activeElement.name;
    const opened = document.querySelector("#moves .all-moves")?.open && table.dataset.opened === "yes";
    const unfolded = fields("details[open]").map((details) => details.firstElementChild.id).filter(Boolean);
    return () => {
      for (const id of unfolded) if (document.getElementById(id)) document.getElementById(id).parentElement.open = true;
      fill(TYPED, typed);
      const all = document.querySelector("#moves .all-moves");
      if (all) all.open = Boolean(opened);
      if (version() !== last) return;
      fill(".number", bets);
      fields(".number").find((field) => field.name === betting)?.focus({ preventScroll: true });
    };
  }

  // What the notice says stays until the game has moved on, or while the same is asked.
  function asks_the_same(page) {
    const asked = choice.question(document);
    return page.getElementById("scene")?.dataset.version === version() || (asked && choice.question(page) === asked);
  }

  function put(html, missed) {
    const page = new DOMParser().parseFromString(html, "text/html");
    if (version_of(html) !== version()) document.getElementById("heard").textContent = ""; // it was about an earlier frame
    spell_cards(page.body);
    stop_once(page);
    const same = asks_the_same(page);
    for (const next of [...page.body.children]) {
      const old = document.getElementById(next.id);
      if (!old || (next.id === "notice" && !next.textContent && same)) continue;
      if (next.id === "news") next.prepend(...missed.flatMap((line) => [line, " "]));
      if (next.id === "news" && !news.has_more(old, next, is_moment(html))) continue;
      swap(old, next);
    }
  }

  // Show a frame, with the news of those that gave way to it.
  function show(html, missed = []) {
    const keep_inside = hold_focus(true), fill_in = hold_typed();
    const before = motion.positions(), heard = sound.table();
    put(html, missed);
    fill_in();
    keep_inside();
    motion.glide(before);
    motion.sweep(before);
    sound.changed(heard);
    news.note_forced();
    app.after_frame();
  }

  // What people say, and who is away, is shown at once: also from a frame that has to wait for the moment before it.
  function show_people(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const id of ["chat", "away"]) {
      const [old, next] = [document.getElementById(id), page.getElementById(id)];
      if (old && next) swap(old, next);
    }
    document.dispatchEvent(new Event("people"));
  }

  stop_once(document);
  app.frame = { focus_inside, hold_focus, is_moment, is_turn, show, show_people, version, version_of };
})();
