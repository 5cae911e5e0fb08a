// Four clients at each table; a table's next move is made when the last one has reached all four. They speak to
// the server as boardgame.io's own client does, without keeping a game of their own: it is the server that is
// measured, and ours has clients that cost as little.
"use strict";
const { io } = require("socket.io-client");

const [port, tables, seconds] = process.argv.slice(2).map(Number), PLAYERS = 4;
const times = [];
let until = Infinity;

function connected(matchID, playerID, heard) {
  return new Promise((ready) => {
    const socket = io(`http://127.0.0.1:${port}/bench`, { transports: ["websocket"], forceNew: true });
    socket.on("connect", () => socket.emit("sync", matchID, playerID, undefined, PLAYERS)); // opens it, if need be
    socket.on("sync", (_, { state }) => ready({ socket, state }));
    socket.on("update", (_, state) => heard(state));
  });
}

async function table(number) {
  const matchID = `match${number}`, seen = Array(PLAYERS).fill(-1), sockets = [];
  let stateID = 0, turn = 0, begun = 0;
  const next = () => {
    if (performance.now() >= until) return;
    begun = performance.now();
    const playerID = `${turn % PLAYERS}`, args = [turn % 300, turn + 1];
    const move = { type: "MAKE_MOVE", payload: { type: "put", args, playerID } };
    sockets[turn % PLAYERS].emit("update", move, stateID, matchID, playerID);
  };
  const heard = (i) => (state) => {
    seen[i] = state.ctx.turn;
    stateID = state._stateID;
    if (!begun || Math.min(...seen) <= turn + 1) return; // turns count from 1
    times.push(performance.now() - begun);
    begun = 0;
    ++turn;
    setImmediate(next);
  };
  for (let i = 0; i < PLAYERS; ++i) {
    const { socket, state } = await connected(matchID, `${i}`, heard(i));
    sockets.push(socket);
    stateID = state._stateID;
  }
  return next;
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
