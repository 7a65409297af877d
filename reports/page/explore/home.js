// The page that opens first: what the game is, a word to look up, the table, and the other games.

/** The word that the rules are shown with, and its game; else a word of the first game of words. */
const SHOWN_WORD = { game: "C5", word: "CAVES" };
/** Milliseconds between two guesses that are replayed. */
const REPLAY = 800;

const homeView = (games, wrong = "") => {
  const cells = games.filter((game) => game.letter != null);
  const others = games.filter((game) => game.letter == null);
  const open = games.some((game) => game.lower !== game.upper);
  const wordy = games.some((game) => game.wordy);
  const played = cells.length ? cells : games;
  // Each time another one, and the same while the page is open.
  homeView.drawn ??= played[Math.floor(Math.random() * played.length)];
  return [
    make("h1", { tabindex: -1 }, t(cells.length ? "title" : "titleGames")),
    wrong && make("p.wrong", { role: "alert" }, wrong),
    make("p.intro", t(`intro${open ? "Open" : ""}${wordy ? "" : "Codes"}`)),
    make(
      "div.start",
      make("a.big-play", { href: link(homeView.drawn, "play") }, t("playEvil")),
      lookUp(games, wordy),
    ),
    wordy ? rules(games) : null,
    cells.length ? [grid(cells), legend(cells), make("p.quiet", DATA.lexicon && t("lexicon", { name: DATA.lexicon }))] : null,
    others.length
      ? [
          cells.length ? make("h2", t("others")) : null,
          make("ul.games", others.map((game) => make("li", make(`a.${level(game)}`, { href: link(game), "data-name": game.name }, make("b", valued(game)), " ", fullName(game), make("small", counted(game, game.count.secrets)))))),
        ]
      : null,
  ].flat();
};

/** Return the name of a game as people say it: "Mastermind, 4 pegs, 6 colours". */
const fullName = (game) => {
  const named = game.rule.replace(" of lists", "");
  const kind = { motus: "Motus", wordle: "Wordle", jotto: "Jotto", mastermind: game.name === "logik" ? "Logik" : "Mastermind", blackpeg: t("blackPeg"), permutation: t("permutation"), moo: t("moo"), ab: t("abGame") }[named];
  const size = game.pegs ? "sizePegs" : game.wordy ? "sizeLetters" : "sizeDigits";
  return `${kind}, ${t(size, { n: game.length, of: game.symbols })}`;
};

/** Return a box for a word: which game is it in, and how would it be found? */
const lookUp = (games, wordy) => {
  const said = make("p.wrong", { role: "status" });
  const field = make("input", { id: "word", name: "word", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 40, size: 10 });
  const look = async (event) => {
    event.preventDefault();
    const word = plainCode(field.value);
    for (const game of games) {
      if (game.length !== [...word].length || (game.letter && game.letter !== word[0].toUpperCase())) continue;
      await game.open();
      const code = game.read(word);
      if (game.secretOf.has(game.placeOf.get(code))) {
        location.hash = link(game, "strategy", [code]);
        return;
      }
    }
    said.textContent = t(wordy ? "nowhere" : "nowhereCode", { word: word.toUpperCase().slice(0, 40) || "?" });
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
  game.open().then(() => {
    if (!game.tree) return;
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
  });
  return place;
};
