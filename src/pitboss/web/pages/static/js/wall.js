// The big screen: one sign after the other, meters as they tick.

import { follow, morph } from "./live.js";
import { words } from "./words.js";

const SIGN_MS = 9000;
const region = document.getElementById("region");
const pause = document.getElementById("wall-pause");
let shown = 0;
let paused = matchMedia("(prefers-reduced-motion: reduce)").matches;

function paint() {
  const boards = [...region.querySelectorAll(".board")];
  if (!boards.length) return;
  shown %= boards.length;
  boards.forEach((board, number) => {
    board.hidden = number !== shown;
  });
}

function next() {
  shown += 1;
  paint();
}

function mark() {
  pause.setAttribute("aria-pressed", String(paused));
  pause.textContent = words.pause(paused);
}

pause.addEventListener("click", () => {
  paused = !paused;
  mark();
});
document.getElementById("wall-next").addEventListener("click", next);
setInterval(() => {
  if (!paused) next();
}, SIGN_MS);
mark();
paint();
follow(
  region,
  (payload) => {
    morph(region, payload.html);
    paint();
  },
  (state) => {
    document.getElementById("lost").hidden = state;
  },
);
