import { loadTiktokenCounter, type TokenCounter } from '@agent-memory/core';
import { nextTask } from '../app/next-task.ts';

let loaded: TokenCounter | undefined;

/**
 * The exact counter as soon as it is loaded; a load is begun by the first call. Where it cannot be
 * loaded, memory says so, and every later call tries again.
 */
export function exactCounterOnceLoaded(): TokenCounter | undefined {
  if (loaded) return loaded;
  exactCounter().catch(() => undefined);
  return undefined;
}

/** The exact counter. Rejects where its file cannot be loaded; every call tries again. */
export async function exactCounter(): Promise<TokenCounter> {
  loaded ??= await loadTiktokenCounter({ pause: nextTask });
  return loaded;
}
