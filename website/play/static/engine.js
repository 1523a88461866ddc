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
    script.src = `${window.pitboss.base ?? ""}data/${name}.js`;
    script.onload = done;
    script.onerror = () => fail(new Error(`${name} is missing`));
    document.head.append(script);
  });
}

function bytesOf(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

async function unpack(name) {
  await load(name);
  const bytes = bytesOf(window.pitboss.parts[name]);
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
  const [kept, ...unpacked] = await Promise.all([recall(), ...window.pitboss.needed.map(unpack)]);
  const parts = Object.fromEntries(unpacked);
  const { image } = await send({ parts, kept }, [...Object.values(parts), ...(kept ? [kept] : [])]);
  window.pitboss.started = image ? "anew" : "from its image";
  if (image) remember(image);
}

// The image of Python that this browser keeps, of this very build; where it keeps none, nothing.
function images(mode, act) {
  return new Promise((done, fail) => {
    const opened = indexedDB.open("pitboss-page", 1);
    opened.onupgradeneeded = () => opened.result.createObjectStore("images");
    opened.onerror = () => fail(opened.error);
    opened.onsuccess = () => {
      const asked = act(opened.result.transaction("images", mode).objectStore("images"));
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => fail(asked.error);
      asked.transaction.oncomplete = () => opened.result.close();
    };
  });
}

async function recall() {
  try {
    const found = await images("readonly", (store) => store.get("python"));
    return found?.version === window.pitboss.version ? found.image : undefined;
  } catch {
    return undefined;
  }
}

function remember(image) {
  const { version } = window.pitboss;
  images("readwrite", (store) => store.put({ version, image }, "python"))
    .then(() => (window.pitboss.isKept = true))
    .catch(() => {});
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
