import { isDeeperThan } from '../../message/deep-field.ts';

/** A value as JSON text; '' for `undefined`, which JSON cannot say. */
export function jsonTextOf(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

/**
 * The value of a JSON text; `undefined` where it is none: it was shortened, or a model wrote it
 * badly, or so deep that nobody could write it as JSON again.
 */
export function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isDeeperThan(value) ? undefined : { value };
  } catch {
    return undefined;
  }
}
