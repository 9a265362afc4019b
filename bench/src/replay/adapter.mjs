// @ts-check

import { runTool, sessionRuns } from '@agent-memory/agent';
import { createAgentMemory, fixedBudget, loadTiktokenCounter } from '@agent-memory/core';
import { textOf } from './chat-message.mjs';

/** @typedef {import('@agent-memory/core').OpenAiMessage} OpenAiMessage */
/** @typedef {import('./chat-message.mjs').ChatMessage} ChatMessage */

/**
 * Loading the token ranks takes about a second, so every memory of this process shares them.
 *
 * @type {ReturnType<typeof loadTiktokenCounter> | undefined}
 */
let tokenCounter;

let opened = 0;

/**
 * Opens an empty agent-memory for one recorded session, with default options and no model: only the
 * model-free stages of compaction can run.
 *
 * `assemble` rejects with an error whose `code` is `'CONTEXT_OVERFLOW'` when not even the protected
 * messages fit.
 *
 * @param {object} options
 * @param {number} options.budget tokens (o200k_base) that a context may fill, everything included
 * @param {string | undefined} [options.system] the session's system text
 * @param {number} [options.low] how full a compaction leaves the context, as a share; default the library's
 * @returns {Promise<import('./systems/system.mjs').Memory>}
 */
export async function open({ budget, system, low }) {
  opened += 1;
  tokenCounter ??= loadTiktokenCounter({ encoding: 'o200k_base' });
  const counter = await tokenCounter;
  const memory = createAgentMemory({
    id: `bench-${opened}`,
    ...(system ? { system } : {}),
    budget: fixedBudget(budget, low === undefined ? undefined : { low }),
    tokenCounter: counter,
  });
  const { tools } = sessionRuns({ count: (text) => counter.count(text) }).of(memory);
  return {
    async append(message) {
      // The session's own system message is already there through `system`.
      if (system && message.role === 'system' && textOf(message) === system) return;
      await memory.append(/** @type {OpenAiMessage} */ (/** @type {unknown} */ (message)));
    },
    async assemble() {
      const { messages } = await memory.assemble({ format: 'openai' });
      return /** @type {readonly ChatMessage[]} */ (/** @type {unknown} */ (messages));
    },
    async search(query) {
      const call = {
        callId: 'search',
        toolName: 'search_session',
        arguments: JSON.stringify({ query }),
      };
      const { text, isError } = await runTool(tools, call);
      if (isError) throw new Error(`The search failed: ${text}`);
      return text;
    },
    async close() {
      await memory.dispose();
    },
  };
}
