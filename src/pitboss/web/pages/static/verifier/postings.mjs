// Money: postings, whole cents by account, which sum to zero in every entry; and what a round
// moves, by what it came to.
import { Fraction, formatDollars, readDollars } from "./money.mjs";
import { STEPS } from "./exported.mjs";
import { isObject } from "./steps.mjs";

// What is wrong with an entry's postings by themselves, or null.
export function checkPostings(body) {
  const { postings } = body;
  if (postings === undefined) return null;
  if (!isObject(postings)) return "its postings are no object";
  const cents = Object.values(postings);
  if (!cents.every(Number.isSafeInteger)) return "its postings are not in whole cents";
  const sum = cents.reduce((total, one) => total + one, 0);
  return sum === 0 ? null : `its postings sum to ${formatDollars(sum)}, not to zero`;
}

// What the entries by which a round was played have moved.
export function movedBy(entries, round) {
  const moved = {};
  for (const { kind, body } of entries) {
    if (!STEPS.includes(kind) || body.round !== round) continue;
    for (const [account, cents] of Object.entries(body.postings ?? {})) {
      moved[account] = (moved[account] ?? 0) + cents;
    }
  }
  return moved;
}

function floorCents(exactDollars) {
  return Number(Fraction.of(exactDollars).mul(100n).floor());
}

// By sensor: what the meter, the reserve and the overflow grow by in whole cents.
export function meterMoves(answer, meters) {
  return answer.jackpots.map((jackpot, at) => {
    const { meter = "0", reserved = "0", overflow = "0" } = meters[at] ?? {};
    if (jackpot.type === "house") return { meter: 0, reserve: 0, overflow: 0 };
    return { meter: floorCents(jackpot.exact) - floorCents(meter),
      reserve: floorCents(jackpot.reserve) - floorCents(reserved),
      overflow: floorCents(jackpot.overflow) - floorCents(overflow) };
  });
}

// Percentages of a meter may wait for a supervisor: {sensor: {seat: cents}}.
function waitingPays(answer) {
  const held = {};
  for (const row of answer.settlement) {
    if (row.outcome !== "win" || !/^jackpot-\d$/.test(row.wager) || !row.pays?.endsWith("%")) continue;
    held[row.wager] ??= {};
    held[row.wager][row.seat] = readDollars(row.paid);
  }
  return held;
}

// What a round against the house, or between players, moves but for the bank.
function dueBy(record, answer, isHeld) {
  const { table } = record;
  const due = { [`play:${table}`]: 0, [`rake:${table}`]: 0, [`tips:${table}`]: 0 };
  for (const [seat, net] of Object.entries(answer.net)) {
    due[`seat:${table}:${seat}`] = readDollars(net);
  }
  if (answer.rake !== undefined) due[`rake:${table}`] = readDollars(answer.rake);
  for (const row of answer.settlement) {
    if (row.wager !== "tip" || row.outcome !== "win") continue;
    due[`tips:${table}`] += readDollars(row.amount) + readDollars(row.paid);
  }
  const held = isHeld ? waitingPays(answer) : {};
  for (const seats of Object.values(held)) {
    for (const [seat, cents] of Object.entries(seats)) due[`seat:${table}:${seat}`] -= cents;
  }
  return { due, held };
}

// What the jackpots' accounts should have by their names, in one order of the names; `names` are
// the jackpots by sensor, or null where an exported round does not say them.
function jackpotsDue(record, answer, held, names) {
  const moves = meterMoves(answer, record.result.meters ?? []);
  const due = {};
  moves.forEach((parts, at) => {
    for (const [part, cents] of Object.entries(parts)) due[`jackpot:${names[at]}:${part}`] = cents;
    const waiting = Object.values(held[`jackpot-${at + 1}`] ?? {});
    if (waiting.length > 0) due[`held:${names[at]}`] = waiting.reduce((sum, one) => sum + one, 0);
  });
  return due;
}

function namesIn(moved, count) {
  const named = new Set();
  for (const account of Object.keys(moved)) {
    const [, name] = /^(?:jackpot|held):(.+?)(?::(?:meter|reserve|overflow))?$/.exec(account) ?? [];
    if (name !== undefined) named.add(name);
  }
  const found = [...named];
  while (found.length < count) found.push(`sensor-${found.length + 1}`);
  return count === 2 ? [found.slice(0, 2), found.slice(0, 2).reverse()] : [found.slice(0, count)];
}

// Each account that has not what it should; `names` as above.
export function compareMoves(record, answer, moved, names = null) {
  const isHeld = Object.keys(moved).some((account) => account.startsWith("held:"));
  const { due, held } = dueBy(record, answer, isHeld);
  const orders = names === null ? namesIn(moved, answer.jackpots?.length ?? 0) : [names];
  const tries = orders.map((order) => {
    const all = answer.jackpots?.length ? { ...due, ...jackpotsDue(record, answer, held, order) }
      : due;
    return differences(all, moved, `bank:${record.table}`);
  });
  return tries.find((found) => found.length === 0) ?? tries[0];
}

function differences(due, moved, bank) {
  const found = [];
  for (const account of new Set([...Object.keys(due), ...Object.keys(moved)])) {
    if (account === bank) continue; // it has the rest, since all sum to zero
    const [is, was] = [due[account] ?? 0, moved[account] ?? 0];
    if (is === was) continue;
    const seat = /^seat:.*:(\d+)$/.exec(account)?.[1];
    found.push({ seat: seat === undefined ? null : Number(seat),
      text: `${account} was moved by ${formatDollars(was)}, and ${formatDollars(is)} is due` });
  }
  return found;
}
