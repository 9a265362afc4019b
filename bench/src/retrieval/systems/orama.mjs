// @ts-check
import { create, insertMultiple, search } from '@orama/orama';
import { STOP_WORDS, stemmer } from './english.mjs';

/** @typedef {import('./system.mjs').RetrievalSystem} RetrievalSystem */

const TOKENIZER = { language: 'english', stemming: true, stemmer, stopWords: STOP_WORDS };

/** @type {RetrievalSystem} */
export const orama = {
  name: 'orama',
  async open({ turns }) {
    const db = create({ schema: { spoken: 'string' } });
    await insertMultiple(
      db,
      turns.map(({ id, spoken }) => ({ id, spoken })),
    );
    return async (term, limit) => idsOf(await search(db, { term, limit }));
  },
};

/** Stop words and stems; a document needs one word of the question, not all. @type {RetrievalSystem} */
export const oramaTuned = {
  name: 'orama tuned',
  async open({ turns }) {
    const db = create({
      schema: { spoken: 'string' },
      components: { tokenizer: TOKENIZER },
    });
    await insertMultiple(
      db,
      turns.map(({ id, spoken }) => ({ id, spoken })),
    );
    return async (term, limit) =>
      idsOf(await search(db, { term, limit, threshold: 1, relevance: { k: 1.2, b: 0.2, d: 0.5 } }));
  },
};

/** @type {RetrievalSystem} */
export const oramaHybrid = {
  name: 'orama hybrid',
  needsVectors: true,
  async open({ turns }, vectors) {
    const db = create({
      schema: { spoken: 'string', vector: 'vector[384]' },
      components: { tokenizer: TOKENIZER },
    });
    const documents = turns.map(({ id, spoken }) => {
      return { id, spoken, vector: Array.from(vectors.get(spoken) ?? []) };
    });
    await insertMultiple(db, documents);
    return async (term, limit) => {
      const value = Array.from(vectors.get(term) ?? []);
      const found = await search(db, {
        mode: 'hybrid',
        term,
        vector: { value, property: 'vector' },
        similarity: 0,
        relevance: { k: 1.2, b: 0.2, d: 0.5 },
        limit,
      });
      return idsOf(found);
    };
  },
};

/** @param {{ hits: readonly { id: string }[] }} found */
function idsOf({ hits }) {
  return hits.map(({ id }) => id);
}
