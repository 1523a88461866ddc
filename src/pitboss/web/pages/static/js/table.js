// The table: commands go up as requests, their results come back through the stream.

import { follow, morph, skip } from "./live.js";
import { say } from "./site.js";
import { dollars, onWagerClick, paintAll } from "./wagers.js";

const region = document.getElementById("region");
const lost = document.getElementById("lost");
const turn = document.getElementById("turn");
const csrf = document.querySelector("meta[name=csrf]").content;
let connected = true;
let busy = false;
let asked = "";

function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function freeze() {
  const frozen = !connected || busy;
  document.body.classList.toggle("frozen", frozen);
  for (const part of document.querySelectorAll("#controls, .arc, .own-links")) {
    part.toggleAttribute("inert", frozen);
  }
}

function setBusy(state) {
  busy = state;
  freeze();
}

export async function send(command) {
  if (!connected || busy) return;
  skip();
  setBusy(true);
  try {
    const answer = await fetch(`/api/tables/${region.dataset.table}/commands`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRF": csrf },
      body: JSON.stringify({ id: freshId(), ...command }),
    });
    if (!answer.ok) say((await answer.json()).error);
  } catch {
    say("The server could not be reached. Nothing was done.");
  } finally {
    setBusy(false);
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

function announce() {
  const ask = document.querySelector("[data-ask]");
  const key = ask?.dataset.ask || "";
  if (key && key !== asked) {
    const options = [...ask.querySelectorAll("button[data-key]:not([data-card])")];
    const words = options.map((each) => each.textContent.trim().replace(/\s+/g, " "));
    turn.textContent = `Your turn: ${words.join(", ")}.`;
    document.title = `● ${document.title.replace(/^● /, "")}`;
  } else if (!key) {
    turn.textContent = "";
    document.title = document.title.replace(/^● /, "");
  }
  asked = key;
}

function onRegion(payload) {
  morph(region, payload.html);
  const log = document.querySelector(".log");
  if (log) log.scrollTop = log.scrollHeight;
  paintAll();
  freeze();
  announce();
}

function onState(state) {
  connected = state;
  lost.hidden = state;
  document.body.dataset.live = state ? "yes" : "no";
  freeze();
}

async function openRules() {
  const dialog = document.getElementById("rules");
  const body = dialog.querySelector(".sheet-body");
  dialog.showModal();
  body.focus();
  const answer = await fetch(dialog.dataset.href);
  body.innerHTML = await answer.text();
}

function onClick(event) {
  if (event.target.closest("[data-open=rules]")) {
    event.preventDefault();
    openRules();
    return;
  }
  if (onWagerClick(event, send, say)) return;
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
    const chosen = button.getAttribute("aria-pressed") === "true";
    button.setAttribute("aria-pressed", String(!chosen));
  } else if (button.dataset.preset) {
    setAmount(button.form, button.dataset.preset);
  } else if (button.dataset.send) {
    send(JSON.parse(button.dataset.send));
  } else if (button.dataset.buy) {
    buy(Number(button.dataset.buy), Number(button.dataset.balance));
  }
}

function setAmount(form, amount) {
  form.querySelector(".slide").value = amount;
  form.querySelector(".amount").value = amount;
  form.querySelector("output").textContent = `$${Number(amount).toFixed(2)}`;
}

function onInput(event) {
  const form = event.target.closest("form.range");
  if (!form) return;
  const other = form.querySelector(event.target.matches(".slide") ? ".amount" : ".slide");
  other.value = event.target.value;
  form.querySelector("output").textContent = `$${Number(event.target.value).toFixed(2)}`;
}

function onSubmit(event) {
  const form = event.target.closest("form[data-action]");
  if (!form) return;
  event.preventDefault();
  const panel = form.closest("[data-ask]");
  const action = form.dataset.action;
  if (form.matches(".range")) {
    decide(panel, { action, amount: Number(form.querySelector(".amount").value).toFixed(2) });
    return;
  }
  const cards = [...form.querySelectorAll("[aria-pressed=true]")].map((each) => each.dataset.card);
  if (cards.length) decide(panel, { action, cards: cards.join(" ") });
  else say("Choose at least one card to hold.");
}

function onKey(event) {
  const control = event.target.closest("button, a, input, summary, textarea");
  if (event.key === " " && !control && skip()) event.preventDefault();
}

document.addEventListener("click", onClick);
document.addEventListener("input", onInput);
document.addEventListener("submit", onSubmit);
document.addEventListener("keydown", onKey);
paintAll();
follow(region, onRegion, onState);
