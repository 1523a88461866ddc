// A recorded round step by step, without loading the page anew.

import { morph } from "./live.js";

const region = document.getElementById("replay");

function follow() {
  region.querySelector(".replay-steps .here")?.scrollIntoView({ block: "nearest" });
}

async function show(step, push) {
  const answer = await fetch(`${region.dataset.address}?step=${step}&part=1`);
  if (!answer.ok) return;
  morph(region, await answer.text());
  follow();
  if (push) history.replaceState(null, "", `?step=${step}`);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-step]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  show(link.dataset.step, true);
});
follow();
document.body.dataset.ready = "yes";
