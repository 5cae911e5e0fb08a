// A game for the tables of boardgame.io, of the size of ours: four players, three hundred numbers, one move a turn.
"use strict";

module.exports = {
  name: "bench",
  setup: () => ({ cells: Array(300).fill(0) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { put: ({ G }, at, value) => { G.cells[at] = value; } },
};
