// Super Omaha: exactly two of four hole cards with three of five community cards, against the
// dealer; bonus wagers and jackpots beside it. Sections are those of the Rules of Play.
import { award, contribute, describe, paysText, prize, readJackpots } from "../jackpots.mjs";
import { Refused, formatDollars } from "../money.mjs";
import { categoryOf, rankFive } from "../poker.mjs";
import { EVEN, runRound } from "../round.mjs";
import { maximumOf } from "../table.mjs";
import * as printed from "../tables/super-omaha.mjs";
import { bestHand, bestOfSeven, flopMeets, meets } from "./super-omaha-hands.mjs";

const BONUSES = ["high-hand", "flop-bonus"];
const SENSORS = ["jackpot-1", "jackpot-2"];
const FIVE_DOLLARS = 500;
const GAMES_ABOVE_FIVE = 3;

// ---- Rows of the pay tables -------------------------------------------------------------------

// "Only the highest qualifying hand is paid": the first row, in printed order, that is met. A row
// with a dash does not exist.
function oddsOf(table, isMet) {
  const event = Object.keys(table.rows).find((each) => table.rows[each] !== "-" && isMet(each));
  const pays = table.rows[event];
  return pays === undefined || typeof pays === "string" ? null : { pays, terms: table.terms };
}

// The row of a jackpot's table, or null. A dash under Pay: the row does not exist.
function jackpotRow(jackpot, hole, board, rulings) {
  const fiveCard = jackpot.paytable.startsWith("5CL");
  // Five Card: the four hole cards and the one community card that the layout marks.
  const marked = board[Number(rulings["five-card-community"]) - 1];
  const cards = fiveCard ? [...hole, marked] : [...hole, ...board.slice(0, 3)];
  const category = categoryOf(fiveCard ? rankFive(cards) : bestOfSeven(cards));
  const rows = jackpot.rows.filter((row) => row.pay !== "-");
  const row = rows.find(({ event }) => meets(event, category, cards, rulings));
  return row === undefined || row.pay === "Loss" ? null : row;
}

// ---- The round --------------------------------------------------------------------------------

// Rules of Play 2; ruling shuffler: four cards at a time with a machine, else one at a time.
function dealCards(round) {
  const places = [...round.seats, "dealer"];
  const hands = Object.fromEntries(places.map((place) => [place, []]));
  const [turns, cards] = round.rulings.shuffler === "yes" ? [1, 4] : [4, 1];
  for (let turn = 0; turn < turns; turn += 1) {
    for (const place of places) {
      for (let card = 0; card < cards; card += 1) hands[place].push(round.deal(place));
    }
  }
  const board = [1, 2, 3, 4, 5].map(() => round.deal("community"));
  return { hands, board };
}

// Rules of Play 4: a Flop wager of 1x to 3x the Ante within the maximum, or a fold.
function options(round, seat) {
  const { ante } = round.wagers[seat];
  const most = Math.min(3 * ante, maximumOf(round.table, "flop") ?? Infinity, byGames(round, seat));
  let sizes = [{ action: "flop", min: formatDollars(ante), max: formatDollars(most) }];
  if (round.rulings["flop-size"] === "whole-multiples") {
    sizes = [ante, 2 * ante, 3 * ante].filter((size) => size <= most).map(fixed);
  } else if (most === ante) sizes = [fixed(ante)];
  return [...sizes, { action: "fold" }];
}

function fixed(size) {
  return { action: "flop", amount: formatDollars(size) };
}

// Washington: at most three separate games on one hand above $5. Ante and Flop are one game; each
// bonus and each sensor is one more.
function gamesAboveFive(wagers, names) {
  return names.filter((name) => wagers[name] > FIVE_DOLLARS).length;
}

function byGames(round, seat) {
  const wagers = round.wagers[seat];
  const others = gamesAboveFive(wagers, [...BONUSES, ...SENSORS]);
  const full = round.table.profile.name === "washington" && others >= GAMES_ABOVE_FIVE;
  return full ? FIVE_DOLLARS : Infinity;
}

// Rules of Play 1 and Optional Bonus Wagers: what a seat may wager before the deal.
function checkSeat(round, seat, wagers) {
  const { paytables, jackpots, profile } = round.table;
  if (wagers.ante === undefined) throw new Refused(`seat ${seat}: an Ante is required`);
  for (const bonus of BONUSES) {
    if (wagers[bonus] !== undefined && paytables[bonus] === undefined) {
      throw new Refused(`seat ${seat}: this table offers no ${bonus} wager`);
    }
  }
  for (const sensor of SENSORS) {
    if (wagers[sensor] === undefined) continue;
    const jackpot = jackpots.find(({ name }) => name === sensor);
    if (jackpot === undefined) throw new Refused(`seat ${seat}: this table has no ${sensor}`);
    if (wagers[sensor] !== jackpot.wager) {
      throw new Refused(`seat ${seat}: ${sensor} is exactly ${formatDollars(jackpot.wager)}`);
    }
  }
  const above = gamesAboveFive(wagers, ["ante", ...BONUSES, ...SENSORS]);
  if (profile.name === "washington" && above > GAMES_ABOVE_FIVE) {
    throw new Refused(`seat ${seat}: ${above} separate games above $5 on one hand`);
  }
}

function* course(round) {
  const { hands, board } = dealCards(round);
  round.jackpots = round.table.jackpots.map((jackpot) => ({ ...jackpot }));
  for (const jackpot of round.jackpots) {
    contribute(jackpot, round.seats.filter((seat) => round.has(seat, jackpot.name)).length);
  }
  for (const seat of round.seats) {
    const answer = yield round.ask(seat, options(round, seat));
    if (answer.action === "flop") round.place(seat, "flop", answer.amount);
    else round.lose(seat, "ante"); // 4b: the Ante alone; bonus and jackpot wagers stay in action
  }
  settle(round, hands, board);
}

// Rules of Play 5 and 6: seats from the highest to the lowest; main wagers, bonuses, jackpots by
// sensor, envy.
function settle(round, hands, board) {
  const seats = [...round.seats].reverse();
  const dealer = bestHand(hands.dealer, board);
  for (const jackpot of round.jackpots) {
    const inPlay = seats.filter((seat) => round.has(seat, jackpot.name));
    jackpot.winners = inPlay
      .map((seat) => ({ seat, row: jackpotRow(jackpot, hands[seat], board, round.rulings) }))
      .filter(({ row }) => row !== null);
    award(jackpot, jackpot.winners, round.rulings["same-round-percentages"]);
  }
  for (const seat of seats) {
    const best = bestHand(hands[seat], board);
    if (round.has(seat, "flop")) settleMain(round, seat, best, dealer);
    settleBonuses(round, seat, best, board.slice(0, 3));
    for (const jackpot of round.jackpots) settleJackpot(round, seat, jackpot);
    for (const jackpot of round.jackpots) payEnvy(round, seat, jackpot);
  }
}

// Rules of Play 6a to 6c; Appendix A.
function settleMain(round, seat, best, dealer) {
  if (best < dealer) {
    round.lose(seat, "ante");
    round.lose(seat, "flop");
  } else if (best === dealer) {
    round.push(seat, "ante");
    round.push(seat, "flop");
  } else {
    const category = categoryOf(best);
    const odds = oddsOf(round.table.paytables.ante, (event) => meets(event, category));
    if (odds === null) round.push(seat, "ante"); // Straight or Less
    else round.win(seat, "ante", odds);
    round.win(seat, "flop", EVEN);
  }
}

// Appendices B and C: whatever the dealer holds.
function settleBonuses(round, seat, best, flop) {
  const category = categoryOf(best);
  const isMet = {
    "high-hand": (event) => meets(event, category),
    "flop-bonus": (event) => flopMeets(event, flop),
  };
  for (const bonus of BONUSES) {
    if (!round.has(seat, bonus)) continue;
    const odds = oddsOf(round.table.paytables[bonus], isMet[bonus]);
    if (odds === null) round.lose(seat, bonus);
    else round.win(seat, bonus, odds);
  }
}

// Appendices D and E, note 1: "for 1", the wager is not returned.
function settleJackpot(round, seat, jackpot) {
  const { name, wager } = jackpot;
  if (!round.has(seat, name)) return;
  const winner = jackpot.winners.find((one) => one.seat === seat);
  if (winner === undefined) {
    round.lose(seat, name);
    return;
  }
  const { row, paid } = winner;
  const byTable = !row.pay.endsWith("%"); // an aggregate limit never cuts a percentage
  round.row(seat, name, "win", paysText(row.pay, jackpot), paid, paid - wager, { byTable });
}

// Note 3: every other player with the wager gets the envy pay of each winning hand.
function payEnvy(round, seat, jackpot) {
  if (!round.has(seat, jackpot.name)) return;
  for (const { seat: other, row } of jackpot.winners) {
    if (other === seat || row.envy === "-") continue;
    const paid = prize(row.envy, jackpot);
    const pays = paysText(row.envy, jackpot);
    round.row(seat, `${jackpot.name}-envy`, "win", pays, paid, paid, { cents: 0 });
  }
}

// An award is what its row was paid in the end, after any cut. A void sets each meter back to its
// opening value.
function answerJackpots(round, status) {
  if (status === "void") return round.table.jackpots.map((jackpot) => describe(jackpot, []));
  return round.jackpots.map((jackpot) => {
    const awards = (jackpot.winners ?? []).map(({ seat, row }) => {
      const { pays, paid } = round.rows.find((r) => r.seat === seat && r.wager === jackpot.name);
      return { seat, hand: row.hand, pays, paid: formatDollars(paid) };
    });
    return describe(jackpot, awards);
  });
}

// ---- The game ---------------------------------------------------------------------------------

// Appendices A to C. A row that says Push, or none, pays nothing. A house's own table (not as
// approved) may say these words too.
function payTables(tables, usual, words) {
  const read = {};
  for (const [code, rows] of Object.entries(tables)) {
    const paying = rows.filter((row) => row.pay !== "Push");
    const pays = Object.fromEntries(paying.map((row) => [row.event, row.pay]));
    read[code] = { terms: "to 1", rows: pays };
  }
  const events = Object.values(tables)[0].map((row) => row.event);
  const readEvent = (text) => {
    if (!events.includes(text)) throw new Refused(`row ${text} is unknown`);
    return text;
  };
  return { printed: read, usual, words, readEvent, termsOf: (table) => table.terms };
}

export const GAME = {
  key: "super-omaha",
  approved: "2023-01-10",
  rulings: {
    "same-round-percentages": ["in-settling-order", "each-of-displayed", "shared"],
    "five-card-community": ["1", "2", "3", "4", "5"],
    "six-card-royal": ["nine-to-ace"],
    "royal-suit": ["spades", "hearts", "diamonds", "clubs"],
    "flop-size": ["any", "whole-multiples"],
    "shuffler": ["yes", "no"],
    "seats": ["7", "1", "2", "3", "4", "5", "6"],
  },
  wagers: [["ante", "main"], ["flop", "follow"], ["high-hand", "other"], ["flop-bonus", "other"],
    ["jackpot-1", "jackpot"], ["jackpot-2", "jackpot"]],
  paytables: {
    "ante": payTables(printed.ante, "SOA-01", ["push"]),
    "high-hand": payTables(printed.highHand, null, ["loss", "-"]),
    "flop-bonus": payTables(printed.flopBonus, null, ["loss", "-"]),
  },
  readJackpots,
  answerJackpots,
  checkSeat,
  course,
};

export function play(script) {
  return runRound(script, GAME);
}
