// Five-card poker ranks: one integer a hand, larger wins, equal ties.
// A card is an integer 0..51 = rank * 4 + suit, ranks 23456789TJQKA -> 0..12, suits cdhs -> 0..3.

const CATEGORIES = [
  "high-card",
  "pair",
  "two-pair",
  "three-of-a-kind",
  "straight",
  "flush",
  "full-house",
  "four-of-a-kind",
  "straight-flush",
  "royal-flush",
];
const [
  HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL,
] = CATEGORIES.keys();
const ACE = 12;
const FIVE = 3;

// The category stands above five ranks, the ones that count most first.
function packed(category, first, second, third, fourth, fifth) {
  return (
    (category << 20) | (first << 16) | (second << 12) | (third << 8) | (fourth << 4) | fifth
  );
}

export function categoryOf(rank) {
  return CATEGORIES[rank >> 20];
}

export function rankFive(cards) {
  const ranks = [cards[0] >> 2, cards[1] >> 2, cards[2] >> 2, cards[3] >> 2, cards[4] >> 2];
  sortDown(ranks);
  const [a, b, c, d, e] = ranks;
  if (a !== b && b !== c && c !== d && d !== e) return withoutPairs(cards, a, b, c, d, e);

  // Equal ranks stand side by side.
  if (a === d) return packed(QUADS, a, e, 0, 0, 0);
  if (b === e) return packed(QUADS, b, a, 0, 0, 0);
  if (a === c) return d === e ? packed(FULL_HOUSE, a, d, 0, 0, 0) : packed(TRIPS, a, d, e, 0, 0);
  if (c === e) return a === b ? packed(FULL_HOUSE, c, a, 0, 0, 0) : packed(TRIPS, c, a, b, 0, 0);
  if (b === d) return packed(TRIPS, b, a, e, 0, 0);
  if (a === b && c === d) return packed(TWO_PAIR, a, c, e, 0, 0);
  if (a === b && d === e) return packed(TWO_PAIR, a, d, c, 0, 0);
  if (b === c && d === e) return packed(TWO_PAIR, b, d, a, 0, 0);
  if (a === b) return packed(PAIR, a, c, d, e, 0);
  if (b === c) return packed(PAIR, b, a, d, e, 0);
  if (c === d) return packed(PAIR, c, a, b, e, 0);
  return packed(PAIR, d, a, b, c, 0);
}

function withoutPairs(cards, a, b, c, d, e) {
  const suit = cards[0] & 3;
  const flush =
    suit === (cards[1] & 3) &&
    suit === (cards[2] & 3) &&
    suit === (cards[3] & 3) &&
    suit === (cards[4] & 3);
  const wheel = a === ACE && b === FIVE; // five, four, three, two and the ace as one
  if (a - e === 4 || wheel) {
    const top = wheel ? FIVE : a;
    if (!flush) return packed(STRAIGHT, top, 0, 0, 0, 0);
    return packed(top === ACE ? ROYAL : STRAIGHT_FLUSH, top, 0, 0, 0, 0);
  }
  return packed(flush ? FLUSH : HIGH_CARD, a, b, c, d, e);
}

function sortDown(ranks) {
  for (let i = 1; i < 5; i++) {
    const rank = ranks[i];
    let j = i;
    for (; j > 0 && ranks[j - 1] < rank; j--) ranks[j] = ranks[j - 1];
    ranks[j] = rank;
  }
}
