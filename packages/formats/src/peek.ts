/** A field of whatever was given; `undefined` where reading it throws, which the reader of a message tells. */
export function peek(value: unknown, name: string): unknown {
  try {
    return Object(value)[name];
  } catch {
    return undefined;
  }
}
