import { checks, formatKit } from '@agent-memory/core/internal';

/** A value as JSON text; '' for `undefined`, which JSON cannot say. */
export function jsonTextOf(value: unknown): string {
  return (
    (formatKit.isReady(value) ? formatKit.readyData.get(value) : undefined) ??
    JSON.stringify(value) ??
    ''
  );
}

/**
 * The value of a JSON text; `undefined` where it is not one: it was shortened, or a model wrote it
 * badly, or so deep that nobody could write it as JSON again. Of a long text that was read in steps
 * it is the frozen value that was found then.
 */
export function parsedJson(text: string): { readonly value: unknown } | undefined {
  const ready = formatKit.readyJson.get(text);
  if (ready !== undefined) return ready ?? undefined;
  try {
    const value: unknown = JSON.parse(text);
    return checks.isDeeperThan(value) ? undefined : { value };
  } catch {
    return undefined;
  }
}
