// A session's review: judgements come in as they are ready, and a round is chosen without loading
// the page anew. Without this script the links do the same.

import { fetchCharts } from "./charts.js";
import { morph } from "./live.js";

const region = document.getElementById("review");
const PAUSE_MS = 900;

async function show(search) {
  const glue = search ? "&" : "?";
  const answer = await fetch(`${location.pathname}${search}${glue}part=1`);
  if (!answer.ok) return false;
  morph(region, await answer.text());
  fetchCharts(region);
  return true;
}

// Where the felt is not beside the list, whoever chose a round is taken to it.
function goTo(place) {
  const { top } = place.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) place.scrollIntoView();
}

async function follow() {
  while (region.querySelector(".judging[role=status]")) {
    await new Promise((done) => setTimeout(done, PAUSE_MS));
    await show(location.search);
  }
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("#review a[href^='?']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const [search, place] = link.getAttribute("href").split("#");
  if (!(await show(search))) return;
  history.replaceState(null, "", search);
  if (place) goTo(document.getElementById(place));
});
document.body.dataset.ready = "yes";
follow();
