// Five Card Holdout: a table's rulings, limits and law, read from a script and checked.
// Amounts are whole cents from here on.
import { formatDollars, readDollars, Refused } from "../money.mjs";
import { readLimits, readObject, readProfile, readRulings } from "../table.mjs";

const GAME = {
  key: "holdout",
  approved: "2014-09-26",
  wagers: [],
  // The named rulings with their options, the default first; rake and ante are read apart.
  rulings: {
    betting: ["limit", "spread-limit", "pot-limit", "no-limit"],
    "wagers-per-round": ["4", "unlimited"],
    "big-bet-from": ["river", "flop"],
    "discard-order": ["in-turn", "together"],
    "heads-up-blinds": ["button-small", "left-small"],
    button: ["dead", "moving"],
    seats: ["9", "8", "7", "6", "5", "4", "3", "2"],
  },
};

// {betting, wagersPerRound, bigBetFrom, headsUpBlinds, places, ante, rake, chip, small, big, bets,
// most}
export function readTable(script) {
  const { table: given = {}, chip: smallest = "0.01" } = script;
  const keys = ["rulings", "paytables", "limits", "jackpots", "profile"];
  readObject(given, "table", keys);
  const { limits = {}, rulings: chosen = {}, paytables = {}, jackpots = [] } = given;
  readObject(paytables, "paytables", []); // the game has neither
  if (!Array.isArray(jackpots) || jackpots.length > 0) throw new Refused("jackpots: none here");
  const { rake, ante, ...named } = readObject(chosen, "rulings");
  const rulings = readRulings(named, GAME);
  const chip = readDollars(smallest);
  if (chip <= 0) throw new Refused("chip: the smallest chip is above 0");
  const [small, big] = readPair("blinds", script.blinds, chip);
  const table = {
    betting: rulings.betting,
    wagersPerRound: rulings["wagers-per-round"] === "unlimited" ? Infinity : 4,
    bigBetFrom: rulings["big-bet-from"],
    headsUpBlinds: rulings["heads-up-blinds"],
    places: Number(rulings.seats),
    ante: readAnte(ante, chip),
    rake: readRake(rake),
    chip,
    small,
    big,
    // Contract: the big blind and twice it unless given.
    bets: script.bets === undefined ? [big, 2 * big] : readPair("bets", script.bets, chip),
    most: Infinity,
  };
  const posted = readMost(readLimits(limits, GAME));
  const { profile: own = {} } = given;
  const { profile: law = own } = script;
  table.most = Math.min(posted, lawOf(readProfile(law, GAME), table, posted));
  checkSizes(table);
  return table;
}

export function inChips(what, amount, chip) {
  if (amount % chip === 0) return amount;
  throw new Refused(`${what}: ${formatDollars(amount)} is not in whole chips`);
}

function readPair(what, given, chip) {
  if (!Array.isArray(given) || given.length !== 2) {
    throw new Refused(`${what}: a pair of amounts is needed`);
  }
  const [less, more] = given.map((value) => inChips(what, readDollars(value), chip));
  if (less <= 0 || less > more) throw new Refused(`${what}: both above 0, the smaller first`);
  return [less, more];
}

// Ruling ante: none, or an amount from every player before the blinds.
function readAnte(given, chip) {
  if (given === undefined || given === null || given === "none") return 0;
  const ante = inChips("ruling ante", readDollars(given), chip);
  if (ante <= 0) throw new Refused("ruling ante: the amount is above 0");
  return ante;
}

// Ruling rake: none, {"percent": 5, "cap": 4} or "5% cap 4.00". The percentage is kept in
// hundredths.
function readRake(given) {
  if (given === undefined || given === null || given === "none") return null;
  const written = /^(\S+)% cap (\S+)$/.exec(given);
  const terms = written ? { percent: written[1], cap: written[2] } : given;
  const keys = typeof terms === "object" ? Object.keys(terms).sort().join(" ") : "";
  if (keys !== "cap percent") throw new Refused("ruling rake: a percent and a cap are needed");
  const rake = { percent: readDollars(terms.percent), cap: readDollars(terms.cap) };
  if (rake.percent <= 0 || rake.percent > 100_00) {
    throw new Refused("ruling rake: a percentage above 0 and up to 100 is needed");
  }
  if (rake.cap <= 0) throw new Refused("ruling rake: the cap is above 0");
  return rake;
}

// A table maximum is the most that one bet, or one raise above the current wager, may be.
function readMost(limits) {
  if (limits.min > 0) throw new Refused("limit min: blinds and bets set the least wager");
  if (Object.keys(limits.aggregate).length > 0) {
    throw new Refused("limit aggregate: holdout has no pay tables");
  }
  return limits.max ?? Infinity;
}

// Washington limits: the largest single wager, wagers a round, the rake. No what-if is approved.
function lawOf(profile, table, posted) {
  const name = `profile ${profile.name}`;
  if (profile.name !== "none" && table.ante > 0) throw new Refused(`${name}: ruling ante`);
  if (profile.name !== "washington") return Infinity;
  const licensed = profile.licence === "class-f" || profile.licence === "house-banked";
  let most = 40_00;
  if (licensed && profile.date >= "2016-09-26") most = 100_00;
  if (licensed && profile.date >= "2016-12-23") most = 300_00;
  if (posted !== Infinity && posted > most) {
    throw new Refused(`${name}: the largest single wager is ${formatDollars(most)}`);
  }
  if (table.wagersPerRound !== 4) throw new Refused(`${name}: at most four wagers a round`);
  if (table.rake === null) return most;
  // WAC 230-15-080
  if (!licensed) throw new Refused(`${name}: ruling rake: licence ${profile.licence} takes none`);
  if (table.rake.percent > 10_00) throw new Refused(`${name}: ruling rake: at most 10 %`);
  if (profile.date < "2016-12-23" && table.rake.cap > 5_00) {
    throw new Refused(`${name}: ruling rake: before 2016-12-23 at most 5.00 a hand`);
  }
  return most;
}

// The big blind is the first wager of its round: it fits the bets, and all fit the maximum.
function checkSizes({ betting, big, bets, most }) {
  if (betting === "limit" && big > bets[0]) {
    throw new Refused("blinds: the big blind is above the small bet");
  }
  if (betting === "spread-limit" && big > bets[1]) {
    throw new Refused("blinds: the big blind is above the largest bet");
  }
  const largest = betting === "limit" || betting === "spread-limit" ? bets[1] : big;
  if (largest > most) {
    throw new Refused(`limit max: wagers of ${formatDollars(largest)} are above the maximum`);
  }
}
