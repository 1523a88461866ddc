// The designer: another game or table at once, and news of a count that takes long.

import { morph } from "./live.js";

const WAIT_MS = 1500;
const form = document.getElementById("design");
const result = document.getElementById("result");

form.addEventListener("change", (event) => {
  if (event.target.closest("[data-reload]")) form.requestSubmit();
});

async function look() {
  if (!result.querySelector("[data-wait]")) return;
  const query = result.dataset.query;
  try {
    const answer = await fetch(`/designer?${query}${query ? "&" : ""}part=1`);
    if (answer.ok) morph(result, await answer.text());
  } catch {
    // asked again below
  }
  setTimeout(look, WAIT_MS);
}

setTimeout(look, WAIT_MS);
