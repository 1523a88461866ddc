// Super Omaha's jackpots: "House and Progressive Jackpots" and appendices D and E, notes 1 to 6.
// A meter is an exact fraction of cents; what is displayed, and every pay, is whole cents.
import { Fraction, Refused, formatDollars, readDollars } from "./money.mjs";
import { jackpots as printed } from "./tables/super-omaha.mjs";

const TYPES = ["house", "progressive"];
const MOVING = ["seed", "rate", "reserve", "maximum", "reserved", "overflow"];
const KEYS = ["paytable", "type", "wager", "meter", "linked", ...MOVING];
const ZERO = new Fraction(0n);
const WHOLE = new Fraction(1n);
const TRILLION = new Fraction(10n ** 12n);
const DECIMAL = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,2}))?$/;

// ---- Terms ------------------------------------------------------------------------------------

// At most two sensors on a layout, one game each, all of one type (House and Progressive Jackpots).
export function readJackpots(given) {
  if (!Array.isArray(given)) throw new Refused("jackpots: a list is needed");
  if (given.length > 2) throw new Refused("jackpots: a layout has at most two sensors");
  const jackpots = given.map((terms, at) => readTerms(terms, `jackpot-${at + 1}`));
  if (new Set(jackpots.map((jackpot) => jackpot.type)).size > 1) {
    throw new Refused("jackpots: all jackpots on a table are of one type");
  }
  return jackpots;
}

function readTerms(terms, name) {
  if (terms === null || typeof terms !== "object" || Array.isArray(terms)) {
    throw new Refused(`${name}: an object is needed`);
  }
  for (const key of Object.keys(terms)) {
    if (!KEYS.includes(key)) throw new Refused(`${name}: ${key} is unknown`);
    if (terms.type === "house" && MOVING.includes(key)) {
      throw new Refused(`${name}: a house jackpot is a fixed prize and has no ${key}`);
    }
  }
  if (!TYPES.includes(terms.type)) throw new Refused(`${name}: type is house or progressive`);
  if (!Object.hasOwn(printed, terms.paytable)) {
    throw new Refused(`${name}: no pay table ${terms.paytable} is printed`);
  }
  if (terms.type === "house" && terms.meter === undefined) {
    throw new Refused(`${name}: the posted prize is missing (meter)`);
  }
  const { wager: fixed = 1, seed: again = 0, rate = 0, reserve = 0, reserved = 0 } = terms;
  const { maximum = null, overflow = 0 } = terms;
  const wager = readDollars(fixed);
  if (wager <= 0) throw new Refused(`${name}: the fixed wager must be above 0`);

  const seed = readCents(again, `${name} seed`);
  const jackpot = {
    name,
    paytable: terms.paytable,
    rows: printed[terms.paytable],
    topOdds: highestOdds(printed[terms.paytable]),
    type: terms.type,
    wager,
    seed,
    rate: readPart(rate, `${name} rate`),
    reserveRate: readPart(reserve, `${name} reserve`),
    maximum: maximum === null ? null : readCents(maximum, `${name} maximum`),
    meter: terms.meter === undefined ? seed : readCents(terms.meter, `${name} meter`),
    reserve: readCents(reserved, `${name} reserved`),
    overflow: readCents(overflow, `${name} overflow`),
  };
  if (jackpot.rate.add(jackpot.reserveRate).cmp(WHOLE) > 0) {
    throw new Refused(`${name}: rate and reserve together exceed the wager`);
  }
  if (jackpot.maximum !== null) {
    if (seed.cmp(jackpot.maximum) > 0) throw new Refused(`${name}: the seed is above the maximum`);
    if (jackpot.meter.cmp(jackpot.maximum) > 0) {
      throw new Refused(`${name}: the meter is above the maximum`);
    }
  }
  if (terms.linked !== undefined) checkLinks(jackpot, terms.linked);
  return jackpot;
}

// Tables link only with the same type, fixed wager, winning hands and probabilities: the same hands
// win, the same part of the meter, and never a five-card with a seven-card jackpot. They share one
// meter, or one posted prize: a link that states another is none.
function checkLinks(jackpot, linked) {
  if (!Array.isArray(linked)) throw new Refused(`${jackpot.name} linked: a list is needed`);
  for (const terms of linked) {
    const other = readTerms(terms, `${jackpot.name} link`);
    const same =
      other.type === jackpot.type &&
      other.wager === jackpot.wager &&
      other.paytable[0] === jackpot.paytable[0] &&
      winningHands(other) === winningHands(jackpot);
    if (!same) throw new Refused(`${jackpot.name}: cannot be linked with ${other.paytable}`);
    if (terms.meter !== undefined && other.meter.cmp(jackpot.meter) !== 0) {
      throw new Refused(`${jackpot.name}: linked tables share one meter`);
    }
  }
}

function winningHands(jackpot) {
  const winning = jackpot.rows.filter((row) => row.pay !== "-" && row.pay !== "Loss");
  return winning.map((row) => `${row.hand} ${row.pay.startsWith("$") ? "$" : row.pay}`).join();
}

// The highest odds to 1 of a table, for an aggregate limit: "for 1" counts one less, and
// percentages of a meter not at all.
function highestOdds(rows) {
  const dollars = rows.filter((row) => row.pay.startsWith("$")).map((row) => inDollars(row.pay));
  return Fraction.of(Math.max(...dollars) - 1);
}

function inDollars(pay) {
  return Number(pay.replace(/[$,]/g, ""));
}

// A decimal such as 0.2, ".5", "+10.123" or 1e-7, exactly.
function readDecimal(value, what) {
  const text = typeof value === "number" ? String(value) : value;
  const parts = typeof text === "string" ? DECIMAL.exec(text.trim()) : null;
  if (parts === null) throw new Refused(`${what}: ${JSON.stringify(value)} is no number`);
  const [, sign, whole, decimals = "", exponent = "0"] = parts;
  const digits = new Fraction(BigInt(whole + decimals));
  const number = digits.mul(power(Number(exponent) - decimals.length));
  return sign === "-" ? ZERO.sub(number) : number;
}

function power(exponent) {
  const ten = 10n ** BigInt(Math.abs(exponent));
  return exponent < 0 ? new Fraction(1n, ten) : new Fraction(ten);
}

// Dollars, which may have fractions of a cent, to an exact number of cents.
function readCents(value, what) {
  const dollars = readDecimal(value, what);
  if (dollars.cmp(ZERO) < 0) throw new Refused(`${what} is below 0`);
  if (dollars.cmp(TRILLION) > 0) throw new Refused(`${what} is too large`);
  return dollars.mul(100n);
}

function readPart(value, what) {
  const part = readDecimal(value, what);
  if (part.cmp(ZERO) < 0 || part.cmp(WHOLE) > 0) throw new Refused(`${what}: from 0 to 1`);
  return part;
}

// ---- The meter --------------------------------------------------------------------------------

// A round's contributions are on the meter before anything is paid from it.
export function contribute(jackpot, wagers) {
  const wagered = Fraction.of(BigInt(jackpot.wager * wagers));
  jackpot.meter = jackpot.meter.add(wagered.mul(jackpot.rate));
  jackpot.reserve = jackpot.reserve.add(wagered.mul(jackpot.reserveRate));
  holdToMaximum(jackpot);
}

// What exceeds a posted maximum waits as overflow.
function holdToMaximum(jackpot) {
  if (jackpot.maximum === null || jackpot.meter.cmp(jackpot.maximum) <= 0) return;
  jackpot.overflow = jackpot.overflow.add(jackpot.meter.sub(jackpot.maximum));
  jackpot.meter = jackpot.maximum;
}

// The seed is added to what is left; the reserve pays for it as far as it reaches, and the
// overflow comes back to the meter.
function reseed(jackpot) {
  const fromReserve = jackpot.reserve.cmp(jackpot.seed) < 0 ? jackpot.reserve : jackpot.seed;
  jackpot.reserve = jackpot.reserve.sub(fromReserve);
  jackpot.meter = jackpot.meter.add(jackpot.seed).add(jackpot.overflow);
  jackpot.overflow = ZERO;
  holdToMaximum(jackpot);
}

// ---- Awards (appendices D and E, notes 4 to 6) ------------------------------------------------

// winners: [{seat, row}] in settling order, each with its row of the pay table. Each gets `paid`,
// whole cents. Dollar prizes go with the fixed wager; percentages are of the displayed jackpot
// and are the only pays that leave the meter.
export function award(jackpot, winners, policy) {
  for (const winner of winners) {
    if (winner.row.pay.startsWith("$")) winner.paid = prize(winner.row.pay, jackpot);
  }
  const hits = winners.filter((winner) => winner.row.pay.endsWith("%"));
  for (const hit of hits) hit.part = Fraction.of(BigInt(hit.row.pay.slice(0, -1))).div(100n);

  if (jackpot.type === "house") {
    // A fixed posted prize: each winner's percentage in full, and it never changes.
    for (const hit of hits) hit.paid = percentage(jackpot.meter, hit.part);
  } else if (policy === "in-settling-order") {
    for (const hit of hits) {
      hit.paid = percentage(jackpot.meter, hit.part);
      takeOff(jackpot, [hit]);
    }
  } else {
    // each-of-displayed, and shared where together they exceed the whole.
    const total = hits.reduce((sum, hit) => sum.add(hit.part), ZERO);
    const divide = policy === "shared" && total.cmp(WHOLE) > 0;
    for (const hit of hits) {
      hit.paid = percentage(jackpot.meter, divide ? hit.part.div(total) : hit.part);
    }
    if (hits.length > 0) takeOff(jackpot, hits);
  }
}

// A part of the displayed jackpot, rounded down to the cent.
function percentage(meter, part) {
  return Number(part.mul(Fraction.of(meter.floor())).floor());
}

// The pays leave the displayed cents, and the house covers what these lack; the fraction of a cent
// stays in any case. After a 100 % pay the seed is added.
function takeOff(jackpot, hits) {
  const displayed = jackpot.meter.floor();
  const pays = hits.reduce((sum, hit) => sum + BigInt(hit.paid), 0n);
  jackpot.meter = jackpot.meter.sub(pays < displayed ? pays : displayed);
  if (hits.some((hit) => hit.part.cmp(WHOLE) === 0)) reseed(jackpot);
}

// Note 6: a printed dollar amount is for a fixed wager of one dollar.
export function prize(pay, jackpot) {
  const cents = inDollars(pay) * jackpot.wager;
  if (!Number.isSafeInteger(cents)) throw new Refused(`${jackpot.name}: a pay beyond counting`);
  return cents;
}

// "100%", "$1,500", "$12.50": a prize as it is displayed for the fixed wager.
export function paysText(pay, jackpot) {
  if (pay.endsWith("%")) return pay;
  const [dollars, cents] = formatDollars(prize(pay, jackpot)).split(".");
  const whole = dollars.replace(/\B(?=(\d{3})+$)/g, ",");
  return cents === "00" ? `$${whole}` : `$${whole}.${cents}`;
}

// ---- What is answered -------------------------------------------------------------------------

export function describe(jackpot, awards) {
  return {
    paytable: jackpot.paytable,
    type: jackpot.type,
    meter: formatDollars(Number(jackpot.meter.floor())),
    exact: jackpot.meter.div(100n).toString(),
    reserve: jackpot.reserve.div(100n).toString(),
    overflow: jackpot.overflow.div(100n).toString(),
    awards,
  };
}
