// The first round of a game, step by step: each step is said and shown once its moment has come,
// beside the control it is about. Nothing waits for it, and it covers nothing that is played with.

import { speak } from "./reader.js";

const KEPT = "pitboss-tour";
const GAP = 4;
const ROOM = 5;
const CLEAR = [
  ".card, .pickable, .seat, .spot, .prompt, .own-line, .meter, .pot, .place-name, .practice",
  ".felt button, .dock button, .dock form, .tabs, #coach button, .banner > *, .results",
].join(", ");
const ANCHORS = {
  wager: "[data-build] .chip, [data-do=deal], #controls .acts > [data-key=d]",
  decide: "[data-ask] .acts > *",
  settle: ".own-line .net",
};
const region = document.getElementById("region");
const tour = document.getElementById("tour");
const ring = document.getElementById("tour-ring");
const { game } = tour.dataset;
let shown = "";
let begunAt = null;
let settled = false;
let planned = 0;

function kept() {
  return (localStorage.getItem(KEPT) || "").split(",").filter(Boolean);
}

function end() {
  localStorage.setItem(KEPT, [...new Set([...kept(), game])].join(","));
  watcher.disconnect();
  removeEventListener("resize", plan);
  shown = "";
  tour.hidden = ring.hidden = true;
}

// Which step the table is at; none while one waits or watches.
function stepNow() {
  const own = document.getElementById("own");
  if (!own) return "";
  const round = Number(own.dataset.round);
  if (region.querySelector("[data-ask]")) return "decide";
  if (begunAt !== null && round > begunAt && own.dataset.status === "settled") return "settle";
  return region.querySelector("[data-build], #controls [data-key=d]") && !settled ? "wager" : "";
}

function isSeen(element) {
  return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
}

function boxOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, right: left + width, bottom: top + height };
}

function overlap(one, other) {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

// All places on a grid, the nearest to the anchor first.
function* places(anchor, { width, height }) {
  const found = [];
  const step = innerWidth * innerHeight > 500000 ? 16 : 6;
  for (let top = GAP; top <= innerHeight - height - GAP; top += step) {
    for (let left = GAP; left <= innerWidth - width - GAP; left += step) {
      const box = { left, top, right: left + width, bottom: top + height };
      const x = left + width / 2 - (anchor.left + anchor.right) / 2;
      const y = top + height / 2 - (anchor.top + anchor.bottom) / 2;
      found.push([x * x + y * y, box]);
    }
  }
  found.sort(([one], [other]) => one - other);
  for (const [, box] of found) yield box;
}

function find(anchor) {
  const clear = [...document.querySelectorAll(CLEAR)].filter(isSeen);
  const boxes = [anchor, ...clear.map(boxOf)];
  for (const place of places(anchor, tour.getBoundingClientRect())) {
    if (boxes.every((box) => !overlap(place, box))) return place;
  }
  return null;
}

function around(elements) {
  const boxes = elements.map(boxOf);
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
}

function draw(element, { left, top }, size = "") {
  element.style.cssText = `left:${left}px;top:${top}px;${size}`;
}

// In full, else wide, else in brief, else its title; where not even that fits, it is said and not shown.
function place() {
  planned = 0;
  const targets = shown ? [...region.querySelectorAll(ANCHORS[shown])] : [];
  const seen = targets.filter(isSeen);
  tour.hidden = ring.hidden = !seen.length;
  if (!seen.length) return;
  const anchor = around(seen);
  const [width, height] = [anchor.right - anchor.left + 2 * ROOM, anchor.bottom - anchor.top + 2 * ROOM];
  const corner = { left: anchor.left - ROOM, top: anchor.top - ROOM };
  draw(ring, corner, `width:${width}px;height:${height}px`);
  let found = null;
  for (const look of ["", "wide", "brief", "tight"]) {
    tour.className = `tour ${look}`;
    found = find(anchor);
    if (found) break;
  }
  tour.classList.toggle("away", !found);
  if (found) draw(tour, found);
}

function plan() {
  planned ||= requestAnimationFrame(place);
}

function look() {
  const step = stepNow();
  if (settled && step === "decide") {
    end();
    return;
  }
  if (step && step !== shown) {
    const own = document.getElementById("own");
    begunAt ??= Number(own.dataset.round) - (step === "decide" ? 1 : 0);
    settled ||= step === "settle";
    for (const part of tour.querySelectorAll("[data-step]")) part.hidden = part.dataset.step !== step;
    speak(tour.querySelector(`[data-step=${step}]`).textContent);
  }
  shown = step;
  plan();
}

const watcher = new MutationObserver(look);
tour.addEventListener("click", (event) => {
  if (event.target.closest("[data-tour-end]")) end();
});
if (!kept().includes(game)) {
  watcher.observe(region, { childList: true, subtree: true });
  addEventListener("resize", plan);
  look();
}
