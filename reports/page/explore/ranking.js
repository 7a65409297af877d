// The next guesses in order, with average and worst case, proven where there is time.

/** Guesses that are valued, of those that tell most classes apart. */
const VALUED = 16;
/** Guesses that are tried below them at first: the secrets themselves, and so many others that tell most apart. */
const POOL = 200;
/** Guesses tried at each place below, before all are. */
const TRIED = 3;
/** Pairs of a guess and a secret above which there is no time to value guesses: they are profiled alone. */
const TOO_MANY = 12e6;
/** The guesses that a bit about one of several boards costs, of those shared by all. */
const PER_BIT = 0.25;

/** No strategy finds secrets with so few guesses. */
const IMPOSSIBLE = { lower: Infinity, upper: Infinity, most: Infinity };

/** The total and the worst case of secrets, if each guess is the best on average. */
class Costs {
  constructor(knowledge, until) {
    this.knowledge = knowledge;
    this.game = knowledge.game;
    this.until = until;
    this.exact = new Map();
    this.roughly = new Map();
    this.counts = new Int32Array(this.game.marked ? 3 ** this.game.length : (this.game.length + 1) ** 2);
  }

  get late() {
    return performance.now() > this.until;
  }

  /** Return the least that secrets cost with a guess first: each class costs one guess for one secret, two for each other. */
  least(guess, members) {
    const { game, counts } = this;
    const seen = [];
    let right = 0;
    for (const secret of members) {
      const feedback = game.feedback(guess, secret);
      if (feedback === FOUND) right = 1;
      else if (counts[feedback]++ === 0) seen.push(feedback);
    }
    for (const feedback of seen) counts[feedback] = 0;
    return { guess, right, classes: seen.length, least: 3 * members.length - 2 * right - seen.length };
  }

  /** Return guesses that tell some secrets apart by what they cost at least; those that may be right first. */
  ordered(members, guesses) {
    const found = [];
    for (const [at, guess] of guesses.entries()) {
      if (at % 512 === 0 && this.late) break;
      const one = this.least(guess, members);
      if (one.classes + one.right > 1) found.push(one);
    }
    return found.sort((one, other) => one.least - other.least || other.right - one.right);
  }

  /** Return a guess that surely finds secrets within a depth: -1 if there is none, null if it is not known. */
  within(members, depth, pool, made) {
    const { upper, guess } = this.knowledge.nodeAround(members);
    if (upper <= depth) return guess;
    if (pool) return null;
    try {
      return this.knowledge.within(members, depth, this.until, made);
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error;
      return null;
    }
  }

  /**
   * Return bounds on the guesses that secrets take together, and the most of them for one, of strategies within a depth.
   * Of a pool of guesses the upper bound is that of good play; of all it is proven, unless time is up. In hard play it
   * matters what guesses were made.
   */
  of(members, pool = null, depth = Infinity, made = []) {
    const n = members.length;
    if (depth < Math.min(n, 2)) return IMPOSSIBLE;
    if (n < 3) return { lower: 2 * n - 1, upper: 2 * n - 1, most: n };
    // Secret by secret is always a way.
    if (depth >= n) depth = Infinity;
    const memo = pool ? this.roughly : this.exact;
    const key = `${depth}:${members}:${made}`;
    const known = this.exact.get(key) ?? memo.get(key);
    if (known) return known;
    const own = members.map((secret) => this.game.own[secret]);
    const parted = own.find((guess) => this.least(guess, members).classes === n - 1);
    const sure = parted === undefined && depth < Infinity ? this.within(members, depth, pool, made) : null;
    let best = { lower: 2 * n, upper: Infinity, most: Infinity };
    if (parted !== undefined) best = { lower: 2 * n - 1, upper: 2 * n - 1, most: 2 };
    else if (sure === -1) best = IMPOSSIBLE;
    else if (sure !== null && depth === 2) best = { lower: 2 * n, upper: 2 * n, most: 2 };
    else {
      const allowed = this.knowledge.allowed(made, Infinity, pool ? [...new Set([...own, ...pool])] : this.knowledge.guesses);
      const order = this.ordered(members, allowed);
      if (sure !== null) order.unshift(this.least(sure, members));
      for (const [at, { guess, least }] of order.entries()) {
        if (least >= best.upper) break;
        if (best.upper < Infinity && (pool ? at >= TRIED : this.late)) break;
        const { upper, most } = this.after(guess, members, pool, best.upper, depth, made);
        if (upper < best.upper) best = { ...best, upper, most };
      }
      if (best.upper < Infinity) best.lower = pool || this.late ? best.lower : best.upper;
      else if (depth === Infinity) best = { lower: 2 * n, upper: (n * (n + 1)) / 2, most: n };
    }
    memo.set(key, best);
    return best;
  }

  /** Return what secrets cost with a guess first, of strategies within a depth; it is given up where that is no less than a limit. */
  after(guess, members, pool, limit = Infinity, depth = Infinity, made = []) {
    const classes = [...this.game.split(guess, members)].filter(([feedback]) => feedback !== FOUND).sort(([, one], [, other]) => one.length - other.length);
    let lower = members.length;
    let upper = members.length;
    let most = 1;
    let rest = classes.reduce((sum, [, { length }]) => sum + 2 * length - 1, 0);
    for (const [feedback, some] of classes) {
      rest -= 2 * some.length - 1;
      const one = this.of(some, pool, depth - 1, this.knowledge.followed(made, guess, feedback));
      lower += one.lower;
      upper += one.upper;
      most = Math.max(most, 1 + one.most);
      if (lower + rest >= limit) return { lower: lower + rest, upper: Infinity, most: Infinity };
    }
    return { lower, upper, most };
  }
}

/** Return how many guesses each of some is alike to, itself included, and a function that finds it: they differ by a symmetry of the position. */
const kindsOf = ({ game, guesses, struck }, members) => {
  // Words have no symmetries, and what was struck would break them.
  const first = game.wordy || struck.size ? null : game.orbits(game.transpositions(members));
  const firstOf = (guess) => first?.[guess] ?? guess;
  const alike = new Map();
  for (const guess of guesses) alike.set(firstOf(guess), (alike.get(firstOf(guess)) ?? 0) + 1);
  return { alike, firstOf };
};

/**
 * Rank the next guesses by their average, or by the worst case, as the game asks: ties go to the other one, then to those
 * that may be right. Where the worst case comes first, the average is that of strategies which keep to it, as `Advising` in
 * Python. What is told meanwhile gets better.
 */
const rankedBy = (knowledge, members, best, until, tell) => {
  const { game } = knowledge;
  const n = members.length;
  const own = new Set(members.map((secret) => game.own[secret]));
  const averaged = best !== "worst";
  if (n * knowledge.guesses.length > TOO_MANY) return { ranked: knowledge.ranked(members, until, RANKED, (one) => one.squares - (one.possible ? 0.5 : 0)).filter(({ classes }) => classes > 1), proven: false };
  const costs = new Costs(knowledge, until);
  const { alike, firstOf } = kindsOf(knowledge, members);
  const order = costs.ordered(members, [...alike.keys()]);
  const bounds = averaged ? null : knowledge.bounds(members, until, tell);
  const depth = bounds?.upper ?? Infinity;
  const first = [...order.slice(0, VALUED), ...order.filter(({ guess }) => own.has(guess)).slice(0, VALUED / 2)].map(({ guess }) => guess);
  if (bounds?.guess >= 0) first.unshift(firstOf(bounds.guess));
  if (!first.length) first.push(game.own[members[0]]);
  const pool = order.slice(0, POOL).map(({ guess }) => guess);
  const rows = new Map();
  /** The least cost of any guess that splits the candidates. */
  const leastOf = new Map(order.map(({ guess, least }) => [guess, least]));
  const value = (guess, some) => {
    const old = rows.get(guess);
    let found = costs.after(guess, members, some, Infinity, depth);
    const keeps = found.upper < Infinity;
    if (!keeps && old?.keeps) return;
    if (!keeps) found = costs.after(guess, members, some);
    const known = old?.keeps === keeps && old.total.upper <= found.upper ? old : null;
    const total = { lower: leastOf.get(guess) ?? 0, upper: known ? old.total.upper : found.upper };
    if (!some) total.lower = Math.max(total.lower, found.lower);
    total.lower = Math.min(total.lower, total.upper);
    const worst = { lower: bounds?.lower ?? 1, upper: known ? old.worst.upper : found.most };
    // A guess that does not keep the guarantee takes more guesses.
    if (!keeps && !some && !costs.late) worst.lower = depth + 1;
    rows.set(guess, { ...knowledge.profile(guess, members), possible: own.has(guess), alike: alike.get(guess), keeps, total, worst });
  };
  const keys = averaged ? [(row) => row.total.upper, (row) => row.worst.upper] : [(row) => row.worst.upper, (row) => row.total.upper];
  const sorted = () => [...rows.values()].sort((one, other) => keys[0](one) - keys[0](other) || keys[1](one) - keys[1](other) || other.possible - one.possible);
  for (const [at, guess] of [...new Set(first)].entries()) {
    if (at && costs.late) break;
    value(guess, pool);
  }
  tell({ ranked: sorted().slice(0, RANKED) });
  // The good ones first: what the others cost at least soon rules them out.
  for (const { guess } of sorted()) if (!costs.late) value(guess, null);
  let [{ total }] = sorted();
  for (const { guess, least } of order) {
    if (costs.late || least >= total.upper) break;
    if (rows.has(guess) || costs.after(guess, members, null, total.upper, depth).upper === Infinity) continue;
    value(guess, null);
    [{ total }] = sorted();
  }
  const proven = averaged ? !costs.late && total.lower === total.upper : bounds.lower === bounds.upper;
  return { ranked: sorted().slice(0, RANKED), proven, surest: !averaged };
};

/**
 * Return the guess after which several boards are expected to take the fewest guesses, if one of n secrets takes
 * 1 + log2(n) / 4: as `Estimates` in Python. Of large boards a part is counted.
 */
const overBoards = ({ game, guesses }, boards, until) => {
  const most = TOO_MANY / guesses.length / boards.length;
  const counted = boards.map((members) => members.filter((_, at) => at % Math.ceil(members.length / most) === 0));
  let best = { cost: Infinity };
  for (const guess of new Set([...boards.flat().map((secret) => game.own[secret]), ...guesses])) {
    if (best.cost < Infinity && performance.now() > until) break;
    let cost = 0;
    for (const members of counted) {
      for (const [feedback, { length }] of game.split(guess, members)) if (feedback !== FOUND) cost += (length / members.length) * (1 + PER_BIT * Math.log2(length));
    }
    // Of equal guesses the first is taken, which may be right.
    if (cost < best.cost - 1e-9) best = { guess, cost };
  }
  return best.guess;
};
