// @ts-check
import { indexedDbStore } from '@agent-memory/indexeddb';
import { installConnectionList } from './connections.mjs';
import { memoryOf, owes, saysDurable } from './memories.mjs';
import { settled } from './settled.mjs';
import { textOf } from './texts.mjs';

export { closeConnections } from './connections.mjs';
export { commit, find, listed } from './memories.mjs';

installConnectionList();

/** @typedef {import('./memories.mjs').Stored} Stored */
/** @typedef {import('./settled.mjs').Settled} Settled */

/**
 * What a page tells while its store has trouble.
 *
 * @typedef {{ readonly kind: 'stored', readonly stored: Stored }
 *   | { readonly kind: 'owed', readonly stored: Stored, readonly isTold: boolean }
 *   | { readonly kind: 'unpaid', readonly messages: number }
 *   | { readonly kind: 'settled', readonly settled: Settled }} TroubleNews
 */

/** How long a page may need to write what it owes, once nothing is in the way any more. */
const PAYING_MS = 20_000;
/** Nobody types faster than that behind a refusal. */
const PAUSE_MS = 20;

let isStopped = false;
let payUntilMs = Number.POSITIVE_INFINITY;

/** The trouble is over: has the work of this page end as soon as nothing is owed. */
export function stop() {
  isStopped = true;
  payUntilMs = performance.now() + PAYING_MS;
}

/**
 * Appends to a session until it is stopped, whatever becomes of its store, and then until nothing is
 * owed any more. Tells each message when it is durable, at once or later.
 *
 * @param {{ readonly keeping?: import('./memories.mjs').Keeping, readonly sessionId: string }} work
 * @param {(news: TroubleNews) => void} tell
 */
export async function commitThroughTrouble({ keeping, sessionId }, tell) {
  const store = indexedDbStore(keeping);
  const memory = memoryOf(sessionId, store);
  /** @type {Stored[]} */
  let owed = [];
  for (let place = 0; isGoingOn(owed.length); place += 1) {
    const content = textOf(sessionId, place);
    /** @type {readonly { readonly id: string }[]} */
    let entries = [];
    const outcome = await settled('append', async () => {
      entries = await memory.append({ role: 'user', content });
    });
    tell({ kind: 'settled', settled: outcome });
    const added = entries.map(({ id }) => ({ sessionId, place, id }));
    if (saysDurable(memory, entries)) {
      for (const stored of added) tell({ kind: 'stored', stored });
    } else {
      owed.push(...added);
      const isTold = memory.getState().degraded.length > 0;
      for (const stored of added) tell({ kind: 'owed', stored, isTold });
    }
    if (outcome.outcome !== 'resolved') await pause(PAUSE_MS);
    if (owes(memory)) continue;
    for (const stored of owed) tell({ kind: 'stored', stored });
    owed = [];
  }
  if (owed.length > 0) tell({ kind: 'unpaid', messages: owed.length });
  await memory.dispose();
  await store.close();
}

/** @param {number} owed */
function isGoingOn(owed) {
  if (!isStopped) return true;
  return owed > 0 && performance.now() < payUntilMs;
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
