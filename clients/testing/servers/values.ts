export type Fields = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isObjectText(text: unknown): boolean {
  try {
    return typeof text === 'string' && isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

/** A server's own count: one token for five characters of text, and three for each object. */
export function tokensOf(value: unknown): number {
  if (typeof value === 'string')
    return value.startsWith('data:') ? 1_000 : Math.ceil(value.length / 5);
  if (Array.isArray(value)) return value.reduce((sum: number, held) => sum + tokensOf(held), 0);
  if (!isObject(value)) return 0;
  return Object.values(value).reduce((sum: number, held) => sum + tokensOf(held), 3);
}

/** The fault of the first value that has one. */
export function firstOf<Value>(
  values: readonly Value[],
  faultOf: (value: Value, index: number) => string | undefined,
): string | undefined {
  for (const [index, value] of values.entries()) {
    const fault = faultOf(value, index);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
