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
  return [name, await new Response(plain).blob()];
}

function send(message) {
  const id = (last += 1);
  return new Promise((done, fail) => {
    if (broken) fail(broken);
    waiting.set(id, { done, fail });
    worker.postMessage({ id, ...message });
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
  const { version } = window.pitboss;
  const kept = await recall(version);
  const started = kept && (await send(kept).catch(() => null)); // what was kept may be lost in part
  const parts = started ? kept.parts : await bringParts();
  const { made } = started ?? (await send({ parts }));
  window.pitboss.started = made ? "anew" : "from its image";
  if (made) remember(version, { image: made, parts });
}

async function bringParts() {
  return Object.fromEntries(await Promise.all(window.pitboss.needed.map(unpack)));
}

// What this browser keeps, of this very build: the parts as they were unpacked, and the image of Python
// that was made of them. They are blobs, so that only the worker reads them.
function open() {
  return new Promise((done, fail) => {
    const opened = indexedDB.open("pitboss-page", 1);
    opened.onupgradeneeded = () => opened.result.createObjectStore("images");
    opened.onerror = () => fail(opened.error);
    opened.onsuccess = () => done(opened.result);
  });
}

async function recall(version) {
  try {
    const database = await open();
    const asked = database.transaction("images").objectStore("images").get("python");
    database.close(); // once it has answered
    const found = await new Promise((done, fail) => {
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => fail(asked.error);
    });
    return found?.version === version ? { image: found.image, parts: found.parts } : null;
  } catch {
    return null;
  }
}

async function remember(version, given) {
  try {
    const database = await open();
    const written = database.transaction("images", "readwrite");
    written.objectStore("images").put({ version, ...given }, "python");
    written.oncomplete = () => (window.pitboss.isKept = true);
    database.close(); // once it is written
  } catch {
    // There is no room, or none is given: the next start is a first one too.
  }
}

// A file that only one game wants, if this copy has it.
const brought = new Set();
export async function bring(game) {
  const name = window.pitboss.optimum[game];
  if (!name || brought.has(name)) return;
  brought.add(name);
  const [, content] = await unpack(name);
  await send({ file: { name, content } });
}
