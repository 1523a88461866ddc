// A drill: the answer is sent once, and the judgement takes the place of the question.

import { say } from "./site.js";

const drill = document.getElementById("drill");
const csrf = document.querySelector("meta[name=csrf]").content;
let busy = false;

async function answer(values) {
  if (busy) return;
  busy = true;
  document.getElementById("controls").inert = true;
  document.getElementById("drill-wait").textContent = "Counting…";
  const { address, asked, game } = drill.dataset;
  try {
    const body = new URLSearchParams({ ...values, asked, game, csrf });
    const reply = await fetch(address, { method: "POST", body });
    const text = await reply.text();
    if (reply.ok) {
      drill.innerHTML = text;
      const head = document.getElementById("drill-h");
      head.focus({ preventScroll: true });
      head.closest(".panel").scrollIntoView({ block: "nearest" });
      return;
    }
    say(JSON.parse(text).error);
  } catch {
    say("The server could not be reached. Nothing was judged.");
  } finally {
    busy = false;
  }
  document.getElementById("controls").inert = false;
  document.getElementById("drill-wait").textContent = "";
}

function setAmount(form, amount) {
  form.querySelector(".slide").value = amount;
  form.querySelector(".amount").value = amount;
  form.querySelector("output").textContent = `$${Number(amount).toFixed(2)}`;
}

drill.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { decide: action, amount, card, preset } = button.dataset;
  if (action) answer(amount ? { action, amount } : { action });
  if (card) {
    const chosen = button.getAttribute("aria-pressed") === "true";
    button.setAttribute("aria-pressed", String(!chosen));
  }
  if (preset) setAmount(button.form, preset);
});

drill.addEventListener("input", (event) => {
  const form = event.target.closest("form.range");
  if (!form) return;
  const { value } = event.target;
  form.querySelector(event.target.matches(".slide") ? ".amount" : ".slide").value = value;
  form.querySelector("output").textContent = `$${Number(value).toFixed(2)}`;
});

drill.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-action]");
  if (!form) return;
  event.preventDefault();
  const { action } = form.dataset;
  if (form.matches(".range")) {
    answer({ action, amount: Number(form.querySelector(".amount").value).toFixed(2) });
    return;
  }
  const cards = [...form.querySelectorAll("[aria-pressed=true]")].map((each) => each.dataset.card);
  if (cards.length) answer({ action, cards: cards.join(" ") });
  else say("Choose at least one card to hold.");
});
drill.dataset.ready = "yes";
