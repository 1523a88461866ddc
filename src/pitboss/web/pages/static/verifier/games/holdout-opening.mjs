// Five Card Holdout: who plays a round, in which order, and who posts what, read from a script.
import { readDollars, Refused } from "../money.mjs";
import { readObject } from "../table.mjs";
import { inChips } from "./holdout-table.mjs";

const KEYS = [
  ..."game table deck decisions deck_name profile id name comment note".split(" "),
  ..."stacks button blinds bets chip posts".split(" "),
];
const POSTS = ["small-blind", "big-blind", "missed-blind"];

// {stacks, order, posts, bigBlind}; order: the seats from the button's left.
export function readOpening(script, table) {
  readObject(script, "script", KEYS);
  const stacks = readStacks(script.stacks, table);
  const posts = readPosts(script.posts, stacks, table);
  const button = readButton(script.button, stacks, posts, table);

  const seats = [...stacks.keys()].sort((a, b) => a - b);
  const order = [
    ...seats.filter((seat) => seat > button),
    ...seats.filter((seat) => seat <= button),
  ];
  if (posts.length === 0) posts.push(...usualPosts(order, table));
  // Where several post a big blind, the last one named has its place.
  const bigBlind = posts.findLast((post) => post.name === "big-blind").seat;
  return { stacks, order, posts, bigBlind };
}

// Fixed reading: two to nine players. Ruling seats: how many places the table has.
function readStacks(given, table) {
  const stacks = new Map();
  for (const [name, value] of Object.entries(readObject(given, "stacks"))) {
    const seat = Number(name);
    if (!/^[1-9]$/.test(name) || seat > table.places) throw new Refused(`${name} is no seat`);
    const amount = inChips(`stack of seat ${name}`, readDollars(value), table.chip);
    if (amount <= 0) throw new Refused(`stack of seat ${name}: nobody plays without chips`);
    stacks.set(seat, amount);
  }
  if (stacks.size < 2) throw new Refused(`stacks: ${stacks.size} players; two are needed`);
  return stacks;
}

// 1: the button. Ruling button: a dead one may stand where nobody sits; then posts say who posts.
function readButton(given, stacks, posts, table) {
  const seat = /^[1-9]$/.test(String(given)) ? Number(given) : 0;
  const dead = posts.length > 0 && seat >= 1 && seat <= table.places;
  if (!dead && !stacks.has(seat)) throw new Refused("button: it is at no seat of this round");
  return seat;
}

function usualPosts(order, table) {
  // 2: the small blind at the button's left, the big blind at the left of that. Ruling
  // heads-up-blinds: between two, button-small gives the button the small blind.
  const buttonSmall = order.length === 2 && table.headsUpBlinds === "button-small";
  const [small, big] = buttonSmall ? [order[1], order[0]] : order;
  return [
    { seat: small, name: "small-blind", live: table.small, dead: 0 },
    { seat: big, name: "big-blind", live: table.big, dead: 0 },
  ];
}

// [SEAT, NAME, LIVE, DEAD] each: blinds posted otherwise than usual, missed ones among them.
function readPosts(given = [], stacks, table) {
  if (!Array.isArray(given)) throw new Refused("posts: each is [SEAT, NAME, LIVE, DEAD]");
  const posts = given.map((entry) => readPost(entry, stacks, table));
  for (const { seat, name } of posts) {
    const own = posts.filter((post) => post.seat === seat);
    if (own.filter((post) => post.name === name).length > 1) {
      throw new Refused("posts: a seat posts each blind once");
    }
    const live = own.reduce((sum, post) => sum + post.live, 0);
    if (live > table.big) throw new Refused("posts: at most the big blind is live");
  }
  if (posts.length > 0 && !posts.some((post) => post.name === "big-blind")) {
    throw new Refused("posts: at least one big blind is posted");
  }
  return posts;
}

function readPost(entry, stacks, table) {
  const [seat, name, ...amounts] = Array.isArray(entry) && entry.length === 4 ? entry : [];
  if (!stacks.has(seat) || !POSTS.includes(name)) {
    throw new Refused("posts: each is [SEAT, NAME, LIVE, DEAD], of a seat of this round");
  }
  const [live, dead] = amounts.map((value) => inChips("posts", readDollars(value), table.chip));
  if (live < 0 || dead < 0) throw new Refused("posts: chips are not below 0");
  return { seat, name, live, dead };
}
