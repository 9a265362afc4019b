// @ts-check

/** Undoes what would outlive the benchmark: running browsers, mounted disks. @type {Set<() => void>} */
const undoings = new Set();

/**
 * Has something undone when the benchmark ends early, by a signal or an error.
 *
 * @param {() => void} undo works at once: nothing can be waited for any more
 * @returns {() => void} to be called when it has been undone
 */
export function undoneAtTheEnd(undo) {
  if (undoings.size === 0) listen();
  undoings.add(undo);
  return () => undoings.delete(undo);
}

let isListening = false;

function listen() {
  if (isListening) return;
  isListening = true;
  process.on('exit', () => {
    // A browser goes before its folder.
    for (const undo of [...undoings].reverse()) undo();
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    // By default a signal ends a process without the event above.
    process.once(signal, () => process.exit(1));
  }
}
