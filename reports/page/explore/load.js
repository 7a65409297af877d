// Games of a site: each is fetched when it is opened, and kept, so that it opens without a network.

/** Whether this is the first page of a site: a page of one file has all its games. */
const ofSite = () => document.querySelector("link[rel=manifest]") != null;

if (ofSite() && location.protocol === "file:") {
  document.getElementById("view").append("A site needs a web server, such as python3 -m http.server: browsers fetch no games from a folder.");
}

/** Where this site's games are kept in the browser. */
const shelf = () => globalThis.caches?.open(`emi ${new URL(".", location.href)} games`).catch(() => undefined);

/** Return the packed contents of a game's file. */
const fetched = async (file) => {
  const address = new URL(file, document.baseURI).href;
  const cache = await shelf();
  const known = await cache?.match(address);
  const answer = known ?? await fetch(address);
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  if (!known) await cache?.put(address, answer.clone()).catch(() => { /* It is fetched again. */ });
  return new Uint8Array(await answer.arrayBuffer());
};

/** Open a game; tell whether its file could be fetched. */
const opened = (game) => game.open().then(() => true, () => false);

/** Have the site opened without a network from now on, and throw away games that it has no more. */
const keepSite = async () => {
  if (!ofSite() || !navigator.serviceWorker) return;
  // Browsers look for a new version when they like: at each visit is right for games of a day.
  navigator.serviceWorker.register("sw.js").then((site) => site.update()).catch(() => { /* It needs the network. */ });
  const cache = await shelf();
  const files = new Set(DATA.games.map(({ file }) => new URL(file, document.baseURI).href));
  for (const { url } of await cache?.keys() ?? []) if (!files.has(url)) await cache.delete(url);
};
