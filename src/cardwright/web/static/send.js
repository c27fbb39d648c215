// Sending a player's choices: forms, amounts of bets, moves that are pressed twice, and moves that play themselves.
"use strict";
(() => {
  if (!document.querySelector("[data-socket]")) return;
  const app = window.cardwright;
  const { root, store, choice, frame, hint, moments, news } = app;
  const FORCED_MS = 500; // in which the table before it is seen
  const THINKING_MS = 400;
  const AUTO_MOVES = `auto-moves-${location.pathname}`; // for each question of this table, the move that answers it, or ASKS
  const ASKS = "ask";
  const GONE_ON = 409, NOT_SEATED = 403; // the status of what was meant for an earlier move; of one without a seat, which another device may have closed
  const state = {
    sending: new Set(), // forms on their way are not sent again: a double click is one
    unsent: false, // the notice says that something was not
    undone: false,
    armed: "", // the move that was pressed once
    forced: 0, // the timer of the only move
    by_itself: false, // the move being sent plays itself
  };

  const auto_moves = () => JSON.parse(store.get(AUTO_MOVES) || "{}");
  const set_auto_move = (asks, wanted) => store.set(AUTO_MOVES, JSON.stringify({ ...auto_moves(), [asks]: wanted }));
  const once = (form) => `${form.action} ${form.elements.version?.value}`;
  // The next line can be typed at once; one that was not taken stands in its field again, unless there is a next one.
  function take_typed(form) {
    const typed = [...form.querySelectorAll("input[type=text], textarea")].filter((field) => !field.dataset.keep && field.value);
    const lines = typed.map((field) => [field.name, field.value]);
    for (const field of typed) field.value = "";
    return () => {
      const now = document.getElementById(form.id) ?? form; // a frame may have brought another
      for (const [name, line] of lines) if (now.elements[name]?.value === "") now.elements[name].value = line;
    };
  }
  async function send(form, button) {
    const body = new URLSearchParams(new FormData(form));
    if (button?.name) body.set(button.name, button.value);
    const sent = once(form), by_itself = state.by_itself;
    const put_back = take_typed(form);
    if (["undo", "moves"].includes(form.id)) state.undone = form.id === "undo";
    if (form.id === "moves") news.forget_forced(frame.version());
    state.sending.add(sent);
    const slow = form.id === "hint" && setTimeout(() => news.say("Thinking…"), THINKING_MS);
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
      if (!answer.ok) put_back();
      const reply = await answer.json().catch(() => ({}));
      if (!by_itself || answer.status !== GONE_ON) take_answer(form, answer, reply); // another page has played it
    } catch {
      put_back();
      news.say("The server cannot be reached, so nothing was sent. Try again when the table is back.");
      state.unsent = true;
      if (form.id === "moves" && document.getElementById("confirm")?.hidden) choice.clear(); // a touch makes the move again
    } finally {
      clearTimeout(slow);
      state.sending.delete(sent);
    }
  }

  function take_answer(form, { ok, status }, reply) {
    if (ok && form.id === "hint") hint.show(reply);
    else news.say(ok ? (reply.notice || "") : (reply.error || "The server refused that."));
    if (reply.goto) location.href = reply.goto;
    if (status === NOT_SEATED || (ok && "renew" in form.dataset)) app.renew();
    const keep_inside = frame.hold_focus();
    if (ok && form.id === "moves") { choice.clear(); hint.clear(); }
    if (ok && form.closest("#give-up")) {
      document.querySelector("#foot:popover-open")?.hidePopover(); // the drawer would lie over the result
      frame.focus_inside();
    } else keep_inside();
  }

  // The table is connected again.
  function note_connection() {
    if (state.unsent) news.say("");
    state.unsent = false;
  }

  // A bet's button says how much; only its own field must be right for it, and no field for any other move.
  const amount = (one) => one.closest(".amount");
  const field_of = (one) => amount(one).querySelector(".number");
  function tell_amount(field) {
    const button = amount(field).querySelector("[data-number]");
    const words = button.dataset.words ||= button.firstElementChild.textContent;
    button.firstElementChild.textContent = words.replace("…", field.value === "" ? "…" : Number(field.value).toLocaleString("en"));
  }
  function take_preset(preset) {
    const field = field_of(preset);
    field.value = preset.dataset.value;
    tell_amount(field);
    if (!matchMedia("(hover: none)").matches) field.focus({ preventScroll: true });
  }
  function make_bet(field) { amount(field).querySelector("[data-number]").click(); }

  // The key of a bet goes to its field: there it makes it, as Enter does.
  function press(button, from) {
    const field = button.dataset.number && field_of(button);
    if (!field || field === from) { button.click(); return; }
    field.focus({ preventScroll: true });
    field.select();
  }

  // What ends the game or a stay at the table, or is a foul, is pressed twice.
  function arm(value = state.armed) {
    state.armed = value;
    for (const button of document.querySelectorAll("#moves :is([data-confirm], .armed)")) {
      button.classList.toggle("armed", Boolean(button.dataset.confirm) && button.value === value);
    }
  }
  function sure(button) {
    if (state.armed === button.value) return true;
    clearTimeout(state.forced); // the usual move is not wanted
    arm(button.value);
    note_asked();
    news.say(`Press again: ${button.firstChild.textContent.trim()}`);
    return false;
  }

  // The only move there is plays itself, once the table before it has been seen; the news says so. Returns whether it will.
  function play_forced() {
    clearTimeout(state.forced);
    const plays = root.dataset.forced;
    const alone = document.getElementById("more")?.dataset.alone === "yes";
    const forced = plays === "always" || (alone && plays !== "never") ? document.querySelector("#moves[data-forced]") : null;
    const button = usual() || forced?.querySelector('button[name="move"]:not(.confirm)');
    if (!button || waits()) return false;
    const at = frame.version();
    state.forced = setTimeout(() => {
      if (frame.version() !== at || !button.isConnected) return;
      if (forced) news.played_for_player(at);
      if (button.dataset.always) set_auto_move(button.dataset.asks, button.dataset.always);
      state.by_itself = true;
      button.form.requestSubmit(button);
      state.by_itself = false;
    }, FORCED_MS);
    return true;
  }
  // So does the move that most make between deals, without a question, where it is usual or was chosen for always, unless
  // the player wants to be asked: while nothing else is, the bar offers that.
  function usual(page = document) {
    const found = page.querySelector("#moves [data-always]"), wanted = found && auto_moves()[found.dataset.asks];
    return found && (wanted === found.dataset.always || (wanted !== ASKS && "usual" in found.dataset)) ? found : null;
  }
  const waits = () => state.undone || state.armed || document.getElementById("guide");
  // Returns whether the player is asked for a move.
  function note_asked() {
    const plays_on = Boolean(usual()) && !waits();
    document.body.classList.toggle("plays-on", plays_on);
    return document.getElementById("scene")?.dataset.turn === "yes" && !plays_on;
  }
  // Whether a frame that waits for moments to pass will ask the player for a move.
  const will_ask = (html) => frame.is_turn(html) && (!usual(new DOMParser().parseFromString(html, "text/html")) || Boolean(waits()));
  // The box is not there while a question is, also one that answers itself: the focus comes back to it.
  let at_box = "";
  document.addEventListener("focusin", ({ target }) => { at_box = target.matches("input[data-asks]") ? target.dataset.asks : target.id === "status" ? at_box : ""; });
  function note_usual() {
    const bar = document.querySelector("div#moves"), boxes = [...document.querySelectorAll("input[data-asks]")];
    if (!bar || document.querySelector("#result, #come-back > *") || bar.querySelector("#onward")) { for (const box of boxes) box.parentElement.remove(); return; }
    for (const [asks, wanted] of Object.entries(auto_moves())) {
      let box = boxes.find((one) => one.dataset.asks === asks);
      const there = Boolean(box);
      if (!there) {
        bar.insertAdjacentHTML("beforeend", '<label class="check" data-stays="yes"><input type="checkbox"> </label>');
        bar.lastChild.append(asks);
        box = bar.lastChild.firstChild;
        box.dataset.asks = asks;
      }
      box.checked = wanted === ASKS;
      if (!there && at_box === asks) box.focus({ preventScroll: true });
    }
  }

  // After a frame: what may be sent now.
  function refresh() {
    arm(document.querySelector("#moves [data-confirm]") ? state.armed : "");
    document.querySelectorAll(".number").forEach(tell_amount);
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("#moves, [data-live]")) return;
    event.preventDefault();
    if (form.id === "hurry") moments.skip_ahead();
    if (state.sending.has(once(form)) || (form.id === "hint" && hint.rank())) return;
    send(form, event.submitter);
  });
  document.addEventListener("input", ({ target }) => {
    if (target.matches(".number")) tell_amount(target);
    if (target.matches("input[data-asks]")) set_auto_move(target.dataset.asks, target.checked ? ASKS : "no");
  });
  document.addEventListener("click", (event) => {
    const preset = event.target.closest(".preset");
    if (preset) take_preset(preset);
    const button = event.target.closest('#moves button[name="move"]');
    if (!button) return;
    if (button.dataset.always) set_auto_move(button.dataset.asks, button.dataset.always);
    if (button.dataset.confirm && !sure(button)) { event.preventDefault(); return; }
    button.formNoValidate = true;
    if (button.dataset.number && !field_of(button).reportValidity()) event.preventDefault();
  });

  app.arm = arm;
  app.send = { make_bet, note_asked, note_connection, note_usual, play_forced, press, refresh, will_ask };
})();
