// A drill: the answer is sent once, and the judgement takes the place of the question.

import { amountOf, onAmount, setAmount } from "./amounts.js";
import { say } from "./site.js";
import { words } from "./words.js";

const drill = document.getElementById("drill");
const csrf = document.querySelector("meta[name=csrf]").content;
let busy = false;

async function answer(values) {
  if (busy) return;
  busy = true;
  document.getElementById("controls").inert = true;
  document.getElementById("drill-wait").textContent = words.counting;
  const { address, asked, game, ahead } = drill.dataset;
  try {
    const body = new URLSearchParams({ ...values, asked, game, ahead, csrf });
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
    say(words.unreachable("judged"));
  } finally {
    busy = false;
  }
  document.getElementById("controls").inert = false;
  document.getElementById("drill-wait").textContent = "";
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

drill.addEventListener("input", onAmount);

drill.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-action]");
  if (!form) return;
  event.preventDefault();
  const { action } = form.dataset;
  if (form.matches(".range")) {
    answer({ action, amount: amountOf(form) });
    return;
  }
  const cards = [...form.querySelectorAll("[aria-pressed=true]")].map((each) => each.dataset.card);
  if (cards.length) answer({ action, cards: cards.join(" ") });
  else say(words.cardsMissing);
});
drill.dataset.ready = "yes";
