// Where the folder is served: all of it is kept, so that the page works without a network.
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

self.addEventListener("fetch", (event) => {
  const kept = caches.match(event.request, { cacheName: NAME, ignoreSearch: true });
  event.respondWith(kept.then((found) => found || fetch(event.request)));
});
