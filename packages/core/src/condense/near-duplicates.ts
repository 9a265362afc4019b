/** Two texts say the same when they share at least this part of all their words. */
const sameWordsShare = 0.6;

/**
 * Remembers texts and recognises the next one that says nearly the same. Texts with different numbers or
 * ids in them are never the same, however alike they are worded. Looking a text up costs a step for each
 * of its words and each remembered text.
 */
export class NearDuplicates {
  readonly #seen: ReadonlySet<string>[] = [];

  /** Whether a remembered text says nearly the same. */
  has(text: string): boolean {
    const words = wordsOf(text);
    return this.#seen.some((seen) => isSame(words, seen));
  }

  /** Remembers a text. */
  add(text: string): void {
    this.#seen.push(wordsOf(text));
  }
}

function isSame(words: ReadonlySet<string>, seen: ReadonlySet<string>): boolean {
  let shared = 0;
  for (const word of words) if (seen.has(word)) shared += 1;
  const all = words.size + seen.size - shared;
  if (shared === 0 || (shared < words.size && shared < sameWordsShare * all)) return false;
  return [...words].every((word) => !/\p{N}/u.test(word) || seen.has(word));
}

/** Words in lower case; of scripts without gaps, every two neighbouring characters. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}_]+/gu)) {
    if (!denseScript.test(word)) words.add(word);
    else for (let i = 0; i + 1 < word.length; i++) words.add(word.slice(i, i + 2));
  }
  return words;
}

const denseScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
