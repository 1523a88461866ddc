// The seed that is suggested goes with the fixed wager: the note follows it, and the seed too unless
// somebody has written another. Without this script the note says what goes with each dollar.

import { words } from "./words.js";

const wager = document.getElementById("j-wager");
const seed = document.getElementById("j-seed");
const note = document.getElementById("j-seed-note");

function dollars(cents) {
  const whole = cents % 100 === 0;
  const digits = whole ? { maximumFractionDigits: 0 } : { minimumFractionDigits: 2 };
  return `$${(cents / 100).toLocaleString("en-US", digits)}`;
}

if (wager && seed && note) {
  const each = Number(seed.dataset.forADollar);
  const suggested = () => Math.round(each * 100 * Number(wager.value));
  let last = suggested();
  wager.addEventListener("input", () => {
    const cents = suggested();
    if (!Number.isFinite(cents) || cents <= 0) return;
    if (Math.round(Number(seed.value) * 100) === last) seed.value = String(cents / 100);
    last = cents;
    note.textContent = words.suggestedSeed(dollars(cents), dollars(each * 100));
  });
}
