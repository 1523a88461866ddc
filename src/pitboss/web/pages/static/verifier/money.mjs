// Money: whole cents as a Number; exact fractions where cents are not enough (meters, shares).

// An input that breaks a rule. The message is one line.
export class Refused extends Error {}

// Why a value could not be read: a refusal says so itself; whatever has not the form that it should
// have fails where it is used. Anything else is a fault of the verifier.
export function reasonOf(problem) {
  if (problem instanceof Refused) return problem.message;
  if (!(problem instanceof TypeError || problem instanceof RangeError)) throw problem;
  return `not of the form that it should have: ${problem.message}`;
}

const DOLLARS = /^\s*([+-]?)(?=\.?\d)(\d{0,15})(?:\.(\d*))?\s*$/;
const MOST = 10 ** 14; // cents: a trillion dollars

// Dollars as a number or as text ("10", "10.00") to whole cents.
export function readDollars(value) {
  const text = typeof value === "number" ? String(value) : value;
  const parts = typeof text === "string" ? DOLLARS.exec(text) : null;
  if (parts === null) throw new Refused(`${JSON.stringify(value)} is no amount in dollars`);
  const digits = (parts[3] ?? "").replace(/0+$/, "");
  if (digits.length > 2) throw new Refused(`${text} is no whole number of cents`);
  const cents = Number(parts[2]) * 100 + Number(digits.padEnd(2, "0"));
  if (cents > MOST) throw new Refused(`${text} is too large an amount`);
  return parts[1] === "-" && cents > 0 ? -cents : cents;
}

// Whole cents to text: "10.00", "-5.00".
export function formatDollars(cents) {
  const size = Math.abs(cents);
  const text = `${Math.floor(size / 100)}.${String(size % 100).padStart(2, "0")}`;
  return cents < 0 ? `-${text}` : text;
}

function divisor(a, b) {
  while (b !== 0n) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}

// An exact fraction in lowest terms, the denominator above zero.
export class Fraction {
  constructor(n, d = 1n) {
    if (d === 0n) throw new Refused("a fraction over zero");
    const by = divisor(n, d) * (d < 0n ? -1n : 1n);
    this.n = n / by;
    this.d = d / by;
  }

  // Of a Fraction, a BigInt, a Number that prints as a plain decimal, or text: "3/4", "0.25", "7".
  static of(value, under = 1) {
    if (under !== 1) return Fraction.of(value).div(under);
    if (value instanceof Fraction) return value;
    if (typeof value === "bigint") return new Fraction(value);
    const text = typeof value === "number" ? String(value) : value;
    const parts = /^(-?\d+)(?:\.(\d+)|\/(\d+))?$/.exec(typeof text === "string" ? text : "");
    if (parts === null) throw new Refused(`${JSON.stringify(value)} is no number`);
    if (parts[3] !== undefined) return new Fraction(BigInt(parts[1]), BigInt(parts[3]));
    const digits = parts[2] ?? "";
    return new Fraction(BigInt(parts[1] + digits), 10n ** BigInt(digits.length));
  }

  add(other) {
    const o = Fraction.of(other);
    return new Fraction(this.n * o.d + o.n * this.d, this.d * o.d);
  }

  sub(other) {
    const o = Fraction.of(other);
    return new Fraction(this.n * o.d - o.n * this.d, this.d * o.d);
  }

  mul(other) {
    const o = Fraction.of(other);
    return new Fraction(this.n * o.n, this.d * o.d);
  }

  div(other) {
    const o = Fraction.of(other);
    return new Fraction(this.n * o.d, this.d * o.n);
  }

  // The largest whole number not above it, as a BigInt.
  floor() {
    const down = this.n / this.d;
    return this.n < 0n && down * this.d !== this.n ? down - 1n : down;
  }

  // Below zero, zero or above zero as this is smaller, equal or larger.
  cmp(other) {
    const o = Fraction.of(other);
    const left = this.n * o.d;
    const right = o.n * this.d;
    return left < right ? -1 : left > right ? 1 : 0;
  }

  toString() {
    return `${this.n}/${this.d}`;
  }
}
