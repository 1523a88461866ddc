// A table: its rulings, its posted limits and the law of the day, read from a script's "table".
//
// A game is described by
//   key, approved (the day of its approval), rulings ({name: options, default first}),
//   whatIf ({ruling: options that are no reading of the text}),
//   wagers ([[name, kind]] in settling order; kind main, follow, other or jackpot),
//   minToo (other wagers that meet the table's min), paytables (see paytables.mjs),
//   readJackpots(given) if it has them (see jackpots.mjs), checkRulings(given, chosen).
import { Fraction, Refused, formatDollars, readDollars } from "./money.mjs";
import { readPayTables } from "./paytables.mjs";

export function readObject(value, name, keys = null) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new Refused(`${name}: a JSON object is needed`);
  }
  for (const key of Object.keys(value)) {
    if (keys !== null && !keys.includes(key)) {
      throw new Refused(`${name}: key ${key} is unknown; it has ${keys.join(", ")}`);
    }
  }
  return value;
}

// Rulings: what a table does not name has its default.
export function readRulings(given, game) {
  const chosen = {};
  for (const [name, options] of Object.entries(game.rulings)) chosen[name] = options[0];
  for (const [name, value] of Object.entries(readObject(given, "rulings"))) {
    const options = Object.hasOwn(game.rulings, name) ? game.rulings[name] : null;
    if (options === null) throw new Refused(`ruling ${name} is unknown in ${game.key}`);
    const text = typeof value === "number" ? String(value) : value;
    if (!options.includes(text)) {
      throw new Refused(`ruling ${name}: allowed are ${options.join(", ")}`);
    }
    chosen[name] = text;
  }
  game.checkRulings?.(given, chosen);
  return chosen;
}

// Contract, "limits": min and max for the main wager, a pair for another wager, "aggregate".
export function readLimits(given, game) {
  const others = game.wagers.filter(([, kind]) => kind === "other").map(([name]) => name);
  readObject(given, "limits", ["min", "max", "aggregate", ...others]);
  const limits = { min: 0, max: null, pairs: {}, aggregate: {} };
  if ("min" in given) limits.min = readDollars(given.min);
  if ("max" in given) limits.max = readDollars(given.max);
  if (limits.min < 0) throw new Refused("limit min is below 0");
  if (limits.max !== null && (limits.max <= 0 || limits.max < limits.min)) {
    throw new Refused("limit max: lower amount first, above 0");
  }
  for (const name of others) {
    if (!(name in given)) continue;
    const pair = given[name];
    if (!Array.isArray(pair) || pair.length !== 2) throw new Refused(`limit ${name}: a pair`);
    const [low, high] = pair.map(readDollars);
    if (low < 0 || high <= 0 || high < low) throw new Refused(`limit ${name}: no range`);
    limits.pairs[name] = [low, high];
  }
  const { aggregate = {} } = given;
  for (const [name, value] of Object.entries(readObject(aggregate, "aggregate"))) {
    limits.aggregate[name] = readDollars(value);
  }
  return limits;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

export function readDate(text, name) {
  const day = DATE.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  if (day === null || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) {
    throw new Refused(`${name}: date ${JSON.stringify(text)}; write it as 2023-01-10`);
  }
  return text;
}

// Washington limits (rulings.md): the name of the profile, the day, the largest single wager.
export function readProfile(given, game) {
  readObject(given, "profile", ["name", "date", "licence", "approval"]);
  for (const [key, value] of Object.entries(given)) {
    if (typeof value !== "string") throw new Refused(`profile: ${key} must be text`);
  }
  const { name = "none", date, licence, approval } = given;
  if (name === "none") return { name, date: null, licence: null };
  if (name === "tribal") {
    if (!approval || !approval.trim()) throw new Refused("profile tribal: approval is missing");
    if (date) readDate(date, "profile tribal");
  } else if (name === "washington") {
    if (!["house-banked", "class-f", "other"].includes(licence)) {
      throw new Refused("profile washington: licence is house-banked, class-f or other");
    }
    if (readDate(date, "profile washington") < "2009-01-01") {
      throw new Refused("profile washington: dates before 2009 are refused");
    }
  } else throw new Refused(`profile ${name} is unknown; allowed: none, washington, tribal`);
  if (date && date < game.approved) {
    throw new Refused(`profile ${name}: ${game.key} was approved on ${game.approved}`);
  }
  return { name, date: date || null, licence: licence ?? null };
}

// A house-banked single wager: $300 from 2009, $400 from 2023-08-19. Null: no law says.
function houseBankedMaximum(profile) {
  if (profile.name !== "washington") return null;
  if (profile.licence !== "house-banked") {
    throw new Refused("profile washington: a house-banked game needs a house-banked licence");
  }
  return profile.date < "2023-08-19" ? 30000 : 40000;
}

// Under washington and tribal only printed tables and readings of the text open.
function checkApproved(profile, rulings, paytables, game) {
  if (profile.name === "none") return;
  for (const [name, options] of Object.entries(game.whatIf ?? {})) {
    if (options.includes(rulings[name])) {
      throw new Refused(`profile ${profile.name}: ruling ${name}=${rulings[name]} is a what-if`);
    }
  }
  for (const [wager, table] of Object.entries(paytables)) {
    if (table.printed) continue;
    const { unapproved = () => "it is not printed" } = game.paytables[wager];
    const why = unapproved(table);
    if (why !== null) throw new Refused(`profile ${profile.name}: pay table for ${wager}: ${why}`);
  }
}

// The most that a wager may be, or null.
export function maximumOf(table, wager) {
  const posted = table.limits.pairs[wager]?.[1] ?? table.limits.max;
  if (posted === null) return table.lawMaximum;
  return table.lawMaximum === null ? posted : Math.min(posted, table.lawMaximum);
}

// Aggregate payout limits (WAC 230-15-490): from 2021-06-14; only where the top odds are 50 to 1
// or more; not below the largest wager at 50 to 1.
function checkAggregates(table, game) {
  for (const [wager, amount] of Object.entries(table.limits.aggregate)) {
    const paytable = Object.hasOwn(table.paytables, wager) ? table.paytables[wager] : null;
    const jackpot = table.jackpots.find((one) => one.name === wager) ?? null;
    const name = `limit aggregate ${wager}`;
    if (paytable === null && jackpot === null) throw new Refused(`${name}: no pay table pays it`);
    if (table.profile.name === "washington" && table.profile.date < "2021-06-14") {
      throw new Refused(`${name}: allowed from 2021-06-14`);
    }
    const top = jackpot !== null ? jackpot.topOdds
      : topOdds(paytable, table, game.paytables[wager]);
    if (top.cmp(50) < 0) {
      throw new Refused(`${name}: allowed from odds of 50 to 1`);
    }
    const largest = jackpot !== null ? jackpot.wager : maximumOf(table, wager);
    if (largest === null) throw new Refused(`${name}: the wager has no maximum`);
    if (amount < largest * 50) {
      throw new Refused(`${name}: at least ${formatDollars(largest * 50)}`);
    }
  }
}

// The highest odds to 1 of the rows that a hand can reach; "for 1" counts one less.
function topOdds(paytable, table, kind) {
  let top = Fraction.of(0);
  for (const [event, pay] of Object.entries(paytable.rows)) {
    if (typeof pay === "string" || kind.dead?.(event)) continue;
    const odds = kind.termsOf(paytable, table.rulings) === "for 1" ? pay.sub(1) : pay;
    if (odds.cmp(top) > 0) top = odds;
  }
  return top;
}

export function readTable(script, game) {
  const { table: given = {} } = script;
  readObject(given, "table", ["rulings", "paytables", "limits", "jackpots", "profile"]);
  const { profile: own = {}, rulings: chosen = {}, limits: posted = {}, paytables: named = {},
    jackpots = [] } = given;
  const { profile: law = own } = script;
  if (!game.readJackpots && !(Array.isArray(jackpots) && jackpots.length === 0)) {
    throw new Refused("jackpots: this game has none");
  }
  const profile = readProfile(law, game);
  const rulings = readRulings(chosen, game);
  const limits = readLimits(posted, game);
  const paytables = readPayTables(named, game);
  const table = { rulings, limits, paytables, profile, lawMaximum: houseBankedMaximum(profile),
    jackpots: game.readJackpots?.(jackpots) ?? [] };
  checkApproved(profile, rulings, paytables, game);
  for (const [name, most] of [["max", limits.max],
    ...Object.entries(limits.pairs).map(([wager, pair]) => [wager, pair[1]]),
    ...table.jackpots.map((jackpot) => [jackpot.name, jackpot.wager])]) {
    if (table.lawMaximum !== null && most !== null && most > table.lawMaximum) {
      throw new Refused(`profile washington: ${name} is above ${formatDollars(table.lawMaximum)}`);
    }
  }
  checkAggregates(table, game);
  return table;
}

// Limits of a wager made before the deal.
export function checkWager(table, game, seat, wager, cents) {
  const kind = game.wagers.find(([name]) => name === wager)?.[1];
  const name = `seat ${seat}: ${wager} wager of ${formatDollars(cents)}`;
  if (kind === undefined) throw new Refused(`seat ${seat}: ${game.key} has no wager ${wager}`);
  if (kind === "follow") throw new Refused(`${name} comes with a decision`);
  if (cents <= 0) throw new Refused(`${name} must be above 0`);
  if (kind === "jackpot") return; // bound by its fixed amount alone
  const least = table.limits.pairs[wager]?.[0]
    ?? (kind === "main" || game.minToo?.includes(wager) ? table.limits.min : 0);
  const most = maximumOf(table, wager);
  if (cents < least) throw new Refused(`${name} is below ${formatDollars(least)}`);
  if (most !== null && cents > most) throw new Refused(`${name} is above ${formatDollars(most)}`);
}
