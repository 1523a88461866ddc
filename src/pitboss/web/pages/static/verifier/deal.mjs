// Scripted rounds: `deal(script)`, and `node verifier/deal.mjs -`, one script a line in, one
// answer a line out.
import { Refused } from "./money.mjs";
import * as buyout from "./games/buyout.mjs";
import * as duki from "./games/duki.mjs";
import * as superOmaha from "./games/super-omaha.mjs";
import * as holdout from "./games/holdout.mjs";

const GAMES = { "buyout": buyout, "duki": duki, "super-omaha": superOmaha, "holdout": holdout };

export function deal(script) {
  if (script === null || typeof script !== "object" || Array.isArray(script)) {
    throw new Refused("script: a JSON object is needed");
  }
  const { game } = script;
  if (typeof game !== "string" || !Object.hasOwn(GAMES, game)) {
    throw new Refused(`game ${JSON.stringify(game)} is unknown`);
  }
  return GAMES[game].play(script);
}

// One line to one line: a refused script gives {"error": ...}.
export function answerLine(line) {
  try {
    return JSON.stringify(deal(JSON.parse(line)));
  } catch (problem) {
    if (!(problem instanceof Refused || problem instanceof SyntaxError)) throw problem;
    return JSON.stringify({ error: problem.message.replace(/\s+/g, " ") });
  }
}

async function main() {
  Error.stackTraceLimit = 0; // a refusal is an answer: nobody reads where it was thrown
  const { createInterface } = await import("node:readline");
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() !== "") process.stdout.write(`${answerLine(line)}\n`);
  }
}

if (typeof process !== "undefined" && process.argv?.[1]?.endsWith("deal.mjs")) await main();
