/** A value as JSON text; '' for `undefined`, which JSON cannot say. */
export function jsonTextOf(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

/**
 * The value of a JSON text; `undefined` where it is none: it was shortened, or a model wrote it
 * badly.
 */
export function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
