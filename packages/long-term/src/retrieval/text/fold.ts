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

/**
 * A word as it is compared: lower case, full width as half width, without the accents of Latin,
 * Greek and Cyrillic letters. Marks of other scripts stay: they make other words of them.
 */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .replace(/[ßøæœłđðþı]/g, (letter) => SPELLED_OUT[letter] ?? letter);
}
