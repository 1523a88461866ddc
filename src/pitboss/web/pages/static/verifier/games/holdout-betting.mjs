// Five Card Holdout: one betting round. The document sends to Hoyle for the betting of Texas
// Hold'em; the rulings and fixed readings named here say what that is.
//
// A player has: stack, wager (live chips in this round), put (antes and live chips of the whole
// hand), dead (dead chips of the hand), folded, acted (in this round), faced (see reopened).

export function openBetting(table, players, name) {
  const preFlop = name === "pre-flop";
  for (const player of players) {
    if (!preFlop) player.wager = 0; // before the flop the blinds are wagers
    player.acted = false;
  }
  // 3: before the flop the player at the left of the big blind starts; 4: later the one closest to
  // the left of the button. Between two players (ruling heads-up-blinds) that gives the button the
  // first turn before the flop with button-small, and the small blind every first turn otherwise.
  const seats = players.map((player) => player.seat);
  const first = preFlop ? seats.indexOf(table.bigBlind) + 1 : 0;
  const late = name === "river" || (name === "flop" && table.bigBetFrom === "flop");
  const leastBet = table.betting === "spread-limit" ? table.bets[0] : table.big;
  return {
    turn: first % players.length,
    // A short big blind still makes the full big blind the amount to call.
    current: preFlop ? table.big : 0,
    // wagers-per-round: the big blind is the first wager.
    counted: preFlop ? 1 : 0,
    // Limit: the size of a bet or raise (big-bet-from), and the last wager that counted.
    bet: table.bets[late ? 1 : 0],
    level: preFlop ? table.big : 0,
    // Other structures: the least raise is the bet or raise before, at first the big blind; on
    // flop and river the least bet.
    size: preFlop ? table.big : leastBet,
    lastAggressor: null,
  };
}

// The player whose turn it is, or null when all action is complete.
export function nextToAct(betting, players) {
  for (let step = 0; step < players.length; step++) {
    const at = (betting.turn + step) % players.length;
    if (isAsked(betting, players, players[at])) {
      betting.turn = at;
      return players[at];
    }
  }
  return null;
}

function isAsked(betting, players, player) {
  if (player.folded || player.stack === 0) return false;
  // Fixed reading: one who has put in as much as every other player, all all-in, is not asked.
  const others = players.filter((other) => other !== player && !other.folded);
  const covered = others.every((other) => other.stack === 0 && other.wager <= player.wager);
  if (covered) return false;
  return !player.acted || player.wager < betting.current;
}

// What the player may do: {action} with amount for a fixed size or min and max for a range.
export function optionsOf(table, betting, players, player) {
  const missing = betting.current - player.wager;
  const options = [];
  if (missing > 0) options.push({ action: "call", amount: Math.min(missing, player.stack) });
  else options.push({ action: "check" });
  const range = raiseRange(table, betting, players, player);
  if (range !== null) {
    const action = betting.current === 0 ? "bet" : "raise";
    const [min, max] = range;
    options.push(min === max ? { action, amount: min } : { action, min, max });
  }
  options.push({ action: "fold" }); // offered at every turn
  return options;
}

// The least and the most that the player may bet or raise to (the total for the round), or null.
function raiseRange(table, betting, players, player) {
  const allIn = player.wager + player.stack;
  if (allIn <= betting.current) return null;
  // Fixed reading: not when no other player in the hand could put in more than the current wager.
  const answered = players.some(
    (other) =>
      other !== player && !other.folded && other.wager + other.stack > betting.current,
  );
  if (!answered) return null;
  if (betting.counted >= table.wagersPerRound) return null; // wagers-per-round
  if (player.acted && !reopened(table, betting, player)) return null;
  const [least, most] = raiseSizes(table, betting, players, player);
  // All-in for less is allowed.
  return [Math.min(least, allIn), Math.min(most, allIn)];
}

// Has the betting been reopened since the player acted? In limit by every wager that counts; in the
// other structures by a full raise, short all-ins added up.
function reopened(table, betting, player) {
  if (table.betting === "limit") return betting.level > player.faced;
  return betting.current - player.faced >= betting.size;
}

function raiseSizes(table, betting, players, player) {
  const { current } = betting;
  // Limit: a full bet above the last wager that counted; what is below half a bet above that one is
  // completed thereby to the full size. With a small bet above the big blind, the first raise is to
  // the big blind and the small bet.
  if (table.betting === "limit") return [betting.level + betting.bet, betting.level + betting.bet];

  let most = Infinity;
  if (table.betting === "spread-limit") most = current + table.bets[1];
  if (table.betting === "pot-limit") {
    // To the current wager, the pot and the call; the pot is the chips really in it.
    const pot = players.reduce((sum, other) => sum + other.put + other.dead, 0);
    most = current + pot + (current - player.wager);
  }
  if (table.most !== Infinity) {
    const limit = table.most - (table.most % table.chip); // in whole chips
    most = Math.min(most, current + limit);
  }
  return [current + betting.size, most];
}

export function putIn(player, amount) {
  player.stack -= amount;
  player.wager += amount;
  player.put += amount;
}

// Carries out a legal decision; to is the total for the round of a bet or raise.
export function act(table, betting, players, player, action, to) {
  if (action === "fold") player.folded = true;
  if (action === "call") putIn(player, Math.min(betting.current - player.wager, player.stack));
  if (action === "bet" || action === "raise") {
    putIn(player, to - player.wager);
    betting.lastAggressor = player;
    raiseTo(table, betting, to);
  }
  player.acted = true;
  player.faced = table.betting === "limit" ? betting.level : betting.current;
  betting.turn = (betting.turn + 1) % players.length;
}

// What the wager counts for: wagers-per-round, and the sizes that follow.
function raiseTo(table, betting, to) {
  if (table.betting === "limit") {
    // Half a bet or more above the last wager that counted is a wager too; several short all-ins
    // add up, because that one stays where it is until then.
    if (2 * (to - betting.level) >= betting.bet) {
      betting.level = to;
      betting.counted += 1;
    }
  } else if (to - betting.current >= betting.size) {
    betting.size = to - betting.current;
    betting.counted += 1;
  }
  betting.current = to;
}
