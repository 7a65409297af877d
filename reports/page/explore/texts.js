// What the page says, in each language, from the catalogue. {n} is a number; a pair has a form for one and one for more.

let language = "en";

/** Return a text of the page, with what is named between braces put in. */
const t = (key, values = {}) => {
  let text = DATA.texts[language].page[key];
  if (Array.isArray(text)) text = text[values.n === 1 ? 0 : 1];
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === "number" ? number(value) : value;
  });
};

/** Return a text of a game: of codes where it has no words, if that is said in another way. */
const of = (game, key, values) => t(!game.wordy && `${key}Codes` in DATA.texts[language].page ? `${key}Codes` : key, values);

/** Return a ratio of whole numbers with decimals, rounded exactly, halves to even: as `rounded` in Python. */
const rounded = (over, under, places) => {
  const scaled = over * 10 ** places;
  let whole = Math.floor(scaled / under);
  const rest = 2 * (scaled - whole * under);
  if (rest > under || (rest === under && whole % 2)) whole++;
  const digits = String(whole).padStart(places + 1, "0");
  return places ? `${digits.slice(0, -places)}.${digits.slice(-places)}` : digits;
};

/** Write a number with decimals (Intl would take a fifth of a second to begin), those of the end only where they are no 0 or are asked for. */
const number = (value, { least = 0, most = 1, of = 1 } = {}) => {
  const [whole, part = ""] = (Number.isInteger(value) ? rounded(value, of, most) : value.toFixed(most)).split(".");
  const { thousands, decimals: point } = DATA.texts[language];
  const decimals = part.slice(0, Math.max(least, part.replace(/0+$/, "").length));
  return whole.replace(/\B(?=(\d{3})+$)/g, thousands) + (decimals && point + decimals);
};

const percent = (share) => `${number(100 * share, { most: 0 })}${DATA.texts[language].percent}`;

/** Return a number of words as text, or of codes in a game without words. */
const counted = (game, n) => t(game.wordy ? "words" : "codes", { n });

/** Return the noun for a number of secrets. */
const kindOf = (game, n) => t(game.wordy ? "kindWord" : "kindCode", { n });
