// A game against Evil Motus, who keeps all clues true and answers what costs most, or for a secret.

const KEYS = { fr: ["AZERTYUIOP", "QSDFGHJKLM", "WXCVBN"], en: ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"] };
/** Ways to help, each with a press more: a number, the words, a guess. */
const HELP = 3;
const LISTED = 24;
/** The tiles of a shared result, for a letter well placed, misplaced and missing. */
const PALETTES = { classic: "🟩🟨⬛", contrast: "🟧🟦⬛", motus: "🟥🟡🟦" };

/** Hears what is typed anywhere while a board is shown. */
let typing = null;
addEventListener("keydown", (event) => { typing?.(event); });

class Match {
  constructor(game) {
    this.game = game;
    this.knowledge = new Knowledge(game);
    // Where the show allows fewer than are needed, as many as are needed.
    this.allowed = game.tries == null || game.lower > game.tries ? game.upper : game.tries;
    this.fair = false;
    this.restart();
    this.recall();
  }

  restart() {
    this.turns = [];
    this.help = 0;
    this.gaveUp = false;
    /** The secret of a fair game; Evil Motus has none. */
    this.secret = this.fair ? Math.floor(Math.random() * this.game.every.length) : null;
  }

  /** Keep the game, so that it is there again when the page is. */
  keep() {
    const { game, fair, secret, gaveUp, turns } = this;
    const allowed = Number.isFinite(this.allowed) ? this.allowed : null;
    const told = turns.map((turn) => [game.code(turn.guess), game.written(turn.feedback), turn.feedback === FOUND, turn.bounds.lower, turn.bounds.upper]);
    kept.set(this.place, JSON.stringify({ fair, secret: secret == null ? null : game.secret(secret), gaveUp, allowed, turns: told }));
  }

  get place() {
    const { name, count } = this.game;
    return `match.${name}.${count.secrets}.${count.guesses}`;
  }

  /** Go on with a game that was kept; what does not fit is left out. */
  recall() {
    const { game } = this;
    try {
      const held = JSON.parse(kept.get(this.place));
      if (!held) return;
      this.fair = held.fair === true;
      this.allowed = held.allowed ?? Infinity;
      this.secret = held.secret == null ? null : (game.secretOf.get(game.placeOf.get(held.secret)) ?? null);
      if (this.fair && this.secret == null) {
        // Its answers are of a secret that is not in the list any more.
        this.restart();
        return;
      }
      for (const [code, told, found, lower, upper] of held.turns) {
        const guess = game.placeOf.get(code);
        const classes = game.split(guess, this.members);
        const feedback = found ? FOUND : [...classes.keys()].find((one) => one !== FOUND && game.written(one) === told);
        if (guess === undefined || !classes.has(feedback)) return;
        this.take(guess, feedback, classes, { lower, upper: upper ?? Infinity });
      }
      this.gaveUp = held.gaveUp === true;
    } catch { /* It is a new game. */ }
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
    const classes = this.game.split(guess, this.members);
    if (this.secret == null) {
      const { feedback, bounds } = this.knowledge.worst(guess, this.members);
      this.take(guess, feedback, classes, bounds);
    } else {
      const feedback = this.game.feedback(guess, this.secret);
      const bounds = feedback === FOUND ? { lower: 0, upper: 0 } : this.knowledge.bounds(classes.get(feedback));
      this.take(guess, feedback, classes, bounds);
    }
  }

  take(guess, feedback, classes, bounds) {
    const before = this.turns.at(-1)?.bounds ?? { lower: this.game.lower, upper: this.game.upper };
    const { lower, upper } = bounds;
    this.turns.push({
      guess, feedback, members: classes.get(feedback), before, bounds: { lower, upper }, had: this.members,
      classes: classes.size, largest: largest(classes),
    });
    this.help = 0;
  }

  /** Take back that the game was given up, or else the last guess. */
  undo() {
    if (this.gaveUp) this.gaveUp = false;
    else this.turns.pop();
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
  const said = make("div.said", { role: "status", tabindex: -1 });
  const touch = matchMedia("(pointer: coarse)").matches;
  const after = make("div");
  const field = make("input", {
    id: "guess", name: "guess", autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
    inputmode: touch ? "none" : null, maxlength: 40, size: game.length + 2, oninput: () => { typed(); },
  });
  const send = make("button.strong", { type: "submit" }, t("send"));
  const undo = make("button", { type: "button", onclick: () => { match.undo(); show(); field.focus(); } }, t("undo"));
  const hint = make("button", { type: "button", onclick: () => { help(); } }, t("hintButton"));
  const giveUp = make("button", { type: "button", onclick: () => { match.gaveUp = true; show(); } }, t("giveUp"));
  const again = make("button", { type: "button", onclick: () => { if (wiped()) { match.restart(); show(); field.focus(); } } }, t("again"));
  const keys = make("div.keyboard", { role: "group", "aria-label": t("keyboard") });

  const say = (...texts) => said.replaceChildren(...texts.flat().map((text) => (text instanceof Node ? text : make("p", text))));
  const kind = (n) => t(`kind${game.wordy ? "Word" : "Code"}${n === 1 ? "" : "s"}`);

  /** Ask before a game that is being played is wiped. */
  const wiped = () => match.over || !match.turns.length || confirm(t("wipe"));

  const propose = (event) => {
    event?.preventDefault();
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
    match.keep();
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
      say(match.turns.length ? t("remain", { n, kind: kind(n) }) : t(match.fair ? "fairIntro" : "playIntro"));
      rows.children[match.turns.length - 1]?.scrollIntoView({ block: "nearest" });
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
      const word = game.secret(match.secret ?? match.members[Math.floor(Math.random() * left)]);
      say(make("p.big", t(match.fair ? "lostFair" : "lost", { word })), left > 1 ? t("lostMore", { n: left }) : []);
    }
    after.replaceChildren(...analysis(match));
    // Not a button: whoever types on would press it.
    said.focus();
  };

  const press = (sign) => { field.value = (field.value + sign).slice(0, game.length); typed(); };
  const erase = () => { field.value = field.value.slice(0, -1); typed(); };

  typing = (event) => {
    const { key, target } = event;
    if (match.over || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (target.closest("input, select, textarea, [contenteditable]")) return;
    const sign = [key.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase(), key].find((one) => game.signs.includes(one) && one.length === 1);
    if (sign) press(sign);
    else if (key === "Backspace") erase();
    else if (key === "Enter" && !target.closest("button, a")) propose();
    else return;
    event.preventDefault();
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
            ? [
                make("button.tile.wide", { type: "button", "aria-label": t("erase"), onclick: erase }, "⌫"),
                touch ? make("button.tile.wide.enter", { type: "button", "aria-label": t("send"), onclick: () => { propose(); } }, "⏎") : null,
              ]
            : [],
        ),
      ),
    );
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
          match.fair = fair;
          match.restart();
          show();
        } else opponent.value = fair ? "evil" : "fair";
      },
    },
    ["evil", "fair"].map((one) => make("option", { value: one, selected: match.fair === (one === "fair") }, t(one))),
  );
  const form = make(`form.propose${touch ? ".touch" : ""}`, { onsubmit: propose }, make("label", { for: "guess" }, t("propose")), field, send);
  show();
  return [
    make("div.match",
      make("div", rows, said,
        form, keys),
      make("div.aids",
        make("label", { for: "opponent" }, t("opponent")), opponent,
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

/** Return a button that copies the result, as tiles without words, and a choice of the tiles. */
const copied = (match) => {
  const { game } = match;
  if (!navigator.clipboard) return null;
  const of = Number.isFinite(match.allowed) ? match.allowed : "∞";
  const name = match.fair ? game.name : `Evil Motus ${game.name}`;
  const head = `${name}: ${match.won ? match.turns.length : "X"}/${of}`;
  const where = location.protocol.startsWith("http") ? [location.href] : [];
  const usual = game.rule === "wordle" ? "classic" : "motus";
  const chosen = kept.get("tiles");
  const tiles = make(
    "select",
    { id: "tiles", onchange: () => { kept.set("tiles", tiles.value); } },
    Object.entries(PALETTES).map(([one, signs]) => make("option", { value: one, selected: one === (chosen in PALETTES ? chosen : usual) }, signs)),
  );
  const result = () => {
    const signs = Object.fromEntries([..."GYB"].map((mark, at) => [mark, [...PALETTES[tiles.value]][at]]));
    const rows = match.turns.map((turn) => [...game.written(turn.feedback)].map((mark) => (game.marked ? signs[mark] : mark)).join(""));
    return [head, ...rows, ...where].join("\n");
  };
  const button = make("button", { type: "button", onclick: () => { navigator.clipboard.writeText(result()).then(() => { button.textContent = t("copied"); }, () => {}); } }, t("copy"));
  return make("p.share", button, game.marked ? [make("label.aside", { for: "tiles" }, t("tiles")), tiles] : null);
};
