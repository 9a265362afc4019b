// @ts-check
import { createAgentMemory } from '@agent-memory/core';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { sessionCatalog } from '@agent-memory/sessions';
import { textOf } from './texts.mjs';

/**
 * How a memory of a fault keeps its sessions.
 *
 * @typedef {Pick<import('@agent-memory/indexeddb').IndexedDbStoreOptions, 'databaseName' | 'durability' | 'logRotation'>} Keeping
 */

/**
 * A message that a page was told is stored.
 *
 * @typedef {object} Stored
 * @property {string} sessionId
 * @property {number} place
 * @property {string} id
 */

/**
 * Everything that a page finds of a session when it opens it.
 *
 * @typedef {object} Found
 * @property {string} sessionId
 * @property {string} [error] code, where it could not be opened
 * @property {readonly string[]} degraded codes
 * @property {readonly { readonly id: string, readonly text: string }[]} entries in their order
 */

/**
 * A memory as an app makes it.
 *
 * @param {string} sessionId
 * @param {import('@agent-memory/core').MemoryStore} store
 * @param {'keep' | 'reject'} [whenNotStored]
 */
export function memoryOf(sessionId, store, whenNotStored = 'keep') {
  return createAgentMemory({ id: sessionId, contextWindow: 128_000, store, whenNotStored });
}

/**
 * Whether an append that resolved says that its entries are on the disk.
 *
 * @param {readonly { readonly durable: boolean }[]} entries that it gave
 */
export function saysDurable(entries) {
  return entries.every(({ durable }) => durable);
}

/**
 * Appends to sessions, each message after the one before it, the sessions side by side, until there are
 * so many in each; reports each message as soon as it is durable.
 *
 * @param {{ readonly keeping?: Keeping, readonly sessions: readonly { readonly id: string, readonly from: number, readonly to: number }[] }} work
 * @param {(news: Stored) => void} tell
 */
export async function commit({ keeping, sessions }, tell) {
  const store = indexedDbStore(keeping);
  await Promise.all(
    sessions.map(async ({ id, from, to }) => {
      const memory = memoryOf(id, store);
      for (let place = from; place < to; place += 1) {
        const entries = await memory.append({ role: 'user', content: textOf(id, place) });
        if (!saysDurable(entries)) continue;
        for (const entry of entries) tell({ sessionId: id, place, id: entry.id });
      }
      await memory.dispose();
    }),
  );
  await store.close();
}

/**
 * Opens sessions as an app would, and returns all that is there.
 *
 * @param {{ readonly keeping?: Keeping, readonly sessionIds: readonly string[] }} wanted
 * @returns {Promise<readonly Found[]>}
 */
export async function find({ keeping, sessionIds }) {
  const store = indexedDbStore(keeping);
  const found = await Promise.all(sessionIds.map((sessionId) => findOne(sessionId, store)));
  await store.close();
  return found;
}

/** The session went on in memory, and said so: the store did not answer in time. */
const NOT_READ = 'STORE_UNAVAILABLE';

/**
 * @param {string} sessionId
 * @param {import('@agent-memory/core').MemoryStore} store
 * @returns {Promise<Found>}
 */
async function findOne(sessionId, store) {
  const memory = memoryOf(sessionId, store);
  try {
    await memory.ready;
    const { degraded, store: inUse } = memory.getState();
    if (!inUse.persistent) return { sessionId, error: NOT_READ, degraded: [], entries: [] };
    const entries = memory.entries().map(({ id, message }) => ({ id, text: textIn(message) }));
    return { sessionId, degraded: degraded.map(({ code }) => code), entries };
  } catch (error) {
    return { sessionId, error: codeOf(error), degraded: [], entries: [] };
  } finally {
    await memory.dispose();
  }
}

/** @param {import('@agent-memory/core').Message} message */
function textIn({ parts }) {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** @param {unknown} error */
export function codeOf(error) {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return error.code;
  return String(error);
}

/** @param {{ readonly keeping?: Keeping }} given */
export async function listed({ keeping }) {
  const store = indexedDbStore(keeping);
  const sessions = await sessionCatalog(store).list();
  await store.close();
  return sessions.map(({ id, entries }) => ({ id, entries }));
}
