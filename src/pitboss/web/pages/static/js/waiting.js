// A part of a page that is still being worked out: asked for again until it is there.

import { morph } from "./live.js";

const WAIT_MS = 700;
const region = document.getElementById("waiting");

async function look() {
  if (!region.querySelector("[data-wait]")) return;
  try {
    const answer = await fetch(region.dataset.href);
    if (answer.ok) morph(region, await answer.text());
  } catch {
    // asked again below
  }
  setTimeout(look, WAIT_MS);
}

setTimeout(look, WAIT_MS);
