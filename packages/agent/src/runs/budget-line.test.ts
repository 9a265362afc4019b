import {
  type ContextPlan,
  createAgentMemory,
  estimateTokens,
  fixedBudget,
} from '@agent-memory/core';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { budgetLine, lineOf, nextOf } from './budget-line.ts';
import { sessionRuns } from './session-runs.ts';

function anAgent(features = [budgetLine()]) {
  const runs = sessionRuns();
  const memory = createAgentMemory({
    id: 'agent',
    budget: fixedBudget(3_000),
    features: [runs.feature, ...features],
    tools: runs.definitions,
  });
  const step = async (at: number) => {
    const called = { name: 'look', arguments: JSON.stringify({ at }) };
    await memory.append([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: `c-${at}`, type: 'function', function: called }],
      },
      { role: 'tool', tool_call_id: `c-${at}`, content: `${at} ${'was found there. '.repeat(30)}` },
    ]);
    return memory.assemble();
  };
  return { memory, step };
}

const lineIn = ({ items }: ContextPlan) => {
  const item = items.find(({ kind }) => kind === 'context-budget');
  const said = item?.message.parts.map((part) => (part.type === 'text' ? part.text : '')) ?? [];
  return /^Context about.*/m.exec(said.join('\n'))?.[0];
};

test('[TIER-8] without the feature there is no line', async () => {
  const { memory, step } = anAgent([]);
  await memory.append({ role: 'user', content: 'Look around.' });
  for (const at of [1, 2, 3]) expect(lineIn((await step(at)).plan)).toBeUndefined();
});

test('[TIER-8] the line says how full the context is, and which results left, by their number', async () => {
  const { memory, step } = anAgent();
  await memory.append({ role: 'user', content: 'Look around.' });
  const lines: (string | undefined)[] = [];
  for (let at = 1; at <= 40; at += 1) {
    const { plan } = await step(at);
    lines.push(lineIn(plan));
    const [, seq] = /recall: #(\d+)/.exec(lines.at(-1) ?? '') ?? [];
    if (seq === undefined) continue;
    const entry = memory.entries().find((each) => each.seq === Number(seq));
    expect(entry?.message.role).toBe('tool');
  }
  expect(lines[0]).toBeUndefined();
  expect(
    lines.slice(1).every((line) => /^Context about \d+% full; compaction /.test(line ?? '')),
  ).toBe(true);
  expect(lines.some((line) => line?.includes('in about'))).toBe(true);
  expect(lines.some((line) => line?.includes('just made'))).toBe(true);
  expect(lines.at(-1)).toContain('for recall: #');
});

test('[TIER-8] [CMP-8] between compactions all bytes ahead of the tail stay, and the same context keeps its line', async () => {
  const { memory, step } = anAgent();
  await memory.append({ role: 'user', content: 'Look around.' });
  const working = ({ items }: ContextPlan) =>
    items.filter(({ tier }) => tier !== 'live').map(({ message }) => JSON.stringify(message));
  let before = await step(0);
  for (let at = 1; at <= 30; at += 1) {
    const compactions = memory.getState().compactions.length;
    const next = await step(at);
    if (memory.getState().compactions.length === compactions) {
      const old = working(before.plan);
      expect(working(next.plan).slice(0, old.length)).toEqual(old);
    }
    expect((await memory.assemble()).plan).toEqual(next.plan);
    before = next;
  }
});

test('[TIER-8] whatever the figures, the line has at most 40 tokens (seed 20261130)', async () => {
  const { memory, step } = anAgent();
  await memory.append({ role: 'user', content: 'Look around.' });
  const { plan } = await step(1);
  const tokens = fc.nat(100_000_000);
  const figures = fc.record(
    {
      viewTokens: tokens,
      highTokens: tokens,
      grownTokens: tokens,
      dueTokens: tokens,
      neededTokens: tokens,
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.property(
      tokens,
      tokens,
      figures,
      fc.array(tokens, { maxLength: 3 }),
      (total, more, numbers, results) => {
        const schedule = { ...plan.schedule, state: 'wait' as const, numbers };
        const next = nextOf({ ...plan, schedule }, more);
        const line = lineOf(total / 3_000, next, results);
        expect(estimateTokens(line)).toBeLessThanOrEqual(40);
        expect(line).not.toMatch(/NaN|Infinity|∞/);
      },
    ),
    { seed: 20261130, numRuns: 500 },
  );
});
