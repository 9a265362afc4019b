import type { ContextPlan, OpenAiMessage } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { replaySession } from '../replay-session.ts';
import type { ReplayedSession } from '../replayed-call.ts';
import { wholeCalls } from './session-matchers.ts';
import { stablePrefix } from './stable-prefix.ts';

// The library sends no such contexts, so they are made from one that it sends.

const said: readonly OpenAiMessage[] = [
  { role: 'user', content: 'Look up order ZFA04Y.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'get_order', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'Sent on Monday.' },
  { role: 'assistant', content: 'It comes on Monday.' },
];

async function withLastPlan(
  change: (plan: ContextPlan) => Partial<ContextPlan>,
): Promise<ReplayedSession<never>> {
  const session = await replaySession(said, { contextWindow: 8_000 }).all();
  const calls = session.calls.map((call, at) =>
    at === 1 ? { ...call, plan: { ...call.plan, ...change(call.plan) } } : call,
  );
  return { ...session, calls };
}

test.each([
  ['assistant', 'call 2: message #2 (tool) answers c1, and no open call has that id'],
  ['tool', 'call 2: c1 of message #1 (assistant) has no result'],
])('[CMP-3] a context without the message of the %s is told', async (role, fault) => {
  const session = await withLastPlan(({ items }) => ({
    items: items.filter(({ message }) => message.role !== role),
  }));
  const verdict = wholeCalls(session);
  expect(verdict.pass).toBe(false);
  expect(verdict.message()).toBe(
    `Expected: no result of a tool is sent without its call.\n- ${fault}`,
  );
});

test('[CMP-8] a prefix that breaks is told with the call, the tokens, the item and the cause', async () => {
  const firstChange = { itemId: 'system', cause: 'system' } as const;
  const cache = { keptTokens: 300, lostTokens: 100, newTokens: 50, firstChange };
  const session = await withLastPlan(() => ({ cache }));
  expect(stablePrefix(session, { atLeast: 0.75 }).pass).toBe(true);
  const verdict = stablePrefix(session);
  expect(verdict.pass).toBe(false);
  expect(verdict.message()).toBe(
    'Expected 100 % of each context to be readable from a cache by the next call; it was 75 % of 400 tokens between compactions, in 2 calls.\n' +
      '- call 2 lost 100 tokens of the context before it: "system" is another one (system)',
  );
});
