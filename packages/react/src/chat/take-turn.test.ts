import { type AgentMemory, createAgentMemory, fixedBudget } from '@agent-memory/core';
import { expect, onTestFinished, test } from 'vitest';
import { type Turn, takeTurn } from './take-turn.ts';

function aMemory(): AgentMemory {
  const memory = createAgentMemory({ id: 'chat', budget: fixedBudget(4_000) });
  onTestFinished(() => memory.dispose());
  return memory;
}

/** A conversation that fills some of the window, and its last question. */
function aTurn(memory: AgentMemory, signal?: AbortSignal): Turn<'openai', 'openai'> {
  const earlier = Array.from({ length: 12 }, (_, index) => ({
    id: `m${index}`,
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `Leg ${index}: `.concat('over the hills and far away. '.repeat(30)),
  }));
  const question = { id: 'question', role: 'user', content: 'And then?' } as const;
  const list = { messages: [...earlier, question], format: 'openai' } as const;
  return { memory, list, contextFormat: 'openai', signal };
}

const tooLong = () => new Error('prompt is too long');

test('[BUD-4] asks again with a smaller context until one is taken', async () => {
  const sent: number[] = [];
  const answer = await takeTurn(aTurn(aMemory()), async ({ plan }) => {
    sent.push(plan.totalTokens);
    if (sent.length < 3) throw tooLong();
    return 'Home.';
  });
  expect(answer).toBe('Home.');
  expect(sent).toHaveLength(3);
  expect(sent).toEqual([...sent].sort((left, right) => right - left));
  expect(new Set(sent).size).toBe(3);
});

test('[BUD-4] gives up after five smaller contexts', async () => {
  const memory = aMemory();
  const asking = takeTurn(aTurn(memory), async () => {
    throw tooLong();
  });
  await expect(asking).rejects.toMatchObject({ code: 'OVERFLOW_PERSISTS' });
  expect(memory.entries()).toHaveLength(13);
});

test('[BUD-4] an error that is no overflow is not asked about again', async () => {
  const refusal = new Error('No.');
  let asked = 0;
  const ask = async () => {
    asked += 1;
    throw refusal;
  };
  const turn = aTurn(aMemory());
  await expect(takeTurn(turn, ask)).rejects.toBe(refusal);
  expect(asked).toBe(1);
});

test('[RCT-5] a turn that is aborted while it waits for another places no list', async () => {
  const memory = aMemory();
  const stopping = new AbortController();
  const first = takeTurn(aTurn(memory), async ({ messages }) => messages.length);
  const second = takeTurn(
    { ...aTurn(memory, stopping.signal), list: { messages: [], format: 'openai' } },
    async () => 'asked',
  );
  stopping.abort(new Error('Stopped.'));
  await expect(second).rejects.toThrow('Stopped.');
  expect(await first).toBe(13);
  expect(memory.entries()).toHaveLength(13);
});
