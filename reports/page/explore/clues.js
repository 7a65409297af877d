// Clues of a game that is played elsewhere: their notation, pasted text, and the secrets that fit.
// The notation is that of `emi.games.notation`; both read the vectors of tests/notation.json.

/** Coloured tiles for letters well placed, misplaced and missing: of Wordle, its high contrast, and the show. */
const PALETTES = { classic: "🟩🟨⬛", contrast: "🟧🟦⬛", motus: "🟥🟡🟦" };
/** Tiles that mean the same as other tiles of a palette. */
const ALSO = { classic: { "⬜": "⬛" }, contrast: { "⬜": "⬛" }, motus: { "🟨": "🟡" } };
const TILE = /[🟩🟨🟧🟦🟥🟡⬛⬜]/u;
const TILE_COLOURS = { green: "🟩", yellow: "🟨", orange: "🟧", blue: "🟦", red: "🟥", black: "⬛", white: "⬜" };
/** Notations with a mark for each letter, besides tiles. */
const SIGNS = ["GYB", "gyb", "210", "+-."];
/** Signs for a peg in place, and for one in another place. */
const PEG_SIGNS = ["b+⚫●", "w-⚪○"];
/** The first line of a shared result: a title, and the number of guesses out of those allowed. */
const SHARED = new RegExp(
  `(?<![^\\n])[^\\p{L}\\p{N}_\\n]*([\\p{L}\\p{Nl}\\p{No}]{2}[^\\n]*?)([ \\t:]${SPACE}*)(?:\\p{Nd}{1,2}|[xX])/(?:\\p{Nd}{1,2}|∞)(?![\\p{L}\\p{N}_])` +
  `|(?<![^\\n])(emi [^\\n]*)(: )\\p{Nd}+(?=,|${SPACE}*(?![^\\n]))`, "gu");

/** Words for pegs in place, for pegs in another place, and between them, in all languages together. */
const PEG_WORDS = new RegExp(
  "(bulls?|blacks?|noirs?|taureaux?|zwarte?|stier(?:en)?|schwarze?|negr[ao]s?|toros?)" +
  "|(cows?|whites?|blancs?|blanc[ao]s|vaches?|witte?|koe(?:ien)?|wei(?:ss|ß)e?|kuh|kühe|vacas?)" +
  `|(?<=[a-zß0-9]),?${SPACE}+(?:and|et|en|und|y)${SPACE}+|(?<=[a-zß]{3}),`, "g");
/** Words of feedback besides a sign for each place, as in "1 bull and 1 cow". */
const FEEDBACK_WORDS = 4;
/** Addresses that sites put below a result, and hashtags; and the number of a line. */
const IGNORED = new RegExp(`^(?:https?://|www\\.|(?:[\\p{L}\\p{N}_-]+\\.)+[a-z]{2,}/|#[\\p{L}_]+${SPACE}*$)`, "iu");
const NUMBERED = new RegExp(`^\\p{Nd}{1,2}[.)]${SPACE}+`, "u");

/** Return a text with the names that chat programs have for tiles replaced. */
const withTiles = (text) =>
  text.replace(/:([a-z_]+):/g, (all, name) => {
    const words = name.split("_").filter((word) => word !== "large");
    if (words.join(" ") === "yellow circle") return "🟡";
    return words.length === 2 && words[1] === "square" ? TILE_COLOURS[words[0]] ?? all : all;
  }).replace(/\uFE0F/g, "");

/** Return tiles without spaces. */
const tilesIn = (text) => withTiles(text).replace(new RegExp(SPACE, "g"), "");

/** Return the name of the palette that has the tiles of all texts: null if there are none, "" if none or several have them. */
const paletteOf = (texts) => {
  const seen = texts.flatMap((text) => [...tilesIn(text)].filter((sign) => TILE.test(sign)));
  if (!seen.length) return null;
  const readings = new Map();
  for (const [name, tiles] of Object.entries(PALETTES)) {
    const read = seen.map((tile) => [...tiles].indexOf(ALSO[name][tile] ?? tile));
    if (!read.includes(-1) && !readings.has(String(read))) readings.set(String(read), name);
  }
  return readings.size === 1 ? [...readings.values()][0] : "";
};

/** Return marks of a number of letters as G, Y and B; null for anything else. */
const readMarks = (n, text, palette) => {
  const written = [...tilesIn(text)];
  let signs = [...(SIGNS.find((some) => written.every((sign) => some.includes(sign))) ?? "gyb")];
  let also = { G: "g", Y: "y", B: "b" };
  if (written.some((sign) => TILE.test(sign))) {
    if (!palette) return null;
    [signs, also] = [[...PALETTES[palette]], ALSO[palette]];
  }
  const marks = written.map((sign) => "GYB"[signs.indexOf(signs.includes(sign) ? sign : also[sign])]);
  return marks.length === n && !marks.includes(undefined) ? marks.join("") : null;
};

/** Return the numbers of pegs in place and in another place; null if they are not given. */
const readPegs = (text) => {
  const spaced = text.toLowerCase().replace(/\uFE0F/g, "").replace(PEG_WORDS, (_, right, elsewhere) => (right ? "b" : elsewhere ? "w" : ""));
  const plain = /^([0-9]{1,3})[ \t-\r]*[ /+-][ \t-\r]*([0-9]{1,3})$/.exec(spaced);
  if (plain) return [Number(plain[1]), Number(plain[2])];
  const written = spaced.replace(new RegExp(SPACE, "g"), "");
  const [, first, one, second, other] = /^([0-9]{1,3})([abcw]?)(?:([0-9]{1,3})([abcw]))?$/.exec(written) ?? [];
  if (second !== undefined) {
    if (["bw", "bc", "ab"].includes(one + other)) return [Number(first), Number(second)];
    return ["wb", "cb", "ba"].includes(one + other) ? [Number(second), Number(first)] : null;
  }
  if (first !== undefined) return /[cw]/.test(one) ? [0, Number(first)] : [Number(first), 0];
  const count = (some) => [...written].filter((sign) => some.includes(sign)).length;
  const [right, elsewhere, none] = [...PEG_SIGNS, "."].map(count);
  return written && right + elsewhere + none === [...written].length ? [right, elsewhere] : null;
};

/** Return the feedback on a guess in the spelling of the game; null if the game has no such feedback. */
const readFeedback = (game, guess, text, palette = paletteOf([text])) => {
  if (game.marked) return isShared(game, text) ? null : readMarks([...guess].length, text, palette);
  const answers = answersOf(game);
  const written = stripped(text);
  const plain = [written, written.toUpperCase(), written.toLowerCase()].find((one) => answers.includes(one));
  if (plain !== undefined || game.wordy) return plain ?? null;
  const pegs = readPegs(written);
  return pegs && (!game.black || !pegs[1]) ? answers.find((one) => String(one.match(/\d+/g).map(Number)) === String(game.black ? [pegs[0]] : pegs)) ?? null : null;
};

/** Tell whether a text has the title of a shared result, which does not tell the guesses. */
const isShared = (game, text) =>
  [...text.matchAll(SHARED)].some(([all, result, , own]) => {
    const title = (result ?? own).replace(/[ \t:]+$/, "");
    const first = title.split(new RegExp(`[${WHITE}:,]`))[0];
    const known = game.placeOf.has(game.read(first));
    // A title of one word may be a guess, and its feedback after it.
    return !(first === title ? known || all.includes(":") : known && !game.marked);
  });

/** Return a guess as the game spells it; null if it is no code, or a word that is not of its length. */
const readCode = (game, text) => {
  const code = game.read(text);
  return (game.wordy ? game.isWord(code) : game.placeOf.has(code)) ? code : null;
};

/** Tell whether a text can be feedback of a game, as `reads_as_feedback`; or only complete feedback, not a part. */
const readsAsFeedback = (game, text, whole = false) => {
  if (!game.marked) return readFeedback(game, "", text) !== null;
  const signs = [...tilesIn(text).toLowerCase()];
  if (!signs.length || (whole && signs.length !== game.length)) return false;
  return SIGNS.some((some) => signs.every((sign) => some.includes(sign))) || signs.every((sign) => TILE.test(sign));
};

/** Return the tokens of a line, or of a part between commas, and whether each is feedback: an ambiguous one is, after a guess. */
const tokensOf = (game, piece) => {
  const found = [...piece.matchAll(new RegExp(`([^${WHITE}:]+)(${SPACE}*:)?`, "g"))];
  let before = null, colon = false, alone = false;
  return found.map(([, token, after], at) => {
    const guessed = game.placeOf.has(game.read(token));
    const reads = readsAsFeedback(game, token);
    const letters = /^\p{L}+$/u.test(token);
    if (at === 0 && guessed) alone = readsAsFeedback(game, found.slice(1).map(([, text]) => text).join(" "), true);
    let told;
    if (alone) told = before !== null;
    else if (colon && before !== null) told = !before;
    else if (after && letters) told = false;
    else if (guessed) told = reads && before === false;
    else if (reads || !/[\p{L}\p{N}]/u.test(token)) told = true;
    else told = before !== null && !(game.wordy && letters && [...token].length > 1);
    [before, colon] = [told, Boolean(after)];
    return { token, told };
  });
};

/** Return the feedbacks that tokens make: each as many tokens as can be one feedback. */
const feedbacksOf = (game, tokens) => {
  const found = [];
  for (let at = 0; at < tokens.length; ) {
    let many = Math.min(tokens.length - at, game.length + FEEDBACK_WORDS);
    while (many && !readsAsFeedback(game, tokens.slice(at, at + many).join(" "), true)) many--;
    if (!many) return [tokens.join(" ")];
    found.push(tokens.slice(at, at + many).join(" "));
    at += many;
  }
  return found;
};

/** Return the guesses and the feedback of a line in their order. */
const partsOf = (game, line) => {
  const parts = [];
  let run = [];
  const ended = () => {
    parts.push(...feedbacksOf(game, run).map((text) => ({ text, told: true })));
    run = [];
  };
  for (const { token, told } of line.split(",").flatMap((piece) => tokensOf(game, piece))) {
    if (told) run.push(token);
    else {
      ended();
      parts.push({ text: token, told: false });
    }
  }
  ended();
  return parts;
};

/** Return the guesses and the feedback of each line of a text. */
const linesOf = (game, text) =>
  withTiles(text).split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/).map((line) => {
    // Of a shared result the title is left out, and the tiles are read.
    if (isShared(game, line)) return partsOf(game, line.slice(Math.max(0, line.search(TILE)), TILE.test(line) ? undefined : 0));
    const bare = stripped(line);
    return IGNORED.test(bare) ? [] : partsOf(game, bare.replace(NUMBERED, ""));
  });

/** Return each guess with its feedback, both as written; one of them may be missing. As `emi.games.clues`. */
const pairsOf = (game, text) => {
  const lines = linesOf(game, text);
  const paired = (parts) => {
    const [told, guesses] = [true, false].map((wanted) => parts.filter((part) => part.told === wanted).map((part) => part.text));
    return Array.from({ length: Math.max(told.length, guesses.length) }, (_, at) => [guesses[at] ?? "", told[at] ?? ""]);
  };
  const all = paired(lines.flat());
  return all.every(([guess, told]) => guess && told) ? all : lines.flatMap(paired);
};

/**
 * Read guesses with their feedback from typed or pasted text in any notation. Marks without a guess, as of a shared
 * result, have an empty word; all other text that is no clue is `unread`.
 */
const readClues = (game, text) => {
  const pairs = pairsOf(game, text);
  const palette = paletteOf(pairs.map(([, told]) => told));
  const clues = [], unread = [];
  for (const [guess, written] of pairs) {
    const word = guess && readCode(game, guess);
    const told = word === null ? null : word ? readFeedback(game, word, written, palette) : game.marked ? readMarks(game.length, written, palette) : null;
    if (told) clues.push({ word, told });
    else unread.push([guess, written].filter(Boolean).join(" "));
  }
  return { clues, unread };
};

/**
 * Read guesses with their feedback on each of several boards, after some clues: `CARIE:GBYBB/GGBBB`. Boards that
 * are found may be left out.
 */
const readBoards = (game, text, before) => {
  const clues = [], unread = [], guesses = [];
  const found = game.written(FOUND);
  for (const part of linesOf(game, text.replaceAll("/", " ")).flat()) {
    if (part.told && guesses.length) guesses.at(-1).push(part.text);
    else guesses.push([part.text]);
  }
  const palette = paletteOf(guesses.flatMap(([, ...written]) => written));
  for (const [guess, ...written] of guesses) {
    const word = readCode(game, guess);
    const answers = written.map((one) => word && readFeedback(game, word, one, palette));
    const open = Array.from({ length: game.several }, (_, board) => ![...before, ...clues].some((clue) => clue.told.split("/")[board] === found));
    const all = answers.length === game.several ? answers : open.map((one) => (one ? answers.shift() : found));
    if (word && all.every(Boolean) && (all === answers || !answers.length)) clues.push({ word, told: all.join("/") });
    else unread.push([guess, ...written].join(" "));
  }
  return { clues, unread };
};

/** Read a single guess and its feedback; null for anything else. */
const readTurn = (game, line) => {
  const { clues: [clue, ...others], unread } = readClues(game, line);
  return clue?.word && !others.length && !unread.length ? clue : null;
};

/** Return all feedback that a game without marks can give, as it is written. */
const answersOf = (game) => {
  const n = game.length;
  const numbers = [];
  for (let right = 0; right <= n; right++) {
    if (game.wordy || game.black) numbers.push(game.wordy ? right : right * (n + 1));
    // A single peg cannot be in another place if all others are in theirs.
    else for (let elsewhere = 0; right + elsewhere <= n; elsewhere++) if (right !== n - 1 || !elsewhere) numbers.push(right * (n + 1) + elsewhere);
  }
  return [...new Set([...numbers, FOUND].map((one) => game.written(one)))];
};

/** Return the marks of a new clue before the player sets them: all missing, except a given letter. */
const untold = (game, word) =>
  game.marked ? [...word].map((sign, at) => (at === 0 && sign === game.letter ? "G" : "B")).join("") : answersOf(game)[0];

/** Tell whether a code could be the secret by a clue. */
const fits = (game, { word, told }, code) => game.told(word, code) === told || (word === code && told === game.written(FOUND));

/** Return the secrets that fit all clues, and are known to the other game. */
const fitting = (game, clues, struck = []) => {
  const gone = new Set(struck);
  return game.every.filter((secret) => !gone.has(game.own[secret]) && clues.every((clue) => fits(game, clue, game.secret(secret))));
};

/** Return why nothing fits: words that fit but are no secrets, or the clues of which a single one may be wrong. */
const contradiction = async (game, clues, struck) => {
  const others = game.codes.filter((code) => clues.every((clue) => fits(game, clue, code))).slice(0, LISTED);
  if (others.length) return [t("offList", { words: others.join(" ") })];
  await pause();
  // A secret that a single clue rules out is possible without it.
  const ns = clues.map(() => 0);
  for (const secret of fitting(game, [], struck)) {
    const against = [];
    for (let at = 0; at < clues.length && against.length < 2; at++) if (!fits(game, clues[at], game.secret(secret))) against.push(at);
    if (against.length === 1) ns[against[0]]++;
  }
  return clues.flatMap(({ word }, at) => (ns[at] ? t("ifWrong", { word, n: ns[at], kind: kindOf(game, ns[at]) }) : []));
};
