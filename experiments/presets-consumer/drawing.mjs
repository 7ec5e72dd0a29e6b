// A board with its pieces as SVG, from the geometry of the document.

const UNIT = 60;
const COLOURS = {
  grassland: "#e8f0d8",
  cliff: "#e4dccb",
  mountain: "#e4dccb",
  group: "#f4e3c0",
  river: "#bfdcee",
  den: "#e7c9c4",
  trap: "#ead9b8",
};
const PIECES = ["#b5482c", "#2f5d8a"];

const escape = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** SVG text of a position. */
export function draw(game, position) {
  const { board, title } = game.record;
  const at = new Map(board.points.map(({ name, x, y }) => [name, { x, y }]));
  const xs = board.points.map(({ x }) => x);
  const ys = board.points.map(({ y }) => y);
  const left = Math.min(...xs) - 1;
  const top = Math.max(...ys) + 1;
  const place = (name) => ({ x: (at.get(name).x - left) * UNIT, y: (top - at.get(name).y) * UNIT });
  const width = (Math.max(...xs) - left + 1) * UNIT;
  const height = (top - Math.min(...ys) + 1) * UNIT;
  const parts = [`<rect width="${width}" height="${height}" fill="#fbf8f1"/>`];
  const square = (name, fill) => {
    const { x, y } = place(name);
    const corner = `x="${x - UNIT / 2}" y="${y - UNIT / 2}" width="${UNIT}" height="${UNIT}"`;
    parts.push(`<rect ${corner} fill="${fill}" stroke="${board.style === "cells" ? "#8a7a5c" : "none"}"/>`);
  };
  if (board.style === "cells") board.points.forEach(({ name }) => square(name, "#f3ecd9"));
  for (const area of board.areas) for (const name of area.points) square(name, COLOURS[area.kind] ?? "#eeeeee");
  for (const line of board.lines) {
    const [a, b] = [place(line.start), place(line.end)];
    const dashes = line.quarry_only ? ' stroke-dasharray="6 5"' : "";
    parts.push(`<line x1="${a.x}" y1="${a.y}" x2="${b.x}" y2="${b.y}" stroke="#6b5b3f" stroke-width="2"${dashes}/>`);
  }
  for (const { name } of board.points) {
    const character = game.character(position, name);
    if (character === ".") continue;
    const { x, y } = place(name);
    const side = game.record.family === "jungle" ? position.beasts.get(name).side : position.quarry.has(name) ? 0 : 1;
    parts.push(`<circle cx="${x}" cy="${y}" r="${UNIT * 0.36}" fill="${PIECES[side]}"/>`);
    const text = `x="${x}" y="${y + 7}" font-size="20" text-anchor="middle" fill="white" font-family="sans-serif"`;
    parts.push(`<text ${text}>${escape(character)}</text>`);
  }
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>\n<title>${escape(title.en)}</title>\n${parts.join("\n")}\n</svg>\n`;
}
