/** A name as it is kept, so that it is found under all that it was written as. */
export function plainName(name: string): string {
  return name.toWellFormed().trim();
}
