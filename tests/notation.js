// Hold the page to the vectors of `tests/notation.py`: return those that it reads otherwise, with what it reads.

async ({ games, vectors }) => {
  const known = new Map();
  for (const about of games) known.set(about.name, await new Game(about).open());
  const any = [...known.values()].find((game) => game.marked);
  const clue = (one) => one && [one.word, one.told];
  const pasted = (game, text) => {
    const { clues, unread } = readClues(known.get(game), text);
    return unread.length || !clues.length || clues.some(({ word }) => !word) ? null : clues.map(clue);
  };
  const read = {
    words: (text) => (/^[A-Z]+$/.test(any.read(text)) ? any.read(text) : null),
    feedback: (game, guess, secret) => known.get(game).told(guess, secret),
    notation: (game, guess, text) => readFeedback(known.get(game), guess, text),
    turns: (game, line) => clue(readTurn(known.get(game), line)),
    pasted,
    games: pasted,
  };
  return Object.entries(vectors).flatMap(([kind, some]) =>
    some.map((vector) => [kind, ...vector, read[kind](...vector.slice(0, -1))])
      .filter((one) => JSON.stringify(one.at(-1)) !== JSON.stringify(one.at(-2))));
}
