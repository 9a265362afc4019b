/**
 * Words for a name out of one of core's unions. The unions are open: a package can add kinds that this
 * panel has never heard of. `undefined` for such a one.
 */
export function knownWords<Words>(
  words: Readonly<Record<string, Words>>,
  name: string,
): Words | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}

/** A code as it can be read: `QUOTA_HELD`, `quota-held` and `quotaHeld` are all `quota held`. */
export function wordsOfCode(code: string): string {
  return code
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_\s]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The same with a capital letter in front, for titles. */
export function titleOfCode(code: string): string {
  return capitalised(wordsOfCode(code));
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A reason that core gives without capital and full stop, as a sentence of its own. */
export function asSentence(words: string): string {
  return `${capitalised(words)}.`;
}
