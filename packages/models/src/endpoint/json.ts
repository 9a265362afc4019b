/** An object of JSON, of which nothing is known yet. */
export type Json = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `undefined` where the text is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Each caller has its own word for a text that is something else.
    return undefined;
  }
}

export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
