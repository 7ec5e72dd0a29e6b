// Reads presets: the document, its checksum, its schema, and the files that it names.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";

const MAJOR = 1;

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

function requireTrue(holds, message) {
  if (!holds) throw new Error(message);
}

function validated(folder, schemaName, value, source) {
  const schema = JSON.parse(readFileSync(join(folder, schemaName), "utf8"));
  // `discriminator` of OpenAPI stands in the schema for those who use it; the schema says the same without it.
  const ajv = new Ajv2020({ strict: true, strictTuples: false });
  ajv.addVocabulary(["discriminator"]);
  const validate = ajv.compile(schema);
  requireTrue(validate(value), `${source}: ${ajv.errorsText(validate.errors)}`);
}

/** The document of a folder, once its version, checksum and schema are right. */
export function readDocument(folder) {
  const bytes = readFileSync(join(folder, "presets.json"));
  const text = bytes.toString("utf8");
  const document = JSON.parse(text);
  requireTrue(document.format === "hunt_ai presets", "this is no document of presets");
  requireTrue(document.version.major === MAJOR, `version ${document.version.major} is not ${MAJOR}`);
  const unsigned = text.replace(document.checksum, "0".repeat(64));
  requireTrue(sha256(unsigned) === document.checksum, "the checksum of presets.json does not fit");
  validated(folder, "presets.schema.json", document, "presets.json");
  return document;
}

/** The bytes of a file that the document names, once size and checksum are right. */
export function readNamed(folder, file) {
  const bytes = readFileSync(join(folder, file.path));
  requireTrue(bytes.length === file.bytes && sha256(bytes) === file.sha256, `${file.path} is another file`);
  return bytes;
}

/** The conformance vectors of a game. */
export function readConformance(folder, game) {
  const conformance = JSON.parse(readNamed(folder, game.conformance).toString("utf8"));
  validated(folder, "conformance.schema.json", conformance, game.conformance.path);
  requireTrue(conformance.rules_hash === game.rules_hash, `${game.conformance.path} is of other rules`);
  return conformance;
}
