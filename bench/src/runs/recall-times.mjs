// @ts-check

import { runTool, sessionRuns } from '@agent-memory/agent';
import { createAgentMemory } from '@agent-memory/core';
import { messageAt } from '../scale/conversation.mjs';
import { quantile } from '../scale/quantile.mjs';

/** @typedef {import('@agent-memory/core').OpenAiMessage} OpenAiMessage */

const CALLS = 200;
/** Calls ahead of those that are measured: code runs at its speed then. */
const WARM_UP = 20;
const APPENDED_AT_ONCE = 5_000;
/** A step that visits every block in no order. */
const STRIDE = 7_919;

/**
 * Has blocks of a long session brought back, and a message appended ahead of each call, as in a run that
 * goes on.
 *
 * @param {number} n messages
 * @returns {Promise<{ p95Ms: number, callsMs: readonly number[] }>}
 */
export async function recallTimes(n) {
  const runs = sessionRuns();
  const memory = createAgentMemory({
    id: `recall-${n}`,
    contextWindow: 128_000,
    features: [runs.feature],
    tools: runs.definitions,
  });
  for (let from = 0; from < n; from += APPENDED_AT_ONCE) {
    const size = Math.min(APPENDED_AT_ONCE, n - from);
    await memory.append(Array.from({ length: size }, (_, at) => openAi(messageAt(from + at))));
  }
  const handle = runs.of(memory);
  const blocks = handle.blockCount();
  const callsMs = [];
  for (let call = 0; call < WARM_UP + CALLS; call += 1) {
    await memory.append(openAi(messageAt(n + call)));
    const block = 1 + ((call * STRIDE) % blocks);
    const asked = { callId: 'c', toolName: 'recall', arguments: JSON.stringify({ block }) };
    const startedMs = performance.now();
    const { text } = await runTool(handle.tools, asked);
    const tookMs = performance.now() - startedMs;
    const expected = handle.block(block)?.request.slice(0, 20) ?? '';
    if (expected === '' || !text.includes(expected)) throw new Error(`Not block ${block}: ${text}`);
    if (call >= WARM_UP) callsMs.push(tookMs);
  }
  await memory.dispose();
  return { p95Ms: quantile(callsMs, 0.95), callsMs };
}

/** @param {import('../replay/chat-message.mjs').ChatMessage} message */
function openAi(message) {
  return /** @type {OpenAiMessage} */ (/** @type {unknown} */ (message));
}
