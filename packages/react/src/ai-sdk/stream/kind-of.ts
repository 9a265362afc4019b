/** The type of a value in a word, for the message of an error. */
export function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}
