// Work in short turns, between which the browser answers the reader.

/** Milliseconds of work after which the browser gets a turn. */
const TURN = 12;
let begun = performance.now();

const yielded = () => {
  if (globalThis.scheduler?.yield) return scheduler.yield();
  return new Promise((go) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); go(); };
    port2.postMessage(null);
  });
};

/** Give the browser a turn if the work has gone on for long enough. */
const pause = async () => {
  if (performance.now() - begun < TURN) return;
  await yielded();
  begun = performance.now();
};
