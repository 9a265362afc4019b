import { createAgentMemory, fixedBudget, type OpenAiMessage } from '@agent-memory/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countPresence, presencesOf } from './presence.ts';

function aMemory(inputTokens: number) {
  return createAgentMemory({ id: 'presence', budget: fixedBudget(inputTokens) });
}

function talk(turns: number, words: number): OpenAiMessage[] {
  return Array.from({ length: turns }, (_, turn) => [
    { role: 'user' as const, content: `Question ${turn}` },
    { role: 'assistant' as const, content: `word ${turn} `.repeat(words) },
  ]).flat();
}

test('everything waits before the first context', () => {
  expect(presencesOf(undefined, 3)).toEqual(['waiting', 'waiting', 'waiting']);
});

test('nothing is there in an empty transcript', () => {
  expect(presencesOf(undefined, 0)).toEqual([]);
});

test('what was appended after the context was assembled waits', async () => {
  const memory = aMemory(32_000);
  await memory.append(talk(2, 3));
  const { plan } = await memory.assemble();
  const four = Array.from({ length: 4 }, () => 'whole');
  expect(presencesOf(plan, 6)).toEqual([...four, 'waiting', 'waiting']);
});

test('[TIER-2] what a summary stands for has left, the first message and the newest are there', async () => {
  const memory = aMemory(2_000);
  const messages = talk(12, 200);
  await memory.append(messages);
  const { plan } = await memory.assemble();
  const presences = presencesOf(plan, messages.length);
  expect(presences[0]).toBe('whole');
  expect(presences[1]).toBe('left');
  expect(presences.at(-1)).toBe('whole');
});

test('a tool result over its limit is shortened and not gone', async () => {
  const memory = aMemory(2_000);
  const call = { id: 'c1', type: 'function' as const, function: { name: 'read', arguments: '{}' } };
  await memory.append([
    { role: 'user', content: 'Read the log' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: 'a line of the log\n'.repeat(900) },
  ]);
  const { plan } = await memory.assemble();
  expect(presencesOf(plan, 3)[2]).toBe('shortened');
});

test('every message has a presence, whatever the budget', async () => {
  const sizes = fc.record({
    inputTokens: fc.integer({ min: 1_500, max: 12_000 }),
    turns: fc.integer({ min: 1, max: 20 }),
    words: fc.integer({ min: 1, max: 250 }),
  });
  await fc.assert(
    fc.asyncProperty(sizes, async ({ inputTokens, turns, words }) => {
      const memory = aMemory(inputTokens);
      const messages = talk(turns, words);
      await memory.append(messages);
      const { plan } = await memory.assemble();
      const presences = presencesOf(plan, messages.length);
      expect(presences).toHaveLength(messages.length);
      const counts = Object.values(countPresence(presences));
      expect(counts.reduce((sum, count) => sum + count)).toBe(messages.length);
    }),
    { numRuns: 20 },
  );
});
