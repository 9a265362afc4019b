// @ts-check
import { trimMessages } from '@langchain/core/messages';
import { clipOnEntry } from '../clip-on-entry.mjs';
import { toLangChain } from './langchain-messages.mjs';

/** @typedef {import('@langchain/core/messages').BaseMessage} BaseMessage */
/** @typedef {import('../clip-on-entry.mjs').Entry} Entry */

/** LangChain's documented settings for a chat history: newest messages, system kept, human first. */
export const langChainTrimMessagesFromHuman = trimming('LangChain trimMessages', {
  startOn: 'human',
});

/** The same, and the history may start with any message. */
export const langChainTrimMessages = trimming('LangChain trimMessages (no startOn)', {});

/**
 * @param {string} name
 * @param {{ startOn?: 'human' }} settings
 * @returns {import('./system.mjs').System}
 */
function trimming(name, settings) {
  return {
    name,
    open({ budget }) {
      /** @type {Map<string, Entry>} */
      const entries = new Map();
      /** @type {BaseMessage[]} */
      const history = [];
      return {
        append(message) {
          const id = `message-${history.length}`;
          const entry = clipOnEntry(message, budget);
          entries.set(id, entry);
          history.push(toLangChain(id, entry.message));
        },
        async assemble() {
          const trimmed = await trimMessages(history, {
            maxTokens: budget,
            strategy: 'last',
            includeSystem: true,
            tokenCounter: (messages) => countedTokens(messages, entries),
            ...settings,
          });
          return usable(trimmed).map((message) => entryOf(message, entries).message);
        },
      };
    },
  };
}

/**
 * Where nothing fits or nothing human is left, `trimMessages` with `includeSystem` gives a list whose
 * one item is undefined.
 *
 * @param {readonly (BaseMessage | undefined)[]} trimmed
 */
function usable(trimmed) {
  return trimmed.filter((message) => message !== undefined);
}

/**
 * The counter gets the same units as everybody else, counted ahead of time: the time taken is then the
 * trimming's own.
 *
 * @param {readonly BaseMessage[]} messages
 * @param {ReadonlyMap<string, Entry>} entries
 */
function countedTokens(messages, entries) {
  let total = 0;
  for (const message of messages) total += entryOf(message, entries).tokens;
  return total;
}

/**
 * Trimming copies messages and keeps their ids, so the id leads back to what was appended.
 *
 * @param {BaseMessage} message
 * @param {ReadonlyMap<string, Entry>} entries
 */
function entryOf(message, entries) {
  const entry = entries.get(message.id ?? '');
  if (entry === undefined) throw new Error('trimMessages gave a message that was never appended.');
  return entry;
}
