// @ts-check

import { indexedDbStore } from '@agent-memory/indexeddb';
import { sessionCatalog } from '@agent-memory/sessions';
import { memoryOf, saysDurable } from './memories.mjs';
import { settled } from './settled.mjs';
import { maybeSilentFactory } from './silence.mjs';
import { textOf } from './texts.mjs';

/** @typedef {import('./memories.mjs').Stored} Stored */
/** @typedef {import('./settled.mjs').Settled} Settled */

/**
 * The outcome of all public calls, made while something is in their way.
 *
 * @typedef {object} EveryCall
 * @property {readonly Settled[]} settled
 * @property {readonly string[]} silent calls that looked like success and were none
 * @property {readonly Stored[]} stored messages that were said to be durable
 */

/**
 * Two sessions that are there, and how many messages each has: one to be read, one to be deleted.
 *
 * @typedef {object} EveryCallGiven
 * @property {import('./memories.mjs').Keeping} keeping
 * @property {string} sessionId
 * @property {string} doomedId
 * @property {number} messages
 */

/** @type {ReturnType<typeof memoryOf> | undefined} */
let writing;
/** Stores with a connection, for calls that are to have one. @type {import('@agent-memory/core').MemoryStore[]} */
let connected = [];

/** Calls beside those of the memory that writes. */
const OTHER_CALLS = 6;

/**
 * Opens a session ahead of the trouble, as the page of a person does who writes to it, and connections
 * for the other calls where they are not to open their own.
 *
 * @param {Pick<EveryCallGiven, 'keeping' | 'sessionId'> & { readonly isConnected: boolean }} given
 */
export async function openAhead({ keeping, sessionId, isConnected }) {
  writing = memoryOf(sessionId, aStore(keeping));
  await writing.ready;
  connected = isConnected ? Array.from({ length: OTHER_CALLS }, () => aStore(keeping)) : [];
  await Promise.all(connected.map((store) => store.list()));
}

/**
 * Makes every public call at once, each with a connection of its own; the memory that appends was opened
 * ahead.
 *
 * @param {EveryCallGiven} given
 * @returns {Promise<EveryCall>}
 */
export async function callAll({ keeping, sessionId, doomedId, messages }) {
  /** @type {string[]} */
  const silent = [];
  const expect = (/** @type {string} */ call, /** @type {boolean} */ isRight) => {
    if (!isRight) silent.push(call);
  };
  const own = (
    /** @type {(store: import('@agent-memory/core').MemoryStore) => Promise<void>} */ use,
  ) => use(connected.pop() ?? aStore(keeping));
  const written = appendAndDispose(sessionId, messages);
  const others = [
    settled('ready', () =>
      own(async (store) => {
        const memory = memoryOf(sessionId, store);
        await memory.ready;
        const { entries, degraded } = memory.getState();
        expect('ready', entries >= messages || degraded.length > 0);
      }),
    ),
    settled('list', () =>
      own(async (store) => expect('list', (await sessionCatalog(store).list()).length >= 2)),
    ),
    settled('load', () =>
      own(async (store) =>
        expect('load', (await store.load(sessionId))?.info.entries === messages),
      ),
    ),
    settled('export', () =>
      own(async (store) => void (await sessionCatalog(store).export(sessionId))),
    ),
    settled('rename', () =>
      own((store) => sessionCatalog(store).rename(sessionId, 'Trip to Lyon')),
    ),
    settled('delete', () => own((store) => sessionCatalog(store).delete(doomedId))),
  ];
  const [{ stored, settled: ofWriter }, ...rest] = await Promise.all([written, ...others]);
  return { settled: [...ofWriter, ...rest], silent, stored };
}

/**
 * @param {string} sessionId
 * @param {number} place
 */
async function appendAndDispose(sessionId, place) {
  const memory = writing;
  if (!memory) throw new Error('No session was opened ahead.');
  /** @type {Stored[]} */
  let stored = [];
  const appended = await settled('append', async () => {
    const entries = await memory.append({ role: 'user', content: textOf(sessionId, place) });
    if (saysDurable(entries)) stored = entries.map(({ id }) => ({ sessionId, place, id }));
  });
  const disposed = await settled('dispose', () => memory.dispose());
  return { settled: [appended, disposed], stored };
}

/** @param {import('./memories.mjs').Keeping} keeping */
function aStore(keeping) {
  return indexedDbStore({ ...keeping, getIndexedDb: maybeSilentFactory });
}
