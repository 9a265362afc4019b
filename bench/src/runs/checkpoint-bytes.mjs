// @ts-check

import { sessionCheckpoints } from '@agent-memory/agent';
import { createAgentMemory, inMemoryStore } from '@agent-memory/core';
import { goOn } from './scripted-agent.mjs';

/** @typedef {import('@agent-memory/core').SessionChange} SessionChange */

/** Calls of a request: two in every third round. With its reply a request has seven steps. */
const ROUNDS = 5;
const STEPS_OF_REQUEST = 7;

/**
 * Bytes that were written for a session with so many steps, as JSON: with checkpoints and without.
 *
 * @typedef {object} CheckpointBytes
 * @property {number} steps
 * @property {number} ratio all over the steps' own
 * @property {number} perStep bytes of a checkpoint
 */

/**
 * Measures the price of checkpoints in an agent's run: messages, contexts, compactions and scratchpads are
 * written in both sessions, checkpoints and the journal of calls in one.
 *
 * @param {number} steps at least
 * @returns {Promise<CheckpointBytes>}
 */
export async function checkpointBytes(steps) {
  const requests = Math.ceil(steps / STEPS_OF_REQUEST);
  const { all, own } = await written(requests);
  const made = requests * STEPS_OF_REQUEST;
  return { steps: made, ratio: all / own, perStep: (all - own) / made };
}

/** @param {number} requests */
async function written(requests) {
  const store = inMemoryStore();
  const bytes = { all: 0, own: 0 };
  const commit = store.commit.bind(store);
  store.commit = async (sessionId, change) => {
    bytes.all += bytesOf(change);
    bytes.own += bytesOf(withoutCheckpoints(change));
    return commit(sessionId, change);
  };
  const checkpoints = sessionCheckpoints();
  const features = [checkpoints.feature];
  const memory = createAgentMemory({ id: 'checkpoints', contextWindow: 16_000, store, features });
  await goOn(memory, checkpoints.of(memory), {
    requests,
    rounds: ROUNDS,
    runTool: async (callId) => resultOf(callId),
    onStored: () => undefined,
  });
  await memory.dispose();
  return bytes;
}

/**
 * A change as it would be without checkpoints: nothing where it was made for them alone.
 *
 * @param {SessionChange} change
 * @returns {Partial<SessionChange>}
 */
function withoutCheckpoints({ parts, ...change }) {
  const others = [...(parts ?? [])].filter(([name]) => !name.startsWith('checkpoints/'));
  if (parts && others.length === 0 && isNothingElse(change)) return {};
  return { ...change, ...(others.length > 0 && { parts: new Map(others) }) };
}

/** @param {Omit<SessionChange, 'parts'>} change */
function isNothingElse({ atMs: _, basis: __, ...rest }) {
  return Object.keys(rest).length === 0;
}

/** @param {Partial<SessionChange>} change */
function bytesOf(change) {
  const json = JSON.stringify(change, (_, value) => (value instanceof Map ? [...value] : value));
  return json === '{}' ? 0 : Buffer.byteLength(json);
}

/**
 * An order as a tool gives it; a real result is rather longer.
 *
 * @param {string} callId
 */
function resultOf(callId) {
  const lines = Array.from({ length: 5 }, (_, line) => ({
    line,
    article: `A-${line}${callId.length}7`,
    pieces: line + 1,
  }));
  return JSON.stringify({ call: callId, status: 'packed', hall: `H${callId.length}`, lines });
}
