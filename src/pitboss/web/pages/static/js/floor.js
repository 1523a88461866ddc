// The floor, live. When the connection is lost it says so; when the session is over, it ends.

import { follow, morph } from "./live.js";

const region = document.getElementById("region");
const lost = document.getElementById("lost");

async function look() {
  try {
    const answer = await fetch(location.pathname);
    if (answer.redirected || answer.status === 403) location.reload();
  } catch {
    // the stream is tried again by itself
  }
}

follow(
  region,
  (payload) => morph(region, payload.html),
  (state) => {
    lost.hidden = state;
    if (!state) look();
  },
);
