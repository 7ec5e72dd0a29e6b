// A level that needs no search, as a player.

import { choose } from "./choice.mjs";
import { judged, ordered } from "./game.mjs";

/** The moves that win at once for the side to move. */
function winningMoves(play, order) {
  return order.filter((move) => {
    const after = play.game.play(play.position, move);
    return judged(play.game, after)?.winner === play.side;
  });
}

/** The move of level `number` (1 to 8) for a seed. */
export async function levelMove(document, record, network, number, play, seed) {
  const { settings } = record.levels[number - 1].sides[record.sides[play.side].name];
  if (settings.kind !== "policy") throw new Error(`level ${number} needs search`);
  const { policy } = await network.evaluate(play);
  const order = ordered(record, play);
  return choose(document.choice, settings, order, policy, winningMoves(play, order), seed, play.moves.length);
}
