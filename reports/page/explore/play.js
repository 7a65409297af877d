// A game on the board: the guesses, their feedback, and hints.

/** The levels of hints, one more with each press: a number, the words, a guess. */
const HELP = 3;
const LISTED = 24;
/** The most empty rows that are drawn. */
const LINES_LEFT = 12;

function* playView(game, codes = [], match = (game.match ??= new Match(game))) {
  const boards = match.boards.map((_, at) => make("ol.board", { "aria-label": game.several ? boardOf(at) : t("board"), dir: directionOf(game) }));
  const [rows] = boards;
  /** What is left on each of several boards. */
  const facts = boards.map(() => make("p.facts"));
  const said = make("div.said", { role: "status", tabindex: -1 });
  const after = make("div.after");
  const row = (entry = new Entry(game, (text) => { propose(text); }));
  const board = make("div.match", make("div.game", game.several ? make("div.several", boards.map((one, at) => make("div", one, facts[at]))) : rows, said, row.keys), after);

  const say = (...texts) => said.replaceChildren(...texts.flat().filter(Boolean).map((text) => (text instanceof Node ? text : make("p", text))));

  /** Ask before a game that is being played is wiped. */
  const wiped = () => match.over || !match.turns.length || confirm(t("wipe"));

  /** Wait for the worker, one question at a time; what is asked meanwhile comes after it. */
  let before = Promise.resolve();
  const busy = (search) => {
    board.setAttribute("aria-busy", "true");
    const mine = (before = before.then(() => awaited(said, search)));
    return mine.finally(() => { if (before === mine) board.removeAttribute("aria-busy"); });
  };

  const propose = async (text) => {
    await before;
    if (match.over) return;
    const word = game.read(text);
    const guess = game.placeOf.get(word);
    const wrong = guess === undefined ? missingWord(game, word) : match.turns.some((turn) => turn.guess === guess) ? t("twice", { word }) : match.forbids(guess);
    if (wrong) {
      say(make("p.wrong", wrong));
      return;
    }
    row.write("");
    await busy(async () => {
      await match.propose(guess);
      await yielded();
      if (!board.isConnected) return;
      show();
      if (match.over) return;
      await yielded();
      row.focus();
    });
  };

  /** Help a step more. What is typed stays, and the row keeps the keyboard. */
  const help = async () => {
    await before;
    const asked = match.members;
    const known = await busy((tell) => match.known(tell));
    if (!known || match.members !== asked || match.over) return;
    if (game.several) {
      say(t("hintBoards", { word: game.code(known.guess) }));
      return;
    }
    match.help = Math.min(match.help + 1, HELP);
    const n = match.members.length;
    const texts = [`${t("remain", { n, kind: kindOf(game, n) })} ${needed(known, n)}`];
    if (known.lower > match.left) texts.push(t("hintNever"));
    if (match.help > 1) texts.push(t("hintWords", { words: some(game, match.members) }));
    if (match.help > 2) {
      const word = game.code(known.guess);
      texts.push(match.left === 1 ? t("hintLast", { word, n }) : t(known.sure ? "hintGuess" : "hintLargest", { word, n: known.most }));
    }
    say(texts, match.help < HELP ? make("button.more", { type: "button", onclick: help }, t("hintMore")) : []);
  };

  /** The last feedback, for whoever cannot see it: it is read aloud. */
  const answered = () => {
    const code = game.code(match.turns.at(-1).guess);
    const heard = match.boards.map(({ turns }, at) => turns.length === match.turns.length && [game.several && boardOf(at), spoken(game, code, game.written(turns.at(-1).feedback))].filter(Boolean).join(": "));
    return make("span.aside", `${code}: ${heard.filter(Boolean).join("; ")}. `);
  };

  const leftOf = ({ members, found }) => (found ? t("found") : t("left", { n: members.length }));
  /** Rows of several boards that were drawn: most of them stay with each guess. */
  const drawnRows = new WeakMap();
  const blanks = boards.map(() => []);
  const turned = (turn, at) => {
    if (game.several && drawnRows.has(turn)) return drawnRows.get(turn);
    const found = turn.feedback === FOUND;
    const beside = [make("span.whole", leftOf({ ...turn, found })), make("span.brief", { "aria-hidden": "true" }, found ? "✓" : number(turn.members.length))];
    const line = make("li", { "data-at": String(at) }, coded(game, game.code(turn.guess), game.written(turn.feedback)), game.several ? "" : make("span.facts", beside));
    drawnRows.set(turn, line);
    return line;
  };
  const blank = () => make(`li.blank${game.pegs ? ".round" : ""}`, { "aria-hidden": "true" }, make("span.tiles", Array.from({ length: game.length }, () => make("span.tile"))));

  const marked = () => { if (game.marked) row.mark(match.boards.map(({ clues, found }) => (game.several && found ? [] : clues))); };

  const show = () => {
    match.keep();
    // A secret that stays is not in the address: whoever opens it plays against Evil Motus.
    if (board.isConnected && !match.day) history.replaceState(null, "", link(game, "play", match.fair ? [] : match.turns.map((turn) => game.code(turn.guess))));
    const free = match.over ? 0 : Math.min(Number.isFinite(match.allowed) ? match.left : 1, LINES_LEFT);
    const lines = Math.max(match.turns.length + free, 6);
    const typed = document.activeElement === row.field;
    const typing = row.rows(match.open.length);
    for (const [at, one] of match.boards.entries()) {
      const open = free && !one.found;
      const empty = Math.max(0, game.several ? match.turns.length + free - one.turns.length - open : free - 1);
      while (blanks[at].length < empty) blanks[at].push(blank());
      arranged(boards[at], [...one.turns.map(turned), ...(open ? [typing.shift()] : []), ...blanks[at].slice(0, empty)]);
      boards[at].classList.toggle("found", one.found);
      facts[at].textContent = leftOf(one);
    }
    if (typed) row.focus();
    board.style.setProperty("--rows", lines);
    board.style.setProperty("--cols", game.length + (game.marked ? 0 : 2.5));
    board.classList.toggle("over", match.over);
    row.keys.hidden = match.over;
    after.replaceChildren();
    marked();
    if (!match.over) {
      const n = match.members.length;
      const left = game.several ? t("boardsLeft", { n: match.open.length }) : t("remain", { n, kind: kindOf(game, n) });
      const intro = game.several ? t("boardsIntro", { n: boards.length }) : of(game, match.fair ? "fairIntro" : "playIntro", { evil: evilName(game) });
      say(match.turns.length ? make("p", answered(), left) : intro);
      return;
    }
    say(...ending(match, match.turns.length ? answered() : null));
    if (board.isConnected) ended();
  };

  /** The analysis is drawn in a place of its own, which is left when there is another game. */
  const ended = () => {
    const place = make("div");
    after.replaceChildren(place);
    fill(place, closing());
  };
  function* closing() {
    // Not a button: whoever types on would press it.
    said.focus();
    yield match.day ? dayEnd(match) : make("p.buttons", make("button.strong", { type: "button", onclick: restart }, t("again")));
    if (game.several) yield [copied(match)];
    else if (match.turns.length) yield* analysis(match, { show, rows });
    const found = gamesOf(anytime(familyOf(game), match));
    if (!match.day && found.played) yield make("details.stats", make("summary", t("statistics")), make("p.quiet", t("statOnly")), statisticsShown(found));
  }

  const restart = () => {
    if (!wiped()) return;
    halt();
    match.restart();
    show();
    row.focus();
  };
  const acting = (name, act, disabled) => make("button", { type: "button", disabled, onclick: () => { drawer.close(); act(); } }, t(name));
  const giveUp = () => acting("giveUp", () => { halt(); match.gaveUp = true; show(); }, match.over);
  // A game of a day is the same for all: nothing helps, and nothing is taken back.
  settings = () => match.day ? [make("div.buttons", giveUp()), legendOf(game)] : [
    make("div.buttons",
      acting("hintButton", help, match.over),
      acting("undo", () => { halt(); match.undo(); show(); row.focus(); }, !match.turns.length && !match.gaveUp),
      giveUp(),
      acting("again", restart, false)),
    game.several ? null : choice("opponent", t("opponent"), [["evil", evilName(game)], ["fair", t("fair")]], match.fair ? "fair" : "evil", (one) => {
      drawer.close();
      if (!wiped()) return;
      halt();
      match.fair = one === "fair";
      match.restart();
      show();
    }),
    choice("tries", t("tries"), choices(match), match.allowed, (allowed) => { match.allowed = allowed; show(); }),
    game.marked && !game.hard && !game.several ? choice("hard", t("hard"), [[false, t("no")], [true, t("yes")]], match.hard, (hard) => { match.harden(hard); show(); }) : null,
    legendOf(game),
  ];

  show();
  yield board;
  yield* row.drawn();
  marked();
  if (match.over) ended();
  if (!document.activeElement?.closest(".tabs, dialog")) row.focus();
  const asked = codes.map((code) => game.placeOf.get(code));
  const same = !asked.length || (!match.fair && asked.length <= match.turns.length && asked.every((guess, at) => match.turns[at].guess === guess));
  if (!same && wiped()) {
    match.fair = false;
    match.restart();
    show();
    busy(async () => {
      for (const guess of asked) if (!match.over) await match.propose(guess);
    }).then(show);
  }
}

/** Say how a game ended. */
const ending = (match, answered) => {
  const { game, turns } = match;
  const n = turns.length;
  if (match.won) {
    const { upper, lower } = match.start;
    let how = n < lower ? t("wonLess") : "";
    if (lower === upper && n >= upper) how = n > upper ? t("wonMore", { n: n - upper }) : t("wonBest");
    return [make("p.big", answered, t("won", { n })), how];
  }
  const left = match.members.length;
  const word = match.boards.map(({ secret, members }) => game.secret(secret ?? members[Math.floor(Math.random() * left)])).join(", ");
  return [make("p.big", match.gaveUp ? null : answered, t(match.fair ? "lostFair" : "lost", { word })), left > 1 && !game.several ? t("lostMore", { n: left }) : []];
};

/** Return the name of one of several boards. */
const boardOf = (at) => t("boardOf", { n: at + 1 });

/** Return a sentence on the guesses that suffice for n secrets; with only the trivial upper bound, on the lower bound. */
const needed = ({ lower, upper }, n) => {
  if (!Number.isFinite(upper) || (upper === n && n > LISTED)) return t("hintOpen", { lower });
  return lower === upper ? t("hintSure", { n: upper }) : t("hintBounds", { lower, upper });
};

/** Return how many guesses may be allowed, each with why. */
const choices = ({ game, start: { lower, upper }, allowed }) => {
  const both = game.tries === upper;
  const found = new Map();
  if (game.tries != null) found.set(game.tries, t(both ? "triesBoth" : game.page.show ? "triesShow" : "triesGame", { n: game.tries }));
  if (!both && Number.isFinite(upper)) found.set(upper, t(lower === upper ? "triesValue" : "triesEnough", { n: upper }));
  if (!found.has(allowed) && Number.isFinite(allowed)) found.set(allowed, t("triesBoth", { n: allowed }));
  found.set(Infinity, t("triesAny"));
  return [...found].sort(([one], [other]) => one - other);
};
