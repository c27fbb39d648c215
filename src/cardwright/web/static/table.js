// A table: swaps what changed in a frame, keeps the focus, holds moments, sends forms, and reconnects.
// It knows no game.
"use strict";
(() => {
  const table = document.querySelector("[data-socket]");
  if (!table?.dataset.socket) return;
  const { root, store, ask, fetch_page, calm, parts, in_words, shown_text, spell_cards, choice, motion, sound, hint } = window.cardwright;

  const title = document.title;

  const LONG_NEWS_CHARS = 90;
  const LIT = "#zones .active, #zones .winner, #zones .new"; // places that a moment is about
  let mine = false, ended = Boolean(document.getElementById("result"));
  function fresh() {
    choice.refresh();
    hint.refresh();
    arm(document.querySelector("#moves [data-confirm]") ? armed : "");
    document.querySelectorAll(".number").forEach(tell_amount);
    note_repeats();
    note_progress();
    const last = document.getElementById("last-deal");
    if (last) last.hidden = !document.querySelector("#scene[data-last-deal]");
    const turn = document.getElementById("scene")?.dataset.turn === "yes";
    document.dispatchEvent(new Event("frame"));
    document.title = (turn ? "● Your turn: " : "") + title;
    if (turn && !mine) seek();
    if (turn && !mine) sound.play("turn");
    mine = turn;
    const result = document.getElementById("result");
    read_out(turn, result);
    if (document.querySelector("#scene[data-hold]")) bring([...document.querySelectorAll(LIT)]);
    else if (result && !ended) bring([result]);
    ended = Boolean(result);
    if (turn || result) hurrying = false;
    play_forced();
    note_usual();
  }

  // A screen reader says what is asked when a turn begins, with how far the game is and the player's cards where there are
  // new ones, how the game ended, and who waits at the rematch: the lines that show it change too often to be live ones.
  // It comes after the news: of two live lines that change at once, either may be said first. Whom a player waits for is
  // said when the wait is long.
  const AFTER_NEWS_MS = 150, LONG_WAIT_MS = 2500;
  function read_out(turn, result) {
    const line = result || document.querySelector(turn ? "#status, #are-you-there" : "#scene:not([data-hold]) #status");
    const said = line ? shown_text(line) : "";
    const rematch = document.querySelector("#after > form > .help")?.textContent || ""; // who waits there
    if (said === asked && rematch === offered) return;
    const more = result ? rematch && ` ${rematch}` : turn && said && new_cards();
    const words = in_words((result && said === asked ? "" : said) + (more || ""));
    const question = document.getElementById("question");
    question.textContent = "";
    clearTimeout(asking);
    asking = setTimeout(() => { question.textContent = words; }, turn || result ? AFTER_NEWS_MS : LONG_WAIT_MS);
    [asked, offered] = [said, rematch];
  }
  let asked = "", offered = "", had = [], course = "", asking = 0;
  function new_cards() {
    const zones = [...document.querySelectorAll("#area-own .zone:has([data-face])")];
    const cards_of = (zone) => [...zone.querySelectorAll(".place[data-face]")].map((place) => place.getAttribute("aria-label").split(", ")[0]);
    const before = [...had];
    const is_new = (card) => before.indexOf(card) < 0 || !before.splice(before.indexOf(card), 1);
    const fresh = zones.flatMap(cards_of).filter(is_new);
    had = zones.flatMap(cards_of);
    if (!fresh.length) return "";
    const progress = document.getElementById("progress").textContent.trim();
    const far = progress && progress !== course ? `. ${progress[0].toUpperCase()}${progress.slice(1)}` : "";
    course = progress;
    if (zones.length === 1) return `${far}. You have ${had.join(", ")}`;
    const changed = zones.filter((zone) => cards_of(zone).some((card) => fresh.includes(card)));
    return far + changed.map((zone) => `. ${zone.querySelector("h2")?.textContent}: ${cards_of(zone).join(", ")}`).join("");
  }

  // A live line that is written again is read out again.
  function write(line, text) {
    if (line.dataset.shown === text) return;
    line.dataset.shown = text;
    line.textContent = text;
    spell_cards(line);
  }

  // News that says no more than the status is read out, and not shown.
  function note_repeats() {
    const news = document.getElementById("news"), status = document.getElementById("status"), said = status && shown_text(status);
    const lines = [...news.children].map((line) => (line.dataset.whole ||= line.textContent.replace(/\.$/, "")));
    news.parentElement.classList.toggle("repeats", Boolean(said) && lines.length > 0 && lines.every((line) => said.includes(line)));
    const is_cut = () => news.scrollHeight > news.clientHeight;
    for (let first = 0; first < lines.length; first++) {
      shorten(news, lines, first);
      if (is_cut()) news.classList.add("long");
      if (!is_cut()) break;
    }
  }

  // How far the game is has two lines on a telephone, from when it first was too long for one.
  function note_progress() {
    const line = document.getElementById("progress");
    if (line && line.scrollWidth > line.clientWidth) document.body.classList.add("long-progress");
  }

  // Of several lines about one player only the first names them: the room for news is small. Those before the first that
  // is shown are read out, and stand in the log.
  function shorten(news, lines, first) {
    const who = (line) => line?.match(/^[^:]+: /)?.[0];
    lines.forEach((line, at) => {
      const name = at > first && who(line);
      const repeated = name && name === who(lines[at - 1]);
      write(news.children[at], repeated ? `${line[name.length].toUpperCase()}${line.slice(name.length + 1)}.` : `${line}.`);
      news.children[at].classList.toggle("unseen", at < first);
    });
    news.classList.toggle("long", lines.slice(first).join(" ").length > LONG_NEWS_CHARS);
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

  // The only move there is plays itself, once the table before it has been seen; the news says so.
  const FORCED_MS = 500;
  let only = 0, undone = false, forced_at = "", noted = "";
  function play_forced() {
    clearTimeout(only);
    const wish = root.dataset.forced;
    const alone = document.getElementById("more")?.dataset.alone === "yes";
    const forced = wish === "always" || (alone && wish !== "never") ? document.querySelector("#moves[data-forced]") : null;
    const button = usual() || forced?.querySelector('button[name="move"]:not(.confirm)');
    if (!button || undone || document.getElementById("guide")) return;
    const at = version();
    only = setTimeout(() => {
      if (version() !== at || !button.isConnected) return;
      if (forced) forced_at = at;
      button.form.requestSubmit(button);
    }, FORCED_MS);
  }
  // So does a move that the player always makes at this table. While nothing is asked, the bar says so, and ends it.
  const ALWAYS = `always-${location.pathname}`;
  const usual = () => [...document.querySelectorAll("#moves [data-always]")].find((one) => one.dataset.always === store.get(ALWAYS));
  function note_usual() {
    const words = store.get(ALWAYS), bar = document.querySelector("div#moves");
    if (!words || !bar || document.getElementById("result") || bar.querySelector("#onward")) return;
    bar.insertAdjacentHTML("beforeend", '<button type="button" class="quiet" id="ask-again"></button>');
    bar.lastElementChild.textContent = `${words}: ask me again`;
  }
  // It is said until the player has moved again or has read a moment.
  function note_forced() {
    const news = document.getElementById("news");
    if (!forced_at || !news || news.querySelector(".forced")) return;
    const note = document.createElement("span");
    note.className = "forced";
    if (forced_at === noted) note.ariaHidden = "true";  // it is read out once
    noted = forced_at;
    note.textContent = "Your only move was played for you.";
    news.append(note);
  }

  // A player who is alone with bots may skip ahead to their own turn: no pauses, and no moments, until then.
  let hurrying = false;
  function hurry() {
    const form = document.getElementById("hurry");
    form?.requestSubmit();
    return Boolean(form);
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

  // A button that stays is not taken out of the page: while it is being pressed, it would not be clicked.
  function replace_buttons(old, next) {
    let at = old.firstChild;
    for (const child of [...next.childNodes]) {
      let found = at;
      while (found && !found.isEqualNode(child)) found = found.nextSibling;
      if (!found) { old.insertBefore(child, at); continue; }
      while (at !== found) { at = at.nextSibling; at.previousSibling.remove(); }
      at = found.nextSibling;
    }
    while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
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
    if (!same) {
      if (old.closest("#moves")) replace_buttons(old, next); else old.replaceChildren(...next.childNodes);
      return;
    }
    [...old.children].forEach((child, index) => swap(child, kept[index]));
  }

  // Who was at the table with the focus stays there, if what had it is gone or can no longer be pressed.
  const AT_TABLE = "#scene, #notice";
  const is_place = (element) => element?.matches("button[data-place]");
  function focus_inside(was_place = false) {
    const at = document.activeElement;
    if (at.disabled || (was_place && at.ariaDisabled === "true") || !at.closest(AT_TABLE)) document.getElementById("status")?.focus({ preventScroll: true });
  }

  const version = () => document.getElementById("scene")?.dataset.version;

  // No news are read out twice: not with the next frame, and not after the moments of a move, whose news the last frame
  // repeats. A step without any leaves those before it.
  let told = document.getElementById("news").outerHTML; // as they came, before `shorten`
  let of_moments = [];
  function has_more(old, next, moment) {
    const came = next.outerHTML, lines = [...next.children].map((line) => line.textContent);
    for (const line of of_moments) [...next.children].find((one) => one.textContent === line)?.remove();
    of_moments = moment ? [...of_moments, ...lines] : [];
    if (!forced_at || !lines.length) old.querySelector(".forced")?.remove();
    const more = next.children.length && came !== told;
    if (more) told = came;
    return more;
  }

  // Take hold of what a person has typed, opened and unfolded; the function that is returned puts it back. Talk does not
  // disturb a bet that is being typed, unless the game has moved on. Forms may have fields of one name.
  const TYPED = "#say input, #say select, #after input, #sit input";
  function keep() {
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

  function show(html, missed = []) {
    const page = new DOMParser().parseFromString(html, "text/html");
    spell_cards(page.body);
    const focus = document.activeElement?.id, was_place = is_place(document.activeElement);
    const inside = document.activeElement?.closest(AT_TABLE);
    const put_back = keep();
    const before = motion.positions(), heard_before = sound.table();
    const last = version(), asked = choice.question(document);
    const same = page.getElementById("scene")?.dataset.version === last || (asked && choice.question(page) === asked);
    const talk = () => document.getElementById("chat")?.textContent;
    const said = talk();
    const lines = () => document.querySelectorAll("#chat li:not(.help)").length;
    const lines_before = lines();
    for (const next of [...page.body.children]) {
      const old = document.getElementById(next.id);
      if (!old) continue;
      // What the notice says stays until the game has moved on, or while the same is asked.
      if (next.id === "notice" && !next.textContent && same) continue;
      if (next.id === "news") next.prepend(...missed.flatMap((line) => [line, " "]));
      if (next.id === "news" && !has_more(old, next, is_moment(html))) continue;
      swap(old, next);
    }
    put_back();
    const still = focus && document.activeElement?.id !== focus && document.getElementById(focus);
    if (still && !(was_place && still.ariaDisabled === "true")) still.focus({ preventScroll: true });
    if (inside) focus_inside(was_place);
    motion.glide(before);
    motion.sweep(before);
    sound.changed(heard_before);
    note_forced();
    fresh();
    tick();
    if (talk() !== said) {
      hear();
      if (lines() >= lines_before) sound.play("talk");  // not when a player is muted
    }
  }

  // A moment is held, for a time or until it is confirmed, before what follows it is shown.
  const waiting = [];
  let held = null, held_at = 0;
  const version_of = (html) => html.match(/ data-version="(\d+)"/)?.[1];
  const is_moment = (html) => html.includes(' data-hold="');
  const until_confirmed = () => root.dataset.moments === "confirm" || calm.matches;
  function receive(html) {
    const next = { html, missed: [] }, before = waiting.at(-1);
    if (before && !is_moment(html) && !is_moment(before.html)) {
      waiting.pop();
      next.missed = hurrying ? [] : missed_before(html, before);
    }
    waiting.push(next);
    if (!held) onward();
  }
  // A frame that gives way to the next one is not shown, but its news are told.
  function missed_before(html, before) {
    if (version_of(before.html) === version_of(html)) return before.missed;
    return [...before.missed, ...new DOMParser().parseFromString(before.html, "text/html").getElementById("news").children];
  }
  const hold_ms = () => Number(document.getElementById("scene").dataset.hold || 0);

  // The moments keep the player's own speed: each that is cut short makes the next ones shorter, and each that is not a
  // little longer, up to their whole time. A guide's are whole.
  const SHORTEST = 0.4, CUT_SHORT = 0.8, PASSED = 1.02;
  let pace = Number(store.get("pace")) || 1;
  const share = () => (document.getElementById("guide") ? 1 : pace);
  function keep_pace(factor) {
    if (until_confirmed()) return;
    pace = Math.min(1, Math.max(SHORTEST, pace * factor));
    store.set("pace", pace);
  }
  document.querySelector('[data-setting="moments"]')?.addEventListener("change", () => keep_pace(Infinity));
  function cut_short() {
    keep_pace(CUT_SHORT);
    onward();
  }

  const post = (address, body) => fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });

  // The bots wait as long as the moments take; where they took less, they are asked to go on.
  let saved_ms = 0;
  function note_read() {
    const form = document.getElementById("hurry");
    if (saved_ms > 0 && form) post(form.action, new URLSearchParams({ version: version() })).catch(() => {});
    saved_ms = 0;
  }

  function onward(all = false) {
    clearTimeout(held);
    if (held) {
      forced_at = "";
      saved_ms += hold_ms() - (performance.now() - held_at);
    }
    held = null;
    while (all && waiting.length > 1) waiting.shift();
    const next = waiting.shift();
    if (!next) return;
    const { html, missed } = next;
    show(html, missed);
    store.seen(version());
    if (is_moment(html) && !hurrying) {
      held_at = performance.now();
      held = until_confirmed() ? -1 : setTimeout(() => { keep_pace(PASSED); onward(); }, hold_ms() * share());
      if (held < 0) tell_to_confirm();
    } else if (waiting.length) onward();
    else note_read();
  }

  // A screen reader says once that the table waits; a guide says so itself.
  let knows_enter = Boolean(document.getElementById("guide"));
  function tell_to_confirm() {
    if (!knows_enter) setTimeout(() => { document.getElementById("heard").textContent = "Enter goes on"; }, AFTER_NEWS_MS);
    knows_enter = true;
  }

  // The deal before as it ended, held until it is confirmed; then comes the table as it is, which is asked for anew.
  async function look_back(link) {
    if (held) return;
    const answer = await ask(link.href).catch(() => null);
    if (!answer) { say("The last deal cannot be fetched just now."); return; }
    const { scene } = await answer.json();
    if (held) return;
    held = -1;
    show(scene);
    tell_to_confirm();
    document.getElementById("status").focus({ preventScroll: true });
    stamp = "";
    again();
  }

  // The latest word stands at the end of the talk.
  function hear() {
    const chat = document.getElementById("chat");
    if (chat) chat.scrollTop = chat.scrollHeight;
  }

  function say(text) {
    const line = document.getElementById("notice");
    if (!line) return;
    line.textContent = text;
    spell_cards(line);
  }

  // Take the notice away.
  function dismiss() {
    const inside = document.activeElement?.closest(AT_TABLE);
    say("");
    hint.clear();
    if (inside) focus_inside();
  }

  // Why a touch of a place does nothing: its own reason, or else what is asked. It stands until another place is touched.
  let strayed = false;
  function refusal(target) {
    const place = target.closest("#zones .place:not(button[data-place])");
    if (!place || held) return "";
    const asked = document.querySelector('#scene[data-turn="yes"] #status');
    return place.dataset.refusal || (asked ? `Nothing to choose there. ${shown_text(asked).trim()}.` : "");
  }

  // What is on its way is not sent again: a double click is one.
  const sending = new Set();
  let unsent = false;
  const once = (form) => `${form.action} ${form.elements.version?.value}`;
  async function send(form, button) {
    const body = new URLSearchParams(new FormData(form));
    if (button?.name) body.set(button.name, button.value);
    const sent = once(form);
    if (["undo", "moves"].includes(form.id)) undone = form.id === "undo";
    if (form.id === "moves" && forced_at !== version()) forced_at = "";
    sending.add(sent);
    const slow = form.id === "hint" && setTimeout(() => say("Thinking…"), 400);
    try {
      const answer = await post(form.action, body);
      const reply = await answer.json().catch(() => ({}));
      if (answer.ok && form.id === "hint") hint.show(reply);
      else say(answer.ok ? (reply.notice || "") : (reply.error || "The server refused that."));
      if (reply.goto) location.href = reply.goto;
      const ended = answer.ok && form.closest("#give-up");
      const inside = ended || document.activeElement?.closest(AT_TABLE);
      if (answer.ok && form.id === "moves") { choice.clear(); hint.clear(); }
      // The drawer would lie over the result.
      if (ended) document.querySelector("#foot:popover-open")?.hidePopover();
      if (inside) focus_inside();
    } catch {
      say("The server cannot be reached, so nothing was sent. Try again when the table is back.");
      unsent = true;
      if (form.id === "moves" && document.getElementById("confirm")?.hidden) choice.clear(); // a touch makes the move again
    } finally {
      clearTimeout(slow);
      sending.delete(sent);
    }
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("#moves, [data-live]")) return;
    event.preventDefault();
    if (form.id === "hurry") { hurrying = true; onward(true); }
    if (sending.has(once(form)) || (form.id === "hint" && hint.rank())) return;
    send(form, event.submitter);
    form.querySelectorAll("input[type=text], textarea").forEach((field) => { if (!field.dataset.keep) field.value = ""; });
  });

  document.addEventListener("click", (event) => {
    const summary = event.target.closest(".all-moves summary");
    if (summary) table.dataset.opened = summary.parentElement.open ? "no" : "yes";
    const sheet = event.target.closest("[data-sheet]");
    if (sheet) { event.preventDefault(); open_sheet(sheet); }
    const back = event.target.closest("#last-deal");
    if (back) { event.preventDefault(); look_back(back); }
    const why = refusal(event.target);
    if (why) say(why); else if (strayed && event.target.closest("button[data-place]")) say("");
    if (why || event.target.closest("button[data-place]")) strayed = Boolean(why);
    if (event.target.closest("#skip-moments")) onward(true);
    else if (held && event.target.closest("#onward, [data-hold] .zones")) cut_short();
    else if (event.detail < 2 && event.target.closest("#zones")) hurry();
    const preset = event.target.closest(".preset");
    if (preset) {
      const field = preset.parentElement.querySelector(".number");
      field.value = preset.dataset.value;
      tell_amount(field);
      if (!matchMedia("(hover: none)").matches) field.focus({ preventScroll: true });
    }
    if (event.target.tagName === "DIALOG") event.target.close();
    if (event.target.closest("#notice") && !event.target.closest("details")) dismiss();
  });

  // A bet's button says how much; only its own field must be right for it, and no field for any other move.
  const amount = (one) => one.closest(".amount");
  function tell_amount(field) {
    const button = amount(field).querySelector("[data-number]");
    const words = button.dataset.words ||= button.firstElementChild.textContent;
    button.firstElementChild.textContent = words.replace("…", field.value === "" ? "…" : Number(field.value).toLocaleString("en"));
  }
  function leave(field) {
    const inside = field.closest(AT_TABLE);
    field.blur();
    if (inside) focus_inside();
  }
  function bet(field) { field.focus({ preventScroll: true }); field.select(); }
  document.addEventListener("input", (event) => { if (event.target.matches(".number")) tell_amount(event.target); });
  document.addEventListener("click", (event) => {
    if (event.target.id === "ask-again") {
      store.set(ALWAYS, "");
      event.target.remove();
    }
    const button = event.target.closest('#moves button[name="move"]');
    if (!button) return;
    if (button.dataset.always) store.set(ALWAYS, button.dataset.always);
    if (button.dataset.confirm && !sure(button)) { event.preventDefault(); return; }
    button.formNoValidate = true;
    if (button.dataset.number && !amount(button).querySelector(".number").reportValidity()) event.preventDefault();
  });

  // What ends the game or a stay at the table, or is a foul, is pressed twice.
  let armed = "";
  function arm(value = armed) {
    armed = value;
    for (const button of document.querySelectorAll("#moves :is([data-confirm], .armed)")) button.classList.toggle("armed", Boolean(button.dataset.confirm) && button.value === armed);
  }
  window.cardwright.arm = arm;
  function sure(button) {
    if (armed === button.value) return true;
    arm(button.value);
    say(`Press again: ${button.firstChild.textContent.trim()}`);
    return false;
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
    } else if (event.target.matches("input, textarea, select") && event.key === "Escape") leave(event.target);
    const key = event.key;
    // An amount takes no letters: those of the buttons work there too.
    const typed = event.target.matches("input, textarea, select") && !(event.target.matches(".number") && /^[a-z]$/i.test(key));
    if (event.ctrlKey || event.metaKey || event.altKey || typed) return;
    const sheet = document.querySelector("dialog[open]");
    if (sheet) {
      if (["r", "R", "?"].includes(key)) { event.preventDefault(); sheet.close(); }
      return;
    }
    if (held && ["Enter", " ", "ArrowRight", "Escape"].includes(key) && !(["Enter", " "].includes(key) && choice.presses_control(event))) {
      event.preventDefault();
      if (key !== "Escape") cut_short(); else if (!hurry()) onward(true);
    } else if (choice.take_key(event)) {
      return;
    } else if (key === "Escape") {
      choice.clear();
      arm("");
      dismiss();
      hurry();
    } else {
      const button = choice.button_for(key);
      if (!button) {
        if (!choice.presses_control(event) && (key.length === 1 || key === "Enter") && hurry()) event.preventDefault();
        return;
      }
      event.preventDefault();
      // The key of a bet goes to its field: there it makes it, as Enter does.
      const field = button.dataset.number && amount(button).querySelector(".number");
      if (field && field !== event.target) bet(field); else button.click();
    }
  });

  // Clocks count down between frames; the server's word stands.
  function minutes(seconds) {
    const hours = Math.floor(seconds / 3600), two = (number) => String(number).padStart(2, "0");
    if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
    const minute = Math.floor(seconds / 60) % 60;
    return `${hours ? `${hours}:${two(minute)}` : minute}:${two(seconds % 60)}`;
  }
  const LAST_S = 30; // from here a player who is thinking is told how long is left
  let shown_at = performance.now(), warned = false;
  function tick() { shown_at = performance.now(); }
  function warn(seconds) {
    const late = seconds <= LAST_S;
    if (late && !warned) say(`Your time runs out in ${seconds} second${seconds === 1 ? "" : "s"}.`);
    if (late && !warned) sound.play("turn");
    warned = late;
  }
  setInterval(() => {
    for (const clock of document.querySelectorAll('.clock[data-running="yes"]')) {
      const left = Math.max(Number(clock.dataset.least || 0), Number(clock.dataset.left) - (performance.now() - shown_at));
      const seconds = Math.ceil(left / 1000);
      clock.textContent = minutes(seconds);
      clock.classList.toggle("low", seconds <= LAST_S);
      if (mine && clock.closest(".seat")?.querySelector(".you")) warn(seconds);
    }
  }, 500);

  // One socket down; a watchdog opens it again when nothing, not even a ping, has come for a while.
  const whole = parts();
  const MAX_WAIT_MS = 1500;
  let socket, retry, heard = 0, wait = 250, received = store.seen() ?? version(), stamp = stamped(table.outerHTML);
  function stamped(html) { return html.match(/ data-stamp="(\w*)"/)?.[1] ?? ""; }
  function connect() {
    const address = new URL(table.dataset.socket, location.href);
    address.searchParams.set("seen", received);
    address.searchParams.set("stamp", stamp);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(address);
    heard = performance.now();
    socket.onmessage = (event) => {
      heard = performance.now();
      wait = 250;
      document.body.classList.remove("offline");
      if (!event.data) return;
      for (const html of whole(event.data)) {
        stamp = stamped(html);
        if (!html) { again(); return; }
        received = version_of(html) ?? received;
        receive(html);
      }
    };
    socket.onopen = () => {
      if (unsent) say("");
      unsent = false;
    };
    socket.onclose = () => {
      document.body.classList.add("offline");
      clearTimeout(retry);
      retry = setTimeout(connect, wait * (0.5 + Math.random()));  // all pages lose a server at the same time
      wait = Math.min(wait * 2, MAX_WAIT_MS);
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
