// The table of the cells, by length and initial letter.

/** Return the address of a game, of a part of it, and of the codes that are shown there. */
const link = (game, part = "", codes = []) => `#${encodeURIComponent(game.name)}${part && `/${part}`}${codes.length ? `/${codes.map(encodeURIComponent).join(".")}` : ""}`;

/** Make the table cell by cell. */
function* grid(cells, label) {
  const order = (letter) => cells[0].alphabet.letters.indexOf(letter);
  const letters = [...new Set(cells.map((game) => game.letter))].sort().sort((a, b) => order(a) - order(b));
  const lengths = [...new Set(cells.map((game) => game.length))].sort((a, b) => a - b);
  const shape = lengths.length === 1 ? "one" : letters.length > 12 ? "many" : "few";
  const at = new Map(cells.map((game) => [`${game.letter}${game.length}`, game]));
  const cell = (letter, length) => {
    const game = at.get(`${letter}${length}`);
    if (!game) return make("td.none", { role: "cell" });
    const value = game.lower === game.upper ? t("guesses", { n: game.upper }) : `${valued(game)}, ${t("unproven")}`;
    const name = t("cell", { name: game.name, value, words: counted(game, game.count.secrets) });
    return make(
      `td.${level(game)}`,
      { role: "cell" },
      make(
        "button",
        { type: "button", "data-name": game.name, title: name, onclick: () => { location.hash = link(game, "strategy"); } },
        make("span.aside", name),
        make("span", { "aria-hidden": "true" }, make("small.initial", letter || t("any")), valued(game)),
      ),
    );
  };
  const body = make("tbody", { role: "rowgroup" });
  const table = make(
    `table.grid.${shape}`,
    { role: "table" },
    make("caption.aside", t("caption")),
    make(
      "thead",
      { role: "rowgroup" },
      make(
        "tr",
        { role: "row" },
        make("td.corner", { role: "cell" }),
        letters.map((letter) => make("th", { scope: "col", role: "columnheader" }, letter || t("any"))),
      ),
    ),
    body,
  );
  yield make("section.cells", { "aria-label": label }, table, make("p.tip", t("hint")));
  for (const length of lengths) {
    const line = make("tr", { role: "row" }, make("th", { scope: "row", role: "rowheader" }, String(length), make("span.unit", ` ${t("letters")}`)));
    body.append(line);
    yield* within(line, drawn(letters, (letter) => cell(letter, length)));
  }
  arrows(table);
}

/** Return the legend: the colour of each value, and the number of its cells. */
const legend = (cells) => {
  const values = new Map();
  for (const game of cells) {
    const value = valued(game);
    values.set(value, { game, times: (values.get(value)?.times ?? 0) + 1 });
  }
  const order = [...values].sort(([, a], [, b]) => a.game.upper - b.game.upper || a.game.lower - b.game.lower);
  return make(
    "ul.legend",
    order.map(([value, { game, times }]) =>
      make("li", make(`b.key.${level(game)}`, value), " ", t("cells", { n: times })),
    ),
  );
};
