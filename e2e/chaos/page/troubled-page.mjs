// @ts-check
import { indexedDbStore } from '@agent-memory/indexeddb';
import { installConnectionList } from './connections.mjs';
import { memoryOf, saysDurable } from './memories.mjs';
import { settled } from './settled.mjs';
import { textOf } from './texts.mjs';

export { closeConnections } from './connections.mjs';
export { commit, find, listed } from './memories.mjs';

installConnectionList();

/** @typedef {import('./memories.mjs').Stored} Stored */
/** @typedef {import('./settled.mjs').Settled} Settled */

/**
 * The news of a page while its store has trouble.
 *
 * @typedef {{ readonly kind: 'stored', readonly stored: Stored }
 *   | { readonly kind: 'owed', readonly messages: number, readonly isTold: boolean }
 *   | { readonly kind: 'unpaid', readonly messages: number }
 *   | { readonly kind: 'settled', readonly settled: Settled }} TroubleNews
 */

/** How long a page may need to write what it owes, once nothing is in the way any more. */
const PAYING_MS = 30_000;
/** Nobody types faster than that in trouble; a page that never rests runs no timer, and hears no `stop`. */
const PAUSE_MS = 20;

let isStopped = false;

/** The trouble is over: the page appends nothing more, and has only to write what it owes. */
export function stop() {
  isStopped = true;
}

/**
 * The work of a page in trouble.
 *
 * @typedef {object} TroubledWork
 * @property {string} sessionId
 * @property {import('./memories.mjs').Keeping} [keeping]
 * @property {'keep' | 'reject'} [whenNotStored]
 * @property {{ readonly first: number, readonly step: number }} [places] of its messages, where another tab
 *   writes to the same session; default: every one
 */

const EVERY_PLACE = { first: 0, step: 1 };

/**
 * Appends to a session until it is stopped, whatever becomes of its store, and waits until nothing is
 * owed any more. Tells each message when it is durable, at once or later.
 *
 * @param {TroubledWork} work
 * @param {(news: TroubleNews) => void} tell
 */
export async function commitThroughTrouble(work, tell) {
  const { keeping, sessionId, whenNotStored, places = EVERY_PLACE } = work;
  const store = indexedDbStore(keeping);
  const memory = memoryOf(sessionId, store, whenNotStored);
  /** @type {Stored[]} */
  let owed = [];
  for (let place = places.first; !isStopped; place += places.step) {
    /** @type {Awaited<ReturnType<typeof memory.append>>} */
    let entries = [];
    const outcome = await settled('append', async () => {
      entries = await memory.append({ role: 'user', content: textOf(sessionId, place) });
    });
    tell({ kind: 'settled', settled: outcome });
    if (outcome.outcome !== 'resolved' || !saysDurable(entries)) await pause(PAUSE_MS);
    const added = entries.map(({ id }) => ({ sessionId, place, id }));
    if (!saysDurable(entries)) {
      owed.push(...added);
      tell({ kind: 'owed', messages: added.length, isTold: saysWhatItOwes(memory) });
      continue;
    }
    // Stores write in order, so what was owed is stored before this one.
    for (const stored of [...owed, ...added]) tell({ kind: 'stored', stored });
    owed = [];
  }
  if (await isPaid(memory)) for (const stored of owed) tell({ kind: 'stored', stored });
  else tell({ kind: 'unpaid', messages: owed.length });
  await memory.dispose();
  await store.close();
}

/** @param {ReturnType<typeof memoryOf>} memory */
function saysWhatItOwes(memory) {
  const { store, degraded } = memory.getState();
  return store.owed > 0 && degraded.length > 0;
}

/**
 * Whether the memory writes what it owes by itself.
 *
 * @param {ReturnType<typeof memoryOf>} memory
 * @returns {Promise<boolean>}
 */
async function isPaid(memory) {
  const untilMs = performance.now() + PAYING_MS;
  while (memory.getState().store.owed > 0) {
    if (performance.now() > untilMs) return false;
    await pause(PAUSE_MS);
  }
  return true;
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
