// "Check this round": the verifier's modules deal and settle the round again in this browser, from
// its public record; what they say can be kept as a file that checks it anew without any network.

import { say } from "./site.js";
import { words } from "./words.js";

const VERIFIER = new URL("../verifier/", import.meta.url);
const section = document.getElementById("check-round");
const report = section?.querySelector("[data-report]");
const keep = section?.querySelector("[data-keep]");
let checked = null;

// The seal as the table's page has noted it before the wagers, if it did.
function notedSeal({ table, round }) {
  return sessionStorage.getItem(`pitboss-seal:${table}:${round}`);
}

async function check() {
  const [answer, verifier] = await Promise.all([
    fetch(section.dataset.record),
    import(new URL("report.mjs", VERIFIER)),
  ]);
  const record = await answer.json();
  if (!answer.ok) throw new Error(record.error);
  const noted = notedSeal(record);
  const outcome = verifier.checkNow(record, noted);
  verifier.paint(report, record, outcome, noted);
  report.dataset.milliseconds = outcome.milliseconds;
  checked = { record, noted };
  keep.hidden = false;
}

function save(text, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function keepCheck() {
  const { collect, fileOf } = await import(new URL("keep.mjs", VERIFIER));
  const { record, noted } = checked;
  const sources = await collect(VERIFIER, "report.mjs");
  const text = fileOf(sources, record, noted, report.innerHTML);
  save(text, `${record.table}-round-${record.round}-check.html`);
}

section?.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  button.disabled = true;
  try {
    await (button === keep ? keepCheck() : check());
  } catch (error) {
    say(`${words.checkFailed} ${error.message}`);
  }
  button.disabled = false;
});
