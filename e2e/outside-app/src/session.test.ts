// Run by vitest in the app, outside of the repository: its settings, and one of its sessions, are put under test.
import { readFileSync } from 'node:fs';
import { replaySession } from '@agent-memory/agent';
import { expectSession } from '@agent-memory/agent/vitest';
import { createAgentMemory, defaultScratchpad, inMemoryStore } from '@agent-memory/core';
import { sessionCatalog } from '@agent-memory/sessions';
import { expect, test } from 'vitest';

const file = JSON.parse(readFileSync('src/support.agentmem.json', 'utf8'));

test('the support session stays in its window, and keeps the task', async () => {
  const session = expectSession(file);
  await session.toStayWithinBudget();
  await session.toKeepFirstMessage();
  await session.toHaveNoOrphanResults();
  await session.toHaveValueAtCall('PB-77120-K', -1);
  await session.toCompactAtMost(3);
  await session.toKeepPrefix({ atLeast: 0.95 });
});

test('in a window of 16,384 tokens it is never compacted', async () => {
  await expect(replaySession(file, { contextWindow: 16_384 })).toCompactAtMost(0);
});

test('a window that is too small is found out, with the reason and what to do', async () => {
  const value = 'Deliver to the back door';
  await expectSession(file).toHaveValueAtCall(value, -1);
  const claim = expectSession(file, { contextWindow: 2_400 }).toHaveValueAtCall(value, -1);
  await expect(claim).rejects.toThrow(
    /Message #2 \(tool\) holds it\. Not sent .*\nAn input budget of [\d,]+ tokens keeps it whole\./,
  );
});

test('the number of a card is sent while the session is open, and never stored', async () => {
  const store = inMemoryStore();
  const redact = (text: string) => text.replace(/\d{4} \d{4}/g, '[card]');
  const memory = createAgentMemory({ id: 'paid', contextWindow: 16_000, store, redact });
  await memory.append({ role: 'user', content: 'My card is 4111 1111.' });
  const { messages } = await memory.assemble();
  expect(JSON.stringify(messages)).toContain('4111 1111');
  await memory.dispose();
  const stored = JSON.stringify(await sessionCatalog(store).export('paid'));
  expect(stored).toContain('My card is [card].');
  expect(stored).not.toContain('4111');
});

test('an agent starts with the goal that the app gives it', async () => {
  const objective = 'Find the parcel PB-77120-K.';
  const scratchpad = {
    ...defaultScratchpad,
    initial: { ...defaultScratchpad.initial, objective },
  };
  const memory = createAgentMemory({ id: 'goal', contextWindow: 16_000, scratchpad });
  await memory.append({ role: 'user', content: 'Go on.' });
  const { messages } = await memory.assemble();
  expect(JSON.stringify(messages)).toContain(objective);
});

test('the provider counts a context that is nearly full, and is not asked before', async () => {
  const counted: number[] = [];
  const contextCounter = {
    name: 'provider',
    async count(messages: readonly object[]) {
      counted.push(messages.length);
      return Math.ceil(JSON.stringify(messages).length / 4);
    },
  };
  const memory = createAgentMemory({ id: 'full', contextWindow: 4_096, contextCounter });
  await memory.append({ role: 'user', content: 'Hello!' });
  await memory.assemble();
  expect(counted).toEqual([]);
  for (let turn = 1; turn <= 40; turn += 1) {
    await memory.append({ role: 'user', content: `Question ${turn}. ${'And so on. '.repeat(40)}` });
    await memory.assemble();
  }
  expect(counted.length).toBeGreaterThan(0);
});
