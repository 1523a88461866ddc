// Five Card Holdout, from the approved document (its sections are named by their numbers) and the
// rulings. play(script) deals a script's round, checks every decision and gives the answer.
import { formatCard, parseCards } from "../cards.mjs";
import { readDollars, Refused } from "../money.mjs";
import { rankFive } from "../poker.mjs";
import { readDeck, readSeat, readVoid } from "../round.mjs";
import { answerOf } from "./holdout-answer.mjs";
import { act, nextToAct, openBetting, optionsOf, putIn } from "./holdout-betting.mjs";
import { readOpening } from "./holdout-opening.mjs";
import { giveBackUncalled, makePots, splitPot, takeRake } from "./holdout-pots.mjs";
import { readTable } from "./holdout-table.mjs";

export function play(script) {
  const table = readTable(script);
  const round = openRound({ ...table, ...readOpening(script, table) }, readDeck(script.deck));
  const decisions = readDecisions(script.decisions);
  advance(round);
  for (const decision of decisions) {
    if (round.status === "void") throw new Refused("the round has ended with a void");
    if (decision.void) voidRound(round);
    else decide(round, decision);
  }
  if (round.status !== "waiting") return answerOf(round, null);
  return answerOf(round, { player: round.asked, options: optionsNow(round) });
}

// --- The deal ---

function openRound(table, deck) {
  const players = table.order.map((seat) => ({
    seat,
    stack: table.stacks.get(seat),
    wager: 0,
    put: 0,
    dead: 0,
    folded: false,
    acted: false,
    faced: 0,
    cards: [],
    held: null,
    rank: 0,
  }));
  const round = {
    table,
    players, // from the button's left
    deck,
    dealt: [],
    community: [],
    stage: "pre-flop", // pre-flop, hold, flop, river, ended
    status: "waiting",
    betting: null,
    pots: [],
    rake: 0,
    shown: [],
    questions: [], // that have been answered
  };
  postAntesAndBlinds(round);
  // 3: five cards in rotation, starting with the player to the left of the button.
  for (let turn = 0; turn < 5; turn++) {
    for (const player of players) player.cards.push(deal(round, String(player.seat)));
  }
  round.betting = openBetting(table, players, "pre-flop");
  return round;
}

function deal(round, to) {
  const card = round.deck[round.dealt.length];
  if (card === undefined) throw new Refused(`deck: card ${round.dealt.length + 1} is missing`);
  round.dealt.push({ to, card });
  return card;
}

function postAntesAndBlinds({ table, players }) {
  // Ruling ante: from every player before the blinds, and no part of the wager.
  for (const player of players) {
    const ante = Math.min(table.ante, player.stack);
    player.stack -= ante;
    player.put += ante;
  }
  giveBackUncalled(players); // an ante that nobody can meet is none: the blinds come of it
  // 2, and the reading on too few chips: the live part first, the rest is dead.
  for (const post of table.posts) {
    const player = players.find(({ seat }) => seat === post.seat);
    putIn(player, Math.min(post.live, player.stack));
  }
  for (const post of table.posts) {
    const player = players.find(({ seat }) => seat === post.seat);
    const dead = Math.min(post.dead, player.stack);
    player.stack -= dead;
    player.dead += dead;
  }
}

// --- From question to question ---

// Sets round.asked to the player whose decision is needed, or ends the round.
function advance(round) {
  for (;;) {
    const still = round.players.filter((player) => !player.folded);
    if (still.length === 1) {
      giveBackUncalled(round.players);
      return settle(round, still);
    }
    if (round.stage === "hold") {
      // 3: all who remain decide what to hold, all-in players too. Ruling discard-order: from the
      // button's left; together only hides the numbers until all have decided.
      round.asked = still.find((player) => player.held === null);
      if (round.asked !== undefined) return;
      round.stage = "flop";
      exposeTwo(round);
    } else {
      round.asked = nextToAct(round.betting, round.players);
      if (round.asked !== null) return;
      giveBackUncalled(round.players); // all action is complete
      if (round.stage === "river") return settle(round, still);
      if (round.stage === "pre-flop") round.stage = "hold";
      else {
        round.stage = "river";
        exposeTwo(round);
      }
    }
  }
}

// 4: burn a card, expose two, and the next betting round starts.
function exposeTwo(round) {
  deal(round, "burn");
  round.community.push(deal(round, "community"), deal(round, "community"));
  round.betting = openBetting(round.table, round.players, round.stage);
}

function optionsNow(round) {
  if (round.stage === "hold") return [{ action: "hold", cards: round.asked.cards }];
  return optionsOf(round.table, round.betting, round.players, round.asked);
}

// --- Decisions ---

function readDecisions(given = []) {
  if (!Array.isArray(given)) throw new Refused("decisions: a list is needed");
  return given.map((entry) => {
    if (!Array.isArray(entry) || entry.length < 2 || entry.length > 3) {
      throw new Refused('decision: write [SEAT, "ACTION"] or [SEAT, "ACTION", AMOUNT]');
    }
    const [seat, action, detail] = entry;
    return seat === "void" ? { void: readVoid(entry) } : { seat: readSeat(seat), action, detail };
  });
}

function decide(round, { seat, action, detail }) {
  if (round.status !== "waiting") throw new Refused(`seat ${seat}: the round has ended`);
  const player = round.asked;
  if (player.seat !== seat) throw new Refused(`seat ${seat}: it is seat ${player.seat}'s turn`);
  const options = optionsNow(round);
  const option = options.find((one) => one.action === action);
  if (option === undefined) throw new Refused(`seat ${seat}: ${action} is not allowed`);
  if (action === "hold") hold(player, detail);
  else {
    const amount = readAmount(round, option, detail);
    act(round.table, round.betting, round.players, player, action, amount);
  }
  round.questions.push({ player, options });
  advance(round);
}

function readAmount(round, option, detail) {
  const amount = detail === undefined ? undefined : readDollars(detail);
  const wrong = new Refused(`seat ${round.asked.seat}: ${option.action}: no such amount`);
  if (option.min === undefined) {
    const fixed = option.amount ?? 0;
    if (amount !== undefined && amount !== fixed) throw wrong;
    return fixed;
  }
  if (amount === undefined || amount < option.min || amount > option.max) throw wrong;
  if (amount % round.table.chip !== 0) throw wrong;
  return amount;
}

// 3: up to four of the five cards are discarded, at least one is held.
function hold(player, detail) {
  const held = parseCards(detail ?? "");
  if (held.length === 0) throw new Refused(`seat ${player.seat}: at least one card is held`);
  for (const card of held) {
    if (!player.cards.includes(card)) {
      throw new Refused(`seat ${player.seat}: ${formatCard(card)} is not in the hand`);
    }
  }
  player.held = player.cards.filter((card) => held.includes(card));
}

// Any round: a void ends it, also a settled one, and returns every wager.
function voidRound(round) {
  for (const player of round.players) player.stack = round.table.stacks.get(player.seat);
  round.status = "void";
  round.pots = [];
  round.rake = 0;
}

// --- The showdown ---

// All held cards play, with exactly as many community cards as were discarded.
export function bestRank(held, community) {
  let best = 0;
  const choose = (hand, from) => {
    if (hand.length === 5) best = Math.max(best, rankFive(hand));
    else for (let at = from; at < 4; at++) choose([...hand, community[at]], at + 1);
  };
  choose(held, 0);
  return best;
}

function settle(round, still) {
  const { table } = round;
  round.pots = makePots(round.players);
  // Ruling rake: no flop, no drop.
  if (table.rake !== null && round.community.length > 0) {
    round.rake = takeRake(round.pots, table.rake, table.chip);
  }
  if (still.length > 1) showDown(round, still);
  for (const pot of round.pots) {
    pot.winners = splitPot(pot, table.chip);
    for (const { player, amount } of pot.winners) player.stack += amount;
  }
  round.stage = "ended";
  round.status = "settled";
}

function showDown(round, still) {
  for (const player of still) player.rank = bestRank(player.held, round.community);
  // The last aggressor on the river shows first, else the first left of the button.
  const first = Math.max(0, still.indexOf(round.betting.lastAggressor));
  round.shown = [...still.slice(first), ...still.slice(0, first)];
}
