// The page: what is shown, in which language and colours. The address says which game and part.

let DATA = null;
let GAMES = [];
const PARTS = { strategy: treeView, play: playView, help: helpView, proof: proofView };
/** The part of an address such as `#today/motus.fr`. */
const TODAY = "today";

const view = document.getElementById("view");

/** What the reader chose is kept where the browser allows it, which not all do for files. */
const kept = {
  get: (name) => { try { return localStorage.getItem(`emi.${name}`); } catch { return null; } },
  set: (name, value) => { try { localStorage.setItem(`emi.${name}`, value); } catch { /* It is chosen again. */ } },
};

function* gameView(game, part, codes) {
  if (part === TODAY && unpacks()) {
    yield [make("p.back", make("a", { href: "#" }, "← ", t("back"))), make("div.hero", make("h1", { tabindex: -1 }, `${fullName(game)}, ${today()}`))];
    const section = make("section.part.play", { "aria-label": t("today") });
    yield section;
    yield* within(section, dayView(game));
    return;
  }
  const back = make("p.back", make("a", { href: "#" }, "← ", t("back")));
  if (!unpacks()) {
    yield [back, make("h1", { tabindex: -1 }, game.name), make("p", t("old"))];
    return;
  }
  const words = counted(game, game.count.secrets);
  const sure = game.lower === game.upper;
  const hero = sure
    ? t("heroSure", { value: t("guesses", { n: game.upper }), words })
    : t("heroOpen", { lower: game.lower, upper: game.upper, words });
  yield [
    back,
    make(
      "div.hero",
      make(`span.badge.key.${level(game)}`, { "aria-hidden": "true" }, valued(game)),
      make("div", make("h1", { tabindex: -1 }, game.letter != null ? game.name : fullName(game)), make("p", hero)),
    ),
    make(
      "nav",
      { "aria-label": game.name },
      make("ul.tabs", Object.keys(PARTS).map((name) => make("li", make("a", { href: link(game, name), "aria-current": name === part ? "page" : null }, t(name))))),
    ),
  ];
  const section = make(`section.part.${part}`, { "aria-label": t(part) });
  yield section;
  yield* within(section, PARTS[part](game, codes));
}

/** Whether the browser can unpack what is known of a game. */
const unpacks = () => "DecompressionStream" in window;

/**
 * Read an address such as `#C5`, `#C5/strategy/CAVES` or `#C5/play/CARIE.COULE`.
 *
 * One that names nothing leads home, and it is said what is wrong.
 */
const addressed = async (address) => {
  const wrong = { wrong: t("badAddress", { address: address.slice(0, 60) }) };
  if (address.length < 2) return {};
  let names;
  try {
    names = address.slice(1).split("/").map(decodeURIComponent);
  } catch {
    return wrong;
  }
  const day = names[0] === TODAY && names.length === 2 && familiesOf(GAMES).find(({ key }) => key === names[1]);
  const [name, part = "strategy", text = "", ...rest] = day ? [gameOfDay(day, today()).name, TODAY] : names;
  const game = name.startsWith(OWN) ? await ownGame(name) : GAMES.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (day && unpacks()) return await opened(game) ? { game, part, codes: [] } : { wrong: t("notLoaded", { name: fullName(game) }) };
  if (!game || !Object.hasOwn(PARTS, part) || rest.length) return wrong;
  if (!unpacks()) return { game, part, codes: [] };
  if (!await opened(game)) return { wrong: t("notLoaded", { name }) };
  const codes = text ? text.split(".").map((code) => game.read(code)) : [];
  const known = (code) => (part === "play" ? game.placeOf.has(code) : part === "strategy" && game.secretOf.has(game.placeOf.get(code)));
  if (!codes.every(known) || (part === "strategy" && codes.length > 1)) return wrong;
  return { game, part, codes };
};

let shownGame = null;

/** Return a new place for what is shown. The page keeps its height meanwhile, so that it is not scrolled. */
const emptied = () => {
  view.style.minHeight = `${view.offsetHeight}px`;
  const shown = make("div.shown");
  view.replaceChildren(shown);
  return shown;
};

/** Show what the address names. */
const route = async ({ focus = true } = {}) => {
  const address = location.hash;
  await pause();
  const { game, part, codes, wrong } = await addressed(address);
  // Another one may have been asked for while it was unpacked.
  if (location.hash !== address) return;
  typing = null;
  analysing = null;
  halt();
  if (wrong) history.replaceState(null, "", "#");
  const onTab = document.activeElement?.closest(".tabs") != null;
  const shown = emptied();
  // It is made part by part; the first is the heading.
  const parts = game ? gameView(game, part, codes) : homeView(GAMES, wrong);
  shown.append(...parts.next().value);
  document.title = game ? `${game.name} · Evil Motus` : t(GAMES.some((one) => one.letter != null) ? "title" : "titleGames");
  if (focus && game !== shownGame) {
    view.querySelector("h1").focus({ preventScroll: true });
    scrollTo(0, 0);
  } else if (onTab) view.querySelector(".tabs [aria-current]")?.focus({ preventScroll: true });
  shownGame = game;
  if (await fill(shown, parts)) view.style.minHeight = "";
};

/** Say what the page was made of, by what, when, and after which paper. */
const madeOf = ({ lists, version, date, licences }) => [
  ...lists.map(({ name, digest, licence, notices }) => [
    make("p", t("madeOf", { name, digest: digest.slice(0, 12), licence })),
    notices ? make("details", make("summary", t("notices")), make("pre", notices)) : [],
  ]).flat(2),
  licences ? make("p", make("a", { href: licences }, t("notices"))) : "",
  make("p", t("madeBy", { version, date })),
  make("p", t("paper"), " doi:10.3233/ICG-180056"),
];

const speak = (wanted) => {
  language = wanted in DATA.texts ? wanted : "en";
  document.documentElement.lang = language;
  for (const one of document.querySelectorAll(".told-in")) one.hidden = one.lang !== language;
  for (const one of document.querySelectorAll("[data-t]")) one.textContent = t(one.dataset.t);
  document.getElementById("about").replaceChildren(...(DATA.made ? madeOf(DATA.made) : []));
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

/** Return the theme, and the language, that the reader chose, or what suits the browser. */
const themed = () => (["light", "dark"].includes(kept.get("theme")) ? kept.get("theme") : "auto");
const preferred = () => {
  const chosen = new URLSearchParams(location.search).get("language") ?? kept.get("language") ?? navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in DATA.texts);
  return chosen in DATA.texts ? chosen : "en";
};

const start = async () => {
  // The scripts were a turn of their own.
  await yielded();
  chooser("theme", themed(), colour);
  await yielded();
  DATA = JSON.parse(document.getElementById("data").textContent);
  GAMES = DATA.games.map((about) => new Game(about));
  await yielded();
  chooser("language", preferred(), (wanted) => {
    // What is there is not laid out again in the other language.
    emptied();
    speak(wanted);
    route({ focus: false });
  });
  addEventListener("hashchange", () => { route(); });
  keepSite();
};

start();
