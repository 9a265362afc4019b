/** Letters of other scripts, and drawn ones, that are read as these letters. */
const LOOK_ALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'aаαᴀɑ',
    'bʙƅ',
    'cсᴄϲ',
    'dԁᴅ',
    'eеεᴇ',
    'fꜰ',
    'gɢɡ',
    'hһʜ',
    'iіιɪıӏ',
    'jјᴊ',
    'kкκᴋ',
    'lʟ',
    'mмᴍ',
    'nɴ',
    'oоοᴏ',
    'pрρᴘ',
    'rʀг',
    'sѕꜱ',
    'tтτᴛ',
    'uυᴜ',
    'vνᴠѵ',
    'wᴡѡ',
    'xхχ',
    'yуʏγ',
    'zᴢ',
  ].flatMap(([letter = '', ...likes]) => likes.map((like) => [like, letter])),
);

const ACCENTS = /[\u0300-\u036f]/gu;
const WORD = /[\p{L}\p{N}]+/gu;
const LATIN = /\p{Script=Latin}/u;
const SMALL_CAPITAL = /[\u0250-\u02af\u1d00-\u1d7f\ua730\ua731]/u;
const OTHER_LETTER = /(?!\p{Script=Latin})\p{L}|[\u0250-\u02af\u1d00-\u1d7f\ua730\ua731]/gu;
const FLAG_LETTERS = /[\u{1f1e6}-\u{1f1ff}]/gu;

/**
 * A text as it is read: lower case, without accents, one form for wide, drawn and ordinary letters, and
 * in a word that mixes scripts the Latin letter for each that looks like it.
 */
export function folded(text: string): string {
  return text
    .normalize('NFKC')
    .replace(FLAG_LETTERS, flagLetter)
    .toLowerCase()
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(/[’‘ʼ]/gu, "'")
    .replace(WORD, unmixed);
}

function flagLetter(flag: string): string {
  return String.fromCharCode((flag.codePointAt(0) ?? 0) - 0x1f1e6 + 97);
}

function unmixed(word: string): string {
  if (!LATIN.test(word)) return word;
  const isMixed = SMALL_CAPITAL.test(word) || word.search(OTHER_LETTER) >= 0;
  return isMixed ? word.replace(OTHER_LETTER, (letter) => LOOK_ALIKES[letter] ?? letter) : word;
}
