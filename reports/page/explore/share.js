// A result to be shared, as tiles without words.

/** Return a button that copies the result, as tiles without words, and a choice of the tiles. */
const copied = (match) => {
  const { game } = match;
  if (!navigator.clipboard) return null;
  const of = Number.isFinite(match.allowed) ? match.allowed : "∞";
  const name = match.day ? `${titleOf(game)} ${match.day.date}` : match.fair ? game.name : `Evil Motus ${game.name}`;
  const head = `${name}: ${match.won ? match.turns.length : "X"}/${of}`;
  const where = location.protocol.startsWith("http") ? [location.href.replace(/#.*/, match.day ? `#${TODAY}/${encodeURIComponent(match.day.key)}` : link(game, "play"))] : [];
  const chosen = kept.get("tiles");
  const tiles = make(
    "select",
    { id: "tiles", onchange: () => { kept.set("tiles", tiles.value); } },
    // In words: the first tile on the page makes some browsers look for a font, which takes long.
    Object.keys(PALETTES).map((one) => make("option", { value: one, selected: one === (chosen in PALETTES ? chosen : game.page.palette) }, t(`tiles${one}`))),
  );
  const result = () => {
    const signs = Object.fromEntries([..."GYB"].map((mark, at) => [mark, [...PALETTES[tiles.value]][at]]));
    const rows = match.turns.map((turn) => [...game.written(turn.feedback)].map((mark) => (game.marked ? signs[mark] : mark)).join(""));
    return [head, ...rows, ...where].join("\n");
  };
  const button = make("button", { type: "button", onclick: () => { navigator.clipboard.writeText(result()).then(() => { button.textContent = t("copied"); }, () => {}); } }, t("copy"));
  return make("p.share", button, game.marked ? [make("label.aside", { for: "tiles" }, t("tiles")), tiles] : null);
};
