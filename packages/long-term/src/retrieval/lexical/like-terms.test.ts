import fc from 'fast-check';
import { expect, test } from 'vitest';
import { otherForms } from '../signals/words.ts';
import { InvertedIndex } from './inverted-index.ts';

const RUNS = { numRuns: 300, seed: 20261130 };

/** Words of few letters in several scripts, so that many are like one another. */
const aWord = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 1, maxLength: 9 }),
  fc.string({ unit: fc.constantFrom('茶', '緑', 'カ', 'ー'), minLength: 1, maxLength: 4 }),
  fc.string({ unit: fc.constantFrom('커', '피', '가', 'a', '7'), minLength: 1, maxLength: 5 }),
);

/** An index that looks at every term for each question. */
class Scanned extends InvertedIndex {
  readonly all: readonly string[];

  constructor(words: readonly string[]) {
    super();
    this.all = words;
  }

  override likeTerms(): Iterable<string> {
    return this.all;
  }
}

test('[RET-6] other forms of a word are those that a look at every word finds, whatever came and went', () => {
  fc.assert(
    fc.property(
      fc.array(aWord, { maxLength: 60 }),
      fc.array(aWord, { maxLength: 30 }),
      fc.array(fc.nat({ max: 59 }), { maxLength: 30 }),
      fc.array(aWord, { minLength: 1, maxLength: 8 }),
      (before, later, removed, asked) => {
        const documents = new Map([...before.entries()]);
        const index = new InvertedIndex();
        for (const [at, word] of documents) index.add(at, new Map([[word, 1]]));
        index.likeTerms('abab');
        for (const at of removed) if (documents.delete(at)) index.remove(at);
        for (const [at, word] of later.entries()) {
          documents.set(60 + at, word);
          index.add(60 + at, new Map([[word, 1]]));
        }
        const scanned = new Scanned([...new Set(documents.values())]);
        for (const [at, word] of documents) scanned.add(at, new Map([[word, 1]]));
        for (const stem of asked) {
          const term = { stem, written: stem, folded: stem };
          expect([...otherForms(term, index)]).toEqual([...otherForms(term, scanned)]);
        }
      },
    ),
    RUNS,
  );
});
