// A round checked step by step: the commitment, the deck, the deal, the decisions, the settlement
// and the meters. `checkRecord(record)` wants a record as GET /api/tables/ID/rounds/N/record gives
// it, or as exported.mjs makes it of an exported round.
//
// It gives {steps: [{step, said, good}], findings: [{step, seat, wager, rule, text}], answer}.
import { deal } from "./deal.mjs";
import { commitmentOf, deckOf } from "./fair.mjs";
import { Fraction, Refused, reasonOf } from "./money.mjs";
import { compareNet, compareRows } from "./rows.mjs";

const TERMS = ["paytable", "type", "wager", "rate", "reserve", "seed", "maximum"];

export function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function counted(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}

// 1, "1.00" and "1" are one amount.
export function isSame(left, right) {
  if (left === right) return true;
  const [one, other] = [left, right].map((value) => /^-?\d+(\.\d+)?$/.test(value));
  return one && other && Fraction.of(String(left)).cmp(Fraction.of(String(right))) === 0;
}

class Check {
  constructor(record, noted) {
    this.record = record;
    this.noted = noted;
    this.steps = [];
    this.findings = [];
    this.deck = null;
    this.answer = null;
  }

  find(step, text, { seat = null, wager = null, rule = null } = {}) {
    this.findings.push({ step, seat, wager, rule, text });
  }

  // One step: `look` gives the words for what was found right.
  take(step, look) {
    const before = this.findings.length;
    let said = null;
    try {
      said = look();
    } catch (problem) {
      this.find(step, reasonOf(problem));
    }
    const found = this.findings.slice(before);
    if (said === null && found.length === 0) return; // nothing to check
    const good = found.length === 0;
    this.steps.push({ step, said: good ? said : found.map(({ text }) => text).join("; "), good });
  }

  isPublic() {
    return this.record.format === "pitboss-record";
  }

  // ---- Fair ----

  seal() {
    const { commitment } = this.record.fair;
    if (this.noted === null) return null;
    if (this.noted !== commitment) {
      this.find("seal", `before the wagers this browser noted the commitment ${this.noted}, and the `
        + `record has ${commitment}`);
    }
    return "this browser noted the same commitment before the wagers";
  }

  commitment() {
    const { commitment, seed } = this.record.fair;
    if (typeof seed !== "string") {
      if (typeof this.record.deck !== "string") throw new Refused("the seed is not shown");
      return "the deck itself was recorded, as an earlier Pitboss did";
    }
    const fits = commitmentOf(seed);
    if (fits !== commitment) {
      this.find("commitment", `the seed ${seed} has the commitment ${fits}, not ${commitment}`);
    }
    return `the seed fits the commitment ${commitment}`;
  }

  dealDeck() {
    const { table, round, fair, deck } = this.record;
    if (typeof fair.seed !== "string") {
      this.deck = deck;
      return typeof deck === "string" ? "taken as it was recorded: no seed shows where it came from"
        : null;
    }
    const added = fair.added ?? {};
    for (const [seat, word] of Object.entries(added)) {
      if (!/^[1-9]\d*$/.test(seat) || typeof word !== "string" || word === "") {
        throw new Refused(`seat ${seat} has added no word`);
      }
    }
    this.deck = deckOf(fair.seed, table, round, added);
    if (typeof deck === "string" && deck !== this.deck) {
      this.find("deck", "the recorded deck is not the one that the seed gives");
    }
    const words = Object.keys(added).length;
    return `all 52 cards come of the seed, the table, the round and what seats had added: ${
      words === 0 ? "nothing" : counted(words, "word")}`;
  }

  // ---- The round ----

  // The opening on the meters it was settled on: other tables of a link move them meanwhile.
  script() {
    const { script, result } = this.record;
    const meters = result?.meters;
    if (!Array.isArray(meters)) return { ...script, deck: this.deck };
    const jackpots = script.table?.jackpots ?? [];
    if (jackpots.length !== meters.length) throw new Refused("meters: not one for each jackpot");
    meters.forEach((meter, at) => {
      for (const term of TERMS) {
        if (!isSame(jackpots[at][term], meter[term])) {
          this.find("opening", `jackpot-${at + 1}: ${term} was ${jackpots[at][term]} when the `
            + `wagers were made, and ${meter[term]} when they were settled`,
          { wager: `jackpot-${at + 1}` });
        }
      }
    });
    return { ...script, deck: this.deck, table: { ...script.table, jackpots: meters } };
  }

  opening() {
    if (!isObject(this.record.script)) throw new Refused("script: the opening is missing");
    const script = this.script();
    deal({ ...script, decisions: [] });
    const seats = Object.keys(script.wagers ?? script.stacks ?? {});
    return `${script.game}: the wagers of ${counted(seats.length, "seat")} are within the table's `
      + "rulings, pay tables and limits";
  }

  decisions() {
    const { decisions } = this.record;
    if (!Array.isArray(decisions)) throw new Refused("decisions: a list is needed");
    const script = this.script();
    try {
      this.answer = deal({ ...script, decisions });
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      this.findDecision(script, decisions, problem);
      return null;
    }
    if (this.answer.status === "waiting") {
      const [{ seat }] = this.answer.waiting;
      this.find("decisions", `after the last of them seat ${seat} was still to be asked`, { seat });
    }
    if (decisions.length === 0) return "nobody was asked anything";
    return `${counted(decisions.length, "decision")}, allowed when made`;
  }

  // Which of the decisions was the first that the rules do not allow.
  findDecision(script, decisions, problem) {
    for (let made = 1; made <= decisions.length; made += 1) {
      try {
        deal({ ...script, decisions: decisions.slice(0, made) });
      } catch (refused) {
        if (!(refused instanceof Refused)) throw refused;
        const [seat] = decisions[made - 1];
        this.find("decisions", `decision ${made} (${JSON.stringify(decisions[made - 1])}): `
          + refused.message, { seat: Number.isInteger(seat) ? seat : null });
        return;
      }
    }
    this.find("decisions", problem.message);
  }

  cards() {
    const { dealt } = this.record;
    if (this.answer === null) return null;
    const due = this.answer.dealt;
    const order = `${counted(due.length, "card")} dealt in the order of the rules`;
    if (dealt === undefined && !this.isPublic()) return order; // the log has none
    if (!Array.isArray(dealt)) throw new Refused("the cards that were shown are missing");
    for (let at = 0; at < Math.max(due.length, dealt.length); at += 1) {
      const [is, was] = [due[at], dealt[at]];
      if (is === undefined || was === undefined) {
        const has = `${dealt.length} cards were shown as dealt, and ${due.length} are due`;
        this.find("deal", has);
        break;
      }
      if (is.to === was.to && is.card === was.card) continue;
      const seat = /^\d+$/.test(was.to) ? Number(was.to) : null;
      this.find("deal", `card ${at + 1} is ${is.card} to ${is.to}, and ${was.card} to ${was.to} was `
        + "shown", { seat });
    }
    return `${order}, and the same were shown`;
  }

  settlement() {
    const { result, script } = this.record;
    if (this.answer === null || this.answer.status === "waiting") return null;
    if (!isObject(result)) throw new Refused("result: missing");
    if (result.status !== this.answer.status) {
      this.find("settlement", `the round is ${this.answer.status}, not ${result.status}`);
    }
    const rows = Array.isArray(result.settlement) ? result.settlement : [];
    const found = [...compareRows(this.answer.settlement, rows),
      ...compareNet(this.answer.net, result.net ?? {}, rows)];
    if (this.answer.rake !== undefined && typeof result.rake === "string"
      && result.rake !== this.answer.rake) {
      found.push({ text: `the rake is ${this.answer.rake}, not ${result.rake}` });
    }
    for (const one of found) this.find("settlement", one.text, one);
    if (script.stacks !== undefined) return "every pot, its winners and what each seat won or lost";
    return `${counted(rows.length, "row")}: what each wager won or lost, in the order of settling`;
  }

  meters() {
    const { result } = this.record;
    if (this.answer === null || this.answer.status === "waiting") return null;
    const jackpots = this.answer.jackpots ?? [];
    if (jackpots.length === 0) return null;
    const after = result?.after ?? [];
    if (this.isPublic() && after.length !== jackpots.length) {
      throw new Refused("the meters after the round are missing");
    }
    jackpots.forEach((jackpot, at) => {
      const parts = after[at];
      if (parts === undefined) return;
      const due = [jackpot.exact, jackpot.reserve, jackpot.overflow];
      ["meter", "reserve", "overflow"].forEach((part, n) => {
        if (Fraction.of(parts[n]).cmp(Fraction.of(due[n])) !== 0) {
          this.find("meters", `jackpot-${at + 1}: the ${part} comes to ${inDollars(due[n])}, not `
            + `${parts[n]}`, { wager: `jackpot-${at + 1}` });
        }
      });
    });
    return jackpots.map(({ paytable, meter, awards }, at) => `jackpot-${at + 1} (${paytable}) `
      + `stands at ${meter} after contributions and ${counted(awards.length, "award")}`).join("; ");
  }
}

// "n/d" dollars as a decimal where it is one.
export function inDollars(exact) {
  const { n, d } = Fraction.of(exact);
  for (let digits = 2; digits <= 30; digits += 1) {
    const ten = 10n ** BigInt(digits);
    if ((n * ten) % d !== 0n) continue;
    const whole = ((n * ten) / d).toString().padStart(digits + 1, "0");
    return `${whole.slice(0, -digits)}.${whole.slice(-digits)}`;
  }
  return `${n}/${d}`;
}

// `noted`: the commitment that was noted before the wagers, if one was.
export function checkRecord(record, noted = null) {
  if (!isObject(record) || !isObject(record.fair)) throw new Refused("this is no record of a round");
  const check = new Check(record, noted);
  check.take("seal", () => check.seal());
  check.take("commitment", () => check.commitment());
  check.take("deck", () => check.dealDeck());
  if (typeof check.deck === "string") {
    check.take("opening", () => check.opening());
    if (check.steps.at(-1).good) {
      check.take("decisions", () => check.decisions());
      check.take("deal", () => check.cards());
      check.take("settlement", () => check.settlement());
      check.take("meters", () => check.meters());
    }
  }
  return { steps: check.steps, findings: check.findings, answer: check.answer };
}
