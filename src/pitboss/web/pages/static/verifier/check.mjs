// node verifier/check.mjs ROUND|LOG [--json] [--key PUBLICKEY]
//
// Checks an exported round (pitboss-round), a round's record (pitboss-record) or an exported log
// (pitboss-log, JSON lines): 0 when nothing is wrong, 1 with one line for each finding, 2 when the
// file is none of these.
import { createPublicKey, verify } from "node:crypto";
import { createReadStream } from "node:fs";
import { Reader, START, hashEntry } from "./canonical.mjs";
import { checkRound } from "./chain.mjs";
import { LogCheck } from "./log.mjs";
import { Refused, reasonOf } from "./money.mjs";
import { checkPostings } from "./postings.mjs";
import { checkRecord, isObject } from "./steps.mjs";

const USAGE = "usage: node verifier/check.mjs ROUND|LOG [--json] [--key PUBLICKEY]";
const KEY = /^[0-9a-f]{64}$/;
const FEED = 10;
const LONGEST = 64 * 2 ** 20; // bytes of a line

// The lines of a file with their bytes, one by one: a log may be larger than memory.
async function* linesOf(path) {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let from = 0;
    for (let at = rest.indexOf(FEED); at >= 0; at = rest.indexOf(FEED, from)) {
      yield rest.subarray(from, at + 1);
      from = at + 1;
    }
    rest = rest.subarray(from);
    if (rest.length > LONGEST) throw new Refused("a line is longer than any that a log has");
  }
  if (rest.length > 0) yield rest;
}

// ---- Rounds ------------------------------------------------------------------------------------

function readRound(table, entries) {
  try {
    return checkRound(table, entries);
  } catch (problem) {
    throw new Refused(`this is no exported round: ${reasonOf(problem)}`);
  }
}

function checkExported(value, texts) {
  const { table, round, before, entries } = value;
  if (value.version !== 1) throw new Refused(`rounds of version ${value.version} are unknown`);
  if (typeof table !== "string" || !Array.isArray(before) || !Array.isArray(entries)
    || !entries.every((entry) => isObject(entry?.body)) || entries[0]?.kind !== "round-opened") {
    throw new Refused("this is no exported round: its opening is missing");
  }
  const outcome = readRound(table, entries);
  const find = (step, text) => outcome.findings.push({ step, seat: null, wager: null, rule: null,
    text });
  const count = outcome.findings.length;
  let [version, hash] = before;
  for (const entry of entries) {
    if (entry.version !== version + 1) find("chain", `entry ${entry.version} follows ${version}`);
    if (hashEntry(hash, entry, texts.get(entry.body)) !== entry.hash) {
      find("chain", `entry ${entry.version} (${entry.kind}): its hash is not that of what it says`);
    }
    const unbalanced = checkPostings(entry.body);
    if (unbalanced !== null) find("postings", `entry ${entry.version}: ${unbalanced}`);
    [version, hash] = [entry.version, entry.hash];
  }
  if (entries[0].body.round !== round) find("chain", `its opening is of round ${entries[0].body.round}`);
  if (before[0] === 0 && before[1] !== START) find("chain", "it begins with a hash before the first");
  const chained = outcome.findings.slice(count);
  outcome.steps.push({ step: "chain", good: chained.length === 0,
    said: chained.map(({ text }) => text).join("; ")
      || `${entries.length} entries, each with the hash of what it says and of the one before it` });
  return outcome;
}

function checkOne(text) {
  const reader = new Reader(text);
  const { value } = reader;
  if (!isObject(value)) throw new Refused("this is neither a round nor a log");
  if (value.format === "pitboss-round") return { value, ...checkExported(value, reader.texts) };
  if (value.format !== "pitboss-record") throw new Refused("this is neither a round nor a log");
  if (value.version !== 1) throw new Refused(`records of version ${value.version} are unknown`);
  return { value, ...checkRecord(value) };
}

function tellRound({ value, steps, findings }) {
  const lines = [`round ${value.round} of ${value.table}`];
  for (const { step, said, good } of steps) {
    lines.push(`  ${good ? "right" : "WRONG"}  ${step.padEnd(11)} ${said}`);
  }
  lines.push(findings.length === 0 ? "nothing is wrong" : `${findings.length} findings`);
  return lines.join("\n");
}

// ---- Logs --------------------------------------------------------------------------------------

export function place({ chain, round, version, step }) {
  const parts = [chain, round === null || round === undefined ? null : `round ${round}`,
    version === null || version === undefined || round !== null ? null : `entry ${version}`, step];
  return parts.filter(Boolean).join(", ");
}

// Ed25519: one of the keys that were given, or else of those that the log names, has signed it.
function signedBy(given) {
  return (text, signature, named) => {
    const keys = (given.length > 0 ? given : named).filter((key) => KEY.test(key));
    return typeof signature === "string" && keys.some((key) => {
      const x = Buffer.from(key, "hex").toString("base64url");
      const known = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
      return verify(null, Buffer.from(text), known, Buffer.from(signature, "hex"));
    });
  };
}

async function checkLog(lines, first, { isJson, keys }) {
  const kept = [];
  const check = new LogCheck((finding) => {
    if (isJson) kept.push(finding);
    else process.stdout.write(`${place(finding)}: ${finding.text}\n`);
  }, signedBy(keys));
  const take = (bytes) => {
    const ended = bytes.at(-1) === FEED ? bytes.subarray(0, -1) : bytes;
    check.line(ended.toString("utf8"), bytes);
  };
  take(first);
  for await (const bytes of lines) take(bytes);
  check.close();
  return { counts: check.counts, findings: kept, found: check.findings };
}

function tellLog({ counts, found }) {
  const names = Object.keys(counts).sort();
  return [...names.map((name) => `${String(counts[name]).padStart(9)} ${name}`),
    found === 0 ? "nothing is wrong" : `${found} findings`].join("\n");
}

// ---- The command -------------------------------------------------------------------------------

async function readRest(first, lines) {
  const parts = [first];
  for await (const bytes of lines) parts.push(bytes);
  return Buffer.concat(parts).toString("utf8");
}

function isLog(bytes) {
  return bytes.at(-1) === FEED && bytes.includes('"pitboss-log"') && bytes.at(-2) === 0x7d;
}

async function run(path, options) {
  const { isJson } = options;
  const lines = linesOf(path);
  const { value: first } = await lines.next();
  if (first === undefined) throw new Refused("the file is empty");
  if (isLog(first)) {
    const outcome = await checkLog(lines, first, options);
    const { counts, findings, found } = outcome;
    process.stdout.write(`${isJson ? JSON.stringify({ counts, findings }) : tellLog(outcome)}\n`);
    return found;
  }
  const outcome = checkOne(await readRest(first, lines));
  const { value, steps, findings } = outcome;
  const said = { table: value.table, round: value.round, steps, findings };
  process.stdout.write(`${isJson ? JSON.stringify(said) : tellRound(outcome)}\n`);
  return findings.length;
}

function readOptions(given) {
  const options = { isJson: false, keys: [], paths: [] };
  for (let at = 0; at < given.length; at += 1) {
    if (given[at] === "--json") options.isJson = true;
    else if (given[at] === "--key" && KEY.test(given[at + 1])) options.keys.push(given[at += 1]);
    else options.paths.push(given[at]);
  }
  const { paths } = options;
  return paths.length === 1 && !paths[0].startsWith("--") ? options : null;
}

async function main(given) {
  const options = readOptions(given);
  if (options === null) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const { paths } = options;
  try {
    return (await run(paths[0], options)) === 0 ? 0 : 1;
  } catch (problem) {
    if (!(problem instanceof Refused) && problem.code === undefined) throw problem;
    process.stderr.write(`${paths[0]}: ${problem.message.replace(/\s+/g, " ")}\n`);
    return 2;
  }
}

if (process.argv[1]?.endsWith("check.mjs")) process.exitCode = await main(process.argv.slice(2));
