// @ts-check

/**
 * One way to build the chat.
 *
 * @typedef {object} StreamingSystem
 * @property {string} name as it stands in the report
 * @property {import('./page/streaming-page.tsx').AppKind} kind
 * @property {boolean} hasMemory
 */

/**
 * An app without a memory and the same app with one.
 *
 * @typedef {object} Pair
 * @property {StreamingSystem} plain
 * @property {StreamingSystem} withMemory
 */

/**
 * The growing answer is part of the list's state, as chat hooks have it, and every token renders the
 * list again; or it is shown by a component of its own, and a token costs next to nothing; or the chat
 * is AI SDK's, with the memory between it and its transport, where every token passes through it.
 *
 * @type {readonly Pair[]}
 */
export const PAIRS = [
  {
    plain: { name: 'list, no memory', kind: 'list', hasMemory: false },
    withMemory: { name: 'list, useAgentMemory', kind: 'list', hasMemory: true },
  },
  {
    plain: { name: 'answer apart, no memory', kind: 'answer', hasMemory: false },
    withMemory: { name: 'answer apart, useAgentMemory', kind: 'answer', hasMemory: true },
  },
  {
    plain: { name: 'useChat, no memory', kind: 'useChat', hasMemory: false },
    withMemory: { name: 'useChat, memory.transport', kind: 'useChat', hasMemory: true },
  },
];
