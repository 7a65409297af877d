// Bounds on the worst case of positions: the guesses guaranteed to find every candidate.

class OutOfTime extends Error {}

class Knowledge {
  /** Some guesses may be struck: the strategy, which proposes them, is then not known. */
  constructor(game, struck = []) {
    this.game = game;
    this.struck = new Set(struck);
    this.memo = new Map();
    this.least = new Map();
  }

  /** Unpack the game, once. */
  async open() {
    const { game } = this;
    await game.open();
    this.inside ??= new Uint8Array(game.every.length);
    this.tree ??= this.struck.size ? null : game.tree;
    this.guesses ??= [...game.codes.keys()].filter((guess) => !this.struck.has(guess));
    this.byDepth ??= [...game.cores].sort((one, other) => other.depth - one.depth);
    return this;
  }

  /**
   * Return bounds on the guesses needed for secrets, and a guess that keeps to the upper one.
   *
   * What can be found of a set can be found of any part of it. So a node of the strategy around the
   * secrets bounds them from above, and a core among them from below. A search settles the rest, if
   * there is time; naming them in turn is always a way. What is known so far is told meanwhile. Guesses that were `made`,
   * each with its feedback, matter in hard play.
   */
  bounds(members, until, tell = () => {}, made = []) {
    if (members.length === 1) return { lower: 1, upper: 1, guess: this.game.own[members[0]] };
    let lower = this.coreBelow(members);
    let { upper, guess } = this.nodeAround(members);
    if (members.length < upper) {
      upper = members.length;
      guess = this.game.own[members[0]];
    }
    try {
      while (lower < upper) {
        tell({ lower, upper, guess });
        const found = this.within(members, lower, until, made);
        if (found >= 0) {
          upper = lower;
          guess = found;
        } else lower++;
      }
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error;
    }
    return { lower, upper, guess };
  }

  /** Return the deepest node of the strategy that has all the members. */
  nodeAround(members) {
    let node = this.tree;
    if (!node) return { upper: Infinity, guess: -1 };
    for (let below = node; below; ) {
      node = below;
      below = node.below.find((one) => {
        one.set ??= new Set(one.members);
        return members.every((secret) => one.set.has(secret));
      });
    }
    return { upper: node.depth, guess: node.guess };
  }

  coreBelow(members, least = 0) {
    for (const secret of members) this.inside[secret] = 1;
    let core = null;
    for (const one of this.byDepth) {
      if (one.depth < least) break;
      if (!one.members.every((secret) => this.inside[secret])) continue;
      core = one;
      break;
    }
    for (const secret of members) this.inside[secret] = 0;
    return core ? core.depth + 1 : 2;
  }

  /** Return those of some guesses that are allowed after some were made: all of them, but for hard play. */
  allowed(made, until, guesses = this.guesses) {
    return guesses;
  }

  /** Return a guess that surely finds all members, itself included, within a depth; -1 if none. */
  within(members, depth, until, made = []) {
    const { game } = this;
    if (members.length <= 2 && depth >= members.length) return game.own[members[0]];
    if (depth < 2) return -1;
    const key = `${depth}:${members}:${made}`;
    const known = this.memo.get(key);
    if (known !== undefined) return known;
    let found = -1;
    if (this.coreBelow(members, depth) <= depth) {
      found = depth === 2 ? this.separating(members, until, made) : this.searched(members, depth, until, made);
    }
    this.memo.set(key, found);
    return found;
  }

  searched(members, depth, until, made) {
    const { game } = this;
    const tried = [];
    for (const [at, guess] of this.allowed(made, until).entries()) {
      if (at % 64 === 0 && performance.now() > until) throw new OutOfTime();
      const classes = game.split(guess, members);
      if (classes.size > 1) tried.push({ guess, count: classes.size + 0.5 * classes.has(FOUND) });
    }
    tried.sort((one, other) => other.count - one.count);
    for (const { guess } of tried) {
      const classes = [...game.split(guess, members)].filter(([feedback]) => feedback !== FOUND);
      classes.sort(([, one], [, other]) => other.length - one.length);
      if (classes.every(([feedback, one]) => this.within(one, depth - 1, until, this.followed(made, guess, feedback)) >= 0)) return guess;
      if (performance.now() > until) throw new OutOfTime();
    }
    return -1;
  }

  /** Return a guess that gives each member other feedback, a member first; -1 if there is none. */
  separating(members, until, made) {
    const { game } = this;
    const own = members.map((secret) => game.own[secret]);
    const seen = new Set();
    const apart = (guess) => {
      seen.clear();
      for (const secret of members) {
        const feedback = game.feedback(guess, secret);
        if (seen.has(feedback)) return false;
        seen.add(feedback);
      }
      return true;
    };
    const first = own.find(apart);
    if (first !== undefined) return first;
    for (const [at, guess] of this.allowed(made, until).entries()) {
      if (at % 256 === 0 && performance.now() > until) throw new OutOfTime();
      if (apart(guess)) return guess;
    }
    return -1;
  }

  /** Return the guesses made, with one more: none, since they do not matter in free play. */
  followed() {
    return [];
  }

  /** Return the classes of a guess in numbers. The sum of their squares, by the members, is their expected size. */
  profile(guess, members) {
    const classes = this.game.split(guess, members);
    let squares = 0;
    for (const some of classes.values()) squares += some.length ** 2;
    return { guess, possible: classes.has(FOUND), classes: classes.size, largest: largest(classes), squares };
  }

  /** Return the best guesses by an order, else by their largest class; those that may be right first, if time is short. */
  ranked(members, until, count, order = (one) => one.largest - (one.possible ? 0.5 : 0) - one.classes / 1e5) {
    const { game } = this;
    const own = members.map((secret) => game.own[secret]);
    let best = [];
    for (const guess of new Set([...own, ...this.guesses])) {
      if (best.length && performance.now() > until) break;
      best.push(this.profile(guess, members));
      if (best.length > 20 * count) best = best.sort((one, other) => order(one) - order(other)).slice(0, count);
    }
    return best.sort((one, other) => order(one) - order(other)).slice(0, count);
  }

  /** Return the least sum of squares of any guess; null if there is no time to look at all. */
  leastSquares(members, until) {
    const key = members.length === this.game.every.length ? "all" : String(members);
    if (this.least.has(key)) return this.least.get(key);
    let least = Infinity;
    for (const guess of this.guesses) {
      if (guess % 64 === 0 && performance.now() > until) return null;
      least = Math.min(least, this.profile(guess, members).squares);
    }
    this.least.set(key, least);
    return least;
  }

  /** Return the feedback that Evil Motus gives: what costs most by what is known, else by size. */
  worst(guess, members, until) {
    const classes = [...this.game.split(guess, members)].filter(([feedback]) => feedback !== FOUND);
    if (!classes.length) return { feedback: FOUND, bounds: { lower: 0, upper: 0 } };
    classes.sort(([, one], [, other]) => other.length - one.length);
    let worst = null;
    for (const [feedback, some] of classes) {
      // A smaller class may need more guesses than a larger one, but never more than it has secrets.
      if (worst && some.length <= worst.bounds.lower) break;
      const bounds = this.bounds(some, until, undefined, this.followed([], guess, feedback));
      const more =
        worst && (bounds.lower - worst.bounds.lower || bounds.upper - worst.bounds.upper);
      if (!worst || more > 0) worst = { feedback, bounds };
    }
    return worst;
  }
}

/**
 * Bounds on positions of hard play, where each guess must use the hints of those before. Cores of free play give lower
 * bounds, since hard play takes no fewer guesses; the strategy of free play gives no upper bound.
 */
class HardKnowledge extends Knowledge {
  constructor(game, clues, struck) {
    const hints = clues.flatMap(hintsOf);
    super(game, [...struck, ...(hints.length ? game.codes.flatMap((code, guess) => (hintBroken(hints, code) ? [guess] : [])) : [])]);
  }

  nodeAround() {
    return { upper: Infinity, guess: -1 };
  }

  followed(made, guess, feedback) {
    return [...made, [guess, feedback]];
  }

  allowed(made, until, guesses = this.guesses) {
    if (!made.length) return guesses;
    const { game } = this;
    const hints = made.flatMap(([guess, feedback]) => hintsOf([game.code(guess), game.written(feedback)]));
    return guesses.filter((guess, at) => {
      if (at % 1024 === 0 && performance.now() > until) throw new OutOfTime();
      return !hintBroken(hints, game.code(guess));
    });
  }
}

/** Return the size of the largest class that a guess leaves, of those in which it is not right. */
const largest = (classes) => {
  let most = 0;
  for (const [feedback, some] of classes) if (feedback !== FOUND) most = Math.max(most, some.length);
  return most;
};
