// What was settled against what is due: rows in their order, and what each seat won or lost.

const FIELDS = ["amount", "outcome", "pays", "paid", "net"];

function keyOf(row) {
  return `${row.seat} ${row.wager}`;
}

function named(row) {
  return `seat ${row.seat}, ${row.wager}`;
}

function citeOf(row) {
  const cited = [row.rule, row.row].filter((one) => typeof one === "string");
  return cited.length > 0 ? ` (${cited.join(", ")})` : "";
}

function finding(row, text) {
  return { seat: row.seat ?? null, wager: row.wager ?? null, rule: row.rule ?? null, text };
}

function compareFields(due, was) {
  const wrong = FIELDS.filter((field) => due[field] !== (was[field] ?? null));
  if (wrong.length === 0) return [];
  const said = wrong.map((field) => `${field} is ${due[field]}, not ${was[field]}`);
  return [finding(was, `${named(was)}${citeOf(was)}: ${said.join(", ")}`)];
}

// The n-th row of a wager stands against the n-th that is due.
function group(rows) {
  const groups = new Map();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

export function compareRows(due, given) {
  const rows = given.map((row) => (row !== null && typeof row === "object" ? row : {}));
  const found = [];
  const [wanted, there] = [group(due), group(rows)];
  for (const [key, list] of wanted) {
    const others = there.get(key) ?? [];
    list.forEach((row, at) => {
      if (others[at] === undefined) {
        found.push(finding(row, `${named(row)}: ${row.outcome}, paid ${row.paid}, is missing`));
      } else found.push(...compareFields(row, others[at]));
    });
  }
  for (const [key, list] of there) {
    for (const row of list.slice(wanted.get(key)?.length ?? 0)) {
      found.push(finding(row, `${named(row)}${citeOf(row)}: no such wager was to be settled`));
    }
  }
  if (due.length === rows.length && found.length === 0) found.push(...compareOrder(due, rows));
  return found;
}

function compareOrder(due, rows) {
  const keys = [due.map(keyOf), rows.map(keyOf)];
  if (keys[0].join() === keys[1].join()) return [];
  const at = due.findIndex((row, n) => keyOf(row) !== keyOf(rows[n]));
  return [finding(rows[at], `row ${at + 1} is ${named(rows[at])}${citeOf(rows[at])}, where `
    + `${named(due[at])} is settled: rows stand in the order of settling`)];
}

// A seat's net is the sum of its rows, which are named where it is not.
export function compareNet(due, given, rows) {
  const found = [];
  for (const seat of new Set([...Object.keys(due), ...Object.keys(given)])) {
    if (due[seat] === given[seat]) continue;
    const wagers = rows.filter((row) => String(row?.seat) === seat).map((row) => row.wager);
    const of = wagers.length > 0 ? ` (${wagers.join(", ")})` : "";
    found.push({ seat: Number(seat), wager: null, rule: null,
      text: `seat ${seat}: net is ${due[seat] ?? "none"}, not ${given[seat] ?? "none"}${of}` });
  }
  return found;
}
