// Runs beside the pages. It keeps the files of one version and the offline page, which it fetches
// as a stranger when it is installed; later it writes nothing down. Pages, tables, streams and
// commands go to the server and nowhere else.

const NAME = `pitboss-${KEPT.version}`;

// Whatever is neither a page nor a file goes past this script, which would only pass it on: a browser
// that can be told so asks the server without waking it.
async function goPast(event) {
  const files = { urlPattern: { pathname: "/static/*" } };
  const ours = { or: [{ requestMode: "navigate" }, files] };
  try {
    await event.addRoutes({ condition: { not: ours }, source: "network" });
  } catch {
    // Without it every request is passed on below.
  }
}

async function install(event) {
  await goPast(event);
  const cache = await caches.open(NAME);
  const asked = [KEPT.offline, "/static/games.css", ...KEPT.files];
  await cache.addAll(asked.map((path) => new Request(path, { credentials: "omit" })));
  await self.skipWaiting();
}

// Files have their version in their address, so the old ones serve nobody once this one is here.
async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("pitboss-") && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function answerPage(event) {
  try {
    return (await event.preloadResponse) || (await fetch(event.request));
  } catch {
    return (await caches.match(KEPT.offline, { cacheName: NAME })) || Response.error();
  }
}

async function answerFile(request) {
  return (await caches.match(request, { cacheName: NAME })) || fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install(event)));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(answerPage(event));
  else if (pathname.startsWith("/static/")) event.respondWith(answerFile(request));
});
