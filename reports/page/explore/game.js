// A game: its codes, its rule, the partition of secrets by a guess, and a strategy.

/** The number of the feedback on the secret itself, which ends the game under any rule. */
const FOUND = -1;
/** The number of a sign that no code of the list has: larger than all others. */
const NO_SIGN = 63;
/** Up to this many pairs of guess and secret, the feedback is stored, two bytes each. */
const KEPT = 30e6;
/** The number of codes read between two looks at the clock. */
const STRIDE = 512;
/** Bytes that are unpacked at once. */
const PIECE = 1 << 14;

class Game {
  /** Make a game from the data that the page holds; the packed part is read when the game is opened. */
  constructor(about) {
    Object.assign(this, about);
    /** As it was given: the worker makes a game of its own of it. */
    this.about = about;
    const { feedback, symbols } = about.page;
    this.alphabet = about.alphabet ?? A_TO_Z;
    this.marked = feedback === "marks";
    this.wordy = symbols === "letters";
    this.pegs = symbols === "colours";
    /** Whether only pegs in their place are counted. */
    this.black = feedback === "placed";
    /** The number of boards, each with a secret of its own; 0 for a game of one board. */
    this.several = about.page.boards;
    this.count = { secrets: about.secrets, guesses: about.guesses };
    this.ready = null;
  }

  /** Unpack codes, strategy and cores; only once. */
  open() {
    this.ready ??= this.unpack().catch((error) => {
      this.ready = null;
      throw error;
    });
    return this.ready;
  }

  async unpack() {
    const { about } = this;
    // A site has a file of it. The worker is asked only about games that were opened here.
    about.held ??= await fetched(about.file);
    const packed = typeof about.held === "string" ? bytesOf(atob(about.held)) : about.held;
    const stream = new DecompressionStream("deflate");
    const unpacked = new Response(stream.readable).text();
    const writer = stream.writable.getWriter();
    // At once, a large game would take a long turn.
    for (let at = 0; at < packed.length; at += PIECE) {
      await writer.write(packed.subarray(at, at + PIECE));
      await pause();
    }
    await writer.close();
    const text = await unpacked;
    await pause();
    const held = JSON.parse(text);
    await pause();
    const codes = held.guesses.split(" ");
    const signs = new Set();
    this.placeOf = new Map();
    for (const [at, code] of codes.entries()) {
      for (const sign of code) signs.add(sign);
      this.placeOf.set(code, at);
      if (at % STRIDE === 0) await pause();
    }
    this.codes = codes;
    this.signs = [...signs].sort().join("");
    this.sign = new Map([...this.signs].map((one, at) => [one, at]));
    this.numbers = [];
    this.own = held.secrets ?? codes.map((_, at) => at);
    this.secretOf = new Map();
    for (const [at, guess] of this.own.entries()) this.secretOf.set(guess, at);
    this.every = this.own.map((_, at) => at);
    this.rows = new Map();
    this.held = held;
    this.minimal = held.minimal;
    /** Places of the secrets that people know, where these are marked. */
    this.common = held.common;
    await pause();
    return this;
  }

  /** The strategy and the cores are made when they are first looked at, as are the digits of codes. */
  get tree() {
    this.root ??= this.held.tree && this.readTree(this.held.tree);
    return this.root;
  }

  get cores() {
    [...this.readCores()];
    return this.chain;
  }

  digits(guess) {
    this.numbers[guess] ??= this.digitsIn(this.codes[guess]);
    return this.numbers[guess];
  }

  code(guess) {
    return this.codes[guess];
  }

  secret(at) {
    return this.codes[this.own[at]];
  }

  /** Return the number of the feedback on a guess if a secret is the one. */
  feedback(guess, secret) {
    if (this.own[secret] === guess) return FOUND;
    const a = this.digits(guess);
    const b = this.digits(this.own[secret]);
    return this.compared(a, b);
  }

  compared(a, b) {
    if (this.marked) return marks(a, b);
    if (this.wordy) return shared(a, b, this.signs.length);
    return this.black ? placed(a, b) * (this.length + 1) : pins(a, b, this.signs.length);
  }

  /** Return the feedback on any code, of the list or not, as it is written. */
  told(code, secret) {
    return this.written(code === secret ? FOUND : this.compared(this.digitsOf(code), this.digitsOf(secret)));
  }

  digitsOf(code) {
    const guess = this.placeOf.get(code);
    return guess === undefined ? this.digitsIn(code) : this.digits(guess);
  }

  digitsIn(code) {
    const digits = new Uint8Array(code.length);
    for (let at = 0; at < code.length; at++) digits[at] = this.sign.get(code[at]) ?? NO_SIGN;
    return digits;
  }

  /** Return feedback as it is written. */
  written(number) {
    const n = this.length;
    if (this.marked) {
      if (number === FOUND) return "G".repeat(n);
      let text = "";
      for (let at = 0, rest = number; at < n; at++, rest = Math.floor(rest / 3)) text += "BYG"[rest % 3];
      return text;
    }
    if (this.wordy) return number === FOUND ? `${n}!` : String(number);
    const [right, elsewhere] = number === FOUND ? [n, 0] : [Math.floor(number / (n + 1)), number % (n + 1)];
    if (this.black) return `${right}${this.markers[0]}`;
    const [black, white] = this.markers;
    return `${right}${black}${elsewhere}${white}`;
  }

  row(guess) {
    let row = this.rows.get(guess);
    if (!row) {
      row = Int32Array.from(this.every, (secret) => this.feedback(guess, secret));
      if ((this.rows.size + 1) * row.length <= KEPT) this.rows.set(guess, row);
    }
    return row;
  }

  /** Return the classes into which a guess splits secrets, by the number of the feedback. */
  split(guess, members) {
    const row = this.rows.get(guess) ?? (members.length * 4 > this.every.length ? this.row(guess) : null);
    const classes = new Map();
    for (const secret of members) {
      const feedback = row ? row[secret] : this.feedback(guess, secret);
      const one = classes.get(feedback);
      if (one) one.push(secret);
      else classes.set(feedback, [secret]);
    }
    return classes;
  }

  /** Build the strategy from its list of numbers: nodes with members, depth and branches by size. */
  readTree(numbers) {
    let at = 0;
    const node = () => {
      const [guess, branches, hits] = [numbers[at++], numbers[at++], numbers[at++]];
      const below = Array.from({ length: branches }, node);
      const members = below.flatMap((one) => one.members);
      if (hits) members.push(this.secretOf.get(guess));
      const depth = 1 + Math.max(0, ...below.map((one) => one.depth));
      return { guess, below, members, depth };
    };
    return node();
  }

  /** Read the cores, with a pause after each: there may be thousands. */
  *readCores() {
    if (this.chain) return;
    const chain = [];
    for (const row of this.held.cores ? this.held.cores.split("\n") : []) {
      const [[depth, count, ...rest], ...moves] = row.split("/").map((part) => part.split(" ").map(Number));
      chain.push({ depth, members: rest.slice(0, count), reasons: rest.slice(count), moves });
      yield;
    }
    this.chain = chain;
  }

  /** Return a guess moved by a permutation: the place that each place takes its sign from, then the new name of each sign. */
  moved(move, guess) {
    const digits = this.digits(guess);
    let code = "";
    for (let at = 0; at < this.length; at++) code += this.signs[move[this.length + digits[move[at]]]];
    return this.placeOf.get(code);
  }

  /** Yield the images of a guess under permutations, each with the permutations that lead back from it. */
  *images(moves, guess) {
    const met = new Map([[guess, []]]);
    for (const [code, back] of met) {
      yield [code, back];
      for (const move of moves) {
        const image = this.moved(move, code);
        if (!met.has(image)) met.set(image, [this.inverse(move), ...back]);
      }
    }
  }

  inverse(move) {
    const back = [];
    for (const [at, to] of move.entries()) back[at < this.length ? to : this.length + to] = at < this.length ? at : at - this.length;
    return back;
  }

  /** Return transpositions of places, and of signs, that map the codes and a set of secrets to themselves. */
  transpositions(members) {
    const inside = new Set(members.map((secret) => this.own[secret]));
    const preserved = (move) => [...inside].every((code) => inside.has(this.moved(move, code))) && this.codes.every((_, code) => this.moved(move, code) !== undefined);
    const identity = [...Array(this.length).keys(), ...Array(this.signs.length).keys()];
    const moves = [];
    for (const [from, to] of [[0, this.length], [this.length, identity.length]]) {
      // One of each kind is enough: what can be exchanged with it can be exchanged with all others of the kind.
      const kinds = [];
      for (let at = from; at < to; at++) {
        const move = kinds.map((one) => identity.with(one, identity[at]).with(at, identity[one])).find(preserved);
        if (move) moves.push(move);
        else kinds.push(at);
      }
    }
    return moves;
  }

  /** Return the first guess of the orbit of each guess. */
  orbits(moves) {
    const first = new Int32Array(this.codes.length).fill(-1);
    for (let guess = 0; guess < first.length; guess++) {
      if (first[guess] < 0) for (const [image] of this.images(moves, guess)) first[image] = guess;
    }
    return first;
  }

  /** Return a code as it is typed without spaces around it; a word as lists of words spell it. */
  spelled(text) {
    return this.wordy ? readWord(this.alphabet, text) : stripped(text);
  }

  /** Tell whether a text as it is read has letters alone, and as many as the codes. */
  isWord(code) {
    const { letters } = this.alphabet;
    return code.length === this.length && [...code].every((sign) => (letters ? letters.includes(sign) : /[^\p{C}\p{Z}]/u.test(sign)));
  }

  /** Read a code as it is typed: in the case of a code of the game, if there is one. */
  read(text) {
    const code = this.spelled(text);
    return [code, code.toUpperCase(), code.toLowerCase()].find((one) => this.placeOf.has(one)) ?? code;
  }
}

/** Return the bytes of a text of as many signs. */
const bytesOf = (text) => {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
};

/** White space as Python knows it, which `\s` differs from: as part of a class, and a sign of it. */
const WHITE = "\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000";
const SPACE = `[${WHITE}]`;

/** Return a text without white space around it. */
const stripped = (text) => text.replace(new RegExp(`^${SPACE}+|${SPACE}+$`, "g"), "");

/** The letters of words, unless the game has others. */
const A_TO_Z = { letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", keys: null, spelled: {}, leftward: false };
/** Letters that Unicode does not decompose, but players do. */
const SPELLED = { œ: "OE", Œ: "OE", æ: "AE", Æ: "AE", ß: "SS", ẞ: "SS", ø: "O", Ø: "O", ł: "L", Ł: "L", đ: "D", Đ: "D" };

/** Return a text as a word: as `Alphabet.read` in Python. */
const readWord = ({ letters, spelled }, text) => {
  const all = (some) => [...some].map(letter).join("");
  const letter = (one) => {
    if (Object.hasOwn(spelled, one)) return spelled[one];
    const capital = one === "ß" ? "ẞ" : one.toUpperCase();
    if (!letters) return one === "ı" || [...capital].length > 1 ? one : capital;
    if (letters.includes(one) || letters.includes(capital)) return letters.includes(one) ? one : capital;
    if (Object.hasOwn(SPELLED, one)) return all(SPELLED[one]);
    if (/\p{Mn}/u.test(one)) return "";
    const apart = ["NFKC", "NFKD"].map((form) => one.normalize(form)).find((form) => form !== one);
    return apart === undefined ? capital : all(apart);
  };
  return all(stripped(text).normalize("NFC"));
};

/** How many of each sign are left. */
const unused = new Uint8Array(NO_SIGN + 1);

/** Letters well placed count 2, misplaced 1, missing 0, as digits to the base of 3. */
const marks = (a, b) => {
  unused.fill(0);
  for (let at = 0; at < a.length; at++) {
    if (a[at] !== b[at]) unused[b[at]]++;
  }
  let number = 0;
  for (let at = 0, unit = 1; at < a.length; at++, unit *= 3) {
    if (a[at] === b[at]) number += 2 * unit;
    else {
      if (unused[a[at]]) {
        unused[a[at]]--;
        number += unit;
      }
    }
  }
  return number;
};

const shared = (a, b, signs) => {
  const have = new Uint8Array(signs);
  for (const one of b) have[one]++;
  let some = 0;
  for (const one of a) {
    if (have[one]) {
      have[one]--;
      some++;
    }
  }
  return some;
};

const placed = (a, b) => {
  let right = 0;
  for (let at = 0; at < a.length; at++) right += a[at] === b[at];
  return right;
};

const pins = (a, b, signs) => {
  const right = placed(a, b);
  return right * (a.length + 1) + shared(a, b, signs) - right;
};

/**
 * Return the hints of a guess and its marks, as the hard mode of Wordle asks for them: a letter that was well placed
 * stays in its place, and of each letter there are as many as were found.
 */
const hintsOf = ([guess, given]) => {
  const places = [];
  const due = new Map();
  for (let at = 0; at < guess.length; at++) {
    const sign = guess[at];
    if (given[at] === "G") places.push({ sign, place: at + 1 });
    if (given[at] !== "B") due.set(sign, (due.get(sign) ?? 0) + 1);
  }
  return [...places, ...[...due].map(([sign, count]) => ({ sign, count }))];
};

/** Return the first hint that a code does not use, or nothing. */
const hintBroken = (hints, code) =>
  hints.find(({ sign, place, count }) => {
    if (place) return code[place - 1] !== sign;
    let met = 0;
    for (let at = code.indexOf(sign); at >= 0; at = code.indexOf(sign, at + 1)) met++;
    return met < count;
  });
