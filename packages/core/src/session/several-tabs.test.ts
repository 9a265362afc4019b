import { sessionCatalog } from '@agent-memory/sessions';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StoreUnavailableError } from '../ground/errors/errors.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { checkTree } from '../store/stored-transcript.ts';
import { aScriptedStore } from '../testing/scripted-store.ts';
import { aSharedStore } from '../testing/shared-store.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { AgentMemory, AgentMemoryOptions, WindowOption } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const RUNS = { numRuns: 40, seed: 20261126 };

function aMemory(store: MemoryStore, options: Partial<AgentMemoryOptions> = {}): AgentMemory {
  const given: AgentMemoryOptions & WindowOption = {
    id: 'trip',
    budget: fixedBudget(2_000, { high: 0.9, low: 0.4 }),
    tokenCounter: simpleCounter,
    store,
    ...options,
  };
  return createAgentMemory(given);
}

const user = (id: string) => ({ id, role: 'user' as const, content: `Said: ${id}` });
const answer = (id: string) => ({ id, role: 'assistant' as const, content: `Said: ${id}` });
const said = (id: string) => (id.startsWith('a') ? answer(id) : user(id));
type Said = ReturnType<typeof said>;
const idsOf = (memory: AgentMemory) => memory.entries().map(({ id }) => id);

async function twoTabs(options?: Partial<AgentMemoryOptions>) {
  const { inner, tab } = aSharedStore();
  const [one, other] = [aMemory(tab(), options), aMemory(tab(), options)];
  await Promise.all([one.ready, other.ready]);
  return { one, other, inner, tab };
}

describe('several tabs', () => {
  test('[NS-2] each shows what the other has said, without being asked to', async () => {
    const { one, other } = await twoTabs();
    await one.append(user('a'));
    await expect.poll(() => idsOf(other)).toEqual(['a']);
    await other.append(user('b'));
    await expect.poll(() => idsOf(one)).toEqual(['a', 'b']);
  });

  test('[NS-2] what both say at the same time is there, once and in one order', async () => {
    const { one, other, inner } = await twoTabs();
    const said = await Promise.all([
      ...['a1', 'a2', 'a3'].map((id) => one.append(user(id))),
      ...['b1', 'b2', 'b3'].map((id) => other.append(user(id))),
    ]);
    const stored = (await inner.load('trip'))?.entries ?? [];
    expect(stored.map(({ id }) => id).toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3']);
    // Each call gives its entries as they are stored.
    for (const { durable: _, ...entry } of said.flat())
      expect(stored).toContainEqual(expect.objectContaining(entry));
    for (const tab of [one, other])
      await expect.poll(() => idsOf(tab)).toEqual(stored.map(({ id }) => id));
  });

  test('[NS-2] a store that tells nobody is caught up with by `reload`, and by the next write', async () => {
    const { inner } = aSharedStore();
    const [one, other] = [aMemory(aScriptedStore(inner)), aMemory(aScriptedStore(inner))];
    await other.ready;
    await one.append(user('a'));
    expect(idsOf(other)).toEqual([]);
    await other.reload();
    expect(idsOf(other)).toEqual(['a']);
    await one.append(user('b'));
    await other.append(user('c'));
    expect(idsOf(other)).toEqual(['a', 'b', 'c']);
  });

  test('[NS-2] notes taken while the store was away stand beside those that another tab stored meanwhile', async () => {
    const { inner } = aSharedStore();
    const disk = aScriptedStore(inner);
    const clock = aSimulatedClock();
    const [one, other] = [aMemory(disk, { clock }), aMemory(inner)];
    await one.append(user('a'));
    disk.failAll(['commit'], new StoreUnavailableError('The disk is gone.'));
    await one.notes.set('gate', 'B12');
    await other.reload();
    await other.append(user('b'));
    await other.notes.set('seat', '14C');
    disk.heal();
    clock.advance(1_000);
    await expect.poll(() => one.notes.get('seat')).toBe('14C');
    expect(one.notes.get('gate')).toBe('B12');
    await expect.poll(() => one.getState().store.owed).toBe(0);
    const later = aMemory(inner);
    await later.ready;
    expect([later.notes.get('gate'), later.notes.get('seat')]).toEqual(['B12', '14C']);
  });

  test('[NS-2] memories of one session on one store object are told of each other', async () => {
    const { inner } = aSharedStore();
    const [one, other] = [aMemory(inner), aMemory(inner)];
    await other.ready;
    await one.append(user('a'));
    await expect.poll(() => idsOf(other)).toEqual(['a']);
  });

  test('[NS-2] where the other tab went back, what was said here is a branch, and the state says so', async () => {
    const { inner } = aSharedStore();
    const [one, other] = [aMemory(aScriptedStore(inner)), aMemory(aScriptedStore(inner))];
    await one.append([user('a'), user('b')]);
    await other.append(user('edited'), { after: 'a' });
    await one.append(user('c'));
    expect(idsOf(one)).toEqual(['a', 'edited']);
    expect(one.getState().degraded).toMatchObject([
      { code: 'STORED_AS_BRANCH', message: expect.stringContaining('"c"') },
    ]);
    expect(one.branches().find(({ headId }) => headId === 'c')).toMatchObject({ entries: 3 });
  });

  test('[NS-2] a branch is not said to be stored before it is', async () => {
    const { inner } = aSharedStore();
    const disk = aScriptedStore(inner);
    const clock = aSimulatedClock();
    const [one, other] = [aMemory(disk, { clock }), aMemory(inner)];
    await one.append([user('a'), user('b')]);
    await other.ready;
    disk.failAll(['commit'], new StoreUnavailableError('The disk is gone.'));
    await one.append(user('c'));
    await other.append(user('edited'), { after: 'a' });
    await one.reload().catch(() => undefined);
    const codes = () => one.getState().degraded.map(({ code }) => code);
    expect(codes()).not.toContain('STORED_AS_BRANCH');
    expect(one.getState().store.owed).toBe(1);
    disk.heal();
    clock.advance(1_000);
    await expect.poll(codes).toEqual(['STORED_AS_BRANCH']);
    expect((await inner.load('trip'))?.entries.map(({ id }) => id)).toContain('c');
  });

  test('[NS-2] an edit that met with another tab’s words holds behind them', async () => {
    const { inner } = aSharedStore();
    const [one, other] = [aMemory(aScriptedStore(inner)), aMemory(aScriptedStore(inner))];
    await one.append([user('a'), user('b')]);
    await other.ready;
    await one.append(user('c'));
    const [edited] = await other.append(user('edited'), { after: 'a' });
    expect(edited).toMatchObject({ id: 'edited', parentId: 'a', seq: 1 });
    expect(idsOf(other)).toEqual(['a', 'edited']);
    expect(other.getState().degraded).toMatchObject([
      { code: 'STORED_AS_BRANCH', message: expect.stringContaining('"c"') },
    ]);
    await one.append(user('d'));
    await other.moveHead('a');
    expect(idsOf(other)).toEqual(['a']);
    expect((await inner.load('trip'))?.headId).toBe('a');
    expect((await inner.load('trip'))?.entries).toHaveLength(5);
  });

  /** Two tabs that showed one turn, of which the other has said a second one. */
  async function twoLists() {
    const { one, other } = await twoTabs();
    await one.append([user('u1'), answer('a1')]);
    await expect.poll(() => idsOf(other)).toHaveLength(2);
    await other.append([user('u2'), answer('a2')]);
    await expect.poll(() => idsOf(one)).toHaveLength(4);
    return { one, other };
  }

  test.each<[string, readonly Said[], readonly string[]]>([
    ['goes on', [user('u1'), answer('a1'), user('u3')], ['u1', 'a1', 'u2', 'a2', 'u3']],
    ['says nothing new', [user('u1'), answer('a1')], ['u1', 'a1', 'u2', 'a2']],
    ['begins with what is new', [user('u3')], ['u1', 'a1', 'u2', 'a2', 'u3']],
  ])(
    '[NS-2] a list without what another tab has said, which %s, leaves it in',
    async (_, list, ids) => {
      const { one, other } = await twoLists();
      await one.reconcile(list);
      await expect.poll(() => idsOf(other)).toEqual(ids);
      expect(idsOf(one)).toEqual(ids);
      expect([one, other].flatMap((tab) => tab.getState().degraded)).toEqual([]);
    },
  );

  test('[NS-2] an edit behind what another tab has said takes the place of the edited message alone', async () => {
    const { one } = await twoLists();
    await one.reconcile([user('u1'), answer('a1'), user('u3'), answer('a3')]);
    await one.reconcile([user('u1'), answer('a1'), user('u3-edited')]);
    expect(idsOf(one)).toEqual(['u1', 'a1', 'u2', 'a2', 'u3-edited']);
  });

  test.each([
    ['`messages` has given it', (tab: AgentMemory) => tab.messages()],
    ['a list had it', (tab: AgentMemory) => tab.reconcile(['u1', 'a1', 'u2', 'a2'].map(said))],
  ])('[NS-2] what another tab has said is taken out with a list once %s', async (_, give) => {
    const { one } = await twoLists();
    await give(one);
    await one.reconcile([user('u1'), answer('a1'), user('u3')]);
    expect(idsOf(one)).toEqual(['u1', 'a1', 'u3']);
    expect(one.getState().degraded).toEqual([]);
  });

  test('[NS-2] an answer is kept behind what another tab has said since, given or not', async () => {
    const { one, other } = await twoLists();
    const list = [user('u1'), answer('a1'), user('u3')];
    await one.reconcile(list);
    await other.append(user('u4'));
    await expect.poll(() => idsOf(one)).toContain('u4');
    await one.messages();
    await one.reconcile([...list, answer('a3')], { isEarlier: true });
    expect(idsOf(one)).toEqual(['u1', 'a1', 'u2', 'a2', 'u3', 'u4', 'a3']);
  });

  test.each<[string, readonly Said[], readonly string[]]>([
    ['edits what stood before', [user('u1-edited')], ['u1-edited']],
    ['wants another answer to what stood before', [user('u1')], ['u1']],
  ])(
    '[NS-2] a list that %s leaves another tab’s turn on a branch, both say so, and there is a way back',
    async (_, list, ids) => {
      const { one, other } = await twoLists();
      await one.reconcile(list, { after: null });
      await expect.poll(() => idsOf(other)).toEqual(ids);
      for (const tab of [one, other])
        await expect
          .poll(() => tab.getState().degraded)
          .toMatchObject([{ code: 'STORED_AS_BRANCH', message: expect.stringContaining('"a2"') }]);
      await one.moveHead('a2');
      await expect.poll(() => idsOf(other)).toEqual(['u1', 'a1', 'u2', 'a2']);
      expect(one.getState().degraded).toEqual([]);
    },
  );

  test('[NS-2] a result stands behind its call, and what another tab has said between them is a branch', async () => {
    const { one, other } = await twoTabs();
    const call = {
      id: 'call',
      role: 'assistant' as const,
      content: null,
      tool_calls: [
        { id: 't', type: 'function' as const, function: { name: 'where', arguments: '{}' } },
      ],
    };
    await one.append([user('u1'), call]);
    await expect.poll(() => idsOf(other)).toHaveLength(2);
    await other.append([user('u2'), answer('a2')]);
    await expect.poll(() => idsOf(one)).toHaveLength(4);
    const result = { id: 'result', role: 'tool' as const, tool_call_id: 't', content: 'Oslo' };
    await one.reconcile([user('u1'), call, result]);
    await expect.poll(() => idsOf(other)).toEqual(['u1', 'call', 'result']);
    for (const tab of [one, other])
      expect(tab.getState().degraded).toMatchObject([{ code: 'STORED_AS_BRANCH' }]);
  });

  test('[NS-2] a question that another tab’s turn follows is answered again before it', async () => {
    const { one, other } = await twoTabs();
    await one.append(user('u1'));
    await expect.poll(() => idsOf(other)).toHaveLength(1);
    await other.append(user('u2'));
    await expect.poll(() => idsOf(one)).toHaveLength(2);
    await one.reconcile([user('u1')]);
    expect(idsOf(one)).toEqual(['u1', 'u2']);
    await other.append(answer('a2'));
    await expect.poll(() => idsOf(one)).toHaveLength(3);
    await one.reconcile([user('u1')]);
    expect(idsOf(one)).toEqual(['u1']);
  });

  test('[NS-2] an id that both used for something else is two messages', async () => {
    const { inner } = aSharedStore();
    const [one, other] = [aMemory(aScriptedStore(inner)), aMemory(aScriptedStore(inner))];
    await Promise.all([one.ready, other.ready]);
    await one.append({ id: 'm1', role: 'user', content: 'Yes.' });
    const [second] = await other.append({ id: 'm1', role: 'user', content: 'No.' });
    expect(second).toMatchObject({ id: 'm1~2', parentId: 'm1' });
    expect(idsOf(other)).toEqual(['m1', 'm1~2']);
    const [third] = await one.append({ id: 'm1', role: 'user', content: 'Yes.' });
    expect(third?.id).toBe('m1');
  });

  test('[NS-2] [PAD-1] what each changed in the scratchpad and in notes stands beside the other’s', async () => {
    const { inner } = aSharedStore();
    const [one, other] = [aMemory(aScriptedStore(inner)), aMemory(aScriptedStore(inner))];
    await one.append(user('a'));
    await other.ready;
    await one.patchScratchpad({ objective: 'Oslo' });
    await one.notes.set('seat', '14C');
    await one.append(user('b'));
    await Promise.all([
      other.append(user('c')),
      other.patchScratchpad({ currentStep: 'Book' }),
      other.notes.set('meal', 'none'),
    ]);
    const pad = { objective: 'Oslo', currentStep: 'Book' };
    expect(other.getState().scratchpad).toMatchObject(pad);
    const stored = await inner.load('trip');
    expect(stored?.scratchpad).toMatchObject(pad);
    expect(JSON.stringify([...(stored?.parts ?? [])])).toMatch(/14C.*none/);
  });

  test('[NS-2] [HIS-1] calls of both tabs are kept, and shown as they were', async () => {
    const { inner } = aSharedStore();
    const [one, other] = [aMemory(aScriptedStore(inner)), aMemory(aScriptedStore(inner))];
    await one.append(user('a'));
    await other.ready;
    const mine = await one.assemble();
    await other.append(user('b'));
    const theirs = await other.assemble();
    await other.append(user('c'));
    const next = aMemory(inner);
    await next.ready;
    const calls = next
      .history()
      .flatMap((record) => (record.kind === 'context' ? record.call : []));
    expect(calls).toEqual([1, 2]);
    for (const [call, plan] of [[1, mine.plan] as const, [2, theirs.plan] as const]) {
      expect((await next.stateAt(call))?.items.map(({ message }) => message)).toEqual(
        plan.items.map(({ message }) => message),
      );
    }
  });

  test('[NS-2] a compaction of another tab holds here too, and is not made again', async () => {
    const { one, other, inner } = await twoTabs();
    await one.append(
      Array.from({ length: 40 }, (_, n) => ({
        id: `m${n}`,
        role: n % 2 ? ('assistant' as const) : ('user' as const),
        content: `Message ${n}: ${'the usual words stand here '.repeat(12)}`,
      })),
    );
    await one.assemble();
    await expect.poll(() => other.getState().compactions.length).toBe(1);
    const { plan } = await other.assemble();
    expect(other.getState().compactions).toHaveLength(1);
    expect(plan.items.map(({ message }) => message)).toEqual(
      (await one.assemble()).plan.items.map(({ message }) => message),
    );
    expect((await inner.load('trip'))?.compactions).toHaveLength(1);
  });

  test('[NS-2] [STO-2] what was said while the store failed is stored behind what another tab said meanwhile', async () => {
    const { inner } = aSharedStore();
    const disk = aScriptedStore(inner);
    const [one, other] = [aMemory(disk), aMemory(aScriptedStore(inner))];
    await one.append(user('a'));
    await other.ready;
    disk.failAll(['commit'], new StoreUnavailableError('The disk is gone.'));
    await one.append(user('b'));
    await other.append(user('c'));
    disk.heal();
    await one.append(user('d'));
    expect(idsOf(one)).toEqual(['a', 'c', 'b', 'd']);
    expect((await inner.load('trip'))?.entries.map(({ id }) => id)).toEqual(['a', 'c', 'b', 'd']);
  });

  test('[NS-2] [STO-2] news that cannot be read says so until it can', async () => {
    const { inner, tab } = aSharedStore();
    const disk = aScriptedStore(tab());
    const mine = { ...disk, watch: tab().watch };
    const [one, other] = [aMemory(mine as MemoryStore), aMemory(tab())];
    await one.append(user('a'));
    await other.ready;
    disk.failAll(['load'], new StoreUnavailableError('The disk is gone.'));
    await other.append(user('b'));
    const codes = () => one.getState().degraded.map(({ code }) => code);
    await expect.poll(codes).toEqual(['STORE_NEWS_UNREAD']);
    await expect(one.reload()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    disk.heal();
    await one.append(user('c'));
    expect(idsOf(one)).toEqual(['a', 'b', 'c']);
    await one.reload();
    expect(codes()).toEqual([]);
    expect((await inner.load('trip'))?.entries).toHaveLength(3);
  });

  test('[NS-2] [STO-5] what the page holds beside a redacted store stays in its own words', async () => {
    const redact = (text: string) => text.replaceAll('Ada', '[name]');
    const { inner } = aSharedStore();
    const [one, other] = [aScriptedStore(inner), aScriptedStore(inner)].map((store) =>
      aMemory(store, { redact }),
    ) as [AgentMemory, AgentMemory];
    await one.append({ id: 'a', role: 'user', content: 'I am Ada.' });
    await one.patchScratchpad({ objective: 'Help Ada' });
    await other.append(user('b'));
    await one.append({ id: 'c', role: 'user', content: 'Ada again.' });
    const texts = JSON.stringify(one.entries().map(({ message }) => message.parts));
    expect(texts).toMatch(/I am Ada.*Said: b.*Ada again/);
    expect(one.getState().scratchpad).toMatchObject({ objective: 'Help Ada' });
    expect(JSON.stringify(await inner.load('trip'))).not.toContain('Ada');
  });
});

test('[NS-2] [LTM-8] what another tab erased is erased here too, and what was said is there once', async () => {
  const shared = aSharedStore();
  const [one, other] = [shared.tab(), shared.tab()];
  const memory = aMemory(one);
  await memory.append([user('a'), { id: 'b', role: 'user', content: 'My PIN is 4711.' }]);
  await sessionCatalog(other).eraseEntries('trip', { entryIds: ['b'] });
  await expect.poll(() => JSON.stringify(memory.entries())).not.toContain('4711');
  await memory.append(user('c'));
  expect(idsOf(memory)).toEqual(['a', 'b', 'c']);
  expect(JSON.stringify(await shared.inner.load('trip'))).not.toContain('4711');
});

test('[NS-2] [STO-9] of a long session only the newest entries are read for news', async () => {
  const shared = aSharedStore();
  const said = Array.from({ length: 1_200 }, (_, n) => user(`m${n}`));
  await aMemory(shared.inner).append(said);
  const options: unknown[] = [];
  const tab = shared.tab();
  const counted: MemoryStore = {
    ...tab,
    load: (id, given) => {
      options.push(given?.newest);
      return tab.load(id, given);
    },
  };
  const [memory, other] = [aMemory(counted), aMemory(shared.tab())];
  await memory.loadOlder();
  await other.append(user('news'));
  await expect.poll(() => idsOf(memory).at(-1)).toBe('news');
  expect(memory.entries()).toHaveLength(1_201);
  expect(options.every((newest) => typeof newest === 'number')).toBe(true);
});

type Act =
  | {
      readonly kind: 'append';
      readonly tab: number;
      readonly count: number;
      readonly known: boolean;
    }
  | { readonly kind: 'edit' | 'move'; readonly tab: number; readonly at: number }
  | { readonly kind: 'assemble' | 'compact' | 'pad' | 'reload'; readonly tab: number }
  | { readonly kind: 'rest' };

const TABS = 4;
const tab = fc.nat(TABS - 1);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      tab,
      count: fc.integer({ min: 1, max: 3 }),
      known: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('edit', 'move'), tab, at: fc.nat(20) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('assemble', 'compact', 'pad', 'reload'), tab }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'rest' as const }) },
);

/** Lets what is under way go on for a while. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 0));

test('[NS-2] whatever several tabs do at the same time, every acknowledged word is in the store and in every tab', async () => {
  let said = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 30 }), async (acts) => {
      const shared = aSharedStore();
      const tabs = Array.from({ length: TABS }, () => aMemory(shared.tab()));
      const acknowledged: string[] = [];
      const calls: Promise<unknown>[] = [];
      for (const each of acts) {
        const memory = tabs['tab' in each ? each.tab : 0] as AgentMemory;
        if (each.kind === 'append') {
          const list = Array.from({ length: each.count }, () => {
            said += 1;
            const content = `Word ${said}. ${'as usual '.repeat(20)}`;
            return { role: 'user' as const, content, ...(each.known && { id: `m${said % 5}` }) };
          });
          const words = list.map(({ content }) => content);
          calls.push(memory.append(list).then(() => acknowledged.push(...words)));
        } else if (each.kind === 'edit' || each.kind === 'move') {
          const { id = null } = memory.entries()[each.at % (memory.entries().length + 1)] ?? {};
          said += 1;
          const content = `Word ${said}.`;
          if (each.kind === 'move') calls.push(memory.moveHead(id));
          else {
            const edit = memory.append({ role: 'user', content }, { after: id });
            calls.push(edit.then(() => acknowledged.push(content)));
          }
        } else if (each.kind === 'assemble') calls.push(memory.assemble());
        else if (each.kind === 'compact') calls.push(memory.compact());
        else if (each.kind === 'reload') calls.push(memory.reload());
        else if (each.kind === 'pad') {
          said += 1;
          calls.push(memory.patchScratchpad({ objective: `Goal ${said}` }));
        } else await rest();
      }
      await Promise.all(calls);
      await Promise.all(tabs.map((memory) => memory.reload()));
      const stored = await shared.inner.load('trip');
      const texts = JSON.stringify(stored?.entries.map(({ message }) => message) ?? []);
      for (const word of acknowledged) expect(texts).toContain(word);
      if (stored) checkTree(stored);
      for (const memory of tabs) {
        expect(memory.getState().error).toBeUndefined();
        expect(memory.getState().headId).toBe(stored ? checkTree(stored) : null);
        const all = new Set(memory.branches().map(({ headId }) => headId));
        expect(all).toEqual(new Set(tabs[0]?.branches().map(({ headId }) => headId)));
        for (const { id, message } of stored?.entries ?? []) {
          expect(memory.entry(id)?.message).toEqual(message);
        }
        await memory.dispose();
      }
    }),
    RUNS,
  );
});
