// Checks the presets of a folder, passes their conformance vectors, draws each game's start, and plays a level (2) against
// itself. Standard output: one JSON line for each game. Status 1 where anything is not as it should be.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { check } from "./conformance.mjs";
import { readConformance, readDocument, readNamed } from "./documents.mjs";
import { draw } from "./drawing.mjs";
import { gameOf, Play } from "./game.mjs";
import { levelMove } from "./level.mjs";
import { Network } from "./network.mjs";

const USAGE = "usage: node main.mjs PRESETS [--svg DIR] [--seed N] [--level N] [--plies N]";
const SHOWN = 10; // problems of a game that are printed

async function playOut(document, game, network, { level, seed, plies }) {
  const play = new Play(game);
  while (!play.outcome() && play.moves.length < plies) {
    play.push(await levelMove(document, game.record, network, level, play, seed));
  }
  const outcome = play.outcome();
  const winner = outcome && outcome.winner !== null ? game.record.sides[outcome.winner].name : null;
  return {
    game: game.record.id,
    position: game.record.start,
    moves: play.moves,
    winner,
    termination: outcome?.termination ?? "truncated",
    players: Object.fromEntries(game.record.sides.map(({ name }) => [name, `level:${level}`])),
    seed: Number(seed),
  };
}

async function main() {
  const options = { svg: { type: "string" }, seed: { type: "string", default: "1" } };
  Object.assign(options, { level: { type: "string", default: "2" }, plies: { type: "string", default: "300" } });
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (positionals.length !== 1) throw new Error(USAGE);
  const [folder] = positionals;
  const document = readDocument(folder);
  console.error(`presets.json: schema and checksum are right; made by ${document.made_by}`);
  let failed = false;
  for (const record of document.games) {
    const game = gameOf(record);
    readNamed(folder, record.network.safetensors);
    const network = await Network.load(record, readNamed(folder, record.network.onnx));
    const found = await check(document, game, network, readConformance(folder, record));
    const passed = found.problems.length === 0;
    failed ||= !passed;
    console.error(
      `${record.id}: ${found.vectors} vectors, ${found.choices} choices of levels ${passed ? "passed" : "FAILED"} ` +
        `(${found.searched} of levels that search are not checked here); policy off by ${found.worst.toExponential(1)} at most`,
    );
    for (const problem of found.problems.slice(0, SHOWN)) console.error(`  ${problem}`);
    if (values.svg) {
      mkdirSync(values.svg, { recursive: true });
      writeFileSync(join(values.svg, `${record.id}.svg`), draw(game, game.parse(record.start)));
    }
    const numbers = { level: Number(values.level), seed: BigInt(values.seed), plies: Number(values.plies) };
    console.log(JSON.stringify(await playOut(document, game, network, numbers)));
  }
  process.exitCode = failed ? 1 : 0;
}

main().catch((error) => {
  console.error(`error: ${error.message}`);
  process.exitCode = 2;
});
