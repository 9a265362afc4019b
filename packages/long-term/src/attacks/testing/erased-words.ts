/** The ways by which an erased statement might come back; each is given the text as it was, or as varied. */
export const VARIATIONS: Readonly<Record<string, (text: string) => string>> = {
  'as it was': (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'without its full stop': (text) => text.replace(/\.$/u, ''),
  'with an exclamation mark': (text) => text.replace(/\.$/u, '!'),
  'with more spaces': (text) => text.replaceAll(' ', '  '),
  'with line breaks': (text) => text.replaceAll(' ', '\n'),
  'with no-break spaces': (text) => text.replaceAll(' ', '\u00a0'),
  'with invisible characters': (text) => text.replaceAll('a', 'a\u200b'),
  'in fullwidth letters': (text) =>
    text.replace(/[a-z]/giu, (letter) =>
      String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0),
    ),
  decomposed: (text) => text.normalize('NFD'),
  'in quotation marks': (text) => `“${text}”`,
};

export const ERASED_TEXTS = [
  'Ada sees Doctor Zündel every Tuesday.',
  'Ada owes Zündel 900 euros.',
] as const;
