// A list of one's own, pasted or of a file: it is read here, and nothing is sent.

/** The most characters of a list: a file of a million words. */
const MOST_READ = 12e6;
const OWN = "own:";
/** Lengths of words that are played, and how many lines that are left out are named. */
const [SHORTEST, LONGEST] = [3, 15];
const BAD = 3;

/** The words that were read, by length, sorted; null if there are none. */
let own = null;

/** Read words, each once, by their length: between white space and the marks of tables. */
const readOwn = async (text) => {
  const found = { lengths: new Map(), count: 0, left: 0, some: [] };
  const seen = new Set();
  let at = 0;
  for (const piece of text.slice(0, MOST_READ).split(/[\s,;"|]+/u)) {
    if (++at % STRIDE === 0) await pause();
    if (!piece) continue;
    const word = readWord(A_TO_Z, piece);
    const signs = [...word];
    if (signs.length < SHORTEST || signs.length > LONGEST || signs.length !== word.length || !/^\p{L}+$/u.test(word)) {
      found.left++;
      if (found.some.length < BAD) found.some.push(piece.slice(0, 20));
    } else if (!seen.has(word)) {
      seen.add(word);
      found.count++;
      if (!found.lengths.has(word.length)) found.lengths.set(word.length, []);
      found.lengths.get(word.length).push(word);
    }
  }
  for (const words of found.lengths.values()) {
    words.sort();
    await pause();
  }
  return found;
};

/** Return the game of a cell of one's own list, such as own:C7, or own:7 with no letter shown; null if there is none. */
const ownGame = async (name) => {
  const [, initial, length] = /^(.?)(\d+)$/u.exec(name.slice(OWN.length)) ?? [];
  if (!length) return null;
  own ??= await readOwn(kept.get("own") ?? "");
  const letter = initial.toUpperCase();
  const words = (own.lengths.get(Number(length)) ?? []).filter((word) => word.startsWith(letter));
  if (!words.length) return null;
  const full = `${OWN}${letter}${length}`;
  const same = GAMES.find((game) => game.name === full);
  if (same?.words === words.join(" ")) return same;
  if (same) GAMES.splice(GAMES.indexOf(same), 1);
  const text = words.join(" ");
  const signs = [...new Set(text.replaceAll(" ", ""))].sort().join("");
  const packing = new Blob([JSON.stringify({ guesses: text, secrets: null, tree: null, cores: "", minimal: false, common: null })]).stream();
  const held = new Uint8Array(await new Response(packing.pipeThrough(new CompressionStream("deflate"))).arrayBuffer());
  const known = /^[A-Z]*$/.test(signs);
  const game = new Game({
    name: full, lists: [], rule: "", markers: "", letter: null, held,
    page: { feedback: "marks", titles: { en: t("own") }, symbols: "letters", palette: "classic", show: false },
    alphabet: known ? null : { letters: signs, keys: null, spelled: {}, leftward: /\p{Script=Hebrew}|\p{Script=Arabic}/u.test(signs) },
    length: Number(length), symbols: signs.length, tries: 6, best: "average", secrets: words.length, guesses: words.length,
    lower: Math.min(2, words.length), upper: words.length, first: "",
  });
  game.words = text;
  GAMES.push(game);
  // The worker must not go on with another list of the same name.
  sent.delete(full);
  return game;
};

/** Return the place where a list is pasted, and a game of it chosen. */
const ownList = () => {
  const text = make("textarea", { id: "own", rows: 4, spellcheck: "false", autocapitalize: "off", placeholder: "CAVES, CARIE, COULE ..." });
  const file = make("input", { id: "own-file", type: "file", accept: "text/*,.txt,.csv,.tsv,.dic", onchange: async () => { if (file.files[0]) await read(await file.files[0].text()); } });
  const said = make("p", { role: "status" });
  const chosen = make("form.own-game", { hidden: true, onsubmit: (event) => { event.preventDefault(); location.hash = link({ name: `${OWN}${initial.value}${length.value}` }, "play"); } });
  const length = make("select", { id: "own-length", onchange: () => { initials(); } });
  const initial = make("select", { id: "own-initial" });
  const forget = make("button", { type: "button", onclick: () => { kept.set("own", ""); own = null; show(); text.value = ""; } }, t("ownForget"));

  const initials = () => {
    const counts = new Map([["", own.lengths.get(Number(length.value)).length]]);
    for (const word of own.lengths.get(Number(length.value))) counts.set(word[0], (counts.get(word[0]) ?? 0) + 1);
    initial.replaceChildren(...[...counts].map(([letter, n]) => make("option", { value: letter }, `${letter || t("ownHidden")} (${number(n)})`)));
  };

  const show = (more = "") => {
    chosen.hidden = !own?.count;
    const left = own?.left ? ` ${t("ownLeft", { n: own.left, some: own.some.join(", ") })}` : "";
    said.textContent = own ? `${own.count ? t("ownFound", { n: own.count }) : t("ownNone")}${left}${more}` : "";
    if (!own?.count) return;
    const lengths = [...own.lengths.keys()].sort((a, b) => a - b);
    const usual = lengths.reduce((best, one) => (own.lengths.get(one).length > own.lengths.get(best).length ? one : best));
    length.replaceChildren(...lengths.map((one) => make("option", { value: String(one), selected: one === usual }, `${one} (${number(own.lengths.get(one).length)})`)));
    initials();
  };

  const read = async (list) => {
    whole.setAttribute("aria-busy", "true");
    own = await readOwn(list);
    const words = [...own.lengths.values()].map((some) => some.join(" ")).join(" ");
    kept.set("own", own.count ? words : "");
    whole.removeAttribute("aria-busy");
    show(own.count && kept.get("own") !== words ? ` ${t("ownBrief")}` : "");
  };

  chosen.append(make("label", t("ownLength"), length), make("label", t("ownInitial"), initial), make("button.strong", { type: "submit" }, t("play")), forget);
  const whole = make("details.own", { ontoggle: async () => { if (whole.open && !own && kept.get("own")) { own = await readOwn(kept.get("own")); show(); } } },
    make("summary", t("own")),
    make("p.quiet", t("ownIntro")),
    make("form", { onsubmit: (event) => { event.preventDefault(); read(text.value); } },
      make("label.aside", { for: "own" }, t("own")), text,
      make("p.buttons", make("button", { type: "submit" }, t("ownRead")), make("label", { for: "own-file" }, t("ownFile")), file)),
    said, chosen);
  return whole;
};
