// The hunt games, by the tables of the document: positions, legal moves, play, ends, and what the network sees.
//
// A position: quarry (set of points), pack (map of point to dogs), side (0 quarry, 1 pack), hand, captured, idle.

const pairs = (list) => list.map(([start, to]) => ({ start, to }));

export class HuntGame {
  constructor(record) {
    this.record = record;
    this.rules = record.rules;
    this.steps = [pairs(this.rules.quarry_steps), pairs(this.rules.pack_steps)];
    this.points = record.board.points.map((point) => point.name);
  }

  parse(text) {
    const [rows, side, hand, captured, idle] = text.split(" ");
    const position = { quarry: new Set(), pack: new Map(), side: this.record.sides.findIndex((s) => s.letter === side) };
    Object.assign(position, { hand: +hand, captured: +captured, idle: +idle });
    rows.split("/").forEach((row, rank) =>
      [...row].forEach((character, column) => {
        const point = this.record.board.ranks[rank][column];
        if (character === this.rules.quarry_letter) position.quarry.add(point);
        else if (character === this.rules.pack_letter) position.pack.set(point, 1);
        else if (character !== ".") position.pack.set(point, +character);
      }),
    );
    return position;
  }

  character(position, point) {
    if (position.quarry.has(point)) return this.rules.quarry_letter;
    const dogs = position.pack.get(point) ?? 0;
    return dogs === 0 ? "." : dogs === 1 ? this.rules.pack_letter : String(dogs);
  }

  format(position) {
    const rows = this.record.board.ranks.map((rank) => rank.map((point) => this.character(position, point)).join(""));
    const side = this.record.sides[position.side].letter;
    return `${rows.join("/")} ${side} ${position.hand} ${position.captured} ${position.idle}`;
  }

  isEmpty(position, point) {
    return !position.quarry.has(point) && !position.pack.has(point);
  }

  /** The points whose dogs may step, were the pack to move and had none in hand. */
  movable(position) {
    const groups = new Set([...position.pack.keys()].filter((point) => position.pack.get(point) > 1));
    if (groups.size === 0) return new Set(position.pack.keys());
    const stuck = !this.steps[1].some(({ start, to }) => groups.has(start) && this.isEmpty(position, to));
    return stuck && this.rules.groups_stuck === "free" ? new Set(position.pack.keys()) : groups;
  }

  jumpsOf(position) {
    return this.rules.jumps.filter(
      ([start, over, to]) => position.quarry.has(start) && position.pack.has(over) && this.isEmpty(position, to),
    );
  }

  packSteps(position) {
    const movable = this.movable(position);
    return this.steps[1].filter(({ start, to }) => movable.has(start) && this.isEmpty(position, to));
  }

  /** Texts of the moves that the rules allow, the game's end not looked at. */
  moves(position) {
    if (position.side === 0) {
      const steps = this.steps[0].filter(({ start, to }) => position.quarry.has(start) && this.isEmpty(position, to));
      const jumps = this.jumpsOf(position).map(([start, , to]) => `${start}x${to}`);
      return [...steps.map(({ start, to }) => `${start}-${to}`), ...jumps];
    }
    const found = position.hand
      ? this.rules.placement_area.filter((point) => this.isEmpty(position, point)).map((point) => `@${point}`)
      : this.packSteps(position).map(({ start, to }) => `${start}-${to}`);
    if (found.length) return found;
    const groups = [...position.pack.values()].some((dogs) => dogs > 1);
    const groupsStuck = groups && this.rules.groups_stuck === "pass" && !position.hand;
    return groupsStuck || this.rules.pack_stuck === "pass" ? ["pass"] : [];
  }

  play(position, move) {
    const after = { ...position, quarry: new Set(position.quarry), pack: new Map(position.pack) };
    after.side = 1 - position.side;
    after.idle += 1;
    const progress = (kind) => {
      if (this.rules.progress.includes(kind)) after.idle = 0;
    };
    if (move === "pass" || move === "timeout") return after;
    if (move.startsWith("@")) {
      after.pack.set(move.slice(1), 1);
      after.hand -= 1;
      progress("placement");
      return after;
    }
    const [start, to] = move.split(/[-x]/);
    if (position.side === 0) {
      after.quarry.delete(start);
      after.quarry.add(to);
      if (move.includes("x")) {
        const over = this.rules.jumps.find((jump) => jump[0] === start && jump[2] === to)[1];
        this.takeOne(after.pack, over);
        after.captured += 1;
        progress("capture");
      }
      return after;
    }
    if (after.pack.get(start) > 1) progress("ungroup");
    this.takeOne(after.pack, start);
    after.pack.set(to, 1);
    return after;
  }

  takeOne(pack, point) {
    const dogs = pack.get(point);
    if (dogs > 1) pack.set(point, dogs - 1);
    else pack.delete(point);
  }

  /** By termination, {winner: side number or null} where a position is over by it, something falsy where it is not. */
  ends(position) {
    const { rules } = this;
    return {
      captures: position.captured >= rules.capture_goal && { winner: 0 },
      "driven-out": rules.home && ![...position.quarry].some((p) => rules.home.includes(p)) && { winner: 1 },
    };
  }

  /** The features of a block of the network's input that are 1, counted from the block's beginning. */
  features(name, length, position) {
    const { points, rules } = this;
    const where = (holds) => points.flatMap((point, number) => (holds(point) ? [number] : []));
    const below = (count) => [...Array(Math.min(count, length)).keys()];
    const dogs = (point) => position.pack.get(point) ?? 0;
    switch (name) {
      case "quarry":
        return where((point) => position.quarry.has(point));
      case "pack":
        return where((point) => dogs(point) > 0);
      case "heights":
        return [...Array(length / points.length).keys()].flatMap((height) =>
          where((point) => dogs(point) >= height + 2).map((number) => height * points.length + number),
        );
      case "reach": {
        const reached = new Set(this.steps[0].filter((s) => position.quarry.has(s.start)).map((s) => s.to));
        return where((point) => reached.has(point) && this.isEmpty(position, point));
      }
      case "taken": {
        const taken = new Set(this.jumpsOf(position).map(([, over]) => over));
        return where((point) => taken.has(point));
      }
      case "targets": {
        const targets = position.hand ? new Set() : new Set(this.packSteps(position).map((step) => step.to));
        return where((point) => targets.has(point));
      }
      case "pairs":
        return where((point) => position.quarry.has(point)).flatMap((quarry) =>
          where((point) => dogs(point) > 0).map((number) => quarry * points.length + number),
        );
      case "hand":
        return below(position.hand);
      case "captured":
        return below(position.captured);
      case "idle":
        return below(Math.floor((position.idle * (length + 1)) / rules.no_progress_limit));
      case "side":
        return below(position.side);
      default:
        throw new Error(`features ${name} are unknown`);
    }
  }
}
