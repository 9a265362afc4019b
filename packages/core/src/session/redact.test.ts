import { expect, test } from 'vitest';
import { RedactionFailedError } from '../ground/errors/redaction-failed-error.ts';
import { textOf } from '../message/message.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { AgentMemory, AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

function aMemory(options: Partial<AgentMemoryOptions>): AgentMemory {
  return createAgentMemory({
    id: 'chat',
    budget: fixedBudget(600),
    tokenCounter: simpleCounter,
    ...options,
  });
}

const CARD = '4111111111111111';
const hideCards = (text: string) => text.replaceAll(CARD, '[card]');

function textIn(value: unknown): string {
  return JSON.stringify(value, (_, held: unknown) =>
    held instanceof Map ? [...held.entries()] : held,
  );
}

test('[STO-5] nothing that redact takes out reaches the store, whatever happens to the session', async () => {
  const store = inMemoryStore();
  const memory = aMemory({ store, redact: hideCards, system: () => `Card ${CARD} is mine.` });
  await memory.append({ role: 'user', content: `Pay with ${CARD}` });
  for (let turn = 0; turn < 12; turn += 1) {
    await memory.append({ role: 'user', content: `${turn} ${CARD} ${'word '.repeat(40)}` });
    await memory.append({
      role: 'assistant',
      content: `I wrote "${CARD}" down. ${'ok '.repeat(60)}`,
    });
    await memory.assemble();
  }
  await memory.patchScratchpad({ objective: `Pay with ${CARD}` });
  const stored = await store.load('chat');
  expect(stored?.overlays.condensed?.text).toBeTruthy();
  expect(textIn(stored)).not.toContain(CARD);
  expect(textIn(stored)).toContain('[card]');
  // The page holds and sends the text as it was said.
  expect(textIn(memory.entries())).toContain(CARD);
  expect(textIn((await memory.assemble()).messages)).toContain(CARD);
});

test('[STO-5] half of a secret does not reach the store when compactions cut texts', async () => {
  const store = inMemoryStore();
  const phrase = 'zebra-9021 quagga-7733';
  const redact = (text: string) => text.replaceAll(phrase, '[phrase]');
  const memory = aMemory({ store, redact });
  for (let turn = 0; turn < 12; turn += 1) {
    await memory.append({ role: 'user', content: `Turn ${turn}. ${'word '.repeat(40)}` });
    await memory.append({
      role: 'assistant',
      content: `${'note '.repeat(10 + turn)}${phrase} is what you asked for. ${'ok '.repeat(60)}`,
    });
    await memory.assemble();
  }
  const stored = await store.load('chat');
  expect(stored?.overlays.condensed?.values.newestSeq).toBeGreaterThan(0);
  expect(textIn(stored)).not.toMatch(/zebra|-9021|quagga|-7733/);
});

test('[STO-5] where redact fails nothing is stored, the message stays in the page, and a later write brings it', async () => {
  const store = inMemoryStore();
  let isBroken = true;
  const redact = (text: string) => {
    if (isBroken) throw new Error('bad pattern');
    return hideCards(text);
  };
  const memory = aMemory({ store, redact });
  await expect(memory.append({ role: 'user', content: CARD })).rejects.toThrow(
    RedactionFailedError,
  );
  expect(await store.load('chat')).toBeUndefined();
  expect(memory.entries()).toHaveLength(1);
  expect(memory.getState().error).toMatchObject({
    code: 'REDACTION_FAILED',
    phase: 'store',
    message: expect.stringContaining('do not append it again'),
  });
  isBroken = false;
  await memory.append({ role: 'user', content: 'Hello' });
  const stored = await store.load('chat');
  expect(stored?.entries.map(({ message }) => textOf(message))).toEqual(['[card]', 'Hello']);
});

test('[STO-5] redact is a function or left out', () => {
  expect(() => aMemory({ redact: 'x' as never })).toThrow(
    expect.objectContaining({ code: 'INVALID_OPTION', option: 'redact' }),
  );
});
