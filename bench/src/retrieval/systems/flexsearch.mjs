// @ts-check
import { Index } from 'flexsearch';
import { STOP_WORDS, stemmer } from './english.mjs';

/**
 * With suggestions, so that a document needs one word of the question and not all.
 *
 * @type {import('./system.mjs').RetrievalSystem}
 */
export const flexSearch = {
  name: 'flexsearch',
  async open({ turns }) {
    const stops = new Set(STOP_WORDS);
    const index = new Index({
      tokenize: 'strict',
      encode: (/** @type {string} */ text) =>
        (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
          .filter((word) => !stops.has(word))
          .map(stemmer),
    });
    for (const [at, { spoken }] of turns.entries()) index.add(at, spoken);
    return (question, limit) =>
      index.search(question, { limit, suggest: true }).map((at) => turns[Number(at)]?.id ?? '');
  },
};
