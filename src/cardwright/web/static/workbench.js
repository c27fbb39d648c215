// The workbench: every change goes to the server, and what follows from it comes back in parts of the page.
"use strict";
(() => {
  const { store } = window.cardwright;
  const TYPING_MS = 40, RESTING_MS = 500;
  const form = document.getElementById("declaration");
  const part = document.getElementById("form-part");
  const text = document.getElementById("toml");
  const results = document.getElementById("results");
  const more = document.getElementById("more");
  const before = form.elements.namedItem("before");
  const own = document.querySelector("#deal-it textarea"); // one's own variant
  const change = document.querySelector('#deal-it [value="variant"]'), CHANGE = change.textContent;
  let taken = ""; // the text of the variant that was taken to be changed
  // Back, before this script was there, changed the address of a page that shows another table.
  if (location.search.slice(1) !== form.dataset.query) {
    location.reload();
    return;
  }
  const of = form.elements.namedItem("of").value; // the published table that is worked on
  let asked = 0, drawn = 0, typing = 0, resting = 0, good = text.value, good_own = own.value, control = null, working = null;
  const copy = document.getElementById("copy-link");
  let faulty = copy.disabled; // the text has a fault; the table in sight is the last good one
  let unread = false; // a text with a fault: the form, which does not show it, waits until it is mended or undone
  let answered = Promise.resolve(); // the last answer: one request is on its way at a time
  let studied = Promise.resolve(), pressed = Promise.resolve(); // the last change is drawn, the last press is done
  let wrote = "toml", pressing = false, wake = null; // what was changed last, form or toml; a press goes on, or waits for typing to end
  let returned = Promise.resolve(); // the place in the history belongs to the table in sight
  const pending = () => asked !== drawn; // a change is not drawn yet

  // A new control begins a new change, which is compared with the table before it.
  function begin(event) {
    if (event.target !== control) before.value = good;
    control = event.target;
  }
  form.addEventListener("focusin", begin);

  // The first press in a field selects its text, as Tab does, to be replaced.
  let entered = null;
  part.addEventListener("pointerdown", ({ target }) => {
    entered = target === document.activeElement ? null : target;
    if (target.disabled && unread) document.getElementById("fault")?.scrollIntoView({ block: "nearest" }); // why it waits
  });
  part.addEventListener("click", ({ target }) => { if (target === entered && target.matches("input")) target.select(); });

  // A button that is being pressed stays where it is until it is released: a click elsewhere would be lost.
  let held = Promise.resolve();
  addEventListener("pointerdown", (event) => {
    if (!event.target.closest("button")) return;
    held = new Promise((done) => {
      for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(done), { once: true });
    });
  });

  async function ask(body) {
    try {
      const answer = await fetch("/workbench", { method: "POST", body, headers: { accept: "application/json" } });
      return await answer.json();
    } catch {
      return { error: "The server cannot be reached. Your table is still here." };
    }
  }

  // Returns whether it was drawn, or a fault was: a change that follows meanwhile is asked instead.
  function study(how) {
    return studied = changed(how);
  }
  const with_text = (how) => how === "toml" || how === "variant" || how.startsWith("fix"); // is done with the text as it is
  async function changed(how) {
    if (how === "form" || how === "toml") wrote = how;
    const mine = ++asked, by = control; // the control that made the change: another may have the focus by the answer
    more.classList.add("waiting");
    const whole = with_text(how);
    const body = new URLSearchParams(whole ? { before: before.value, toml: text.value } : new FormData(form));
    body.set("do", how === ORDER ? "form" : how);
    body.set("own-variant", own.value);
    if (how === "variant") body.set("variant", document.querySelector("#deal-it select").value);
    if (!whole) body.delete("toml");
    answered = answered.then(() => (mine === asked ? ask(body) : null));
    const found = await answered;
    await held;
    await returned;
    if (mine !== asked) return false; // a later change is on its way
    drawn = mine;
    if (found.results === undefined) {
      fault(found.error, how, by);
      return true;
    }
    if (how === "variant") {
      own.value = taken = found.own_variant;
      document.getElementById("own-part").hidden = false;
      own.focus();
    }
    if (found.error) {
      if (how !== "toml" && found.toml) text.value = found.toml;
      unread ||= how === "toml" && text.value !== good;
      // What is typed stays as it is, with all that depends on it: it may be on its way to the right words.
      if (found.form && how === "form" && by?.matches?.("select[data-shape]")) redraw(found.form);
      fault(found.error, how, by?.isConnected ? by : control);
      return true;
    }
    document.getElementById("fault")?.remove();
    results.classList.remove("stale");
    faulty = unread = false;
    const unfolded = [...results.querySelectorAll("details[open]")];
    results.innerHTML = found.results;
    for (const { id } of unfolded) document.getElementById(id).open = true;
    good = found.toml;
    good_own = found.own_variant;
    if (how !== "toml") text.value = found.toml;
    const reshaped = how !== "form" || by?.hasAttribute?.("data-shape");
    if (found.form && reshaped) redraw(found.form, how);
    else if (found.form) describe(found.form);
    for (const other of document.querySelectorAll('.bench > form:not(#declaration) [name="toml"]')) other.value = found.toml;
    for (const other of document.querySelectorAll('[type="hidden"][name="own-variant"]')) other.value = good_own;
    name_own(found.own_title, how === "variant");
    document.querySelector('#playtest [name="before"]').value = before.value;
    copy.dataset.copy = found.link;
    copy.disabled = false;
    note(found.link + (of ? `&of=${of}` : ""), /^(usual|fix|add|order)/.test(how) || by?.name === "dice", latest?.contains(by));
    clearTimeout(resting);
    resting = setTimeout(rest, RESTING_MS);
    return true;
  }

  // The address holds the table. What a button does with lines is an entry of its own, so that Back undoes it; the
  // button Undo does so until something else is changed than the line that was added.
  const ORDER = "order"; // of the lines of the form, where one is moved or removed
  let address = location.href, entry = history.state?.entry ?? 0; // its number among the entries of this page
  history.replaceState({ ...history.state, entry }, "");
  function note(link, pressed, of_latest) {
    if (link !== address) {
      if (pressed) entry += 1;
      history[pressed ? "pushState" : "replaceState"]({ undo: pressed || (of_latest && history.state?.undo), entry }, "", link);
    }
    address = location.href;
    keep();
    offer_undo();
  }
  function offer_undo() {
    document.getElementById("undo")?.toggleAttribute("disabled", !history.state?.undo);
  }
  // The browser keeps the last table that was changed, for a page that begins with none.
  const KEPT = "workbench";
  function keep() {
    const title = part.querySelector("[name=name]").value.trim() || "your table";
    store.set(KEPT, JSON.stringify({ title, address: location.pathname + location.search }));
  }
  function offer_kept() {
    let kept = null;
    try { kept = JSON.parse(store.get(KEPT)); } catch { /* nothing, or a text that is no table */ }
    const link = document.getElementById("go-on");
    link.hidden = typeof kept?.title !== "string" || !/^\/workbench\?d=[\w&=-]+$/.test(kept.address) || new URL(location).searchParams.has("d");
    if (link.hidden) return;
    link.textContent = `Go on with ${kept.title}`;
    link.href = kept.address;
  }
  offer_kept();
  // Back waits for the answer too: it returns to the table in sight, and goes once the change has an entry of its own.
  let returns = false;
  addEventListener("popstate", async () => {
    if (returns) return;
    if (location.search === new URL(address).search) {
      entry = history.state?.entry ?? entry + 1; // a link to a part of the page makes an entry
      history.replaceState({ ...history.state, entry }, "");
      return;
    }
    const away = (history.state?.entry ?? 0) - entry;
    if (!pending() || !away) {
      location.reload();
      return;
    }
    returns = true;
    returned = new Promise((done) => addEventListener("popstate", () => done(), { once: true }));
    history.go(-away);
    await returned;
    returns = false;
    await all_done();
    history.go(away);
  });
  async function all_done() {
    while (pending()) {
      await pressed;
      await new Promise((done) => setTimeout(done, TYPING_MS));
      await studied;
    }
  }
  addEventListener("beforeunload", (event) => { if (pending()) event.preventDefault(); });
  // It waits for the answer to the last change, which is the one to be undone. One with a fault is not in the address.
  part.addEventListener("click", async (event) => {
    if (event.target.id !== "undo") return;
    await pressed;
    await studied;
    if (faulty) {
      text.value = good;
      study("toml");
    } else if (history.state?.undo) history.back();
  });
  offer_undo();

  // A fault stands below the control that made it, and leaves the last good table in sight. An order that was not found
  // is no fault of the table.
  function fault(words, how, by) {
    faulty ||= !how.startsWith("fix");
    results.classList.toggle("stale", faulty);
    if (faulty) document.getElementById("own-says").textContent = "";
    for (const each of unread ? part.querySelectorAll("input, select, button") : []) each.disabled = true;
    if (how === ORDER || unread) document.getElementById("undo")?.removeAttribute("disabled");
    more.classList.remove("waiting");
    end_work();
    const old = document.getElementById("fault");
    if (old?.textContent === words) return;
    old?.remove();
    const line = Object.assign(document.createElement("p"), { id: "fault", className: "error", role: "alert", textContent: words });
    let field = by?.closest?.(".bench") && (by.closest("label, #lines > li, .lines-head, .actions, .order") ?? by);
    for (let next; (next = field?.nextElementSibling) && next.offsetTop === field.offsetTop;) field = next; // the last of its row
    if (field?.matches("li")) field.append(line);
    else if (field) field.after(line);
    else results.prepend(line);
    line.scrollIntoView({ block: "nearest" });
  }

  // What each line asks, beside its name.
  const asks = (root) => root.querySelectorAll("#lines summary");
  function describe(html) {
    const now = asks(new DOMParser().parseFromString(html, "text/html"));
    for (const [place, words] of asks(part).entries()) words.textContent = now[place].textContent;
  }
  // Lines stay unfolded by their names. That of a new one follows it until the form is drawn again.
  const lines = () => [...part.querySelectorAll("#lines > li")];
  const details_of = (line) => line.querySelector("details");
  const name_of = (line) => line.querySelector("[name=line-name]").value;
  let latest = null;

  // The focus stays where it was, follows a line that moves, or goes to the name of a new one. What is being typed stays
  // as it is: the form of the answer lacks a space at its end.
  function redraw(html, how = "form") {
    const controls = () => [...part.querySelectorAll("input, select, button")];
    const old = document.activeElement, at = controls().indexOf(old);
    const from = at < 0 ? null : old.selectionStart ?? null, to = at < 0 ? null : old.selectionEnd;
    const unfolded = lines().filter((line) => details_of(line).open).map(name_of);
    part.innerHTML = html;
    for (const line of lines()) details_of(line).open = unfolded.includes(name_of(line));
    latest = how === "add" ? lines().at(-2) ?? lines().at(-1) : null;
    if (latest) details_of(latest).open = true;
    const added = latest?.querySelector("[name=line-name]");
    const stays = how !== "form" && at >= 0 && !old.matches("button") ? same_field(old) : null; // it may be being typed in
    let again = at < 0 ? null : stays || added || (how !== "form" && part.querySelector(`button[value="${how}"]`)) || controls()[at];
    if (again?.disabled) again = [...again.parentElement.querySelectorAll("button")].find((button) => !button.disabled);
    if ((how === "form" || stays) && again?.type === "text") again.value = old.value;
    again?.focus({ preventScroll: !added });
    if (added && !stays) again?.select();
    else if (from !== null) again?.setSelectionRange?.(from, to);
    control = document.activeElement;
    offer_undo();
  }

  // The field of a form that was drawn again: of a line, by its name.
  function same_field(old) {
    const line = old.closest("#lines > li"), name = line && name_of(line);
    const root = line ? lines().find((one) => name_of(one) === name) : part;
    return root?.querySelector(`[name="${old.name}"]`);
  }

  let deal = 0;
  more.addEventListener("click", (event) => {
    if (event.target.id !== "deal-again") return;
    deal += 1;
    rest();
  });

  async function rest() {
    const mine = asked;
    try {
      const answer = await fetch("/workbench/more", { method: "POST", body: new URLSearchParams({ toml: good, "own-variant": good_own, deal }) });
      const html = await answer.text();
      if (mine === asked && answer.ok) {
        more.innerHTML = html;
        offer();
      }
    } catch { /* the next change asks again */ }
    if (mine === asked) settle();
    if (asked && mine === asked) read_out();
  }

  // A screen reader says what was counted once a change rests: all that follows from it would be too much.
  function read_out() {
    const parts = results.querySelectorAll(":scope > h2, .findings-list summary");
    document.getElementById("counted").textContent = [...parts].map((part) => part.textContent).join(". ");
  }

  // What is done with a table waits until it is known which variants it can be played with, and until it has no fault.
  document.addEventListener("submit", (event) => {
    if (event.target === form || !event.target.elements.toml) return;
    if (event.submitter === change) {
      event.preventDefault();
      if (keeps_text()) return;
      pressed = pressed.then(() => ask_until_drawn("variant"));
      return;
    }
    if (faulty) {
      event.preventDefault();
      const line = document.getElementById("fault");
      line.tabIndex = -1;
      line.focus();
      return;
    }
    const waits = more.classList.contains("waiting");
    if (waits || working) event.preventDefault();
    if (working) return;
    if (!waits && event.target.id === "report") return; // a file comes, and this page stays
    working = { button: event.submitter, words: event.submitter.textContent, waits };
    event.submitter.textContent = "Working…";
  });
  // What was pressed says so until the next page comes, or a fault. It is not sent twice.
  function end_work() {
    if (working) working.button.textContent = working.words;
    working = null;
  }
  addEventListener("pageshow", end_work);
  // A text of one's own is replaced by the second press.
  function keeps_text() {
    const replaces = document.querySelector("#deal-it select").value !== "own-variant" && own.value.trim() && own.value !== taken;
    const asks = replaces && change.textContent === CHANGE;
    change.textContent = asks ? "Replace your own text" : CHANGE;
    return asks;
  }
  document.getElementById("deal-it").addEventListener("input", () => { change.textContent = CHANGE; });
  function settle() {
    more.classList.remove("waiting");
    if (!working?.waits) return;
    const { button } = working;
    end_work();
    button.form.requestSubmit(button);
  }

  // The variants that the table can be played with come first, in groups; others are there to be changed. What was
  // chosen stays while it fits; else it is the first.
  const usual = (select) => select.querySelector('option:enabled:not([value="own-variant"])').value;
  const selects = [...document.querySelectorAll('select[name="variant"]')].map((select) => ({
    select, options: [...select.options], unfit: select.querySelector(".unfit"), given: usual(select),
  }));
  function group([label, names], options) {
    const made = Object.assign(document.createElement("optgroup"), { label });
    made.append(...names.flatMap((name) => options.filter((option) => option.value === name)));
    return made;
  }
  function offer() {
    const fits = document.getElementById("fits"), groups = fits ? JSON.parse(fits.dataset.variants) : [];
    document.getElementById("own-says").textContent = fits?.dataset.own ?? "";
    if (fits) chart(fits.dataset.charted);
    if (!groups.length) return;
    const fitting = ["own-variant", ...groups.flatMap(([, names]) => names)];
    for (const each of selects) {
      const { select, options, unfit } = each, chosen = select.value;
      const kept = chosen !== each.given && fitting.includes(chosen);
      select.replaceChildren(options[0], ...groups.map((one) => group(one, options)), unfit);
      unfit.replaceChildren(...options.filter((option) => !fitting.includes(option.value)));
      each.given = fitting[1];
      select.value = kept ? chosen : each.given;
      if (select.value !== chosen) select.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }
  // What is dealt next is playtested, unless it is chosen there.
  document.querySelector("#deal-it select").addEventListener("change", ({ target: { value } }) => {
    const tested = document.querySelector('#playtest [name="variant"]');
    if (tested.value === value || ![...tested.options].some((option) => option.value === value)) return;
    tested.value = value;
    tested.dispatchEvent(new Event("change", { bubbles: true })); // what it says below it
  });
  // The chart of starting hands has the cards of one's own variant, until its fields are changed.
  const cards = ["own", "from-hole", "board"].map((name) => document.getElementById("starting").elements.namedItem(name));
  let charted = cards.map((field) => field.defaultValue).join(" ");
  function chart(numbers) {
    if (numbers === charted) return;
    charted = numbers;
    for (const [place, number] of numbers.split(" ").entries()) cards[place].value = number;
  }
  function name_own(title, chosen) {
    document.querySelector('#report [value="variant"]').hidden = !title;
    for (const { select, options: [option] } of selects) {
      const appears = title && (chosen || option.hidden); // it was taken, or written where there was none
      option.hidden = option.disabled = !title;
      option.textContent = `Your own: ${title}`;
      if (appears) select.value = option.value;
      else if (!title && option.selected) select.value = usual(select);
    }
  }

  if (!more.querySelector(".dealt") && !document.getElementById("fault")) {
    more.classList.add("waiting");
    rest();
  }

  form.addEventListener("input", (event) => {
    begin(event); // a control can change without the focus
    if (event.target.name === "wild" && !event.target.value) form.elements.jokers.value = "0";
    enter(event.target === text ? "toml" : "form", event.target.tagName === "SELECT" ? 0 : TYPING_MS);
  });
  own.addEventListener("input", (event) => {
    begin(event);
    enter(pending() && !pressing ? wrote : "toml", TYPING_MS); // the form that is not drawn yet is sent with it
  });
  function enter(how, pause) {
    asked += 1; // an answer to an earlier question must not redraw the form
    more.classList.add("waiting");
    clearTimeout(typing);
    wrote = how;
    typing = setTimeout(() => {
      typing = 0;
      if (pressing) wake?.();
      else study(how);
    }, pause);
  }
  // What was typed before this script was ready counts too.
  const typed = [own, ...form.querySelectorAll("input:not([type=hidden]), textarea")].find((each) => each.value !== each.defaultValue);
  if (typed) study(typed === text || typed === own ? "toml" : "form");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const how = event.submitter?.value;
    if (!event.submitter || event.submitter.name !== "do") return;
    const { submitter } = event, line = submitter.closest("#lines > li"), place = lines().indexOf(line);
    pressed = pressed.then(() => press(submitter, how, place));
  });
  // One press is done after another, so the second one sends a form with the changes of the first.
  function press(submitter, how, place) {
    before.value = good;
    control = submitter;
    return ask_until_drawn(place < 0 ? how : ORDER, () => { if (place >= 0) order(submitter, how, place); });
  }
  // The fault of a text is not folded away while the form waits for it.
  text.closest("details").addEventListener("toggle", ({ target }) => { target.open ||= unread; });
  // What is typed before the answer comes is no reason to forget the press: it is asked again, of the form with what was
  // typed. What it does not send is asked first: text, or a form whose text it takes.
  async function ask_until_drawn(how, prepare = () => {}) {
    pressing = true;
    const kept = own.value;
    let ready = false;
    do {
      while (typing) await new Promise((done) => { wake = done; });
      if (how === "variant" && own.value !== kept) how = "toml"; // a text that is written meanwhile stays
      if (pending() && (wrote === "toml" || with_text(how))) {
        if (!(await study(wrote))) continue;
        if (unread && !with_text(how)) break;
        ready = false;
      }
      if (!ready) prepare();
      ready = true;
      if (await study(how)) break;
    } while (true);
    pressing = false;
  }
  function order(submitter, how, place) {
    const [word] = how.split("-"), line = lines()[place], other = lines()[place + { up: -1, down: 1, remove: 1 }[word]];
    if (word === "remove") {
      control = (other ?? line.previousElementSibling)?.querySelector('[value^="remove-"]') ?? submitter;
      line.remove();
    } else {
      control = line?.querySelector(`[value^="${word}-"]`);
      other?.[word === "up" ? "before" : "after"](line);
    }
    control?.focus();
  }
  // Enter in a field counts the form, instead of pressing its first button.
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.tagName === "INPUT") event.preventDefault();
  });

  // Lines by drag: their order in the page is that in the form.
  let dragged = null;
  part.addEventListener("dragstart", (event) => {
    dragged = unread ? null : event.target.closest("li");
    event.dataTransfer?.setData("text/plain", "");
    if (dragged) event.dataTransfer?.setDragImage(dragged, 10, 10);
    held = new Promise((done) => part.addEventListener("dragend", () => setTimeout(done), { once: true }));
  });
  part.addEventListener("dragover", (event) => {
    const over = event.target.closest("#lines > li");
    if (!dragged || !over) return;
    event.preventDefault();
    if (over === dragged) return;
    const box = over.getBoundingClientRect();
    over[event.clientY < box.top + box.height / 2 ? "before" : "after"](dragged);
  });
  part.addEventListener("drop", (event) => event.preventDefault());
  part.addEventListener("dragend", () => {
    if (!dragged) return;
    const line = dragged, name = name_of(line), next = line.nextElementSibling && name_of(line.nextElementSibling);
    dragged = null;
    pressed = pressed.then(() => {
      before.value = good;
      control = null;
      return ask_until_drawn(ORDER, () => { if (!line.isConnected) put(name, next); });
    });
  });
  // A form that was drawn again has the order before the drag.
  function put(name, next) {
    const named = (wanted) => lines().find((line) => name_of(line) === wanted), line = named(name), below = named(next);
    if (line && (below || next === null)) line.parentElement.insertBefore(line, below ?? null);
  }
})();
