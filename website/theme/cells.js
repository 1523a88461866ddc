// Live cells: a round or a hand of the page that the reader may change. Without scripts, or where
// the build had no Pyodide, the page reads as it is written.
(() => {
  const base = new URL("../play/", document.currentScript.src).href;
  let asking;

  // The very Python of Pitboss in the page, by its own engine.
  const start = async () => {
    await new Promise((done, fail) => {
      const code = document.createElement("script");
      Object.assign(code, { src: `${base}data/code.js`, onload: done, onerror: fail });
      document.head.append(code);
    });
    window.pitboss.base = base;
    const text = encodeURIComponent(window.pitboss.modules["play/engine.js"]);
    const { ask: put, begin } = await import(`data:text/javascript;charset=utf-8,${text}`);
    await begin(() => {});
    return put;
  };

  const ask = async (kind, given) => {
    try {
      asking ??= start();
      const { text, is_refused: refused } = await (await asking)({ act: "cell", kind, given });
      return { text, refused };
    } catch {
      return { refused: true, text: "This browser cannot run it." };
    }
  };

  window.pitbossAsk = ask; // for what else on a page asks Python
  window.pitbossLoading = "Loading Python into this page, 11 MB, once. Nothing is sent.";

  const open = (button, kind, given) => {
    const cell = document.createElement("div");
    cell.className = "pitboss-cell";
    const field = document.createElement(kind === "deal" ? "textarea" : "input");
    field.setAttribute("aria-label", kind === "deal" ? "The round, as a script" : "The game and the cards");
    field.spellcheck = false;
    field.value = given;
    const shown = document.createElement("output");
    shown.textContent = window.pitbossLoading;
    cell.append(field, shown);
    button.replaceWith(cell);
    let turn = 0;
    const run = async () => {
      const mine = (turn += 1);
      const { text, refused } = await ask(kind, field.value);
      if (mine !== turn) return;
      shown.textContent = text;
      shown.classList.toggle("refused", refused);
    };
    field.addEventListener("input", run);
    run();
    field.focus();
  };

  const add = (block, kind, given, words) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words;
    const place = document.createElement("div");
    place.className = "pitboss-cell-open pitboss-cell";
    place.append(button);
    button.addEventListener("click", () => open(place, kind, given));
    (block.closest(".highlight") || block).after(place);
  };

  for (const block of document.querySelectorAll("pre")) {
    const text = block.textContent.trim();
    const score = text.match(/^\$ pitboss score (\S+) "([^"]+)"/);
    if (text.startsWith('{"game":')) add(block, "deal", pretty(text), "Change this round");
    else if (score) add(block, "score", `${score[1]} ${score[2]}`, "Change this hand");
  }

  function pretty(text) {
    const script = JSON.parse(text);
    const lines = Object.entries(script).map(([name, value]) => ` "${name}": ${JSON.stringify(value)}`);
    return `{\n${lines.join(",\n")}\n}`;
  }
})();
