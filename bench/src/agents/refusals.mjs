// @ts-check
import { AgentMemoryError, createAgentMemory } from '@agent-memory/core';
import { callOf, ordersOf, resultOf } from './scripted-run.mjs';

/** @typedef {import('@agent-memory/core').AgentMemory} AgentMemory */
/** @typedef {import('@agent-memory/core').AssembledContext} AssembledContext */

export const BUDGETS = [4_000, 8_000, 32_000, 128_000];
/** What the provider takes, as a share of the budget that the app believes in. */
const TRUE_SHARES = [0.85, 0.65];
/** A context is about to be refused from this share of its budget on. */
const FULL = 0.9;
const CALLS_AFTER = 150;

/**
 * What happened when a provider refused contexts.
 *
 * @typedef {object} RefusalOutcome
 * @property {string} name
 * @property {number} ratio the size sent after the first refusal, over the size refused
 * @property {boolean} isAccepted in the end
 */

/**
 * Providers that take less than the app believes.
 *
 * @returns {Promise<RefusalOutcome[]>}
 */
export async function refusalOutcomes() {
  const outcomes = [];
  for (const tokens of BUDGETS) {
    for (const share of TRUE_SHARES) outcomes.push(await refusedAt(tokens, share));
  }
  return outcomes;
}

/**
 * @param {number} tokens
 * @param {number} share
 * @returns {Promise<RefusalOutcome>}
 */
async function refusedAt(tokens, share) {
  const name = `${tokens} tokens, ${share * 100} % true`;
  const { memory, context } = await fullSession(name, tokens);
  const limitTokens = Math.floor(context.plan.budget.inputTokens * share);
  const refusedTokens = context.plan.totalTokens;
  let sentTokens = refusedTokens;
  let ratio = Number.NaN;
  try {
    while (sentTokens > limitTokens) {
      const smaller = await memory.onOverflow();
      sentTokens = smaller.plan.totalTokens;
      if (Number.isNaN(ratio)) ratio = sentTokens / refusedTokens;
    }
    return { name, ratio, isAccepted: true };
  } catch (error) {
    if (!AgentMemoryError.isInstance(error)) throw error;
    return { name, ratio, isAccepted: false };
  } finally {
    await memory.dispose();
  }
}

/**
 * Calls that succeed until the whole budget may be used again, after a provider refused three contexts that
 * it would take at another time.
 *
 * @param {number} tokens
 */
export async function callsToRecover(tokens) {
  const { memory } = await fullSession(`recovers at ${tokens}`, tokens);
  const { inputTokens } = memory.plan().budget;
  for (let refusal = 0; refusal < 3; refusal += 1) await memory.onOverflow();
  let calls = 0;
  while (calls < CALLS_AFTER && memory.plan().budget.inputTokens < inputTokens) {
    await step(memory, 1_000 + calls, tokens);
    const { plan } = await memory.assemble();
    await memory.reportUsage({ inputTokens: plan.totalTokens });
    calls += 1;
  }
  await memory.dispose();
  return calls;
}

/**
 * A session whose context nearly fills its budget.
 *
 * @param {string} id
 * @param {number} tokens
 * @returns {Promise<{ memory: AgentMemory, context: AssembledContext }>}
 */
async function fullSession(id, tokens) {
  const memory = createAgentMemory({
    id,
    system: 'You look after orders.',
    budget: { contextWindow: tokens, watermarks: { high: 1, low: 0.5 } },
  });
  await memory.append({ role: 'user', content: 'Look through all orders.' });
  let context = await memory.assemble();
  const enough = FULL * context.plan.budget.inputTokens;
  for (let at = 0; context.plan.totalTokens < enough; at += 1) {
    await step(memory, at, tokens);
    context = await memory.assemble();
  }
  return { memory, context };
}

/**
 * @param {AgentMemory} memory
 * @param {number} at
 * @param {number} tokens of the window; a result takes a fortieth
 */
async function step(memory, at, tokens) {
  await memory.append(callOf('read_orders', `call-${at}`, { page: at }));
  await memory.append(resultOf(`call-${at}`, ordersOf(0, at, tokens / 40)));
}
