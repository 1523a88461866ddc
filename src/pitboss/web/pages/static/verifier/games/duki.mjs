// Duki 4 Poker: four cards, the best Duki (one card of each suit) against the dealer's.
import { rankOf, suitOf } from "../cards.mjs";
import { Refused, formatDollars } from "../money.mjs";
import { EVEN, runRound } from "../round.mjs";
import { ANTE, BONUS } from "../tables/duki.mjs";

const ACE = 12;

// "QUALIFYING HANDS": both lists from highest to lowest.
const RANKING = {
  4: ["four-of-a-kind", "straight", "three-of-a-kind", "two-pair", "pair", "high-card"],
  3: ["three-of-a-kind", "straight", "pair", "high-card"],
};

// The highest rank of a straight, or null. Ruling ace: A-2-3 and A-2-3-4 are the lowest straights.
function straightTop(ranks, ace) {
  const sorted = [...ranks].sort((a, b) => b - a);
  const follows = (list) => list.every((rank, at) => at === 0 || rank === list[at - 1] - 1);
  if (follows(sorted)) return sorted[0];
  if (ace === "high-low" && sorted[0] === ACE) {
    const low = [...sorted.slice(1), -1];
    if (follows(low)) return low[0];
  }
  return null;
}

// Three or four cards of different suits: {duki, category, order}; order compares from the left.
function rankCards(cards, ace) {
  const counts = new Map();
  for (const card of cards) counts.set(rankOf(card), (counts.get(rankOf(card)) ?? 0) + 1);
  // The most frequent rank first, then the highest.
  const groups = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  const shape = groups.map(([, count]) => count).join("");
  const top = groups.length === cards.length ? straightTop([...counts.keys()], ace) : null;
  let category = { 4: "four-of-a-kind", 31: "three-of-a-kind", 3: "three-of-a-kind",
    22: "two-pair", 211: "pair", 21: "pair" }[shape] ?? "high-card";
  if (top !== null) category = "straight";
  const ranking = RANKING[cards.length];
  const order = [cards.length, ranking.length - ranking.indexOf(category),
    ...(top !== null ? [top] : groups.map(([rank]) => rank))];
  return { duki: cards.length, category, order };
}

// Above zero if the first hand ranks higher, zero if they tie.
export function compare(one, other) {
  for (let at = 0; at < Math.max(one.order.length, other.order.length); at += 1) {
    const ahead = (one.order[at] ?? -2) - (other.order[at] ?? -2);
    if (ahead !== 0) return ahead;
  }
  return 0;
}

// The best choice of three cards of three different suits; the unused card breaks no tie.
function bestThree(cards, ace) {
  let best = null;
  for (const unused of cards) {
    const three = cards.filter((card) => card !== unused);
    if (new Set(three.map(suitOf)).size !== 3) continue;
    const hand = rankCards(three, ace);
    if (best === null || compare(hand, best) > 0) best = hand;
  }
  return best;
}

// "Any 4-Card Duki beats any 3-Card Duki", any Duki beats none.
export function evaluate(cards, ace) {
  const suits = new Set(cards.map(suitOf)).size;
  if (suits === 4) return rankCards(cards, ace);
  if (suits === 3) return bestThree(cards, ace);
  return { duki: 0, category: "none", order: [0] };
}

function payOf(table, event, terms) {
  const pays = table.rows[event];
  return pays === undefined || pays === "loss" ? null : { pays, terms };
}

// The bonus table's row of a hand: three of a kind, straight, a pair of fours or better.
function bonusRow(hand) {
  const { category, order } = hand;
  if (category === "four-of-a-kind") return "three-of-a-kind";
  const isPair = category === "pair" || category === "two-pair";
  if (isPair) return order[2] >= 2 ? "pair-4s-or-better" : null; // rank 2 is a four
  return category;
}

function bonusTerms(table, rulings) {
  return rulings["bonus-pays"] === "for-1" ? "for 1" : table.terms;
}

// "The Player must qualify with a three or four card Duki to win the Duki Bonus bet."
function bonusOdds(round, cards, hand) {
  const { ante, bonus } = round.table.paytables;
  const ruling = round.rulings["bonus-four-card"];
  const terms = bonusTerms(bonus, round.rulings);
  if (hand.duki === 0) return null;
  if (hand.duki === 4) {
    if (ruling === "three-suits-only") return null;
    if (ruling === "ante-table") return payOf(ante, hand.category, ante.terms);
    if (ruling === "best-three") {
      return payOf(bonus, bonusRow(bestThree(cards, round.rulings.ace)), terms);
    }
  }
  return payOf(bonus, bonusRow(hand), terms);
}

// What a winning Ante is paid.
function anteOdds(round, player, dealer) {
  const { ante, bonus } = round.table.paytables;
  if (player.duki === 4) {
    // Ruling ante-four-beats-three, where the dealer has a 3-Card Duki.
    if (dealer.duki === 3 && round.rulings["ante-four-beats-three"] === "even") return EVEN;
    return payOf(ante, player.category, ante.terms) ?? EVEN;
  }
  // Ruling ante-three-card, where the dealer does not qualify.
  if (player.duki === 3 && dealer.duki === 0
    && round.rulings["ante-three-card"] === "three-card-table") {
    return payOf(bonus, bonusRow(player), "to 1") ?? EVEN;
  }
  return EVEN;
}

// "PAYING THE BETS", one seat that stayed in.
function settleMain(round, seat, player, dealer) {
  const wagers = ["ante", "play", "tip"].filter((wager) => round.has(seat, wager));
  // "If the Dealer doesn't qualify", the Ante is paid and the Play bet pushes.
  const ahead = dealer.duki === 0 ? 1 : compare(player, dealer);
  for (const wager of wagers) {
    if (ahead < 0) round.lose(seat, wager);
    else if (ahead === 0 || (wager === "play" && dealer.duki === 0)) round.push(seat, wager);
    else if (wager === "play") round.win(seat, wager, EVEN);
    else if (wager === "ante") round.win(seat, wager, anteOdds(round, player, dealer));
    else {
      // Ruling dealer-wagers: the wager and its win go to the tip box.
      round.win(seat, wager, anteOdds(round, player, dealer), { net: -round.wagers[seat].tip });
    }
  }
}

// With a shuffle machine four cards at a time, without one card at a time in turn.
function dealHands(round) {
  const places = [...round.seats, "dealer"];
  const hands = Object.fromEntries(places.map((place) => [place, []]));
  const byHand = round.rulings.shuffler === "no";
  for (let turn = 0; turn < (byHand ? 4 : 1); turn += 1) {
    for (const place of places) {
      for (let card = 0; card < (byHand ? 1 : 4); card += 1) hands[place].push(round.deal(place));
    }
  }
  return hands;
}

function* course(round) {
  const cards = dealHands(round);
  const folded = new Set();
  for (const seat of round.seats) {
    if (!round.has(seat, "ante")) continue; // a bonus alone has nothing to decide
    const ante = round.wagers[seat].ante;
    const answer = yield round.ask(seat,
      [{ action: "play", amount: formatDollars(ante) }, { action: "fold" }]);
    if (answer.action === "play") round.place(seat, "play", ante);
    else {
      round.loseAll(seat); // a fold forfeits Ante and Bonus
      folded.add(seat);
    }
  }
  const dealer = evaluate(cards.dealer, round.rulings.ace);
  for (const seat of [...round.seats].reverse()) {
    if (folded.has(seat)) continue;
    const player = evaluate(cards[seat], round.rulings.ace);
    settleMain(round, seat, player, dealer);
    if (!round.has(seat, "bonus")) continue;
    const odds = bonusOdds(round, cards[seat], player); // paid even if the hand loses
    if (odds === null) round.lose(seat, "bonus");
    else round.win(seat, "bonus", odds);
  }
}

function checkSeat(round, seat, wagers) {
  if (wagers.tip === undefined) return;
  if (round.rulings["dealer-wagers"] === "no") {
    throw new Refused(`seat ${seat}: wagers for the dealer are off`);
  }
  if (wagers.ante === undefined) throw new Refused(`seat ${seat}: a tip needs an own Ante`);
}

// "HOW IS THE GAME DEALT": a second deck is permitted with a shuffle machine.
function checkRulings(given, chosen) {
  if (given.decks === "two" && chosen.shuffler === "no") {
    throw new Refused("ruling decks: two is allowed only with shuffler=yes");
  }
}

// "IRREGULARITIES" (a) to (d): in effect only with a shuffle machine (e).
function checkCause(round, cause) {
  const named = /^\(*[a-d]\)*$/i.test(cause);
  if (named && round.rulings.shuffler === "no") {
    throw new Refused(`void: cause ${cause} holds only with shuffler=yes`);
  }
}

function oneOf(events) {
  return (text) => {
    if (!events.includes(text)) throw new Refused(`row ${text} is unknown`);
    return text;
  };
}

export const GAME = {
  key: "duki",
  approved: "2007-11-28",
  rulings: {
    "ante-three-card": ["even", "three-card-table"],
    "ante-four-beats-three": ["table", "even"],
    "bonus-four-card": ["best-three", "own-category", "ante-table", "three-suits-only"],
    "bonus-pays": ["to-1", "for-1"],
    "ace": ["high-low", "high"],
    "shuffler": ["yes", "no"],
    "decks": ["two", "one"],
    "dealer-wagers": ["no", "yes"],
    "seats": ["7", "6"],
  },
  whatIf: { "bonus-four-card": ["three-suits-only"] },
  wagers: [["ante", "main"], ["play", "follow"], ["tip", "other"], ["bonus", "other"]],
  minToo: ["bonus"],
  paytables: {
    ante: { printed: ANTE, usual: "ante-4", readEvent: oneOf(RANKING[4]), rowsMayLose: false,
      termsOf: (table) => table.terms },
    bonus: { printed: BONUS, usual: "bonus-3", rowsMayLose: true, termsOf: bonusTerms,
      readEvent: oneOf(Object.keys(BONUS["bonus-3"].rows)) },
  },
  checkRulings,
  checkSeat,
  checkCause,
  course,
};

export function play(script) {
  return runRound(script, GAME);
}
