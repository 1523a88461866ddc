// Canonical JSON (docs/audit.md): sorted keys, no spaces, everything outside ASCII escaped. Numbers
// stay as they were written, since 1.0 and 1 are different bytes.
import { hashText } from "./fair.mjs";
import { Refused } from "./money.mjs";

export const START = "0".repeat(64); // before the first entry of a chain
const DEEPEST = 200;

// A text as JSON in ASCII.
export function quote(text) {
  return JSON.stringify(text).replace(/[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function byCodePoint(one, other) {
  const [left, right] = [Array.from(one), Array.from(other)];
  const at = left.findIndex((sign, n) => sign !== right[n]);
  if (at < 0) return left.length - right.length;
  return at < right.length ? left[at].codePointAt(0) - right[at].codePointAt(0) : 1;
}

// Reads JSON to a value and keeps the canonical text of every object in it.
export class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.texts = new Map(); // object: its canonical text
    [this.value] = this.read(0);
    this.skip();
    if (this.at !== text.length) this.refuse();
  }

  refuse() {
    throw new Refused(`no JSON at character ${this.at + 1}`);
  }

  skip() {
    while (/[ \t\n\r]/.test(this.text[this.at] ?? "")) this.at += 1;
  }

  token(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) this.refuse();
    this.at = pattern.lastIndex;
    return found[0];
  }

  expect(sign) {
    this.skip();
    if (this.text[this.at] !== sign) this.refuse();
    this.at += 1;
  }

  // Gives [value, canonical text].
  read(depth) {
    if (depth > DEEPEST) this.refuse();
    this.skip();
    const sign = this.text[this.at];
    if (sign === "{") return this.readObject(depth);
    if (sign === "[") return this.readList(depth);
    if (sign === '"') {
      const value = JSON.parse(this.token(/"(?:[^"\\\0-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"/y));
      return [value, quote(value)];
    }
    const plain = this.token(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y);
    return [JSON.parse(plain), plain];
  }

  // What stands between brackets, part by part.
  readParts(close, readPart) {
    this.at += 1;
    this.skip();
    if (this.text[this.at] === close) {
      this.at += 1;
      return;
    }
    for (;;) {
      readPart();
      this.skip();
      if (this.text[this.at] === close) break;
      this.expect(",");
    }
    this.at += 1;
  }

  readList(depth) {
    const parts = [];
    this.readParts("]", () => parts.push(this.read(depth + 1)));
    return [parts.map(([value]) => value), `[${parts.map(([, text]) => text).join(",")}]`];
  }

  readObject(depth) {
    const value = {};
    const texts = new Map();
    this.readParts("}", () => {
      this.skip();
      if (this.text[this.at] !== '"') this.refuse();
      const [key] = this.read(depth + 1);
      this.expect(":");
      const [part, text] = this.read(depth + 1);
      if (texts.has(key)) this.refuse();
      Object.defineProperty(value, key,
        { value: part, enumerable: true, configurable: true, writable: true });
      texts.set(key, text);
    });
    const keys = [...texts.keys()].sort(byCodePoint);
    const text = `{${keys.map((key) => `${quote(key)}:${texts.get(key)}`).join(",")}}`;
    this.texts.set(value, text);
    return [value, text];
  }
}

// The hash of an entry; body is its canonical text.
export function hashEntry(before, entry, body) {
  const { chain, version, kind, at, who, command } = entry;
  const parts = [quote(before), quote(chain), String(version), quote(kind), quote(at), quote(who),
    command === null ? "null" : quote(command), quote(body)];
  return hashText(`[${parts.join(",")}]`);
}

// Where the value that begins at a place of a JSON text ends.
export function endOfValue(text, from) {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') {
      for (at += 1; text[at] !== '"'; at += 1) {
        if (at >= text.length) return text.length;
        if (text[at] === "\\") at += 1;
      }
    } else if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") {
      if (depth === 0) return at;
      depth -= 1;
    } else if (sign === "," && depth === 0) return at;
  }
  return text.length;
}
