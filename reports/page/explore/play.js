// The board of a game, its keys, and the ways to help.

/** Ways to help, each with a press more: a number, the words, a guess. */
const HELP = 3;
const LISTED = 24;

/** Hears what is typed anywhere while a board is shown. */
let typing = null;
addEventListener("keydown", (event) => { typing?.(event); });

function* playView(game, codes = [], match = (game.match ??= new Match(game))) {
  const rows = make("ol.board", { "aria-label": t("board"), dir: directionOf(game) });
  const said = make("div.said", { role: "status", tabindex: -1 });
  const touch = matchMedia("(pointer: coarse)").matches;
  const after = make("div");
  const field = make("input", {
    id: "guess", name: "guess", autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
    inputmode: touch ? "none" : null, maxlength: 40, size: game.length + 2, oninput: () => { typed(); },
  });
  const send = make("button.strong", { type: "submit" }, t("send"));
  const undo = make("button", { type: "button", onclick: () => { halt(); match.undo(); show(); field.focus(); } }, t("undo"));
  const hint = make("button", { type: "button", onclick: () => { help(); } }, t("hintButton"));
  const giveUp = make("button", { type: "button", onclick: () => { halt(); match.gaveUp = true; show(); } }, t("giveUp"));
  const again = make("button", { type: "button", onclick: () => { if (wiped()) { halt(); match.restart(); show(); field.focus(); } } }, t("again"));
  const keys = make("div.keyboard", { role: "group", "aria-label": t("keyboard"), dir: directionOf(game) });

  const say = (...texts) => said.replaceChildren(...texts.flat().map((text) => (text instanceof Node ? text : make("p", text))));

  /** Ask before a game that is being played is wiped. */
  const wiped = () => match.over || !match.turns.length || confirm(t("wipe"));

  /** Wait for the worker, one question at a time; what is asked meanwhile comes after it. */
  let before = Promise.resolve();
  const busy = (search) => {
    board.setAttribute("aria-busy", "true");
    const mine = (before = before.then(() => awaited(said, search)));
    return mine.finally(() => { if (before === mine) board.removeAttribute("aria-busy"); });
  };

  const propose = async (event) => {
    event?.preventDefault();
    await before;
    if (match.over) return;
    const word = game.read(field.value);
    const guess = game.placeOf.get(word);
    if (guess === undefined) {
      say(make("p.wrong", missingWord(game, word)));
      return;
    }
    if (match.turns.some((turn) => turn.guess === guess)) {
      say(make("p.wrong", t("twice", { word })));
      return;
    }
    field.value = "";
    await busy(async () => {
      await match.propose(guess);
      await yielded();
      if (!board.isConnected) return;
      show();
      if (match.over) return;
      await yielded();
      rows.children[match.turns.length - 1]?.scrollIntoView({ block: "nearest" });
      field.focus();
    });
  };

  /** Show what is typed in the first empty row. */
  const typed = () => {
    const next = rows.querySelector(".blank");
    if (!next) return;
    const spelled = game.spelled(field.value);
    const signs = [...(game.wordy ? spelled : spelled.toUpperCase())];
    [...next.firstChild.children].forEach((tile, at) => {
      tile.textContent = signs[at] ?? (at === 0 && !signs.length && game.letter ? game.letter : "\u00a0");
      tile.classList.toggle("typed", at < signs.length);
    });
  };

  const help = async () => {
    await before;
    const asked = match.members;
    const known = await busy((tell) => match.known(tell));
    if (!known || match.members !== asked || match.over) return;
    match.help = Math.min(match.help + 1, HELP);
    const n = match.members.length;
    const texts = [`${t("remain", { n, kind: kindOf(game, n) })} ${needed(known, n)}`];
    if (known.lower > match.allowed - match.turns.length) texts.push(t("hintNever"));
    if (match.help > 1) {
      const words = match.members.slice(0, LISTED).map((secret) => game.secret(secret)).join(" ");
      const more = n > LISTED ? ` ${t("more", { n: n - LISTED })}` : "";
      texts.push(t("hintWords", { words }) + more);
    }
    if (match.help > 2) {
      texts.push(t(known.sure ? "hintGuess" : "hintLargest", { word: game.code(known.guess), n: known.most }));
    }
    say(texts);
  };

  /** The last feedback, for whoever cannot see it: it is read aloud. */
  const answered = () => {
    const { guess, feedback } = match.turns.at(-1);
    const code = game.code(guess);
    return make("span.aside", `${code}: ${spoken(game, code, game.written(feedback))}. `);
  };

  const show = () => {
    match.keep();
    // A secret that stays is not in the address: whoever opens it plays against Evil Motus.
    if (board.isConnected && !match.day) history.replaceState(null, "", link(game, "play", match.fair ? [] : match.turns.map((turn) => game.code(turn.guess))));
    const blank = Number.isFinite(match.allowed) ? match.allowed - match.turns.length : 1;
    rows.replaceChildren(
      ...match.turns.map((turn) => make("li", coded(game, game.code(turn.guess), game.written(turn.feedback)), make("span.facts", turn.feedback === FOUND ? t("found") : t("left", { n: turn.members.length })))),
      ...Array.from({ length: match.over ? 0 : Math.min(blank, 12) }, () => make("li.blank", { "aria-hidden": "true" }, make("span.tiles", Array.from({ length: game.length }, (_, at) => make("span.tile"))))),
    );
    for (const one of [hint, giveUp]) one.disabled = match.over;
    for (const one of [form, keys]) one.hidden = match.over;
    undo.disabled = !match.turns.length;
    after.replaceChildren();
    typed();
    markKeys();
    if (!match.over) {
      const n = match.members.length;
      say(match.turns.length ? make("p", answered(), t("remain", { n, kind: kindOf(game, n) })) : of(game, match.fair ? "fairIntro" : "playIntro"));
      return;
    }
    const n = match.turns.length;
    if (match.won) {
      const { upper, lower } = game;
      let how = n < lower ? t("wonLess") : "";
      if (lower === upper && n >= upper) how = n > upper ? t("wonMore", { n: n - upper }) : t("wonBest");
      say(make("p.big", answered(), t("won", { n })), how);
    } else {
      const left = match.members.length;
      const word = game.secret(match.secret ?? match.members[Math.floor(Math.random() * left)]);
      say(make("p.big", match.gaveUp ? null : answered(), t(match.fair ? "lostFair" : "lost", { word })), left > 1 ? t("lostMore", { n: left }) : []);
    }
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
    yield match.day ? dayEnd(match) : "";
    if (match.turns.length) yield* analysis(match, show);
  }

  const press = (sign) => { field.value = (field.value + sign).slice(0, game.length); typed(); };
  const erase = () => { field.value = field.value.slice(0, -1); typed(); };

  typing = (event) => {
    const { key, target } = event;
    if (match.over || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (target.closest("input, select, textarea, [contenteditable]")) return;
    const code = [...key].length === 1 ? game.read(key) : "";
    const signs = [code, code.toUpperCase(), code.toLowerCase()].find((one) => one && [...one].every((sign) => game.sign.has(sign)));
    if (signs) press(signs);
    else if (key === "Backspace") erase();
    else if (key === "Enter" && !target.closest("button, a")) propose();
    else return;
    event.preventDefault();
  };

  const keyOf = new Map();
  const key = (sign) => {
    const peg = game.pegs ? `.peg.c${game.signs.indexOf(sign) % 10}` : "";
    keyOf.set(sign, make(`button.tile${peg}`, { type: "button", onclick: () => press(sign) }, sign));
    return keyOf.get(sign);
  };

  /** Show on each key the best feedback that its letter got. */
  const markKeys = () => {
    const state = new Map();
    const rank = ["missing", "misplaced", "placed"];
    if (game.marked) {
      for (const turn of match.turns) {
        const feedback = game.written(turn.feedback);
        [...game.code(turn.guess)].forEach((sign, at) => {
          const mark = MARKS[feedback[at]];
          if (rank.indexOf(mark) > rank.indexOf(state.get(sign))) state.set(sign, mark);
        });
      }
    }
    for (const [sign, button] of keyOf) {
      const mark = state.get(sign);
      for (const one of rank) button.classList.toggle(one, one === mark);
      button.setAttribute("aria-label", mark ? t(mark, { a: sign }) : sign);
    }
  };

  const tries = make(
    "select",
    { id: "tries", onchange: () => { match.allowed = Number(tries.value); show(); } },
    choices(game).map(([value, text]) => make("option", { value: String(value), selected: value === match.allowed }, text)),
  );
  const opponent = make(
    "select",
    {
      id: "opponent",
      onchange: () => {
        const fair = opponent.value === "fair";
        if (wiped()) {
          halt();
          match.fair = fair;
          match.restart();
          show();
        } else opponent.value = fair ? "evil" : "fair";
      },
    },
    ["evil", "fair"].map((one) => make("option", { value: one, selected: match.fair === (one === "fair") }, t(one))),
  );
  const form = make(`form.propose${touch ? ".touch" : ""}`, { onsubmit: propose }, make("label", { for: "guess" }, t("propose")), field, send);
  const board = make("div.match",
    make("div", rows, said,
      form, keys),
    make("div.aids",
      match.day ? make("div.buttons", giveUp) : [
        make("label", { for: "opponent" }, t("opponent")), opponent,
        make("label", { for: "tries" }, t("tries")), tries,
        make("div.buttons", hint, undo, giveUp, again)],
      legendOf(game)));
  show();
  yield board;
  const own = game.alphabet.keys?.length ? game.alphabet.keys : null;
  const lines = !game.wordy ? [game.signs] : game.alphabet.letters ? own ?? DATA.texts[language].keys : game.signs.match(/.{1,10}/gu);
  for (const line of lines) {
    keys.append(make("div", [...line].map(key)));
    yield;
  }
  keys.lastChild.append(
    make("button.tile.wide", { type: "button", "aria-label": t("erase"), onclick: erase }, "⌫"),
    touch ? make("button.tile.wide.enter", { type: "button", "aria-label": t("send"), onclick: () => { propose(); } }, "⏎") : "",
  );
  markKeys();
  yield after;
  if (match.over) ended();
  const asked = codes.map((code) => game.placeOf.get(code));
  const same = !asked.length || (!match.fair && asked.length <= match.turns.length && asked.every((guess, at) => match.turns[at].guess === guess));
  if (!same && wiped()) {
    match.fair = false;
    match.restart();
    opponent.value = "evil";
    show();
    busy(async () => {
      for (const guess of asked) if (!match.over) await match.propose(guess);
    }).then(show);
  }
}

/** Say how many guesses surely find one of so many secrets; naming all in turn is no advice. */
const needed = ({ lower, upper }, n) => {
  if (!Number.isFinite(upper) || (upper === n && n > LISTED)) return t("hintOpen", { lower });
  return lower === upper ? t("hintSure", { n: upper }) : t("hintBounds", { lower, upper });
};

/** Return how many guesses may be allowed, each with why. */
const choices = (game) => {
  const both = game.tries === game.upper;
  const found = new Map();
  if (game.tries != null) found.set(game.tries, t(both ? "triesBoth" : game.page.show ? "triesShow" : "triesGame", { n: game.tries }));
  if (!both) found.set(game.upper, t(game.lower === game.upper ? "triesValue" : "triesEnough", { n: game.upper }));
  found.set(Infinity, t("triesAny"));
  return [...found].sort(([one], [other]) => one - other);
};
