/** Two texts say the same when they share at least this part of all their words. */
const sameWordsShare = 0.6;

interface Seen {
  readonly words: ReadonlySet<string>;
}

/**
 * Remembers texts and recognises the next one that says nearly the same.
 *
 * - Texts with different numbers or ids in them are never the same, however alike they are worded.
 * - Looking a text up costs a step for each of its words and each remembered text that has the word:
 *   rare words cost next to nothing, a word that all texts share costs as much as there are texts.
 */
export class NearDuplicates {
  readonly #seen: Seen[] = [];
  readonly #holders = new Map<string, number[]>();

  /** Whether a remembered text says nearly the same. */
  has(text: string): boolean {
    const words = wordsOf(text);
    const shared = new Map<number, number>();
    for (const word of words) {
      for (const id of this.#holders.get(word) ?? []) shared.set(id, (shared.get(id) ?? 0) + 1);
    }
    for (const [id, count] of shared) {
      const seen = this.#seen[id];
      if (seen !== undefined && isSame(words, seen.words, count)) return true;
    }
    return false;
  }

  /** Remembers a text. */
  add(text: string): void {
    const words = wordsOf(text);
    const id = this.#seen.push({ words }) - 1;
    for (const word of words) {
      const holders = this.#holders.get(word);
      if (holders === undefined) this.#holders.set(word, [id]);
      else holders.push(id);
    }
  }
}

function isSame(words: ReadonlySet<string>, seen: ReadonlySet<string>, shared: number): boolean {
  const all = words.size + seen.size - shared;
  const isContained = shared === words.size;
  if (!isContained && shared < sameWordsShare * all) return false;
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
