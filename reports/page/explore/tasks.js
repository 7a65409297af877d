// What the page asks of its worker: each task is worked out from what is known of a game.

/** Milliseconds for an answer, and for what shows its progress and can be stopped. */
const SOON = 400;
const LATER = 6000;
/** So many guesses between two messages on progress. */
const STEP = 256;
/** So many guesses are ranked, and so many are named. */
const RANKED = 8;
const NAMED = 3;

const TASKS = {
  /** The feedback that Evil Motus gives, with bounds on what it leaves. */
  answer: (knowledge, { guess, members }) => knowledge.worst(guess, members, performance.now() + SOON),

  bounds: (knowledge, { members }) => knowledge.bounds(members, performance.now() + SOON),

  /** Bounds on a position, no looser than those known before, and the best guess. */
  hint: (knowledge, { members, before }, tell) => {
    const until = performance.now() + LATER;
    const found = tightened(knowledge.bounds(members, until, tell), before);
    const sure = found.guess >= 0 && found.lower === found.upper;
    if (!sure) found.guess = knowledge.ranked(members, until, 1)[0].guess;
    return { ...found, sure, most: largest(knowledge.game.split(found.guess, members)) };
  },

  /** Bounds on a position, and the next guesses in order: what is proven best is first. */
  rank: (knowledge, { members }, tell) => {
    const until = performance.now() + LATER;
    const found = knowledge.bounds(members, until, tell);
    const sure = found.guess >= 0 && found.lower === found.upper;
    let ranked = knowledge.ranked(members, until, RANKED);
    if (sure) ranked = [knowledge.profile(found.guess, members), ...ranked.filter((one) => one.guess !== found.guess)];
    return { ...found, sure, ranked: ranked.slice(0, RANKED) };
  },

  /** What each guess of a game did. The last positions are the quickest, and are asked first. */
  analysis: (knowledge, { turns }, tell) => {
    const moves = [];
    let after = null;
    for (let at = turns.length - 1; at >= 0; at--) {
      const until = performance.now() + LATER / 2;
      const { guess, feedback, had, members, before, bounds } = turns[at];
      after ??= feedback === FOUND ? { lower: 0, upper: 0 } : tightened(knowledge.bounds(members, until), bounds);
      const here = knowledge.bounds(had, until);
      const needed = tightened({ ...here }, before);
      const proven = needed.lower === needed.upper && after.lower === after.upper;
      const cost = proven ? after.upper + 1 - needed.upper : null;
      const named = cost > 0 && here.upper === needed.upper ? here.guess : -1;
      moves[at] = { cost, better: named, needed, after, ...skill(knowledge, guess, feedback, had, until) };
      tell({ at, move: moves[at] });
      after = needed;
    }
    return moves;
  },

  /** Which guesses leave which core of the reasons whole; each goes to the first. */
  reasons: (knowledge, { at }, tell) => {
    const { game } = knowledge;
    const core = game.cores[at];
    const left = core.reasons.map((reason) => ({ at: reason, members: game.cores[reason].members, count: 0, some: [] }));
    const needed = [...new Set(left.flatMap((one) => one.members))];
    const told = new Int32Array(game.every.length);
    for (let guess = 0; guess < game.codes.length; guess++) {
      if (guess % STEP === 0) tell({ done: guess / game.codes.length });
      for (const secret of needed) told[secret] = game.feedback(guess, secret);
      const one = left.find(({ members }) => together(told, members));
      if (!one) continue;
      one.count++;
      if (one.some.length < NAMED) one.some.push(guess);
    }
    return left.filter((one) => one.count).sort((one, other) => other.count - one.count).map(({ at: reason, count, some }) => ({ at: reason, count, some }));
  },
};

/** Tell whether all members get the same feedback, and none is found. */
const together = (told, members) => {
  const feedback = told[members[0]];
  return feedback !== FOUND && members.every((secret) => told[secret] === feedback);
};

const tightened = (known, { lower, upper }) => Object.assign(known, { lower: Math.max(known.lower, lower), upper: Math.min(known.upper, upper) });

/**
 * Return how well a guess was chosen, and how lucky its feedback was, by the secrets left, as shares
 * of 1. The review of the terminal counts guesses instead.
 *
 * Skill compares what the guess leaves on average with the least that any guess leaves. Luck is the
 * share of secrets that would have left more, and half of those that would have left as many.
 */
const skill = (knowledge, guess, feedback, had, until) => {
  const classes = knowledge.game.split(guess, had);
  const { expected } = knowledge.profile(guess, had);
  const size = (told, some) => (told === FOUND ? 0 : some.length);
  const left = size(feedback, classes.get(feedback));
  let luck = 0;
  for (const [told, some] of classes) {
    const here = size(told, some);
    luck += here > left ? some.length : here === left ? some.length / 2 : 0;
  }
  const least = knowledge.leastExpected(had, until);
  // With less than one left on average no guess is better by a share that says something.
  return { luck: luck / had.length, skill: least == null ? null : (least + 1) / (expected + 1), expected };
};

/** Answer a message; only the worker listens. */
const known = new Map();
const serve = async ({ data: { id, name, about, task, given } }) => {
  if (about) known.set(name, new Knowledge(new Game(about)));
  const whole = known.get(name);
  const knowledge = await (given.struck?.length ? new Knowledge(whole.game, given.struck) : whole).open();
  postMessage({ id, result: TASKS[task](knowledge, given, (part) => postMessage({ id, part })) });
};
if (typeof document === "undefined") addEventListener("message", serve);
