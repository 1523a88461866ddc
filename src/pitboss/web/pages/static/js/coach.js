// The coach beside a table: judges after each decision, tells what options are worth when asked.

import { afterPaint, say } from "./site.js";
import { words } from "./words.js";

const region = document.getElementById("region");
const coach = document.getElementById("coach");
const live = document.getElementById("coach-live");
const csrf = document.querySelector("meta[name=csrf]").content;
let asked = null;
let turn = 0;
let unfolded = false;

function question() {
  return region.querySelector("[data-ask]")?.dataset.ask || "";
}

function isSeated() {
  return Boolean(csrf && document.getElementById("own"));
}

// Answers of an earlier question are dropped: only the latest request may change the panel.
async function ask(address, method) {
  turn += 1;
  const mine = turn;
  coach.classList.add("counting");
  try {
    const answer = await fetch(address, { method, headers: { "X-CSRF": csrf } });
    const text = await answer.text();
    if (mine !== turn) return null;
    if (answer.ok) return text;
    say(JSON.parse(text).error);
    return null;
  } catch {
    return null;
  } finally {
    if (mine === turn) coach.classList.remove("counting");
  }
}

function show(html) {
  const focused = coach.contains(document.activeElement) && document.activeElement;
  const name = focused && ["advise", "exam", "fold"].find((each) => each in focused.dataset);
  coach.innerHTML = html;
  mark();
  fold();
  if (name) coach.querySelector(`[data-${name}]`)?.focus({ preventScroll: true });
}

// The page is styled by what the coach shows; asking for it by :has() costs at every change.
function mark() {
  const { classList } = document.body;
  classList.toggle("coached", !coach.hidden);
  classList.toggle("told", Boolean(coach.querySelector(".coach-short")));
  classList.toggle("told-bad", Boolean(coach.querySelector(".coach-short.bad")));
}

// The panel is replaced as a whole, so what is new is said in a place that stays.
function tell(text) {
  live.textContent = text.trim().replace(/\s+/g, " ");
}

function fold() {
  coach.classList.toggle("unfolded", unfolded);
  coach.querySelector("[data-fold]")?.setAttribute("aria-expanded", String(unfolded));
}

async function refresh(path = "") {
  coach.hidden = !isSeated();
  mark();
  if (coach.hidden) return;
  const told = document.getElementById("coach-told");
  if (told && asked !== null) told.innerHTML = `<p class="fine">${words.counting}</p>`;
  const html = await ask(coach.dataset.address + path, "POST");
  if (html === null) return;
  show(html);
  tell(document.getElementById("coach-told").textContent);
}

async function advise() {
  unfolded = true;
  fold();
  const place = document.getElementById("coach-advice");
  place.innerHTML = `<p class="fine">${words.counting}</p>`;
  const html = await ask(`${coach.dataset.address}/advice`, "GET");
  if (html !== null) {
    place.innerHTML = html;
    tell([...place.querySelectorAll("tbody tr")].map((row) => row.textContent).join(". "));
  } else if (place.textContent === words.counting) {
    place.textContent = "";
  }
}

coach.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if ("advise" in button.dataset) advise();
  if ("exam" in button.dataset) refresh("/exam");
  if ("fold" in button.dataset) {
    unfolded = !unfolded;
    fold();
  }
});

// The question is painted first; what the coach has to say to the last decision comes after it.
function look() {
  const now = isSeated() ? question() : "away";
  if (now === asked) return;
  unfolded = false;
  if (asked === null) refresh();
  else afterPaint(refresh);
  asked = now;
}

new MutationObserver(look).observe(region, { childList: true, subtree: true });
look();
