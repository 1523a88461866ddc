// Python beside the page, with the games' rules. All that it needs comes from the page itself; it
// asks nothing of any network, so that it works from a disk too. Started once, it gives an image of Python
// with all rules read, from which it starts in a fraction of the time.
const SCRIPT = "text/javascript";
const HERE = "https://in-the-page.invalid/";
let ready;

const addressOf = (part) => URL.createObjectURL(new Blob([part], { type: SCRIPT }));

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
    FS.writeFile(`/core/${name}`, packed.subarray(at, at + length), { canOwn: true });
    at += length;
  }
  FS.mkdirTree("/optimum");
}

async function begin(parts, image) {
  const bytes = async (name) => new Uint8Array(await parts[name].arrayBuffer());
  const modules = ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(addressOf(parts[name])));
  const compiled = bytes("pyodide.asm.wasm").then((read) => WebAssembly.compile(read));
  const core = bytes("core");
  const lock = bytes("pyodide-lock.json");
  const kept = image?.arrayBuffer(); // all of these at once: none waits for another
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await compiled;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  self.fetch = async (asked) => {
    const name = String(asked.url ?? asked).split("/").pop();
    if (!(name in parts)) throw new Error(`${name}: nothing is asked of a network`);
    return new Response(parts[name]);
  };
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(modules);
  const lockFileContents = JSON.parse(new TextDecoder().decode(await lock));
  const start = (more) =>
    loadPyodide({ indexURL: HERE, packageBaseUrl: HERE, createPyodideModule, lockFileContents, ...more });
  postMessage({ said: "Starting Python…" });
  if (kept) {
    try {
      const python = await start({ _loadSnapshot: kept });
      write(python.FS, await core);
      return { python, answer: python.globals.get("answer") };
    } catch (error) {
      console.warn(error); // made anew below
    }
  }
  const python = await start({ _makeSnapshot: true });
  postMessage({ said: "Reading the rules…" });
  write(python.FS, await core);
  python.runPython(PREPARE);
  const made = new Blob([python.makeMemorySnapshot()]);
  return { python, made, answer: python.globals.get("answer") };
}

async function take({ parts, image, file, ask }) {
  if (parts) {
    ready = begin(parts, image);
    return { made: (await ready).made };
  }
  const { python, answer } = await ready;
  if (file) python.FS.writeFile(`/optimum/${file.name}`, new Uint8Array(await file.content.arrayBuffer()));
  return ask ? JSON.parse(answer(JSON.stringify(ask))) : {};
}

onmessage = async ({ data: { id, ...given } }) => {
  try {
    postMessage({ id, answer: await take(given) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
};
