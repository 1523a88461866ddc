// Five Card Holdout: what a round answers, in the words of the contract.
import { formatCard, formatCards } from "../cards.mjs";
import { formatDollars } from "../money.mjs";
import { categoryOf } from "../poker.mjs";

// The contract's fields, and for whoever compares: hands as shown, cards as dealt, and each
// question that was answered. waiting: the open question {player, options}, or null.
export function answerOf(round, waiting) {
  const seats = [...round.players].sort((a, b) => a.seat - b.seat);
  const amounts = (amountOf) =>
    Object.fromEntries(seats.map((player) => [player.seat, formatDollars(amountOf(player))]));
  return {
    status: round.status,
    waiting: waiting === null ? [] : [describeQuestion(waiting)],
    settlement: [], // wagers against the house, of which there are none
    net: amounts((player) => player.stack - round.table.stacks.get(player.seat)),
    stacks: amounts((player) => player.stack),
    pots: round.pots.map(describePot),
    rake: formatDollars(round.rake),
    shown: round.shown.map((player) => ({
      seat: player.seat,
      cards: formatCards(player.held),
      category: categoryOf(player.rank),
    })),
    dealt: round.dealt.map(({ to, card }) => ({ to, card: formatCard(card) })),
    questions: round.questions.map(describeQuestion),
  };
}

function describeQuestion({ player, options }) {
  return {
    seat: player.seat,
    options: options.map(({ action, cards, ...amounts }) => {
      const option = { action };
      for (const [name, cents] of Object.entries(amounts)) option[name] = formatDollars(cents);
      if (cards !== undefined) option.cards = formatCards(cards);
      return option;
    }),
  };
}

function describePot(pot, number) {
  const won = pot.winners.map(({ player, amount }) => [player.seat, formatDollars(amount)]);
  return {
    pot: number, // 0 is the main pot
    amount: formatDollars(pot.amount), // after the rake
    rake: formatDollars(pot.rake ?? 0),
    seats: pot.players.map((player) => player.seat), // from the button's left
    winners: Object.fromEntries(won),
  };
}
