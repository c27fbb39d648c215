// A table: the work after each frame, and the actions of clicks and keys. It knows no game.
"use strict";
(() => {
  const table = document.querySelector("[data-socket]");
  if (!table?.dataset.socket) return;
  const app = window.cardwright;
  const { store, fetch_page, calm, call, choice, frame, hint, moments, motion, news, send, show_notice, shown_text, sound } = app;
  const LIT = "#zones .active, #zones .winner, #zones .new"; // places that a moment is about
  const LAST_S = 30; // from here a player who is thinking is told how long is left
  const TICK_MS = 500;
  const state = {
    turn: false, // whether the player is asked for a move
    told: false, // whether the title says so
    waits: "", // who waits at the next game, as it says
    invites: "", // and who invites to another
    ended: Boolean(document.getElementById("result")),
    sought: false, // whether a turn was brought into sight before
    strayed: false, // whether the notice says why a touch did nothing
    shown_at: performance.now(),
    warned: false, // that little time is left
  };

  // What follows each frame

  function after_frame() {
    refresh();
    const turn = send.note_asked();
    document.dispatchEvent(new Event("frame"));
    const result = document.getElementById("result");
    tell_turn(turn);
    if (turn && !state.turn) seek();
    const plays_itself = send.play_forced();
    news.read_out(turn && !plays_itself, result);
    if (document.querySelector("#scene[data-hold]")) bring([...document.querySelectorAll(LIT)]);
    else if (result && !state.ended) { bring([result]); motion.proclaim(result); }
    if (turn || result) moments.arrive();
    send.note_usual();
    Object.assign(state, { turn, ended: Boolean(result), shown_at: performance.now() });
  }
  app.after_frame = after_frame;

  // A player who looks elsewhere is told at once of a turn that comes after moments, which may wait to be confirmed.
  function tell_turn(turn) {
    const told = turn || (document.hidden && send.will_ask(moments.latest_waiting()));
    const waits = document.querySelector("#after > form > .help")?.textContent.trim() ?? ""; // who is at the next game
    const invited = document.querySelector("#invitations [data-call]"), invites = invited?.dataset.call ?? "";
    const is_invited = invites && invites !== state.invites;
    call([invites, told ? "Your turn" : waits].filter(Boolean).join("; "));
    if ((told && !state.told) || (waits && waits !== state.waits) || is_invited) sound.play("turn");
    if (told && !state.told) document.dispatchEvent(new Event("turn"));
    if (is_invited && document.hidden) show_notice(invites, invited.querySelector("p").textContent, invited.dataset.to);
    Object.assign(state, { told, waits, invites });
  }
  for (const event of ["kept", "visibilitychange"]) document.addEventListener(event, () => tell_turn(state.turn));

  function fit_words() {
    news.fit();
    news.fit_progress();
  }
  addEventListener("resize", fit_words);
  function refresh() {
    choice.refresh();
    hint.refresh();
    send.refresh();
    fit_words();
    const last = document.getElementById("last-deal");
    if (last) last.hidden = !document.querySelector("#scene[data-last-deal]");
  }

  // What a moment lights comes into sight, or else the table, below the line that says what it is if there is room.
  function bring(lit) {
    const boxes = (lit.length ? lit : [document.getElementById("zones")]).map((one) => one.getBoundingClientRect());
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    const floor = innerHeight - (document.getElementById("moves")?.offsetHeight || 0); // the bar stays at the bottom
    let top = document.getElementById("status").getBoundingClientRect().top;
    if (bottom - top > floor) top = Math.min(...boxes.map((box) => box.top));
    if (top >= 0 && bottom <= floor) return;
    scrollBy({ top: top < 0 || bottom - top > floor ? top - 6 : bottom - floor + 6, behavior: calm.matches ? "auto" : "smooth" });
  }

  // Where nothing that may be touched is in sight when a turn begins, it comes into sight, and in the first turn
  // one's own cards do; else the page stays where it is.
  function seek() {
    const box = (element) => element?.getBoundingClientRect();
    const places = [...document.querySelectorAll("button[data-place]")];
    const wanted = places.length ? places : state.sought ? [] : [...document.querySelectorAll(".area.own")];
    const smooth = state.sought && !calm.matches;
    state.sought = true;
    const floor = box(document.getElementById("moves"))?.top || box(document.getElementById("confirm"))?.top || innerHeight;
    const seen = (one) => box(one).top >= 0 && box(one).bottom <= Math.max(floor, innerHeight / 2);
    if (!wanted.length || wanted.some(seen)) return;
    const { top, bottom } = box(wanted.at(-1));
    scrollBy({ top: bottom > floor ? bottom - floor + 10 : top - 10, behavior: smooth ? "smooth" : "auto" });
  }

  // Clocks count down between frames; the server's word stands.
  function minutes(seconds) {
    const hours = Math.floor(seconds / 3600), two = (number) => String(number).padStart(2, "0");
    if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
    const minute = Math.floor(seconds / 60) % 60;
    return `${hours ? `${hours}:${two(minute)}` : minute}:${two(seconds % 60)}`;
  }
  function warn(seconds) {
    const late = seconds <= LAST_S;
    if (late && !state.warned) {
      news.say(`Your time runs out in ${seconds} second${seconds === 1 ? "" : "s"}.`);
      sound.play("turn");
    }
    state.warned = late;
  }
  setInterval(() => {
    for (const clock of document.querySelectorAll('.clock[data-running="yes"]')) {
      const left = Math.max(Number(clock.dataset.least || 0), Number(clock.dataset.left) - (performance.now() - state.shown_at));
      const seconds = Math.ceil(left / 1000);
      clock.textContent = minutes(seconds);
      clock.classList.toggle("low", seconds <= LAST_S);
      if (state.turn && clock.closest(".seat")?.querySelector(".you")) warn(seconds);
    }
  }, TICK_MS);

  // Clicks

  // Take the notice away.
  function dismiss() {
    const keep_inside = frame.hold_focus();
    news.say("");
    hint.clear();
    keep_inside();
  }

  // Why a touch of a place does nothing: its own reason, or else what is asked. It stands until another place is touched.
  function refusal(target) {
    const place = target.closest("#zones .place:not(button[data-place])");
    if (!place || moments.is_held()) return "";
    const asked = document.querySelector('#scene[data-turn="yes"] #status');
    return place.dataset.refusal || (asked ? `Nothing to choose there. ${shown_text(asked).trim()}.` : "");
  }
  function explain(target) {
    const why = refusal(target), chosen = target.closest("button[data-place]");
    if (why) news.say(why); else if (state.strayed && chosen) news.say("");
    if (why || chosen) state.strayed = Boolean(why);
  }

  // The rules and the keys lie over the table; the rules are fetched when they are first asked for.
  async function open_sheet(link) {
    const sheet = document.getElementById(link.dataset.sheet);
    if (sheet.open) { sheet.close(); return; }
    const body = sheet.querySelector("[data-from]");
    if (body && !body.hasChildNodes()) {
      try {
        const page = await fetch_page(body.dataset.from);
        body.replaceChildren(...page.querySelector("main").childNodes);
      } catch {
        news.say("The rules cannot be fetched just now.");
        return;
      }
    }
    sheet.showModal();
  }

  document.addEventListener("click", (event) => {
    const { target } = event;
    const summary = target.closest(".all-moves summary");
    if (summary) table.dataset.opened = summary.parentElement.open ? "no" : "yes";
    const sheet = target.closest("[data-sheet]");
    if (sheet) { event.preventDefault(); open_sheet(sheet); }
    explain(target);
    if (target.closest("#skip-moments")) moments.onward(true);
    else if (moments.is_held() && target.closest("#onward, [data-hold] .zones")) moments.cut_short();
    else if (event.detail < 2 && target.closest("#zones")) moments.hurry();
    if (target.tagName === "DIALOG") target.close();
    if (target.closest("#notice") && !target.closest("details")) dismiss();
  });

  // Keys

  const FIELDS = "input, textarea, select";
  function leave(field) {
    const keep_inside = frame.hold_focus();
    field.blur();
    keep_inside();
  }

  // In a field, keys are text. An amount takes no letters: those of the buttons work there too.
  const is_typed = ({ key, target }) => target.matches(FIELDS) && !(target.matches(".number") && /^[a-z]$/i.test(key));

  // While a moment is held. Returns whether the key ends it.
  function end_moment(event) {
    const { key } = event;
    if (!moments.is_held() || !["Enter", " ", "ArrowRight", "Escape"].includes(key)) return false;
    if (["Enter", " "].includes(key) && choice.presses_control(event)) return false;
    event.preventDefault();
    if (key !== "Escape") moments.cut_short(); else if (!moments.hurry()) moments.onward(true);
    return true;
  }

  function escape() {
    choice.clear();
    app.arm("");
    dismiss();
    moments.hurry();
  }

  // The key of a button; any other goes on, where that is offered.
  function press_button(event) {
    const { key, target } = event, button = choice.button_for(key);
    if (button) {
      event.preventDefault();
      send.press(button, target);
    } else if (!choice.presses_control(event) && (key.length === 1 || key === "Enter") && moments.hurry()) event.preventDefault();
  }

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (target.matches(".number") && key === "Enter") {
      event.preventDefault();
      send.make_bet(target);
    } else if (target.matches(FIELDS) && key === "Escape") leave(target);
    if (event.ctrlKey || event.metaKey || event.altKey || is_typed(event)) return;
    const sheet = document.querySelector("dialog[open]");
    if (sheet) {
      if (["r", "R", "?"].includes(key)) { event.preventDefault(); sheet.close(); }
    } else if (end_moment(event) || choice.take_key(event)) return;
    else if (key === "Escape") escape();
    else press_button(event);
  });

  // A player's own notes stay in this browser, table by table, and are sent nowhere.
  const pad = document.getElementById("pad");
  if (pad) {
    const key = "notes-" + location.pathname;
    pad.value = store.get(key);
    pad.addEventListener("input", () => store.set(key, pad.value));
  }

  for (const all of document.querySelectorAll("#moves .all-moves")) all.open = false; // open for those without a script
  after_frame();
  motion.deal();
})();
