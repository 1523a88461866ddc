// A few words among people at a table: chosen from a list, shown at the seat of whoever said them
// for a moment. Whoever does not wish to see them says so once.

import { speak } from "./reader.js";
import { play } from "./sounds.js";
import { words } from "./words.js";

const MUTED = "pitboss-words";
const LEVEL = "pitboss-level";
const SHOWN_MS = 4500;

function hears() {
  return localStorage.getItem(MUTED) !== "off";
}

export function level() {
  return localStorage.getItem(LEVEL) || "medium";
}

export function show({ seat, name, text }) {
  if (!hears()) return;
  const place = document.getElementById(`seat-${seat}`) || document.getElementById("own");
  const box = place?.getBoundingClientRect();
  if (!box) return;
  const bubble = document.createElement("p");
  bubble.className = "bubble";
  bubble.setAttribute("aria-hidden", "true");
  bubble.textContent = text;
  document.body.append(bubble);
  const half = bubble.offsetWidth / 2 + 6;
  const x = Math.min(Math.max(box.left + box.width / 2, half), innerWidth - half);
  const y = Math.max(box.top - bubble.offsetHeight - 6, 4);
  bubble.animate([{ transform: `translate(${x}px, ${y}px) translateX(-50%)` }], { duration: 1, fill: "forwards" });
  speak(`${name}: ${text}`);
  play("word");
  setTimeout(() => bubble.remove(), SHOWN_MS);
}

export async function onTalkClick(event, table, csrf, say) {
  const word = event.target.closest("[data-say]")?.dataset.say;
  if (!word) return;
  const answer = await fetch(`/api/tables/${table}/reactions`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRF": csrf },
    body: JSON.stringify({ word }),
  });
  if (!answer.ok) say((await answer.json()).error);
}

export async function onNaming(event, csrf, say) {
  const form = event.target.closest("[data-naming]");
  if (!form) return;
  event.preventDefault();
  const answer = await fetch("/api/name", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRF": csrf },
    body: JSON.stringify({ name: form.elements.name.value }),
  });
  const { error, name } = await answer.json();
  say(answer.ok ? words.renamed(name) : error);
  if (answer.ok) form.reset();
}

export function paintTalk() {
  const hear = document.querySelector("[data-hear]");
  if (hear) hear.checked = hears();
  const chosen = document.querySelector("[data-level]");
  if (chosen) chosen.value = level();
}

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-hear]")) {
    localStorage.setItem(MUTED, event.target.checked ? "on" : "off");
  } else if (event.target.matches("[data-level]")) {
    localStorage.setItem(LEVEL, event.target.value);
  }
});
