// Entries of the log: a round's record made of them, and their commitments.
import { isObject } from "./steps.mjs";
import { hashText } from "./fair.mjs";
import { quote } from "./canonical.mjs";
import { Refused, formatDollars } from "./money.mjs";

// Kinds of entries that a round is played by.
export const STEPS = ["round-opened", "decided", "round-voided"];

// The record of a round of its entries, from its opening on; others may stand among them.
export function recordOf(table, entries) {
  const [opened] = entries;
  const { body, secret } = opened;
  const record = {
    table,
    round: body.round,
    fair: { commitment: body.commitment, added: body.added ?? {}, seed: secret?.seed ?? null },
    script: body.script,
    decisions: [],
    result: null,
  };
  if (typeof secret?.deck === "string") record.deck = secret.deck;
  for (const entry of entries) {
    if (!STEPS.includes(entry.kind) || entry.body.round !== body.round) continue;
    if (entry.kind === "decided") record.decisions.push(decisionOf(entry));
    if (entry.kind === "round-voided") record.decisions.push(["void", entry.body.reason]);
    if (isObject(entry.body.result)) record.result = entry.body.result;
  }
  return record;
}

function decisionOf({ body, secret }) {
  const { seat, action, cents } = body;
  if (typeof secret?.cards === "string") return [seat, action, secret.cards];
  if (action === "hold") return [seat, action, secret?.cards ?? ""];
  return cents === undefined || cents === null ? [seat, action]
    : [seat, action, formatDollars(cents)];
}

// A secret fits its commitment: the SHA-256 of the canonical secret.
export function checkSecret({ body, secret }) {
  if (secret === null || secret === undefined) return null;
  if (!isObject(secret)) throw new Refused("secret: an object is needed");
  const keys = Object.keys(secret).sort();
  const text = keys.map((key) => `${quote(key)}:${quote(String(secret[key]))}`).join(",");
  return hashText(`{${text}}`) === body.commitment ? null
    : `its secret does not fit the commitment ${body.commitment}`;
}
