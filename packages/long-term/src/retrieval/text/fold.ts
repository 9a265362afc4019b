/** Letters that no decomposition takes apart. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Accents of Latin, Greek and Cyrillic letters, and the points and strokes that Hebrew and Arabic may leave out. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c7\u0640\u064b-\u065f\u0670]/g;
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu;

/**
 * A word as it is compared: lower case, full width as half width, digits of every script as 0 to 9,
 * without accents. Marks of other scripts stay: they make other words of them.
 */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFKC')
    .replace(FOREIGN_DIGIT, digitOf)
    .replace(/[ßøæœłđðþı]/g, (letter) => SPELLED_OUT[letter] ?? letter);
}

/** The digits of a script stand in a row, which begins at a multiple of 16 or six behind one. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const place = code % 16;
  const isFirst = /\p{Nd}/u.test(String.fromCodePoint(code - place));
  return String(isFirst ? place : place - 6);
}
