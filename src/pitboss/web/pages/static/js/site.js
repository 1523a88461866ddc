// What every page has: the look, keys for actions, links to copy, times that run.

import { words } from "./words.js";

const root = document.documentElement;
const COOKIE = "pitboss-look";
const YEAR = 31536000;

function saveLook() {
  const value = `${root.dataset.theme}.${root.dataset.deck}`;
  document.cookie = `${COOKIE}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
}

function isDark() {
  if (root.dataset.theme !== "auto") return root.dataset.theme === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

const looks = {
  deck(button) {
    root.dataset.deck = root.dataset.deck === "four" ? "two" : "four";
    button.setAttribute("aria-pressed", String(root.dataset.deck === "four"));
    saveLook();
  },
  theme() {
    root.dataset.theme = isDark() ? "light" : "dark";
    saveLook();
  },
  keys(button) {
    const on = localStorage.getItem("pitboss-keys") === "off";
    localStorage.setItem("pitboss-keys", on ? "on" : "off");
    button.setAttribute("aria-pressed", String(on));
    say(words.keys(on));
  },
};

export function keysAreOn() {
  return localStorage.getItem("pitboss-keys") !== "off";
}

let silence;
export function say(text) {
  const toast = document.getElementById("toast");
  toast.textContent = text;
  toast.classList.add("shown");
  clearTimeout(silence);
  silence = setTimeout(() => {
    toast.classList.remove("shown");
    toast.textContent = "";
  }, 6000);
}

// What asks for the layout of the page comes with its frame: after all that changes it, and once.
export function withFrame(act) {
  if (document.hidden) act();
  else requestAnimationFrame(act);
}

// What may wait until the page shows what has come: after the frame, and after all that is urgent.
export function afterPaint(act) {
  if (document.hidden) act();
  else requestAnimationFrame(() => later(act));
}

function later(act) {
  if (globalThis.scheduler?.postTask) scheduler.postTask(act, { priority: "background" });
  else setTimeout(act);
}

export function isUsable(element) {
  return !element.disabled && element.getClientRects().length > 0 && !element.closest("[inert]");
}

export function findKey(key, within = document) {
  const name = key.length === 1 ? key.toLowerCase() : key;
  const found = within.querySelectorAll(`[data-key="${CSS.escape(name)}"]`);
  return [...found].find(isUsable);
}

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  const target = event.target;
  const typing = target.matches("input:not([type=checkbox]):not([type=range]), textarea, select");
  if (typing || !keysAreOn()) return;
  if (target.matches("input[type=range]") && event.key.startsWith("Arrow")) return;
  const open = document.querySelector("dialog[open]");
  const element = findKey(event.key, open || document);
  if (element) {
    event.preventDefault();
    element.click();
  }
}

async function copyLink(path) {
  const address = new URL(path, location.href).href;
  try {
    await navigator.clipboard.writeText(address);
    say(words.linkCopied);
  } catch {
    say(address);
  }
}

function elapsed(since) {
  const seconds = Math.max(0, Math.floor((Date.now() - Date.parse(since)) / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

let due = null;
let nextDue = null;

export function tick() {
  for (const element of document.querySelectorAll("[data-since]")) {
    element.textContent = elapsed(element.dataset.since);
  }
  for (const element of document.querySelectorAll("[data-clock]")) {
    if (due === null) continue;
    const left = Math.ceil((due - performance.now()) / 1000);
    element.textContent = words.left(left);
    element.classList.toggle("hurry", left <= 5);
  }
  for (const element of document.querySelectorAll("[data-ring]")) {
    const left = due === null ? 0 : Math.max(0, (due - performance.now()) / 1000);
    element.style.setProperty("--left", left / Number(element.dataset.ring));
    element.classList.toggle("hurry", left <= 5);
  }
  for (const element of document.querySelectorAll("[data-next]")) {
    const left = nextDue === null ? 0 : Math.ceil((nextDue - performance.now()) / 1000);
    element.textContent = left > 0 ? `in ${left} s` : "now";
  }
}

// The server says how many seconds are left; which time it is here or there does not matter.
export function countDown(left, next = null) {
  due = left === null ? null : performance.now() + left * 1000;
  nextDue = next === null ? null : performance.now() + next * 1000;
  tick();
}

document.addEventListener("click", (event) => {
  const look = event.target.closest("[data-look]");
  if (look) looks[look.dataset.look](look);
  if (event.target.closest("[data-open=keys]")) import("./keys.js").then((keys) => keys.openKeys());
  const copy = event.target.closest("[data-copy]");
  if (copy) copyLink(copy.dataset.copy);
});
document.addEventListener("keydown", onKey);
setInterval(tick, 1000);
tick();
