// Sending what a player chooses: forms, amounts of bets, moves that are pressed twice, and those that play themselves.
"use strict";
(() => {
  if (!document.querySelector("[data-socket]")) return;
  const app = window.cardwright;
  const { root, store, choice, frame, hint, moments, news } = app;
  const FORCED_MS = 500; // in which the table before it is seen
  const THINKING_MS = 400;
  const ALWAYS = `always-${location.pathname}`; // the move that the player always makes at this table
  const state = {
    sending: new Set(), // what is on its way is not sent again: a double click is one
    unsent: false, // the notice says that something was not
    undone: false,
    armed: "", // the move that was pressed once
    forced: 0, // the timer of the only move
  };

  const once = (form) => `${form.action} ${form.elements.version?.value}`;
  async function send(form, button) {
    const body = new URLSearchParams(new FormData(form));
    if (button?.name) body.set(button.name, button.value);
    const sent = once(form);
    if (["undo", "moves"].includes(form.id)) state.undone = form.id === "undo";
    if (form.id === "moves") news.forget_forced(frame.version());
    state.sending.add(sent);
    const slow = form.id === "hint" && setTimeout(() => news.say("Thinking…"), THINKING_MS);
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
      take_answer(form, answer.ok, await answer.json().catch(() => ({})));
    } catch {
      news.say("The server cannot be reached, so nothing was sent. Try again when the table is back.");
      state.unsent = true;
      if (form.id === "moves" && document.getElementById("confirm")?.hidden) choice.clear(); // a touch makes the move again
    } finally {
      clearTimeout(slow);
      state.sending.delete(sent);
    }
  }

  function take_answer(form, ok, reply) {
    if (ok && form.id === "hint") hint.show(reply);
    else news.say(ok ? (reply.notice || "") : (reply.error || "The server refused that."));
    if (reply.goto) location.href = reply.goto;
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
    arm(button.value);
    news.say(`Press again: ${button.firstChild.textContent.trim()}`);
    return false;
  }

  // The only move there is plays itself, once the table before it has been seen; the news says so.
  function play_forced() {
    clearTimeout(state.forced);
    const wish = root.dataset.forced;
    const alone = document.getElementById("more")?.dataset.alone === "yes";
    const forced = wish === "always" || (alone && wish !== "never") ? document.querySelector("#moves[data-forced]") : null;
    const button = usual() || forced?.querySelector('button[name="move"]:not(.confirm)');
    if (!button || state.undone || document.getElementById("guide")) return;
    const at = frame.version();
    state.forced = setTimeout(() => {
      if (frame.version() !== at || !button.isConnected) return;
      if (forced) news.played_for_player(at);
      button.form.requestSubmit(button);
    }, FORCED_MS);
  }
  // So does a move that the player always makes at this table. While nothing is asked, the bar says so, and ends it.
  const usual = () => [...document.querySelectorAll("#moves [data-always]")].find((one) => one.dataset.always === store.get(ALWAYS));
  function note_usual() {
    const words = store.get(ALWAYS), bar = document.querySelector("div#moves");
    if (!words || !bar || document.getElementById("result") || bar.querySelector("#onward")) return;
    bar.insertAdjacentHTML("beforeend", '<button type="button" class="quiet" id="ask-again"></button>');
    bar.lastElementChild.textContent = `${words}: ask me again`;
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
    form.querySelectorAll("input[type=text], textarea").forEach((field) => { if (!field.dataset.keep) field.value = ""; });
  });
  document.addEventListener("input", (event) => { if (event.target.matches(".number")) tell_amount(event.target); });
  document.addEventListener("click", (event) => {
    const preset = event.target.closest(".preset");
    if (preset) take_preset(preset);
    if (event.target.id === "ask-again") {
      store.set(ALWAYS, "");
      event.target.remove();
    }
    const button = event.target.closest('#moves button[name="move"]');
    if (!button) return;
    if (button.dataset.always) store.set(ALWAYS, button.dataset.always);
    if (button.dataset.confirm && !sure(button)) { event.preventDefault(); return; }
    button.formNoValidate = true;
    if (button.dataset.number && !field_of(button).reportValidity()) event.preventDefault();
  });

  app.arm = arm;
  app.send = { make_bet, note_connection, note_usual, play_forced, press, refresh };
})();
