// node server.js PORT
const { Server } = require("boardgame.io/server");
const { Game } = require("./game");
Server({ games: [Game], origins: ["*"] }).run({ port: Number(process.argv[2]), callback: () => console.log("ready") });
