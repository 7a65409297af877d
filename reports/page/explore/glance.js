// A strategy at a glance: the number of secrets found with each number of guesses, and a chart of its branches.

/** Parts that take less of the width than this are not drawn. */
const NARROW = 0.004;
/** Pixels for a letter of a code. */
const LETTER = 9;

function* glance(game, unfold) {
  const counts = [];
  const count = (node, depth) => {
    const below = node.below.reduce((sum, one) => sum + one.members.length, 0);
    counts[depth] = (counts[depth] ?? 0) + node.members.length - below;
    for (const one of node.below) count(one, depth + 1);
  };
  count(game.tree, 1);
  const total = game.every.length;
  const guesses = counts.reduce((sum, many, depth) => sum + many * depth, 0);
  const most = Math.max(...counts.slice(1));
  const place = make("section.glance", { "aria-label": t("glance") },
    make("p", t("meanIs", { mean: number(guesses, { least: 2, most: 2, of: total }), n: game.tree.depth })),
    make("table.counts",
      make("caption.aside", t("glance")),
      make("thead.aside", make("tr", make("th", { scope: "col" }, t("colGuesses")), make("th", { scope: "col" }, t("colFound")))),
      make("tbody", counts.slice(1).map((many, at) =>
        make("tr", make("th", { scope: "row" }, String(at + 1)), make("td", make("span.amount", { style: `--of: ${many / most}`, "aria-hidden": "true" }), " ", number(many)))))),
    make("p.quiet", t("icicleHint")));
  yield place;
  yield* within(place, icicle(game, unfold));
}

/** Draw the strategy: a row for each guess, parts as wide as the number of secrets left. A click unfolds a part. */
function* icicle(game, unfold) {
  const total = game.every.length;
  const parts = [];
  const draw = (node, path, left) => {
    const width = node.members.length / total;
    if (width < NARROW) return;
    parts.push({ node, path, left, width });
    let at = left;
    node.below.forEach((one, place) => {
      draw(one, [...path, place], at);
      at += one.members.length / total;
    });
  };
  draw(game.tree, [], 0);
  const picture = make("div.icicle", { "aria-hidden": "true", style: `--lines: ${game.tree.depth}` });
  // Where its code fits, a part is named.
  let wide = 0;
  const part = ({ node, path, left, width }, at) =>
    make(`span.v${Math.min(node.depth, LEVELS)}`, { "data-at": String(at), title: `${game.code(node.guess)}, ${counted(game, node.members.length)}`, style: `left: ${100 * left}%; width: calc(${100 * width}% + 1px); top: calc(${path.length} * var(--line-height))` }, width * wide > LETTER * game.length ? game.code(node.guess) : "");
  picture.addEventListener("click", ({ target }) => {
    const chosen = parts[target.dataset.at];
    if (!chosen) return;
    for (const old of picture.querySelectorAll(".on")) old.classList.remove("on");
    target.classList.add("on");
    unfold(chosen.path);
  });
  yield picture;
  wide = picture.offsetWidth;
  yield* within(picture, drawn(parts, part));
}
