// What each guess of a game did, beside the best play: to be stepped through with the arrow keys.

function* analysis(match, show) {
  const { game, turns } = match;
  const place = make("div.progress");
  const heads = ["colGuess", "colVerdict", "colLeft", "colNeeded", "colSkill", "colLuck"];
  const body = make("tbody");
  const step = make("div.step", { role: "status" });
  const moves = [];
  const sums = make("p.sums");
  let chosen = -1;

  /** Show one turn: what was possible before, and what may be tried from there. */
  const choose = (at) => {
    chosen = Math.max(0, Math.min(at, turns.length - 1));
    [...body.rows].forEach((line, here) => { line.classList.toggle("on", here === chosen); });
    const turn = turns[chosen];
    const again = make("button", { type: "button", onclick: () => { if (confirm(t("wipeAnalysis"))) { halt(); match.rewind(chosen); show(); } } }, t("tryAgain"));
    step.replaceChildren(
      make("p", make("b", t("stepOf", { n: chosen + 1, all: turns.length })), " ", coded(game, game.code(turn.guess), game.written(turn.feedback))),
      make("p", t("stepHad", { words: counted(game, turn.had.length) }), " ", some(game, turn.had)),
      ...explained(match, turn, moves[chosen]),
      make("p.buttons", make("button", { type: "button", "aria-label": t("previous"), disabled: chosen === 0, onclick: () => { choose(chosen - 1); } }, "←"), make("button", { type: "button", "aria-label": t("next"), disabled: chosen === turns.length - 1, onclick: () => { choose(chosen + 1); } }, "→"), again),
    );
  };

  const arrow = (event) => {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select, input")) return;
    event.preventDefault();
    choose(chosen < 0 ? 0 : chosen + by);
  };

  const told = ({ at, move }) => {
    moves[at] = move;
    body.rows[at].replaceWith(analysed(match, turns[at], move, () => { choose(at); }));
    if (chosen >= 0) choose(chosen);
  };
  const given = turns.map(({ guess, feedback, had, members, before, bounds }) => ({ guess, feedback, had, members, before, bounds }));
  const whole = make("div.analysis", { "aria-busy": "true" }, make("h2", t("analysis")), make("p.quiet", t("analysisIntro")), sums);
  yield whole;
  whole.append(
    make("div.scroll", { tabindex: 0, role: "region", "aria-label": t("analysis") },
      make("table.list",
        make("caption.aside", t("analysis")),
        make("thead", make("tr", heads.map((name, at) => make(at < 2 ? "th.text" : "th", { scope: "col" }, t(name))))),
        body)),
    place,
    step,
    make("p.quiet", t("analysisNote")),
  );
  yield;
  yield* within(whole, [copied(match)]);
  yield* within(body, drawn(turns, (turn, at) => analysed(match, turn, null, () => { choose(at); }), 2));
  analysing = arrow;
  awaited(place, (tell) => ask(game, "analysis", { turns: given }, (part) => { tell(part); told(part); })).then(() => {
    whole.removeAttribute("aria-busy");
    const mean = (name) => moves.reduce((sum, move) => sum + move[name], 0) / moves.length;
    // What was stopped is not summed up.
    if (turns.every((_, at) => moves[at]?.skill != null)) sums.textContent = t("analysisSums", { skill: percent(mean("skill")), luck: percent(mean("luck")) });
  });
}

/** Hears the arrow keys while an analysis is shown. */
let analysing = null;
addEventListener("keydown", (event) => { analysing?.(event); });

const verdict = ({ cost }, right) => {
  if (cost == null) return t("open");
  return cost > 0 ? t("costs", { n: cost }) : right ? t("foundIt") : t("kept");
};

/** Return a turn as a line of the table; without what is not found out yet. */
const analysed = ({ game }, turn, move, onclick) => {
  const right = turn.feedback === FOUND;
  const better = move?.better >= 0 ? t("better", { word: game.code(move.better) }) : "";
  return make(
    "tr",
    { onclick },
    make("th", { scope: "row" }, coded(game, game.code(turn.guess), game.written(turn.feedback))),
    make(`td.text${move?.cost > 0 ? ".cost" : ""}`, move ? verdict(move, right) : "…", better && make("small", better)),
    make("td", `${number(turn.had.length)} → ${right ? 0 : number(turn.members.length)}`),
    make("td", bounded(move?.after ?? turn.bounds)),
    make("td", move?.skill == null ? "" : percent(move.skill)),
    make("td", move ? percent(move.luck) : ""),
  );
};

/** Explain a turn in sentences. */
const explained = ({ game }, turn, move) => {
  if (!move) return [];
  const said = [verdict(move, turn.feedback === FOUND)];
  if (move.better >= 0) said.push(t("better", { word: game.code(move.better) }));
  said.push(t("stepLeft", { n: turn.feedback === FOUND ? 0 : turn.members.length, expected: number(move.squares, { of: turn.had.length }) }));
  return [make("p", `${said.join("; ")}.`)];
};

/** Return the first of some secrets, and how many more there are. */
const some = (game, secrets) =>
  [secrets.slice(0, LISTED).map((secret) => game.secret(secret)).join(" "), secrets.length > LISTED ? t("more", { n: secrets.length - LISTED }) : ""].filter(Boolean).join(" ");
