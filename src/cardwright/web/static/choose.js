// Choosing a move by touching places, by hand or by keys: the rule of scenes/touch.py, in the browser.
"use strict";
(() => {
  if (!document.querySelector("[data-socket]")) return;
  const app = window.cardwright;
  const MAX_DIGITS = 10; // places that have a digit each; among more, the arrow keys lead
  const LONG_LABEL_CHARS = 48; // of the move to confirm, from which on a narrow window needs smaller letters

  let touched = []; // in the order of touching

  const moves = () => [...document.querySelectorAll("#moves [data-places]")].map((button) => ({
    button, places: new Set(button.dataset.places.split(" ")), confirm: button.dataset.confirm === "yes",
  }));
  const alive = () => moves().filter((move) => touched.every((place) => move.places.has(place)));
  const exact = () => (touched.length ? alive().filter((move) => move.places.size === touched.length) : []);
  // What a page asks of its player: the moves, and the cards that they are chosen by. It stays the same while others lay
  // away at the same time.
  const question = (page) => {
    const moves = [...page.querySelectorAll('#moves button[name="move"]:not(.confirm)')].map((move) => move.value);
    const faces = [...page.querySelectorAll("#zones [data-face]")].map((place) => place.dataset.face);
    return moves.length ? [...moves, ...faces].join("\n") : "";
  };
  const button_of = (place) => document.getElementById(`p-${place}`);

  // A touched place is released; any other is added, and of those touched before, from the latest to the earliest,
  // each is kept if some move holds it together with all that is kept so far.
  function touch(place) {
    if (touched.includes(place)) { touched = touched.filter((other) => other !== place); return; }
    let open = moves().filter((move) => move.places.has(place));
    if (!open.length) return;
    const kept = new Set([place]);
    for (const other of [...touched].reverse()) {
      const wider = open.filter((move) => move.places.has(other));
      if (wider.length) { kept.add(other); open = wider; }
    }
    touched = [...touched.filter((other) => kept.has(other)), place];
  }

  // The move that needs no confirmation: a single place is touched, and it says all of one move.
  function at_once() {
    const [move, ...others] = alive();
    return touched.length === 1 && move && !others.length && move.places.size === 1 && !move.confirm ? move : null;
  }

  // The move that dragging one place onto another makes: exactly these two, or the one of them that a move holds.
  function dropped(source, target) {
    const ends = [...new Set([source, target])].filter((place) => moves().some((move) => move.places.has(place)));
    const found = moves().filter((move) => move.places.size === ends.length && ends.every((place) => move.places.has(place)));
    return ends.length && found.length === 1 && !found[0].confirm ? found[0] : null;
  }

  function make(move) {
    move.button.formNoValidate = true;
    move.button.form.requestSubmit(move.button);
  }

  // Show what is touched, what may still be touched, and the move that can be confirmed.
  function show() {
    const open = alive();
    const reachable = new Set(open.flatMap((move) => [...move.places]));
    for (const place of document.querySelectorAll("button[data-place]")) {
      const on = touched.includes(place.dataset.place);
      place.setAttribute("aria-pressed", on);
      place.classList.toggle("faded", !on && !reachable.has(place.dataset.place));
    }
    const confirm = document.getElementById("confirm");
    if (!confirm) return;
    // Where several moves are said by the same places, they are offered as buttons.
    const left = new Set(open.map((move) => move.button));
    for (const move of moves()) move.button.hidden = !left.has(move.button);
    const ready = exact();
    const all = document.querySelector("#moves .all-moves");
    if (ready.length > 1) all.open = true;
    confirm.hidden = confirm.dataset.asked === "no" && app.root.dataset.taps !== "select";
    confirm.disabled = ready.length !== 1;
    confirm.value = confirm.disabled ? "" : ready[0].button.value;
    confirm.textContent = !confirm.disabled ? app.shown_text(ready[0].button)
      : touched.length ? "Select more, or clear with Esc" : "Nothing selected";
    confirm.classList.toggle("long", confirm.textContent.length > LONG_LABEL_CHARS);
    app.spell_cards(confirm);
    if (!confirm.disabled && ready[0].confirm) confirm.dataset.confirm = "yes"; else delete confirm.dataset.confirm;
    app.arm?.();
  }

  function number_places() {
    // Places that may be touched answer to 1-9, 0, in the order they stand in.
    const places = document.querySelectorAll("button[data-place]");
    places.forEach((place, index) => {
      if (places.length <= MAX_DIGITS) place.dataset.digit = place.ariaKeyShortcuts = (index + 1) % 10;
      else { delete place.dataset.digit; place.ariaKeyShortcuts = null; }
    });
  }

  // A press of a place. The second click of a double click plays what the first one has selected, unless each tap only
  // selects; where the first one has played, the second is meant for a table that is no longer there.
  let clicked = {};
  function press(place, clicks) {
    const version = document.getElementById("scene").dataset.version, selects = app.root.dataset.taps === "select";
    if (clicks > 1 && (selects || clicked.version !== version)) return;
    clicked = { version };
    if (clicks > 1 && touched.includes(place)) { confirm_touched(); return; }
    const before = touched;
    touch(place);
    show();
    read_out(before.filter((other) => other !== place && !touched.includes(other)));
    const move = touched.includes(place) && (clicks > 1 ? exact().length === 1 && exact()[0] : !selects && at_once());
    if (move) make(move);
  }

  // A screen reader says which move Enter makes now, or else which places this touch has released.
  function read_out(released) {
    const heard = document.getElementById("heard"), confirm = document.getElementById("confirm");
    if (!heard || !confirm || confirm.hidden) return;
    const names = released.map((place) => button_of(place)?.ariaLabel.split(", ")[0]);
    const words = !confirm.disabled ? `Enter: ${app.in_words(app.shown_text(confirm))}` : names.length ? `Released: ${names.join(", ")}` : "";
    heard.textContent = words;
  }

  function confirm_touched() {
    const ready = exact();
    if (ready.length === 1 && ready[0].confirm) document.getElementById("confirm").click();
    else if (ready.length === 1) make(ready[0]);
    return ready.length === 1;
  }

  function clear() {
    touched = [];
    show();
  }

  // A drop makes its move; where there is none, what was dragged is selected.
  function drop(source, target) {
    const move = dropped(source, target);
    if (move) {
      touched = [...move.places].sort();
      show();
      make(move);
    } else if (!touched.includes(source)) {
      touch(source);
      show();
    }
  }

  // After a frame: what was touched stays touched where it still says a move, and nothing else does.
  function refresh() {
    if (!moves().some((move) => touched.every((place) => move.places.has(place)))) touched = [];
    number_places();
    show();
  }

  // An arrow key leads from the focused place to the nearest one in that direction; a step aside counts threefold. Where
  // none is focused, such as after a move, it leads on from the one that was.
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  let last = null; // the place focused last, and where it was: a card that was placed there may still be on its way
  document.addEventListener("focusin", ({ target }) => {
    const place = target.closest("#zones .place, #zones button");
    if (place) last = { id: place.id, at: centre(place) };
  });
  function steer(key) {
    const places = [...document.querySelectorAll("button[data-place]")];
    if (!WAYS[key] || !places.length) return false;
    const here = document.activeElement?.closest("button[data-place]");
    const start = here ? null : last ? places.find((place) => place.id === last.id) : places[0];
    if (start) { start.focus(); return true; }
    const [x, y] = here ? centre(here) : last.at;
    const [dx, dy] = WAYS[key];
    let [best, least, nearest, closest] = [null, Infinity, null, Infinity];
    for (const place of places) {
      const [right, down] = [centre(place)[0] - x, centre(place)[1] - y];
      const [along, aside] = [right * dx + down * dy, Math.abs(right * dy) + Math.abs(down * dx)];
      const far = along + 3 * aside;
      if (place !== here && along > 3 && aside <= 2 * along && far < least) [best, least] = [place, far];
      if (Math.hypot(right, down) < closest) [nearest, closest] = [place, Math.hypot(right, down)];
    }
    (best ?? (here ? null : nearest))?.focus();
    return true;
  }

  function press_digit(digit) {
    const place = document.querySelector(`button[data-digit="${digit}"]`);
    if (!place) return;
    place.focus();
    press(place.dataset.place, 1);
  }

  // What the digits, Enter and the arrows do to places. Returns whether the key was one of them.
  const presses_control = (event) => event.target.matches("a, summary, button:not([data-place])");
  function take_key(event) {
    if (/^[0-9]$/.test(event.key)) { press_digit(event.key); return true; }
    const taken = (event.key === "Enter" && !presses_control(event) && confirm_touched()) || steer(event.key);
    if (taken) event.preventDefault();
    return taken;
  }
  const button_for = (key) => [...document.querySelectorAll("[data-key]")].find((one) => one.dataset.key.toUpperCase() === key.toUpperCase());

  document.addEventListener("click", (event) => {
    const place = event.target.closest("button[data-place]");
    if (place) press(place.dataset.place, event.detail);
  });

  app.choice = { button_for, button_of, clear, drop, presses_control, question, refresh, take_key };
})();
