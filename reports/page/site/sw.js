// The service worker of a site: it keeps the site's own files, so that it opens without a network.

/** The caches of this site alone: others may have the same host. */
const PLACE = `emi ${registration.scope}`;
const NOW = `${PLACE} $version`;
const FILES = $files;

addEventListener("install", (event) => {
  const asked = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(NOW).then((cache) => cache.addAll(asked)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(`${PLACE} `) && name !== NOW && name !== `${PLACE} games`;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const kept = caches.open(NOW).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});
