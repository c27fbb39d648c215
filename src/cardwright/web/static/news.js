// The words of a table: the notice, news without repeats that fit their room, and the text for screen readers.
"use strict";
(() => {
  if (!document.querySelector("[data-socket]")) return;
  const { in_words, shown_text, spell_cards } = window.cardwright;
  const LONG_NEWS_CHARS = 90;
  const AFTER_NEWS_MS = 150, LONG_WAIT_MS = 2500; // of two live lines that change at once, either may be read out first
  const state = {
    told: document.getElementById("news").outerHTML, // the last news as they came, before `shorten`
    of_moments: [], // lines that the moments of this move have told
    forced_at: "", // the version at which the only move was played for the player, until they have read of it
    noted: "", // the forced move that was read out
    asking: 0, // the timer of the question
    knows_enter: Boolean(document.getElementById("guide")), // that the table waits for it: a guide says so itself
    asked: "", // the question or result, and who waits at the rematch, as they were read out last
    offered: "",
    cards: [], // the player's own, the progress of the game, and the lists of lamps, as they were read out last
    progress: "",
    lamps: new Map(),
  };

  function say(text) {
    const line = document.getElementById("notice");
    if (!line) return;
    line.textContent = text;
    spell_cards(line);
  }

  // No news are read out twice: not with the next frame, not after the moments of a move, whose news the last frame
  // repeats, and not beside a result that says the same. A step without any leaves those before it.
  function has_more(old, next, moment) {
    const came = next.outerHTML, lines = [...next.children].map((line) => line.textContent);
    for (const line of state.of_moments) [...next.children].find((one) => one.textContent === line)?.remove();
    state.of_moments = moment ? [...state.of_moments, ...lines] : [];
    const result = next.ownerDocument.getElementById("result"), ending = result ? shown_text(result) : "";
    for (const line of next.children) if (ending.includes(line.textContent.replace(/\.$/, ""))) line.ariaHidden = "true";
    if (!state.forced_at || !lines.length) old.querySelector(".forced")?.remove();
    const more = next.children.length && came !== state.told;
    if (more) state.told = came;
    return more;
  }

  // That a move was played for the player is said until they have moved again or have read a moment.
  function played_for_player(at) { state.forced_at = at; }
  function forget_forced(at = "") { if (state.forced_at !== at) state.forced_at = ""; }
  function note_forced() {
    const news = document.getElementById("news");
    if (!state.forced_at || !news || news.querySelector(".forced")) return;
    const note = document.createElement("span");
    note.className = "forced";
    if (state.forced_at === state.noted) note.ariaHidden = "true"; // it is read out once
    state.noted = state.forced_at;
    note.textContent = "Your only move was played for you.";
    news.append(note);
  }

  // News that says no more than the status is read out, and not shown.
  function fit() {
    const news = document.getElementById("news"), status = document.getElementById("status"), said = status && shown_text(status);
    const lines = [...news.children].map((line) => (line.dataset.whole ||= line.textContent.replace(/\.$/, "")));
    news.parentElement.classList.toggle("repeats", Boolean(said) && lines.length > 0 && lines.every((line) => said.includes(line)));
    const is_cut = () => news.scrollHeight > news.clientHeight + 1; // the last line of a small font reaches a pixel too far
    for (let first = 0; first < lines.length; first++) {
      shorten(news, lines, first);
      if (is_cut()) news.classList.add("long");
      if (!is_cut()) break;
    }
    if (is_cut()) news.tabIndex = 0; else news.removeAttribute("tabindex"); // a stop of the Tab key where it scrolls
  }

  // A live line that is written again is read out again.
  function write(line, text) {
    if (line.dataset.shown === text) return;
    line.dataset.shown = text;
    if (line.textContent !== text) line.textContent = text;
    spell_cards(line);
  }

  // Of several lines about one player only the first names them: the room for news is small. Those before the first that
  // is shown are read out, and stand in the log.
  function shorten(news, lines, first) {
    const who = (line) => line?.match(/^[^:]+: /)?.[0];
    lines.forEach((line, at) => {
      const name = at > first && who(line);
      const repeated = name && name === who(lines[at - 1]);
      const text = repeated ? `${line[name.length].toUpperCase()}${line.slice(name.length + 1)}.` : `${line}.`;
      write(news.children[at], text);
      news.children[at].classList.toggle("unseen", at < first);
    });
    news.classList.toggle("long", lines.slice(first).join(" ").length > LONG_NEWS_CHARS);
  }

  // How far the game is has two lines on a telephone, from when it first was too long for one.
  function fit_progress() {
    const line = document.getElementById("progress");
    if (line && line.scrollWidth > line.clientWidth) document.body.classList.add("long-progress");
  }

  // A screen reader says what is asked when a turn begins, with how far the game is, the player's cards where there are
  // new ones, and the lamps that have changed; how the game ended, and who waits at the rematch. The lines that show it
  // change too often to be live ones.
  // It comes after the news. Whom a player waits for is said when the wait is long.
  function read_out(turn, result) {
    const line = result || document.querySelector(turn ? "#status, #are-you-there" : "#scene:not([data-hold]) #status");
    const said = line ? shown_text(line) : "";
    const rematch = document.querySelector("#after > form > .help")?.textContent || ""; // who waits there
    const lit = turn ? new_lamps() : [];
    if (said === state.asked && rematch === state.offered && !lit.length) return;
    const more = result ? rematch && ` ${rematch}` : turn && said && new_cards();
    const words = in_words([(said === state.asked ? "" : said) + (more || ""), ...lit].filter(Boolean).join(". "));
    const question = document.getElementById("question");
    question.textContent = "";
    clearTimeout(state.asking);
    state.asking = setTimeout(() => { question.textContent = words; }, turn || result ? AFTER_NEWS_MS : LONG_WAIT_MS);
    [state.asked, state.offered] = [said, rematch];
  }
  const label_words = (place) => (place.ariaLabel ?? place.title).split(", "); // a button has a label, all else a title
  function new_cards() {
    const zones = [...document.querySelectorAll("#area-own .zone:has([data-face])")];
    const cards_of = (zone) => [...zone.querySelectorAll(".place[data-face]")].map((place) => label_words(place)[0]);
    const before = [...state.cards];
    const is_new = (card) => before.indexOf(card) < 0 || !before.splice(before.indexOf(card), 1);
    const fresh = zones.flatMap(cards_of).filter(is_new);
    state.cards = zones.flatMap(cards_of);
    if (!fresh.length) return "";
    const progress = document.getElementById("progress").textContent.trim();
    const far = progress && progress !== state.progress ? `. ${progress[0].toUpperCase()}${progress.slice(1)}` : "";
    state.progress = progress;
    const is_only = document.querySelectorAll("#area-own .zone:has(.place)").length === 1; // others may be empty still
    if (is_only) return `${far}. You have ${state.cards.join(", ")}`;
    const changed = zones.filter((zone) => cards_of(zone).some((card) => fresh.includes(card)));
    return far + changed.map((zone) => `. ${zone.querySelector("h2")?.textContent}: ${cards_of(zone).join(", ")}`).join("");
  }

  function new_lamps() {
    const before = state.lamps;
    state.lamps = new Map();
    const changed = [...document.querySelectorAll("#scene .zone:not(.aside) > ul.lamps")].map((list) => {
      const title = list.parentElement.ariaLabel, said = [...list.children].map(shown_text);
      const fresh = said.filter((words) => !(before.get(title) ?? said).includes(words));
      state.lamps.set(title, said);
      return fresh.length && `${title}: ${fresh.join(", ")}`;
    });
    return changed.filter(Boolean);
  }

  // The whole table in words, on demand: what is asked, the player's own part, and then the others from top to bottom.
  const spoken = (part) => part ? in_words(shown_text(part)).replace(/\s+/g, " ").replace(/(\S)\(/g, "$1 (").trim() : "";
  function place_words(place) {
    const [card, ...rest] = label_words(place);
    const at = rest.find((word) => /^[a-z]\d+$/i.test(word));
    return place.querySelector(".outline") ? "" : at ? `${at} ${card}` : card;
  }
  function zone_words(zone) {
    const cards = [], places = [...zone.querySelectorAll(".place")].map(place_words).filter(Boolean);
    places.forEach((words, at) => { // those that are alike, and lie side by side, are counted
      if (words === places[at - 1]) cards.at(-1).count += 1; else cards.push({ words, count: 1 });
    });
    const more = [...zone.querySelectorAll(".row-note, .count, .chips, :scope > p:not(.note, .chips)")].map(spoken);
    const said = [spoken(zone.querySelector(".note")), ...cards.map(({ words, count }) => (count > 1 ? `${count} × ${words}` : words)),
      ...more, zone.querySelector(".board-art")?.ariaLabel];
    return `${zone.ariaLabel}: ${said.filter(Boolean).join(", ") || "empty"}`;
  }
  function seat_words(seat) {
    const copy = seat.cloneNode(true);
    copy.querySelector(".why")?.remove();
    return spoken(copy);
  }
  function read_table() {
    const heard = document.getElementById("heard"), own = document.getElementById("area-own");
    const parts = [own, ...document.querySelectorAll("#seats, #zones .area:not(#area-own)")].filter(Boolean);
    const asked = ["#status", "#progress", "#result"].map((name) => spoken(document.querySelector(name)));
    const lying = parts.flatMap((part) => [...part.querySelectorAll(".seat, .zone")]);
    const words = [...asked, ...lying.map((one) => (one.matches(".seat") ? seat_words : zone_words)(one))];
    heard.textContent = "";
    setTimeout(() => { heard.textContent = words.filter(Boolean).join(". "); });
  }
  document.addEventListener("click", ({ target }) => { if (target.closest("#read-table")) read_table(); });

  // A screen reader says once that the table waits.
  function tell_to_confirm() {
    if (!state.knows_enter) setTimeout(() => { document.getElementById("heard").textContent = "Enter goes on"; }, AFTER_NEWS_MS);
    state.knows_enter = true;
  }

  window.cardwright.news = { fit, fit_progress, forget_forced, has_more, note_forced, played_for_player, read_out, say, tell_to_confirm };
})();
