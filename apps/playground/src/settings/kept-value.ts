/** A small value that is remembered by this browser and can be watched. */
export interface KeptValue<Value> {
  /** The same object until it is set. */
  get(): Value;
  set(value: Value): void;
  subscribe(listener: () => void): () => void;
}

/** The part of `localStorage` that is needed. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * A value under a key of `localStorage`. Where that is denied or full the value lives as long as
 * the page: what it holds is a convenience and nothing is lost with it.
 *
 * @param parse turns what was kept, or `undefined`, into a value; never throws.
 */
export function createKeptValue<Value>(
  key: string,
  parse: (kept: unknown) => Value,
  storage: () => KeyValueStorage = () => localStorage,
): KeptValue<Value> {
  const listeners = new Set<() => void>();
  let value: { readonly now: Value } | undefined;
  return {
    get: () => {
      value ??= { now: parse(readJson(key, storage)) };
      return value.now;
    },
    set: (next) => {
      value = { now: next };
      writeJson(key, next, storage);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function readJson(key: string, storage: () => KeyValueStorage): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? 'null') ?? undefined;
  } catch {
    // Denied, or not written by this page: the default stands.
    return undefined;
  }
}

function writeJson(key: string, value: unknown, storage: () => KeyValueStorage): void {
  try {
    storage().setItem(key, JSON.stringify(value));
  } catch {
    // Denied or full: the value still holds until the page is left.
    return;
  }
}
