// The page that opens first: what the game is, a word to look up, the table, and the other games.

/** The word that the rules are shown with, and its game; else a word of the first game of words. */
const SHOWN_WORD = { game: "C5", word: "CAVES" };
/** Milliseconds between two guesses that are replayed. */
const REPLAY = 800;

function* homeView(games, wrong = "") {
  const cells = games.filter((game) => game.letter != null);
  const others = games.filter((game) => game.letter == null);
  const open = games.some((game) => game.lower !== game.upper);
  const wordy = games.some((game) => game.wordy);
  const played = cells.length ? cells : games;
  // Each time another one, and the same while the page is open.
  homeView.drawn ??= played[Math.floor(Math.random() * played.length)];
  yield [make("h1", { tabindex: -1 }, t(cells.length ? "title" : "titleGames"))];
  if (wrong) yield make("p.wrong", { role: "alert" }, wrong);
  yield make("p.intro", t(`intro${open ? "Open" : ""}${wordy ? "" : "Codes"}`));
  yield make(
    "div.start",
    make("a.big-play", { href: link(homeView.drawn, "play") }, t("playEvil")),
    lookUp(games, wordy),
  );
  if (wordy) yield rules(games);
  if (cells.length) {
    yield* grid(cells);
    yield legend(cells);
    if (DATA.lexicon) yield make("p.quiet", t("lexicon", { name: DATA.lexicon }));
  }
  if (!others.length) return;
  if (cells.length) yield make("h2", t("others"));
  const list = make("ul.games");
  yield list;
  yield* within(list, drawn(others, (game) => make("li", make(`a.${level(game)}`, { href: link(game), "data-name": game.name }, make("b", valued(game)), " ", fullName(game), make("small", counted(game, game.count.secrets))))));
}

/** Return the name of a game as people say it: "Mastermind, 4 pegs, 6 colours". */
const fullName = (game) => {
  const { titles } = game.page;
  const size = game.pegs ? "sizePegs" : game.wordy ? "sizeLetters" : "sizeDigits";
  return `${titles[language] ?? titles.en}, ${t(size, { n: game.length, of: game.symbols })}`;
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
      await game.open();
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

/** Return the rules in a minute, beside a word that is found guess by guess. */
const rules = (games) => {
  const game = games.find((one) => one.name === SHOWN_WORD.game && one.marked) ?? games.find((one) => one.marked);
  const whole = make("details.rules", { open: kept.get("rules") !== "closed", ontoggle: () => { kept.set("rules", whole.open ? "open" : "closed"); } },
    make("summary", t("rules")),
    make("div.two",
      make("ol", ["rulesGuess", "rulesMarks", "rulesEvil", "rulesValue"].map((name) => make("li", t(name)))),
      game ? replayed(game) : null),
    marksLegend());
  return whole;
};

const replayed = (game) => {
  const board = make("ol.board");
  const said = make("p.quiet", { role: "status" });
  const play = make("button", { type: "button" }, t("replay"));
  const place = make("div.replay", { hidden: true }, board, said, play);
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
  draw();
  return place;
};
