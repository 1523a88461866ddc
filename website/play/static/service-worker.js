// Where the folder is served: what every table needs is kept, so that the page works without a network.
// What one game alone needs is kept once it was asked for.
const NAME = "pitboss-page-VERSION";
const FILES = ["FILES"];

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(NAME);
    await cache.addAll(FILES);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const forget = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("pitboss-page-") && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

async function bring(event) {
  const answer = await fetch(event.request);
  if (answer.ok) {
    const copy = answer.clone();
    const kept = caches.open(NAME).then((cache) => cache.put(event.request, copy));
    event.waitUntil(kept.catch(() => {})); // where there is no room it is asked for again
  }
  return answer;
}

self.addEventListener("fetch", (event) => {
  const kept = caches.match(event.request, { cacheName: NAME, ignoreSearch: true });
  event.respondWith(kept.then((found) => found || bring(event)));
});
