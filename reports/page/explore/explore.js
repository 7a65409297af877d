// The page: what is shown, in which language and colours. The address says which game and part.

const DATA = JSON.parse(document.getElementById("data").textContent);
const GAMES = DATA.games.map((about) => new Game(about));
const PARTS = { strategy: treeView, play: playView, help: helpView, proof: proofView };

const view = document.getElementById("view");

/** What the reader chose is kept where the browser allows it, which not all do for files. */
const kept = {
  get: (name) => { try { return localStorage.getItem(`emi.${name}`); } catch { return null; } },
  set: (name, value) => { try { localStorage.setItem(`emi.${name}`, value); } catch { /* It is chosen again. */ } },
};

const gameView = (game, part, codes) => {
  const back = make("p", make("a", { href: "#" }, "← ", t("back")));
  if (!unpacks()) return [back, make("h1", { tabindex: -1 }, game.name), make("p", t("old"))];
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
      make("div", make("h1", { tabindex: -1 }, game.letter != null ? game.name : fullName(game)), make("p", hero)),
    ),
    make(
      "nav",
      { "aria-label": game.name },
      make("ul.tabs", Object.keys(PARTS).map((name) => make("li", make("a", { href: link(game, name), "aria-current": name === part ? "page" : null }, t(name))))),
    ),
    make(`section.part.${part}`, { "aria-label": t(part) }, PARTS[part](game, codes)),
  ];
};

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
  const [name, part = "strategy", text = "", ...rest] = names;
  const game = GAMES.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (!game || !Object.hasOwn(PARTS, part) || rest.length) return wrong;
  if (!unpacks()) return { game, part, codes: [] };
  await game.open();
  const codes = text ? text.split(".").map((code) => game.read(code)) : [];
  const known = (code) => (part === "play" ? game.placeOf.has(code) : part === "strategy" && game.secretOf.has(game.placeOf.get(code)));
  if (!codes.every(known) || (part === "strategy" && codes.length > 1)) return wrong;
  return { game, part, codes };
};

let shownGame = null;

/** Show what the address names. */
const route = async ({ focus = true } = {}) => {
  const address = location.hash;
  const { game, part, codes, wrong } = await addressed(address);
  // Another one may have been asked for while it was unpacked.
  if (location.hash !== address) return;
  typing = null;
  analysing = null;
  halt();
  if (wrong) history.replaceState(null, "", "#");
  const made = game ? gameView(game, part, codes) : homeView(GAMES, wrong);
  const onTab = document.activeElement?.closest(".tabs") != null;
  view.replaceChildren(...made.flat(2).filter((one) => one));
  document.title = game ? `${game.name} · Evil Motus` : t(GAMES.some((one) => one.letter != null) ? "title" : "titleGames");
  if (focus && game !== shownGame) {
    view.querySelector("h1").focus({ preventScroll: true });
    scrollTo(0, 0);
  } else if (onTab) view.querySelector(".tabs [aria-current]")?.focus({ preventScroll: true });
  shownGame = game;
};

/** Say what the page was made of, by what, when, and after which paper. */
const madeOf = ({ lists, version, date }) => [
  ...lists.map(({ name, digest, licence }) => make("p", t("madeOf", { name, digest: digest.slice(0, 12), licence }))),
  make("p", t("madeBy", { version, date: new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(date)) })),
  make("p", t("paper"), " doi:10.3233/ICG-180056"),
];

const speak = (wanted) => {
  language = wanted in TEXTS ? wanted : "en";
  document.documentElement.lang = language;
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

const preferred = new URLSearchParams(location.search).get("language") ?? kept.get("language") ?? navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in TEXTS) ?? "en";
chooser("theme", ["light", "dark"].includes(kept.get("theme")) ? kept.get("theme") : "auto", colour);
chooser("language", preferred in TEXTS ? preferred : "en", (wanted) => {
  speak(wanted);
  route({ focus: false });
});
addEventListener("hashchange", () => { route(); });
