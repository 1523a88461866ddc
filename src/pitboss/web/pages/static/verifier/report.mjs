// What was checked, in words, for a page: used by the round's page and by the file to keep.
import { checkRecord } from "./steps.mjs";

const TITLES = {
  seal: "Seal you saw",
  commitment: "Commitment and seed",
  deck: "Deck",
  opening: "Wagers",
  decisions: "Decisions",
  deal: "Cards",
  settlement: "Settlement",
  meters: "Jackpots",
};

const STATUS = {
  corrected: "The house has taken this round back since: every wager was returned.",
  void: "The round was void: every wager was returned.",
};

export const words = {
  right: "Everything fits.",
  wrong: (count) => `${count} ${count === 1 ? "thing does" : "things do"} not fit.`,
  took: (milliseconds) => `Checked in ${milliseconds} ms, in this browser.`,
  unnoted: "This browser noted no seal before the wagers: it has the commitment from the record.",
};

// Checks a record and takes the time.
export function checkNow(record, noted = null) {
  const begun = performance.now();
  const outcome = checkRecord(record, noted);
  const milliseconds = Math.max(1, Math.round(performance.now() - begun));
  return { ...outcome, milliseconds, isRight: outcome.findings.length === 0 };
}

function element(page, name, text = "", className = "") {
  const made = page.createElement(name);
  if (text) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function cite({ seat, wager, rule }) {
  const named = [seat === null ? "" : `seat ${seat}`, wager ?? "", rule ?? ""].filter(Boolean);
  return named.length > 0 ? ` (${named.join(", ")})` : "";
}

// Each step with a mark, and under it what does not fit.
function paintStep(page, { step, said, good }, findings) {
  const item = element(page, "li", "", good ? "is-right" : "is-wrong");
  item.dataset.step = step;
  item.append(element(page, "span", good ? "✓" : "✗", "check-mark"), element(page, "b", TITLES[step]),
    " ");
  if (good) {
    item.append(element(page, "span", said));
    return item;
  }
  const list = element(page, "ul");
  for (const finding of findings.filter((one) => one.step === step)) {
    list.append(element(page, "li", `${finding.text}${cite(finding)}`));
  }
  item.append(list);
  return item;
}

export function paint(target, record, outcome, noted = null) {
  const page = target.ownerDocument;
  const { steps, findings, milliseconds, isRight } = outcome;
  const head = element(page, "p", isRight ? words.right : words.wrong(findings.length),
    isRight ? "check-verdict is-right" : "check-verdict is-wrong");
  const list = element(page, "ol", "", "steps");
  for (const step of steps) list.append(paintStep(page, step, findings));
  const foot = element(page, "p", words.took(milliseconds), "soft");
  if (noted === null) foot.append(` ${words.unnoted}`);
  target.replaceChildren(head, list, foot);
  if (STATUS[record.status]) foot.before(element(page, "p", STATUS[record.status]));
  target.dataset.verdict = isRight ? "right" : "wrong";
}
