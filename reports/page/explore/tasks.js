// What the page asks of its worker: each task is worked out from what is known of a game.

/** Milliseconds for an answer, and for what shows its progress and can be stopped. */
const SOON = 400;
const LATER = 6000;
/** The number of guesses between two messages on progress. */
const STEP = 256;
/** The number of guesses ranked, and the number named. */
const RANKED = 8;
const NAMED = 3;

const TASKS = {
  /** The feedback that Evil Motus gives, with bounds on what it leaves. */
  answer: (knowledge, { guess, members }) => knowledge.worst(guess, members, performance.now() + SOON),

  bounds: (knowledge, { members }) => knowledge.bounds(members, performance.now() + SOON),

  /** Bounds on a position, no looser than those known before, and a guess: the best one, if that is sure. The last guess is one that can be right. */
  hint: (knowledge, { members, before, left }, tell) => {
    const { game } = knowledge;
    const until = performance.now() + LATER;
    const found = knowledge.bounds(members, until, tell);
    const proven = found.upper;
    tightened(found, before);
    // What was known before may be of another guess.
    const sure = found.guess >= 0 && found.lower === proven && proven <= left;
    if (left === 1) found.guess = game.own[members[0]];
    else if (!sure) found.guess = knowledge.ranked(members, until, 1)[0].guess;
    return { ...found, sure, most: largest(game.split(found.guess, members)) };
  },

  /** The guess that is estimated best over boards that are not found. */
  estimate: (knowledge, { boards }) => ({ guess: overBoards(knowledge, boards, performance.now() + LATER) }),

  /**
   * The next guesses in order, and whether the first one is proven best: by the average or the worst case, as the game
   * asks, and by the worst case where the lowest average may take more guesses than are left and another guess does not.
   */
  rank: (knowledge, { members, best, left }, tell) => {
    const ranks = (by) => rankedBy(knowledge, members, by, performance.now() + LATER, tell);
    const found = ranks(best);
    const deepest = found.ranked[0]?.worst?.upper ?? 0;
    if (best === "worst" || !found.proven || deepest <= left || left < 1) return found;
    const surest = ranks("worst");
    return surest.ranked[0].worst.upper <= left ? surest : found;
  },

  /**
   * Analyse each guess of a game, the last positions first, since these are quickest. The last allowed guess gains no
   * information: good ones are those that can be right.
   */
  analysis: async (whole, { turns, hard }, tell) => {
    const { game } = whole;
    const moves = [];
    const clues = turns.map((turn) => [game.code(turn.guess), game.written(turn.feedback)]);
    let after = null;
    for (let at = turns.length - 1; at >= 0; at--) {
      const until = performance.now() + LATER / 2;
      const { guess, feedback, had, members, before, bounds, left } = turns[at];
      after ??= feedback === FOUND ? { lower: 0, upper: 0 } : tightened((await playing(whole, hard && clues)).bounds(members, until), bounds);
      const knowledge = await playing(whole, hard && clues.slice(0, at));
      const here = knowledge.bounds(had, until);
      const needed = tightened({ ...here }, before);
      // A guess from before it was hard play may be one that hard play forbids.
      const proven = !knowledge.struck.has(guess) && needed.lower === needed.upper && after.lower === after.upper;
      const cost = proven ? after.upper + 1 - needed.upper : null;
      const named = cost > 0 && here.upper === needed.upper ? here.guess : -1;
      moves[at] = { cost, better: named, needed, after, ...skill(knowledge, guess, feedback, had, performance.now() + LATER / 2) };
      if (left === 1) Object.assign(moves[at], lastGuess(game, guess, had));
      tell({ at, move: moves[at] });
      after = needed;
    }
    return moves;
  },

  /**
   * Which guesses leave which core of the reasons whole; each goes to the first. Where one does, so
   * do its images under the permutations of the core, by an image of the reason. If none does, the
   * number of those left together is told: it must be more than the guesses that follow can find.
   */
  reasons: (knowledge, { at }, tell) => {
    const { game } = knowledge;
    const core = game.cores[at];
    const first = game.orbits(core.moves);
    const left = core.reasons.map((reason) => ({ at: reason, members: game.cores[reason].members, count: 0, some: [] }));
    const others = { at: -1, count: 0, some: [], size: Infinity, classes: 0 };
    const needed = [...new Set(left.flatMap((one) => one.members))];
    const told = new Int32Array(game.every.length);
    const reasonOf = new Map();
    for (let guess = 0; guess < first.length; guess++) {
      if (guess % STEP === 0) tell({ done: guess / first.length });
      if (reasonOf.has(first[guess])) continue;
      for (const secret of needed) told[secret] = game.feedback(guess, secret);
      const one = left.find(({ members }) => together(told, members));
      if (!one) continue;
      reasonOf.set(first[guess], one);
      if (one.some.length < NAMED) one.some.push(guess);
    }
    for (let guess = 0; guess < first.length; guess++) {
      const one = reasonOf.get(first[guess]) ?? others;
      one.count++;
      if (one !== others || first[guess] !== guess) continue;
      if (one.some.length < NAMED) one.some.push(guess);
      one.size = Math.min(one.size, largest(game.split(guess, core.members)));
    }
    if (others.count) {
      for (let guess = 0; guess < first.length; guess++) {
        if (first[guess] === guess) others.classes = Math.max(others.classes, game.split(guess, core.members).size);
      }
      others.most = mostFound(core.depth - 1, others.classes);
      if (others.size <= others.most) throw new Error(`${game.name}: no reason why ${core.depth} guesses do not find ${core.members.length} secrets`);
      left.push(others);
    }
    return left.filter((one) => one.count).sort((one, other) => other.count - one.count).map(({ members, ...one }) => one);
  },

  /** Which members of a core a guess leaves together: an image of a reason, else its largest class. */
  together: ({ game }, { at, guess }) => {
    const core = game.cores[at];
    for (const [image, back] of game.images(core.moves, guess)) {
      const reason = core.reasons.find((one) => whole(game, image, game.cores[one].members));
      if (reason === undefined) continue;
      return game.cores[reason].members.map((secret) => game.secretOf.get(back.reduce((code, move) => game.moved(move, code), game.own[secret])));
    }
    const classes = [...game.split(guess, core.members)].filter(([feedback]) => feedback !== FOUND);
    return classes.map(([, some]) => some).sort((one, other) => other.length - one.length)[0];
  },
};

/** Return the analysis of the last allowed guess: cost 0 if it can be right; else null, and a guess that can. */
const lastGuess = (game, guess, had) => {
  const possible = had.some((secret) => game.own[secret] === guess);
  return { last: true, cost: possible ? 0 : null, better: possible ? -1 : game.own[had[0]], skill: possible ? 1 : 0 };
};

/** Return the knowledge of hard play after some clues; without clues, that of free play. */
const playing = (knowledge, clues) => (clues ? new HardKnowledge(knowledge.game, clues, knowledge.struck).open() : knowledge.open());

/** Tell whether all members get the same feedback, and none is found. */
const together = (told, members) => {
  const feedback = told[members[0]];
  return feedback !== FOUND && members.every((secret) => told[secret] === feedback);
};

const whole = (game, guess, members) => {
  const feedback = game.feedback(guess, members[0]);
  return feedback !== FOUND && members.every((secret) => game.feedback(guess, secret) === feedback);
};

/** Return the most secrets that so many guesses find if each has so many kinds of feedback at most. */
const mostFound = (guesses, classes) => {
  let most = 0;
  for (let made = 0; made < guesses; made++) most = 1 + classes * most;
  return most;
};

const tightened = (known, { lower, upper }) => Object.assign(known, { lower: Math.max(known.lower, lower), upper: Math.min(known.upper, upper) });

/**
 * Return how well a guess was chosen, and how lucky its feedback was, by the secrets left, as shares
 * of 1. The review of the terminal counts guesses instead.
 *
 * Skill compares the expected size of the class that the guess leaves with the least of any guess. Luck is the
 * share of secrets that would have left more, and half of those that would have left as many.
 */
const skill = (knowledge, guess, feedback, had, until) => {
  const classes = knowledge.game.split(guess, had);
  const { squares } = knowledge.profile(guess, had);
  const size = (told, some) => (told === FOUND ? 0 : some.length);
  const left = size(feedback, classes.get(feedback));
  let luck = 0;
  for (const [told, some] of classes) {
    const here = size(told, some);
    luck += here > left ? some.length : here === left ? some.length / 2 : 0;
  }
  const least = knowledge.leastSquares(had, until);
  // Of the expected sizes, 1 more each: with little left no guess is better by a share that says something.
  return { luck: luck / had.length, skill: least == null ? null : (least + had.length) / (squares + had.length), squares };
};

/** Answer a message; only the worker listens. */
const known = new Map();
const serve = async ({ data: { id, name, about, task, given } }) => {
  if (about) known.set(name, new Knowledge(new Game(about)));
  const whole = known.get(name);
  try {
    await whole.game.open();
    const knowledge = await playing(given.struck?.length ? new Knowledge(whole.game, given.struck) : whole, given.clues);
    postMessage({ id, result: await TASKS[task](knowledge, given, (part) => postMessage({ id, part })) });
  } catch (error) {
    postMessage({ id, wrong: `${task}: ${error.stack}` });
  }
};
if (typeof document === "undefined") addEventListener("message", serve);
