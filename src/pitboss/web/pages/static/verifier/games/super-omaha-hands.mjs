// Super Omaha's hands: the best five cards, and which rows of the pay tables they meet.
import { rankOf, suitOf } from "../cards.mjs";
import { rankFive } from "../poker.mjs";

const [NINE, TEN, QUEEN, ACE] = [7, 8, 10, 12];
const SUIT = { clubs: 0, diamonds: 1, hearts: 2, spades: 3 };

function choose(cards, number) {
  if (number === 0) return [[]];
  return cards.flatMap((card, at) =>
    choose(cards.slice(at + 1), number - 1).map((rest) => [card, ...rest]));
}

const PAIRS_OF_FOUR = choose([0, 1, 2, 3], 2);
const THREES_OF_FIVE = choose([0, 1, 2, 3, 4], 3);
const FIVES_OF_SEVEN = choose([0, 1, 2, 3, 4, 5, 6], 5);

// Rules of Play 6: exactly two hole cards and three community cards.
export function bestHand(hole, board) {
  let best = 0;
  for (const [a, b] of PAIRS_OF_FOUR) {
    for (const [c, d, e] of THREES_OF_FIVE) {
      best = Math.max(best, rankFive([hole[a], hole[b], board[c], board[d], board[e]]));
    }
  }
  return best;
}

// Seven Card jackpot: any five of the four hole cards and the Flop.
export function bestOfSeven(cards) {
  return Math.max(...FIVES_OF_SEVEN.map((five) => rankFive(five.map((at) => cards[at]))));
}

// The most cards of one suit among these.
function longestSuit(cards) {
  return Math.max(...[0, 1, 2, 3].map((suit) => cards.filter((c) => suitOf(c) === suit).length));
}

// All ranks from low to high of one suit; -1 is the ace as the lowest card.
function hasRun(cards, suit, low, high) {
  for (let rank = low; rank <= high; rank += 1) {
    if (!cards.includes((rank === -1 ? ACE : rank) * 4 + suit)) return false;
  }
  return true;
}

// Any four consecutive cards of a suit, A-2-3-4 and J-Q-K-A included.
function hasFourCardStraightFlush(cards) {
  for (let low = -1; low + 3 <= ACE; low += 1) {
    if ([0, 1, 2, 3].some((suit) => hasRun(cards, suit, low, low + 3))) return true;
  }
  return false;
}

// The categories that meet a row of a pay table, the better ones included.
const STRAIGHT_FLUSHES = ["straight-flush", "royal-flush"];
const CATEGORIES = {
  "royal-flush": ["royal-flush"],
  "straight-flush": STRAIGHT_FLUSHES,
  "four-of-a-kind": ["four-of-a-kind"],
  "full-house": ["full-house"],
  "flush": ["flush", ...STRAIGHT_FLUSHES],
  "straight": ["straight", ...STRAIGHT_FLUSHES],
  "three-of-a-kind": ["three-of-a-kind"],
  "two-pair": ["two-pair"],
  "straight-or-less": ["straight", "three-of-a-kind", "two-pair", "pair", "high-card"],
};

// Whether a hand meets a row of appendices A, B, D and E: its category, and for the jackpots its
// cards, the five or seven of them.
export function meets(event, category, cards, rulings) {
  switch (event) {
    case "6-card-royal-flush": // ruling six-card-royal: nine to ace of one suit
      return [0, 1, 2, 3].some((suit) => hasRun(cards, suit, NINE, ACE));
    case "royal-flush-suit-specific":
      return hasRun(cards, SUIT[rulings["royal-suit"]], TEN, ACE);
    case "4-card-straight-flush":
      return hasFourCardStraightFlush(cards);
    case "4-card-flush":
      return longestSuit(cards) >= 4;
    default:
      return CATEGORIES[event.replace("5-card-", "")].includes(category);
  }
}

// Appendix C: whether the Flop meets a row. Mini-Royal is A-K-Q of one suit; A-2-3 is a straight.
export function flopMeets(event, flop) {
  const ranks = flop.map(rankOf).sort((a, b) => a - b);
  const different = new Set(ranks).size;
  const suited = longestSuit(flop) === 3;
  const straight = different === 3
    && (ranks[2] - ranks[0] === 2 || (ranks[1] === 1 && ranks[2] === ACE));
  return {
    "mini-royal-flush": suited && straight && ranks[0] === QUEEN,
    "straight-flush": suited && straight,
    "three-of-a-kind": different === 1,
    "straight": straight,
    "flush": suited,
    "pair": different < 3,
  }[event];
}
