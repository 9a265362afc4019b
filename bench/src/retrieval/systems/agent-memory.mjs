// @ts-check
import { createRetrievalIndex } from '@agent-memory/long-term/retrieval';

/** @typedef {import('./system.mjs').RetrievalSystem} RetrievalSystem */

/**
 * The project's own index with default options, with the sentence model.
 *
 * @type {RetrievalSystem}
 */
export const agentMemory = {
  name: 'agent-memory',
  needsVectors: true,
  open: ({ turns }, vectors) =>
    open(turns, {
      embedder: {
        model: { id: 'all-minilm-l6-v2', version: 'bench' },
        embed: async (texts) => texts.map((text) => vectors.get(text) ?? new Float32Array()),
      },
    }),
};

/**
 * The same without a model.
 *
 * @type {RetrievalSystem}
 */
export const agentMemoryLexical = {
  name: 'agent-memory lexical',
  open: ({ turns }) => open(turns, {}),
};

/**
 * @param {readonly import('../dataset.mjs').Turn[]} turns
 * @param {import('@agent-memory/long-term/retrieval').RetrievalIndexOptions} options
 * @returns {Promise<import('./system.mjs').Search>}
 */
async function open(turns, options) {
  const index = await createRetrievalIndex(options);
  await index.add(
    turns.map(({ id, text, speaker, role, sessionId, createdAtMs }) => {
      const by = role === undefined ? { author: speaker } : { role };
      return { id, text, ...by, sessionId, createdAtMs };
    }),
  );
  await index.settled();
  return async (text, limit) => {
    const { hits } = await index.search({ text, limit });
    return hits.map(({ document }) => document.id);
  };
}
