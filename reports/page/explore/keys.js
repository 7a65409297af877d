// One place to type: the first empty row of the board, which hears letters typed anywhere, and the keys below it.

/** The row that receives typed letters; null if there is none. */
let entry = null;
addEventListener("keydown", (event) => { entry?.hear(event); });
// A button that was clicked does not keep the keyboard: Enter would press it again.
addEventListener("click", ({ target, detail }) => {
  if (detail && entry?.heard && !target.closest(`a, summary, dialog, ${EDITED}`) && getSelection().isCollapsed) entry.focus();
});

/** Where letters and Enter belong to the element itself. */
const EDITED = "input:not([type=radio]), textarea, select, [contenteditable]";

class Entry {
  /** `enter` receives the typed text on Enter. */
  constructor(game, enter) {
    this.game = game;
    this.enter = enter;
    const touch = matchMedia("(pointer: coarse)").matches;
    this.field = make("input", {
      id: "guess", name: "guess", type: "text", "aria-label": t("propose"), autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
      inputmode: touch ? "none" : null, maxlength: 40,
      oninput: ({ isComposing }) => { if (!isComposing) this.write(this.field.value); },
      oncompositionend: () => { this.write(this.field.value); },
    });
    /** The tiles of each row: the first has the field, those of further boards show the same. */
    this.tiles = [];
    this.more = [];
    this.row = this.typed(this.field);
    this.keys = make("div.keyboard", { role: "group", "aria-label": t("keyboard"), dir: directionOf(game) });
    this.keyOf = new Map();
    this.write("");
  }

  /** Return a row that shows what is typed. */
  typed(field = "") {
    const tiles = Array.from({ length: this.game.length }, () => make("span.tile"));
    this.tiles.push(tiles);
    return make(`li.blank.now${this.game.pegs ? ".round" : ""}`, make("span.entry", make("span.tiles", { "aria-hidden": "true", dir: directionOf(this.game) }, tiles), field));
  }

  /** Return a row for each of so many boards that are not found. */
  rows(count) {
    while (this.more.length < count - 1) this.more.push(this.typed());
    this.write(this.text);
    return [this.row, ...this.more];
  }

  get text() {
    return this.field.value;
  }

  /** Whether the row is on the page: a game that is over has none. */
  get heard() {
    return this.row.isConnected;
  }

  focus() {
    if (this.heard && document.activeElement !== this.field) this.field.focus({ preventScroll: true });
  }

  /** Spell a text as the game does, as far as there is room, and show it on the row. */
  write(text) {
    const { game, field, tiles } = this;
    const cased = (sign) => [sign, sign.toUpperCase(), sign.toLowerCase()].find((one) => game.sign.has(one)) ?? sign;
    const spelled = [...(game.wordy ? game.spelled(text) : [...stripped(text)].map(cased).join(""))].slice(0, game.length);
    if (field.value !== spelled.join("")) field.value = spelled.join("");
    for (const row of tiles) {
      row.forEach((tile, at) => {
        const given = at === 0 && !spelled.length && game.letter;
        tile.textContent = spelled[at] ?? (given || "\u00a0");
        tile.className = `tile${at < spelled.length ? " typed" : ""}${at < spelled.length ? pegOf(game, spelled[at]).replaceAll(".", " ") : ""}`;
      });
    }
  }

  erase() {
    this.write([...this.text].slice(0, -1).join(""));
  }

  hear(event) {
    const { key, target } = event;
    if (!this.heard || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const own = target === this.field;
    if (!own && target.closest(EDITED)) return;
    if (key === "Enter") {
      // A button that has the focus is pressed only if nothing is typed.
      if (!own && !this.text && target.closest("button, a, summary, label, input, [tabindex]:not(h1)")) return;
      event.preventDefault();
      this.enter(this.text);
      return;
    }
    if (own) return;
    if (key === "Dead") {
      this.take();
      return;
    }
    const typed = [...key].length === 1 ? key : "";
    const signs = typed && this.spelling(typed);
    if (signs) this.write(this.text + signs);
    else if (key === "Backspace" && this.text) this.erase();
    else return;
    event.preventDefault();
    this.take();
  }

  /** Return the text that a key writes: empty if no code has its signs. */
  spelling(typed) {
    const { game } = this;
    const code = game.wordy ? game.spelled(typed) : typed;
    const letters = game.wordy && game.alphabet.letters;
    return [code, code.toUpperCase(), code.toLowerCase()].find((one) => one && [...one].every((sign) => game.sign.has(sign) || letters?.includes?.(sign)));
  }

  /** Close the drawer and take the keyboard. */
  take() {
    drawer.close();
    this.focus();
  }

  /** Draw the keys, a line in a turn: those of the alphabet, or of the language, with Enter and Erase. */
  *drawn() {
    const { game, keys } = this;
    const own = game.alphabet.keys?.length ? game.alphabet.keys : null;
    const lines = !game.wordy ? [game.signs] : game.alphabet.letters ? own ?? DATA.texts[language].keys : game.signs.match(/.{1,10}/gu);
    for (const [at, line] of lines.entries()) {
      const last = at === lines.length - 1;
      keys.append(make("div",
        last ? make("button.tile.wide.enter", { type: "button", "aria-label": t("send"), onclick: () => { this.enter(this.text); } }, "⏎") : "",
        [...line].map((sign) => this.key(sign)),
        last ? make("button.tile.wide", { type: "button", "aria-label": t("erase"), onclick: () => { this.erase(); } }, "⌫") : ""));
      yield;
    }
  }

  key(sign) {
    const key = make(`button.tile${pegOf(this.game, sign)}`, { type: "button", onclick: () => { this.write(this.text + sign); } }, sign);
    this.keyOf.set(sign, key);
    return key;
  }

  /** Show on each key the best feedback of its letter on each board, given the code and the marks of each turn. */
  mark(boards) {
    const rank = ["missing", "misplaced", "placed"];
    const states = boards.map((turns) => {
      const state = new Map();
      for (const [code, marks] of turns) {
        [...code].forEach((sign, at) => {
          const mark = MARKS[marks[at]];
          if (rank.indexOf(mark) > rank.indexOf(state.get(sign))) state.set(sign, mark);
        });
      }
      return state;
    });
    for (const [sign, key] of this.keyOf) {
      const marks = states.map((state) => state.get(sign));
      const [mark] = marks;
      const split = marks.length > 1;
      for (const one of rank) key.classList.toggle(one, !split && one === mark);
      if (split && !key.children.length) key.replaceChildren(make("span.parts", { "aria-hidden": "true" }, marks.map(() => make("i"))), make("b", sign));
      if (split) marks.forEach((one, at) => { key.firstChild.children[at].className = one ?? ""; });
      const heard = marks.map((one, at) => one && (split ? `${boardOf(at)}: ${t(one, { a: sign })}` : t(one, { a: sign }))).filter(Boolean);
      key.setAttribute("aria-label", heard.join("; ") || sign);
    }
  }
}
