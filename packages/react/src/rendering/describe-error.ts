/** The words of an error that may be of any kind. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
