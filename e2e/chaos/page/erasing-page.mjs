// @ts-check

import { indexedDbStore } from '@agent-memory/indexeddb';
import { indexedDbRecordStore } from '@agent-memory/indexeddb/long-term';
import { createLongTermMemory } from '@agent-memory/long-term';
import { sessionCatalog } from '@agent-memory/sessions';
import { memoryOf } from './memories.mjs';
import { textOf } from './texts.mjs';

const DATABASE = 'agent-memory';
const PURGE_LIMIT_MS = 60_000;

const SAID = /** @type {const} */ ({ type: 'user', kind: 'preference' });

/**
 * A session with words in every kind of place, and messages that stay.
 *
 * @param {{ readonly sessionId: string, readonly texts: readonly string[], readonly around: number }} given
 * @returns {Promise<readonly string[]>} ids of the messages that hold the texts
 */
export async function plantSession({ sessionId, texts, around }) {
  const store = indexedDbStore();
  const memory = memoryOf(sessionId, store);
  await fill(memory, sessionId, 0, around);
  const [asked = '', thought = '', argument = '', result = '', answered = ''] = texts;
  const entries = await memory.append([
    { role: 'user', content: `Please remember ${asked} for me.` },
    {
      role: 'assistant',
      parts: [
        { type: 'thinking', text: `So it is ${thought}.` },
        {
          type: 'tool-call',
          callId: 'call-1',
          toolName: 'look_up',
          arguments: JSON.stringify({ name: argument }),
        },
      ],
    },
    { role: 'tool', parts: [{ type: 'tool-result', callId: 'call-1', text: `found: ${result}` }] },
    { role: 'assistant', content: `It is ${answered}, 世界.` },
  ]);
  await memory.assemble({ format: 'openai' });
  await fill(memory, sessionId, around, 2 * around);
  await memory.dispose();
  await sessionCatalog(store).rename(sessionId, `About ${asked}`);
  await store.close();
  return entries.map(({ id }) => id);
}

/**
 * @param {ReturnType<typeof memoryOf>} memory
 * @param {string} sessionId
 * @param {number} from
 * @param {number} to
 */
async function fill(memory, sessionId, from, to) {
  for (let place = from; place < to; place += 1) {
    await memory.append({ role: 'user', content: textOf(sessionId, place) });
  }
}

/**
 * Records of long-term memory with words in their texts, keys, subjects and values.
 *
 * @param {{ readonly texts: readonly string[], readonly around: number, readonly evidence?: { readonly sessionId: string, readonly entryId: string } }} given
 */
export async function plantRecords({ texts, around, evidence }) {
  const memory = longTermMemory();
  for (let place = 0; place < around; place += 1) {
    await memory.store({ ...SAID, text: textOf('records', place), source: 'user_stated' });
  }
  const ids = [];
  for (const text of texts) {
    const told = await memory.store({
      ...SAID,
      text: `The user likes ${text}.`,
      key: `likes.${text}`,
      subject: text,
      value: text,
      source: 'user_stated',
      ...(evidence && { evidence: [evidence] }),
    });
    if (!('record' in told) || !told.record)
      throw new Error(`A record was refused: ${JSON.stringify(told)}`);
    ids.push(told.record.id);
  }
  await memory.dispose();
  return ids;
}

function longTermMemory() {
  const sessions = sessionCatalog(indexedDbStore());
  return createLongTermMemory({ store: indexedDbRecordStore(), user: 'ada', sessions });
}

/** @param {{ readonly sessionId: string }} given */
export async function deleteSession({ sessionId }) {
  await sessionCatalog(indexedDbStore()).delete(sessionId);
}

/** @param {{ readonly sessionId: string, readonly entryIds: readonly string[] }} given */
export async function eraseMessages({ sessionId, entryIds }) {
  await sessionCatalog(indexedDbStore()).eraseEntries(sessionId, { entryIds });
}

/** @param {{ readonly ids: readonly string[], readonly includeSources: boolean }} given */
export async function eraseRecords({ ids, includeSources }) {
  const memory = longTermMemory();
  for (const id of ids) await memory.erase({ id }, { includeSources });
  await memory.dispose();
}

/** Deletes everything with the means of the browser alone. */
export async function clearByHand() {
  const database = await answer(indexedDB.open(DATABASE));
  const names = [...database.objectStoreNames];
  const tx = database.transaction(names, 'readwrite');
  for (const name of names) tx.objectStore(name).clear();
  await new Promise((resolve, reject) => {
    tx.oncomplete = resolve;
    tx.onabort = () => reject(tx.error);
  });
  database.close();
}

/** Waits until nothing is left to take out of the engine's files, and says how long it took. */
export async function purged() {
  const started = performance.now();
  const database = await answer(indexedDB.open(DATABASE));
  const owed = IDBKeyRange.bound('purge:', 'purge:\uffff');
  for (;;) {
    const meta = database.transaction('record-meta').objectStore('record-meta');
    const left = await answer(meta.count(owed));
    const ms = performance.now() - started;
    if (left === 0 || ms > PURGE_LIMIT_MS) {
      database.close();
      return { left, ms };
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
