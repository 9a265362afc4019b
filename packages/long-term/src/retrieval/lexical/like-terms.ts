import { isJoined } from '../text/scripts.ts';

/** Letters that two forms of a word share at least. */
export const LEAST_BEGINNING = 4;

/**
 * The terms of an index by what other forms of them share: the first letters, and in a script without
 * blanks each letter. A look-up costs as much as there are candidates.
 */
export class LikeTerms {
  readonly #terms = new Map<string, string[]>();

  constructor(terms: Iterable<string>) {
    for (const term of terms) this.add(term);
  }

  add(term: string): void {
    for (const key of keysOf(term)) {
      const terms = this.#terms.get(key);
      if (terms) terms.push(term);
      else this.#terms.set(key, [term]);
    }
  }

  delete(term: string): void {
    for (const key of keysOf(term)) {
      const terms = this.#terms.get(key) ?? [];
      terms.splice(terms.indexOf(term), 1);
      if (terms.length === 0) this.#terms.delete(key);
    }
  }

  /** Every other form of a term, and more; nothing where its letters say too little. */
  of(term: string): ReadonlySet<string> | undefined {
    if (!isJoined(term)) return new Set(this.#terms.get(beginningOf(term)));
    const letters = [...term];
    // A part in another script has none of the letters that a joined term is found by.
    if (!letters.every(isJoined)) return undefined;
    return new Set(letters.flatMap((letter) => this.#terms.get(letter) ?? []));
  }
}

function beginningOf(term: string): string {
  return term.slice(0, LEAST_BEGINNING);
}

function keysOf(term: string): ReadonlySet<string> {
  return new Set([beginningOf(term), ...(isJoined(term) ? [...term].filter(isJoined) : [])]);
}
