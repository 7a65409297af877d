// The strategy as a tree to unfold, and the way to a word in it.

const treeView = (game) => {
  if (!game.tree) return [make("p", t("noTree"))];
  const said = make("div.way", { role: "status" });
  const field = make("input", {
    id: "find", name: "find", autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
    maxlength: 40, placeholder: t(game.wordy ? "findHint" : "findCode"),
  });
  const root = branch(game, null, game.tree);
  const find = (event) => {
    event.preventDefault();
    const word = game.read(field.value);
    const secret = game.secretOf.get(game.placeOf.get(word));
    for (const old of root.querySelectorAll(".on")) old.classList.remove("on");
    if (secret === undefined) {
      said.replaceChildren(make("p.wrong", missingWord(game, word)));
      return;
    }
    said.replaceChildren(...way(game, secret, root));
  };
  return [
    make(
      "form.find",
      { role: "search", onsubmit: find },
      make("label", { for: "find" }, t("find")),
      field,
      make("button", { type: "submit" }, t("show")),
    ),
    said,
    make("p.quiet", t("unfold")),
    game.marked ? marksLegend() : null,
    make("ul.tree", root),
  ];
};

/** Say what is wrong with what was typed. */
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
  if (!node.below.length) return make("li", { "data-guess": guess }, make("span.line.end", line));
  const item = make("li", { "data-guess": guess });
  const below = make("ul", { hidden: true });
  const button = make("button.line", { type: "button", "aria-expanded": "false" }, line);
  item.unfold = (open = button.getAttribute("aria-expanded") === "false") => {
    if (open && !below.firstChild) below.append(...node.below.map((one) => branch(game, node, one)));
    below.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
  };
  button.addEventListener("click", () => item.unfold());
  item.append(button, below);
  if (!above) item.unfold(true);
  return item;
};

/** Unfold the tree down to a secret, and return the guesses that lead there. */
const way = (game, secret, root) => {
  const turns = [];
  let item = root;
  for (let node = game.tree; ; ) {
    const feedback = game.feedback(node.guess, secret);
    turns.push(
      make(
        "li",
        coded(game, game.code(node.guess), game.written(feedback)),
        make("span.facts", feedback === FOUND ? t("found") : ""),
      ),
    );
    item.firstChild.classList.add("on");
    if (feedback === FOUND) break;
    item.unfold(true);
    const at = node.below.findIndex((one) => one.members.includes(secret));
    node = node.below[at];
    item = item.lastChild.children[at];
    turns.at(-1).lastChild.append(t("left", { n: node.members.length }));
  }
  return [
    make("ol.board", turns),
    make("p", t("foundIn", { n: turns.length, word: game.secret(secret) })),
  ];
};
