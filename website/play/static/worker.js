// Python beside the page, with the games' rules. All that it needs comes from the page itself; it
// asks nothing of any network, so that it works from a disk too. Started once, it gives an image of Python
// with all rules read, from which it starts in a fraction of the time.
const WASM = "application/wasm";
const SCRIPT = "text/javascript";
const HERE = "https://in-the-page.invalid/";
let ready;

const addressOf = (bytes, type) => URL.createObjectURL(new Blob([bytes], { type }));

const PREPARE = `
import sys
sys.path.insert(0, "/core")
from website.play.page import answer, prepare
prepare()
`;

// Files of the core: a line of names and lengths, then all bytes.
function write(FS, packed) {
  const start = packed.indexOf(10) + 1;
  const made = new Set();
  let at = start;
  for (const [name, length] of JSON.parse(new TextDecoder().decode(packed.subarray(0, start)))) {
    const folder = `/core/${name}`.replace(/\/[^/]*$/, "");
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(`/core/${name}`, packed.subarray(at, at + length));
    at += length;
  }
  FS.mkdirTree("/optimum");
}

async function begin(parts, kept) {
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(
    ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(addressOf(parts[name], SCRIPT))),
  );
  self.fetch = async (asked) => {
    const name = String(asked.url ?? asked).split("/").pop();
    if (!(name in parts)) throw new Error(`${name}: nothing is asked of a network`);
    return new Response(parts[name], { headers: { "Content-Type": WASM } });
  };
  const start = (more) =>
    loadPyodide({
      indexURL: HERE,
      packageBaseUrl: HERE,
      createPyodideModule,
      lockFileContents: JSON.parse(new TextDecoder().decode(parts["pyodide-lock.json"])),
      ...more,
    });
  postMessage({ said: "Starting Python…" });
  const core = new Uint8Array(parts.core);
  if (kept) {
    try {
      const python = await start({ _loadSnapshot: kept });
      write(python.FS, core);
      return { python, answer: python.globals.get("answer") };
    } catch (error) {
      console.warn(error); // made anew below
    }
  }
  const python = await start({ _makeSnapshot: true });
  postMessage({ said: "Reading the rules…" });
  write(python.FS, core);
  python.runPython(PREPARE);
  const image = python.makeMemorySnapshot().buffer;
  return { python, image, answer: python.globals.get("answer") };
}

async function take({ parts, kept, file, ask }) {
  if (parts) {
    ready = begin(parts, kept);
    return { image: (await ready).image };
  }
  const { python, answer } = await ready;
  if (file) python.FS.writeFile(`/optimum/${file.name}`, new Uint8Array(file.bytes));
  return ask ? JSON.parse(answer(JSON.stringify(ask))) : {};
}

onmessage = async ({ data: { id, ...given } }) => {
  try {
    const answer = await take(given);
    postMessage({ id, answer }, answer.image ? [answer.image] : []);
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
};
