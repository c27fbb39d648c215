// The replay of a finished game: steps and parts of the list of moves are fetched when they are first shown.
// Without it the page works with links and a form.
"use strict";
(() => {
  const root = document.getElementById("replay");
  if (!root) return;
  const { spell_cards } = window.cardwright;
  const by = (id) => document.getElementById(id);
  const [slider, list, eyes, run] = [by("slider"), by("moves-list"), by("eyes"), by("run")];
  const [last, part_steps] = [Number(root.dataset.last), Number(root.dataset.part)];
  const moments = root.dataset.moments.split(" ").filter(Boolean).map(Number);
  const base = location.pathname;
  const MAX_STEPS = 300, AHEAD = 3, SETTLE_MS = 90;
  let at = Number(slider.value);
  let steps = new Map();   // of the present seat, least recently used first
  let parts = new Set([at - at % part_steps]);
  let timer = 0, settling = 0;
  let picture = ""; // the scene that was drawn last

  const seat = () => (eyes ? eyes.value : root.dataset.own);
  const tail = () => (seat() === root.dataset.own ? "" : "&as=" + seat());
  const json = async (address) => (await window.cardwright.ask(address)).json();

  const step = (wanted) => {
    let found = steps.get(wanted);
    if (!found) {
      const asked = steps;
      found = json(`${base}?at=${wanted}${tail()}`);
      found.catch(() => asked.delete(wanted));
    }
    steps.delete(wanted);
    steps.set(wanted, found);
    if (steps.size > MAX_STEPS) steps.delete(steps.keys().next().value);
    return found;
  };

  // Returns false if the step shows nothing new.
  const draw = async () => {
    const [wanted, eye] = [at, seat()];
    let drawn;
    try { drawn = await step(wanted); } catch { return; }
    if (wanted !== at || eye !== seat()) return;
    const before = picture;
    picture = drawn.scene.replace(/data-version="\d+"/, "");
    by("scene").outerHTML = drawn.scene;
    by("replay-news").replaceChildren(...drawn.news.map((line) => {
      const span = document.createElement("span");
      span.textContent = line + ". ";
      return span;
    }));
    spell_cards(by("scene"));
    spell_cards(by("replay-news"));
    root.dataset.drawn = wanted + " " + eye;
    for (let next = at + 1; next <= Math.min(at + AHEAD, last); next++) step(next).catch(() => {});
    return drawn.news.length > 0 || picture !== before;
  };

  const mark = () => {
    slider.value = at;
    by("where").textContent = `Step ${at} of ${last}`;
    document.title = `${root.dataset.title}, step ${at} of ${last}`;
    history.replaceState(null, "", `${base}?at=${at}${tail()}`);
    by("copy-moment").dataset.copy = location.href;
    const go = by("go-on");
    if (go) { go.hidden = at === last; go.elements.at.value = at; }
    const lines = [...list.querySelectorAll("a")];
    const here = lines.findLast((line) => Number(line.dataset.at) <= at);
    for (const line of lines) line.toggleAttribute("aria-current", false);
    if (!here) return;
    here.setAttribute("aria-current", "step");
    const [box, mine] = [list.getBoundingClientRect(), here.getBoundingClientRect()];
    if (mine.top < box.top || mine.bottom > box.bottom) list.scrollTop += mine.top - box.top - box.height / 2;
  };

  // At once where the step is here already; else when the slider or a held key rests.
  const go = (wanted) => {
    at = Math.min(Math.max(wanted, 0), last);
    mark();
    part(at - at % part_steps);
    clearTimeout(settling);
    settling = setTimeout(draw, steps.has(at) ? 0 : SETTLE_MS);
  };

  const moment = (ahead) =>
    ahead ? moments.find((each) => each > at) ?? last : moments.findLast((each) => each < at) ?? 0;
  const ways = {
    first: () => 0, back: () => at - 1, next: () => at + 1, last: () => last,
    before: () => moment(false), after: () => moment(true),
  };

  // The list of moves
  const part = async (first) => {
    if (first < 0 || first > last || parts.has(first)) return;
    parts.add(first);
    const eye = seat();
    let found;
    try { found = await json(`${base}/moves?first=${first}${tail()}`); } catch { parts.delete(first); return; }
    if (eye !== seat()) return;
    const lines = found.moves.map((move) => {
      const [item, link, number] = ["li", "a", "span"].map((name) => document.createElement(name));
      link.href = `?at=${move.at}${tail()}`;
      link.dataset.at = move.at;
      link.classList.toggle("moment", move.moment);
      link.classList.toggle("mistake", move.mistake);
      number.className = "at";
      number.textContent = move.at;
      link.append(number, " " + move.text);
      item.append(link);
      spell_cards(item);
      return item;
    });
    const after = [...list.children].find((item) => Number(item.firstChild.dataset.at) >= first + part_steps);
    const height = list.scrollHeight;
    const above = after && after.offsetTop <= list.scrollTop + list.offsetTop;
    for (const line of lines) list.insertBefore(line, after || null);
    if (above) list.scrollTop += list.scrollHeight - height;
    mark();
    more();
  };
  // Parts beside those in sight.
  const more = () => {
    const numbers = [...parts];
    if (list.scrollTop + list.clientHeight > list.scrollHeight - 80) part(Math.max(...numbers) + part_steps);
    if (list.scrollTop < 80) part(Math.min(...numbers) - part_steps);
  };
  list.addEventListener("scroll", more, { passive: true });
  addEventListener("resize", mark); // a telephone that is turned has another list

  const look = () => {
    steps = new Map();
    parts = new Set();
    list.replaceChildren();
    go(at);
  };

  // Playing by itself
  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    run.textContent = "Play";
    run.setAttribute("aria-pressed", "false");
  };
  const tick = async () => {
    if (at >= last) return stop();
    const mine = timer;
    at += 1;
    mark();
    part(at - at % part_steps);
    const is_new = await draw();
    if (timer === mine && timer) timer = setTimeout(tick, is_new === false ? 0 : Number(by("speed").value));
  };
  const toggle = () => {
    if (timer) return stop();
    if (at >= last) go(0);
    run.textContent = "Pause";
    run.setAttribute("aria-pressed", "true");
    timer = setTimeout(tick, 0);
  };

  slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
  run.addEventListener("click", toggle);
  if (eyes) eyes.addEventListener("change", look);
  by("controls").addEventListener("submit", (event) => { event.preventDefault(); go(Number(slider.value)); });
  root.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-go], a[data-at]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    stop();
    go(link.dataset.go ? ways[link.dataset.go]() : Number(link.dataset.at));
  });
  const next_seat = () => {
    if (!eyes) return;
    eyes.selectedIndex = (eyes.selectedIndex + 1) % eyes.options.length;
    look();
  };
  const keys = {
    ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), PageUp: () => go(at - 10), PageDown: () => go(at + 10),
    Home: () => go(0), End: () => go(last), b: () => go(moment(false)), m: () => go(moment(true)), s: next_seat,
    " ": null,
  };
  document.addEventListener("keydown", (event) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (!(key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("select, textarea, dialog, input:not([type=range])")) return;
    if (key === " " && event.target.closest("button, summary, a")) return;
    event.preventDefault();
    if (key === " ") return toggle();
    stop();
    keys[key]();
  });
  mark();
  more();
})();
