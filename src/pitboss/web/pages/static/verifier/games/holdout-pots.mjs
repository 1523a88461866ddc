// Five Card Holdout: the pots, the rake and who gets what. Players stand in order from the button's
// left; put is what each put in that another had to match (antes and live chips), dead the rest.

// What nobody called goes back to whoever put it in, whether they have folded since or not.
export function giveBackUncalled(players) {
  const [top, second] = [...players].sort((a, b) => b.put - a.put);
  const uncalled = top.put - second.put;
  top.put -= uncalled;
  top.stack += uncalled;
}

// The main pot first, then the side pots: [{amount, players}]. An all-in player plays for what each
// other player matched; the rest makes side pots. Dead chips are in the main pot.
export function makePots(players) {
  const still = players.filter((player) => !player.folded);
  const levels = [...new Set(still.map((player) => player.put))].sort((a, b) => a - b);
  const pots = [{ amount: players.reduce((sum, player) => sum + player.dead, 0), players: still }];
  let below = 0;
  for (const level of levels) {
    // Chips of a folded player above every other's stay in the last pot.
    const top = level === levels.at(-1) ? Infinity : level;
    let amount = 0;
    for (const { put } of players) amount += Math.min(put, top) - Math.min(put, below);
    const able = still.filter((player) => player.put >= level);
    if (able.length === pots.at(-1).players.length) pots.at(-1).amount += amount;
    else pots.push({ amount, players: able });
    below = level;
  }
  return pots.filter((pot) => pot.amount > 0);
}

// Ruling rake: a percentage of the pots together up to the cap, in whole chips rounded down,
// reckoned pot by pot with the main pot first.
export function takeRake(pots, rake, chip) {
  let pooled = 0;
  let taken = 0;
  for (const pot of pots) {
    pooled += pot.amount;
    const share = Number((BigInt(pooled) * BigInt(rake.percent)) / 100_00n); // hundredths of a %
    const due = Math.min(share, rake.cap);
    pot.rake = due - (due % chip) - taken;
    pot.amount -= pot.rake;
    taken += pot.rake;
  }
  return taken;
}

// Splits a pot among its best hands in whole chips; odd chips go one at a time to the first winning
// hands at the left of the button. Gives [{player, amount}].
export function splitPot(pot, chip) {
  const best = Math.max(...pot.players.map((player) => player.rank));
  const winners = pot.players.filter((player) => player.rank === best);
  const chips = pot.amount / chip;
  const each = Math.floor(chips / winners.length);
  const odd = chips % winners.length;
  const shares = winners.map((player, place) => ({
    player,
    amount: (each + (place < odd ? 1 : 0)) * chip,
  }));
  return shares.filter((share) => share.amount > 0); // the rake may leave less than a chip each
}
