import { expect, test } from 'vitest';
import { fixedBudget } from '../budget/token-budget.ts';
import { type Message, textOf } from '../message/message.ts';
import { salience } from '../policies/salience.ts';
import { replaySession } from '../replay/replay-session.ts';
import { sessionCatalog } from '../sessions/session-catalog.ts';
import { inMemoryStore } from '../storage/in-memory-store.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import type { AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

/** Marked messages matter; those of the assistant have no score. */
const byMark = async (message: Message): Promise<number | undefined> =>
  message.role === 'assistant' ? undefined : Number(textOf(message).startsWith('Keep'));

function aMemory(options: Partial<AgentMemoryOptions>) {
  const store = inMemoryStore();
  const memory = createAgentMemory({ id: 'scored', budget: fixedBudget(900), store, ...options });
  return { memory, store };
}

test('[POL-4] a score is asked for once, when a message is appended, and stored with the entry', async () => {
  const asked: string[] = [];
  const score = (message: Message) => {
    asked.push(textOf(message));
    return byMark(message);
  };
  const { memory, store } = aMemory({ score });
  await memory.append([
    { id: 'a', role: 'user', content: 'Keep this.' },
    { role: 'assistant', content: 'Fine.' },
  ]);
  await memory.append({ role: 'user', content: 'Hello.' });
  await memory.append({ id: 'a', role: 'user', content: 'Keep this.' });
  const importances = [1, undefined, 0];
  expect(memory.entries().map(({ importance }) => importance)).toEqual(importances);
  expect(asked).toEqual(['Keep this.', 'Fine.', 'Hello.']);
  await memory.dispose();
  const stored = await store.load('scored');
  expect(stored?.entries.map(({ importance }) => importance)).toEqual(importances);
  const file = await sessionCatalog(store).export('scored');
  const { entries } = await replaySession(file, { contextWindow: 8_000 }).all();
  expect(entries.map(({ importance }) => importance)).toEqual(importances);
});

test('[POL-4] a compaction asks for no score', async () => {
  let asked = 0;
  const score = (message: Message) => {
    asked += 1;
    return byMark(message);
  };
  const { memory } = aMemory({ score, policy: salience() });
  for (let turn = 0; turn < 20; turn += 1) {
    const content = `Keep number ${turn}. ${'It goes on like this for a while. '.repeat(6)}`;
    await memory.append({ role: 'user', content });
    await memory.assemble();
  }
  expect(memory.getState().compactions.length).toBeGreaterThan(0);
  expect(asked).toBe(20);
});

test.each([
  ['throws', () => Promise.reject(new Error('offline')), /offline/],
  ['is no share', () => 7, /must give a number from 0 to 1; it gave 7/],
  ['is no number', () => 'high' as never, /it gave high/],
])(
  '[POL-4] a score that %s costs the message its importance and no more',
  async (_, bad, words) => {
    let isBad = true;
    const { memory } = aMemory({ score: () => (isBad ? bad() : 0.5) });
    await memory.append({ role: 'user', content: 'Hello.' });
    const { degraded } = memory.getState();
    expect(degraded).toEqual([{ code: 'SCORE_FAILED', message: expect.stringMatching(words) }]);
    isBad = false;
    await memory.append({ role: 'user', content: 'Again.' });
    expect(memory.entries().map(({ importance }) => importance)).toEqual([undefined, 0.5]);
    expect(memory.getState().degraded).toEqual([]);
  },
);

test('[POL-4] a score that never comes is waited for five seconds', async () => {
  const clock = aSimulatedClock();
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const score = () => {
    begin();
    return new Promise<number>(() => undefined);
  };
  const { memory } = aMemory({ score, clock });
  const appended = memory.append({ role: 'user', content: 'Hello.' });
  await begun;
  clock.advance(5_000);
  await appended;
  expect(memory.getState().degraded[0]?.message).toMatch(/did not answer within 5 s/);
  expect(memory.entries()).toHaveLength(1);
});

test('[POL-4] a score that is no function is refused', () => {
  expect(() => aMemory({ score: 1 as never })).toThrow(/`score`/);
});
