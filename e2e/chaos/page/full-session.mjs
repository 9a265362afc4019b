// @ts-check
import { createAgentMemory, fixedBudget } from '@agent-memory/core';
import {
  aiSdk,
  aiSdkUi,
  anthropic,
  chatTemplate,
  google,
  openAiResponses,
} from '@agent-memory/formats';
import { sessionCatalog } from '@agent-memory/sessions';

/** @typedef {import('@agent-memory/core').MemoryStore} MemoryStore */

/** @type {readonly import('@agent-memory/core/formats').FormatChoice[]} */
export const FORMATS = ['openai', openAiResponses, anthropic, google, aiSdk, aiSdkUi, chatTemplate];
export const BUDGET_TOKENS = 1_500;

/**
 * A memory of a small budget, so that a short conversation is compacted.
 *
 * @param {string} id
 * @param {MemoryStore} store
 */
export function smallMemory(id, store) {
  return createAgentMemory({
    id,
    system: () => 'You plan trips by train.',
    budget: fixedBudget(BUDGET_TOKENS),
    toolHints: { position: { latestOnly: true } },
    store,
  });
}

/**
 * Fills a store with a session that has everything that a conversation leaves: calls and
 * results, compactions, branches, a scratchpad, a title, a history.
 *
 * @param {MemoryStore} store
 * @param {string} id
 * @param {number} turns
 */
export async function liveFullSession(store, id, turns) {
  const memory = smallMemory(id, store);
  await memory.append({ role: 'user', content: 'Book ZFA04Y to Lyon for 2026-05-20, two seats.' });
  for (let turn = 0; turn < turns; turn += 1) {
    await memory.append(turnOf(turn));
    await memory.assemble();
  }
  await memory.patchScratchpad({ objective: 'Lyon', keyFacts: ['ZFA04Y', 'two seats'] });
  const before = memory.entries().at(-1)?.id ?? null;
  await memory.append({ role: 'assistant', content: 'There is one at 7:42.' });
  await memory.append({ role: 'assistant', content: 'There is one at 9:12.' }, { after: before });
  await memory.append({ role: 'user', content: 'Thanks, the later one.' });
  await memory.assemble();
  await memory.dispose();
  await sessionCatalog(store).rename(id, 'Trip to Lyon');
}

/** @param {number} turn */
function turnOf(turn) {
  const calls = ['find', 'position'].map((name) => ({
    id: `${name}-${turn}`,
    type: /** @type {const} */ ('function'),
    function: { name, arguments: JSON.stringify({ query: `trains ${turn}` }) },
  }));
  return [
    { role: /** @type {const} */ ('assistant'), content: null, tool_calls: calls },
    ...calls.map(({ id }) => ({
      role: /** @type {const} */ ('tool'),
      tool_call_id: id,
      content: `REF-${turn}0011 leaves at 7:4${turn}. `.repeat(id.startsWith('find') ? 40 : 2),
    })),
    { role: /** @type {const} */ ('assistant'), content: `On day ${turn} I advise Geneva.` },
    { role: /** @type {const} */ ('user'), content: `And on day ${turn + 1}, by way of Bern?` },
  ];
}
