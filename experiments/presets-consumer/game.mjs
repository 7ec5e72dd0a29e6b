// A game being played: what both families share. Ends by time and by repetition need the moves played.

import { HuntGame } from "./hunt.mjs";
import { JungleGame } from "./jungle.mjs";

const FAMILIES = { hunt: HuntGame, jungle: JungleGame };

export const gameOf = (record) => new FAMILIES[record.rules.family](record);

/** {winner: side number or null, termination}, the first of the rules' judgement that holds, or null. */
export function judged(game, position) {
  const { rules } = game;
  const ends = {
    ...game.ends(position),
    immobilised: game.moves(position).length === 0 && { winner: 1 - position.side },
    "no-progress": position.idle >= rules.no_progress_limit && { winner: null },
  };
  const termination = rules.judgement.find((name) => ends[name]);
  return termination === undefined ? null : { ...ends[termination], termination };
}

export class Play {
  constructor(game, text = game.record.start) {
    this.game = game;
    this.positions = [game.parse(text)];
    this.moves = [];
  }

  get position() {
    return this.positions.at(-1);
  }

  get side() {
    return this.position.side;
  }

  /** {winner: side number or null, termination}, or null while the game goes on. */
  outcome() {
    return this.lostByTime() ?? judged(this.game, this.position) ?? this.repeated() ?? null;
  }

  legalMoves() {
    return this.outcome() ? [] : this.game.moves(this.position).sort();
  }

  push(move) {
    if (move !== "timeout" && !this.legalMoves().includes(move)) throw new Error(`${move} is illegal`);
    this.positions.push(this.game.play(this.position, move));
    this.moves.push(move);
  }

  lostByTime() {
    if (this.moves.at(-1) !== "timeout") return null;
    const rule = this.game.record.match.time_out;
    const again = this.moves.at(-3) === "timeout";
    const lost = rule === "lose" || (rule === "second-loses" && again);
    return lost ? { winner: this.side, termination: "timeout" } : null;
  }

  repeated() {
    const times = this.game.rules.repetition_draw;
    if (!times) return null;
    const texts = this.positions.map((position) => this.game.format(position).replace(/ [^ ]*$/, ""));
    const seen = texts.filter((text) => text === texts.at(-1)).length;
    return seen >= times ? { winner: null, termination: "repetition" } : null;
  }
}

/** Number of the action of a move. */
export const actionOf = (record, move) => record.actions.indexOf(move.replace("x", "-"));

/** The legal moves in the order in which one is drawn. */
export function ordered(record, play) {
  const place = new Map(record.move_order[play.side].map((action, number) => [action, number]));
  const rank = (move) => place.get(actionOf(record, move));
  return play.legalMoves().sort((a, b) => rank(a) - rank(b));
}
