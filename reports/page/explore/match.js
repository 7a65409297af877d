// A game against Evil Motus, who keeps all clues true and gives the costliest answer, or with a drawn secret on each board.

/** A board: its guesses with their marks, and its secret if it has one. */
class Board {
  constructor(game) {
    this.game = game;
    this.turns = [];
  }

  get members() {
    return this.turns.at(-1)?.members ?? this.game.every;
  }

  get found() {
    return this.turns.at(-1)?.feedback === FOUND;
  }

  /** Each guess as a code, and the marks that it got. */
  get clues() {
    return this.turns.map(({ guess, feedback }) => [this.game.code(guess), this.game.written(feedback)]);
  }

  take(guess, feedback, classes, bounds) {
    const { lower, upper } = bounds;
    this.turns.push({
      guess, feedback, members: classes.get(feedback), bounds: { lower, upper }, had: this.members,
      classes: classes.size, largest: largest(classes),
    });
  }
}

class Match {
  /** A game of a day has its date and its secrets. */
  constructor(game, day = null) {
    this.game = game;
    this.day = day;
    this.boards = Array.from({ length: game.several || 1 }, () => new Board(game));
    // Where the show allows fewer than are needed, as many as are needed.
    this.allowed = game.tries == null || game.lower > game.tries ? game.upper : game.tries;
    this.fair = day != null || this.game.several;
    /** Hard play: each guess must use what is known, as in the hard mode of Wordle. */
    this.hard = game.hard === true;
    this.restart();
    this.recall();
  }

  /** The boards that are not found. */
  get open() {
    return this.boards.filter((board) => !board.found);
  }

  /** The board with the most guesses: one that is not found has all of them. */
  get longest() {
    return this.boards.reduce((one, other) => (other.turns.length > one.turns.length ? other : one));
  }

  get turns() {
    return this.longest.turns;
  }

  get members() {
    return this.longest.members;
  }

  get clues() {
    return this.longest.clues;
  }

  restart() {
    this.help = 0;
    this.gaveUp = false;
    /** Whether its end counts in the statistics: once, and only without hints and undo. */
    this.counts = !this.day && !this.game.name.startsWith(OWN);
    // Evil Motus has no secret.
    const secrets = this.day?.secrets ?? (this.fair ? secretsOf(this.game, (below) => Math.floor(Math.random() * below)) : []);
    for (const [at, board] of this.boards.entries()) Object.assign(board, { turns: [], secret: secrets[at] ?? null });
  }

  /** Keep the game, so that it is there again when the page is. */
  keep() {
    const { game, fair, hard, gaveUp, turns } = this;
    if (this.day && this.over) keepDay(this);
    if (this.counts && this.over && this.turns.length) {
      keepGame(this);
      this.counts = false;
    }
    const allowed = Number.isFinite(this.allowed) ? this.allowed : null;
    const secret = fair ? this.boards.map((board) => game.secret(board.secret)).join(" ") : null;
    const told = turns.map((turn) => [game.code(turn.guess), game.written(turn.feedback), turn.feedback === FOUND, turn.bounds.lower, turn.bounds.upper]);
    kept.set(this.place, JSON.stringify({ day: this.day?.date, fair, hard, counts: this.counts, secret, gaveUp, allowed, turns: told }));
  }

  get place() {
    const { name, count } = this.game;
    return `${this.day ? "day" : "match"}.${this.game.hard ? "hard." : ""}${name}.${count.secrets}.${count.guesses}`;
  }

  /** Go on with a game that was kept; what does not fit is left out. */
  recall() {
    const { game } = this;
    try {
      const held = JSON.parse(kept.get(this.place));
      // A day ends with its game.
      if (!held || (held.day ?? null) !== (this.day?.date ?? null)) return;
      this.fair = held.fair === true;
      this.hard = game.hard || held.hard === true;
      this.allowed = held.allowed ?? Infinity;
      this.counts &&= held.counts === true;
      const secrets = this.day?.secrets ?? held.secret?.split(" ").map((code) => game.secretOf.get(game.placeOf.get(code))) ?? [];
      if (this.fair && (secrets.length !== this.boards.length || secrets.includes(undefined))) {
        // Its answers are of a secret that is not in the list any more.
        this.restart();
        return;
      }
      for (const [at, board] of this.boards.entries()) board.secret = secrets[at] ?? null;
      for (const [code, told, found, lower, upper] of held.turns) {
        const guess = game.placeOf.get(code);
        for (const board of this.open) {
          const classes = game.split(guess, board.members);
          const feedback = this.game.several ? game.feedback(guess, board.secret) : found ? FOUND : [...classes.keys()].find((one) => one !== FOUND && game.written(one) === told);
          if (guess === undefined || !classes.has(feedback)) return;
          board.take(guess, feedback, classes, { lower, upper: upper ?? Infinity });
        }
      }
      this.gaveUp = held.gaveUp === true;
    } catch { /* It is a new game. */ }
  }

  /** The guesses that are left. */
  get left() {
    return this.allowed - this.turns.length;
  }

  get won() {
    return !this.open.length;
  }

  get lost() {
    return !this.won && (this.gaveUp || this.left <= 0);
  }

  get over() {
    return this.won || this.lost;
  }

  /** Bounds on the start: for hard play and several boards only a lower bound, unless the page has the values. */
  get start() {
    const { lower, upper, hard } = this.game;
    return { lower, upper: this.game.several || (this.hard && !hard) ? Infinity : upper };
  }

  /** Begin or end hard play. It never takes fewer guesses than free play, so one of each pair of bounds stays true. */
  harden(hard) {
    this.hard = hard;
    for (const { bounds, feedback } of this.turns) if (feedback !== FOUND) Object.assign(bounds, hard ? { upper: Infinity } : { lower: 1 });
  }

  /** Return the bounds before a turn. */
  before(at) {
    return this.turns[at - 1]?.bounds ?? this.start;
  }

  /** Say why hard play forbids a guess; nothing if it does not. */
  forbids(guess) {
    const hint = this.hard ? hintBroken(this.clues.flatMap(hintsOf), this.game.code(guess)) : null;
    return hint && t(hint.place ? "hardPlace" : "hardHas", { a: hint.sign, n: hint.place ?? hint.count });
  }

  /** Propose a guess, and wait for the feedback of each board; nothing happens if that is stopped. */
  async propose(guess) {
    const at = this.turns.length;
    const answers = [];
    for (const board of this.open) {
      const classes = this.game.split(guess, board.members);
      const answer = await this.answer(board, guess, classes);
      if (!answer) return;
      answers.push([board, answer, classes]);
      await pause();
    }
    if (this.turns.length !== at) return;
    for (const [board, { feedback, bounds }, classes] of answers) board.take(guess, feedback, classes, bounds);
    this.help = 0;
  }

  /** Return the feedback of a board, with bounds on what it leaves; of several boards none are asked for. */
  async answer({ members, secret }, guess, classes) {
    const { game } = this;
    const clues = this.hard ? this.clues : null;
    if (secret == null) return ask(game, "answer", { guess, members, clues });
    const feedback = game.feedback(guess, secret);
    if (feedback === FOUND || this.game.several) return { feedback, bounds: { lower: 0, upper: feedback === FOUND ? 0 : Infinity } };
    const bounds = await ask(game, "bounds", { members: classes.get(feedback), clues: clues && [...clues, [game.code(guess), game.written(feedback)]] });
    return bounds && { feedback, bounds };
  }

  /** Take back that the game was given up, or else the last guess. */
  undo() {
    this.rewind(this.turns.length - !this.gaveUp);
  }

  /** Return bounds on the position, with the best guess; null if that is stopped. */
  known(tell) {
    this.counts = false;
    if (this.game.several) return ask(this.game, "estimate", { boards: this.open.map(({ members }) => members) }, tell);
    return ask(this.game, "hint", { members: this.members, before: this.before(this.turns.length), left: this.left, clues: this.hard ? this.clues : null }, tell);
  }

  /** Analyse each guess; pass on each move when it is finished. */
  analysed(tell) {
    const turns = this.turns.map(({ guess, feedback, had, members, bounds }, at) => ({ guess, feedback, had, members, before: this.before(at), bounds, left: this.allowed - at }));
    return ask(this.game, "analysis", { turns, hard: this.hard }, tell);
  }

  /** Go back to before a turn, and play on from there. */
  rewind(at) {
    this.counts = false;
    for (const { turns } of this.boards) turns.length = Math.min(turns.length, at);
    this.gaveUp = false;
    this.help = 0;
  }
}

/** Return a secret for each board, of those that people know if these are enough: `pick` draws a number below another one. */
const secretsOf = (game, pick) => {
  const boards = game.several || 1;
  const places = [...(game.common?.length >= boards ? game.common : game.every)];
  return Array.from({ length: boards }, () => {
    const at = pick(places.length);
    return game.page.distinct ? places.splice(at, 1)[0] : places[at];
  });
};
