import { createWatchedValue, type WatchedValue } from '../platform/watched-value.ts';

/**
 * A value under a key of `localStorage`, as it was when the page was loaded or as this page has set it since.
 * Where storage is denied or full the value lives as long as the page: what it holds is a convenience and
 * nothing is lost with it.
 *
 * @param key PERSISTED: renaming it forgets what people set.
 * @param parse turns what was kept, or `undefined`, into a value; never throws.
 */
export function createKeptValue<Value>(
  key: string,
  parse: (kept: unknown) => Value,
): WatchedValue<Value> {
  const value = createWatchedValue(parse(readJson(key)));
  value.subscribe(() => writeJson(key, value.get()));
  return value;
}

function readJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    // Denied, or not written by this page: the default stands.
    return undefined;
  }
}

function writeJson(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Denied or full: the value still holds until the page is left.
  }
}

/** The fields of an object that was kept as JSON; none of anything else. */
export function fieldsOf(kept: unknown): Readonly<Record<string, unknown>> {
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? { ...kept } : {};
}
