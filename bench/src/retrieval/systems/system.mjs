// @ts-check

/**
 * A way to find turns. `open` makes an index of one conversation; the search that it gives answers
 * with ids of turns, the best first.
 *
 * @typedef {object} RetrievalSystem
 * @property {string} name
 * @property {boolean} [needsVectors] it takes part only where there is a model
 * @property {(conversation: import('../dataset.mjs').Conversation, vectors: import('../vectors.mjs').Vectors) => Promise<Search>} open
 */

/** @typedef {(question: string, k: number) => readonly string[] | Promise<readonly string[]>} Search */
export {};
