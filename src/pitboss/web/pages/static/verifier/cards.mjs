// Cards: an integer from 0 to 51, rank * 4 + suit. One deck of 52, no jokers, in every game.
import { Refused } from "./money.mjs";

export const RANKS = "23456789TJQKA"; // 0 to 12
export const SUITS = "cdhs"; // 0 to 3

export function rankOf(card) {
  return card >> 2;
}

export function suitOf(card) {
  return card & 3;
}

export function formatCard(card) {
  return RANKS[rankOf(card)] + SUITS[suitOf(card)];
}

export function formatCards(cards) {
  return cards.map(formatCard).join(" ");
}

// "As Td 9h", "as,td,9h" or "AsTd9h"; a card named twice is refused.
export function parseCards(text) {
  if (typeof text !== "string") throw new Refused(`cards ${JSON.stringify(text)}: text is needed`);
  const letters = text.replace(/[\s,]+/g, "");
  const cards = [];
  for (let at = 0; at < letters.length; at += 2) {
    const rank = RANKS.indexOf(letters[at].toUpperCase());
    const suit = at + 1 < letters.length ? SUITS.indexOf(letters[at + 1].toLowerCase()) : -1;
    if (rank < 0 || suit < 0) throw new Refused(`cards: ${letters.slice(at, at + 2)} is no card`);
    const card = rank * 4 + suit;
    if (cards.includes(card)) throw new Refused(`cards: ${formatCard(card)} is named twice`);
    cards.push(card);
  }
  return cards;
}
