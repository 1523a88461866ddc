// One's own part in the shuffle: a word that goes with the wagers, made at random unless one types
// it, and a note of each seal as it was shown before the wagers, to compare with what is shown later.

import { afterPaint } from "./site.js";

const WORD = "pitboss-word";
const SEAL = "pitboss-seal";
const MOST_SEALS = 40;
const BYTES = 16;
const ALONE_MS = 400;
let given = "";

function own() {
  return localStorage.getItem(WORD) || "";
}

export function word() {
  const random = crypto.getRandomValues(new Uint8Array(BYTES));
  return own() || [...random].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function notedSeals() {
  return Object.keys(sessionStorage).filter((key) => key.startsWith(SEAL));
}

// A seal is noted once, as it was first seen.
function noteSeal(table, { round, seal }) {
  const key = `${SEAL}:${table}:${round}`;
  if (!seal || sessionStorage.getItem(key)) return;
  for (const old of notedSeals().slice(MOST_SEALS)) sessionStorage.removeItem(old);
  sessionStorage.setItem(key, seal);
}

// Between players there is no wager to send the word with: it goes with one's own deal, or by
// itself, once for each deal. Among other people at once, for any of them may deal; alone, only the
// house deals unasked, and that seconds later.
function planWord(table, csrf, { round, company }) {
  const place = `${table}:${round}`;
  if (given === place) return;
  given = place;
  const add = () => addWord(table, round, csrf);
  if (company) afterPaint(add);
  else setTimeout(add, ALONE_MS);
}

export function withWord(command) {
  const fair = document.getElementById("fair");
  const goes = command.act === "deal" && fair?.dataset.alone && fair.querySelector("[data-word]");
  return goes ? { ...command, added: word() } : command;
}

async function addWord(table, round, csrf) {
  if (document.getElementById("fair")?.dataset.round !== round) return;
  await fetch(`/api/tables/${table}/commands`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRF": csrf },
    body: JSON.stringify({ act: "add-word", added: word() }),
  }).catch(() => {});
}

export function paintFair(table, csrf) {
  const fair = document.getElementById("fair");
  if (!fair) return;
  noteSeal(table, fair.dataset);
  const field = fair.querySelector("[data-word]");
  if (field && document.activeElement !== field) field.value = own();
  if (field && fair.dataset.round && fair.dataset.alone === "yes") {
    planWord(table, csrf, fair.dataset);
  }
}

document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-word]")) return;
  localStorage.setItem(WORD, event.target.value.trim());
  given = "";
});
