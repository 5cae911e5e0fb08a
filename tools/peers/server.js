// boardgame.io's own server, as its documentation starts it; it keeps matches in memory.
"use strict";
const { Server, Origins } = require("boardgame.io/server");

const server = Server({ games: [require("./game.js")], origins: [Origins.LOCALHOST] });
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => {
  process.stdout.write(`${appServer.address().port}\n`);
});
