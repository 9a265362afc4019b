/** What stands in place of something else, in a word for an error. */
export function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}
