// Today's games: the same for everybody, by the date and the list, with no server; and the statistics of all games.

/** Cells with fewer secrets are no game of the day, if there are others. */
const MANY = 20;
const DAY = 86_400_000;

/** Return a day of the reader's calendar, such as 2026-11-28. */
const dateOf = (moment) => [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
const today = () => dateOf(new Date());

/** Return a number below a limit, determined by a text: its FNV-1a hash, mixed as in MurmurHash3. */
const lot = (text, below) => {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  for (const [shift, factor] of [[16, 0x85ebca6b], [13, 0xc2b2ae35], [16, 1]]) hash = Math.imul(hash ^ (hash >>> shift), factor);
  return (hash >>> 0) % below;
};

/** Return the games in families by name and word list, the largest family first. */
const familiesOf = (games) => {
  const found = new Map();
  const titles = new Set(GAMES.map((game) => game.page.titles.en.toLowerCase()));
  for (const game of games) {
    const list = DATA.made?.lists.find(({ digest }) => digest === game.lists[0])?.name ?? "";
    const size = game.wordy ? "" : String(game.length);
    const key = [game.page.titles.en, list, size].filter(Boolean).join(".").toLowerCase().replaceAll(" ", "-");
    // A list of a language is called by its language, and the list of a game is not named.
    const label = DATA.texts[list]?.name ?? (titles.has(list) ? "" : list);
    const family = found.get(key) ?? { key, list, label, games: [] };
    family.games.push(game);
    found.set(key, family);
  }
  return [...found.values()].sort((one, other) => other.games.length - one.games.length);
};

/** Return the family of a game. */
const familyOf = (game) => familiesOf(GAMES).find(({ games }) => games.includes(game));

/** Return the name of a family, and of its list. */
const headOf = ({ label, games: [game] }) => [titleOf(game), label && make("span.quiet", ` · ${label}`)];

/** Return the game of a family on a date; its secret is drawn when it is open. */
const gameOfDay = ({ key, games }, date) => {
  const large = games.filter((game) => game.count.secrets >= MANY);
  const names = (large.length ? large : games).map((game) => game.name).sort();
  const name = names[lot(`${date} ${games[0].lists[0] ?? ""} ${key}`, names.length)];
  return games.find((game) => game.name === name);
};

/** Return the day of a game that is open: its date and its secrets, common words where these are known. */
const dayOf = (game, date) => {
  let board = 0;
  return { date, key: familyOf(game).key, secrets: secretsOf(game, (below) => lot(`${date} ${game.lists[0] ?? ""} ${game.name}${board++ ? ` ${board}` : ""}`, below)) };
};

/** Show today's game of a family. */
function* dayView(game) {
  if (game.dayMatch?.day.date !== today()) game.dayMatch = new Match(game, dayOf(game, today()));
  yield* playView(game, [], game.dayMatch);
}

/** Return the days that were played of a family: how many guesses were made, or 0 if it was not found. */
const daysOf = (key) => {
  try {
    return Object.fromEntries(Object.entries(JSON.parse(kept.get(`days.${key}`)) ?? {}).filter(([date, n]) => /^\d{4}-\d\d-\d\d$/.test(date) && Number.isInteger(n)));
  } catch {
    return {};
  }
};

/** Store how a game of the day ended; only the first end on a day counts. */
const keepDay = ({ day: { key, date }, won, turns }) => {
  kept.set(`days.${key}`, JSON.stringify({ [date]: won ? turns.length : 0, ...daysOf(key) }));
};

/** Return the numbers of games played and won, the current and the longest series, and the counts by guesses. */
const statistics = (days, date) => {
  const found = { played: 0, won: 0, row: 0, best: 0, counts: [] };
  let last = -Infinity;
  for (const [on, n] of Object.entries(days).sort()) {
    const at = Date.parse(on) / DAY;
    found.played++;
    found.won += n > 0;
    found.row = n > 0 ? (at === last + 1 ? found.row : 0) + 1 : 0;
    found.best = Math.max(found.best, found.row);
    if (n) found.counts[n] = (found.counts[n] ?? 0) + 1;
    last = at;
  }
  // Today's may still be played.
  if (Date.parse(date) / DAY > last + 1) found.row = 0;
  return found;
};

/** Return the key of the stored statistics of a family of games other than today's, by opponent and rules. */
const anytime = (family, { hard, fair }) => `games.${family.key}${hard ? ".hard" : ""}${fair ? "" : ".evil"}`;

/** Return the stored statistics of games other than today's: a series is of consecutive games. */
const gamesOf = (key) => {
  try {
    const { counts, row, best } = JSON.parse(kept.get(key));
    const [lost, ...won] = counts;
    if ([lost, ...won, row, best].every((n) => Number.isSafeInteger(n) && n >= 0)) {
      const found = won.reduce((sum, n) => sum + n, 0);
      return { played: lost + found, won: found, row, best, counts: [lost, ...won] };
    }
  } catch { /* There are none. */ }
  return { played: 0, won: 0, row: 0, best: 0, counts: [0] };
};

/** Count a game that has ended. */
const keepGame = (match) => {
  const { game, won, turns } = match;
  const key = anytime(familyOf(game), match);
  const { counts, row, best } = gamesOf(key);
  const n = won ? turns.length : 0;
  const next = Array.from({ length: Math.max(counts.length, n + 1) }, (_, at) => (counts[at] ?? 0) + (at === n));
  const now = won ? row + 1 : 0;
  kept.set(key, JSON.stringify({ counts: next, row: now, best: Math.max(best, now) }));
};

/** Show statistics: the numbers of games and of secrets found, and the counts by guesses. */
const statisticsShown = ({ played, won, row, best, counts }) => {
  const most = Math.max(1, ...counts.slice(1).filter(Boolean));
  const line = (n) => make("tr", make("th", { scope: "row" }, String(n)), make("td", make("span.amount", { style: `--of: ${(counts[n] ?? 0) / most}`, "aria-hidden": "true" }), " ", number(counts[n] ?? 0)));
  const numbers = [[played, "statPlayed"], [percent(won / played), "statWon"], [row, "statRow"], [best, "statBest"]];
  return make("div.statistics",
    make("dl.numbers", numbers.map(([value, key_]) => make("div", make("dt", t(key_)), make("dd", String(value))))),
    make("table.counts", make("caption.aside", t("glance")), make("tbody", Array.from({ length: Math.max(6, counts.length - 1) }, (_, at) => line(at + 1)))));
};

/** Return the statistics of each way to play a family, with its name. */
const statisticsOf = (family) => {
  const [title, ...label] = headOf(family);
  const ways = [true, false].flatMap((fair) => [false, true].map((hard) => ({ fair, hard })));
  const named = ({ fair, hard }) => [fair ? title : evilName(family.games[0]), ...label, make("span.quiet", [fair && ` · ${t("fair")}`, hard && ` · ${t("hardPlay")}`].filter(Boolean).join(""))];
  return [
    [[title, ...label, make("span.quiet", ` · ${t("today")}`)], statistics(daysOf(family.key), today())],
    ...ways.map((way) => [named(way), gamesOf(anytime(family, way))]),
  ].filter(([, { played }]) => played);
};

/** Show the links and statistics after a game of the day. */
const dayEnd = ({ day: { key } }) => make("section.today", statisticsShown(statistics(daysOf(key), today())), make("p", make("a", { href: "#" }, t("today")), " ", make("span.quiet", t("dayNext"))));

/** Show today's game of each family, with its state. */
const daysShown = (games) => {
  const date = today();
  const card = (family) => {
    const game = gameOfDay(family, date);
    const n = daysOf(family.key)[date];
    const { row } = statistics(daysOf(family.key), date);
    const state = n === undefined ? t("dayOpen") : n ? t("won", { n }) : t("dayLost");
    return make(`li${n === undefined ? "" : ".done"}`, make("a.day", { href: `#today/${encodeURIComponent(family.key)}` },
      make("b", titleOf(game)), make("span", sizeOf(game), family.label && make("span.quiet", ` · ${family.label}`)),
      make("small", state, row > 1 ? ` · ${t("dayRow", { n: row })}` : "")));
  };
  const families = familiesOf(games);
  const begun = families.flatMap(statisticsOf);
  return make("section.today", { "aria-label": t("today") },
    make("h2", t("today"), " ", make("time.quiet", { datetime: date }, date)),
    make("ul.days", families.map(card)),
    make("p.tip", t("todayIntro")),
    make("details.stats", make("summary", t("statistics")),
      make("p.quiet", t(begun.length ? "statOnly" : "statNone")),
      begun.flatMap(([head, found]) => [make("h3", head), statisticsShown(found)])));
};
