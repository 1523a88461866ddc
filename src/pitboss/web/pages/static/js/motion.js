// What arrives on the table is shown in the order in which it happened, and from where it comes:
// cards from the shoe, chips from whoever wagers or pays them. One key or click skips. Nothing of it
// holds up what the page says or asks, and with reduced motion nothing moves.

import { afterPaint } from "./site.js";
import { hush, play } from "./sounds.js";

const STEP_MS = 110;
const LONGEST_MS = 2600;
const FLY_MS = 420;
const MOST_COINS = 36;
const SHOWN_MS = 3400;
const running = new Set();
const ghosts = new Set();

export function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function middle(element) {
  const box = element?.getBoundingClientRect();
  return box && box.width ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
}

// Where the house keeps cards and chips: the shoe where it is drawn, else above the dealer's place.
function house() {
  const felt = document.querySelector(".felt")?.getBoundingClientRect();
  return (
    middle(document.querySelector(".shoe")) ||
    (felt && { x: felt.left + felt.width / 2, y: felt.top + 20 })
  );
}

function tray() {
  return middle(document.querySelector(".dealer, .community")) || house();
}

// A seat's own chips, from which it wagers and to which it is paid.
function purse(number) {
  const seat = document.getElementById(`seat-${number}`);
  return middle(seat?.querySelector(".stack") || seat || document.getElementById("stack"));
}

function seatOf(element) {
  return element.closest("[id^=seat-]")?.id.slice(5) || "own";
}

function start(element, frames, timing) {
  const animation = element.animate(frames, timing);
  running.add(animation);
  animation.finished.finally(() => running.delete(animation)).catch(() => {});
  return animation;
}

function from(point, element, extra = "") {
  const to = middle(element);
  if (!point || !to) return { opacity: 0, transform: `translate(0, -40px) ${extra}` };
  const move = `translate(${point.x - to.x}px, ${point.y - to.y}px)`;
  return { opacity: 0.4, transform: `${move} ${extra}` };
}

function frames(element, turned) {
  const end = { opacity: 1, transform: "none" };
  if (turned) return [{ transform: "rotateY(90deg)" }, { transform: "none" }];
  if (element.matches(".card")) return [from(house(), element, "rotate(-24deg) scale(.7)"), end];
  if (element.matches(".heap")) return [from(purse(seatOf(element)), element, "scale(.7)"), end];
  if (element.matches(".moment, .jackpot-hit")) {
    return [{ opacity: 0, transform: "translateY(14px) scale(.8)" }, end];
  }
  return [{ opacity: 0, transform: "translateY(-10px) scale(.92)" }, end];
}

function sound(element, turned, delay) {
  if (element.matches("[data-jackpot]")) play("jackpot", delay);
  else if (element.dataset.moment) play(element.dataset.moment, delay);
  else if (element.matches(".card")) play(turned ? "turn" : "card", delay);
  else if (element.matches(".heap")) play("chip", delay);
}

function removeAfter(animation, ghost) {
  const remove = () => {
    ghost.remove();
    ghosts.delete(ghost);
  };
  animation.finished.then(remove, remove);
}

// Chips on their way: a copy of the discs alone, which carries no card and no words.
function fly(point, to, discs, delay) {
  if (!point || !to || !discs) return;
  const ghost = document.createElement("span");
  ghost.className = "ghost";
  ghost.setAttribute("aria-hidden", "true");
  ghost.append(discs.cloneNode(true));
  document.body.append(ghost);
  ghosts.add(ghost);
  const place = (at) => `translate(${at.x}px, ${at.y}px) translate(-50%, -50%)`;
  const timing = { duration: FLY_MS, delay, easing: "cubic-bezier(.4,0,.3,1)", fill: "both" };
  const steps = [{ transform: place(point) }, { transform: place(to), opacity: 0.25 }];
  removeAfter(start(ghost, steps, timing), ghost);
}

function throwCoin(at, number, delay) {
  const coin = document.createElement("i");
  coin.className = "ghost coin";
  document.body.append(coin);
  ghosts.add(coin);
  const angle = (number / MOST_COINS) * 2 * Math.PI;
  const far = 90 + ((number * 53) % 170);
  const [x, y] = [Math.cos(angle) * far, Math.sin(angle) * far];
  const steps = [
    { transform: `translate(${at.x}px, ${at.y}px) scale(.2)` },
    { transform: `translate(${at.x + x}px, ${at.y + y - 60}px)` },
    { transform: `translate(${at.x + x * 1.3}px, ${innerHeight + 30}px) rotate(2turn)` },
  ];
  const timing = { duration: 1900, delay: delay + number * 9, easing: "ease-in", fill: "both" };
  removeAfter(start(coin, steps, timing), coin);
}

// A jackpot is seen large for a moment, in the words of its line, and then stands in that line.
function celebrate(element, delay) {
  const show = document.createElement("p");
  show.className = "ghost jackpot-show";
  show.setAttribute("aria-hidden", "true");
  show.textContent = element.textContent;
  document.body.append(show);
  ghosts.add(show);
  const at = `translate(${innerWidth / 2}px, ${innerHeight * 0.42}px) translate(-50%, -50%)`;
  const steps = [
    { transform: `${at} scale(.3)`, opacity: 0 },
    { transform: `${at} scale(1.04)`, opacity: 1, offset: 0.08 },
    { transform: at, opacity: 1, offset: 0.9 },
    { transform: `${at} scale(.7)`, opacity: 0 },
  ];
  removeAfter(start(show, steps, { duration: SHOWN_MS, delay, fill: "both" }), show);
  coins(show, delay);
}

function coins(element, delay) {
  const at = middle(element) || { x: innerWidth / 2, y: innerHeight / 2 };
  for (let number = 0; number < MOST_COINS; number += 1) throwCoin(at, number, delay);
}

// What lies on the table before the page changes: the pot, and how each spot had ended.
export function look() {
  if (isStill() || document.hidden) return null;
  const pot = document.querySelector(".pot .discs");
  return {
    pot: pot && { at: middle(pot), discs: pot.cloneNode(true) },
    status: document.querySelector(".room")?.dataset.status,
  };
}

// At the end of a round chips go where they were won: to the house, from the house, from the pot.
function settle(seen, delay) {
  if (!seen || document.querySelector(".room")?.dataset.status !== "settled") return;
  if (seen.status === "settled") return;
  for (const spot of document.querySelectorAll(".spot.is-win, .spot.is-lose")) {
    const discs = spot.querySelector(".discs");
    const won = spot.matches(".is-win");
    const ring = middle(spot.querySelector(".ring"));
    if (won) fly(tray(), ring, discs, delay);
    else fly(ring, tray(), discs, delay);
  }
  if (seen.pot) {
    for (const net of document.querySelectorAll(".net.up[id^=n]")) {
      const seat = seatOf(net);
      fly(seen.pot.at, purse(seat), seen.pot.discs, delay);
    }
  }
  if (seen.pot || document.querySelector(".spot.is-win, .spot.is-lose")) play("chip", delay);
}

function place(fresh) {
  const found = fresh
    .map(({ id, turned }) => ({ element: document.getElementById(id), turned }))
    .filter(({ element }) => element);
  const orders = [...new Set(found.map(({ element }) => Number(element.dataset.order || 0)))];
  orders.sort((one, other) => one - other);
  const step = Math.min(STEP_MS, LONGEST_MS / Math.max(orders.length, 1));
  const delayOf = (element) => orders.indexOf(Number(element.dataset.order || 0)) * step;
  return found.map((each) => ({ ...each, delay: delayOf(each.element) }));
}

export function arrive(fresh, seen = null) {
  if (document.hidden) return;
  const placed = place(fresh);
  const still = isStill();
  afterPaint(() => {
    for (const { element, turned, delay } of placed) sound(element, turned, still ? 0 : delay);
  });
  for (const { element, turned, delay } of still ? [] : placed) {
    const timing = { duration: 300, delay, easing: "cubic-bezier(.2,.8,.3,1)", fill: "backwards" };
    start(element, frames(element, turned), timing);
    if (element.matches("[data-jackpot]")) celebrate(element, delay);
  }
  if (!still) settle(seen, Math.max(0, ...placed.map(({ delay }) => delay)));
}

export function skip() {
  const any = running.size > 0;
  for (const animation of running) animation.finish();
  running.clear();
  for (const ghost of ghosts) ghost.remove();
  ghosts.clear();
  if (any) hush();
  return any;
}
