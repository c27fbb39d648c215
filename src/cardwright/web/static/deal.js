// Fair deals in the browser: it draws a seed and sends the commitment to it with the form that takes a seat, opens the
// seed when the contract is complete, and checks the game against what it noted. Notes stay in the browser.
"use strict";
(() => {
  const { ask } = window.cardwright;
  const MAX_NOTES = 200; // one for each seed

  const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytes = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
  const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
  const utf8 = (text) => new TextEncoder().encode(text);

  // SHA-256 (FIPS 180-4): crypto.subtle is missing on pages that come without encryption, as from a machine at home.
  const PRIMES = [];
  for (let number = 2; PRIMES.length < 64; number++) if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);
  const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32);
  const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
  const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));
  function digest(data) {
    const message = typeof data === "string" ? utf8(data) : data;
    const blocks = new DataView(new ArrayBuffer(Math.ceil((message.length + 9) / 64) * 64));
    message.forEach((byte, at) => blocks.setUint8(at, byte));
    blocks.setUint8(message.length, 0x80);
    blocks.setBigUint64(blocks.byteLength - 8, BigInt(message.length) * 8n);
    const state = Int32Array.from(START), words = new Int32Array(64);
    for (let block = 0; block < blocks.byteLength; block += 64) {
      for (let at = 0; at < 64; at++) {
        if (at < 16) { words[at] = blocks.getInt32(block + 4 * at); continue; }
        const [old, recent] = [words[at - 15], words[at - 2]];
        words[at] = words[at - 16] + (turned(old, 7) ^ turned(old, 18) ^ (old >>> 3))
          + words[at - 7] + (turned(recent, 17) ^ turned(recent, 19) ^ (recent >>> 10));
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let at = 0; at < 64; at++) {
        const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[at] + words[at]) | 0;
        const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
      }
      [a, b, c, d, e, f, g, h].forEach((word, at) => { state[at] += word; });
    }
    return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  }

  // A note for each seed: its commitment, the seed, and, once it is opened, the table, the contract, and the seals.
  function notes() {
    try {
      const found = JSON.parse(localStorage.getItem("cardwright-seeds"));
      return Array.isArray(found) ? found : [];
    } catch { return []; }
  }
  const note_of = (table) => notes().findLast((each) => each.table === table) || {};
  const seed_of = (commitment) => notes().find((each) => commitment && each.commitment === commitment);
  // Returns false where the browser keeps nothing, as in some private windows.
  function note(commitment, more) {
    const [known, others] = [seed_of(commitment), notes().filter((each) => each.commitment !== commitment)];
    const kept = [...others, { ...known, commitment, ...more }].slice(-MAX_NOTES);
    try { localStorage.setItem("cardwright-seeds", JSON.stringify(kept)); return true; } catch { return false; }
  }

  // Just before a form that takes a seat is sent. Random digits keep the seed from being guessed by its commitment.
  document.addEventListener("submit", (event) => {
    const field = event.target.querySelector("[data-commitment]");
    if (!field) return;
    const words = event.target.querySelector("[data-words]")?.value.trim();
    const random = hex(crypto.getRandomValues(new Uint8Array(16)));
    const seed = words ? `${words.toWellFormed?.() ?? words} ${random}` : random;
    const commitment = digest(seed);
    field.value = note(commitment, { seed }) ? commitment : "";
  }, true);

  // The contract is complete: it is noted before the seed is sent, and a seed is opened for one contract only.
  const sent = new Set();
  async function open() {
    const form = document.getElementById("open-seed");
    if (!form || sent.has(form.dataset.contract)) return;
    const contract = JSON.parse(form.dataset.contract), mine = seed_of(contract.seats[form.dataset.seat]);
    const fingerprint = digest(form.dataset.contract);
    if (!mine || (mine.contract && mine.contract !== fingerprint)) {
      document.getElementById("seed-missing").hidden = false;
      return;
    }
    sent.add(form.dataset.contract);
    note(mine.commitment, { table: form.dataset.table, contract: fingerprint });
    try {
      await ask(form.action, { method: "POST", body: new URLSearchParams({ seed: mine.seed }) });
    } catch {
      sent.delete(form.dataset.contract);
      setTimeout(open, 1000);
    }
  }

  function tell() {
    for (const line of document.querySelectorAll("[data-noted]")) {
      const [table, fingerprint] = line.dataset.noted.split(" ");
      const noted = note_of(table).contract;
      line.classList.toggle("error", Boolean(noted) && noted !== fingerprint);
      line.textContent = !noted ? "This browser opened no seed at this table."
        : noted === fingerprint ? "✓ Noted by this browser before it opened your seed, and unchanged since."
        : `✗ This is not the contract that your browser noted before it opened your seed. That was ${noted}`;
    }
  }
  document.addEventListener("frame", () => { open(); tell(); });
  open();
  tell();

  // The page of a table's fairness: the browser works out what it can.
  const list = document.getElementById("findings");
  if (!list) return;
  const verdict = document.getElementById("verdict");
  const aside = document.getElementById("aside");
  const conclude = (text, right, more = "") => {
    verdict.textContent = text;
    verdict.className = right ? "right" : "error";
    aside.textContent = more;
  };

  const opens = ([salt, action], version, seal, contract) =>
    digest(joined(bytes(salt), bytes(contract), utf8(`${version} ${action}`))) === seal;

  // One digest for the first seals, so that the note of them is short.
  const folded = (seals, count) => digest(Object.entries(seals).slice(0, count).map((seal) => seal.join(":")).join(" "));

  const fresh = (path) => ask(path, { cache: "no-store" });

  async function check() {
    const table = list.dataset.check, over = list.dataset.over === "yes", seat = Number(list.dataset.seat);
    const noted = note_of(table.split("/").pop());
    const found = [];
    const add = (right, text) => found.push([right, text]);
    const report = await (await fresh(`${table}/fair`)).json();
    if (!report.contract) {
      return [found, over ? "This table used the first protocol: download the record and check it with the command below."
        : "There is more to check once all seats are taken."];
    }
    const contract = JSON.parse(report.contract), fingerprint = digest(report.contract);
    if (noted.contract) {
      const same = noted.contract === fingerprint && (seat < 0 || contract.seats[seat] === noted.commitment);
      add(same, same ? "The contract is the one noted before your seed was opened." : "The contract is not the one noted before your seed was opened.");
    }
    const bot_seeds = contract.bots.some((bot, at) => bot && contract.seats[at]);
    if (bot_seeds) add(false, "A bot has a seed, which the server could have chosen.");
    const count = Object.keys(report.seals).length;
    if (noted.sealed) {
      const same = noted.sealed.count <= count && folded(report.seals, noted.sealed.count) === noted.sealed.digest;
      add(same, same ? `${noted.sealed.count === 1 ? "The first seal is the one" : `The first ${noted.sealed.count} seals are those`} that this browser noted during the game.` : "The seals are not those that this browser noted during the game.");
    }
    if (!over) {
      if (count && noted.commitment) note(noted.commitment, { sealed: { count, digest: folded(report.seals, count) } });
      return [found, count && noted.commitment ? `This browser has noted ${count === 1 ? "the first seal" : `the first ${count} seals`}. After the game this page compares them, and opens what you saw.`
        : "There is more to check after the game."];
    }
    check_openings(add, report, fingerprint);
    if (list.dataset.whole === "yes") { // and not the record of one seat, which shows no seed
      const header = JSON.parse((await (await fresh(`${table}/record`)).text()).split("\n")[0]);
      check_seeds(add, contract, (name) => String(header.notes?.[name] ?? ""), seat, noted.seed);
    }
    const more = [];
    if (!noted.contract) more.push("This browser opened no seed at this table, so for you the server and the others could have agreed on the cards.");
    if (list.dataset.whole !== "yes") more.push("When every player has agreed to show all cards, the seeds are checked here too.");
    return [found, more.join(" ")];
  }

  function check_openings(add, report, fingerprint) {
    const opened = Object.entries(report.openings || {});
    const wrong = opened.filter(([version, opening]) => !opens(opening, version, report.seals[version], fingerprint)).map(([version]) => version);
    const count = Object.keys(report.seals).length;
    if (wrong.length) add(false, `The opening of ${wrong.length === 1 ? "step" : "steps"} ${wrong.join(", ")} does not match the seal.`);
    else if (opened.length) add(true, `Of ${count} sealed draws ${opened.length} ${opened.length === 1 ? "is" : "are"} opened, and each fits its seal: that was drawn then, and nothing else.`);
  }

  // `told` returns a note of the record by its name, `own` is the seed that this browser gave for its seat.
  function check_seeds(add, contract, told, seat, own) {
    const fits = digest(told("seed")) === contract.server;
    add(fits, fits ? "The server's seed in the record matches its commitment." : "The server's seed in the record does not match its commitment.");
    const seeds = contract.seats.every((committed, at) => committed === (told(`seed-${at + 1}`) && digest(told(`seed-${at + 1}`))));
    add(seeds, seeds ? "Every player's seed matches its commitment." : "A player's seed in the record does not match its commitment.");
    if (!own) return;
    const used = told(`seed-${seat + 1}`) === own;
    add(used, used ? "Your own seed was used for the cards." : "The record does not show the seed that you gave.");
  }

  async function report() {
    verdict.classList.remove("plain-only");
    try {
      const [found, more] = await check();
      list.replaceChildren(...found.map(([right, text]) => {
        const item = document.createElement("li");
        item.className = right ? "right" : "error";
        item.textContent = `${right ? "✓" : "✗"} ${text}`;
        return item;
      }));
      const wrong = found.filter(([right]) => !right).length;
      conclude(wrong ? "This deal does not match the contract." : found.length ? "Everything that your browser can check is correct." : "", !wrong, more);
    } catch {
      conclude("The check failed: the server did not respond as expected. Reload this page.", false);
    }
    const promised = document.getElementById("promised");
    const noted = note_of(list.dataset.check.split("/").pop()).contract;
    if (promised && noted) promised.textContent = noted;
  }
  report();
})();
