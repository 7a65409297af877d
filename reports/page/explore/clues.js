// Clues of a game that is played elsewhere: how they are written, pasted, and what fits them.

/** What tiles mean, in shared results of Wordle, its high contrast, and the show. */
const TILES = { classic: "🟩🟨⬛⬜", contrast: "🟧🟦⬛⬜", motus: "🟥🟡🟦🟨" };
const TILE_MARKS = { classic: "GYBB", contrast: "GYBB", motus: "GYBY" };
const TILE_NAMES = { green_square: "🟩", yellow_square: "🟨", orange_square: "🟧", blue_square: "🟦", red_square: "🟥", yellow_circle: "🟡", black_large_square: "⬛", white_large_square: "⬜" };

/** Return a text with its tiles as marks G, Y and B. */
const withoutTiles = (text) => {
  const drawn = text.replace(/:(?:large_)?([a-z_]+):/g, (all, name) => TILE_NAMES[name] ?? all);
  const palette = /🟥|🟡/u.test(drawn) ? "motus" : /🟧/u.test(drawn) ? "contrast" : "classic";
  const marks = new Map([...TILES[palette]].map((tile, at) => [tile, TILE_MARKS[palette][at]]));
  return [...drawn].map((sign) => marks.get(sign) ?? sign).join("").replace(/\uFE0F/g, "");
};

/** Read clues, a line each or with commas between them; a shared result has marks without words. */
const readClues = (game, text) =>
  withoutTiles(text).split(/[\n,;]+/).map((line) => readClue(game, line.trim())).filter(Boolean);

const readClue = (game, line) => {
  const n = game.length;
  if (game.marked) {
    const found = new RegExp(`^(?:([\\p{L}\\p{M}]+)(?:\\s*:\\s*|\\s+))?([GYB]{${n}}|[gyb]{${n}}|[210]{${n}}|[-+.]{${n}})$`, "u").exec(line);
    if (!found) return null;
    const told = [...found[2].toUpperCase()].map((sign) => ({ 2: "G", 1: "Y", 0: "B", "+": "G", "-": "Y", ".": "B" })[sign] ?? sign).join("");
    const word = game.read(found[1] ?? "");
    return word && word.length !== n ? null : { word, told };
  }
  const found = /^(\S+?)(?:\s*:\s*|\s+)(\d+)\s*[a-z!/ ]?\s*(?:(\d+)\s*[a-z]?)?$/i.exec(line);
  if (!found || [...game.read(found[1])].length !== n) return null;
  const [, word, right, elsewhere = "0"] = found;
  const told = answersOf(game).find((one) => one.match(/\d+/g).map(Number).join() === (one.match(/\d+/g).length > 1 ? `${Number(right)},${Number(elsewhere)}` : String(Number(right))));
  return told ? { word: game.read(word), told } : null;
};

/** Return all feedback that a game without marks can give, as it is written. */
const answersOf = (game) => {
  const n = game.length;
  const numbers = [];
  for (let right = 0; right <= n; right++) {
    if (game.wordy) numbers.push(right);
    else for (let elsewhere = 0; right + elsewhere <= n; elsewhere++) if (!game.black || !elsewhere) numbers.push(right * (n + 1) + elsewhere);
  }
  return numbers.map((one) => game.written(one));
};

/** Return what a clue begins with before its feedback is told: nothing is right but a given letter. */
const untold = (game, word) =>
  game.marked ? [...word].map((sign, at) => (at === 0 && sign === game.letter ? "G" : "B")).join("") : answersOf(game)[0];

/** Tell whether a code could be the secret by a clue. */
const fits = (game, { word, told }, code) => game.told(word, code) === told || (word === code && told === game.written(FOUND));

/** Return the secrets that fit all clues, and are known to the other game. */
const fitting = (game, clues, struck = []) => {
  const gone = new Set(struck);
  return game.every.filter((secret) => !gone.has(game.own[secret]) && clues.every((clue) => fits(game, clue, game.secret(secret))));
};

/** Say what is wrong where nothing fits: which clue would have to be another, or what is no secret. */
const contradiction = (game, clues, struck) => {
  const others = game.codes.filter((code) => clues.every((clue) => fits(game, clue, code))).slice(0, LISTED);
  if (others.length) return [t("offList", { words: others.join(" ") })];
  return clues
    .map((clue, at) => ({ clue, n: fitting(game, clues.filter((_, other) => other !== at), struck).length }))
    .filter(({ n }) => n)
    .map(({ clue: { word }, n }) => t("ifWrong", { word, n, kind: t(`kind${game.wordy ? "Word" : "Code"}${n === 1 ? "" : "s"}`) }));
};
