// Fair deals, as docs/fair.md has them byte by byte: SHA-256 and HMAC of its own (a page that came
// over plain http has no other), the commitment, the stream and the shuffle.
import { RANKS, SUITS } from "./cards.mjs";
import { Refused } from "./money.mjs";

// ---- SHA-256 (FIPS 180-4) and HMAC (RFC 2104) --------------------------------------------------

// The first 32 bits of the fractional parts of roots of the first primes, in whole numbers.
function rootBits(prime, degree) {
  const power = BigInt(degree);
  const wanted = BigInt(prime) << (32n * power);
  let low = 0n;
  let high = BigInt(prime) << 32n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** power <= wanted) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn) | 0;
}

const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n += 1) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const ROUNDS = Int32Array.from(PRIMES, (prime) => rootBits(prime, 3));
const BEGIN = Int32Array.from(PRIMES.slice(0, 8), (prime) => rootBits(prime, 2));
const BLOCK = 64; // bytes

function turn(word, by) {
  return (word >>> by) | (word << (32 - by));
}

// Bytes given piece by piece; digest() gives the 32 bytes.
export class Sha256 {
  constructor() {
    this.state = Int32Array.from(BEGIN);
    this.rest = new Uint8Array(BLOCK);
    this.kept = 0; // bytes in rest
    this.length = 0;
    this.words = new Int32Array(64);
  }

  update(bytes) {
    this.length += bytes.length;
    let at = 0;
    if (this.kept > 0) {
      at = Math.min(BLOCK - this.kept, bytes.length);
      this.rest.set(bytes.subarray(0, at), this.kept);
      this.kept += at;
      if (this.kept < BLOCK) return this;
      this.take(this.rest, 0);
      this.kept = 0;
    }
    for (; at + BLOCK <= bytes.length; at += BLOCK) this.take(bytes, at);
    this.rest.set(bytes.subarray(at), 0);
    this.kept = bytes.length - at;
    return this;
  }

  take(bytes, from) {
    const { state, words } = this;
    for (let n = 0; n < 16; n += 1) {
      const at = from + 4 * n;
      words[n] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
    }
    for (let n = 16; n < 64; n += 1) {
      const early = words[n - 15];
      const late = words[n - 2];
      const one = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const two = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words[n] = (words[n - 16] + one + words[n - 7] + two) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let n = 0; n < 64; n += 1) {
      const mix = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const one = (h + mix + ((e & f) ^ (~e & g)) + ROUNDS[n] + words[n]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
  }

  digest() {
    const bits = this.length * 8;
    const pad = new Uint8Array((this.kept < 56 ? 64 : 128) - this.kept);
    pad[0] = 0x80;
    const view = new DataView(pad.buffer);
    view.setUint32(pad.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(pad.length - 4, bits % 2 ** 32);
    this.update(pad);
    const found = new Uint8Array(32);
    this.state.forEach((word, n) => new DataView(found.buffer).setInt32(4 * n, word));
    return found;
  }
}

export function sha256(bytes) {
  return new Sha256().update(bytes).digest();
}

export function hmac(key, bytes) {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const inner = new Sha256().update(padded.map((byte) => byte ^ 0x36)).update(bytes).digest();
  return new Sha256().update(padded.map((byte) => byte ^ 0x5c)).update(inner).digest();
}

// ---- Text and digits ---------------------------------------------------------------------------

const encoder = new TextEncoder();

export function utf8(text) {
  return encoder.encode(text);
}

export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function hashText(text) {
  return toHex(sha256(utf8(text)));
}

function seedBytes(seed) {
  if (typeof seed !== "string" || !/^[0-9a-f]{64}$/.test(seed)) {
    throw new Refused("seed: 64 hexadecimal digits are needed");
  }
  return Uint8Array.from(seed.match(/../g), (pair) => Number.parseInt(pair, 16));
}

// ---- The sums of docs/fair.md ------------------------------------------------------------------

// 2. The commitment.
export function commitmentOf(seed) {
  seedBytes(seed);
  return hashText(`{"seed":"${seed}"}`);
}

// 3. The place; added is {seat: text}.
export function placeOf(table, round, added = {}) {
  const seats = Object.keys(added).map(Number).sort((a, b) => a - b);
  const words = seats.map((seat) => `${seat}:${toHex(utf8(added[seat]))}\n`);
  return `pitboss deal 1\n${table}\n${round}\n${words.join("")}`;
}

// 4. The stream: one block.
export function blockOf(seed, place, number) {
  return hmac(seedBytes(seed), utf8(`${place}${number}`));
}

function* streamOf(seed, place) {
  for (let number = 0; ; number += 1) yield* blockOf(seed, place, number);
}

// 5 and 6. The deck, top card first, as text.
export function deckOf(seed, table, round, added = {}) {
  const cards = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
  let left = cards.length;
  for (const byte of streamOf(seed, placeOf(table, round, added))) {
    if (byte >= 256 - (256 % left)) continue;
    const pick = byte % left;
    left -= 1;
    [cards[left], cards[pick]] = [cards[pick], cards[left]];
    if (left === 1) break;
  }
  return cards.join(" ");
}
