const WORD = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*/gu;
/** Letters without gaps, and what stands among them in another script. */
const RUN =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー\p{M}]+|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー\p{M}]+\p{M}*/gu;
/** Paths, names with dots, addresses: they say more as a whole than their words do. */
const NAME = /[\p{L}\p{N}_@~-]{0,80}(?:[./:-]+[\p{L}\p{N}_@~-]+)+/gu;
const HUMP = /_+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u;
/** Scripts without gaps between words: pairs of letters stand for words. */
const WITHOUT_GAPS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const LONGEST_TERM = 80;

/** The terms by which a text is found, folded: its words, the parts of names in code, whole paths. */
export function termsOf(text: string): readonly string[] {
  const terms: string[] = [];
  for (const [word] of text.matchAll(WORD)) {
    if (WITHOUT_GAPS.test(word)) {
      for (const [run] of word.normalize('NFKC').matchAll(RUN)) terms.push(...lettersOf(run));
      continue;
    }
    terms.push(folded(word));
    const parts = word.split(HUMP).filter((part) => part.length > 1);
    if (parts.length > 1) terms.push(...parts.map(folded));
  }
  for (const [name] of text.matchAll(NAME)) terms.push(folded(name));
  return terms.filter((term) => term.length <= LONGEST_TERM);
}

/** Each letter and each pair of a run without gaps; another script's run as it is. */
function lettersOf(run: string): readonly string[] {
  const word = folded(run);
  if (!WITHOUT_GAPS.test(word)) return [word];
  const letters = [...word];
  return letters.flatMap((letter, at) =>
    at === 0 ? [letter] : [letter, `${letters[at - 1]}${letter}`],
  );
}

/** Accents, and the points and strokes that Hebrew and Arabic may leave out. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/g;

function folded(word: string): string {
  if (PLAIN.test(word)) return word.toLowerCase();
  const bare = word.toLowerCase().normalize('NFKD').replace(MARKS, '').normalize('NFKC');
  return bare.replace(/[ßøæœłđı]|(?![0-9])\p{Nd}/gu, (sign) => SPELLED_OUT[sign] ?? digitOf(sign));
}

const PLAIN = /^[ -~]*$/;

/** Letters that no decomposition takes apart. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i' },
};

/** The digits of a script stand in a row, which begins at a multiple of 16 or six behind one. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const place = code % 16;
  const isFirst = /\p{Nd}/u.test(String.fromCodePoint(code - place));
  return String(isFirst ? place : place - 6);
}
