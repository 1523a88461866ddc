// All that scripts say to people, in one place; what decides stands elsewhere.

export const words = {
  cardsMissing: "Choose at least one card to hold.",
  checkFailed: "The round could not be checked.",
  chosen: (count, of) => `${count} of ${of}`,
  counting: "Counting…",
  deal: (again) => (again ? "Deal again" : "Deal"),
  keys: (on) => (on ? "Keys for actions are on." : "Keys for actions are off."),
  least: (title, amount) => `${title} takes at least ${amount}.`,
  left: (seconds) => (seconds > 0 ? `${seconds} s left` : "time is up"),
  linkCopied: "Link copied. Whoever opens it sees what the table shows to everyone.",
  most: (title, amount) => `${title} takes at most ${amount}.`,
  pause: (paused) => (paused ? "Go on" : "Pause"),
  pictureFailed: "The picture could not be made.",
  renamed: (name) => `You are ${name} here now.`,
  sounds: (on) => (on ? "Sounds are on." : "Sounds are off."),
  spot: (title, amount) => `${title}: ${amount ? `${amount} wagered` : "nothing wagered"}`,
  suggestedSeed: (amount, each) =>
    `A progressive's suggested seed ${amount}: ${each} for each dollar of the fixed wager.`,
  tooMuch: (amount) => `That is more than the ${amount} at your seat.`,
  unreachable: (lost) => `The server could not be reached. Nothing was ${lost}.`,
  wagerFirst: "Place a wager first: pick a chip.",
};
