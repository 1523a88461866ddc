// Python with the core of Pitboss, beside the page: it deals and scores what a cell gives it.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const ready = (async () => {
  const [python, core] = await Promise.all([
    loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href }),
    fetch(new URL("./pyodide/core.zip", import.meta.url)).then((answer) => answer.arrayBuffer()),
  ]);
  python.unpackArchive(core, "zip", { extractDir: "/core" });
  return python.runPython(await (await fetch(new URL("./cells.py", import.meta.url))).text());
})();

onmessage = async ({ data: { id, kind, given } }) => {
  try {
    const [text, refused] = (await ready)(kind, given).toJs();
    postMessage({ id, text, refused });
  } catch (error) {
    postMessage({ id, text: String(error), refused: true });
  }
};
