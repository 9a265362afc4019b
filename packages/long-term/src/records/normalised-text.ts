/**
 * A text as it is compared: letters of one form and case, one space between words, no full stop at
 * the end. Two texts that differ in nothing else say the same.
 */
export function normalisedText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[.!。！]+$/u, '');
}

const BESIDE_WORDS = /[^\p{L}\p{M}\p{N}]+/gu;

/**
 * Letters and digits alone, of one form and case: what is left of a statement when punctuation,
 * quotes and spaces are taken away. A text that has neither stays as `normalisedText` has it.
 */
export function bareText(text: string): string {
  const normalised = normalisedText(text);
  // Up and down again: only the way up knows that "ß" is "ss" and that there are two small sigmas.
  return normalised.toUpperCase().toLowerCase().replace(BESIDE_WORDS, '') || normalised;
}
