// A game against Evil Motus, who keeps all clues true and answers what costs most, or for a secret.

class Match {
  /** A game of a day has its date and its secret. */
  constructor(game, day = null) {
    this.game = game;
    this.day = day;
    // Where the show allows fewer than are needed, as many as are needed.
    this.allowed = game.tries == null || game.lower > game.tries ? game.upper : game.tries;
    this.fair = day != null;
    /** Hard play: each guess must use what is known, as in the hard mode of Wordle. */
    this.hard = game.hard === true;
    this.restart();
    this.recall();
  }

  restart() {
    this.turns = [];
    this.help = 0;
    this.gaveUp = false;
    /** Whether its end counts in the statistics: once, and not if it was helped or anything was taken back. */
    this.counts = !this.day && !this.game.name.startsWith(OWN);
    /** The secret of a fair game; Evil Motus has none. */
    const places = this.game.common ?? this.game.every;
    this.secret = this.day?.secret ?? (this.fair ? places[Math.floor(Math.random() * places.length)] : null);
  }

  /** Keep the game, so that it is there again when the page is. */
  keep() {
    const { game, fair, hard, secret, gaveUp, turns } = this;
    if (this.day && this.over) keepDay(this);
    if (this.counts && this.over && this.turns.length) {
      keepGame(this);
      this.counts = false;
    }
    const allowed = Number.isFinite(this.allowed) ? this.allowed : null;
    const told = turns.map((turn) => [game.code(turn.guess), game.written(turn.feedback), turn.feedback === FOUND, turn.bounds.lower, turn.bounds.upper]);
    kept.set(this.place, JSON.stringify({ day: this.day?.date, fair, hard, counts: this.counts, secret: secret == null ? null : game.secret(secret), gaveUp, allowed, turns: told }));
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
      this.secret = this.day ? this.day.secret : held.secret == null ? null : (game.secretOf.get(game.placeOf.get(held.secret)) ?? null);
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

  /** Each guess as a code, and the marks that it got. */
  get clues() {
    return this.turns.map(({ guess, feedback }) => [this.game.code(guess), this.game.written(feedback)]);
  }

  /** The guesses that are left. */
  get left() {
    return this.allowed - this.turns.length;
  }

  get won() {
    return this.turns.at(-1)?.feedback === FOUND;
  }

  get lost() {
    return !this.won && (this.gaveUp || this.left <= 0);
  }

  get over() {
    return this.won || this.lost;
  }

  /** What is known of the beginning: of hard play only that it takes no fewer guesses, unless the page was made of it. */
  get start() {
    const { lower, upper, hard } = this.game;
    return { lower, upper: this.hard && !hard ? Infinity : upper };
  }

  /** Begin hard play, or end it. No guess is gained by it, so of each pair of bounds one stays true. */
  harden(hard) {
    this.hard = hard;
    for (const { bounds, feedback } of this.turns) if (feedback !== FOUND) Object.assign(bounds, hard ? { upper: Infinity } : { lower: 1 });
  }

  /** Return what was known before a turn. */
  before(at) {
    return this.turns[at - 1]?.bounds ?? this.start;
  }

  /** Say why hard play forbids a guess; nothing if it does not. */
  forbids(guess) {
    const hint = this.hard ? hintBroken(this.clues.flatMap(hintsOf), this.game.code(guess)) : null;
    return hint && t(hint.place ? "hardPlace" : "hardHas", { a: hint.sign, n: hint.place ?? hint.count });
  }

  /** Propose a guess, and wait for the feedback; nothing happens if that is stopped. */
  async propose(guess) {
    const { game, members, secret } = this;
    const at = this.turns.length;
    const classes = game.split(guess, members);
    const clues = this.hard ? this.clues : null;
    let feedback = secret == null ? null : game.feedback(guess, secret);
    let bounds = { lower: 0, upper: 0 };
    if (secret == null) {
      const told = await ask(game, "answer", { guess, members, clues });
      if (!told) return;
      ({ feedback, bounds } = told);
    } else if (feedback !== FOUND) {
      bounds = await ask(game, "bounds", { members: classes.get(feedback), clues: clues && [...clues, [game.code(guess), game.written(feedback)]] });
    }
    if (bounds && this.turns.length === at) this.take(guess, feedback, classes, bounds);
  }

  take(guess, feedback, classes, bounds) {
    const { lower, upper } = bounds;
    this.turns.push({
      guess, feedback, members: classes.get(feedback), bounds: { lower, upper }, had: this.members,
      classes: classes.size, largest: largest(classes),
    });
    this.help = 0;
  }

  /** Take back that the game was given up, or else the last guess. */
  undo() {
    this.counts = false;
    if (this.gaveUp) this.gaveUp = false;
    else this.turns.pop();
    this.help = 0;
  }

  /** Find out what is known of the position, with the best guess; null if that is stopped. */
  known(tell) {
    this.counts = false;
    return ask(this.game, "hint", { members: this.members, before: this.before(this.turns.length), left: this.left, clues: this.hard ? this.clues : null }, tell);
  }

  /** Find out what each guess did; each move is told when it is known. */
  analysed(tell) {
    const turns = this.turns.map(({ guess, feedback, had, members, bounds }, at) => ({ guess, feedback, had, members, before: this.before(at), bounds, left: this.allowed - at }));
    return ask(this.game, "analysis", { turns, hard: this.hard }, tell);
  }

  /** Go back to before a turn, and play on from there. */
  rewind(at) {
    this.counts = false;
    this.turns.length = at;
    this.gaveUp = false;
    this.help = 0;
  }
}
