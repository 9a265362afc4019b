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

/**
 * A chat that sends its first message.
 *
 * @typedef {object} FirstSendSystem
 * @property {string} name as it stands in the report
 * @property {import('./page/first-send-page.tsx').FirstSendKind} kind
 * @property {import('./page/first-send-page.tsx').Known} known
 * @property {boolean} isAtOnce pressed as soon as the messages are shown, and not after a while
 */

/**
 * The first message of a page that was just opened: as soon as its messages are shown, and after a while.
 * AI SDK's chat without a memory is what the others are measured against.
 *
 * @type {readonly FirstSendSystem[]}
 */
export const FIRST_SENDS = [
  { name: 'useChat, no memory', kind: 'useChat', known: 'unseen', isAtOnce: false },
  { name: 'memory.transport, stored', kind: 'transport', known: 'stored', isAtOnce: false },
  { name: 'memory.transport, stored, at once', kind: 'transport', known: 'stored', isAtOnce: true },
  {
    name: 'memory.transport, initialMessages',
    kind: 'transport',
    known: 'initial',
    isAtOnce: false,
  },
  { name: 'memory.transport, never seen', kind: 'transport', known: 'unseen', isAtOnce: false },
  { name: 'append and assemble, stored', kind: 'calls', known: 'stored', isAtOnce: false },
  { name: 'append and assemble, never seen', kind: 'calls', known: 'unseen', isAtOnce: false },
];
