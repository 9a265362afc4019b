const WORD = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*/gu;
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
      const letters = [...folded(word)];
      for (let at = 0; at < Math.max(1, letters.length - 1); at += 1) {
        terms.push(letters.slice(at, at + 2).join(''));
      }
      continue;
    }
    terms.push(folded(word));
    const parts = word.split(HUMP).filter((part) => part.length > 1);
    if (parts.length > 1) terms.push(...parts.map(folded));
  }
  for (const [name] of text.matchAll(NAME)) terms.push(folded(name));
  return terms.filter((term) => term.length <= LONGEST_TERM);
}

function folded(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC');
}
