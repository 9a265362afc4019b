import { createAgentMemory, fixedBudget, type OpenAiMessage } from '@agent-memory/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countPresence,
  isSamePresence,
  type PresenceRun,
  presenceAt,
  presenceRuns,
} from './presence.ts';

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
  expect(presenceRuns(undefined, 3)).toEqual([{ fromSeq: 0, toSeq: 3, presence: 'waiting' }]);
});

test('nothing is there in an empty transcript', () => {
  expect(presenceRuns(undefined, 0)).toEqual([]);
});

test('what was appended after the context was assembled waits', async () => {
  const memory = aMemory(32_000);
  await memory.append(talk(2, 3));
  const { plan } = await memory.assemble();
  expect(presenceRuns(plan, 6)).toEqual([
    { fromSeq: 0, toSeq: 4, presence: 'whole' },
    { fromSeq: 4, toSeq: 6, presence: 'waiting' },
  ]);
});

test('[TIER-2] what a summary stands for has left, the first message and the newest are there', async () => {
  const memory = aMemory(2_000);
  const messages = talk(12, 200);
  await memory.append(messages);
  const { plan } = await memory.assemble();
  const runs = presenceRuns(plan, messages.length);
  expect(presenceAt(runs, 0)).toBe('whole');
  expect(presenceAt(runs, 1)).toBe('left');
  expect(presenceAt(runs, messages.length - 1)).toBe('whole');
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
  expect(presenceAt(presenceRuns(plan, 3), 2)).toBe('shortened');
});

test('runs cover every message once, in order, whatever the budget', async () => {
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
      const runs = presenceRuns(plan, messages.length);
      const counts = Object.values(countPresence(runs));
      expect(counts.reduce((sum, count) => sum + count)).toBe(messages.length);
      expect(runs.map(({ fromSeq }) => fromSeq)).toEqual([
        0,
        ...runs.slice(0, -1).map(({ toSeq }) => toSeq),
      ]);
    }),
    { numRuns: 20 },
  );
});

test('two lists of runs are the same for a window when they are for every message in it', () => {
  const presences = fc.array(fc.constantFrom('whole', 'left', 'shortened', 'waiting' as const), {
    maxLength: 12,
  });
  const position = fc.nat({ max: 14 });
  fc.assert(
    fc.property(presences, presences, position, position, (left, right, fromSeq, toSeq) => {
      const [before, after] = [runsOf(left), runsOf(right)];
      const window = Array.from({ length: Math.max(0, toSeq - fromSeq) }, (_, at) => fromSeq + at);
      const isSame = window.every((seq) => presenceAt(before, seq) === presenceAt(after, seq));
      expect(isSamePresence(before, after, { fromSeq, toSeq })).toBe(isSame);
    }),
  );
});

/** Runs of one message each: longer ones say the same. */
function runsOf(presences: readonly PresenceRun['presence'][]): readonly PresenceRun[] {
  return presences.map((presence, seq) => ({ fromSeq: seq, toSeq: seq + 1, presence }));
}
