// Card faces are fetched while nothing happens, all of them alike: none comes after its card, and
// which were fetched says nothing of what was dealt. Small screens draw cards without them.

const SHOWN = "(min-width: 700px) and (min-height: 560px)"; // as in cards.css
const RANKS = "23456789TJQKA";
const SUITS = { c: "-four", d: "-four", h: "", s: "" };
const kept = [];

function fetchFaces() {
  const four = document.documentElement.dataset.deck === "four";
  for (const [suit, other] of Object.entries(SUITS)) {
    for (const rank of RANKS) {
      const image = new Image();
      image.fetchPriority = "low";
      image.src = new URL(`../cards/${rank}${suit}${four ? other : ""}.svg`, import.meta.url);
      kept.push(image);
    }
  }
}

export function keepFaces() {
  if (!matchMedia(SHOWN).matches || navigator.connection?.saveData) return;
  const later = globalThis.requestIdleCallback || ((act) => setTimeout(act, 1000));
  later(fetchFaces);
}
