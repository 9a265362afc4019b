/** Keys that would reach into an object's prototype. */
const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Joins metadata with later metadata: objects key by key; any other value is replaced. */
export function mergeMetadata(earlier: unknown, later: unknown): unknown {
  if (!isRecord(earlier) || !isRecord(later)) return later;
  const merged: Record<string, unknown> = { ...earlier };
  for (const [key, value] of Object.entries(later)) {
    if (value === undefined || UNSAFE_KEYS.has(key)) continue;
    merged[key] = mergeMetadata(merged[key], value);
  }
  return merged;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
