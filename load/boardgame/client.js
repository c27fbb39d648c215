// node client.js PORT TABLES RATE SECONDS: moves by turns at all tables, each timed until the other seat has it.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { Game } = require("./game");
const [port, tables, rate, seconds] = process.argv.slice(2).map(Number);
const server = `http://127.0.0.1:${port}`, times = [];
let sent = 0, late = 0, opened = 0;

function sit(table, seat) {
  const client = Client({ game: Game, multiplayer: SocketIO({ server }), matchID: table, playerID: String(seat), debug: false });
  client.start();
  return client;
}
async function open() {
  const matchID = `table${opened++}`; // made by the server when the first player asks for it
  const table = { clients: [sit(matchID, 0), sit(matchID, 1)], busy: false };
  await Promise.all(table.clients.map((client) => new Promise((done) => { client.subscribe((state) => { if (state) done(); }); })));
  return table;
}
function move(table) {
  const state = table.clients[0].getState(), seat = Number(state.ctx.currentPlayer);
  const own = table.clients[seat], other = table.clients[1 - seat], began = performance.now(), turn = state.ctx.turn;
  if (table.busy || own.getState().ctx.turn !== turn) { late++; return; }
  table.busy = true;
  sent++;
  const stop = other.subscribe((next) => {
    if (!next || next.ctx.turn === turn || !table.busy) return;
    table.busy = false;
    times.push(performance.now() - began);
    setImmediate(() => stop());
  });
  own.moves.play(0);
}
(async () => {
  const all = [];
  for (let at = 0; at < tables; at += 20) all.push(...await Promise.all([...Array(Math.min(20, tables - at))].map(open)));
  console.log("seated");
  await new Promise((go) => process.stdin.once("data", go));
  const began = performance.now(), used = process.cpuUsage();
  for (let number = 0; number < rate * seconds; number++) {
    const wait = began + (1000 * number) / rate - performance.now();
    if (wait > 1) await new Promise((go) => setTimeout(go, wait)); else if (number % 10 === 0) await new Promise(setImmediate);
    move(all[number % tables]);
  }
  await new Promise((go) => setTimeout(go, 1500));
  const { user, system } = process.cpuUsage(used);
  console.log(JSON.stringify({ sent, late, times: times.length, took: (performance.now() - began - 1500) / 1000, client: (user + system) / 1e6,
    quantiles: [0.5, 0.99, 1].map((share) => times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]) }));
  process.exit(0);
})();
