// The strategy as a tree to unfold, and the way to a word in it.

/** Branches that are drawn at once: with some hundreds, each line that unfolds would be slow. */
const LINES = 40;

function* treeView(game, [shown] = []) {
  if (!game.tree) {
    yield make("p", t("noTree"));
    return;
  }
  yield;
  const said = make("div.way", { role: "status" });
  const field = make("input", {
    id: "find", name: "find", autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
    maxlength: 40, placeholder: t(game.wordy ? "findHint" : "findCode"), value: shown,
  });
  const root = branch(game, null, game.tree);
  const find = (event) => {
    event?.preventDefault();
    const word = game.read(field.value);
    const secret = game.secretOf.get(game.placeOf.get(word));
    for (const old of root.querySelectorAll(".on")) old.classList.remove("on");
    if (secret === undefined) {
      said.replaceChildren(make("p.wrong", missingWord(game, word)));
      return;
    }
    const turns = turnsTo(game, secret);
    said.replaceChildren(
      make("ol.board", turns.map((turn) => turnShown(game, turn))),
      make("p", t("foundIn", { n: turns.length, word })),
    );
    follow(root, turns.map(({ branch: place }) => place).filter((place) => place >= 0));
    history.replaceState(null, "", link(game, "strategy", [word]));
  };
  const unfold = async (path) => {
    for (const old of root.querySelectorAll(".on")) old.classList.remove("on");
    (await follow(root, path))?.firstChild.scrollIntoView({ block: "nearest" });
  };
  yield [
    make(
      "form.find",
      { role: "search", onsubmit: find },
      make("label", { for: "find" }, t("find")),
      field,
      make("button", { type: "submit" }, t("show")),
    ),
    said,
  ];
  yield* glance(game, unfold);
  yield [make("p.quiet", t("unfold")), legendOf(game)];
  yield make("ul.tree", root);
  root.unfold?.(true);
  if (shown) find();
}

/** Return what is wrong with a typed code. */
const missingWord = (game, word) =>
  t(word.length === game.length ? "unknown" : "wrongLength", { word: word.slice(0, 40), n: game.length });

/** Return a node as a line that unfolds, below the feedback that leads to it. */
const branch = (game, above, node) => {
  const guess = game.code(node.guess);
  const feedback = above && game.written(game.feedback(above.guess, node.members[0]));
  const line = [
    above
      ? [coded(game, game.code(above.guess), feedback), make("span.then", t("then"))]
      : [make("span.then", t("begin"))],
    make("span.next", game.pegs ? coded(game, guess) : guess),
    make("span.facts", counted(game, node.members.length), " · ", t("atMost", { n: node.depth })),
  ].flat();
  if (!node.below.length) return make("li", { "data-guess": guess }, make("span.line.end", { tabindex: -1 }, line));
  const item = make("li", { "data-guess": guess });
  const below = make("ul", { hidden: true });
  const button = make("button.line", { type: "button", "aria-expanded": "false" }, line);
  const more = make("button.more", { type: "button" });
  const rest = make("li", more);
  let shown = 0;
  function* lines(most) {
    const next = node.below.slice(shown, most);
    rest.remove();
    shown += next.length;
    yield* drawn(next, (one) => branch(game, node, one));
    more.textContent = t("more", { n: node.below.length - shown });
    if (shown < node.below.length) yield rest;
  }
  let whole = Promise.resolve();
  /** Draw the branches up to a number of them, each once. */
  const draw = (most) => (whole = whole.then(() => (shown < Math.min(most, node.below.length) ? fill(below, lines(most)) : null)));
  more.addEventListener("click", async () => {
    const next = shown;
    await draw(shown + LINES);
    below.children[next]?.firstChild.focus();
  });
  item.unfold = (open = button.getAttribute("aria-expanded") === "false", most = LINES) => {
    below.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (open) draw(most);
    return whole;
  };
  button.addEventListener("click", () => item.unfold());
  item.append(button, below);
  return item;
};

/** Unfold the tree along branches, and return the last line, or none if the tree was taken out of the page. */
const follow = async (root, path) => {
  let item = root;
  item.firstChild.classList.add("on");
  for (const place of path) {
    await item.unfold(true, Math.max(LINES, place + 1));
    item = item.lastChild.children[place];
    if (!item) return null;
    item.firstChild.classList.add("on");
  }
  return item;
};

/** Return the guesses of the strategy that find a secret, each with its feedback and branch. */
const turnsTo = (game, secret) => {
  const turns = [];
  for (let node = game.tree; node; node = node.below[turns.at(-1).branch]) {
    const feedback = game.feedback(node.guess, secret);
    const place = feedback === FOUND ? -1 : node.below.findIndex((one) => one.members.includes(secret));
    turns.push({ guess: node.guess, feedback, branch: place, left: feedback === FOUND ? 0 : node.below[place].members.length });
  }
  return turns;
};

const turnShown = (game, { guess, feedback, left }) =>
  make("li", coded(game, game.code(guess), game.written(feedback)), make("span.facts", feedback === FOUND ? t("found") : t("left", { n: left })));
