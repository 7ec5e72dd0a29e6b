// The network on onnxruntime: from a position to the policy of its legal moves and its value.

import * as ort from "onnxruntime-web";
import { actionOf } from "./game.mjs";

ort.env.wasm.numThreads = 1;

/** The features that are 1, ascending. */
export function encode(game, position) {
  const blocks = game.record.network.input.blocks;
  return blocks
    .flatMap(({ name, offset, length }) => game.features(name, length, position).map((number) => offset + number))
    .sort((a, b) => a - b);
}

function softmax(logits) {
  const highest = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

export class Network {
  static async load(record, bytes) {
    const network = new Network();
    network.record = record;
    network.session = await ort.InferenceSession.create(bytes, { executionProviders: ["wasm"] });
    return network;
  }

  /** {policy: map of move to share, value for the side to move}. */
  async evaluate(play) {
    const { input, results, actions } = this.record.network;
    const features = new Float32Array(input.size);
    for (const number of encode(play.game, play.position)) features[number] = 1;
    const found = await this.session.run({ [input.name]: new ort.Tensor("float32", features, [1, input.size]) });
    const [first, , second] = softmax([...found[results.name].data]);
    const moves = play.legalMoves();
    const shares = softmax(moves.map((move) => found[actions.name].data[actionOf(this.record, move)]));
    return {
      policy: new Map(moves.map((move, number) => [move, shares[number]])),
      value: play.side === 0 ? first - second : second - first,
    };
  }
}
