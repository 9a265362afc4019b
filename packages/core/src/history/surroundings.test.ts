import { isHistoryRecord } from '@agent-memory/sessions/stored';
import { expect, test } from 'vitest';
import type { LivePlacement } from '../live/live-placement.ts';
import { createAgentMemory } from '../session/create-agent-memory.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { HistoryRecord } from './history-record.ts';

const PLACEMENTS: readonly LivePlacement[] = ['auto', 'system'];

/** A session with text in each of its live sections, and the context records that its store got. */
function aLiveSession(livePlacement: LivePlacement) {
  const store = inMemoryStore();
  const received: HistoryRecord[] = [];
  const commit = store.commit.bind(store);
  store.commit = (sessionId, change, options) => {
    received.push(...(change.history ?? []));
    return commit(sessionId, change, options);
  };
  const memory = createAgentMemory({
    id: 'trip',
    budget: fixedBudget(4_000),
    store,
    livePlacement,
  });
  const contexts = () => received.filter((record) => record.kind === 'context');
  const turn = async (text: string) => {
    await memory.append({ role: 'user', content: text });
    const { plan } = await memory.assemble();
    await memory.append({ role: 'assistant', content: `About ${text}: yes.` });
    return plan;
  };
  return { memory, contexts, turn };
}

test.each(PLACEMENTS)(
  '[HIS-2] a store receives live text again only when it changes (%s)',
  async (placement) => {
    const { memory, contexts, turn } = aLiveSession(placement);
    await memory.patchScratchpad({ objective: 'Find the order' });
    await memory.notes.set('page', 'Checkout, step 2');
    for (const text of ['trains', 'boats and ferries', 'planes, and all there is to say of them']) {
      await turn(text);
    }
    expect(contexts().map(({ changed }) => 'live' in changed)).toEqual([true, false, false]);
    await memory.notes.set('page', 'Checkout, step 3');
    await turn('paying');
    expect(contexts().map(({ changed }) => 'live' in changed)).toEqual([true, false, false, true]);
  },
);

test.each(PLACEMENTS)(
  '[HIS-1] a past context has its live text as it was then (%s)',
  async (placement) => {
    const { memory, turn } = aLiveSession(placement);
    await memory.patchScratchpad({ objective: 'Find the order' });
    await memory.notes.set('page', 'Checkout, step 2');
    const plans = [await turn('trains'), await turn('boats and ferries'), await turn('planes')];
    for (const [at, plan] of plans.entries()) {
      const past = await memory.stateAt(at + 1);
      const live = ({ tier }: { readonly tier: string }) => tier === 'live';
      expect(past?.items.filter(live)).toEqual(plan.items.filter(live));
      expect(past?.items.filter(live)).toHaveLength(2);
    }
  },
);

test.each([
  ['a text that is none', { role: 'user', parts: [{ type: 'text', text: 7 }] }],
  ['nobody’s role', { role: 'nobody', parts: [{ type: 'text', text: 'Lyon' }] }],
  ['a part of no kind', { role: 'user', parts: [{ type: 'letter', text: 'Lyon' }] }],
  ['no message', 'Lyon'],
])('[STO-6] a stored context whose live text has %s is no record', async (_, message) => {
  const { memory, contexts, turn } = aLiveSession('auto');
  await memory.notes.set('page', 'Checkout, step 2');
  await turn('trains');
  const [context] = contexts();
  const { live } = context?.changed ?? {};
  expect(live?.items).toHaveLength(1);
  expect(isHistoryRecord(context)).toBe(true);
  const items = live?.items.map((item) => ({ ...item, message }));
  const damaged = { ...context, changed: { ...context?.changed, live: { ...live, items } } };
  expect(isHistoryRecord(damaged)).toBe(false);
});
