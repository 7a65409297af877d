// The proof of a value: the strategy, and cores which show that one guess less is not enough.

/** The words that are named, and the codes of pegs, each of which is several elements. */
const SHOWN = 60;
const PEGGED = 20;
/** The reasons that are listed, each with as many as these; any other is found by a guess. */
const REASONS = 12;
const NAMES = { words: 30, pegs: 8 };

function* proofView(game) {
  const words = counted(game, game.count.secrets);
  const value = game.upper;
  if (game.lower !== value) {
    yield make("p", t("noProof"));
    return;
  }
  if (game.tree) yield [make("h2", t("proofEnough", { n: value })), make("p", t("proofUpper", { n: value, words }))];
  yield* game.readCores();
  const core = game.cores.at(-1);
  if (value === 1 || !core) {
    yield make("p", value === 1 ? of(game, "proofNone") : t(game.hard ? "noProofHard" : "noProof"));
    return;
  }
  const all = core.members.length === game.count.secrets;
  yield [
    make("h2", t("proofLower", { n: value - 1 })),
    make(
      "p",
      t(all ? "coreWhole" : "coreTop", { n: core.depth, words: counted(game, core.members.length) }),
      all ? null : ` ${t(game.minimal ? "coreMinimal" : "coreLarge")} ${t("coreAll")}`,
    ),
  ];
  yield members(game, core.members, game.pegs ? PEGGED : SHOWN);
  yield reasons(game, core, true);
}

const members = (game, secrets, shown) =>
  make(
    "ul.core",
    secrets.slice(0, shown).map((secret) => make("li", game.pegs ? coded(game, game.secret(secret)) : game.secret(secret))),
    secrets.length > shown ? make("li.quiet", t("more", { n: secrets.length - shown })) : null,
  );

/** Return why a core cannot be found: the secrets that stay together after any first guess. */
const reasons = (game, core, top = false) => {
  if (core.depth === 1) return [make("p", of(game, "coreOne"))];
  if (core.depth === 2) return [make("p", t("coreTwo")), tryFirst(game, core)];
  const list = make("div.indexed", { "aria-busy": "true" });
  indexed(game, core, list);
  return [
    make("p", t("coreWhy"), core.moves.length ? ` ${t("coreMoves")}` : null),
    top && tryFirst(game, core),
    list,
  ];
};

/** Index the reasons of a core by what they leave together, the most guesses first. */
const indexed = async (game, core, list) => {
  const told = await awaited(list, (tell) => ask(game, "reasons", { at: game.cores.indexOf(core) }, tell));
  list.removeAttribute("aria-busy");
  if (!told) {
    // It was stopped: it can be asked for again.
    list.replaceChildren(make("button.more", { type: "button", onclick: () => { list.replaceChildren(); indexed(game, core, list); } }, t("coreIndex")));
    return;
  }
  const item = ({ at, count, some, size, most, classes }) => {
    const named = some.map((guess) => game.code(guess)).join(", ");
    if (size) return make("li", make("p", t("coreCounted", { n: count, some: named, size }), " ", t("coreMost", { n: core.depth - 1, most, classes })));
    const below = game.cores[at];
    const inside = make("div.why", { hidden: true });
    const button = make("button.more", { type: "button", "aria-expanded": "false" }, t("coreUnfold"));
    button.addEventListener("click", () => {
      if (!inside.firstChild) inside.append(...reasons(game, below).filter(Boolean));
      inside.hidden = !inside.hidden;
      button.setAttribute("aria-expanded", String(!inside.hidden));
    });
    return make(
      "li",
      make("p", t("coreLeft", { n: count, some: named })),
      members(game, below.members, game.pegs ? NAMES.pegs : NAMES.words),
      make("p", t("coreThen", { n: below.depth }), " ", button),
      inside,
    );
  };
  const ordered = make("ol.reasons");
  list.append(ordered, told.length > REASONS ? make("p.quiet", t("more", { n: told.length - REASONS })) : "");
  await fill(ordered, drawn(told.slice(0, REASONS), item, 1));
};

let tried = 0;

/** Return a field in which to propose a first guess, and see what stays together. */
const tryFirst = (game, core) => {
  const said = make("div", { role: "status" });
  const id = `try${tried++}`;
  const field = make("input", { id, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 40, size: game.length + 2 });
  const look = async (event) => {
    event.preventDefault();
    const word = game.read(field.value);
    const guess = game.placeOf.get(word);
    if (guess === undefined) {
      said.replaceChildren(make("p.wrong", missingWord(game, word)));
      return;
    }
    said.setAttribute("aria-busy", "true");
    const together = await awaited(said, (tell) => ask(game, "together", { at: game.cores.indexOf(core), guess }, tell));
    said.removeAttribute("aria-busy");
    if (!together) return;
    said.replaceChildren(
      make("p", t("coreTried", { word })),
      make("ul.core", together.slice(0, SHOWN).map((secret) => make("li", game.secret(secret)))),
      make("p", coded(game, word, game.written(game.feedback(guess, together[0])))),
    );
  };
  return make("form.try", { onsubmit: look }, make("label", { for: id }, t("coreTry")), field, make("button", { type: "submit" }, t("show")), said);
};
