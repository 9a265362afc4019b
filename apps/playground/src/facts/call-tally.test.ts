import {
  type AssembledContext,
  createAgentMemory,
  fixedBudget,
  type OpenAiMessage,
  type TokenCounter,
} from '@agent-memory/core';
import { expect, test } from 'vitest';
import { heldAgainstBudget, NO_CALLS, parseTally, tallied } from './call-tally.ts';

/** A token a word: figures that can be checked by eye. */
const words: TokenCounter = {
  encoding: 'words',
  source: 'counted',
  count: (text) => text.split(/\s+/).filter(Boolean).length,
};

async function aContext(budgetTokens: number): Promise<AssembledContext> {
  const memory = createAgentMemory({
    id: 'tally',
    budget: fixedBudget(budgetTokens),
    tokenCounter: words,
  });
  await memory.append({ role: 'user', content: 'one two three four' });
  return memory.assemble();
}

function saying(...texts: readonly string[]): OpenAiMessage[] {
  return texts.map((content) => ({ role: 'user', content }));
}

test('[BUD-3] a context within its budget is not over it, by either figure', async () => {
  const context = await aContext(1_000);
  const outcome = heldAgainstBudget(context, words);
  expect(outcome).toEqual({ kind: 'sent', isOverBudget: false });
  expect(tallied(NO_CALLS, outcome)).toEqual({ sent: 1, refused: 0, overBudget: 0 });
});

test('[BUD-3] messages that are larger than the budget are over it, whatever the plan says of them', async () => {
  const { plan } = await aContext(1_000);
  const forged = { plan, messages: saying('word '.repeat(600), 'word '.repeat(393)) };
  expect(heldAgainstBudget(forged, words)).toEqual({ kind: 'sent', isOverBudget: true });
  const full = { plan, messages: saying('word '.repeat(600), 'word '.repeat(392)) };
  expect(heldAgainstBudget(full, words)).toEqual({ kind: 'sent', isOverBudget: false });
});

test('[BUD-3] the calls of tools and the parts of a message count too', async () => {
  const { plan } = await aContext(1_000);
  const called = { name: 'look ', arguments: 'word '.repeat(500) };
  const messages: OpenAiMessage[] = [
    {
      role: 'assistant',
      content: [{ type: 'text', text: 'word '.repeat(500) }],
      tool_calls: [{ id: 'call_1', type: 'function', function: called }],
    },
  ];
  expect(heldAgainstBudget({ plan, messages }, words)).toMatchObject({ isOverBudget: true });
});

test('[BUD-3] a plan that admits to be over the budget needs no counter to be found out', async () => {
  const { plan, messages } = await aContext(1_000);
  const forged = { plan: { ...plan, totalTokens: 1_001 }, messages };
  const outcome = heldAgainstBudget(forged, undefined);
  expect(tallied(NO_CALLS, outcome)).toEqual({ sent: 1, refused: 0, overBudget: 1 });
});

test('counts a refused turn apart from what was sent', () => {
  expect(tallied(NO_CALLS, { kind: 'refused' })).toEqual({ sent: 0, refused: 1, overBudget: 0 });
});

test('reads back what it was stored as', () => {
  const tally = { sent: 4, refused: 2, overBudget: 0 };
  expect(parseTally(JSON.parse(JSON.stringify(tally)))).toEqual(tally);
});

test.each([null, 7, [], { sent: -1 }, { sent: 'many' }])('takes %j for no calls', (value) => {
  expect(parseTally(value)).toEqual(NO_CALLS);
});
