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
