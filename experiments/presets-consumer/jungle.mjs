// Dou Shou Qi, by the tables of the document: positions, legal moves with their bans, play, ends, and what the network sees.
//
// A position: beasts (map of cell to {side, beast}), side, idle, and history: for each side the {beast, cell} entered by its
// moves, newest first. A text carries no history.

const RECENT = 7; // moves of a side that the network sees
const RUN = 17;
const RUN_FREE = 9;

export class JungleGame {
  constructor(record) {
    this.record = record;
    this.rules = record.rules;
    this.cells = record.board.points.map((point) => point.name);
    this.number = new Map(this.cells.map((cell, number) => [cell, number]));
    this.water = new Set(this.rules.water);
    this.letters = this.rules.beasts.map((beast) => beast.letter);
    this.stepsFrom = new Map(this.cells.map((cell) => [cell, this.rules.steps.filter(([start]) => start === cell)]));
  }

  parse(text) {
    const [rows, side, idle] = text.split(" ");
    const beasts = new Map();
    rows.split("/").forEach((row, rank) =>
      [...row].forEach((letter, column) => {
        if (letter === ".") return;
        const beast = this.letters.indexOf(letter.toUpperCase());
        beasts.set(this.record.board.ranks[rank][column], { side: letter === letter.toUpperCase() ? 0 : 1, beast });
      }),
    );
    return { beasts, side: this.record.sides.findIndex((s) => s.letter === side), idle: +idle, history: [[], []] };
  }

  character(position, cell) {
    const here = position.beasts.get(cell);
    if (!here) return ".";
    return here.side === 0 ? this.letters[here.beast] : this.letters[here.beast].toLowerCase();
  }

  format(position) {
    const rows = this.record.board.ranks.map((rank) => rank.map((cell) => this.character(position, cell)).join(""));
    return `${rows.join("/")} ${this.record.sides[position.side].letter} ${position.idle}`;
  }

  /** Whether a beast may take what stands on `to`, by a step from `start`. */
  takesByStep(side, beast, start, to, other) {
    const { rules } = this;
    const rats = beast === 0 && other === 0;
    if (this.water.has(start) !== this.water.has(to) && !(rats && rules.rats_take_across_bank)) return false;
    if (rules.traps[1 - side].includes(start) && !rules.trapped_may_take) return false;
    const last = rules.beasts.length - 1;
    if (rules.traps[side].includes(to) || (beast === 0 && other === last)) return true;
    return rules.beasts[beast].rank >= rules.beasts[other].rank && !(beast === last && other === 0);
  }

  isBlocked(position, jump, side) {
    const any = this.rules.jump_blockers === "any-rat-in-river";
    return (any ? jump.river : jump.path).some((cell) => {
      const there = position.beasts.get(cell);
      return there && there.beast === 0 && (any || there.side !== side);
    });
  }

  /** {start, to} of the moves of a side, bans not looked at. */
  reach(position, side) {
    const found = [];
    for (const [start, here] of position.beasts) {
      if (here.side !== side) continue;
      const kind = this.rules.beasts[here.beast];
      for (const [, to] of this.stepsFrom.get(start)) {
        const there = position.beasts.get(to);
        if (to === this.rules.dens[side] || there?.side === side) continue;
        if (this.water.has(to) && !kind.enters_water) continue;
        if (!there || this.takesByStep(side, here.beast, start, to, there.beast)) found.push({ start, to });
      }
      for (const jump of this.rules.jumps) {
        if (jump.start !== start || ![jump.along, "both"].includes(kind.jumps)) continue;
        const there = position.beasts.get(jump.to);
        if (there?.side === side || this.isBlocked(position, jump, side)) continue;
        if (!there || this.rules.beasts[there.beast].rank <= kind.rank) found.push({ start, to: jump.to });
      }
    }
    return found;
  }

  /** The cells that the beast on `start` may not enter. */
  banned(position, start) {
    const { rules } = this;
    const { side, beast } = position.beasts.get(start);
    const past = position.history[side];
    const inTrap = (entry) => rules.traps.some((traps) => traps.includes(entry.cell));
    const cells = new Set();
    if (rules.ban_repeats) {
      const own = past.slice(0, rules.ban_window).filter((entry) => entry.beast === beast);
      const often = own.filter((entry) => own.filter((e) => e.cell === entry.cell).length >= rules.ban_repeats);
      const lifted = () =>
        own.some(inTrap) || (rules.chase_lifts_ban && this.reach(position, 1 - side).some((move) => move.to === start));
      if (often.length && !lifted()) often.forEach((entry) => cells.add(entry.cell));
    }
    const run = past.slice(0, rules.ban_run);
    if (rules.ban_run && run.length === rules.ban_run && run.every((entry) => entry.beast === beast)) {
      const entered = new Set(run.map((entry) => entry.cell));
      if (entered.size <= rules.ban_cells && !run.some(inTrap)) entered.forEach((cell) => cells.add(cell));
    }
    return cells;
  }

  moves(position) {
    const reached = this.reach(position, position.side);
    const bans = new Map(reached.map(({ start }) => [start, null]));
    for (const start of bans.keys()) bans.set(start, this.banned(position, start));
    let allowed = reached.filter(({ start, to }) => !bans.get(start).has(to));
    if (!allowed.length && this.rules.all_banned === "lift") allowed = reached;
    return allowed.map(({ start, to }) => `${start}${position.beasts.has(to) ? "x" : "-"}${to}`);
  }

  play(position, move) {
    const after = { ...position, side: 1 - position.side, idle: position.idle + 1 };
    if (move === "timeout") return after;
    const [start, to] = move.split(/[-x]/);
    after.beasts = new Map(position.beasts);
    const here = position.beasts.get(start);
    after.beasts.delete(start);
    after.beasts.set(to, here);
    if (position.beasts.has(to)) after.idle = 0;
    after.history = position.history.map((past, side) =>
      side === position.side ? [{ beast: here.beast, cell: to }, ...past] : past,
    );
    return after;
  }

  ends(position) {
    const { rules } = this;
    const has = (side) => [...position.beasts.values()].some((here) => here.side === side);
    const inDen = (side) => position.beasts.get(rules.dens[1 - side])?.side === side;
    return {
      den: (inDen(0) && { winner: 0 }) || (inDen(1) && { winner: 1 }),
      "no-beasts": (!has(0) && { winner: 1 }) || (!has(1) && { winner: 0 }),
    };
  }

  features(name, length, position) {
    const cells = this.cells.length;
    const below = (count, most) => [...Array(Math.max(0, Math.min(count, most))).keys()];
    switch (name) {
      case "beasts":
        return [...position.beasts].map(
          ([cell, { side, beast }]) => (side * this.letters.length + beast) * cells + this.number.get(cell),
        );
      case "taken":
        return [0, 1].flatMap((side) => {
          const taken = this.reach(position, 1 - side).filter(({ to }) => position.beasts.get(to)?.side === side);
          return [...new Set(taken.map(({ to }) => side * cells + this.number.get(to)))];
        });
      case "entered":
        return [0, 1].flatMap((side) => {
          const times = length / 2 / cells;
          const recent = position.history[side].slice(0, RECENT);
          const found = new Set();
          for (const entry of recent) {
            const count = recent.filter((e) => e.beast === entry.beast && e.cell === entry.cell).length;
            for (const t of below(count, times)) found.add((side * times + t) * cells + this.number.get(entry.cell));
          }
          return [...found];
        });
      case "idle":
        return below(Math.floor((position.idle * (length + 1)) / this.rules.no_progress_limit), length);
      case "run":
        return [0, 1].flatMap((side) => {
          const past = position.history[side].slice(0, RUN);
          const other = past.findIndex((entry) => entry.beast !== past[0].beast);
          const run = other < 0 ? past.length : other;
          return below(run - RUN_FREE, length / 2).map((i) => (side * length) / 2 + i);
        });
      case "side":
        return below(position.side, length);
      default:
        throw new Error(`features ${name} are unknown`);
    }
  }
}
