// Ultimate 4 Card Buyout: up to four cards, bought one by one, against the dealer's points.
import { rankOf, suitOf } from "../cards.mjs";
import { Refused, formatDollars } from "../money.mjs";
import { EVEN, runRound } from "../round.mjs";
import { BONUS } from "../tables/buyout.mjs";

const ACE = 12;

// "Card Value": ace 11, jack to king 10, twos to tens their number.
function cardPoints(card) {
  const rank = rankOf(card);
  return rank === ACE ? 11 : Math.min(rank + 2, 10);
}

// "Point System": the best single suit of two or more cards, or the best of a kind (10 a card,
// aces 11 a card); never both, never two pairs. 0: not playable.
export function points(cards) {
  let best = 0;
  for (const card of cards) {
    const suited = cards.filter((other) => suitOf(other) === suitOf(card));
    const alike = cards.filter((other) => rankOf(other) === rankOf(card));
    if (suited.length >= 2) {
      best = Math.max(best, suited.reduce((sum, one) => sum + cardPoints(one), 0));
    }
    if (alike.length >= 2) {
      best = Math.max(best, alike.length * (rankOf(card) === ACE ? 11 : 10));
    }
  }
  return best;
}

function rangeOf(event) {
  const [low, high = low] = event.split("-").map(Number);
  return [low, high];
}

// A house's own bonus rows: 44 or 35-37, within 1 to 44, not overlapping.
function readEvent(text, rows) {
  if (!/^\d{1,2}(-\d{1,2})?$/.test(text)) throw new Refused(`bonus row ${text}: no points`);
  const [low, high] = rangeOf(text);
  if (low < 1 || high > 44 || low > high) throw new Refused(`bonus row ${text}: 1 to 44 points`);
  for (const other of Object.keys(rows)) {
    const [from, to] = rangeOf(other);
    if (low <= to && from <= high) throw new Refused(`bonus row ${text} overlaps ${other}`);
  }
  return text;
}

function payFor(table, total) {
  for (const [event, pay] of Object.entries(table.rows)) {
    const [low, high] = rangeOf(event);
    if (low <= total && total <= high) return pay === "loss" ? null : pay;
  }
  return null;
}

// What four cards can make: 2 + 3 suited is the least, A K Q J suited makes 41, four aces 44.
function canBeMade(total) {
  return (total >= 5 && total <= 41) || total === 44;
}

// "The Bonus Bet": from 21 points "the Bonus is paid, pushed back", below that it is taken. An
// approved house table gives more than the wager for every total from 21 that four cards can make,
// and nothing below.
function unapproved(table) {
  for (let total = 1; total <= 44; total += 1) {
    const pay = payFor(table, total);
    const returned = table.terms === "for 1" ? 1 : 0;
    if (total < 21 && pay !== null) return `it pays ${total} points`;
    if (total < 21 || !canBeMade(total)) continue;
    if (pay === null || pay.cmp(returned) <= 0) return `it does not pay ${total} points`;
  }
  return null;
}

function dead(event) {
  const [low, high] = rangeOf(event);
  for (let total = low; total <= high; total += 1) if (canBeMade(total)) return false;
  return true;
}

// "The Bonus Bet": optional, from $1; alone at the casino's option.
function checkSeat(round, seat, wagers) {
  if (wagers.bonus < 100) throw new Refused(`seat ${seat}: a bonus is at least 1.00`);
  if (wagers.first === undefined && round.rulings["bonus-alone"] === "no") {
    throw new Refused(`seat ${seat}: a bonus needs a First wager (bonus-alone=no)`);
  }
}

// "Paying the Bonus bet": before the next player is served.
function settleBonus(round, seat, cards) {
  if (!round.has(seat, "bonus")) return;
  const table = round.table.paytables.bonus;
  const pays = payFor(table, points(cards));
  if (pays === null) round.lose(seat, "bonus");
  else round.win(seat, "bonus", { pays, terms: table.terms });
}

function options(amount, mayBuy, mayRefuse) {
  return [
    ...(mayBuy ? [{ action: "buy", amount: formatDollars(amount) }] : []),
    ...(mayRefuse ? [{ action: "refuse" }] : []),
    { action: "fold" },
  ];
}

// "Dealing Procedures", one player: gives the hand that challenges the dealer, or null.
function* serve(round, seat, two) {
  const first = round.wagers[seat].first;
  if (first === undefined) {
    // "Playing the Bonus bet Alone": two additional cards.
    settleBonus(round, seat, [...two, round.deal(seat), round.deal(seat)]);
    return null;
  }
  const three = [...two, round.deal(seat)];
  const third = yield round.ask(seat, options(first, true, points(two) > 0));
  if (third.action === "fold") {
    round.loseAll(seat);
    return null;
  }
  const countsFour = round.rulings["bonus-hand"] === "four-cards";
  if (third.action === "refuse") {
    const extra = countsFour && round.has(seat, "bonus") ? [round.deal(seat)] : [];
    settleBonus(round, seat, countsFour ? [...three, ...extra] : two);
    return two;
  }
  round.place(seat, "second", first);
  const four = [...three, round.deal(seat)];
  const playable = points(three) > 0;
  const fourth = yield round.ask(seat,
    options(first, playable || points(four) > 0, playable));
  if (fourth.action === "fold") {
    round.loseAll(seat);
    return null;
  }
  if (fourth.action === "buy") round.place(seat, "third", first);
  const hand = fourth.action === "buy" ? four : three;
  settleBonus(round, seat, countsFour ? four : hand);
  return hand;
}

function* course(round) {
  const hands = {};
  const dealer = [];
  for (const seat of round.seats) hands[seat] = [];
  for (let turn = 0; turn < 2; turn += 1) {
    for (const seat of round.seats) hands[seat].push(round.deal(seat));
    dealer.push(round.deal("dealer"));
  }
  const challenging = {};
  for (const seat of round.seats) {
    const hand = yield* serve(round, seat, hands[seat]);
    if (hand !== null) challenging[seat] = hand;
  }
  if (Object.keys(challenging).length === 0) return; // the dealer draws nothing
  // "The Dealer's Hand": two more cards, and a fifth below 13 points.
  dealer.push(round.deal("dealer"), round.deal("dealer"));
  if (points(dealer) < 13) dealer.push(round.deal("dealer"));
  // "Pay and Take": from the right going left; winning wagers are paid 1 to 1.
  for (const seat of [...round.seats].reverse()) {
    if (challenging[seat] === undefined) continue;
    const ahead = points(challenging[seat]) - points(dealer);
    for (const wager of ["first", "second", "third"]) {
      if (!round.has(seat, wager)) continue;
      if (ahead > 0) round.win(seat, wager, EVEN);
      else if (ahead === 0) round.push(seat, wager);
      else round.lose(seat, wager);
    }
  }
}

export const GAME = {
  key: "buyout",
  approved: "2020-09-03",
  rulings: {
    "bonus-hand": ["bought", "four-cards"],
    "bonus-alone": ["no", "yes"],
    "seats": ["7", "1", "2", "3", "4", "5", "6"],
  },
  wagers: [["first", "main"], ["second", "follow"], ["third", "follow"], ["bonus", "other"]],
  paytables: {
    bonus: { printed: BONUS, usual: "sample", readEvent, rowsMayLose: true, dead, unapproved,
      termsOf: (table) => table.terms },
  },
  checkSeat,
  course,
};

export function play(script) {
  return runRound(script, GAME);
}
