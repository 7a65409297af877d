// A result to be shared, as tiles without words.

/** Return a button that copies the result, in the colours of the tiles on the page. */
const copied = (match) => {
  const { game } = match;
  if (!navigator.clipboard) return null;
  const of = Number.isFinite(match.allowed) ? match.allowed : "∞";
  const size = game.letter != null || game.name.includes(":") ? cellOf(game) : "";
  const name = match.day ? `${titleOf(game)} ${match.day.date}` : [match.fair ? titleOf(game) : evilName(game), size].filter(Boolean).join(" ");
  const head = `${name}${match.hard ? "*" : ""}: ${match.won ? match.turns.length : "X"}/${of}`;
  const where = location.protocol.startsWith("http") ? [location.href.replace(/#.*/, match.day ? `#${TODAY}/${encodeURIComponent(match.day.key)}` : link(game, "play"))] : [];
  const result = () => {
    const signs = Object.fromEntries([..."GYB"].map((mark, at) => [mark, [...PALETTES[paletteOfTiles(game)]][at]]));
    const rows = ({ turns }) => turns.map((turn) => [...game.written(turn.feedback)].map((mark) => (game.marked ? signs[mark] : mark)).join(""));
    // Between grids, and before what follows those of several boards, is a blank line.
    const grids = match.boards.flatMap((board) => [...rows(board), ...(game.several ? [""] : [])]);
    return [head, ...grids, ...where].join("\n");
  };
  const button = make("button", { type: "button", onclick: () => { navigator.clipboard.writeText(result()).then(() => { button.textContent = t("copied"); }, () => {}); } }, t("copy"));
  return make("p.share", button);
};
