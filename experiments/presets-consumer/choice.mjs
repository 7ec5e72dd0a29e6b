// The seeded choice of a move from a policy, as `choice.definition` of the document says it.

const MASK = (1n << 64n) - 1n;

function drawn(choice, seed, ply) {
  const gamma = BigInt(choice.gamma);
  let z = (seed + BigInt(ply) * gamma + gamma) & MASK;
  z = ((z ^ (z >> 30n)) * BigInt(choice.mix_1)) & MASK;
  z = ((z ^ (z >> 27n)) * BigInt(choice.mix_2)) & MASK;
  return (z ^ (z >> 31n)) >> 32n;
}

function weightOf(choice, share, best, { temperature, least }) {
  if (!(share > 0 && share >= least * best)) return 0;
  const step = Math.floor((choice.steps * Math.log(best / share)) / temperature);
  return choice.weights[step] ?? 0;
}

const greatest = (moves, policy) => moves.reduce((best, move) => (policy.get(move) > policy.get(best) ? move : best));

/** The move of a level without search. `order`: the legal moves in order; `winning`: those that win at once. */
export function choose(choice, settings, order, policy, winning, seed, ply) {
  if (settings.wins && winning.length) return greatest(winning, policy);
  const best = greatest(order, policy);
  if (settings.temperature < choice.least_temperature) return best;
  const weights = order.map((move) => weightOf(choice, policy.get(move), policy.get(best), settings));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let left = Number((drawn(choice, BigInt(seed), ply) * BigInt(sum)) >> 32n);
  for (const [number, move] of order.entries()) {
    left -= weights[number];
    if (left < 0) return move;
  }
  throw new Error("there is no weight above 0");
}
