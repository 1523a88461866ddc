// Pay tables: printed ones by their code, or a house's own rows.
//
// A game's paytables are {wager: {printed: {code: {terms, rows}}, usual: code or null,
//   readEvent(text) (throws Refused), rowsMayLose, words (other words that its rows may say, such
//   as push), termsOf(table, rulings), dead(event), unapproved(table)}}.
// A table read is {code, printed, terms, rows: {event: Fraction or a word such as "loss"}}.
import { Fraction, Refused } from "./money.mjs";

const ODDS = /^\d+(\.\d+|\/\d+)?$/;

// Odds such as 50, 1.5 or 3/2, or Loss where the wager's rows may say so.
function readPay(value, event, kind) {
  const text = String(value).trim();
  const word = text.toLowerCase();
  if ((word === "loss" && kind.rowsMayLose) || kind.words?.includes(word)) return word;
  if (!["number", "string"].includes(typeof value) || !ODDS.test(text)) {
    throw new Refused(`pay table row ${event}: ${text} is no pay here`);
  }
  const odds = Fraction.of(text);
  if (odds.cmp(0) <= 0 || odds.cmp(1_000_000) > 0) {
    throw new Refused(`pay table row ${event}: a pay is above 0 and at most 1000000`);
  }
  return odds;
}

// {"rows": [[event, pay], ...] or {event: pay}, "terms": "to 1" or "for 1", "code": ...}
function readOwnTable(given, wager, kind) {
  const { rows: source, terms = "to 1", code = "house" } = given;
  if (source === null || typeof source !== "object") {
    throw new Refused(`pay table for ${wager}: rows are missing`);
  }
  if (terms !== "to 1" && terms !== "for 1") throw new Refused(`pay table terms ${terms}`);
  const rows = {};
  for (const row of Array.isArray(source) ? source : Object.entries(source)) {
    if (!Array.isArray(row) || row.length < 2 || row.length > 3) {
      throw new Refused(`pay table for ${wager}: a row is [event, pay]`);
    }
    if (!["number", "string"].includes(typeof row[0])) throw new Refused("a row's event is text");
    const event = kind.readEvent(String(row[0]), rows);
    if (Object.hasOwn(rows, event)) throw new Refused(`pay table for ${wager}: ${event} stands twice`);
    rows[event] = readPay(row[row.length - 1], event, kind);
  }
  if (Object.keys(rows).length === 0) throw new Refused(`pay table for ${wager}: no rows`);
  return { code, printed: false, terms, rows };
}

function printedTable(code, wager, kind) {
  const table = Object.hasOwn(kind.printed, String(code)) ? kind.printed[code] : undefined;
  if (table === undefined) throw new Refused(`pay table ${code} for ${wager} is unknown`);
  const rows = {};
  for (const [event, pay] of Object.entries(table.rows)) rows[event] = Fraction.of(pay);
  return { code, printed: true, terms: table.terms, rows };
}

export function readPayTables(given, game) {
  if (given === null || typeof given !== "object" || Array.isArray(given)) {
    throw new Refused("paytables: a JSON object is needed");
  }
  for (const wager of Object.keys(given)) {
    if (!Object.hasOwn(game.paytables, wager)) throw new Refused(`pay table for ${wager}: it has none`);
  }
  const tables = {};
  for (const [wager, kind] of Object.entries(game.paytables)) {
    const named = Object.hasOwn(given, wager);
    const chosen = named ? given[wager] : kind.usual;
    if (chosen === null && !named) continue;
    const own = chosen !== null && typeof chosen === "object" && !Array.isArray(chosen);
    tables[wager] = own ? readOwnTable(chosen, wager, kind) : printedTable(chosen, wager, kind);
  }
  return tables;
}

// Odds as they are printed: 250, 1.5, 1/3.
export function formatOdds(odds) {
  for (let digits = 0, scale = 1n; digits <= 20; digits += 1, scale *= 10n) {
    if (scale % odds.d !== 0n) continue;
    const text = String((odds.n * scale) / odds.d).padStart(digits + 1, "0");
    return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  }
  return odds.toString();
}
