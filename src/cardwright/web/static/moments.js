// Frames in the order they came: a moment is held, for a time or until it is confirmed, before what follows it is shown.
"use strict";
(() => {
  if (!document.querySelector("[data-socket]")) return;
  const { root, store, ask, calm, frame, news } = window.cardwright;
  // The moments keep the player's own speed: each that is cut short makes the next ones shorter, and each that is not a
  // little longer, up to their whole time. A guide's are whole.
  const SHORTEST = 0.4, CUT_SHORT = 0.8, PASSED = 1.02;
  const UNTIL_CONFIRMED = -1; // in place of a timer
  const LATE_MS = 500; // in which a press was meant for the moment that has just passed, and not for what lies there now
  const state = {
    waiting: [],
    held: null, // the timer of the moment that is shown
    held_at: 0,
    unseen: "", // the version of the moment that is held: a page loaded again shows it once more
    passed_at: -LATE_MS, // when the latest one passed by itself
    pace: Number(store.get("pace")) || 1,
    saved_ms: 0, // how much the moments of this move were cut short
    skipping: false, // all moments up to the table as it is, also moments still on their way
    hurrying: false, // a player who is alone with bots skips ahead to their own turn: no pauses, and no moments, until then
  };

  const until_confirmed = () => root.dataset.moments === "confirm" || calm.matches || "until" in document.getElementById("scene").dataset;
  const hold_ms = () => Number(document.getElementById("scene").dataset.hold || 0);
  const is_held = () => Boolean(state.held);
  const latest_waiting = () => state.waiting.at(-1)?.html ?? "";

  function receive(html) {
    const next = { html, missed: [] }, before = state.waiting.at(-1);
    if (before && !frame.is_moment(before.html)) {
      state.waiting.pop();
      next.missed = state.hurrying ? [] : missed_before(html, before);
    }
    state.waiting.push(next);
    if (!state.held) return onward();
    frame.show_people(html);
    document.dispatchEvent(new Event("kept")); // for later
  }
  // A frame that gives way to the next one is not shown, but its news are told.
  function missed_before(html, before) {
    if (frame.version_of(before.html) === frame.version_of(html)) return before.missed;
    return [...before.missed, ...new DOMParser().parseFromString(before.html, "text/html").getElementById("news").children];
  }

  function onward(all = false) {
    clearTimeout(state.held);
    if (state.unseen) store.seen(state.unseen);
    state.unseen = "";
    if (state.held) {
      news.forget_forced();
      state.saved_ms += hold_ms() - (performance.now() - state.held_at);
      state.skipping = all;
    }
    state.held = null;
    while (state.skipping && state.waiting.length > 1) state.waiting.shift();
    if (!state.waiting.length || (state.skipping && frame.is_moment(state.waiting[0].html))) return;
    state.skipping = false;
    const next = state.waiting.shift();
    frame.show(next.html, next.missed);
    if (frame.is_moment(next.html) && !state.hurrying) { hold(); return; }
    store.seen(frame.version());
    if (state.waiting.length) onward(); else note_read();
  }

  function hold() {
    state.unseen = frame.version();
    state.held_at = performance.now();
    const share = document.getElementById("guide") ? 1 : state.pace;
    state.held = until_confirmed() ? UNTIL_CONFIRMED : setTimeout(pass, hold_ms() * share);
    if (until_confirmed()) news.tell_to_confirm();
  }
  function pass() {
    keep_pace(PASSED);
    state.passed_at = performance.now();
    onward();
  }
  document.addEventListener("click", (event) => {
    const is_late = event.detail && performance.now() - state.passed_at < LATE_MS; // a key's click has no detail
    if (!is_late || (state.held && state.held !== UNTIL_CONFIRMED) || !event.target.closest("#moves, #zones")) return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  // Show a frame that is not of now until it is confirmed.
  function show_until_confirmed(html) {
    state.held = UNTIL_CONFIRMED;
    frame.show(html);
    news.tell_to_confirm();
    document.getElementById("status").focus({ preventScroll: true });
  }

  function keep_pace(factor) {
    if (until_confirmed()) return;
    state.pace = Math.min(1, Math.max(SHORTEST, state.pace * factor));
    store.set("pace", state.pace);
  }
  document.querySelector('[data-setting="moments"]')?.addEventListener("change", () => keep_pace(Infinity));
  function cut_short() {
    keep_pace(CUT_SHORT);
    onward();
  }

  // The bots wait as long as the moments take; where they took less, they are asked to go on.
  function note_read() {
    const form = document.getElementById("hurry");
    if (state.saved_ms > 0 && form) ask(form.action, { method: "POST", body: new URLSearchParams({ version: frame.version() }) }).catch(() => {});
    state.saved_ms = 0;
  }

  // Skip ahead, where that is offered. Returns whether it is.
  function hurry() {
    const form = document.getElementById("hurry");
    form?.requestSubmit();
    return Boolean(form);
  }
  function skip_ahead() {
    state.hurrying = true;
    onward(true);
  }
  function arrive() { state.hurrying = false; }

  window.cardwright.moments = { arrive, cut_short, hurry, is_held, latest_waiting, onward, receive, show_until_confirmed, skip_ahead };
})();
