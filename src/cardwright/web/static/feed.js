// The connection to the server: one socket down, opened again after a fault, and by a watchdog when nothing, not even a
// ping, has come for a while.
"use strict";
(() => {
  const table = document.querySelector("[data-socket]");
  if (!table?.dataset.socket) return;
  const { ask, frame, moments, news, parts, send, store } = window.cardwright;
  const MIN_WAIT_MS = 250, MAX_WAIT_MS = 1500;
  const SILENT_MS = 45_000, SILENT_HIDDEN_MS = 25_000, WATCH_MS = 5000;
  const stamped = (html) => html.match(/ data-stamp="(\w*)"/)?.[1] ?? "";
  const whole = parts();
  const state = {
    socket: null,
    retry: 0, // the timer of the next attempt, and the wait before the one after it
    wait_ms: MIN_WAIT_MS,
    heard_at: 0,
    received: store.seen() ?? frame.version(), // the version of the game and the stamp of the latest frame
    stamp: stamped(table.outerHTML),
    dead: false,
  };
  const heard = document.getElementById("heard");
  // A page loaded again, which was drawn as the table is now, is not shown before the moments that come first.
  document.body.classList.toggle("catching-up", Number(state.received) < Number(frame.version()));
  setTimeout(() => document.body.classList.remove("catching-up"), MAX_WAIT_MS); // on a dead line

  function connect() {
    const address = new URL(table.dataset.socket, location.href);
    address.searchParams.set("seen", state.received);
    address.searchParams.set("stamp", state.stamp);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    state.socket = Object.assign(new WebSocket(address), { onmessage: hear, onopen: send.note_connection, onclose: wait });
    state.heard_at = performance.now();
  }

  function hear({ data }) {
    state.heard_at = performance.now();
    state.wait_ms = MIN_WAIT_MS;
    if (!data) { note_line(false); return; }
    for (const html of whole(data)) {
      state.stamp = stamped(html);
      if (!html) { reconnect(); return; }
      state.received = frame.version_of(html) ?? state.received;
      moments.receive(html);
    }
    note_line(false);
  }

  // The page shows that the line is dead, and a screen reader says it.
  function note_line(dead) {
    document.body.classList.remove("catching-up");
    if (document.body.classList.toggle("offline", dead) !== state.dead) heard.textContent = dead ? "Reconnecting" : "Connected again";
    state.dead = dead;
  }

  function wait() {
    note_line(true);
    clearTimeout(state.retry);
    state.retry = setTimeout(connect, state.wait_ms * (0.5 + Math.random())); // all pages lose a server at the same time
    state.wait_ms = Math.min(state.wait_ms * 2, MAX_WAIT_MS);
  }

  // A socket on a dead line says nothing of its end: it is left behind, and another opened.
  function reconnect() {
    state.socket.onclose = state.socket.onmessage = null;
    state.socket.close();
    clearTimeout(state.retry);
    state.wait_ms = MIN_WAIT_MS;
    connect();
  }

  const silent_for = (ms) => performance.now() - state.heard_at > ms;
  setInterval(() => { if (state.socket.readyState === WebSocket.OPEN && silent_for(SILENT_MS)) reconnect(); }, WATCH_MS);
  addEventListener("offline", () => note_line(true));
  addEventListener("online", reconnect);
  document.addEventListener("visibilitychange", () => { if (!document.hidden && silent_for(SILENT_HIDDEN_MS)) reconnect(); });

  // The table anew, as after a change of the cookies, which are read when a socket is opened.
  function renew() {
    state.stamp = "";
    reconnect();
  }
  window.cardwright.renew = renew;

  // The deal before as it ended, held until it is confirmed; then comes the table as it is, which is asked for anew.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("#last-deal");
    if (!link) return;
    event.preventDefault();
    if (moments.is_held()) return;
    const answer = await ask(link.href).catch(() => null);
    if (!answer) { news.say("The last deal cannot be fetched just now."); return; }
    const { scene } = await answer.json();
    if (moments.is_held()) return;
    moments.show_until_confirmed(scene);
    renew();
  });

  connect();
})();
