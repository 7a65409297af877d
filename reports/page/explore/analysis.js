// The analysis of a game: each guess beside the best play, stepped through with the arrow keys.

function* analysis(match, { show, rows }) {
  const { game, turns } = match;
  const place = make("div.progress");
  const heads = ["colGuess", "colVerdict", "colLeft", "colSkill", "colLuck"];
  const body = make("tbody");
  const step = make("div.step", { role: "status" });
  const moves = [];
  const sums = make("p.sums");
  const graph = make("div.graph");
  let chosen = -1;

  /** Show one turn: the candidates before it, and a button to play on from there. */
  const choose = (at) => {
    chosen = Math.max(0, Math.min(at, turns.length - 1));
    for (const lines of [body.rows, rows.children, graph.querySelectorAll("g")]) [...lines].forEach((line, here) => { line.classList.toggle("on", here === chosen); });
    const turn = turns[chosen];
    const again = make("button", { type: "button", onclick: () => { if (confirm(t("wipeAnalysis"))) { halt(); match.rewind(chosen); show(); } } }, t("tryAgain"));
    step.replaceChildren(
      make("p", make("b", t("stepOf", { n: chosen + 1, all: turns.length })), " ", game.code(turn.guess)),
      ...explained(match, turn, moves[chosen]),
      make("p.quiet", t("stepHad", { words: counted(game, turn.had.length) }), " ", some(game, turn.had)),
      make("p.buttons", make("button", { type: "button", "aria-label": t("previous"), disabled: chosen === 0, onclick: () => { choose(chosen - 1); } }, "←"), make("button", { type: "button", "aria-label": t("next"), disabled: chosen === turns.length - 1, onclick: () => { choose(chosen + 1); } }, "→"), again),
    );
  };

  const arrow = (event) => {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!by || drawer.open || event.altKey || event.ctrlKey || event.metaKey || event.target.closest(EDITED)) return;
    event.preventDefault();
    choose(chosen < 0 ? 0 : chosen + by);
  };

  const told = ({ at, move }) => {
    moves[at] = move;
    body.rows[at].replaceWith(analysed(match, turns[at], move, () => { choose(at); }));
    if (chosen >= 0) choose(chosen);
  };
  const whole = make("div.analysis", { "aria-busy": "true" }, make("h2", t("analysis")), sums);
  yield whole;
  whole.append(
    graph,
    step,
    make("div.scroll", { tabindex: 0, role: "region", "aria-label": t("analysis") },
      make("table.list",
        make("caption.aside", t("analysis")),
        make("thead", make("tr", heads.map((name, at) => make(at < 2 ? "th.text" : "th", { scope: "col" }, t(name))))),
        body)),
    place,
    make("details", make("summary", t("analysisHow")), make("p.quiet", t("analysisNote"))),
  );
  yield;
  graph.append(drawnLeft(match, choose));
  yield;
  yield* within(whole, [copied(match)]);
  yield* within(body, drawn(turns, (turn, at) => analysed(match, turn, null, () => { choose(at); }), 2));
  [...rows.children].forEach((line, at) => { line.addEventListener("click", () => { choose(at); }); });
  analysing = arrow;
  awaited(place, (tell) => match.analysed((part) => { tell(part); told(part); })).then(() => {
    whole.removeAttribute("aria-busy");
    const mean = (name) => moves.reduce((sum, move) => sum + move[name], 0) / moves.length;
    // What was stopped is not summed up.
    if (turns.every((_, at) => moves[at]?.skill != null)) sums.textContent = t("analysisSums", { skill: percent(mean("skill")), luck: percent(mean("luck")) });
  });
}

/** Hears the arrow keys while an analysis is shown. */
let analysing = null;
addEventListener("keydown", (event) => { analysing?.(event); });

/** The chart of the candidates left: pixels for each guess, above the line, and around the whole. */
const GRAPH = { step: 72, high: 96, side: 36, top: 22, below: 24 };

/** Draw the number of secrets left after each guess on a logarithmic scale, as an inline picture. */
const drawnLeft = ({ game, turns }, choose) => {
  const { step, high, side, top, below } = GRAPH;
  const counts = [game.every.length, ...turns.map((turn) => (turn.feedback === FOUND ? 0 : turn.members.length))];
  const most = Math.log2(counts[0] + 1) || 1;
  const points = counts.map((count, at) => ({ count, x: side + at * step, y: top + high * (1 - Math.log2(count + 1) / most) }));
  const wide = 2 * side + turns.length * step;
  const picture = svg("svg", { viewBox: `0 0 ${wide} ${top + high + below}`, role: "img", "aria-label": `${t("graph")}: ${counts.map((count) => number(count)).join(", ")}`, style: `max-width: ${wide}px` },
    svg("line", { class: "ground", x1: side / 2, x2: wide - side / 2, y1: top + high, y2: top + high }),
    svg("polyline", { points: points.map(({ x, y }) => `${x},${y}`).join(" ") }));
  points.forEach(({ count, x, y }, at) => {
    const parts = [
      svg("circle", { cx: x, cy: y, r: 5 }),
      svg("text", { x, y: y - 10, "text-anchor": "middle" }, number(count)),
      svg("text", { class: "under", x, y: top + high + 17, "text-anchor": "middle" }, at ? game.code(turns[at - 1].guess) : ""),
    ];
    if (!at) picture.append(...parts);
    else {
      const group = svg("g", {}, ...parts, svg("rect", { x: x - step / 2, y: 0, width: step, height: top + high + below }));
      group.addEventListener("click", () => { choose(at - 1); });
      picture.append(group);
    }
  });
  return picture;
};

const svg = (name, attributes, ...inside) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
};

const verdict = ({ cost, last }, turn) => {
  if (turn.feedback === FOUND) return t("foundIt");
  if (last) return cost == null ? t("cannotBeRight") : t("chance", { n: turn.had.length });
  if (cost == null) return t("open");
  return cost > 0 ? t("costs", { n: cost }) : t("kept");
};

/** Name a better guess, and why: it may leave more secrets than the one that was made. */
const bettered = (game, { better, last, needed, after }) => (better < 0 ? "" : last ? t("couldBeRight", { word: game.code(better) }) : t("better", { word: game.code(better), n: needed.upper, mine: after.upper + 1 }));

/** Return a turn as a row of the table; figures that are not computed yet are left empty. */
const analysed = ({ game }, turn, move, onclick) => {
  const right = turn.feedback === FOUND;
  const better = move && bettered(game, move);
  const lost = move?.cost > 0 || (move?.last && move.cost == null);
  return make(
    "tr",
    { onclick },
    make("th", { scope: "row" }, game.pegs ? coded(game, game.code(turn.guess)) : game.code(turn.guess)),
    make(`td.text${lost ? ".cost" : ""}`, move ? verdict(move, turn) : "…", better && make("small", better)),
    make("td", `${number(turn.had.length)} → ${right ? 0 : number(turn.members.length)}`),
    make("td", move?.skill == null ? "" : percent(move.skill)),
    make("td", move ? percent(move.luck) : ""),
  );
};

/** Explain a turn in sentences. */
const explained = ({ game }, turn, move) => {
  if (!move) return [];
  const left = t("stepLeft", { n: turn.feedback === FOUND ? 0 : turn.members.length, expected: number(move.squares, { of: turn.had.length }) });
  const needed = turn.feedback === FOUND ? "" : `${t("colNeeded")}: ${valued(move.after)}`;
  return [make("p", `${[verdict(move, turn), bettered(game, move), left, needed].filter(Boolean).join("; ")}.`)];
};

/** Return the first of some secrets, and how many more there are. */
const some = (game, secrets) =>
  [secrets.slice(0, LISTED).map((secret) => game.secret(secret)).join(" "), secrets.length > LISTED ? t("more", { n: secrets.length - LISTED }) : ""].filter(Boolean).join(" ");
