// @ts-check

import { sessionCheckpoints } from '@agent-memory/agent';
import { createAgentMemory } from '@agent-memory/core';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { goOn } from './scripted-agent.mjs';

const DATABASE = 'resume';

/**
 * Runs in a page: goes on with a session until its work is done, or the page is killed.
 *
 * @param {{ readonly sessionId: string, readonly requests: number, readonly rounds: number }} work
 */
export async function work({ sessionId, requests, rounds }) {
  const checkpoints = sessionCheckpoints();
  const store = indexedDbStore({ databaseName: DATABASE });
  const features = [checkpoints.feature];
  const memory = createAgentMemory({ id: sessionId, contextWindow: 16_000, store, features });
  await goOn(memory, checkpoints.of(memory), {
    requests,
    rounds,
    runTool: async (callId) => (await post(`tool/${sessionId}/${callId}`)).text(),
    onStored: (entries) => {
      for (const { id } of entries) void post(`stored/${sessionId}/${id}`);
    },
  });
  await memory.dispose();
  await store.close();
}

/**
 * The ids of the messages that are stored.
 *
 * @param {string} sessionId
 */
export async function storedIds(sessionId) {
  const store = indexedDbStore({ databaseName: DATABASE });
  const session = await store.load(sessionId);
  await store.close();
  return (session?.entries ?? []).map(({ id }) => id);
}

/** @param {string} path */
function post(path) {
  return fetch(`/${path}`, { method: 'POST', keepalive: true });
}
