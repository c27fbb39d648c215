// Explanations where they are needed: the bubbles of a guided first game, and the tip beside a term or a lamp.
// It knows no game. Without it the bubbles stand above the table, and the rules and the glossary explain the rest.
"use strict";
(() => {
  const { root, store, fetch_page } = window.cardwright;
  const GAP_PX = 10, EDGE_PX = 6; // between a box and its target; between a box and the edge of the window
  const NEAR = 2000, BESIDE = 150; // cost of a pixel of distance, of a tip and of a bubble

  function box(id, role) {
    const made = document.createElement("div");
    Object.assign(made, { id, className: id, popover: "manual" });
    made.setAttribute("role", role);
    (document.getElementById("main") || document.body).prepend(made);
    return made;
  }

  // What a box should not hide, and how much each pixel of it matters.
  const HIDDEN_COSTS = {
    "#status, #result": 20, "#moves :is(button, summary)": 20, "#zones .touchable": 4, "#zones .place[data-face]": 2,
    ".slot :is(h2, .note)": 2, "#seats .seat": 1, "#news": 1, ".panels .zone, .foot .panel": 0.3,
  };
  // What it belongs to is not hidden where it is small; of a large part of the table, what lies there matters.
  const SMALL_PX = 80_000, SMALL_COST = 20, LARGE_COST = 0.02;
  const STEP_PX = 12; // between two heights that are tried
  const overlap = (one, other) => Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left))
    * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

  // Put a box beside what it belongs to, where it hides least, once all that moves has come to rest: else it would lie
  // over cards that are still on their way. `far` is the cost of a pixel of distance.
  const moving = () => document.getAnimations().filter((each) => Number.isFinite(each.effect.getComputedTiming().endTime));
  function put(what, elements, far) {
    const times = moving().map((each) => [each, each.currentTime]);
    for (const [each] of times) each.currentTime = each.effect.getComputedTiming().endTime;
    put_at_rest(what, elements, far);
    for (const [each, time] of times) each.currentTime = time;
  }
  function put_at_rest(what, elements, far) {
    const boxes = elements.map((one) => one.getBoundingClientRect());
    const [top, bottom] = [Math.min(...boxes.map((one) => one.top)), Math.max(...boxes.map((one) => one.bottom))];
    const [left, right] = [Math.min(...boxes.map((one) => one.left)), Math.max(...boxes.map((one) => one.right))];
    const { width, height } = what.getBoundingClientRect();
    const within = (at, size, whole) => Math.max(EDGE_PX, Math.min(at, whole - size - EDGE_PX));
    const costs = Object.entries(HIDDEN_COSTS).flatMap(([hidden, cost]) => [...document.querySelectorAll(hidden)].map((one) => [one.getBoundingClientRect(), cost]));
    for (const one of boxes) costs.push([one, one.width * one.height < SMALL_PX ? SMALL_COST : LARGE_COST]);
    const heights = [bottom + GAP_PX, top - height - GAP_PX, (top + bottom - height) / 2];
    for (let y = EDGE_PX; y < innerHeight; y += STEP_PX) heights.push(y);
    let [best, least] = [null, Infinity];
    for (const y of heights) {
      for (const x of [(left + right - width) / 2, right + GAP_PX, left - width - GAP_PX, EDGE_PX, innerWidth]) {
        const [at_x, at_y] = [within(x, width, innerWidth), within(y, height, innerHeight)];
        const here = { left: at_x, right: at_x + width, top: at_y, bottom: at_y + height };
        const away = Math.hypot(Math.max(0, at_x - right, left - here.right), Math.max(0, at_y - bottom, top - here.bottom));
        const cost = costs.reduce((sum, [one, each]) => sum + each * overlap(here, one), Math.max(0, away - GAP_PX) * far);
        if (cost < least) [best, least] = [here, cost];
      }
    }
    const is_beside = best.left < right && left < best.right;
    what.dataset.side = is_beside && best.top >= bottom ? "below" : is_beside && best.bottom <= top ? "above" : "over";
    const scale = what.currentCSSZoom || 1;
    Object.assign(what.style, { left: `${best.left / scale}px`, top: `${best.top / scale}px` });
    what.style.setProperty("--to", `${Math.max(14, Math.min((left + right) / 2 - best.left, width - 14))}px`);
  }

  // The tip: the meaning of a term, or an example of a hand.

  const tip = box("tip", "tooltip");
  const EXPLAINED = ".term, [data-example]";
  let explained = null;
  const hands = document.getElementById("hands");
  const example = (element) => [...(hands?.children || [])].find((one) => one.dataset.hand === element.dataset.example);
  function explain(element) {
    const hand = element.dataset.example && example(element);
    if (element.dataset.example && !hand) return;
    explained = element;
    const state = element.querySelector(".unseen")?.textContent.replace(": ", "") ?? ""; // of a lamp in a list: "possible"
    tip.replaceChildren(...(hand ? [...hand.cloneNode(true).childNodes, state] : [element.getAttribute("aria-description") ?? element.textContent]));
    tip.classList.toggle("hand", Boolean(hand));
    tip.showPopover();
    put(tip, [element], NEAR);
  }
  function unexplain() { if (explained) tip.hidePopover(); explained = null; }
  for (const kind of ["pointerover", "focusin", "click"]) document.addEventListener(kind, (event) => {
    const element = event.target.closest?.(EXPLAINED);
    if (element && element !== explained) { unexplain(); explain(element); }
    else if (!element && kind !== "focusin") unexplain();
  });
  document.addEventListener("focusout", unexplain);
  addEventListener("scroll", unexplain, { capture: true, passive: true });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") unexplain(); });

  // A list of lamps is one stop of Tab, and the arrows lead through it.
  let fetched = false;
  async function fetch_hands() {
    if (fetched || !hands || !document.querySelector("[data-example]")) return;
    fetched = true;
    try {
      const page = await fetch_page(hands.dataset.from);
      hands.replaceChildren(...page.body.children);
      list_lamps();
    } catch { fetched = false; /* the next frame, then */ }
  }
  function list_lamps() {
    for (const lamp of document.querySelectorAll("[data-example]")) {
      const hand = example(lamp);
      if (!hand) continue;
      lamp.setAttribute("aria-description", hand.dataset.words);
      lamp.tabIndex = lamp.parentElement.querySelector("[data-example]") === lamp ? 0 : -1;
    }
    if (explained && !explained.isConnected) unexplain();
  }
  document.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const lamp = event.target.closest?.("[data-example]");
    if (!lamp || !by) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...lamp.parentElement.querySelectorAll("[data-example]")];
    all[(all.indexOf(lamp) + by + all.length) % all.length].focus();
  }, true);

  // The bubbles of a guided first game: the new ones of this version of the game, one after another.

  const bubble = box("bubble", "group"); // a live line that appears with its words is not read out: another one says them
  const key = "guide-off-" + location.pathname;
  const seen = new Set(); // the numbers of the bubbles that were read in this page
  let waiting = [], pointed = null, home = null; // home: where the page was scrolled to before a bubble
  const off = () => store.get(key) === "yes";
  const sections = () => [...(document.getElementById("guide")?.children || [])];
  function button(words, act, className = "") {
    const made = document.createElement("button");
    Object.assign(made, { type: "button", textContent: words, className });
    made.addEventListener("click", act);
    return made;
  }

  function write(section, words) {
    const foot = document.createElement("div");
    foot.className = "actions";
    const next = button(words, onward, "primary");
    next.id = "bubble-next";
    foot.append(next, button("Skip the guide", skip, "quiet"));
    bubble.replaceChildren(...section.cloneNode(true).childNodes, foot);
    bubble.dataset.number = section.dataset.number;
    document.getElementById("heard").textContent = [...section.children, "Enter goes on"].map((part) => part.textContent ?? part).join(". ");
  }

  function put_bubble() { if (pointed) put(bubble, [pointed], BESIDE); }

  // What lies in a drawer is shown with it, as long as the bubble points there.
  let drawer = null;
  function pull_out(target) {
    if (!target || target.getClientRects().length) return;
    drawer = target.closest("[popover]");
    drawer?.showPopover();
  }

  function close(shown = false) {
    pointed?.classList.remove("pointed");
    pointed?.closest(".panels")?.scrollTo({ top: 0 });
    pointed = null;
    if (drawer?.matches(":popover-open")) drawer.hidePopover();
    drawer = null;
    if (!shown && bubble.matches(":popover-open")) bubble.hidePopover();
  }

  // A bubble that stays in sight stays as it is: written again, it would be read out again.
  function open() {
    const section = waiting[0], words = waiting.length > 1 ? "Next" : "Got it";
    const shown = Boolean(section && pointed && !drawer) && bubble.dataset.number === section.dataset.number && document.getElementById("bubble-next").textContent === words;
    close(shown && !off());
    if (!section || off()) {
      if (home !== null) scrollTo({ top: home });
      home = null;
      return;
    }
    home ??= scrollY;
    if (!shown) write(section, words);
    const target = document.getElementById(section.dataset.at);
    pull_out(target);
    if (!shown) bubble.showPopover();
    const seen_in = (element) => element?.getClientRects().length;
    pointed = [target, ...(target?.children || []), document.getElementById("status")].find(seen_in);
    pointed.classList.add("pointed");
    pointed.scrollIntoView({ block: "nearest" });
    put_bubble();
    Promise.allSettled(moving().map((each) => each.finished)).then(put_bubble);
  }

  // The last bubble of a moment takes the game on.
  function onward() {
    seen.add(waiting.shift().dataset.number);
    open();
    if (!waiting.length) document.getElementById("onward")?.click();
  }

  function skip() {
    store.set(key, "yes");
    close();
    hold();
  }

  // A moment with something to say is held until it is confirmed.
  function hold() {
    root.dataset.moments = waiting.length && !off() ? "confirm" : store.get("moments");
  }

  document.addEventListener("frame", () => {
    fetch_hands();
    list_lamps();
    const aside = document.getElementById("guide");
    if (!aside) return;
    const all = sections();
    waiting = all.slice(all.length - Number(aside.dataset.due)).filter((one) => !seen.has(one.dataset.number));
    hold();
    open();
  });
  addEventListener("resize", put_bubble);
  addEventListener("scroll", put_bubble, { capture: true, passive: true });

  document.getElementById("guide-again")?.addEventListener("click", () => {
    store.set(key, "");
    if (!waiting.length) waiting = sections().slice(-1);
    open();
  });

  document.addEventListener("keydown", (event) => {
    if (!pointed || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") {
      for (const one of waiting) seen.add(one.dataset.number);
      waiting = [];
      close();
      return;
    }
    const confirm = document.getElementById("confirm");
    const free = !event.target.matches("a, button, input, select, summary, textarea") || event.target.matches("button[data-place]");
    if (event.key !== "Enter" || !free || (confirm && !confirm.disabled)) return;
    event.preventDefault();
    event.stopPropagation();
    onward();
  }, true);

  window.cardwright.put_beside = put;
})();
