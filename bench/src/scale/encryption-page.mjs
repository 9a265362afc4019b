// @ts-check
import { messageAt } from './conversation.mjs';
import { measureOpening } from './open-page.mjs';

/** @typedef {typeof import('@agent-memory/core')} Core */
/** @typedef {import('./open-page.mjs').MakeStore} MakeStore */

/**
 * @typedef {object} Effort
 * @property {'fill' | 'open' | 'append'} act
 * @property {boolean} isEncrypted
 * @property {number} n
 * @property {number} [calls] messages that are appended
 */

/**
 * Runs in the page: the same work on a store of its own with encryption or without.
 *
 * @param {Core} core
 * @param {MakeStore} indexedDbStore
 * @param {typeof import('@agent-memory/encryption').encryptedStore} encryptedStore
 * @param {Effort} effort
 */
export async function measureEncryption(core, indexedDbStore, encryptedStore, effort) {
  const { act, isEncrypted, n, calls = 1 } = effort;
  const key = await sameKey();
  /** @type {MakeStore} */
  const makeStore = ({ databaseName }) => {
    const name = `${isEncrypted ? 'encrypted' : 'plain'}-${databaseName}`;
    const store = indexedDbStore({ databaseName: name });
    return isEncrypted ? encryptedStore(store, key) : store;
  };
  if (act !== 'append') return measureOpening(core, makeStore, { act, kind: 'stored', n });
  const store = makeStore({ databaseName: `appended-${n}` });
  return { appendMs: await appending(core, store, calls) };
}

/**
 * @param {Core} core
 * @param {ReturnType<MakeStore>} store
 * @param {number} calls
 */
async function appending(core, store, calls) {
  const memory = core.createAgentMemory({ id: 'scale', contextWindow: 128_000, store });
  await memory.ready;
  const times = [];
  for (let at = 1; at <= calls; at += 1) {
    const message = /** @type {import('@agent-memory/core').OpenAiMessage} */ (
      /** @type {unknown} */ (messageAt(at))
    );
    const beganMs = performance.now();
    await memory.append(message);
    times.push(performance.now() - beganMs);
  }
  await memory.dispose();
  return times;
}

/** The same key in every tab. */
function sameKey() {
  const usages = /** @type {KeyUsage[]} */ (['encrypt', 'decrypt']);
  return crypto.subtle.importKey('raw', new Uint8Array(32), 'AES-GCM', false, usages);
}
