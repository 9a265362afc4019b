/** Engines compile a pattern with its first searches, to bytes and then to code; letters of two bytes apart. */
const TEXTS = ['a text', 'a text', '一', '一'];

/** Has the engine compile a pattern now, and not in the midst of other work. */
export function makeReady(finder: RegExp): void {
  // As a copy, like the searches themselves: the place where this one continues stays.
  for (const text of TEXTS) text.matchAll(finder).next();
}
