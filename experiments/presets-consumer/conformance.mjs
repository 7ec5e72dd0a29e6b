// Checks this program against the vectors of a game; every difference is one line.

import { actionOf, ordered, Play } from "./game.mjs";
import { encode } from "./network.mjs";
import { levelMove } from "./level.mjs";

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** {vectors, choices, searched, worst: greatest relative difference of a policy, problems}. */
export async function check(document, game, network, conformance) {
  const { record } = game;
  const counts = { vectors: 0, choices: 0, searched: 0, worst: 0, problems: [] };
  for (const [number, vector] of conformance.vectors.entries()) {
    const expect = (holds, what) => holds || counts.problems.push(`vector ${number}: ${what}`);
    counts.vectors += 1;
    const play = new Play(game, vector.position);
    for (const move of vector.moves) play.push(move);
    const outcome = play.outcome();
    const named = outcome && {
      winner: outcome.winner === null ? null : record.sides[outcome.winner].name,
      termination: outcome.termination,
    };
    expect(same(named, vector.outcome), `outcome ${JSON.stringify(named)}`);
    expect(game.format(play.position) === vector.text, `text ${game.format(play.position)}`);
    expect(record.sides[play.side].name === vector.side_to_move, "side to move");
    const moves = play.legalMoves();
    expect(same(moves, vector.legal_moves), `legal moves ${moves}`);
    if (outcome || !same(moves, vector.legal_moves)) continue;
    expect(same(moves.map((move) => actionOf(record, move)), vector.actions), "actions");
    expect(same(ordered(record, play), vector.order), "order of the moves");
    expect(same(encode(game, play.position), vector.features), `features ${encode(game, play.position)}`);
    const { policy, value } = await network.evaluate(play);
    for (const [i, move] of moves.entries()) {
      const off = Math.abs(policy.get(move) / vector.policy[i] - 1);
      counts.worst = Math.max(counts.worst, off);
      expect(off <= conformance.tolerance, `policy of ${move}: ${policy.get(move)}, not ${vector.policy[i]}`);
    }
    expect(Math.abs(value - vector.value) <= conformance.tolerance, `value ${value}, not ${vector.value}`);
    for (const { level, seed, move, needs_search: searched } of vector.choices) {
      counts[searched ? "searched" : "choices"] += 1;
      if (searched) continue; // hunt_ai's searchers are no part of this program
      const found = await levelMove(document, record, network, level, play, seed);
      expect(found === move, `level ${level}, seed ${seed}: ${found}, not ${move}`);
    }
  }
  return counts;
}
