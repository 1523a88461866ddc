// A round against the house: cards dealt, questions asked, wagers settled.
//
// A game (table.mjs) adds
//   course(round), a generator of questions: `yield round.ask(seat, options)` gives the decision;
//   checkSeat(round, seat, wagers) and checkCause(round, cause), which throw Refused.
import { formatCard, parseCards } from "./cards.mjs";
import { Fraction, Refused, formatDollars, readDollars } from "./money.mjs";
import { formatOdds } from "./paytables.mjs";
import { checkWager, readObject, readTable } from "./table.mjs";

const KEYS = ["game", "table", "deck", "decisions", "deck_name", "profile", "id", "name",
  "comment", "note", "wagers"];

// Even money, which no row of a pay table pays.
export const EVEN = { pays: Fraction.of(1), terms: "to 1", byTable: false };

export function readDeck(deck) {
  const text = Array.isArray(deck) ? deck.join(" ") : deck;
  if (typeof text !== "string" || text.trim() === "") throw new Refused("deck: missing");
  return parseCards(text);
}

export function readSeat(value) {
  const text = String(value);
  if (!["number", "string"].includes(typeof value) || !/^[1-9]\d{0,2}$/.test(text)) {
    throw new Refused(`seat ${JSON.stringify(value)} is no seat`);
  }
  return Number(text);
}

export class Round {
  constructor(script, game) {
    readObject(script, "script", KEYS);
    const { deck_name: name = "" } = script; // which of two decks: recorded, and no more
    if (typeof name !== "string") throw new Refused("deck_name: text is needed");
    this.game = game;
    this.table = readTable(script, game);
    this.rulings = this.table.rulings;
    this.deck = readDeck(script.deck);
    this.dealt = [];
    this.rows = [];
    this.wagers = this.readWagers(script.wagers);
    this.seats = Object.keys(this.wagers).map(Number); // in rising order
  }

  readWagers(given) {
    const wagers = {};
    for (const [key, made] of Object.entries(readObject(given, "wagers"))) {
      const seat = readSeat(key);
      if (seat > Number(this.rulings.seats)) {
        throw new Refused(`seat ${seat}: this table has seats 1 to ${this.rulings.seats}`);
      }
      wagers[seat] = {};
      for (const [wager, value] of Object.entries(readObject(made, `wagers of seat ${seat}`))) {
        wagers[seat][wager] = readDollars(value);
        checkWager(this.table, this.game, seat, wager, wagers[seat][wager]);
      }
      if (Object.keys(made).length === 0) throw new Refused(`seat ${seat}: no wager is made`);
      this.game.checkSeat?.(this, seat, wagers[seat]);
    }
    if (Object.keys(wagers).length === 0) throw new Refused("wagers: none is made");
    return wagers;
  }

  // A card is needed when the dealing order deals it.
  deal(to) {
    if (this.dealt.length === this.deck.length) {
      throw new Refused(`deck: card ${this.deck.length + 1} is missing`);
    }
    const card = this.deck[this.dealt.length];
    this.dealt.push({ to: String(to), card: formatCard(card) });
    return card;
  }

  has(seat, wager) {
    return this.wagers[seat][wager] !== undefined;
  }

  place(seat, wager, cents) {
    this.wagers[seat][wager] = cents;
  }

  // A question: an option is {action} or {action, amount} (a fixed size) or {action, min, max}.
  ask(seat, options) {
    return { seat, options };
  }

  row(seat, wager, outcome, pays, paid, net, extra = {}) {
    this.rows.push({ seat, wager, cents: this.wagers[seat][wager], outcome, pays, paid, net,
      ...extra });
  }

  lose(seat, wager) {
    this.row(seat, wager, "lose", null, 0, -this.wagers[seat][wager]);
  }

  push(seat, wager) {
    this.row(seat, wager, "push", null, 0, 0);
  }

  // "to 1" returns the wager, "for 1" does not; a pay is whole cents rounded down.
  win(seat, wager, odds, extra = {}) {
    const cents = this.wagers[seat][wager];
    const paid = Number(odds.pays.mul(cents).floor());
    if (!Number.isSafeInteger(paid)) throw new Refused(`seat ${seat}: a pay beyond counting`);
    const kept = odds.terms === "for 1" ? cents : 0;
    this.row(seat, wager, "win", `${formatOdds(odds.pays)} ${odds.terms}`, paid, paid - kept,
      { byTable: odds.byTable ?? true, ...extra });
  }

  // All wagers of a seat in settling order, lost: a fold is settled at once.
  loseAll(seat, wagers = this.game.wagers.map(([name]) => name)) {
    for (const wager of wagers) if (this.has(seat, wager)) this.lose(seat, wager);
  }

  // Aggregate payout limits: the round's winnings of one wager are cut in proportion; rounded down.
  cutPays() {
    for (const [wager, limit] of Object.entries(this.table.limits.aggregate)) {
      const wins = this.rows.filter((row) => row.wager === wager && row.byTable && row.net > 0);
      const sum = wins.reduce((total, row) => total + row.net, 0);
      if (sum <= limit) continue;
      for (const row of wins) {
        const net = Number(Fraction.of(row.net).mul(limit).div(sum).floor());
        row.paid -= row.net - net;
        row.net = net;
      }
    }
  }

  // A void undoes what was settled: one row for each wager made, seats from the highest.
  void() {
    this.rows = [];
    for (const seat of [...this.seats].reverse()) {
      for (const [wager] of this.game.wagers) {
        if (this.has(seat, wager)) this.row(seat, wager, "void", null, 0, 0);
      }
    }
  }

  answer(status, question) {
    const net = {};
    for (const seat of this.seats) net[seat] = 0;
    for (const row of this.rows) net[row.seat] += row.net;
    for (const seat of this.seats) net[seat] = formatDollars(net[seat]);
    return {
      status,
      waiting: question ? [question] : [],
      settlement: this.rows.map((row) => ({ seat: row.seat, wager: row.wager,
        amount: formatDollars(row.cents), outcome: row.outcome, pays: row.pays,
        paid: formatDollars(row.paid), net: formatDollars(row.net) })),
      net,
      jackpots: this.game.answerJackpots?.(this, status) ?? [],
      dealt: this.dealt,
    };
  }
}

// [SEAT, ACTION] or [SEAT, ACTION, AMOUNT], checked against the open question.
export function checkDecision(decision, question) {
  if (!Array.isArray(decision) || decision.length < 2 || decision.length > 3) {
    throw new Refused('a decision is [SEAT, "ACTION"] or [SEAT, "ACTION", AMOUNT]');
  }
  const seat = readSeat(decision[0]);
  const [, action] = decision;
  if (question === null) throw new Refused(`seat ${seat}: the round has ended`);
  if (seat !== question.seat) throw new Refused(`seat ${seat}: out of turn`);
  const options = question.options.filter((one) => one.action === action);
  if (options.length === 0) throw new Refused(`seat ${seat}: ${action} is not allowed`);
  if (options.length > 1) return { seat, action, amount: oneSize(decision, options) };
  const [option] = options;
  let amount = option.amount === undefined ? null : readDollars(option.amount);
  if (decision.length === 3) {
    const given = readDollars(decision[2]);
    const fits = option.min === undefined ? given === amount
      : given >= readDollars(option.min) && given <= readDollars(option.max);
    if (!fits) throw new Refused(`seat ${seat}: ${action} with ${formatDollars(given)}`);
    amount = given;
  } else if (option.min !== undefined) {
    throw new Refused(`seat ${seat}: ${action} needs an amount`);
  }
  return { seat, action, amount };
}

// One of several fixed sizes, which must be named.
function oneSize(decision, options) {
  const sizes = options.map((option) => readDollars(option.amount));
  const given = decision.length === 3 ? readDollars(decision[2]) : null;
  if (!sizes.includes(given)) throw new Refused(`${decision[1]}: one of its sizes is needed`);
  return given;
}

// ["void", CAUSE]: a cause of the document where it holds, or the house's reason in words.
export function readVoid(decision) {
  if (decision.length !== 2 || typeof decision[1] !== "string" || !decision[1].trim()) {
    throw new Refused('a void is ["void", "REASON"]');
  }
  return decision[1].trim();
}

export function runRound(script, game) {
  const round = new Round(script, game);
  const decisions = script.decisions === undefined ? [] : script.decisions;
  if (!Array.isArray(decisions)) throw new Refused("decisions: a JSON list is needed");
  const course = game.course(round);
  let step = course.next();
  let status = null;
  for (const decision of decisions) {
    if (status === "void") throw new Refused("nothing follows a void");
    if (Array.isArray(decision) && decision[0] === "void") {
      const cause = readVoid(decision);
      game.checkCause?.(round, cause);
      status = "void";
    } else {
      step = course.next(checkDecision(decision, step.done ? null : step.value));
    }
  }
  if (status === "void") {
    round.void();
    return round.answer("void", null);
  }
  if (!step.done) return round.answer("waiting", step.value);
  round.cutPays();
  return round.answer("settled", null);
}
