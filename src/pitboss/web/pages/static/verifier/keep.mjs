// A check to keep: one HTML file with the record, the verifier's own modules and what they said.
// It needs no network and may use none; opened from disk it checks the round again.

const IMPORT = /^(import|export)\b([^"]*?\bfrom )"(\.{1,2}\/[^"]+)";$/gm;

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
.steps { list-style: none; padding: 0; } .steps > li { margin: .35rem 0; overflow-wrap: anywhere; }
.check-mark { display: inline-block; width: 1.4em; font-weight: 700; }
.is-right > .check-mark, .check-verdict.is-right { color: #0f6b3c; }
.is-wrong { color: #a3222f; }
.check-verdict { font-size: 1.3rem; font-weight: 700; }
`;

const INTRO = "This file holds the record of the round and the program that checks it. It has checked "
  + "the round again just now, without any network; its modules can be read below, in this file's "
  + "source.";

// Runs in the file: each module becomes an address of its own, under the name others import it by.
function begin() {
  const imports = {};
  for (const part of document.querySelectorAll("script[data-module]")) {
    const code = encodeURIComponent(part.textContent);
    imports[part.dataset.module] = `data:text/javascript;charset=utf-8,${code}`;
  }
  const map = document.createElement("script");
  map.type = "importmap";
  map.textContent = JSON.stringify({ imports });
  document.head.append(map);
  const { record, noted } = JSON.parse(document.getElementById("record").textContent);
  import("verifier/report.mjs").then(({ checkNow, paint }) => {
    paint(document.getElementById("report"), record, checkNow(record, noted), noted);
    document.body.dataset.checked = "yes";
  });
}

// The modules that one needs, by name, with their imports by these names.
export async function collect(base, name, found = new Map()) {
  if (found.has(name)) return found;
  found.set(name, "");
  const answer = await fetch(new URL(name, base));
  if (!answer.ok) throw new Error(name);
  const text = await answer.text();
  const needed = [];
  const here = new URL(name, "http://verifier/");
  found.set(name, text.replace(IMPORT, (_, word, names, path) => {
    const other = new URL(path, here).pathname.slice(1);
    needed.push(other);
    return `${word}${names}"verifier/${other}";`;
  }));
  for (const other of needed) await collect(base, other, found);
  return found;
}

function asText(value) {
  return JSON.stringify(value, null, 1).replace(/</g, "\\u003c");
}

// The file's text; report is the page's own, as markup.
export function fileOf(sources, record, noted, report) {
  const title = `Round ${record.round} of ${record.table}`.replace(/[<>&]/g, "");
  const parts = [...sources].map(([name, text]) => {
    if (/<\/?script|<!--/i.test(text)) throw new Error(name);
    return `<script type="text/plain" data-module="verifier/${name}">\n${text}<\/script>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<div id="report">${report}</div>
<p>${INTRO}</p>
<script type="application/json" id="record">
${asText({ record, noted })}
<\/script>
${parts.join("\n")}
<script>
(${begin})();
<\/script>
</body>
</html>
`;
}
