// The designer: another game or table at once, sliders, and news of a count that takes long.

import { morph } from "./live.js";

const WAIT_MS = 1500;
const form = document.getElementById("design");
const result = document.getElementById("result");

form.addEventListener("change", (event) => {
  if (event.target.closest("[data-reload]")) form.requestSubmit();
});

// A band has two fields and a slider for each; at its end a slider leaves the field open.
for (const band of document.querySelectorAll("[data-band]")) {
  const isOpen = band.querySelector("[data-end]").placeholder && !band.closest("details");
  for (const slide of band.querySelectorAll("[data-slide]")) {
    const end = slide.dataset.slide;
    const field = band.querySelector(`[data-end=${end}]`);
    const other = band.querySelector(`[data-slide=${end === "low" ? "high" : "low"}]`);
    slide.addEventListener("input", () => {
      const isCrossed = end === "low" ? +slide.value > +other.value : +slide.value < +other.value;
      if (isCrossed) slide.value = other.value;
      const isLast = slide.value === (end === "low" ? slide.min : slide.max);
      field.value = isOpen && isLast ? "" : slide.value;
    });
    field.addEventListener("input", () => {
      slide.value = field.value || (end === "low" ? slide.min : slide.max);
    });
  }
}

async function look() {
  if (!result.querySelector("[data-wait]")) return;
  const query = result.dataset.query;
  try {
    const answer = await fetch(`${result.dataset.page}?${query}${query ? "&" : ""}part=1`);
    if (answer.ok) morph(result, await answer.text());
  } catch {
    // asked again below
  }
  setTimeout(look, WAIT_MS);
}

setTimeout(look, WAIT_MS);
