// Building the wagers of the next round: chips, undo, clear, double, again. Nothing is sent until
// the deal is asked for, and the server checks it all again.

import { word } from "./fair.js";
import { words } from "./words.js";

const CHIPS = [500, 100, 25, 5, 1];
const states = new Map();
let chip = 5;

export function dollars(cents) {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

export function money(cents) {
  const whole = Math.floor(cents / 100).toLocaleString("en-US");
  return cents % 100 ? `$${whole}.${String(cents % 100).padStart(2, "0")}` : `$${whole}`;
}

function stateOf(panel) {
  if (!states.has(panel.id)) {
    const placed = JSON.parse(panel.dataset.placed);
    const first = panel.querySelector("[data-spot]").dataset.spot;
    states.set(panel.id, { wagers: placed, past: [], spot: first });
  }
  return states.get(panel.id);
}

function spotOf(panel, name) {
  return panel.querySelector(`[data-spot="${name}"]`);
}

function sum(wagers) {
  return Object.values(wagers).reduce((total, cents) => total + cents, 0);
}

function stack() {
  return Number(document.getElementById("stack").dataset.cents);
}

function heap(cents) {
  const discs = document.createElement("span");
  discs.className = "discs";
  discs.setAttribute("aria-hidden", "true");
  let left = Math.floor(cents / 100);
  for (const value of CHIPS) {
    while (left >= value && discs.childElementCount < 5) {
      const disc = document.createElement("i");
      disc.className = `chip v${value}`;
      discs.append(disc);
      left -= value;
    }
  }
  const words = document.createElement("span");
  words.className = "sum";
  words.textContent = money(cents);
  return [discs, words];
}

// Until the first new chip, what lay on the spots in the last round stays there with its outcome,
// and one press wagers the same again and deals.
function isFresh(panel) {
  const state = stateOf(panel);
  return !state.past.length && !sum(state.wagers);
}

function lastWagers(panel) {
  const last = Object.entries(JSON.parse(panel.dataset.last));
  return Object.fromEntries(last.filter(([name]) => spotOf(panel, name)));
}

function paintDeal(panel, wagers) {
  const total = sum(wagers);
  const again = isFresh(panel) && total > 0;
  panel.querySelector("[data-deal]").textContent = words.deal(again);
  panel.querySelector("[data-do=deal] output").textContent = total ? money(total) : "";
}

function paintTools(panel) {
  const state = stateOf(panel);
  const total = sum(state.wagers);
  panel.querySelector("[data-do=undo]").disabled = !state.past.length;
  panel.querySelector("[data-do=clear]").disabled = !total;
  panel.querySelector("[data-do=double]").disabled = !total;
  document.querySelector(".room")?.classList.toggle("cleared", state.past.length > 0);
}

function sweep(panel) {
  for (const spot of panel.querySelectorAll(".spot")) {
    spot.classList.remove("is-win", "is-lose", "is-push", "is-void", "has");
  }
  for (const ring of panel.querySelectorAll("[data-was]")) ring.replaceChildren();
}

function paint(panel) {
  const state = stateOf(panel);
  const fresh = isFresh(panel);
  paintTools(panel);
  paintDeal(panel, fresh ? lastWagers(panel) : state.wagers);
  for (const spot of panel.querySelectorAll("[data-spot]")) {
    spot.setAttribute("aria-pressed", String(spot.dataset.spot === state.spot));
  }
  if (fresh && !state.touched) return;
  state.touched = true;
  sweep(panel);
  for (const spot of panel.querySelectorAll("[data-spot]")) {
    const cents = state.wagers[spot.dataset.spot] || 0;
    spot.querySelector("[data-heap]").replaceChildren(...(cents ? heap(cents) : []));
    spot.closest(".spot").classList.toggle("has", cents > 0);
    spot.setAttribute("aria-label", words.spot(spot.dataset.title, cents ? money(cents) : ""));
  }
}

// The largest that a spot takes; a jackpot has one amount.
function allowed(panel, name, cents) {
  const { kind, most, least } = spotOf(panel, name).dataset;
  if (kind === "jackpot") return cents > 0 ? Number(least) : 0;
  return Number(most) ? Math.min(cents, Number(most)) : cents;
}

function change(panel, next, say) {
  const state = stateOf(panel);
  const kept = Object.fromEntries(Object.entries(next).filter(([, cents]) => cents > 0));
  if (sum(kept) > stack()) {
    say(words.tooMuch(money(stack())));
    return;
  }
  if (JSON.stringify(kept) !== JSON.stringify(state.wagers)) {
    state.past.push(state.wagers);
    state.wagers = kept;
  }
  paint(panel);
}

function add(panel, name, cents, say) {
  const state = stateOf(panel);
  const spot = spotOf(panel, name);
  const now = state.wagers[name] || 0;
  const wanted = spot.dataset.kind === "jackpot" ? (now ? 0 : 1) : now + cents;
  const next = allowed(panel, name, wanted);
  if (next < wanted && spot.dataset.kind !== "jackpot") {
    say(words.most(spot.dataset.title, money(next)));
  }
  change(panel, { ...state.wagers, [name]: next }, say);
}

// What is still missing before the deal, in words; empty when nothing is.
function missing(panel, wagers) {
  if (!sum(wagers)) return words.wagerFirst;
  for (const [name, cents] of Object.entries(wagers)) {
    const { least, title } = spotOf(panel, name).dataset;
    if (cents < Number(least)) return words.least(title, money(Number(least)));
  }
  return "";
}

// A click on a spot drops a chip there, of the kind that was used last.
function onSpot(panel, spot, say) {
  const state = stateOf(panel);
  if (spot.dataset.kind !== "jackpot") state.spot = spot.dataset.spot;
  add(panel, spot.dataset.spot, chip * 100, say);
}

function deal(panel, send, say) {
  const wagers = isFresh(panel) ? lastWagers(panel) : stateOf(panel).wagers;
  const wrong = missing(panel, wagers);
  if (wrong) {
    say(wrong);
    return;
  }
  if (sum(wagers) > stack()) {
    say(words.tooMuch(money(stack())));
    return;
  }
  const given = Object.entries(wagers).map(([name, cents]) => [name, dollars(cents)]);
  send({ act: "wager", wagers: Object.fromEntries(given), deal: true, added: word() });
}

const acts = {
  next(panel) {
    const state = stateOf(panel);
    const names = [...panel.querySelectorAll("[data-spot]:not([data-kind=jackpot])")];
    const here = names.findIndex((spot) => spot.dataset.spot === state.spot);
    state.spot = names[(here + 1) % names.length].dataset.spot;
    paint(panel);
  },
  undo(panel) {
    const state = stateOf(panel);
    if (state.past.length) state.wagers = state.past.pop();
    paint(panel);
  },
  clear(panel, say) {
    change(panel, {}, say);
  },
  double(panel, say) {
    const { wagers } = stateOf(panel);
    const twice = Object.entries(wagers).map(([n, cents]) => [n, allowed(panel, n, cents * 2)]);
    change(panel, Object.fromEntries(twice), say);
  },
  again(panel, say) {
    change(panel, lastWagers(panel), say);
  },
};

// At another table nothing lies on the spots yet.
export function forgetWagers() {
  states.clear();
}

export function paintAll() {
  const panel = document.querySelector("[data-build]");
  if (panel) paint(panel);
  else document.querySelector(".room")?.classList.remove("cleared");
}

export function onWagerClick(event, send, say) {
  const panel = event.target.closest("[data-build]");
  if (!panel) return false;
  const pressed = event.target.closest("[data-chip]");
  const spot = event.target.closest("[data-spot]");
  const act = event.target.closest("[data-do]")?.dataset.do;
  if (pressed) {
    chip = Number(pressed.dataset.chip);
    add(panel, stateOf(panel).spot, chip * 100, say);
  } else if (spot) {
    onSpot(panel, spot, say);
  } else if (act === "deal") {
    deal(panel, send, say);
  } else if (act) {
    acts[act](panel, say);
  } else return false;
  return true;
}
