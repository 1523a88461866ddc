// The lobby's tables and meters, live: the whole region at first if need be, then the rows that change.

import { Idiomorph } from "../vendor/idiomorph.js";
import { follow, morph } from "./live.js";

const region = document.getElementById("region");
const find = (id) => document.getElementById(id);

// A row in its place, in the order of the server's own list.
function put(name, html) {
  const all = find("all-tables");
  const old = [...all.children].find((row) => row.id === `t-${name}`);
  if (!html) {
    old?.remove();
  } else if (old) {
    Idiomorph.morph(old, html);
  } else {
    const frame = document.createElement("ul");
    frame.innerHTML = html;
    const row = frame.firstElementChild;
    const next = [...all.children].find((other) => other.dataset.sort > row.dataset.sort);
    all.insertBefore(row, next ?? null);
  }
}

function show(payload) {
  region.dataset.stream = `/stream?since=${payload.mark}`;
  if (payload.html !== undefined) {
    morph(region, payload.html);
    return;
  }
  if (payload.own !== undefined) morph(find("own-tables"), payload.own);
  if (payload.meters !== undefined) morph(find("lobby-meters"), payload.meters);
  for (const [name, html] of payload.rows) put(name, html);
  find("no-table").hidden = Boolean(region.querySelector(".table-card"));
}

follow(region, show);
