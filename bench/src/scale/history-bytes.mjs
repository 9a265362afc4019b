// @ts-check
import { createAgentMemory, fixedBudget, inMemoryStore } from '@agent-memory/core';
import { messageAt, SYSTEM_TEXT } from './conversation.mjs';

/** @typedef {import('@agent-memory/core').MemoryStore} MemoryStore */
/** @typedef {import('@agent-memory/core').OpenAiMessage} OpenAiMessage */
/** @typedef {import('@agent-memory/core').SessionChange} SessionChange */

/**
 * The bytes of a session's history in its store.
 *
 * @typedef {object} HistoryBytes
 * @property {number} n calls
 * @property {readonly number[]} perCall written for each call: its context, its usage, what was compacted
 * @property {number} kept in the store at the end; records that are too old are gone
 */

const BUDGET_TOKENS = 8_000;

/**
 * Measures, as JSON, what each call adds to the stored history of a session: a message, a context, the
 * provider's report of it.
 *
 * @param {number} n calls
 * @returns {Promise<HistoryBytes>}
 */
export async function historyBytes(n) {
  const store = inMemoryStore();
  let written = 0;
  const commit = store.commit.bind(store);
  store.commit = async (sessionId, change) => {
    written += bytesOf(change.history);
    return commit(sessionId, change);
  };
  const memory = createAgentMemory({
    id: 'history',
    system: SYSTEM_TEXT,
    budget: fixedBudget(BUDGET_TOKENS),
    store,
  });
  const perCall = [];
  let before = 0;
  for (let call = 0; call <= n; call += 1) {
    // Commits keep their order: once this one is stored, so is all that the call before it left.
    await memory.append(
      /** @type {OpenAiMessage} */ (/** @type {unknown} */ (messageAt(call + 1))),
    );
    if (call > 0) perCall.push(written - before);
    before = written;
    const { plan } = await memory.assemble();
    await memory.reportUsage({ inputTokens: plan.totalTokens });
  }
  await memory.dispose();
  const kept = bytesOf((await store.load('history'))?.history);
  return { n, perCall, kept };
}

/** @param {SessionChange['history']} records */
function bytesOf(records = []) {
  return records.reduce((bytes, record) => bytes + Buffer.byteLength(JSON.stringify(record)), 0);
}
