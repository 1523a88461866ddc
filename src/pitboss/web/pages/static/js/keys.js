// The list of keys, made from what the page offers at this moment.

import { isUsable, keysAreOn } from "./site.js";

const NAMES = { " ": "Space", Escape: "Esc", ArrowLeft: "←", ArrowRight: "→" };
const dialog = document.getElementById("keys");

function nameOf(key) {
  return NAMES[key] || (key.length === 1 ? key.toUpperCase() : key);
}

// What an element does, without the key that is printed on it.
function wordsOf(element) {
  if (element.dataset.title) return element.dataset.title;
  const copy = element.cloneNode(true);
  for (const part of copy.querySelectorAll("kbd, [aria-hidden=true]")) part.remove();
  const words = copy.textContent.trim().replace(/\s+/g, " ").replace(/, key$/, "");
  return words || element.getAttribute("aria-label") || "";
}

function list() {
  const found = new Map();
  for (const element of document.querySelectorAll("[data-key]")) {
    const { key } = element.dataset;
    if (key !== "?" && !found.has(key) && isUsable(element) && !element.closest("dialog")) {
      found.set(key, wordsOf(element));
    }
  }
  return found;
}

function row(key, words) {
  const line = document.createElement("div");
  const term = document.createElement("dt");
  const cap = document.createElement("kbd");
  const told = document.createElement("dd");
  cap.textContent = nameOf(key);
  told.textContent = words;
  term.append(cap);
  line.append(term, told);
  return line;
}

export function openKeys() {
  const rows = [...list()].map(([key, words]) => row(key, words));
  document.getElementById("keys-now").replaceChildren(...rows);
  dialog.querySelector("[data-look=keys]").setAttribute("aria-pressed", String(keysAreOn()));
  dialog.showModal();
}
