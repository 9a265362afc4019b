import { loadTiktokenCounter, type TokenCounter } from '@agent-memory/core';

let loaded: TokenCounter | undefined;

/**
 * The exact counter as soon as it is loaded; a load is begun by the first call. Where it cannot be
 * loaded, memory says so, and every later call tries again.
 */
export function exactCounterOnceLoaded(): TokenCounter | undefined {
  if (loaded) return loaded;
  loadTiktokenCounter({ pause: nextTask }).then(
    (counter) => {
      loaded = counter;
    },
    () => undefined,
  );
  return undefined;
}

/** Lets the page draw. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
