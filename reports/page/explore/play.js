// A game against Evil Motus, who keeps all clues true and answers what costs most.

const KEYS = { fr: ["AZERTYUIOP", "QSDFGHJKLM", "WXCVBN"], en: ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"] };
/** Ways to help, each with a press more: a number, the words, a guess. */
const HELP = 3;
const LISTED = 24;

class Match {
  constructor(game) {
    this.game = game;
    this.knowledge = new Knowledge(game);
    // Where the show allows fewer than are needed, as many as are needed.
    this.allowed = game.tries == null || game.lower > game.tries ? game.upper : game.tries;
    this.restart();
  }

  restart() {
    this.turns = [];
    this.help = 0;
    this.gaveUp = false;
  }

  get members() {
    return this.turns.at(-1)?.members ?? this.game.every;
  }

  get won() {
    return this.turns.at(-1)?.feedback === FOUND;
  }

  get lost() {
    return !this.won && (this.gaveUp || this.turns.length >= this.allowed);
  }

  get over() {
    return this.won || this.lost;
  }

  propose(guess) {
    const before = this.turns.at(-1)?.bounds ?? { lower: this.game.lower, upper: this.game.upper };
    const members = this.members;
    const classes = this.game.split(guess, members);
    const { feedback, members: left, bounds } = this.knowledge.worst(guess, members);
    this.turns.push({
      guess, feedback, members: left, before, bounds, had: members,
      classes: classes.size, largest: largest(classes),
    });
    this.help = 0;
  }

  undo() {
    this.turns.pop();
    this.gaveUp = false;
    this.help = 0;
  }

  /** Return what is known of the position, with the best guess. */
  known() {
    const { game, members, knowledge } = this;
    const known = knowledge.bounds(members, performance.now() + 2 * PATIENCE);
    const before = this.turns.at(-1)?.bounds ?? game;
    known.lower = Math.max(known.lower, before.lower);
    known.upper = Math.min(known.upper, before.upper);
    const sure = known.guess >= 0 && known.lower === known.upper;
    if (!sure) known.guess = knowledge.smallest(members);
    return { ...known, sure, most: largest(game.split(known.guess, members)) };
  }
}

const playView = (game) => {
  const match = (game.match ??= new Match(game));
  const rows = make("ol.board", { "aria-label": t("board") });
  const said = make("div.said", { role: "status" });
  const after = make("div");
  const field = make("input", {
    id: "guess", name: "guess", autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
    maxlength: 40, size: game.length + 2, oninput: () => { typed(); },
  });
  const send = make("button.strong", { type: "submit" }, t("send"));
  const undo = make("button", { type: "button", onclick: () => { match.undo(); show(); field.focus(); } }, t("undo"));
  const hint = make("button", { type: "button", onclick: () => { help(); } }, t("hintButton"));
  const giveUp = make("button", { type: "button", onclick: () => { match.gaveUp = true; show(); } }, t("giveUp"));
  const again = make("button", { type: "button", onclick: () => { match.restart(); show(); field.focus(); } }, t("again"));
  const keys = make("div.keyboard", { role: "group", "aria-label": t("keyboard") });

  const say = (...texts) => said.replaceChildren(...texts.flat().map((text) => (text instanceof Node ? text : make("p", text))));
  const kind = (n) => t(`kind${game.wordy ? "Word" : "Code"}${n === 1 ? "" : "s"}`);

  const propose = (event) => {
    event.preventDefault();
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
    match.propose(guess);
    field.value = "";
    show();
    field.focus();
  };

  /** Show what is typed in the first empty row. */
  const typed = () => {
    const next = rows.querySelector(".blank");
    if (!next) return;
    const signs = [...field.value.toUpperCase()];
    [...next.firstChild.children].forEach((tile, at) => {
      tile.textContent = signs[at] ?? (at === 0 && !signs.length && game.letter ? game.letter : "\u00a0");
      tile.classList.toggle("typed", at < signs.length);
    });
  };

  const help = () => {
    match.help = Math.min(match.help + 1, HELP);
    const known = match.known();
    const n = match.members.length;
    const texts = [`${t("remain", { n, kind: kind(n) })} ${needed(known)}`];
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

  const show = () => {
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
    showKeys();
    if (!match.over) {
      const n = match.members.length;
      say(match.turns.length ? t("remain", { n, kind: kind(n) }) : t("playIntro"));
      return;
    }
    const n = match.turns.length;
    if (match.won) {
      const { upper, lower } = game;
      let how = n < lower ? t("wonLess") : "";
      if (lower === upper && n >= upper) how = n > upper ? t("wonMore", { n: n - upper }) : t("wonBest");
      say(make("p.big", t("won", { n })), how);
    } else {
      const left = match.members.length;
      const word = game.secret(match.members[Math.floor(Math.random() * left)]);
      say(make("p.big", t("lost", { word })), left > 1 ? t("lostMore", { n: left }) : []);
    }
    after.replaceChildren(...analysis(match));
    again.focus();
  };

  const showKeys = () => {
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
    const press = (sign) => { field.value = (field.value + sign).slice(0, game.length); typed(); };
    const lines = game.wordy ? (KEYS[language] ?? KEYS.en) : [game.signs];
    keys.replaceChildren(
      ...lines.map((line) =>
        make(
          "div",
          [...line].map((sign) => {
            const mark = state.get(sign);
            const peg = game.pegs ? `.peg.c${game.signs.indexOf(sign) % 10}` : "";
            return make(
              `button.tile${mark ? `.${mark}` : ""}${peg}`,
              { type: "button", "aria-label": mark ? t(mark, { a: sign }) : sign, onclick: () => press(sign) },
              sign,
            );
          }),
          line === lines.at(-1)
            ? make("button.tile.wide", { type: "button", "aria-label": t("erase"), onclick: () => { field.value = field.value.slice(0, -1); typed(); } }, "⌫")
            : null,
        ),
      ),
    );
  };

  const tries = make(
    "select",
    { id: "tries", onchange: () => { match.allowed = Number(tries.value); show(); } },
    choices(game).map(([value, text]) => make("option", { value: String(value), selected: value === match.allowed }, text)),
  );
  const form = make("form.propose", { onsubmit: propose }, make("label", { for: "guess" }, t("propose")), field, send);
  show();
  return [
    make("div.match",
      make("div", rows, said,
        form, keys),
      make("div.aids",
        make("label", { for: "tries" }, t("tries")), tries,
        make("div.buttons", hint, undo, giveUp, again),
        game.marked ? marksLegend() : null)),
    after,
  ];
};

/** Say how many guesses surely find the secret. */
const needed = ({ lower, upper }) => {
  if (!Number.isFinite(upper)) return t("hintOpen", { lower });
  return lower === upper ? t("hintSure", { n: upper }) : t("hintBounds", { lower, upper });
};

/** Return how many guesses may be allowed, each with why. */
const choices = (game) => {
  const both = game.tries === game.upper;
  const found = new Map();
  if (game.tries != null) found.set(game.tries, t(both ? "triesBoth" : "triesShow", { n: game.tries }));
  if (!both) found.set(game.upper, t(game.lower === game.upper ? "triesValue" : "triesEnough", { n: game.upper }));
  found.set(Infinity, t("triesAny"));
  return [...found].sort(([one], [other]) => one - other);
};

/** Return a table of what each guess did, beside the best play. */
const analysis = (match) => {
  const { game } = match;
  if (!match.turns.length) return [];
  const line = (turn) => {
    const { before, bounds, feedback } = turn;
    const proven = before.lower === before.upper && bounds.lower === bounds.upper;
    const lost = bounds.upper + 1 - before.upper;
    const node = match.knowledge.nodeAround(turn.had);
    const keeps = node.guess >= 0 && node.upper === before.upper && node.guess !== turn.guess;
    const right = feedback === FOUND;
    let verdict = t("open");
    if (proven) verdict = lost > 0 ? t("costs", { n: lost }) : right ? t("foundIt") : t("kept");
    const better = proven && lost > 0 && keeps ? t("better", { word: game.code(node.guess) }) : "";
    return make(
      "tr",
      make("th", { scope: "row" }, coded(game, game.code(turn.guess), game.written(feedback))),
      make(`td.text${proven && lost > 0 ? ".cost" : ""}`, verdict, better && make("small", better)),
      make("td", `${number(turn.had.length)} → ${right ? 0 : number(turn.members.length)}`),
      make("td", right ? "0" : valued(bounds)),
      make("td", number(turn.classes)),
      make("td", number(turn.largest)),
    );
  };
  const heads = ["colGuess", "colVerdict", "colLeft", "colNeeded", "colAnswers", "colLargest"];
  return [
    make("h3", t("analysis")),
    make("p.quiet", t("analysisIntro")),
    make("div.scroll", { tabindex: 0, role: "region", "aria-label": t("analysis") },
      make("table.list",
        make("caption.aside", t("analysis")),
        make("thead", make("tr", heads.map((name, at) => make(at < 2 ? "th.text" : "th", { scope: "col" }, t(name))))),
        make("tbody", match.turns.map(line)))),
    copied(match),
  ];
};

const SQUARES = { G: "🟥", Y: "🟡", B: "🟦" };

/** Return a button that copies the result, as tiles without words. */
const copied = (match) => {
  const { game } = match;
  if (!navigator.clipboard) return null;
  const score = match.won ? `${match.turns.length}/${game.lower === game.upper ? "" : "≤"}${game.upper}` : t("missed");
  const tiles = match.turns.map((turn) => [...game.written(turn.feedback)].map((mark) => (game.marked ? SQUARES[mark] : mark)).join(""));
  const text = [t("result", { name: game.name, score }), ...tiles].join("\n");
  const button = make("button", { type: "button", onclick: () => { navigator.clipboard.writeText(text).then(() => { button.textContent = t("copied"); }, () => {}); } }, t("copy"));
  return make("p", button);
};
