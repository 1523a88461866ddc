// The table: commands go up as requests, their results come back through the stream.

import { amountOf, onAmount, setAmount } from "./amounts.js";
import { keepFaces } from "./faces.js";
import { paintFair, withWord } from "./fair.js";
import { follow, morph, skip } from "./live.js";
import { isStill } from "./motion.js";
import { afterPaint, say, withFrame } from "./site.js";
import { onSoundClick, paintSound, play } from "./sounds.js";
import { closeTab, onTabClick } from "./tabs.js";
import { level, onNaming, onTalkClick, paintTalk, show } from "./talk.js";
import { dollars, onWagerClick, paintAll } from "./wagers.js";
import { words } from "./words.js";

const SLOW_MS = 120;
const ACTIVE = "#controls, .arc, .own-links";
const region = document.getElementById("region");
const lost = document.getElementById("lost");
const csrf = document.querySelector("meta[name=csrf]").content;
let connected = true;
let busy = false;
let isSlow = false;
let waiting = null;
let latest = 0;
let asked = "";
let unshown = null;

function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Most commands are answered before anyone could see that the page waits: only a slow one is shown
// to be under way, for that draws the page once more. Meanwhile its clicks do nothing. No style asks for
// data-frozen, so that setting it draws nothing either.
function freeze() {
  const shown = !connected || isSlow;
  document.body.toggleAttribute("data-frozen", !connected || busy);
  document.body.classList.toggle("dimmed", shown);
  for (const part of document.querySelectorAll(ACTIVE)) part.toggleAttribute("inert", shown);
}

function setBusy(state) {
  busy = state;
  isSlow = false;
  clearTimeout(waiting);
  if (busy) waiting = setTimeout(showSlow, SLOW_MS);
  freeze();
}

function showSlow() {
  isSlow = true;
  freeze();
}

function isFrozen(target) {
  return busy && Boolean(target.closest(ACTIVE));
}

export async function send(command) {
  if (!connected || busy) return;
  // On its way first: what the page does meanwhile takes no time of its own.
  const sent = fetch(`/api/tables/${region.dataset.table}/commands`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRF": csrf },
    body: JSON.stringify({ id: freshId(), ...command }),
  });
  const own = ++latest;
  setBusy(true);
  skip();
  closeTab();
  try {
    const answer = await sent;
    if (!answer.ok) say((await answer.json()).error);
  } catch {
    say(words.unreachable("done"));
  } finally {
    // The next question may have been answered already: that command is still on its way.
    if (own === latest) setBusy(false);
  }
}

// Whoever is short of practice chips gets some from the cage first.
async function buy(cents, balance) {
  if (balance < cents) {
    await fetch("/api/chips", { method: "POST", headers: { "X-CSRF": csrf } });
  }
  send({ act: "buy-chips", chips: dollars(cents) });
}

// A question is answered once: its name is the command's, so a second click has no effect.
function decide(panel, values) {
  send({ act: "decide", id: panel.dataset.ask, ...values });
}

// Whose turn it is stands in the tab's title; what is said aloud is the reader's.
function markTurn() {
  const key = document.querySelector("[data-ask]")?.dataset.ask || "";
  if (key === asked) return;
  asked = key;
  // A new question may come before the answer to the last command: it can be answered at once.
  setBusy(false);
  afterPaint(() => {
    const title = document.title.replace(/^● /, "");
    document.title = asked ? `● ${title}` : title;
    if (key) play("ask");
  });
}

// What stands beside the felt is shown once the felt and the question are painted; where things move,
// all of it takes its turn with them.
function onRegion({ html, beside }) {
  unshown = beside;
  if (isStill()) {
    morph(region, html);
    afterPaint(showBeside);
  } else {
    morph(region, html, { side: beside });
    unshown = null;
    paintBeside();
  }
  paintAll();
  freeze();
  markTurn();
}

function showBeside() {
  if (unshown === null) return;
  morph(document.getElementById("side"), unshown);
  unshown = null;
  paintBeside();
  freeze();
}

function paintBeside() {
  paintTalk();
  paintSound();
  paintFair(region.dataset.table, csrf);
  withFrame(scrollLog);
}

function scrollLog() {
  const log = document.querySelector(".log");
  if (log) log.scrollTop = log.scrollHeight;
}

function onState(state) {
  const live = state ? "yes" : "no";
  if (document.body.dataset.live === live) return;
  document.body.dataset.live = live;
  connected = state;
  lost.hidden = state;
  freeze();
}

async function openRules() {
  const sheet = document.getElementById("rules");
  const body = sheet.querySelector(".sheet-body");
  sheet.showModal();
  body.focus();
  const answer = await fetch(sheet.dataset.href);
  body.innerHTML = await answer.text();
}

// What cannot be taken back is asked once more.
const dialog = document.getElementById("confirm");
let confirmed = null;

function confirm(words, command) {
  confirmed = command;
  document.getElementById("confirm-words").textContent = words;
  dialog.returnValue = "no";
  dialog.showModal();
}

dialog.addEventListener("close", () => {
  if (dialog.returnValue === "yes" && confirmed) send(confirmed);
  confirmed = null;
});

function onClick(event) {
  if (isFrozen(event.target)) return;
  if (onTabClick(event) || onSoundClick(event, say)) return;
  if (event.target.closest("[data-open=rules]")) {
    event.preventDefault();
    openRules();
    return;
  }
  if (onWagerClick(event, send, say)) {
    if (event.target.closest("[data-chip], [data-spot]")) play("chip");
    return;
  }
  const button = event.target.closest("button");
  if (!button) {
    if (event.target.closest(".felt")) skip();
    return;
  }
  const panel = button.closest("[data-ask]");
  if (button.dataset.decide) {
    const { decide: action, amount } = button.dataset;
    decide(panel, amount ? { action, amount } : { action });
  } else if (button.dataset.card) {
    choose(button);
  } else if (button.dataset.preset) {
    setAmount(button.form, button.dataset.preset);
  } else if (button.dataset.confirm) {
    confirm(button.dataset.confirm, JSON.parse(button.dataset.send));
  } else if (button.dataset.send) {
    const command = JSON.parse(button.dataset.send);
    send(command.act === "seat-bot" ? { ...command, level: level() } : withWord(command));
  } else if (button.dataset.say) {
    onTalkClick(event, region.dataset.table, csrf, say);
  } else if (button.dataset.buy) {
    buy(Number(button.dataset.buy), Number(button.dataset.balance));
  }
}

function chosenCards(form) {
  return [...form.querySelectorAll("[aria-pressed=true]")].map((each) => each.dataset.card);
}

function choose(button) {
  const chosen = button.getAttribute("aria-pressed") === "true";
  button.setAttribute("aria-pressed", String(!chosen));
  const count = chosenCards(button.form).length;
  const output = document.querySelector(`[form="${button.form.id}"] output`);
  output.textContent = words.chosen(count, button.form.querySelectorAll("[data-card]").length);
}

function onSubmit(event) {
  const form = event.target.closest("form[data-action]");
  if (!form) return;
  event.preventDefault();
  if (isFrozen(form)) return;
  const panel = form.closest("[data-ask]");
  const action = form.dataset.action;
  if (form.matches(".range")) {
    decide(panel, { action, amount: amountOf(form) });
    return;
  }
  const cards = chosenCards(form);
  if (cards.length) decide(panel, { action, cards: cards.join(" ") });
  else say(words.cardsMissing);
}

function onKey(event) {
  const control = event.target.closest("button, a, input, summary, textarea");
  if (event.key === " " && !control && skip()) event.preventDefault();
}

// Whoever acts before that acts on what stands there now, not on what stood there before.
for (const act of ["keydown", "click"]) document.addEventListener(act, showBeside, true);
document.addEventListener("click", onClick);
document.addEventListener("input", onAmount);
document.addEventListener("submit", onSubmit);
document.addEventListener("submit", (event) => onNaming(event, csrf, say));
document.addEventListener("keydown", onKey);
paintAll();
paintTalk();
paintFair(region.dataset.table, csrf);
follow(region, onRegion, onState, show);
keepFaces();
