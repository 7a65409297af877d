// The page that opens first: the rules, a word to look up, the table, and the other games.

/** The word that the rules are shown with, and its game; else a word of the first game of words. */
const SHOWN_WORD = { game: "C5", word: "CAVES" };
/** Milliseconds between two guesses that are replayed. */
const REPLAY = 800;

function* homeView(all, wrong = "") {
  const games = all.filter((game) => !game.name.startsWith(OWN));
  // SUTOM is played with the cells of Motus: what is the same is in one table.
  const files = new Set();
  const single = games.filter((game) => !game.several);
  const tabled = familiesOf(single).filter(({ games: some }) => {
    const fresh = some.some(({ file }) => !file || !files.has(file));
    for (const { file } of some) files.add(file);
    return fresh && some[0].letter != null;
  });
  const cells = tabled[0]?.games ?? [];
  const others = single.filter((game) => game.letter == null);
  const open = single.some((game) => game.lower !== game.upper);
  const wordy = single.some((game) => game.wordy);
  const pool = cells.length ? cells : single;
  // Each time another one, and the same while the page is open.
  homeView.drawn ??= pool[Math.floor(Math.random() * pool.length)];
  // The bar above says the same: it is read, not seen twice.
  yield [make("h1.aside", { tabindex: -1 }, named())];
  if (wrong) yield make("p.wrong", { role: "alert" }, wrong);
  yield daysShown(games);
  yield freely(games, homeView.drawn && make("a.big-play", { href: link(homeView.drawn, "play") }, t("playEvil", { evil: evilName(homeView.drawn) })));
  yield ownList();
  if (!single.length) return;
  if (wordy) yield rules(single);
  yield make("h2", t("howHard"));
  yield make("p.intro", t(`intro${open ? "Open" : ""}${wordy ? "" : "Codes"}`));
  yield lookUp(single, wordy);
  // A table has one game for each initial and length.
  for (const family of tabled) {
    if (tabled.length > 1) yield make("h3", headOf(family));
    yield* grid(family.games, tabled.length > 1 ? family.key : t("title"));
    yield legend(family.games);
    if (family.list) yield make("p.quiet", t("lexicon", { name: family.list }));
  }
  if (!others.length) return;
  if (cells.length) yield make("h2", t("others"));
  const list = make("ul.games");
  yield list;
  yield* within(list, drawn(others, (game) => make("li", make(`a.${level(game)}`, { href: link(game), "data-name": game.name }, make("b", valued(game)), " ", fullName(game), make("small", counted(game, game.count.secrets))))));
}

/** Return the name of a cell without that of its game: C7 for sutom:C7. */
const cellOf = (game) => game.name.split(":").at(-1);

/** Return the name of a game as people say it: "Mastermind, 4 pegs, 6 colours". */
const fullName = (game) => `${titleOf(game)}, ${sizeOf(game)}`;
const sizeOf = (game) => [t(game.pegs ? "sizePegs" : game.wordy ? "sizeLetters" : "sizeDigits", { n: game.length, of: game.symbols }), game.several && t("sizeBoards", { n: game.several }), game.hard && t("hardPlay")].filter(Boolean).join(", ");

/** Return links to one game of each family and length, drawn at random among several. */
const freely = (games, first) => {
  const choice = (some) => {
    const lengths = [...new Set(some.map((game) => game.length))].sort((a, b) => a - b);
    return lengths.map((length) => {
      const those = some.filter((game) => game.length === length);
      const drawn = () => link(those[Math.floor(Math.random() * those.length)], "play");
      const go = make("a.choice", { href: drawn(), onclick: () => { go.href = drawn(); } }, lengths.length > 1 ? String(length) : sizeOf(those[0]));
      return make("li", go);
    });
  };
  return make("section.anytime", { "aria-label": t("playAny") }, make("h2", t("playAny")), first,
    familiesOf(games).map((family) => make("div.family", make("h3", headOf(family)), make("ul.choices", choice(family.games)))));
};

/** Return a box for a word: which game is it in, and how would it be found? */
const lookUp = (games, wordy) => {
  const said = make("p.wrong", { role: "status" });
  const field = make("input", { id: "word", name: "word", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 40, size: 10 });
  const look = async (event) => {
    event.preventDefault();
    for (const game of games) {
      const word = game.spelled(field.value);
      if (game.length !== [...word].length || (game.letter && game.letter !== word[0])) continue;
      if (!await opened(game)) {
        said.textContent = t("notLoaded", { name: game.name });
        return;
      }
      const code = game.read(word);
      if (game.secretOf.has(game.placeOf.get(code))) {
        location.hash = link(game, "strategy", [code]);
        return;
      }
    }
    said.textContent = t(wordy ? "nowhere" : "nowhereCode", { word: stripped(field.value).toUpperCase().slice(0, 40) || "?" });
  };
  return make("form.find", { role: "search", onsubmit: look }, make("label", { for: "word" }, t(wordy ? "lookUp" : "lookUpCode")), field, make("button", { type: "submit" }, t("show")), said);
};

/** Return the game that the first page explains, if there is one of words. */
const explainedOf = (games) => games.find((one) => one.name === SHOWN_WORD.game && one.marked) ?? games.find((one) => one.marked && !one.several);

/** Return the rules in a minute, beside a word that is found guess by guess. */
const rules = (games) => {
  const game = explainedOf(games);
  // A site fetches the game that is shown only when the rules are opened.
  const open = game?.file ? kept.get("rules") === "open" : kept.get("rules") !== "closed";
  const example = game && make("div.replay", { hidden: true });
  const told = () => {
    kept.set("rules", whole.open ? "open" : "closed");
    if (whole.open && example && !example.children.length) replayed(game, example);
  };
  const whole = make("details.rules", { open, ontoggle: told },
    make("summary", t("rules", { game: game ? titleOf(game) : "Evil Motus" })),
    make("div.two",
      make("ol", [game?.letter ? "rulesGuess" : "rulesGuessOpen", "rulesMarks", "rulesEvil", "rulesValue"].map((name) => make("li", t(name, { evil: game ? evilName(game) : "" })))),
      example),
    marksLegend());
  return whole;
};

const replayed = (game, place) => {
  const board = make("ol.board");
  const said = make("p.quiet", { role: "status" });
  const play = make("button", { type: "button" }, t("replay"));
  place.append(board, said, play);
  const draw = async () => {
    await game.open();
    if (!game.tree) return;
    await pause();
    const word = game.secretOf.has(game.placeOf.get(SHOWN_WORD.word)) ? SHOWN_WORD.word : game.secret(0);
    const turns = turnsTo(game, game.secretOf.get(game.placeOf.get(word)));
    board.setAttribute("aria-label", t("replayOf", { word }));
    board.replaceChildren(...turns.map((turn) => turnShown(game, turn)));
    const told = () => { said.textContent = t("foundIn", { n: turns.length, word }); };
    play.addEventListener("click", () => {
      [...board.children].forEach((row, at) => {
        row.classList.add("later");
        setTimeout(() => { row.classList.remove("later"); if (row === board.lastChild) told(); }, REPLAY * (at + 1));
      });
      said.textContent = t("replaying", { word });
    });
    told();
    place.hidden = false;
  };
  draw().catch(() => { place.replaceChildren(); });
};
