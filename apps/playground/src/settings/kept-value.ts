/** A small value that is remembered by this browser and can be watched. */
export interface KeptValue<Value> {
  /** The same object until it is set, here or by another page that keeps it too. */
  get(): Value;
  set(value: Value): void;
  /** Sets what `change` makes of the value as it is stored now, whichever page stored it. */
  update(change: (latest: Value) => Value): void;
  subscribe(listener: () => void): () => void;
}

/** The part of `localStorage` that is needed. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem'>;

export interface KeptValueOptions<Value> {
  /** Default `localStorage`. */
  readonly storage?: () => KeyValueStorage;
  /**
   * Calls the listener with each key that another page has written (`null` when it cleared them
   * all: what is open stays) until the function it gives is called. Default: `storage` events.
   */
  readonly onOtherPage?: (listener: (key: string | null) => void) => () => void;
  /**
   * This page's value brought up to date with what another page stored; asked before each write and
   * whenever another page has written. Default: the one that was written last stands.
   */
  readonly merge?: (own: Value, stored: Value) => Value;
}

/**
 * A value under a key of `localStorage`. Where that is denied or full the value lives as long as
 * the page: what it holds is a convenience and nothing is lost with it.
 *
 * @param parse turns what was kept, or `undefined`, into a value; never throws.
 */
export function createKeptValue<Value>(
  key: string,
  parse: (kept: unknown) => Value,
  {
    storage = () => localStorage,
    onOtherPage = listenToStorage,
    merge,
  }: KeptValueOptions<Value> = {},
): KeptValue<Value> {
  const listeners = new Set<() => void>();
  let value: { readonly now: Value } | undefined;
  let isOnlyHere = false;
  let stopListening: (() => void) | undefined;

  const get = (): Value => {
    value ??= { now: parse(readJson(key, storage)) };
    return value.now;
  };
  const become = (next: Value): void => {
    value = { now: next };
    for (const listener of listeners) listener();
  };
  /** This page's value, brought up to date. */
  const latest = (): Value => {
    const json = isOnlyHere ? undefined : readJson(key, storage);
    if (json === undefined) return get();
    const stored = parse(json);
    return merge ? merge(get(), stored) : stored;
  };
  const write = (next: Value): void => {
    isOnlyHere = !writeJson(key, next, storage);
    become(next);
  };
  const hear = (written: string | null): void => {
    if (written === key) become(latest());
  };

  return {
    get,
    set: (next) => write(merge ? merge(next, latest()) : next),
    update: (change) => write(change(latest())),
    subscribe: (listener) => {
      if (listeners.size === 0) stopListening = onOtherPage(hear);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stopListening?.();
      };
    },
  };
}

function listenToStorage(listener: (key: string | null) => void): () => void {
  const hear = ({ key }: StorageEvent): void => listener(key);
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

function readJson(key: string, storage: () => KeyValueStorage): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? 'null') ?? undefined;
  } catch {
    // Denied, or not written by this page: the default stands.
    return undefined;
  }
}

/** Writes a value and tells whether that worked. */
function writeJson(key: string, value: unknown, storage: () => KeyValueStorage): boolean {
  try {
    storage().setItem(key, JSON.stringify(value));
    return true;
  } catch {
    // Denied or full: the value still holds until the page is left.
    return false;
  }
}
