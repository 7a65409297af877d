// How things look: elements, codes as tiles or pegs, and what is read aloud of them.

/** Make an element: a name with classes, attributes and listeners, and what is inside. */
const make = (kind, ...inside) => {
  const [name, ...classes] = kind.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(" ");
  for (const one of inside.flat()) {
    if (one == null || one === false) continue;
    if (typeof one === "object" && !(one instanceof Node)) {
      for (const [key, value] of Object.entries(one)) {
        if (value == null || value === false) continue;
        if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
        else if (key === "value") element.value = value;
        else element.setAttribute(key, value === true ? "" : value);
      }
    } else element.append(one);
  }
  return element;
};

/** Put parts into a place within another one that is filled, each in its turn. */
function* within(place, parts) {
  for (const part of parts) {
    if (part) place.append(...[part].flat());
    yield;
  }
}

/** Set the children of an element, in order: present ones stay, with the focus if they have it. */
const arranged = (place, elements) => {
  const wanted = new Set(elements);
  for (const old of [...place.children]) if (!wanted.has(old)) old.remove();
  elements.forEach((one, at) => { if (place.children[at] !== one) place.insertBefore(one, place.children[at] ?? null); });
};

/** Draw some things, a few in a turn. */
function* drawn(some, draw, few = 8) {
  for (let at = 0; at < some.length; at += few) yield some.slice(at, at + few).map((one, n) => draw(one, at + n));
}

/**
 * Put parts into a place in short turns, and tell whether all came to be: a place that is taken out
 * of the page is left. A part is made, and laid out, when its turn comes; nothing is a mere pause.
 */
const fill = async (place, parts) => {
  place.setAttribute("aria-busy", "true");
  await pause();
  for (const part of parts) {
    if (part) {
      place.append(...[part].flat());
      place.getBoundingClientRect();
    }
    await pause();
    if (!place.isConnected) return false;
  }
  place.removeAttribute("aria-busy");
  return true;
};

const MARKS = { G: "placed", Y: "misplaced", B: "missing" };

/** Return the direction of words that are written from right to left. */
const directionOf = (game) => (game.alphabet.leftward ? "rtl" : null);

/** Return the classes that colour a sign, if it is a peg. */
const pegOf = (game, sign) => (game.pegs ? `.peg.c${game.signs.indexOf(sign) % 10}` : "");

/** Return a code as it looks, with the feedback on it if there is one. */
const coded = (game, code, feedback = "") => {
  const aloud = feedback ? `${code}, ${spoken(game, code, feedback)}` : code;
  const parts = [...code].map((sign, at) => {
    const mark = game.marked && feedback ? `.${MARKS[feedback[at]]}` : "";
    return make(`span.tile${mark}${pegOf(game, sign)}`, sign);
  });
  const told = feedback && !game.marked ? [make("span.told", feedbackShown(game, feedback))] : [];
  return make(
    "span.code",
    make("span.aside", aloud),
    make("span.tiles", { "aria-hidden": "true", dir: directionOf(game) }, parts, told),
  );
};

/** Return feedback in words. */
const spoken = (game, code, feedback) =>
  game.marked ? [...code].map((a, at) => t(MARKS[feedback[at]], { a })).join(", ") : feedback;

/** Return feedback that is no mark for each letter: black and white pegs, or a number. */
const feedbackShown = (game, feedback) => {
  const pegs = /^(\d+)b(?:(\d+)w)?$/.exec(feedback);
  if (!pegs) return feedback;
  const row = [];
  for (let i = 0; i < Number(pegs[1]); i++) row.push(make("i.pin.black"));
  for (let i = 0; i < Number(pegs[2] ?? 0); i++) row.push(make("i.pin.white"));
  return row.length ? row : "–";
};

const LEVELS = 8;
/** Return the classes that colour a value, or bounds. */
const level = (game) => {
  const of = (value) => Math.min(value, LEVELS);
  const open = game.lower !== game.upper;
  return `v${of(game.upper)}${open ? `.open.from${of(game.lower)}` : ""}`;
};

const valued = ({ lower, upper }) =>
  lower === upper ? String(upper) : `${lower}..${Number.isFinite(upper) ? upper : "?"}`;

/** Explain the feedback of a game: marks, pegs or digits. */
const legendOf = (game) => {
  if (game.marked) return marksLegend();
  if (!game.pegs) return make("p.quiet", t(game.wordy ? "legendShared" : "legendDigits"));
  const pins = game.black ? ["black"] : ["black", "white"];
  return make("ul.marks", pins.map((pin) => make("li", make(`i.pin.${pin}`, { "aria-hidden": "true" }), " ", t(`legend${pin}`))));
};

/** Explain the marks of a game of words. */
const marksLegend = () =>
  make(
    "ul.marks",
    ["Placed", "Misplaced", "Missing"].map((name) =>
      make("li", make(`span.tile.small.${name.toLowerCase()}`, { "aria-hidden": "true" }), " ", t(`legend${name}`)),
    ),
  );

/** Return a choice of one of some values, which stay in sight; each is a value, its name and perhaps its language. */
const choice = (id, name, options, chosen, use) =>
  make("fieldset.pick", { id }, make("legend", name), make("div", options.map(([value, text, lang]) =>
    make("label", make("input", { type: "radio", name: id, value: String(value), checked: value === chosen, onchange: () => { use(value); } }), make("span", { lang }, text)))));

/** Return the name of the opponent who has no secret: evil, and of the game. */
const evilName = (game) => `Evil ${titleOf(game)}`;

/** Return the name of a game without its size. */
const titleOf = ({ page: { titles } }) => titles[language] ?? titles.en;
