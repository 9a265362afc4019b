/**
 * A text as it is compared: letters of one form and case, one space between words, no full stop at
 * the end. Two texts that differ in nothing else say the same. Raised and circled digits and fractions
 * stay what they are: "10²" is not "102".
 */
export function normalisedText(text: string): string {
  return compared(text.replace(BESIDE_OTHER_NUMBERS, (part) => part.normalize('NFKC')));
}

const BESIDE_OTHER_NUMBERS = /\P{No}+/gu;

/** PERSISTED. The form of version 1, which took "10²" for "102": older ids and tombstones are made of it. */
export function normalisedTextV1(text: string): string {
  return compared(text.normalize('NFKC'));
}

function compared(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/(?<![.!。！])[.!。！]+$/u, '');
}
