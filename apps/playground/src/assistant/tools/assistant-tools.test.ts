import { createAgentMemory, fixedBudget } from '@agent-memory/core';
import { runTool } from '@agent-memory/core/tools';
import { createLongTermMemory } from '@agent-memory/long-term';
import { expect, test } from 'vitest';
import type { ShopDesk } from '../shop/shop-desk.ts';
import { assistantTools, TOOL_NAMES } from './assistant-tools.ts';

function aBench(longTerm = createLongTermMemory({ sweepEveryMs: 0 })) {
  const memory = createAgentMemory({ id: 'tools', budget: fixedBudget(4_000) });
  const desk: ShopDesk = {
    ask: async ({ key, toolName }, answer) => JSON.stringify({ key, toolName, ...answer() }),
  };
  const { signal } = new AbortController();
  const bench = { memory, longTerm, desk, evidence: [], callKey: 'k1', isInDoubt: false, signal };
  const tools = assistantTools(bench);
  const run = async (toolName: string, args: object): Promise<string> =>
    (await runTool(tools, { callId: 'c1', toolName, arguments: JSON.stringify(args) })).text;
  return { memory, tools, run };
}

test('the names that the mind is told are those of the tools', () => {
  expect(aBench().tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
});

test('a call to the shop carries its key', async () => {
  const { run } = aBench();
  expect(JSON.parse(await run('lookup_order', { order: 'ZFA04Y' }))).toMatchObject({
    key: 'k1',
    toolName: 'lookup_order',
    order: 'ZFA04Y',
  });
  expect(await run('lookup_order', {})).toContain('`order`');
});

test('a note that is made again stands once on the scratchpad', async () => {
  const { memory, run } = aBench();
  await run('remember', { fact: 'my seat is 14C' });
  await run('remember', { fact: 'my seat is 14C' });
  expect(memory.getState().scratchpad.keyFacts).toEqual(['my seat is 14C']);
});

test('a long-term memory that cannot be used is told in words', async () => {
  const longTerm = createLongTermMemory({ sweepEveryMs: 0 });
  await longTerm.dispose();
  const { run } = aBench(longTerm);
  expect(await run('forget_memory', { about: 'seat' })).toMatch(
    /^Long-term memory could not be used; nothing in it was changed\. /,
  );
});
