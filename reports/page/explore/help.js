// Help with a game that is played elsewhere: type or paste, tap tiles, see what to play and what is left.

const NEXT = { B: "Y", Y: "G", G: "B" };
/** The least difference of two averages that is seen in two digits. */
const LEAST_SHOWN = 0.005;

/** Reads what is pasted anywhere while help is shown. */
let pasting = null;
addEventListener("paste", (event) => { pasting?.(event); });

function* helpView(game, given = []) {
  const state = recalled(game, given);
  const boards = Array.from({ length: game.several || 1 }, (_, at) => make("ol.board.clues", { "aria-label": game.several ? boardOf(at) : t("clues") }));
  const facts = boards.map(() => make("p.facts"));
  const said = make("div.said", { role: "status" });
  const found = make("div.found");
  const row = (entry = new Entry(game, (text) => { enter(text); }));
  const pasted = make("textarea", { id: "pasted", rows: 3, spellcheck: "false", placeholder: `${game.code(0)}:${boards.map(() => untold(game, game.code(0))).join("/")}` });
  const paste = make("details.paste", make("summary", t("paste")),
    make("form", { onsubmit: (event) => { event.preventDefault(); if (read(pasted.value)) pasted.value = ""; } },
      make("label.aside", { for: "pasted" }, t("paste")), pasted, make("button", { type: "submit" }, t("readClues"))));
  const whole = make("div.helped", make("div.game", make("p.quiet", t(game.marked ? "helpIntro" : "helpIntroCodes")), game.several ? make("div.several", boards.map((one, at) => make("div", one, facts[at]))) : boards, row.keys, paste), make("div.advice", said, found));
  const say = (...texts) => said.replaceChildren(...texts.filter(Boolean).map((text) => (text instanceof Node ? text : make("p", text))));
  const wrong = (text) => { say(make("p.wrong", text)); };

  /** Add clues: a word that already has a clue gets the new feedback. */
  const take = (clues) => {
    for (const { word, told } of clues) {
      const old = word && state.clues.find((clue) => clue.word === word);
      if (old) old.told = told;
      else if (word || clues.filter((clue) => !clue.word && clue.told === told).length > state.clues.filter((clue) => clue.shared === told).length) state.clues.push({ word, told, ...(word ? {} : { shared: told }) });
    }
    show();
  };

  const enter = (text) => {
    const word = readCode(game, text);
    if (word === null) {
      wrong(missingWord(game, game.read(text)));
      return;
    }
    row.write("");
    const blank = state.clues.find((clue) => !clue.word);
    if (blank) blank.word = word;
    else if (!state.clues.some((clue) => clue.word === word)) state.clues.push({ word, told: boards.map(() => untold(game, word)).join("/") });
    show();
    row.focus();
  };

  /** Read clues; tell whether they were taken. */
  const read = (text) => {
    const { clues, unread } = game.several ? readBoards(game, text, state.clues) : readClues(game, text);
    if (!clues.length || unread.length) {
      wrong(unread.length && (clues.length || game.several) ? t("pasteUnread", { clue: unread[0].slice(0, 40) }) : t("pasteNothing"));
      return false;
    }
    take(clues);
    return true;
  };

  pasting = (event) => {
    const text = event.clipboardData?.getData("text") ?? "";
    if (event.target === pasted || drawer.open || readCode(game, text) !== null) return;
    event.preventDefault();
    read(text);
  };

  /** Return the button that removes a clue, and a note if its word is not on the list. */
  const removal = (clue, at) => [
    make("button.more", { type: "button", "aria-label": t("removeClue", { word: clue.word || String(at + 1) }), onclick: () => { state.clues.splice(at, 1); show(); } }, game.several ? `${clue.word} ×` : "×"),
    clue.word && !game.placeOf.has(clue.word) ? make("small", t("notListed")) : "",
  ];

  /** The row of each clue on each board, with what it shows: a tap draws one of them anew. */
  const rows = new WeakMap();
  const drawnRow = (clue, at, board) => {
    const key = JSON.stringify([clue, at]);
    const own = rows.get(state.clues[at]) ?? [];
    if (own[board]?.key !== key) own[board] = { key, line: shown(clue, at, board) };
    rows.set(state.clues[at], own);
    return own[board].line;
  };

  /** Return a clue of a board with tiles to be tapped, or a choice of the feedback. */
  const shown = ({ word, told }, at, board) => {
    const clue = state.clues[at];
    const tell = (changed, focused) => {
      clue.told = clue.told.split("/").map((old, other) => (other === board ? changed : old)).join("/");
      show(() => boards[board].querySelector(`[data-at="${focused}"]`));
    };
    const beside = game.several ? "" : make("span.facts", removal(clue, at));
    if (game.marked) {
      const signs = word ? [...word] : [...told].map(() => "\u00a0");
      const tile = (sign, place) => {
        const mark = told[place];
        const turn = () => { tell(told.slice(0, place) + NEXT[mark] + told.slice(place + 1), `${at}.${place}`); };
        return make(`button.tile.${MARKS[mark]}`, { type: "button", "data-at": `${at}.${place}`, "aria-label": t(MARKS[mark], { a: word ? sign : String(place + 1) }), onclick: turn }, sign);
      };
      return make("li", make("span.tiles", { role: "group", "aria-label": word || t("wordOf", { n: at + 1 }), dir: directionOf(game) }, signs.map(tile)), beside);
    }
    const answer = make("select", { "data-at": String(at), "aria-label": t("feedbackOn", { word }), onchange: () => { tell(answer.value, at); } }, answersOf(game).map((one) => make("option", { value: one, selected: one === told }, one)));
    return make("li", make("span.code", coded(game, word), " ", answer), beside);
  };

  let asking = 0;
  /** Draw the clues; the one that has the keyboard is given by a function, as it is drawn anew. */
  const show = (focused = () => null) => {
    const typed = document.activeElement === row.field;
    kept.set(`help.${game.name}`, JSON.stringify({ day: today(), ...state }));
    // An address has clues of one board.
    if (whole.isConnected) history.replaceState(null, "", link(game, "help", game.several ? [] : state.clues.filter(({ word }) => word).map(({ word, told }) => `${word}-${told}`)));
    const lines = boards.map((_, board) => cluesOn(game, state.clues, board));
    const open = lines.map((clues) => !endsFound(game, clues));
    const typing = row.rows(open.filter(Boolean).length);
    for (const [board, list] of boards.entries()) arranged(list, [...lines[board].map((clue, at) => drawnRow(clue, at, board)), ...(open[board] ? [typing.shift()] : [])]);
    whole.style.setProperty("--rows", Math.max(state.clues.length + 1, 7));
    whole.style.setProperty("--cols", game.length + (game.marked ? 0 : 2.5));
    if (game.marked) row.mark(lines.map((clues, board) => (open[board] ? clues.filter(({ word }) => word).map(({ word, told }) => [word, told]) : [])));
    if (typed) row.focus();
    else focused()?.focus();
    advise();
  };
  const strike = (guess) => { state.struck.push(guess); show(); };
  const add = (word) => { enter(word); };
  const unstrike = () => make("p.quiet", t("struck", { words: state.struck.map((guess) => game.code(guess)).join(" ") }), " ", make("button.more", { type: "button", onclick: () => { state.struck = []; show(); } }, t("unstrike")));
  const clear = () => make("p.buttons", game.several ? state.clues.flatMap(removal) : "", make("button", { type: "button", onclick: () => { state.clues = []; state.struck = []; show(); } }, t("clearClues")));

  const adviseOne = async (current, below, clues) => {
    const members = fitting(game, clues, state.struck);
    const n = members.length;
    const left = t("remain", { n, kind: kindOf(game, n) });
    if (n < 2) {
      const why = n ? [make("p.big", t("onlyOne", { word: game.secret(members[0]) }))] : [t("nothingFits"), ...await contradiction(game, clues, state.struck)];
      if (!current()) return;
      say(...why);
      found.replaceChildren(...below);
      return;
    }
    say(left);
    const list = make("p", t("hintWords", { words: some(game, members) }));
    const draw = (advice) => {
      if (!current()) return;
      say(advised(game, advice, n), left);
      found.replaceChildren(ranking(game, advice.ranked, n, { add, strike }), list, ...below);
    };
    const told = await awaited(said, (tell) => ask(game, "rank", { members, struck: state.struck, best: game.best, left: (game.tries ?? Infinity) - clues.length, clues: game.hard ? clues.map(({ word, told: marks }) => [word, marks]) : null }, (part) => { tell(part); if (part.ranked) draw({ ...part, proven: false }); }));
    if (told) draw(told);
  };

  /** The secrets that fit the clues of each board, and these clues: a tap changes those of one. */
  const fitted = [];

  /** Advise on several boards: a guess for all of them, and what is left on each. */
  const adviseAll = async (current, below) => {
    const lines = boards.map((_, board) => cluesOn(game, state.clues, board));
    const left = [];
    for (const [board, clues] of lines.entries()) {
      const key = JSON.stringify([clues, state.struck]);
      if (fitted[board]?.key !== key) fitted[board] = { key, members: fitting(game, clues, state.struck) };
      left.push(fitted[board].members);
      await pause();
      if (!current()) return;
    }
    const open = [...lines.keys()].filter((board) => !endsFound(game, lines[board]));
    for (const [board, place] of facts.entries()) place.textContent = open.includes(board) ? t("left", { n: left[board].length }) : t("found");
    if (open.length === 1) return adviseOne(current, below, lines[open[0]]);
    const empty = open.find((board) => !left[board].length);
    const lists = open.filter((board) => left[board].length <= LISTED).map((board) => make("p", `${boardOf(board)}: ${some(game, left[board])}`));
    const why = empty === undefined ? [open.length && t("boardsLeft", { n: open.length })] : [`${boardOf(empty)}: ${t("nothingFits")}`, ...await contradiction(game, lines[empty], state.struck)];
    if (!current()) return;
    say(...why);
    found.replaceChildren(...(empty === undefined ? lists : []), ...below);
    if (empty !== undefined || !open.length) return;
    const told = await awaited(said, (tell) => ask(game, "estimate", { boards: open.map((board) => left[board]), struck: state.struck }, tell));
    if (!told || !current()) return;
    const word = game.code(told.guess);
    say(t("hintBoards", { word }));
    const buttons = [["take", () => { add(word); }], ["strike", () => { strike(told.guess); }]];
    found.prepend(make("p.buttons", buttons.map(([name, onclick]) => make("button", { type: "button", onclick }, t(name, { word })))));
  };

  const advise = async () => {
    const mine = ++asking;
    const current = () => mine === asking;
    halt();
    found.replaceChildren();
    whole.setAttribute("aria-busy", "true");
    await pause();
    if (!current()) return;
    await (game.several ? adviseAll : adviseOne)(current, [state.struck.length ? unstrike() : "", state.clues.length ? clear() : ""], state.clues.filter(({ word }) => word));
    if (current()) whole.removeAttribute("aria-busy");
  };

  settings = () => [legendOf(game)];
  yield whole;
  yield* row.drawn();
  show();
  if (!document.activeElement?.closest(".tabs, dialog")) row.focus();
}

/** Return the clues of a board: those of several are written with slashes between them, and end where its secret is found. */
const cluesOn = (game, clues, board) => {
  const own = clues.map(({ word, told }) => ({ word, told: told.split("/")[board] }));
  const at = game.several ? own.findIndex((clue) => endsFound(game, [clue])) : -1;
  return at < 0 ? own : own.slice(0, at + 1);
};

/** Tell whether the secret of one of several boards was found. */
const endsFound = (game, clues) => Boolean(game.several) && clues.at(-1)?.told === game.written(FOUND);

/** Go on with the clues of the address, or with those of today; what does not fit is left out. */
const recalled = (game, given) => {
  const worded = (clues) => JSON.stringify(clues.filter(({ word }) => word).map(({ word, told }) => [word, told]));
  try {
    const { day, clues, struck } = JSON.parse(kept.get(`help.${game.name}`));
    const known = ({ word, told }) => typeof told === "string" && typeof word === "string" && (!word || [...word].length === game.length) && told.split("/").length === (game.several || 1) && told.split("/").every((one) => (game.marked ? new RegExp(`^[GYB]{${game.length}}$`).test(one) : answersOf(game).includes(one)));
    const old = clues.filter(known);
    if (day === today() && (!given.length || worded(old) === worded(given))) return { clues: old, struck: struck.filter((guess) => game.codes[guess] !== undefined) };
  } catch { /* There are none. */ }
  return { clues: given, struck: [] };
};

/** Return a mean number of guesses as text; marked as approximate if it is not proven. */
const meanShown = ({ lower, upper }, n) => `${lower === upper ? "" : "≈ "}${number(upper, { least: 2, most: 2, of: n })}`;
const worstShown = ({ worst }) => `${worst.lower === worst.upper || worst.lower === 1 ? "" : "≤ "}${worst.upper}`;

/** Return the advised guess in a sentence: whether it is proven best, by which order, and why the next is worse. */
const advised = (game, { ranked: [first, next], proven, surest }, n) => {
  const word = game.code(first.guess);
  if (!first.total) return make("p.big", t("hintLargest", { word, n: first.largest }));
  const more = next?.total.upper - first.total.upper;
  const why = !next ? "" : next.worst.upper > first.worst.upper ? t("nextWorst", { word: game.code(next.guess), n: next.worst.upper }) : more >= LEAST_SHOWN * n ? t("nextMean", { word: game.code(next.guess), more: number(more, { least: 2, most: 2, of: n }) }) : "";
  return make("div", make("p.big", t(!proven ? "adviceGood" : surest ? "adviceSurest" : "adviceBest", { word, mean: meanShown(first.total, n), n: first.worst.upper })), why && make("p.quiet", why));
};

/** Return a table of the next guesses; one can be taken, or left out where the other game lacks it. */
const ranking = (game, ranked, n, { add, strike }) => {
  const valued = ranked[0].total;
  const heads = ["colGuess", ...(valued ? ["colAverage", "colWorst", "colLargest"] : ["colLargest", "colExpected"]), "colStrike"];
  const line = (row) => {
    const { guess, largest: most, squares, possible, alike } = row;
    const word = game.code(guess);
    return make(
      "tr",
      make("th", { scope: "row" }, make("button.more", { type: "button", "aria-label": t("take", { word }), onclick: () => { add(word); } }, game.pegs ? coded(game, word) : word), [possible && t("mayBeRight"), alike > 1 && t("alike", { n: alike - 1 })].filter(Boolean).map((text) => make("small", text))),
      valued ? [make("td", meanShown(row.total, n)), make("td", worstShown(row))] : "",
      make("td", number(most)),
      valued ? "" : make("td", number(squares, { most: 1, of: n })),
      make("td", make("button.more", { type: "button", "aria-label": t("strike", { word }), onclick: () => { strike(guess); } }, "×")),
    );
  };
  return make("div.scroll", { tabindex: 0, role: "region", "aria-label": t("ranked") },
    make("table.list",
      make("caption.aside", t("ranked")),
      make("thead", make("tr", heads.map((name, at) => make(at < 1 ? "th.text" : "th", { scope: "col" }, name === "colStrike" ? make("span.aside", t(name)) : t(name))))),
      make("tbody", ranked.map(line))));
};
