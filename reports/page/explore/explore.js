// The page: what is shown, in which language and colours. The address says which game and part.

let DATA = null;
let GAMES = [];
const PARTS = { strategy: treeView, play: playView, help: helpView, proof: proofView };
/** The part of an address such as `#today/motus.fr`. */
const TODAY = "today";

/** Of several boards no strategy and no proof are known. */
const viewsOf = (game) => (game.several ? PLAYED : Object.keys(PARTS));

const view = document.getElementById("view");

/** The parts to play a game; the others are to study it. */
const PLAYED = ["play", "help"];

function* gameView(game, part, codes) {
  if (part === TODAY && unpacks()) {
    yield [make("div.head", make("p.back", make("a", { href: "#" }, "← ", t("back"))), make("h1", { tabindex: -1 }, `${fullName(game)}, ${today()}`))];
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
  const tab = (name) => make("li", make("a", { href: link(game, name), "aria-current": name === part ? "page" : null }, t(name)));
  const [played, studied] = [true, false].map((wanted) => viewsOf(game).filter((name) => PLAYED.includes(name) === wanted).map(tab));
  yield [make("div.head",
    back,
    make("h1", { tabindex: -1 }, game.letter != null && !game.several ? [`${titleOf(game)} ${cellOf(game)}`, game.hard && t("hardPlay")].filter(Boolean).join(", ") : fullName(game)),
    make("nav", { "aria-label": game.name }, make("ul.tabs", played, studied.length > 0 && make("li.study", make("ul.tabs", { "aria-label": t("study") }, studied)))))];
  const section = make(`section.part.${part}`, { "aria-label": t(part) });
  yield section;
  if (!PLAYED.includes(part)) yield* within(section, [hero(game)]);
  yield* within(section, PARTS[part](game, codes));
}

/** Return a sentence on the guesses that suffice in the worst case. */
const hero = (game) => {
  const words = counted(game, game.count.secrets);
  const said = game.lower === game.upper
    ? t("heroSure", { value: t("guesses", { n: game.upper }), words })
    : t("heroOpen", { lower: game.lower, upper: game.upper, words });
  return make("div.hero", make(`span.badge.key.${level(game)}`, { "aria-hidden": "true" }, valued(game)), make("p", said));
};

/** Whether the browser can unpack the data of a game. */
const unpacks = () => "DecompressionStream" in window;

/**
 * Read an address such as `#C5`, where it is played, `#C5/strategy/CAVES`, `#C5/play/CARIE.COULE` or
 * `#C5/help/CARIE-GYBBY`.
 *
 * An address that names nothing leads to the first page, with a message.
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
  const [name, part = "play", text = "", ...rest] = day ? [gameOfDay(day, today()).name, TODAY] : names;
  const game = name.startsWith(OWN) ? await ownGame(name) : GAMES.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (day && unpacks()) return await opened(game) ? { game, part, codes: [] } : { wrong: t("notLoaded", { name: fullName(game) }) };
  if (!game || !viewsOf(game).includes(part) || rest.length) return wrong;
  if (!unpacks()) return { game, part, codes: [] };
  if (!await opened(game)) return { wrong: t("notLoaded", { name }) };
  if (game.several && text) return wrong;
  if (part === "help") {
    const clues = text ? text.split(".").map((clue) => readTurn(game, clue.replace(/-([^-]*)$/, ":$1"))) : [];
    return clues.includes(null) ? wrong : { game, part, codes: clues };
  }
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
  entry = null;
  settings = null;
  pasting = null;
  analysing = null;
  halt();
  if (wrong) history.replaceState(null, "", "#");
  const onTab = document.activeElement?.closest(".tabs") != null;
  const shown = emptied();
  // It is made part by part; the first is the heading.
  const parts = game ? gameView(game, part, codes) : homeView(GAMES, wrong);
  shown.append(...parts.next().value);
  document.title = game ? `${game.name} · ${evilName(game)}` : named();
  if (focus && game !== shownGame) {
    view.querySelector("h1").focus({ preventScroll: true });
    scrollTo(0, 0);
  } else if (onTab) view.querySelector(".tabs [aria-current]")?.focus({ preventScroll: true });
  shownGame = game;
  paint();
  document.getElementById("about").replaceChildren(...(DATA.made ? madeOf(DATA.made, game) : []));
  if (await fill(shown, parts)) view.style.minHeight = "";
};

/** Return the word lists (of a game, its own), the version, the date and the paper, as paragraphs. */
const madeOf = ({ lists, version, date, licences }, game) => [
  ...lists.filter(({ digest }) => !game || game.lists.includes(digest)).map(({ name, digest, licence, notices }) => [
    make("p", t("madeOf", { name, digest: digest.slice(0, 12), licence })),
    notices ? make("details", make("summary", t("notices")), make("pre", notices)) : [],
  ]).flat(2),
  licences && (!game || game.lists.length) ? make("p", make("a", { href: licences }, t("notices"))) : "",
  make("p", t("madeBy", { version, date })),
  make("p", t("paper"), " doi:10.3233/ICG-180056"),
];

/** Return the name of the whole page: that of the table if it has cells. */
const named = () => [t(GAMES.some((one) => one.letter != null) ? "title" : "titleGames"), GAMES.some((one) => one.hard) && t("hardPlay")].filter(Boolean).join(", ");

const speak = (wanted) => {
  language = wanted in DATA.texts ? wanted : "en";
  document.documentElement.lang = language;
  document.querySelector(".bar .home").textContent = named();
  for (const one of document.querySelectorAll(".told-in")) one.hidden = one.lang !== language;
  for (const one of document.querySelectorAll("[data-t]")) one.textContent = t(one.dataset.t);
};

const speakIn = (wanted) => {
  // What is there is not laid out again in the other language.
  emptied();
  speak(wanted);
  route({ focus: false });
};

const start = async () => {
  // The scripts were a turn of their own.
  await yielded();
  colour(themed());
  await yielded();
  DATA = JSON.parse(document.getElementById("data").textContent);
  GAMES = DATA.games.map((about) => new Game(about));
  await yielded();
  // A page of one game begins with it.
  if (GAMES.length === 1 && location.hash.length < 2 && unpacks()) history.replaceState(null, "", link(GAMES[0]));
  speakIn(preferred());
  addEventListener("hashchange", () => { route(); });
  keepSite();
};

start();
