import type { ReportedUsage } from '@agent-memory/core';

/**
 * The usage that a provider reported. `undefined` where it did not count what it read: some leave the
 * figure out, and some put zero in its place.
 */
export function reportedUsage(
  inputTokens: unknown,
  cachedInputTokens?: unknown,
): ReportedUsage | undefined {
  if (typeof inputTokens !== 'number' || inputTokens === 0) return undefined;
  return { inputTokens, ...(typeof cachedInputTokens === 'number' && { cachedInputTokens }) };
}

/** A field of an object; `undefined` of anything else. */
export function fieldIn(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
}
