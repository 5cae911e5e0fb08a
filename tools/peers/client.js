// Four clients at each table; a table's next move is made when the last one has reached the other three.
"use strict";
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const game = require("./game.js");

const [port, tables, seconds] = process.argv.slice(2).map(Number), PLAYERS = 4;
const times = [];
let until = Infinity;

async function table(number) {
  const at = { game, matchID: `match${number}`, numPlayers: PLAYERS, debug: false }; // whoever comes first opens it
  const clients = Array.from({ length: PLAYERS }, (_, i) =>
    Client({ ...at, playerID: `${i}`, multiplayer: SocketIO({ server: `http://127.0.0.1:${port}` }) }));
  const seen = Array(PLAYERS).fill(-1);
  let turn = -1, begun = 0, given = 0;
  const next = () => {
    if (performance.now() >= until) return;
    begun = performance.now();
    ++given;
    clients[turn % PLAYERS].moves.put(given % 300, given);
  };
  const heard = (i) => (state) => {
    if (!state) return;
    seen[i] = state.ctx.turn;
    if (turn < 0) return;
    const others = seen.filter((_, j) => j !== turn % PLAYERS);
    if (begun && Math.min(...others) > turn + 1) {
      times.push(performance.now() - begun);
      begun = 0;
      ++turn;
      setImmediate(next);
    }
  };
  for (const [i, client] of clients.entries())
    await new Promise((ready) => {
      client.subscribe((state) => (state && ready(), heard(i)(state)));
      client.start();
    });
  return () => ((turn = 0), next());
}

(async () => {
  const begin = [];
  for (let i = 0; i < tables; ++i) begin.push(await table(i));
  const start = performance.now();
  until = start + seconds * 1000;
  for (const go of begin) go();
  await new Promise((done) => setTimeout(done, seconds * 1000));
  const took = (performance.now() - start) / 1000, sorted = [...times].sort((a, b) => a - b);
  const part = (share) => sorted[Math.floor(sorted.length * share)] || 0;
  process.stdout.write(JSON.stringify({ rate: times.length / took, p50: part(0.5), p99: part(0.99) }) + "\n");
  process.exit(0);
})();
