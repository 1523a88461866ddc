// Python beside the page, with the games' rules. All that it needs comes from the page itself; it
// asks nothing of any network, so that it works from a disk too.
const WASM = "application/wasm";
const SCRIPT = "text/javascript";
const HERE = "https://in-the-page.invalid/";
let ready;

const addressOf = (bytes, type) => URL.createObjectURL(new Blob([bytes], { type }));

async function begin(parts) {
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(
    ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(addressOf(parts[name], SCRIPT))),
  );
  self.fetch = async (asked) => {
    const name = String(asked.url ?? asked).split("/").pop();
    if (!(name in parts)) throw new Error(`${name}: nothing is asked of a network`);
    return new Response(parts[name], { headers: { "Content-Type": WASM } });
  };
  postMessage({ said: "Starting Python…" });
  const python = await loadPyodide({
    indexURL: HERE,
    packageBaseUrl: HERE,
    createPyodideModule,
    lockFileContents: JSON.parse(new TextDecoder().decode(parts["pyodide-lock.json"])),
  });
  postMessage({ said: "Reading the rules…" });
  python.unpackArchive(parts["core.zip"], "zip", { extractDir: "/core" });
  python.FS.mkdirTree("/optimum");
  const answer = python.runPython(
    'import sys; sys.path.insert(0, "/core"); from website.play.page import answer; answer',
  );
  return { python, answer };
}

async function take({ parts, file, ask }) {
  if (parts) ready = begin(parts);
  const { python, answer } = await ready;
  if (file) python.FS.writeFile(`/optimum/${file.name}`, new Uint8Array(file.bytes));
  return ask ? JSON.parse(answer(JSON.stringify(ask))) : {};
}

onmessage = async ({ data: { id, ...given } }) => {
  try {
    postMessage({ id, answer: await take(given) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
};
