// Help with a game that is played elsewhere: guesses, their tiles, and what to propose next.

const NEXT = { B: "Y", Y: "G", G: "B" };

function* helpView(game) {
  const state = (game.helped ??= recalled(game));
  const list = make("ol.board.clues", { "aria-label": t("clues") });
  const said = make("div.said", { role: "status" });
  const found = make("div.found");
  const whole = make("div.helped", list);
  const field = make("input", { id: "clue", name: "clue", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 40, size: game.length + 2 });
  const say = (...texts) => said.replaceChildren(...texts.map((text) => make("p", text)));

  const add = (word) => {
    state.clues.push({ word, told: untold(game, word) });
    show();
    list.lastChild.querySelector("button, select")?.focus();
  };

  /** Return a word as it is typed, or null, having said what is wrong with it. */
  const typed = (text) => {
    const word = readCode(game, text);
    if (word === null) said.replaceChildren(make("p.wrong", missingWord(game, game.read(text))));
    return word;
  };

  const enter = (event) => {
    event.preventDefault();
    const word = typed(field.value);
    if (word === null) return;
    field.value = "";
    add(word);
  };

  const pasted = make("textarea", { id: "pasted", rows: 4, spellcheck: "false", placeholder: t("pasteHint") });
  const paste = (event) => {
    event.preventDefault();
    const { clues, unread } = readClues(game, pasted.value);
    if (!clues.length || unread.length) {
      said.replaceChildren(make("p.wrong", clues.length ? t("pasteUnread", { clue: unread[0].slice(0, 40) }) : t("pasteNothing")));
      return;
    }
    state.clues.push(...clues);
    pasted.value = "";
    show();
  };

  /** Return a clue with tiles to be tapped, or a choice of the feedback. */
  const row = (clue, at) => {
    const set = (told) => { clue.told = told; show(`[data-at="${at}"]`); };
    const gone = make("button.more", { type: "button", "aria-label": t("removeClue", { word: clue.word || String(at + 1) }), onclick: () => { state.clues.splice(at, 1); show(); } }, "×");
    if (!clue.word) {
      const blank = make("input", { "aria-label": t("wordOf", { n: at + 1 }), size: game.length + 2, maxlength: 40, autocomplete: "off", spellcheck: "false", placeholder: t("wordOf", { n: at + 1 }) });
      blank.addEventListener("change", () => { const word = typed(blank.value); if (word) { clue.word = word; show(); } });
      return make("li", make("span.tiles", { "aria-hidden": "true" }, [...clue.told].map((mark) => make(`span.tile.${MARKS[mark]}`, "\u00a0"))), blank, gone);
    }
    if (game.marked) {
      const tile = (sign, place) => {
        const mark = clue.told[place];
        const turned = clue.told.slice(0, place) + NEXT[mark] + clue.told.slice(place + 1);
        return make(`button.tile.${MARKS[mark]}`, { type: "button", "data-at": `${at}.${place}`, "aria-label": t(MARKS[mark], { a: sign }), onclick: () => { clue.told = turned; show(`[data-at="${at}.${place}"]`); } }, sign);
      };
      return make("li", make("span.tiles", { role: "group", "aria-label": clue.word }, [...clue.word].map(tile)), gone);
    }
    const answer = make("select", { "data-at": String(at), "aria-label": t("feedbackOn", { word: clue.word }), onchange: () => { set(answer.value); } }, answersOf(game).map((told) => make("option", { value: told, selected: told === clue.told }, told)));
    return make("li", coded(game, clue.word), answer, gone);
  };

  let asking = 0;
  const show = (focused = null) => {
    kept.set(`help.${game.name}`, JSON.stringify(state));
    list.replaceChildren(...state.clues.map(row));
    if (focused) list.querySelector(focused)?.focus();
    advise();
  };

  const strike = (guess) => { state.struck.push(guess); show(); };

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
    if (!n) {
      whole.removeAttribute("aria-busy");
      say(t("nothingFits"), ...contradiction(game, clues, state.struck));
      return;
    }
    const kind = kindOf(game, n);
    const left = t("remain", { n, kind });
    const foreign = clues.filter(({ word }) => !game.placeOf.has(word)).map(({ word }) => t("unknown", { word }));
    say(left, ...foreign);
    const told = await awaited(said, (tell) => ask(game, "rank", { members, struck: state.struck }, tell));
    if (mine !== asking) return;
    whole.removeAttribute("aria-busy");
    if (!told) return;
    const best = told.ranked[0];
    const word = game.code(best.guess);
    say(`${left} ${needed(told, n)}`, t(told.sure ? "hintGuess" : "hintLargest", { word, n: best.largest }), ...foreign);
    found.replaceChildren(
      ranking(game, told.ranked, n, { add, strike }),
      make("p", t("hintWords", { words: some(game, members) })),
      state.struck.length ? make("p.quiet", t("struck", { words: state.struck.map((guess) => game.code(guess)).join(" ") }), " ", make("button.more", { type: "button", onclick: () => { state.struck = []; show(); } }, t("unstrike"))) : "",
    );
  };

  whole.append(
    make("form.propose", { onsubmit: enter }, make("label", { for: "clue" }, t("clueWord")), field, make("button.strong", { type: "submit" }, t("add"))),
    said,
    found,
    make("details.paste", make("summary", t("paste")), make("form", { onsubmit: paste }, make("label.aside", { for: "pasted" }, t("paste")), pasted, make("button", { type: "submit" }, t("readClues")))),
    make("p.buttons", make("button", { type: "button", onclick: () => { if (!state.clues.length || confirm(t("wipeClues"))) { state.clues = []; state.struck = []; show(); } } }, t("clearClues"))),
  );
  yield [make("p.quiet", t(game.marked ? "helpIntro" : "helpIntroCodes")), legendOf(game)];
  yield whole;
  show();
}

/** Go on with clues that were kept; what does not fit is left out. */
const recalled = (game) => {
  try {
    const { clues, struck } = JSON.parse(kept.get(`help.${game.name}`));
    const known = ({ word, told }) => typeof told === "string" && typeof word === "string" && (!word || [...word].length === game.length) && (game.marked ? new RegExp(`^[GYB]{${game.length}}$`).test(told) : answersOf(game).includes(told));
    return { clues: clues.filter(known), struck: struck.filter((guess) => game.codes[guess] !== undefined) };
  } catch {
    return { clues: [], struck: [] };
  }
};

/** Return a table of the next guesses; one can be taken, or left out where the other game lacks it. */
const ranking = (game, ranked, n, { add, strike }) => {
  const heads = ["colGuess", "colLargest", "colExpected", "colAnswers", "colPossible", "colStrike"];
  const line = ({ guess, largest: most, squares, classes, possible }) => {
    const word = game.code(guess);
    return make(
      "tr",
      make("th", { scope: "row" }, make("button.more", { type: "button", "aria-label": t("take", { word }), onclick: () => { add(word); } }, game.pegs ? coded(game, word) : word)),
      make("td", number(most)),
      make("td", number(squares, { most: 2, of: n })),
      make("td", number(classes)),
      make("td", possible ? t("yes") : ""),
      make("td", make("button.more", { type: "button", "aria-label": t("strike", { word }), onclick: () => { strike(guess); } }, "×")),
    );
  };
  return make("div.scroll", { tabindex: 0, role: "region", "aria-label": t("ranked") },
    make("table.list",
      make("caption.aside", t("ranked")),
      make("thead", make("tr", heads.map((name, at) => make(at < 1 ? "th.text" : "th", { scope: "col" }, t(name))))),
      make("tbody", ranked.map(line))));
};
