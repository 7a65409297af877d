// The page: what is shown, in which language and colours. The address says which game and part.

const DATA = JSON.parse(document.getElementById("data").textContent);
const lexicon = DATA.lexicon;
const GAMES = DATA.games.map((about) => new Game(about));
const PARTS = { strategy: treeView, play: playView, help: helpView, proof: proofView };

const view = document.getElementById("view");

/** What the reader chose is kept where the browser allows it, which not all do for files. */
const kept = {
  get: (name) => { try { return localStorage.getItem(`emi.${name}`); } catch { return null; } },
  set: (name, value) => { try { localStorage.setItem(`emi.${name}`, value); } catch { /* It is chosen again. */ } },
};

const gameView = async (game, part) => {
  const back = make("p", make("a", { href: "#" }, "← ", t("back")));
  if (!("DecompressionStream" in window)) return [back, make("h1", { tabindex: -1 }, game.name), make("p", t("old"))];
  await game.open();
  const words = counted(game, game.count.secrets);
  const sure = game.lower === game.upper;
  const hero = sure
    ? t("heroSure", { value: t("guesses", { n: game.upper }), words })
    : t("heroOpen", { lower: game.lower, upper: game.upper, words });
  return [
    back,
    make(
      "div.hero",
      make(`span.badge.key.${level(game)}`, { "aria-hidden": "true" }, valued(game)),
      make("div", make("h1", { tabindex: -1 }, game.name), make("p", hero)),
    ),
    make(
      "nav",
      { "aria-label": game.name },
      make("ul.tabs", Object.keys(PARTS).map((name) => make("li", make("a", { href: link(game, name), "aria-current": name === part ? "page" : null }, t(name))))),
    ),
    make(`section.part.${part}`, { "aria-label": t(part) }, PARTS[part](game)),
  ];
};

let shownGame = null;

/** Show what the address names. */
const route = async ({ focus = true } = {}) => {
  const address = location.hash;
  const [name, part = "strategy"] = address.slice(1).split("/").map(decodeURIComponent);
  const game = GAMES.find((one) => one.name.toLowerCase() === name.toLowerCase());
  typing = null;
  analysing = null;
  halt();
  const made = game ? await gameView(game, part in PARTS ? part : "strategy") : tableView(GAMES);
  // Another one may have been asked for while it was unpacked.
  if (location.hash !== address) return;
  view.replaceChildren(...made.flat(2).filter((one) => one));
  document.title = game ? `${game.name} · Evil Motus` : t(GAMES.some((one) => one.letter != null) ? "title" : "titleGames");
  if (focus && game !== shownGame) {
    view.querySelector("h1").focus({ preventScroll: true });
    scrollTo(0, 0);
  }
  shownGame = game;
};

const speak = (wanted) => {
  language = wanted in TEXTS ? wanted : "en";
  document.documentElement.lang = language;
  for (const one of document.querySelectorAll("[data-t]")) one.textContent = t(one.dataset.t);
};

/** The rules of a dark screen; what they are asked is changed, so that colours stand in one place. */
const dark = [...document.styleSheets]
  .flatMap((sheet) => [...sheet.cssRules])
  .filter((rule) => rule instanceof CSSMediaRule && rule.conditionText.includes("prefers-color-scheme"))
  .map((rule) => ({ rule, auto: rule.media.mediaText }));

const colour = (theme) => {
  for (const { rule, auto } of dark) rule.media.mediaText = { light: "not all", dark: "screen" }[theme] ?? auto;
  document.documentElement.style.colorScheme = { light: "light", dark: "dark" }[theme] ?? "light dark";
};

const chooser = (id, first, use) => {
  const select = document.getElementById(id);
  select.value = first;
  select.addEventListener("change", () => {
    kept.set(id, select.value);
    use(select.value);
  });
  use(first);
};

const preferred = kept.get("language") ?? navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in TEXTS) ?? "en";
chooser("theme", ["light", "dark"].includes(kept.get("theme")) ? kept.get("theme") : "auto", colour);
chooser("language", preferred in TEXTS ? preferred : "en", (wanted) => {
  speak(wanted);
  route({ focus: false });
});
addEventListener("hashchange", () => { route(); });
