// Accounts over a whole log, and jackpots' meters from move to move.
import { Fraction, formatDollars } from "./money.mjs";
import { inDollars } from "./steps.mjs";

const SECONDS = 5; // for which clocks of servers may disagree between chains

// Only these may be below zero.
function mayOwe(account) {
  return account === "cage" || account === "promotions" || account.startsWith("bank:");
}

export class Accounts {
  constructor() {
    this.cents = new Map();
    this.chains = new Map(); // account: the chain that moves it, or null where several do
    this.short = new Map(); // account: the entry since which it is below zero
  }

  // Gives what is wrong, at the entry since which it is.
  post(entry) {
    const found = [];
    for (const [account, cents] of Object.entries(entry.body.postings ?? {})) {
      const now = (this.cents.get(account) ?? 0) + cents;
      this.cents.set(account, now);
      const chain = this.chains.get(account);
      this.chains.set(account, chain === undefined || chain === entry.chain ? entry.chain : null);
      if (mayOwe(account)) continue;
      const since = this.short.get(account);
      if (now < 0 && since === undefined) this.short.set(account, entry);
      if (now < 0 || since === undefined) continue;
      this.short.delete(account);
      const passed = (Date.parse(entry.at) - Date.parse(since.at)) / 1000;
      if (this.chains.get(account) !== null || passed > SECONDS) found.push([since, account]);
    }
    return found;
  }

  // Those that never came back.
  stillShort() {
    return [...this.short].map(([account, entry]) => [entry, account]);
  }

  // What the house keeps, against the sums of the postings.
  compare(kept) {
    const found = [];
    for (const account of new Set([...this.cents.keys(), ...kept.keys()])) {
      const [is, was] = [this.cents.get(account) ?? 0, kept.get(account) ?? 0];
      if (is === was) continue;
      found.push(`account ${account}: the postings come to ${formatDollars(is)}, and the house keeps `
        + formatDollars(was));
    }
    return found;
  }
}

// ---- Meters ------------------------------------------------------------------------------------

function parts(values) {
  return values.map((value) => Fraction.of(String(value)));
}

function isSame(one, other) {
  return one.every((part, at) => part.cmp(other[at]) === 0);
}

function shown(values) {
  return values.map((part) => inDollars(part.toString())).join(", ");
}

// Each move says after how many others it was made: moves of several chains are put in that order
// as long as their times are close, and each must begin where the one before it ended.
export class Meters {
  constructor() {
    this.known = new Map(); // jackpot: its meter, reserve and overflow
    this.waiting = new Map(); // jackpot: moves that others may still precede
  }

  open(jackpot, terms) {
    if (terms.type !== "progressive") return;
    const { seed = "0", reserved = "0", overflow = "0" } = terms;
    this.known.set(jackpot, parts([terms.meter ?? seed, reserved, overflow]));
  }

  // Gives what is wrong with the moves that nothing can precede any more.
  move(jackpot, move) {
    const waiting = this.waiting.get(jackpot) ?? [];
    const { before, after } = move;
    const one = { ...move, before: parts(before), after: parts(after) };
    waiting.push({ ...one, stays: isSame(one.before, one.after) });
    this.waiting.set(jackpot, waiting);
    return this.settle(jackpot, Date.parse(move.at) - SECONDS * 1000);
  }

  settle(jackpot, until = Infinity) {
    const waiting = this.waiting.get(jackpot) ?? [];
    waiting.sort((a, b) => a.moves - b.moves || Number(b.stays) - Number(a.stays));
    const found = [];
    while (waiting.length > 0 && Date.parse(waiting[0].at) <= until) {
      const move = waiting.shift();
      const stands = this.known.get(jackpot);
      if (stands !== undefined && !isSame(stands, move.before)) {
        found.push([move, `jackpot ${jackpot}: it begins at ${shown(move.before)}, where the move `
          + `before it ended at ${shown(stands)}`]);
      }
      this.known.set(jackpot, move.after);
    }
    return found;
  }

  finish() {
    return [...this.waiting.keys()].flatMap((jackpot) => this.settle(jackpot));
  }
}
