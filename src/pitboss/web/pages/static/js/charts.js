// Charts that a program beside the server draws: asked for once the page stands, and put in place
// when they are there. Without this script the page is loaded anew after some seconds.

const PAUSE_MS = 1500;
const MOST_TRIES = 10;

// A part of the page with charts in it, or nothing while they cannot be had.
async function fetchPart(href) {
  try {
    const answer = await fetch(`${location.pathname}${href}`);
    if (!answer.ok) return null;
    const part = document.createElement("template");
    part.innerHTML = await answer.text();
    for (const each of part.content.querySelectorAll("noscript")) each.remove();
    return part.content.querySelector("[data-charts]");
  } catch {
    return null;
  }
}

export async function fetchCharts(root) {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const waiting = root.querySelector("[data-chart]");
    if (!waiting) return;
    const fresh = await fetchPart(waiting.dataset.chart);
    if (!waiting.isConnected) continue; // the page has changed meanwhile
    if (fresh) waiting.closest("[data-charts]").replaceWith(fresh);
    if (!fresh || fresh.querySelector("[data-chart]")) {
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  }
}

fetchCharts(document);
