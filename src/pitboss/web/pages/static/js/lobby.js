// The lobby's tables and meters, live.

import { follow, morph } from "./live.js";

const region = document.getElementById("region");
follow(region, (payload) => morph(region, payload.html));
