// The drawer: who is played against and how, in which language and colours.

const drawer = document.getElementById("drawer");
/** Returns what the view that is shown adds to the drawer. */
let settings = null;

/** What the reader chose is kept where the browser allows it, which not all do for files. */
const kept = {
  get: (name) => { try { return localStorage.getItem(`emi.${name}`); } catch { return null; } },
  set: (name, value) => { try { localStorage.setItem(`emi.${name}`, value); } catch { /* It is chosen again. */ } },
};

const openDrawer = () => {
  const close = make("button.close", { type: "button", "aria-label": t("close"), onclick: () => { drawer.close(); } }, "×");
  const languages = Object.keys(DATA.texts).map((one) => [one, DATA.texts[one].name, one]);
  drawer.replaceChildren(make("div.inside",
    make("div.top", make("h2", { id: "drawer-title" }, t("settings")), close),
    settings?.() ?? [],
    choice("language", t("language"), languages, language, (wanted) => { kept.set("language", wanted); drawer.close(); speakIn(wanted); }),
    choice("theme", t("theme"), ["auto", "light", "dark"].map((one) => [one, t(one)]), themed(), (theme) => { kept.set("theme", theme); colour(theme); }),
    choice("tiles", t("tiles"), [["", t("tilesOwn")], ["contrast", t("tilesContrast")]], kept.get("tiles") === "contrast" ? "contrast" : "", (tiles) => { kept.set("tiles", tiles); paint(); })));
  drawer.showModal();
};

// What is around its inside is the backdrop.
drawer.addEventListener("click", ({ target }) => { if (target === drawer) drawer.close(); });
drawer.addEventListener("close", () => { entry?.focus(); });
document.getElementById("settings").addEventListener("click", openDrawer);

/** The rules of a dark screen; what they are asked is changed, so that colours stand in one place. */
const dark = [...document.styleSheets]
  .flatMap((sheet) => [...sheet.cssRules])
  .filter((rule) => rule instanceof CSSMediaRule && rule.conditionText.includes("prefers-color-scheme"))
  .map((rule) => ({ rule, auto: rule.media.mediaText }));

const colour = (theme) => {
  for (const { rule, auto } of dark) rule.media.mediaText = { light: "not all", dark: "screen" }[theme] ?? auto;
  document.documentElement.style.colorScheme = { light: "light", dark: "dark" }[theme] ?? "light dark";
};

/** Return the palette of the tiles: the game's own, unless the reader wants more contrast. */
const paletteOfTiles = (game) => (kept.get("tiles") === "contrast" ? "contrast" : game?.page.palette ?? "classic");

/** Paint the tiles in the colours of the game that is shown, or explained on the first page. */
const paint = () => { document.documentElement.dataset.tiles = paletteOfTiles(shownGame ?? explainedOf(GAMES)); };

/** Return the theme, and the language, that the reader chose, or what suits the browser. */
const themed = () => (["light", "dark"].includes(kept.get("theme")) ? kept.get("theme") : "auto");
const preferred = () => {
  const chosen = new URLSearchParams(location.search).get("language") ?? kept.get("language") ?? navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in DATA.texts);
  return chosen in DATA.texts ? chosen : "en";
};
