import type { OpenAiMessage } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { replaySession } from './replay-session.ts';

const words = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => `word${(index * 7 + from) % 97}`).join(' ');

/** A large fixed part: about 2,700 tokens of 5,625 that a window of 8,000 leaves for input. */
const SYSTEM = `You are a coding agent. ${words(1_200, 1)}`;
const STEPS_PER_REQUEST = 20;
const STEPS_PER_LOAD = 60;

/** Requests of twenty steps each: most results short, each tenth one large; the file is loaded again now and then. */
function codingSession(steps: number): readonly OpenAiMessage[] {
  const messages: OpenAiMessage[] = [];
  for (let step = 0; step < steps; step += 1) {
    if (step % STEPS_PER_LOAD === 0) messages.push({ role: 'system', content: SYSTEM });
    if (step % STEPS_PER_REQUEST === 0) {
      messages.push({ role: 'user', content: `Task ${step}: repair module-${step}.ts, please.` });
    }
    const id = `call-${step}`;
    const args = JSON.stringify({ path: `src/module-${step}.ts` });
    messages.push({
      role: 'assistant',
      content: '',
      tool_calls: [{ id, type: 'function', function: { name: 'read_file', arguments: args } }],
    });
    const size = step % 10 === 9 ? 900 : 25;
    messages.push({ role: 'tool', tool_call_id: id, content: words(size, step) });
  }
  return messages;
}

test('[BUD-2] a long coding session with a large fixed part is compacted once in ten calls or more', async () => {
  const { calls, figures } = await replaySession(codingSession(160), {
    contextWindow: 8_000,
  }).all();
  expect(calls.filter(({ refused }) => refused !== undefined)).toEqual([]);
  expect(calls.length).toBe(160);
  expect(figures.compactions).toBeGreaterThan(0);
  expect(figures.compactions).toBeLessThanOrEqual(calls.length / 10);
});
