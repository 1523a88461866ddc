// One table's entries in their order: seals, words, wagers, rounds and what became of them.
import { STEPS, checkSecret, recordOf } from "./exported.mjs";
import { Fraction, formatDollars, readDollars } from "./money.mjs";
import { compareMoves, movedBy } from "./postings.mjs";
import { checkRecord, isObject } from "./steps.mjs";

const KEPT = 2000; // rounds of a table whose moves are remembered for a correction

function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, plain(value[key])]));
}

function isLike(one, other) {
  return JSON.stringify(plain(one ?? {})) === JSON.stringify(plain(other ?? {}));
}

// A round from its entries: what was found, with the round, and what it came to.
export function checkRound(table, entries, { isWhole = true, names = null } = {}) {
  const record = recordOf(table, entries);
  const { findings, answer, steps } = checkRecord(record);
  for (const entry of entries) {
    const wrong = checkSecret(entry);
    if (wrong !== null) {
      findings.push({ step: "commitment", seat: entry.body.seat ?? null, wager: null, rule: null,
        text: `entry ${entry.version} (${entry.kind}): ${wrong}` });
    }
  }
  if (answer !== null && answer.status !== "waiting" && isObject(record.result) && isWhole) {
    const moved = movedBy(entries, record.round);
    const wrong = compareMoves(record, answer, moved, names);
    for (const { seat, text } of wrong) {
      findings.push({ step: "postings", seat, wager: null, rule: null, text });
    }
    const said = wrong.map(({ text }) => text).join("; ")
      || "what the entries move is what seats, rake, tips and jackpots are due, and sums to zero";
    steps.push({ step: "postings", said, good: wrong.length === 0 });
  }
  return { record, findings, answer, steps };
}

export class TableChain {
  // `report` is {find(entry, finding), count(what), meters, sealed}.
  constructor(table, report, isWhole) {
    this.table = table;
    this.report = report;
    this.isWhole = isWhole; // from the table's first entry on
    this.setups = new Map(); // version: setup
    this.setup = null;
    this.seals = new Map(); // round: commitment
    this.words = new Map(); // seat: what it has added to the next deal
    this.wagers = new Map(); // seat: cents by wager, for the next deal
    this.early = null; // the first wager or word since the last deal before which no seal stood
    this.open = null; // entries of the round in play
    this.last = null; // the number of the last round
    this.seated = {}; // seat: who
    this.moved = new Map(); // round: cents by account, with people in place of seats
  }

  find(entry, text, more = {}) {
    this.report.find(entry, { step: "order", seat: null, wager: null, rule: null, text, ...more });
  }

  take(entry) {
    const { kind, body } = entry;
    if (this.open !== null && kind !== "round-opened") this.open.push(entry);
    if (kind === "table-opened") this.changeSetup(entry, body.setup);
    else if (kind === "settings-changed") this.changeSetup(entry, body.after);
    else if (kind === "round-sealed") this.seal(entry);
    else if (kind === "wagers-placed" || kind === "word-added") this.place(entry);
    else if (kind === "seat-left" || kind === "seat-taken") this.changeSeat(kind, body);
    else if (kind === "round-opened") this.openRound(entry);
    else if (kind === "decided" || kind === "round-voided") this.stepRound(entry);
    if (!STEPS.includes(kind)) this.note(entry);
    if (kind === "round-corrected") this.correct(entry);
    if (isObject(body.stands)) this.followStands(entry);
    if (this.open !== null && isObject(body.result)) this.endRound(entry);
  }

  changeSetup(entry, setup) {
    this.setup = setup;
    this.setups.set(entry.version, setup);
  }

  // ---- Before the deal ----

  seal(entry) {
    const { round, commitment } = entry.body;
    if (this.seals.has(round)) {
      this.find(entry, "the round was sealed before, by another entry", { step: "seal" });
    }
    if (this.report.sealed.has(commitment)) {
      this.find(entry, "its seed was sealed before, for another round", { step: "seal" });
    }
    this.report.sealed.add(commitment);
    this.seals.set(round, commitment);
    this.report.count("seals");
    this.checkKept(entry);
  }

  // A secret that is not to be shown yet is here only where the house could not open it.
  checkKept(entry) {
    const wrong = checkSecret(entry);
    if (wrong !== null) this.find(entry, `${entry.kind}: ${wrong}`, { step: "commitment" });
  }

  // When there are no more lines.
  close() {
    for (const entry of this.open ?? []) this.checkKept(entry);
  }

  place(entry) {
    const { seat, added, wagers } = entry.body;
    if (this.open !== null) return;
    if (typeof added === "string") {
      if (added === "") this.words.delete(seat);
      else this.words.set(seat, added);
    }
    if (wagers !== undefined) this.wagers.set(seat, wagers);
    if (!this.seals.has((this.last ?? 0) + 1)) this.early ??= entry;
  }

  changeSeat(kind, { seat, who }) {
    this.words.delete(seat);
    this.wagers.delete(seat);
    delete this.seated[seat];
    if (kind === "seat-taken") this.seated[seat] = who;
  }

  // ---- The round ----

  openRound(entry) {
    const { round, commitment, added } = entry.body;
    if (this.last !== null && round !== this.last + 1) {
      this.find(entry, `round ${this.last + 1} is left out before it`);
    }
    const isFirst = this.last === null && !this.isWhole;
    this.last = round;
    this.open = [entry];
    if (added !== undefined && !isFirst) this.checkSeal(entry, commitment);
    if (added !== undefined && !isFirst) this.checkWords(entry, added);
    this.checkWagers(entry);
    this.checkSetup(entry);
    this.words.clear();
    this.wagers.clear();
    this.early = null;
    this.seals.delete(round - 1);
    if (this.report.accounts !== null) this.checkStacks(entry);
  }

  checkSeal(entry, commitment) {
    const { round } = entry.body;
    const sealed = this.seals.get(round);
    if (sealed === undefined) this.find(entry, "it was not sealed before its wagers", { step: "seal" });
    else if (sealed !== commitment) {
      this.find(entry, `it was dealt by the commitment ${commitment}, and ${sealed} was sealed for it`,
        { step: "seal" });
    }
    if (this.early !== null) {
      this.find(this.early, `seat ${this.early.body.seat} had wagered before round ${round} was sealed`,
        { step: "seal", seat: this.early.body.seat });
    }
  }

  checkWords(entry, added) {
    const said = Object.fromEntries(this.words);
    for (const seat of new Set([...Object.keys(said), ...Object.keys(added)])) {
      if (said[seat] === added[seat]) continue;
      this.find(entry, `seat ${seat} has added ${JSON.stringify(said[seat] ?? "")}, and the deal has `
        + JSON.stringify(added[seat] ?? ""), { step: "deck", seat: Number(seat) });
    }
  }

  checkWagers(entry) {
    for (const [seat, wagers] of Object.entries(entry.body.script?.wagers ?? {})) {
      const placed = this.wagers.get(Number(seat));
      if (placed === undefined) continue;
      for (const wager of new Set([...Object.keys(wagers), ...Object.keys(placed)])) {
        const cents = wagers[wager] === undefined ? 0 : readDollars(wagers[wager]);
        if (cents === (placed[wager] ?? 0)) continue;
        this.find(entry, `seat ${seat} had placed ${formatDollars(placed[wager] ?? 0)} on ${wager}, `
          + `and the round has ${formatDollars(cents)}`,
        { step: "opening", seat: Number(seat), wager });
      }
    }
  }

  // The round is played by the table's own rulings, pay tables and limits.
  checkSetup(entry) {
    const { script, setup: version } = entry.body;
    const setup = this.setups.get(version) ?? this.setup;
    if (!isObject(setup?.table) || !isObject(script)) return;
    for (const part of ["rulings", "paytables", "limits"]) {
      if (isLike(setup.table[part], script.table?.[part])) continue;
      this.find(entry, `its ${part} are not those of the table's setup`, { step: "opening" });
    }
  }

  // Between players: everybody plays with what their seat has.
  checkStacks(entry) {
    const { script, postings = {} } = entry.body;
    for (const [seat, stack] of Object.entries(script?.stacks ?? {})) {
      const account = `seat:${this.table}:${seat}`;
      const has = (this.report.accounts.cents.get(account) ?? 0) - (postings[account] ?? 0);
      if (has === readDollars(stack)) continue;
      this.find(entry, `seat ${seat} has ${formatDollars(has)}, and plays with ${stack}`,
        { step: "opening", seat: Number(seat) });
    }
  }

  stepRound(entry) {
    const round = this.open?.[0].body.round;
    if (entry.body.round === round) return;
    if (this.open === null && !this.isWhole && this.last === null) return; // begun before the part
    this.find(entry, `${entry.kind} belongs to no round in play`, { step: "decisions" });
  }

  endRound(entry) {
    const entries = this.open;
    this.open = null;
    const [opened] = entries;
    if (opened.secret === null || opened.secret === undefined) {
      this.find(entry, "it has ended, and its seed is kept back", { step: "commitment" });
      return;
    }
    const setup = this.setups.get(opened.body.setup) ?? this.setup;
    const names = setup?.table?.jackpots?.map(({ jackpot }) => jackpot) ?? null;
    const { findings, answer, record } = checkRound(this.table, entries, { names });
    for (const finding of findings) this.report.find(entry, finding);
    this.report.count(record.fair.seed === null ? "rounds dealt from a recorded deck"
      : "rounds dealt from their seeds");
    this.report.count(record.script?.game ?? "rounds without a game");
    this.remember(opened, entries);
    if (answer !== null && answer.status !== "waiting") {
      this.followMeters(entry, record, answer, names);
    }
  }

  // ---- Meters ----

  followMeters(entry, record, answer, names) {
    const { meters = [], moves = [] } = record.result ?? {};
    (answer.jackpots ?? []).forEach((jackpot, at) => {
      if (jackpot.type !== "progressive" || !names?.[at] || !isObject(meters[at])) return;
      if (!Number.isInteger(moves[at])) return;
      const { meter, reserved = "0", overflow = "0" } = meters[at];
      this.report.follow(entry, names[at], { before: [meter, reserved, overflow], moves: moves[at],
        after: [jackpot.exact, jackpot.reserve, jackpot.overflow] });
    });
  }

  // Corrections state where a meter stood and stands; the postings are its whole cents.
  followStands(entry) {
    for (const [jackpot, stands] of Object.entries(entry.body.stands)) {
      if (isObject(stands)) followStand(this.report, entry, jackpot, stands);
    }
  }

  // ---- Corrections ----

  // What a seat has is whose who sits there: accounts, with people in place of seats.
  addTo(sums, postings, who) {
    for (const [account, cents] of Object.entries(postings ?? {})) {
      const seat = account.startsWith(`seat:${this.table}:`) ? account.split(":").at(-1) : null;
      const whose = seat !== null && who[seat] ? `player:${who[seat]}` : account;
      sums[whose] = (sums[whose] ?? 0) + cents;
    }
    return sums;
  }

  remember(opened, entries) {
    const { round, who = {} } = opened.body;
    this.moved.set(round, this.addTo({}, movedBy(entries, round), who));
    if (this.moved.size > KEPT) this.moved.delete(this.moved.keys().next().value);
  }

  // What else belongs to an ended round: promotions, hits paid, awards settled anew, corrections.
  note({ body }) {
    const kept = this.moved.get(body.round);
    if (kept !== undefined) this.addTo(kept, body.postings, this.seated);
  }

  // A correction gives back what the round has moved, on every account; the bank and the cage take
  // what meters are short of, or have too much.
  correct(entry) {
    this.report.count("corrections");
    const kept = this.moved.get(entry.body.round);
    if (kept === undefined || !this.isWhole) return;
    if (Object.keys(entry.body.uncollected ?? {}).length > 0) return;
    for (const [account, cents] of Object.entries(kept)) {
      if (cents === 0 || account === "cage" || /^(bank|jackpot):/.test(account)) continue;
      this.find(entry, `${formatDollars(cents)} of it are left on ${account}`, { step: "postings" });
    }
  }
}

export function followStand(report, entry, jackpot, stands) {
  const { before, after, moves } = stands;
  if (!Array.isArray(before) || !Array.isArray(after) || !Number.isInteger(moves)) return;
  report.follow(entry, jackpot, { before, after, moves });
  ["meter", "reserve", "overflow"].forEach((part, at) => {
    const cents = (value) => Number(Fraction.of(String(value)).mul(100n).floor());
    const due = cents(after[at]) - cents(before[at]);
    const was = entry.body.postings?.[`jackpot:${jackpot}:${part}`] ?? 0;
    if (due === was) return;
    report.find(entry, { step: "meters", seat: null, wager: null, rule: null,
      text: `jackpot ${jackpot}: its ${part} goes by ${formatDollars(due)}, and `
        + `${formatDollars(was)} is posted` });
  });
}
