/** Scripts that put no blanks between words. */
const WITHOUT_BLANKS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** The language that is taken for a script, where the language of the index is written in another. */
const LANGUAGE_OF_SCRIPT: readonly (readonly [script: RegExp, language: string])[] = [
  [/\p{sc=Cyrillic}/u, 'ru'],
  [/\p{sc=Greek}/u, 'el'],
  [/\p{sc=Arabic}/u, 'ar'],
  [/\p{sc=Devanagari}/u, 'hi'],
  [/\p{sc=Armenian}/u, 'hy'],
  [/\p{sc=Tamil}/u, 'ta'],
];

const SCRIPT_OF_LANGUAGE: Readonly<Record<string, string>> = {
  bg: 'ru',
  uk: 'ru',
  sr: 'ru',
  ne: 'hi',
  sa: 'hi',
};

/** Languages that are known by their script alone, where they are the text's and not that of a name in it. */
const LANGUAGE_OF_TEXT: readonly (readonly [script: RegExp, language: string])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, 'ja'],
  [/\p{sc=Han}/u, 'zh'],
  [/\p{sc=Hangul}/u, 'ko'],
  [/\p{sc=Thai}/u, 'th'],
  [/\p{sc=Hebrew}/u, 'he'],
  ...LANGUAGE_OF_SCRIPT,
];

/** The language of a text that is mostly not in Latin letters. */
export function languageByScript(text: string): string | undefined {
  const latin = text.match(/\p{sc=Latin}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (latin * 2 >= letters) return undefined;
  return LANGUAGE_OF_TEXT.find(([script]) => script.test(text))?.[1];
}

/** Anything beyond Latin letters, so that most texts are asked one question only. */
const NOT_LATIN = /[\u0250-\u1dff\u2070-\uffff]/;

/** Whether words of the script take on endings, or stand together, without a blank. */
export function isJoined(text: string): boolean {
  return isWithoutBlanks(text) || /\p{sc=Hangul}/u.test(text);
}

export function isWithoutBlanks(text: string): boolean {
  return NOT_LATIN.test(text) && WITHOUT_BLANKS.test(text);
}

/** The language whose rules a word follows: that of the index, unless its script says otherwise. */
export function languageOf(word: string, language: string): string {
  if (!NOT_LATIN.test(word)) return language;
  const byScript = LANGUAGE_OF_SCRIPT.find(([script]) => script.test(word))?.[1];
  const isOwnScript = byScript === (SCRIPT_OF_LANGUAGE[language] ?? language);
  return byScript === undefined || isOwnScript ? language : byScript;
}

/** The languages that a text needs beside that of the index. */
export function otherLanguagesIn(text: string, language: string): readonly string[] {
  if (!NOT_LATIN.test(text)) return [];
  return LANGUAGE_OF_SCRIPT.filter(([script]) => script.test(text))
    .map(([, other]) => other)
    .filter((other) => other !== (SCRIPT_OF_LANGUAGE[language] ?? language));
}
