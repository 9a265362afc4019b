// @ts-check
import { createAgentMemory } from '@agent-memory/core';

/** @typedef {import('@agent-memory/core').AgentMemory} AgentMemory */
/** @typedef {import('@agent-memory/core').AgentMemoryOptions} AgentMemoryOptions */

/**
 * A session as it was recorded.
 *
 * @typedef {object} RecordedSession
 * @property {string} system
 * @property {readonly { readonly role: 'user' | 'assistant', readonly content: string }[]} messages
 */

/**
 * A memory of a small window, for models of a small window.
 *
 * @param {RecordedSession} session
 * @param {Partial<AgentMemoryOptions>} options
 */
export function memoryOf({ system }, options) {
  return createAgentMemory({
    id: crypto.randomUUID(),
    system,
    contextWindow: SMALL_WINDOW,
    ...options,
  });
}

/** Tokens of the context; a compaction then summarises 100 to 400, a minute's work of a slow machine. */
const SMALL_WINDOW = 1_300;

/**
 * Plays a session as two people write it: each answer is asked for with an assembled context, and the
 * next message comes when no summary is on its way any more.
 *
 * @param {AgentMemory} memory
 * @param {RecordedSession} session
 */
export async function play(memory, { messages }) {
  for (const message of messages) {
    if (message.role === 'assistant') {
      await memory.assemble();
      await restOf(memory);
    }
    await memory.append(message);
  }
}

/**
 * Resolves when no summary is being written.
 *
 * @param {AgentMemory} memory
 * @returns {Promise<void>}
 */
async function restOf(memory) {
  // A summary ahead of need is begun behind the context that showed the need.
  await new Promise((resolve) => setTimeout(resolve));
  return new Promise((resolve) => {
    /** @type {() => void} */
    let stop = () => undefined;
    const look = () => {
      const { summary, status } = memory.getState();
      if (summary.status === 'working' || status === 'compacting') return;
      stop();
      resolve();
    };
    stop = memory.subscribe(look);
    look();
  });
}
