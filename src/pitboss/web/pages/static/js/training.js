// An exercise: answers are sent without loading the page anew, and the next question has the focus.

import { say, tick } from "./site.js";
import { words } from "./words.js";

const exercise = document.getElementById("exercise");
let busy = false;

// Chips from the tray add up in the field of the answer.
function addChip(value) {
  const field = document.getElementById("answer");
  const sum = Number(value) ? (Number(field.value) || 0) + Number(value) : 0;
  field.value = sum ? sum.toFixed(2) : "";
  field.focus({ preventScroll: true });
}

function arrive() {
  tick();
  const chips = exercise.querySelector("[data-chips]");
  if (chips) chips.hidden = false;
  const typed = exercise.querySelector("[data-typed]");
  (typed || exercise.querySelector("[data-first]"))?.focus({ preventScroll: true });
  // Where the question stands over the table's foot, what it is about is moved above it.
  if (matchMedia("(max-width: 1099px)").matches) {
    exercise.querySelector(".stand :is(.is-about, .live)")?.scrollIntoView({ block: "nearest" });
  }
}

async function answer(form, button) {
  if (busy) return;
  busy = true;
  const body = new URLSearchParams(new FormData(form, button?.name ? button : undefined));
  form.inert = true;
  try {
    const reply = await fetch(form.action, { method: "POST", body, headers: { "X-Part": "1" } });
    if (!reply.ok || reply.redirected) {
      location.reload();
      return;
    }
    exercise.innerHTML = await reply.text();
    const over = Boolean(document.getElementById("summary"));
    document.body.classList.toggle("at-table", !over);
    arrive();
    if (over) scrollTo(0, 0);
  } catch {
    form.inert = false;
    say(words.unreachable("marked"));
  } finally {
    busy = false;
  }
}

exercise.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-chip]");
  if (chip) addChip(chip.dataset.chip);
});

exercise.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-answer]");
  if (!form) return;
  event.preventDefault();
  answer(form, event.submitter);
});

arrive();
exercise.dataset.ready = "yes";
