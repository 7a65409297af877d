// Questions to the worker, which searches while the page goes on. It is made of the page's own engine.

let worker = null;
let asked = 0;
/** The callers that wait for a result, and the games that the worker has. */
const waiting = new Map();
const sent = new Set();

const started = () => {
  const { src, textContent } = document.getElementById("engine");
  // Of a page in one file it is a text.
  const address = src || URL.createObjectURL(new Blob([textContent], { type: "text/javascript" }));
  worker = new Worker(address);
  if (!src) URL.revokeObjectURL(address);
  worker.addEventListener("message", ({ data: { id, part, result, wrong } }) => {
    const one = waiting.get(id);
    if (!one) return;
    if (part) {
      one.tell?.(part);
      return;
    }
    waiting.delete(id);
    if (wrong) one.refuse(new Error(wrong));
    else one.settle(result);
  });
};

/** Return the result of a task about a game; null if it is stopped. Partial results are passed on meanwhile. */
const ask = (game, task, given, tell) => {
  if (!worker) started();
  const id = asked++;
  const { name } = game;
  const about = sent.has(name) ? null : game.about;
  sent.add(name);
  worker.postMessage({ id, name, about, task, given });
  return new Promise((settle, refuse) => { waiting.set(id, { settle, refuse, tell }); });
};

/** Stop all searches. The worker cannot receive messages while it searches, so it is replaced. */
const halt = () => {
  if (!waiting.size) return;
  worker.terminate();
  worker = null;
  sent.clear();
  const left = [...waiting.values()];
  waiting.clear();
  for (const { settle } of left) settle(null);
};

/** Milliseconds of a search after which the page says that it is searching. */
const PATIENT = 250;

/** Show in a place that a search is running, with a button to stop it, until it ends. */
const awaited = async (place, search) => {
  const bar = make("progress", { "aria-label": t("thinking") });
  const heard = make("span.so");
  const sign = make("p.thinking", bar, " ", make("span", t("thinking")), " ", heard, " ", make("button", { type: "button", onclick: halt }, t("stop")));
  const timer = setTimeout(() => { place.append(sign); }, PATIENT);
  try {
    return await search((part) => {
      if (part.done != null) bar.value = part.done;
      if (part.lower != null) heard.textContent = t("soFar", { bounds: valued(part) });
    });
  } finally {
    clearTimeout(timer);
    sign.remove();
  }
};
