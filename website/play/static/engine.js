// The way to Python: its parts come as scripts, packed, and go to a worker; then questions do.

const WORKER = "play/worker.js";
let worker;
let last = 0;
let broken = null;
const waiting = new Map();

// A script is the one thing that a page may load from a disk.
function load(name) {
  return new Promise((done, fail) => {
    const script = document.createElement("script");
    script.src = `data/${name}.js`;
    script.onload = done;
    script.onerror = () => fail(new Error(`${name} is missing`));
    document.head.append(script);
  });
}

async function unpack(name) {
  await load(name);
  const bytes = Uint8Array.from(atob(window.pitboss.parts[name]), (letter) => letter.charCodeAt(0));
  delete window.pitboss.parts[name];
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return [name, await new Response(plain).arrayBuffer()];
}

function send(message, transfer = []) {
  const id = (last += 1);
  return new Promise((done, fail) => {
    if (broken) fail(broken);
    waiting.set(id, { done, fail });
    worker.postMessage({ id, ...message }, transfer);
  });
}

export function ask(question) {
  return send({ ask: question });
}

export async function begin(tell) {
  // From a disk Chromium starts no worker of modules by a blob's address, but one by its text.
  const source = encodeURIComponent(window.pitboss.modules[WORKER]);
  worker = new Worker(`data:text/javascript;charset=utf-8,${source}`, { type: "module" });
  worker.onmessage = ({ data: { id, answer, error, said } }) => {
    if (said) {
      tell(said);
      return;
    }
    const { done, fail } = waiting.get(id);
    waiting.delete(id);
    if (error) fail(new Error(error));
    else done(answer);
  };
  worker.onerror = (event) => {
    broken = new Error(event.message || "it starts no worker");
    for (const { fail } of waiting.values()) fail(broken);
    waiting.clear();
  };
  const parts = Object.fromEntries(await Promise.all(window.pitboss.needed.map(unpack)));
  await send({ parts }, Object.values(parts));
}

// A file that only one game wants, if this copy has it.
const brought = new Set();
export async function bring(game) {
  const name = window.pitboss.optimum[game];
  if (!name || brought.has(name)) return;
  brought.add(name);
  const [, bytes] = await unpack(name);
  await send({ file: { name, bytes } }, [bytes]);
}
