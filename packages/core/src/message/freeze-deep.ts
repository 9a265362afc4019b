import { isPlainObject } from './plain-data.ts';

/**
 * Freezes a value and all that it holds, so that a change of it throws. Only lists and plain objects
 * can be frozen in full; others are left as they are. Returns the value itself.
 */
export function freezeDeep<T>(value: T): T {
  const seen = new Set<unknown>();
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const current = pending.pop();
    if (seen.has(current) || !(Array.isArray(current) || isPlainObject(current))) continue;
    seen.add(current);
    Object.freeze(current);
    for (const held of Object.values(current)) pending.push(held);
  }
  return value;
}
