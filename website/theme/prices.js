// Pay tables that the reader may change: each change is priced at once, in the page, from the counts
// that are shipped. A place for it has the game, the wager and the rulings that move its edge.
(() => {
  const make = (name, values = {}, ...inner) => {
    const made = Object.assign(document.createElement(name), values);
    made.append(...inner);
    return made;
  };

  const choice = (words, options, chosen) => {
    const list = make("select", {}, ...options.map((one) => make("option", { value: one }, one)));
    list.value = chosen;
    list.setAttribute("aria-label", words); // a label around it would name its options too
    return { field: list, shown: make("label", {}, `${words} `, list) };
  };

  const amount = (words, value) => {
    const field = make("input", { value, inputMode: "decimal", size: 8 });
    return { field, shown: make("label", {}, `${words} `, field) };
  };

  // One row of a table: its pay, and an envy pay where it has one.
  const rowOf = ([event, hand, ...pays]) => {
    const fields = pays.map((pay, at) => {
      const field = make("input", { value: pay, spellcheck: false, size: 8 });
      field.setAttribute("aria-label", at ? `${hand}, envy` : `${hand} pays`);
      return field;
    });
    const cells = fields.map((field) => make("td", {}, field));
    const head = make("th", { scope: "row" }, hand);
    return { shown: make("tr", {}, head, ...cells), read: () => [event, hand, ...fields.map((f) => f.value.trim())] };
  };

  const build = (place, { tables, rulings }) => {
    const { game, wager } = place.dataset;
    const table = choice("Pay table", tables.map(({ code }) => code), tables[0].code);
    const rules = rulings.map(({ name, options, why }) => {
      const made = choice(name, options, options[0]);
      made.shown.title = why;
      return { name, ...made };
    });
    const terms = wager === "jackpot" ? { meter: amount("Meter $", "0"), players: amount("Players", "2") } : {};
    const body = make("tbody");
    const caption = make("caption");
    const edge = make("output", { className: "pitboss-edge" });
    edge.setAttribute("aria-live", "polite");
    const said = make("output");
    const all = make("details", {}, make("summary", {}, "All figures, as pitboss odds prints them"), said);
    let rows = [];
    let turn = 0;

    const run = async () => {
      const mine = (turn += 1);
      const { code, terms: on } = tables.find((one) => one.code === table.field.value);
      const asked = {
        game,
        wager,
        paytable: { code, terms: on, rows: rows.map((row) => row.read()) },
        rulings: Object.fromEntries(rules.map(({ name, field }) => [name, field.value])),
        ...Object.fromEntries(Object.entries(terms).map(([name, { field }]) => [name, field.value])),
      };
      const { text, refused } = await window.pitbossAsk("price", JSON.stringify(asked));
      if (mine !== turn) return;
      const answer = refused ? { said: "" } : JSON.parse(text);
      edge.textContent = refused ? text : `House edge ${answer.edge}`;
      edge.classList.toggle("refused", refused);
      said.textContent = answer.said;
      all.hidden = refused;
    };

    const lay = () => {
      const { rows: given, terms: on } = tables.find((one) => one.code === table.field.value);
      rows = given.map(rowOf);
      body.replaceChildren(...rows.map(({ shown }) => shown));
      caption.textContent = `Pays, ${on}`;
    };

    table.field.addEventListener("input", lay);
    const chosen = [table, ...rules, ...Object.values(terms)].map(({ shown }) => shown);
    const cell = make("div", { className: "pitboss-cell" },
      make("p", { className: "pitboss-terms" }, ...chosen),
      make("table", { className: "pitboss-pays" }, caption, body), edge, all);
    cell.addEventListener("input", run);
    lay();
    place.replaceChildren(cell);
    run();
    table.field.focus();
  };

  const open = async (place) => {
    const waiting = make("output", {}, window.pitbossLoading);
    place.replaceChildren(make("div", { className: "pitboss-cell" }, waiting));
    const { game, wager, rulings } = place.dataset;
    const asked = { game, wager, rulings: rulings.split(" ").filter(Boolean) };
    const { text, refused } = await window.pitbossAsk("tables", JSON.stringify(asked));
    if (refused) waiting.textContent = text;
    else build(place, JSON.parse(text));
  };

  for (const place of document.querySelectorAll(".pitboss-price")) {
    const button = make("button", { type: "button" }, "Change these pays");
    button.addEventListener("click", () => open(place));
    place.append(make("div", { className: "pitboss-cell" }, button));
  }
})();
