import { sessionCatalog } from '@agent-memory/sessions';
import { expect, test } from 'vitest';
import { inMemoryStore } from '../store/in-memory-store.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { START_MS } from '../testing/builders.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { noOverlays } from '../view/overlay.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const call = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'find', arguments: '{}' } }],
} as const;
const messages = [
  { role: 'user', content: 'Where to?' },
  call,
  { role: 'tool', tool_call_id: 'c', content: 'Lyon' },
  { role: 'user', content: 'When?' },
] as const;

test.each([
  ['the task', 0, 1],
  ['a call without its result', 1, 2],
  ['more than there is', 1, 40],
])(
  '[STO-6] stored overlays by which %s has left are laid aside and reported, and the session goes on',
  async (_, fromSeq, toSeq) => {
    const store = inMemoryStore();
    const writer = open(store);
    await writer.append(messages);
    await writer.dispose();
    const stored = await store.load('trip');
    const range = { fromSeq, toSeq, compactionId: 'k', tokens: 9 };
    const overlays = { ...noOverlays(), ranges: [range] };
    await store.commit('trip', {
      atMs: START_MS,
      overlays: { value: overlays, settingsKey: stored?.settingsKey ?? '' },
    });

    const memory = open(store);
    await memory.ready;
    const [damage] = memory.getState().degraded;
    expect(damage).toMatchObject({ code: 'STORED_STATE_DAMAGED' });
    expect(damage?.message).toContain('does not fit the messages');
    const { messages: sent } = await memory.assemble();
    expect(sent).toHaveLength(messages.length);
    await memory.dispose();

    const file = await sessionCatalog(store).export('trip');
    const elsewhere = inMemoryStore();
    await sessionCatalog(elsewhere).import(JSON.parse(JSON.stringify(file)));
    expect((await elsewhere.load('trip'))?.entries).toHaveLength(messages.length);
  },
);

function open(store: MemoryStore) {
  return createAgentMemory({
    id: 'trip',
    budget: fixedBudget(2_000),
    tokenCounter: simpleCounter,
    store,
  });
}
