// A place that speaks and is never redrawn: what the server lists to be said is said here once, line
// by line, in order. The table around it may change as it likes.

const MOST_LINES = 20;
const region = document.getElementById("region");
const said = document.getElementById("said");
let heard = new Set();

export function speak(words) {
  const line = document.createElement("p");
  line.textContent = words.trim().replace(/\s+/g, " ");
  said.append(line);
  while (said.childElementCount > MOST_LINES) said.firstElementChild.remove();
}

function listen() {
  const lines = [...region.querySelectorAll("#spoken > li")];
  for (const line of lines) if (!heard.has(line.id)) speak(line.textContent);
  heard = new Set(lines.map((line) => line.id));
}

// Whoever comes to the page reads it; only a question that waits is said at once.
heard = new Set([...region.querySelectorAll("#spoken > li")].map((line) => line.id));
const waiting = region.querySelector("[data-ask]");
if (waiting) heard.delete(`say-${waiting.dataset.ask}`);
listen();
new MutationObserver(listen).observe(region, { childList: true, subtree: true, characterData: true });
