// Help with a game that is played elsewhere: type or paste, tap tiles, see what to play and what is left.

const NEXT = { B: "Y", Y: "G", G: "B" };
/** The least difference of two averages that is seen in two digits. */
const LEAST_SHOWN = 0.005;

/** Reads what is pasted anywhere while help is shown. */
let pasting = null;
addEventListener("paste", (event) => { pasting?.(event); });

function* helpView(game, given = []) {
  const state = recalled(game, given);
  const list = make("ol.board.clues", { "aria-label": t("clues") });
  const said = make("div.said", { role: "status" });
  const found = make("div.found");
  const row = (entry = new Entry(game, (text) => { enter(text); }));
  const pasted = make("textarea", { id: "pasted", rows: 3, spellcheck: "false", placeholder: t("pasteHint") });
  const paste = make("details.paste", make("summary", t("paste")),
    make("form", { onsubmit: (event) => { event.preventDefault(); if (read(pasted.value)) pasted.value = ""; } },
      make("label.aside", { for: "pasted" }, t("paste")), pasted, make("button", { type: "submit" }, t("readClues"))));
  const whole = make("div.helped", make("div.game", make("p.quiet", t(game.marked ? "helpIntro" : "helpIntroCodes")), list, row.keys, paste), make("div.advice", said, found));
  const say = (...texts) => said.replaceChildren(...texts.filter(Boolean).map((text) => (text instanceof Node ? text : make("p", text))));
  const wrong = (text) => { say(make("p.wrong", text)); };

  /** Take clues in: a word that is there already gets the new feedback, and nothing is there twice. */
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
    else if (!state.clues.some((clue) => clue.word === word)) state.clues.push({ word, told: untold(game, word) });
    show();
    row.focus();
  };

  /** Read clues; tell whether they were taken. */
  const read = (text) => {
    const { clues, unread } = readClues(game, text);
    if (!clues.length || unread.length) {
      wrong(clues.length ? t("pasteUnread", { clue: unread[0].slice(0, 40) }) : t("pasteNothing"));
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

  /** Return a clue with tiles to be tapped, or a choice of the feedback. */
  const shown = (clue, at) => {
    const gone = make("button.more", { type: "button", "aria-label": t("removeClue", { word: clue.word || String(at + 1) }), onclick: () => { state.clues.splice(at, 1); show(); } }, "×");
    const foreign = clue.word && !game.placeOf.has(clue.word) ? make("small", t("notListed")) : "";
    const beside = make("span.facts", gone, foreign);
    if (game.marked) {
      const signs = clue.word ? [...clue.word] : [...clue.told].map(() => "\u00a0");
      const tile = (sign, place) => {
        const mark = clue.told[place];
        const turn = () => {
          clue.told = clue.told.slice(0, place) + NEXT[mark] + clue.told.slice(place + 1);
          show(`[data-at="${at}.${place}"]`);
        };
        return make(`button.tile.${MARKS[mark]}`, { type: "button", "data-at": `${at}.${place}`, "aria-label": t(MARKS[mark], { a: clue.word ? sign : String(place + 1) }), onclick: turn }, sign);
      };
      return make("li", make("span.tiles", { role: "group", "aria-label": clue.word || t("wordOf", { n: at + 1 }), dir: directionOf(game) }, signs.map(tile)), beside);
    }
    const answer = make("select", { "data-at": String(at), "aria-label": t("feedbackOn", { word: clue.word }), onchange: () => { clue.told = answer.value; show(`[data-at="${at}"]`); } }, answersOf(game).map((told) => make("option", { value: told, selected: told === clue.told }, told)));
    return make("li", make("span.code", coded(game, clue.word), " ", answer), beside);
  };

  let asking = 0;
  const show = (focused = null) => {
    const typed = document.activeElement === row.field;
    kept.set(`help.${game.name}`, JSON.stringify({ day: today(), ...state }));
    if (whole.isConnected) history.replaceState(null, "", link(game, "help", state.clues.filter(({ word }) => word).map(({ word, told }) => `${word}-${told}`)));
    list.replaceChildren(...state.clues.map(shown), row.row);
    list.style.setProperty("--rows", Math.max(state.clues.length + 1, 7));
    list.style.setProperty("--cols", game.length + (game.marked ? 0 : 2.5));
    if (game.marked) row.mark([state.clues.filter(({ word }) => word).map(({ word, told }) => [word, told])]);
    if (focused) list.querySelector(focused)?.focus();
    else if (typed) row.focus();
    advise();
  };
  const strike = (guess) => { state.struck.push(guess); show(); };
  const add = (word) => { enter(word); };
  const unstrike = () => make("p.quiet", t("struck", { words: state.struck.map((guess) => game.code(guess)).join(" ") }), " ", make("button.more", { type: "button", onclick: () => { state.struck = []; show(); } }, t("unstrike")));
  const clear = () => make("p.buttons", make("button", { type: "button", onclick: () => { state.clues = []; state.struck = []; show(); } }, t("clearClues")));

  const advise = async () => {
    const mine = ++asking;
    halt();
    found.replaceChildren();
    whole.setAttribute("aria-busy", "true");
    await pause();
    if (mine !== asking) return;
    const clues = state.clues.filter((clue) => clue.word);
    const members = fitting(game, clues, state.struck);
    const n = members.length;
    const left = t("remain", { n, kind: kindOf(game, n) });
    const below = [state.struck.length ? unstrike() : "", state.clues.length ? clear() : ""];
    if (n < 2) {
      whole.removeAttribute("aria-busy");
      if (n) say(make("p.big", t("onlyOne", { word: game.secret(members[0]) })));
      else say(t("nothingFits"), ...contradiction(game, clues, state.struck));
      found.replaceChildren(...below);
      return;
    }
    say(left);
    const list_ = make("p", t("hintWords", { words: some(game, members) }));
    const draw = (advice) => {
      if (mine !== asking) return;
      say(advised(game, advice, n), left);
      found.replaceChildren(ranking(game, advice.ranked, n, { add, strike }), list_, ...below);
    };
    const told = await awaited(said, (tell) => ask(game, "rank", { members, struck: state.struck, best: game.best, left: (game.tries ?? Infinity) - clues.length, clues: game.hard ? clues.map(({ word, told: marks }) => [word, marks]) : null }, (part) => { tell(part); if (part.ranked) draw({ ...part, proven: false }); }));
    if (mine !== asking) return;
    whole.removeAttribute("aria-busy");
    if (told) draw(told);
  };

  settings = () => [legendOf(game)];
  yield whole;
  yield* row.drawn();
  show();
  if (!document.activeElement?.closest(".tabs, dialog")) row.focus();
}

/** Go on with the clues of the address, or with those of today; what does not fit is left out. */
const recalled = (game, given) => {
  const worded = (clues) => JSON.stringify(clues.filter(({ word }) => word).map(({ word, told }) => [word, told]));
  try {
    const { day, clues, struck } = JSON.parse(kept.get(`help.${game.name}`));
    const known = ({ word, told }) => typeof told === "string" && typeof word === "string" && (!word || [...word].length === game.length) && (game.marked ? new RegExp(`^[GYB]{${game.length}}$`).test(told) : answersOf(game).includes(told));
    const old = clues.filter(known);
    if (day === today() && (!given.length || worded(old) === worded(given))) return { clues: old, struck: struck.filter((guess) => game.codes[guess] !== undefined) };
  } catch { /* There are none. */ }
  return { clues: given, struck: [] };
};

/** Return a mean of some guesses; one that is not proven is about right. */
const meanShown = ({ lower, upper }, n) => `${lower === upper ? "" : "≈ "}${number(upper, { least: 2, most: 2, of: n })}`;
const worstShown = ({ worst }) => `${worst.lower === worst.upper || worst.lower === 1 ? "" : "≤ "}${worst.upper}`;

/** Say what to play, and by which measure it is proven best, only if it is; and why the next one is not. */
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
