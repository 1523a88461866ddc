// A table in the page: what the table's page asks of a server is asked of Python here.

import { amountOf, onAmount, setAmount } from "../js/amounts.js";
import { paintFair } from "../js/fair.js";
import { morph, skip } from "../js/live.js";
import { afterPaint, say } from "../js/site.js";
import { onSoundClick, paintSound, play } from "../js/sounds.js";
import { closeTab, onTabClick, openTab } from "../js/tabs.js";
import { forgetWagers, onWagerClick, paintAll } from "../js/wagers.js";
import "../js/reader.js";
import { checkNow, paint } from "../verifier/report.mjs";
import { ask, begin, bring } from "./engine.js";

const region = document.getElementById("region");
const coach = document.getElementById("coach");
const live = document.getElementById("coach-live");
const loading = document.getElementById("loading");
const lobby = document.getElementById("lobby");
let busy = true;
let table = 0;
let unfolded = false;
let advised = { key: "", html: "" };
let wanted = location.hash.slice(1);

function asked() {
  return region.querySelector("[data-ask]")?.dataset.ask || "";
}

function setBusy(state) {
  busy = state;
  document.body.classList.toggle("frozen", state);
}

function show({ html, id }) {
  morph(region, html);
  paintAll();
  paintSound();
  paintFair(id, "");
  if (asked()) play("ask");
  coach.querySelector("[data-advise]")?.toggleAttribute("disabled", !asked());
  const log = document.querySelector(".log");
  if (log) log.scrollTop = log.scrollHeight;
}

// One question at a time; what is refused is said, and nothing has changed.
async function command(question) {
  if (busy) return null;
  skip();
  closeTab();
  setBusy(true);
  try {
    const answer = await ask(question);
    if (answer.refused) say(answer.refused);
    else if (answer.html) show(answer);
    return answer;
  } catch (error) {
    say(error.message);
    return null;
  } finally {
    setBusy(false);
  }
}

async function act(question) {
  const answer = await command(question);
  if (answer && !answer.refused) afterPaint(judge);
}

// ---- The coach ----

function fold() {
  coach.classList.toggle("unfolded", unfolded);
  coach.querySelector("[data-fold]")?.setAttribute("aria-expanded", String(unfolded));
}

async function judge() {
  const mine = table;
  const answer = await ask({ act: "judge" });
  if (mine !== table || answer.refused) return;
  coach.innerHTML = answer.coach;
  fold();
  showAdvice();
  live.textContent = coach.querySelector(".verdict")?.textContent || "";
}

// Advice stays while its question does, whatever else the coach has to say.
function showAdvice() {
  const place = document.getElementById("coach-advice");
  if (place && advised.key && advised.key === asked()) place.innerHTML = advised.html;
}

async function advise() {
  const key = asked();
  coach.classList.add("counting");
  unfolded = true;
  fold();
  const answer = await ask({ act: "advise" });
  coach.classList.remove("counting");
  if (answer.refused) say(answer.refused);
  else advised = { key, html: answer.advice };
  showAdvice();
  live.textContent = coach.querySelector("#coach-advice :is(.because, .verdict)")?.textContent || "";
}

// ---- Games ----

function showTable(state) {
  lobby.hidden = state;
  for (const part of document.querySelectorAll("[data-at-table]")) part.hidden = !state;
}

function leave() {
  showTable(false);
  document.body.className = "in-page";
  document.title = "Pitboss in the page";
  history.replaceState(null, "", "#");
}

async function choose(game) {
  wanted = game;
  if (busy) {
    if (!table) say("Python is still on its way; the table opens when it is here.");
    return;
  }
  table += 1;
  loading.textContent = window.pitboss.optimum[game] ? "Bringing this game's coach, 8 MB, once…" : "";
  try {
    await bring(game);
  } catch (error) {
    say(error.message);
  }
  loading.textContent = "";
  region.replaceChildren();
  forgetWagers();
  advised = { key: "", html: "" };
  const answer = await command({ act: "open", game });
  if (!answer || answer.refused) return;
  document.body.className = `in-page at-table full coached g-${game} game-${game}`;
  document.title = `${answer.title} – Pitboss in the page`;
  for (const link of document.querySelectorAll(".nav [data-game]")) {
    if (link.dataset.game === game) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  showTable(true);
  history.replaceState(null, "", `#${game}`);
  paintAll();
  await judge();
}

async function openRules() {
  const sheet = document.getElementById("rules");
  const body = sheet.querySelector(".sheet-body");
  const answer = await ask({ act: "rules" });
  if (answer.refused) return;
  body.innerHTML = answer.rules;
  sheet.showModal();
  body.focus();
}

// The second program deals the round again, from its seed, and settles it.
async function check(button) {
  const { record, refused } = await ask({ act: "record" });
  if (refused) {
    say(refused);
    return;
  }
  const noted = sessionStorage.getItem(`pitboss-seal:${record.table}:${record.round}`);
  const report = region.querySelector("[data-report]");
  paint(report, record, checkNow(record, noted), noted);
  button.disabled = true;
  openTab("round");
  report.scrollIntoView({ block: "nearest" });
}

// ---- What is pressed ----

function decide(values) {
  act({ act: "decide", ...values });
}

function onButton(button) {
  const { decide: action, amount, preset, buy } = button.dataset;
  if (action) decide(amount ? { action, amount } : { action });
  else if (preset) setAmount(button.form, preset);
  else if (buy) act({ act: "buy", cents: Number(buy) });
  else if ("advise" in button.dataset) advise();
  else if ("check" in button.dataset) check(button);
  else if ("fold" in button.dataset) {
    unfolded = !unfolded;
    fold();
  }
}

function onClick(event) {
  if (onTabClick(event) || onSoundClick(event, say)) return;
  const game = event.target.closest("[data-game]")?.dataset.game;
  const pressed = event.target.closest("button");
  if (game || event.target.closest("[data-lobby]")) {
    event.preventDefault();
    if (game) choose(game);
    else leave();
  } else if (event.target.closest("[data-open=rules]")) {
    openRules();
  } else if (onWagerClick(event, (wager) => act(wager), say)) {
    if (event.target.closest("[data-chip], [data-spot]")) play("chip");
  } else if (pressed) {
    onButton(pressed);
  } else if (event.target.closest(".felt")) {
    skip();
  }
}

function onSubmit(event) {
  const form = event.target.closest("form.range[data-action]");
  if (!form) return;
  event.preventDefault();
  decide({ action: form.dataset.action, amount: amountOf(form) });
}

function onKey(event) {
  const control = event.target.closest("button, a, input, summary, textarea");
  if (event.key === " " && !control && skip()) event.preventDefault();
}

document.addEventListener("click", onClick);
document.addEventListener("input", onAmount);
document.addEventListener("submit", onSubmit);
document.addEventListener("keydown", onKey);
loading.textContent = "Loading Python into this page, once. Nothing is sent.";
document.body.dataset.live = "no";
try {
  await begin((said) => {
    loading.textContent = said;
  });
  setBusy(false);
  loading.textContent = "Ready.";
  document.body.dataset.live = "yes";
  if (document.querySelector(`.nav [data-game="${CSS.escape(wanted)}"]`)) await choose(wanted);
} catch (error) {
  loading.textContent = `This browser cannot run it: ${error.message}`;
}
