// One event stream for the tab. The server sends the region as HTML; it is morphed into the page,
// so what has the focus keeps it.

import { Idiomorph } from "../vendor/idiomorph.js";
import { arrive, look, skip } from "./motion.js";
import { countDown, tick } from "./site.js";

const SILENT_MS = 40000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 5000;

// What is for pages without scripts: parsed here it would be in force, and a page that is looked at
// would be loaded again and again.
const SCRIPTLESS = /<noscript>.*?<\/noscript>/gs;

// Parts that belong to the page's own script stay as they are while the server names them the same,
// and so does a part whose content comes later. What is put into such parts at once goes by their ids.
export function morph(region, html, parts = {}) {
  const fresh = [];
  const seen = look();
  const before = document.activeElement;
  const inside = before && region.contains(before);
  change(region, html, fresh);
  for (const [id, inner] of Object.entries(parts)) change(document.getElementById(id), inner, fresh);
  if (inside && document.activeElement === document.body) {
    document.getElementById("own")?.focus({ preventScroll: true });
  }
  tick();
  arrive(fresh, seen);
}

function change(place, html, fresh) {
  Idiomorph.morph(place, html.replace(SCRIPTLESS, ""), {
    morphStyle: "innerHTML",
    callbacks: {
      beforeNodeMorphed(old, next) {
        if (old.nodeType !== 1) return true;
        if (old.id === next.id && ("keep" in old.dataset || "later" in next.dataset)) return false;
        if (old.isEqualNode(next)) return false;
        if (old.classList.contains("down") && next.classList?.contains("up")) {
          fresh.push({ id: next.id, turned: true });
        }
        return true;
      },
      beforeAttributeUpdated(name, node) {
        return !(name === "open" && node.dataset?.ownOpen !== undefined);
      },
      afterNodeAdded(node) {
        if (node.nodeType !== 1) return;
        if (node.dataset.order !== undefined && node.id) fresh.push({ id: node.id });
        for (const each of node.querySelectorAll("[data-order][id]")) fresh.push({ id: each.id });
      },
    },
  });
}

export function follow(region, onRegion, onState = () => {}, onWord = () => {}) {
  let source = null;
  let heard = Date.now();
  let wait = FIRST_RETRY_MS;
  let timer = null;
  let ended = false;

  function close() {
    source?.close();
    source = null;
    clearTimeout(timer);
  }

  function lose() {
    close();
    onState(false);
    if (navigator.onLine) timer = setTimeout(open, wait);
    wait = Math.min(wait * 2, LONGEST_RETRY_MS);
  }

  function open() {
    close();
    source = new EventSource(region.dataset.stream);
    source.addEventListener("region", (event) => {
      heard = Date.now();
      wait = FIRST_RETRY_MS;
      if (ended) location.reload();
      onState(true);
      onRegion(JSON.parse(event.data));
    });
    source.addEventListener("clock", (event) => {
      const { left, next } = JSON.parse(event.data);
      countDown(left, next);
    });
    source.addEventListener("reaction", (event) => onWord(JSON.parse(event.data)));
    source.addEventListener("alive", () => {
      heard = Date.now();
    });
    // The session is over, or the server goes down: once it answers again, the page starts anew.
    source.addEventListener("ended", () => {
      ended = true;
      lose();
    });
    source.addEventListener("error", lose);
  }

  addEventListener("offline", () => {
    close();
    onState(false);
  });
  addEventListener("online", open);
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });
  setInterval(() => {
    if (source && Date.now() - heard > SILENT_MS) lose();
  }, 5000);
  open();
}

export { skip };
