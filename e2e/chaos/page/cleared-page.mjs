// @ts-check

import { indexedDbStore } from '@agent-memory/indexeddb';
import { sessionCatalog } from '@agent-memory/sessions';
import { memoryOf } from './memories.mjs';
import { settled } from './settled.mjs';
import { textOf } from './texts.mjs';

export { find } from './memories.mjs';

/** @typedef {ReturnType<typeof memoryOf>} Memory */

/**
 * The page's words while its stored session is gone.
 *
 * @typedef {object} Said
 * @property {readonly string[]} codes of what is degraded
 * @property {readonly string[]} sentences
 * @property {readonly string[]} ids that the page holds
 * @property {readonly import('./settled.mjs').Settled[]} calls
 */

/** @type {Memory | undefined} */
let memory;
/** Everything that the state has said since. @type {Map<string, string>} */
const said = new Map();

/** @param {{ readonly sessionId: string, readonly messages: number }} given @returns {Promise<readonly string[]>} */
export async function begin({ sessionId, messages }) {
  const begun = memoryOf(sessionId, indexedDbStore());
  memory = begun;
  begun.subscribe(listen);
  const ids = [];
  for (let place = 0; place < messages; place += 1) {
    const entries = await begun.append({ role: 'user', content: textOf(sessionId, place) });
    ids.push(...entries.filter(({ durable }) => durable).map(({ id }) => id));
  }
  return ids;
}

function listen() {
  for (const { code, message } of memory?.getState().degraded ?? []) said.set(code, message);
}

/** @param {{ readonly sessionId: string }} given @returns {Promise<Said>} */
export async function goOn({ sessionId }) {
  const open = opened();
  const place = open.entries().length;
  const call = await settled('append', () =>
    open.append({ role: 'user', content: textOf(sessionId, place) }),
  );
  listen();
  return {
    codes: [...said.keys()],
    sentences: [...said.values()],
    ids: open.entries().map(({ id }) => id),
    calls: [call],
  };
}

export function writeBack() {
  return settled('writeBack', () => opened().writeBack());
}

/** @param {{ readonly sessionId: string }} given */
export function deleteSession({ sessionId }) {
  return sessionCatalog(indexedDbStore()).delete(sessionId);
}

export function deleteDatabase() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase('agent-memory');
    request.onsuccess = () => resolve(true);
    request.onerror = () => reject(request.error);
  });
}

function opened() {
  if (!memory) throw new Error('The session has not begun.');
  return memory;
}
