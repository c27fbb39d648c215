// Fair deals in the browser: it generates a seed where the player enters none, notes the commitment of the server
// before it sends the seed, and checks the game against that. Notes stay in the browser.
"use strict";
(() => {
  const MAX_NOTES = 200; // one for each deal

  function notes() {
    try { return JSON.parse(localStorage.getItem("cardwright-deals")) || {}; } catch { return {}; }
  }
  function note(table, more) {
    const all = notes();
    const others = Object.entries(all).filter(([name]) => name !== table).slice(1 - MAX_NOTES);
    const kept = Object.fromEntries([...others, [table, { ...all[table], ...more }]]);
    try { localStorage.setItem("cardwright-deals", JSON.stringify(kept)); } catch { /* private mode */ }
  }

  // A server that receives a seed for one table and then seats the player at another could have chosen the cards there.
  function noteSent(table) {
    try { sessionStorage.setItem("cardwright-sent", table); } catch { /* as above */ }
  }
  function answered() {
    let table = null;
    try {
      table = sessionStorage.getItem("cardwright-sent");
      sessionStorage.removeItem("cardwright-sent");
    } catch { /* as above */ }
    const here = document.querySelector("[data-noted]")?.dataset.noted.split(" ")[0];
    if (table && here && here !== table && !notes()[here]) note(here, { astray: true });
  }

  const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytes = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));

  // Just before a form with a seed is sent. A form that is sent twice sends the same seed twice, even if the server
  // refused the first: a new seed each time would give the server another chance each time.
  let sent = false;
  document.addEventListener("submit", (event) => {
    const field = event.target.querySelector("[data-promised]");
    if (!field) return;
    const [table, commitment] = field.dataset.promised.split(" ");
    const before = notes()[table] || {};
    if (!field.value.trim()) field.value = before.seeds?.at(-1) || hex(crypto.getRandomValues(new Uint8Array(16)));
    if (field.value.toWellFormed) field.value = field.value.toWellFormed(); // as it will be sent
    noteSent(table);
    note(table, { commitment: before.commitment || commitment, seeds: [...new Set([...(before.seeds || []), field.value])] });
    sent = true;
  }, true);
  // A page restored by Back holds a commitment that was used, and a seed that was sent.
  addEventListener("pageshow", (event) => { if (event.persisted && sent) location.reload(); });

  const STRAYED = "Your seed was sent for a different table, so the server could choose the cards here. Open a new table.";

  function tell() {
    for (const line of document.querySelectorAll("[data-noted]")) {
      const [table, commitment] = line.dataset.noted.split(" ");
      const { commitment: noted, astray } = notes()[table] || {};
      line.classList.toggle("error", noted ? noted !== commitment : Boolean(astray));
      line.textContent = !noted ? astray ? `✗ ${STRAYED}` : "This browser noted no commitment before you sat down here."
        : noted === commitment ? "✓ Noted by this browser before it sent your seed, and unchanged since."
        : `✗ This is not the commitment that your browser noted before it sent your seed. That was ${noted}`;
    }
  }
  document.addEventListener("frame", tell);
  answered();
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

  async function digest(data) {
    return hex(await crypto.subtle.digest("SHA-256", typeof data === "string" ? new TextEncoder().encode(data) : data));
  }

  async function opens([salt, action], version, seal) {
    const text = new TextEncoder().encode(`${version} ${action}`);
    const whole = new Uint8Array([...bytes(salt), ...text]);
    return (await digest(whole)) === seal;
  }

  // One digest for the first seals, so that the note of them is short.
  const folded = (seals, count) => digest(Object.entries(seals).slice(0, count).map((seal) => seal.join(":")).join(" "));

  async function json(path) {
    const answer = await fetch(path, { headers: { Accept: "application/json" }, cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer;
  }

  async function check() {
    const table = list.dataset.check, over = list.dataset.over === "yes", id = table.split("/").pop();
    const noted = notes()[id] || {};
    const found = [];
    const add = (right, text) => found.push([right, text]);
    const report = await (await json(`${table}/fair`)).json();
    if (noted.commitment) {
      const same = noted.commitment === report.commitment;
      add(same, same ? "The commitment is the one noted before your seed was sent." : "The commitment is not the one noted before your seed was sent.");
    } else if (noted.astray) add(false, STRAYED);
    const seat = Number(list.dataset.seat);
    if (seat >= 0 && noted.seeds?.length && !report.own[seat]) add(false, "The table does not count the seed that you gave.");
    const count = Object.keys(report.seals).length;
    if (noted.sealed) {
      const same = noted.sealed.count <= count && (await folded(report.seals, noted.sealed.count)) === noted.sealed.digest;
      add(same, same ? `${noted.sealed.count === 1 ? "The first seal is the one" : `The first ${noted.sealed.count} seals are those`} that this browser noted during the game.` : "The seals are not those that this browser noted during the game.");
    }
    if (!over) {
      if (count) note(id, { sealed: { count, digest: await folded(report.seals, count) } });
      return [found, count ? `This browser has noted ${count === 1 ? "the first seal" : `the first ${count} seals`}. After the game this page compares them, and opens what you saw.`
        : "There is more to check once a card has been drawn."];
    }
    const opened = Object.entries(report.openings || {});
    const wrong = [];
    for (const [version, opening] of opened) if (!(await opens(opening, version, report.seals[version]))) wrong.push(version);
    if (wrong.length) add(false, `The opening of ${wrong.length === 1 ? "step" : "steps"} ${wrong.join(", ")} does not match the seal.`);
    else if (opened.length) add(true, `Of ${count} sealed draws ${opened.length} ${opened.length === 1 ? "is" : "are"} opened, and each fits its seal: that was drawn then, and nothing else.`);
    if (list.dataset.whole === "yes") { // and not the record of one seat, which shows no seed
      const header = JSON.parse((await (await json(`${table}/record`)).text()).split("\n")[0]);
      const fits = (await digest(String(header.notes?.seed))) === (noted.commitment || report.commitment);
      add(fits, fits ? "The server's seed in the record matches its commitment." : "The server's seed in the record does not match its commitment.");
      if (noted.seeds?.length) {
        const used = noted.seeds.includes(header.notes?.[`seed-${seat + 1}`]);
        add(used, used ? "Your own seed was used for the cards." : "The record does not show the seed that you gave.");
      }
    }
    const more = [];
    if (!noted.commitment) more.push("This browser noted no commitment before the game, so the server may have shown a different one then.");
    if (list.dataset.whole !== "yes") more.push("When every player has agreed to show all cards, the seeds are checked here too.");
    return [found, more.join(" ")];
  }

  async function report() {
    verdict.classList.remove("plain-only");
    if (!window.crypto?.subtle) {
      conclude("Your browser computes fingerprints only on pages served by https or from your own machine, and this page is not. The command below checks more.", false);
      return;
    }
    try {
      const [found, more] = await check();
      list.replaceChildren(...found.map(([right, text]) => {
        const item = document.createElement("li");
        item.className = right ? "right" : "error";
        item.textContent = `${right ? "✓" : "✗"} ${text}`;
        return item;
      }));
      const wrong = found.filter(([right]) => !right).length;
      conclude(wrong ? "This deal does not match the commitment." : found.length ? "Everything that your browser can check is correct." : "", !wrong, more);
    } catch {
      conclude("The check failed: the server did not respond as expected. Reload this page.", false);
    }
    const promised = document.getElementById("promised");
    const noted = notes()[list.dataset.check.split("/").pop()]?.commitment;
    if (promised && noted) promised.textContent = noted;
  }
  report();
})();
