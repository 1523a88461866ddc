// An exported log (docs/audit.md), line by line: the hash chains, and what each line says.
import { Accounts, Meters } from "./books.mjs";
import { START, endOfValue, hashEntry } from "./canonical.mjs";
import { TableChain, followStand } from "./chain.mjs";
import { checkSecret } from "./exported.mjs";
import { Sha256, hashText, toHex, utf8 } from "./fair.mjs";
import { Refused, reasonOf } from "./money.mjs";
import { checkPostings } from "./postings.mjs";
import { isObject } from "./steps.mjs";

const HASH = /^[0-9a-f]{64}$/;
const BODY = ',"body":';

function isEntry(entry) {
  return isObject(entry) && isObject(entry.body) && Number.isSafeInteger(entry.version)
    && HASH.test(entry.hash) && ["chain", "kind", "at", "who"].every(
      (key) => typeof entry[key] === "string")
    && (entry.command === null || typeof entry.command === "string");
}

export class LogCheck {
  // `found` is called with each finding: {chain, round, step, seat, wager, rule, text}; `signed`
  // says whether a text was signed by one of some keys, where the machine can tell.
  constructor(found, signed = null) {
    this.found = found;
    this.signed = signed;
    this.lastHead = null; // [number, SHA-256]
    this.counts = {};
    this.findings = 0;
    this.digest = new Sha256();
    this.lines = 0;
    this.first = null;
    this.ends = new Map(); // chain: [version, hash]
    this.named = new Map(); // chain: {version: [hash, head]} that heads name and are to come
    this.tables = new Map();
    this.meters = new Meters();
    this.sealed = new Set(); // commitments of all tables
    this.accounts = null; // in a whole log
    this.kept = new Map(); // balances that the house keeps
    this.end = null;
  }

  count(what, by = 1) {
    this.counts[what] = (this.counts[what] ?? 0) + by;
  }

  find(entry, finding) {
    this.findings += 1;
    this.found({ chain: entry?.chain ?? null, version: entry?.version ?? null,
      round: Number.isInteger(entry?.body?.round) ? entry.body.round : null, ...finding });
  }

  say(step, text, entry = null) {
    this.find(entry, { step, seat: null, wager: null, rule: null, text });
  }

  // One line, without its line feed; the bytes are what the last line's digest is over.
  line(text, bytes = utf8(`${text}\n`)) {
    this.lines += 1;
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      if (this.lines === 1) throw new Refused("this is no exported log");
      this.say("lines", `line ${this.lines} is no JSON`);
      return;
    }
    try {
      this.takeValue(value, text);
    } catch (problem) {
      if (this.lines === 1) throw new Refused(reasonOf(problem));
      this.say("lines", `line ${this.lines}: ${reasonOf(problem)}`, isEntry(value?.entry)
        ? value.entry : null);
    }
    if (this.end === null) this.digest.update(bytes);
  }

  takeValue(value, text) {
    if (this.lines === 1) this.begin(value);
    else if (this.end !== null) this.say("lines", `line ${this.lines} stands after the last line`);
    else if (isObject(value?.entry)) this.entry(value.entry, text);
    else if (isObject(value?.head)) this.head(value, text);
    else if (isObject(value?.balance)) this.kept.set(value.balance.account, value.balance.cents);
    else if (isObject(value?.end)) this.finish(value, text);
    else this.say("lines", `line ${this.lines} is of no kind that a log has`);
  }

  begin(value) {
    if (!isObject(value) || value.format !== "pitboss-log") {
      throw new Refused("this is no exported log: its first line has not the format pitboss-log");
    }
    if (value.version !== 1) throw new Refused(`logs of version ${value.version} are unknown`);
    this.first = value;
    const begun = Object.values(value.chains ?? {});
    if (!begun.every(([version, hash]) => Number.isSafeInteger(version) && HASH.test(hash))) {
      throw new Refused("this is no exported log: its first line names chains without a hash");
    }
    const { table = "", first_day: from = "", last_day: to = "" } = value.scope ?? {};
    if (table === "" && from === "" && to === "") this.accounts = new Accounts();
    for (const [chain, [version, hash]] of Object.entries(value.chains ?? {})) {
      this.ends.set(chain, [version, hash]);
      if (version !== 0) this.accounts = null; // what was removed had postings
    }
  }

  // Heads are a chain too: each has the number after the one before, and the hash of it.
  head({ head, signature }, text) {
    this.count("heads");
    const [body, name] = [text.slice(8, endOfValue(text, 8)), `head ${head.number}`];
    this.checkSigned(name, body, signature);
    const hash = hashText(body);
    if (this.lastHead !== null && this.lastHead[0] + 1 === head.number
      ? this.lastHead[1] !== head.previous : this.lastHead !== null) {
      this.say("heads", `${name} does not follow head ${this.lastHead[0]}`);
    }
    this.lastHead = [head.number, hash];
    for (const [chain, [version, hash]] of Object.entries(head.chains ?? {})) {
      const named = this.named.get(chain) ?? new Map();
      named.set(version, [hash, head.number]);
      this.named.set(chain, named);
    }
  }

  entry(entry, text) {
    this.count("entries");
    if (!isEntry(entry)) {
      this.say("chain", `line ${this.lines} is no entry`);
      return;
    }
    this.followChain(entry, text);
    const unbalanced = checkPostings(entry.body);
    if (unbalanced !== null) this.say("postings", `entry ${entry.version}: ${unbalanced}`, entry);
    else if (this.accounts !== null) {
      for (const [since, account] of this.accounts.post(entry)) this.owes(since, account);
    }
    if (entry.chain !== "house") this.tableOf(entry).take(entry);
    else this.takeHouse(entry);
  }

  owes(since, account) {
    this.say("postings", `entry ${since.version}: account ${account} is below zero after it`, since);
  }

  followChain(entry, text) {
    const [version, before] = this.ends.get(entry.chain) ?? [0, START];
    if (entry.version !== version + 1) {
      this.say("chain", `entry ${entry.version} follows entry ${version}`, entry);
    }
    const from = text.indexOf(BODY) + BODY.length;
    const body = text.slice(from, endOfValue(text, from));
    if (hashEntry(before, entry, body) !== entry.hash) {
      this.say("chain", `entry ${entry.version} (${entry.kind}): its hash is not that of what it says`,
        entry);
    }
    this.ends.set(entry.chain, [entry.version, entry.hash]);
    const named = this.named.get(entry.chain);
    const claim = named?.get(entry.version);
    if (claim === undefined) return;
    named.delete(entry.version);
    this.count("entries that heads name");
    if (claim[0] !== entry.hash) {
      this.say("heads", `entry ${entry.version} is not the one that head ${claim[1]} names`, entry);
    }
  }

  tableOf({ chain, version }) {
    let table = this.tables.get(chain);
    if (table === undefined) {
      table = new TableChain(chain, this, version === 1);
      this.tables.set(chain, table);
    }
    return table;
  }

  takeHouse(entry) {
    const { kind, body } = entry;
    if (kind === "jackpot-opened" && isObject(body.terms)) this.meters.open(body.jackpot, body.terms);
    if (kind === "meter-adjusted" && isObject(body.stands)) {
      followStand(this, entry, body.jackpot, body.stands);
    }
    const wrong = checkSecret(entry);
    if (wrong !== null) this.say("commitment", `entry ${entry.version}: ${wrong}`, entry);
  }

  // A meter has moved; `before` and `after` are its three parts.
  follow(entry, jackpot, move) {
    this.count("moves of meters");
    const found = this.meters.move(jackpot, { ...move, at: entry.at, entry });
    for (const [made, text] of found) this.say("meters", text, made.entry);
  }

  checkSigned(name, body, signature) {
    if (this.signed === null) return;
    this.count("signatures");
    if (!this.signed(body, signature, this.first.keys ?? [])) {
      this.say("heads", `${name} is not signed by a key of this log`);
    }
  }

  finish({ end, signature }, text) {
    this.end = end;
    this.checkSigned("the last line", text.slice(7, endOfValue(text, 7)), signature);
    if (toHex(this.digest.digest()) !== end.sha256) {
      this.say("lines", "the bytes are not those whose SHA-256 the last line has");
    }
    for (const [chain, [version, hash]] of Object.entries(end.chains ?? {})) {
      const [is, found] = this.ends.get(chain) ?? [0, START];
      if (is === version && found === hash) continue;
      this.say("chain", `${chain} ends with entry ${is}, where the last line names entry ${version}`);
    }
    if (end.entries !== (this.counts.entries ?? 0)) {
      this.say("lines", `${this.counts.entries ?? 0} entries are here, and ${end.entries} were written`);
    }
  }

  // When there are no more lines.
  close() {
    if (this.first === null) throw new Refused("this is no exported log: it is empty");
    if (this.end === null) this.say("lines", "the last line is missing: the log was cut off");
    for (const table of this.tables.values()) table.close();
    for (const [made, text] of this.meters.finish()) this.say("meters", text, made.entry);
    this.closeHeads();
    if (this.accounts === null) return;
    for (const [since, account] of this.accounts.stillShort()) this.owes(since, account);
    for (const text of this.accounts.compare(this.kept)) this.say("balances", text);
    this.count("balances", this.kept.size);
  }

  closeHeads() {
    const begun = this.first.chains ?? {};
    for (const [chain, named] of this.named) {
      for (const [version, [hash, head]] of named) {
        const [before, at] = begun[chain] ?? [Infinity, ""];
        if (version < before || !this.ends.has(chain)) continue; // before this part of the log
        if (version === before && hash === at) continue;
        this.say("heads", `head ${head} names entry ${version} of ${chain}, which is not here`);
      }
    }
  }
}
