import { setImmediate } from 'node:timers/promises';
import { describeDecision } from '@agent-memory/explain';
import { isHistoryRecord } from '@agent-memory/sessions/stored';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { AgentMemoryError } from '../ground/errors/errors.ts';
import { UnknownEntryError } from '../ground/errors/unknown-entry-error.ts';
import { nextTask } from '../ground/platform/clock.ts';
import type { MemoryEvent } from '../state/events/memory-event.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import type { SessionChange, StoredSession } from '../store/memory-store.ts';
import { someEntries } from '../testing/builders.ts';
import { grammarFaults } from '../testing/context-faults.ts';
import { storedFaultsOf } from '../testing/reference-session.ts';
import { aScriptedStore } from '../testing/scripted-store.ts';
import {
  aHeldAnswer,
  aScriptedSummarizer,
  type SummaryAnswer,
  says,
} from '../testing/scripted-summarizer.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import type { AgentMemory, AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const RUNS = { numRuns: 60, seed: 20261122 };
// Many lives take their time on a busy machine; nothing here measures it.

function aMemory(options: Partial<AgentMemoryOptions> = {}): AgentMemory {
  let made = 0;
  return createAgentMemory({
    id: 'trip',
    system: 'Answer briefly.',
    budget: fixedBudget(1_000, { high: 0.9, low: 0.4 }),
    tokenCounter: simpleCounter,
    clock: aSimulatedClock(),
    createId: () => `made-${made++}`,
    ...options,
  });
}

const user = (id: string, content = id) => ({ id, role: 'user' as const, content });
const reply = (id: string, content = id) => ({ id, role: 'assistant' as const, content });

/** `u1 a1 u2 a2 …`, so many exchanges. */
function exchanges(count: number, words = '') {
  return Array.from({ length: count }, (_, index) => [
    user(`u${index + 1}`, `question ${index + 1} ${words}`),
    reply(`a${index + 1}`, `answer ${index + 1} ${words}`),
  ]).flat();
}

const idsOf = (memory: AgentMemory) => memory.entries().map(({ id }) => id);

describe('moving the head', () => {
  test('[MSG-5] an edit appends behind another entry, and what followed it stays as another branch', async () => {
    const memory = aMemory();
    await memory.append(exchanges(2));
    const added = await memory.append([user('u2-edited')], { after: 'a1' });
    expect(
      added.map(({ id, seq, position, parentId }) => ({ id, seq, position, parentId })),
    ).toEqual([{ id: 'u2-edited', seq: 2, position: 4, parentId: 'a1' }]);
    expect(idsOf(memory)).toEqual(['u1', 'a1', 'u2-edited']);
    expect(memory.getState()).toMatchObject({ entries: 3, headId: 'u2-edited' });
    expect(memory.entry('a2')?.message.parts).toEqual([{ type: 'text', text: 'answer 2 ' }]);
    expect(memory.branches()).toEqual([
      { headId: 'a2', entries: 4, forkedAfter: 'a1', isCurrent: false },
      { headId: 'u2-edited', entries: 3, forkedAfter: null, isCurrent: true },
    ]);
  });

  test('[MSG-5] regenerating moves the head to the question, and the other answer follows it', async () => {
    const memory = aMemory();
    await memory.append(exchanges(2));
    await memory.moveHead('u2');
    expect(idsOf(memory)).toEqual(['u1', 'a1', 'u2']);
    const { messages } = await memory.assemble();
    expect(messages.at(-1)).toEqual({ role: 'user', content: 'question 2 ' });
    await memory.append(reply('a2-again'));
    expect(idsOf(memory)).toEqual(['u1', 'a1', 'u2', 'a2-again']);
    await memory.moveHead('a2');
    expect(idsOf(memory)).toEqual(['u1', 'a1', 'u2', 'a2']);
    expect(memory.branches().map(({ headId, isCurrent }) => [headId, isCurrent])).toEqual([
      ['a2', true],
      ['a2-again', false],
    ]);
  });

  test('[MSG-5] a conversation can begin anew, and the next message follows nothing', async () => {
    const memory = aMemory();
    await memory.append(exchanges(1));
    await memory.moveHead(null);
    expect(memory.getState()).toMatchObject({ entries: 0, headId: null });
    expect(memory.branches()).toEqual([
      { headId: 'a1', entries: 2, forkedAfter: null, isCurrent: false },
    ]);
    const [first] = await memory.append(user('anew'));
    expect(first).toMatchObject({ seq: 0, position: 2, parentId: null });
    expect((await memory.assemble()).messages).toEqual([
      { role: 'system', content: 'Answer briefly.' },
      { role: 'user', content: 'anew' },
    ]);
  });

  test('[MSG-5] a session that has one branch says so, and an empty one has none', async () => {
    const memory = aMemory();
    expect(memory.branches()).toEqual([]);
    const [entry] = await memory.append(user('u1'));
    expect(memory.branches()).toEqual([
      { headId: 'u1', entries: 1, forkedAfter: null, isCurrent: true },
    ]);
    expect(entry).not.toHaveProperty('position');
  });

  test('[MSG-5] an unknown entry is refused by name, and nothing is changed', async () => {
    const memory = aMemory();
    await memory.append(exchanges(1));
    const state = memory.getState();
    const refusals = [
      memory.moveHead('nobody'),
      memory.append(user('u2'), { after: 'nobody' }),
    ].map((call) => call.catch((error: unknown) => error));
    for (const error of await Promise.all(refusals)) {
      expect(error).toBeInstanceOf(UnknownEntryError);
      expect(error).toMatchObject({
        code: 'UNKNOWN_ENTRY',
        message: expect.stringContaining('"nobody"'),
      });
    }
    expect(memory.getState()).toBe(state);
  });

  test('[MSG-5] moving to where the head is changes nothing and stores nothing', async () => {
    const store = aScriptedStore(inMemoryStore());
    const memory = aMemory({ store });
    await memory.append(exchanges(1));
    const [state, calls] = [memory.getState(), store.calls.length];
    await memory.moveHead('a1');
    expect(memory.getState()).toBe(state);
    expect(store.calls).toHaveLength(calls);
  });

  test('[MSG-5] the same append again is harmless, whichever branch it was on', async () => {
    const memory = aMemory();
    await memory.append(exchanges(2));
    const edit = () => memory.append([user('u2-edited'), reply('a2-edited')], { after: 'a1' });
    const first = await edit();
    const state = memory.getState();
    expect(await edit()).toEqual(first);
    expect(memory.getState()).toBe(state);
    await memory.append(user('u3'));
    await edit();
    expect(idsOf(memory)).toEqual(['u1', 'a1', 'u2-edited', 'a2-edited', 'u3']);
  });

  test('[MSG-5] what is known to follow the head on another branch is taken up and not stored twice', async () => {
    const memory = aMemory();
    await memory.append(exchanges(2));
    await memory.moveHead('a1');
    await memory.append([user('u2', 'question 2 '), user('new')]);
    expect(idsOf(memory)).toEqual(['u1', 'a1', 'u2', 'new']);
    // It follows something else there, so here it is said anew.
    const again = () => memory.append(reply('a2', 'answer 2 '));
    expect(await again()).toMatchObject([{ id: 'a2~2', seq: 4 }]);
    expect(await again()).toMatchObject([{ id: 'a2~2', seq: 4 }]);
    expect(idsOf(memory)).toEqual(['u1', 'a1', 'u2', 'new', 'a2~2']);
    expect(memory.getState().degraded).toEqual([]);
  });

  test('[MSG-5] changes take effect in the order of the calls, whatever each has to fetch first', async () => {
    const memory = aMemory();
    await Promise.all([
      memory.append(exchanges(2)),
      memory.append(user('u2-edited'), { after: 'a1' }),
      memory.append(reply('a2-edited')),
      memory.moveHead('a2'),
      memory.append(user('u3')),
      memory.moveHead('nobody').catch(() => undefined),
      memory.append(reply('a3')),
    ]);
    expect(idsOf(memory)).toEqual(['u1', 'a1', 'u2', 'a2', 'u3', 'a3']);
    expect(memory.entry('a2-edited')?.parentId).toBe('u2-edited');
  });

  test('[MSG-5] a move and what is appended there are one commit', async () => {
    const changes: SessionChange[] = [];
    const inner = inMemoryStore();
    const store = {
      ...aScriptedStore(inner),
      commit: (id: string, change: SessionChange) => {
        changes.push(change);
        return inner.commit(id, change);
      },
    };
    const memory = aMemory({ store });
    await memory.append(exchanges(2));
    await memory.append(user('u2-edited'), { after: 'a1' });
    expect(changes).toHaveLength(2);
    expect(changes[0]).not.toHaveProperty('head');
    expect(changes[1]).toMatchObject({
      entries: [{ id: 'u2-edited', seq: 2, position: 4 }],
      head: { value: 'u2-edited' },
      basis: { entries: 5, lastEntryId: 'u2-edited' },
    });
    await memory.append(reply('a2-edited'));
    expect(changes[2]).not.toHaveProperty('head');
    await memory.moveHead('u1');
    expect(changes[3]).toMatchObject({
      head: { value: 'u1' },
      basis: { entries: 6, lastEntryId: 'a2-edited', headId: 'u1' },
    });
    expect(changes[3]).not.toHaveProperty('overlays');
  });

  test('[OBS-1] a move is told with the entry it went to, ahead of what is appended there', async () => {
    const memory = aMemory();
    await memory.append(exchanges(2));
    const events: MemoryEvent[] = [];
    memory.onEvent((event) => events.push(event));
    await memory.append(user('u2-edited'), { after: 'a1' });
    await memory.moveHead(null);
    expect(events).toMatchObject([
      { type: 'head-move', headId: 'a1', entries: 2 },
      { type: 'entry-append', entryId: 'u2-edited', seq: 2 },
      { type: 'head-move', headId: null, entries: 0 },
    ]);
  });

  test('[DEV-1] an entry of another branch is explained as one', async () => {
    const memory = aMemory();
    await memory.append(exchanges(2));
    await memory.moveHead('u2');
    const decision = memory.explain('a2');
    expect(decision).toMatchObject({
      itemId: 'a2',
      fate: 'not-selected',
      rule: 'OTHER_BRANCH',
      tokens: { sent: 0 },
      numbers: {},
    });
    expect(decision?.tokens.raw).toBe(memory.entry('a2')?.tokens.value);
    expect(decision && describeDecision(decision).sentence).toContain('another branch');
    expect(memory.explain('nobody')).toBeUndefined();
  });

  test('[OBS-2] the cache report of the context behind a move says edit', async () => {
    const memory = aMemory();
    await memory.append(exchanges(3));
    // Waits for the code that compares.
    await memory.previewCompaction();
    await memory.assemble();
    await memory.append(user('u3-edited'), { after: 'a2' });
    const { plan } = await memory.assemble();
    expect(plan.cache?.firstChange).toEqual({ itemId: 'u3-edited', cause: 'edit' });
    await memory.moveHead('a1');
    const shorter = await memory.assemble();
    expect(shorter.plan.cache).toMatchObject({ firstChange: { cause: 'edit' }, newTokens: 0 });
  });

  test('[TOK-3] what was estimated and is taken up again is counted then, once', async () => {
    const store = inMemoryStore();
    const first = aMemory({ store, tokenCounter: { ...simpleCounter, source: 'estimated' } });
    await first.append(exchanges(2));
    await first.moveHead('u1');
    await first.dispose();
    const counted: string[] = [];
    const tokenCounter: TokenCounter = {
      ...simpleCounter,
      count: (text) => {
        counted.push(text);
        return simpleCounter.count(text);
      },
    };
    const memory = aMemory({ store, tokenCounter });
    const sourceOf = (id: string) => memory.entry(id)?.tokens.source;
    await memory.ready;
    while (sourceOf('u1') !== 'counted') await nextTask();
    expect(sourceOf('a2')).toBe('estimated');
    await memory.moveHead('a2');
    while (sourceOf('a2') !== 'counted') await nextTask();
    expect(counted.filter((text) => text.startsWith('answer 2'))).toHaveLength(1);
    await memory.dispose();
    const stored = await store.load('trip');
    expect(stored?.entries.map(({ tokens }) => tokens.source)).toEqual(Array(4).fill('counted'));
  });

  test('[TOK-3] a head that moves while estimates are counted has no entry counted or stored twice', async () => {
    const inner = aScriptedStore(inMemoryStore());
    const first = aMemory({
      store: inner,
      tokenCounter: { ...simpleCounter, source: 'estimated' },
    });
    await first.append(exchanges(300));
    await first.dispose();
    const storedPlaces: number[] = [];
    const store: typeof inner = {
      ...inner,
      commit: (id, change, options) => {
        storedPlaces.push(...(change.tokens?.keys() ?? []));
        return inner.commit(id, change, options);
      },
    };
    const texts: string[] = [];
    const tokenCounter: TokenCounter = {
      ...simpleCounter,
      count: (text) => {
        texts.push(text);
        return simpleCounter.count(text);
      },
    };
    const memory = aMemory({ store, tokenCounter });
    const moved = new Promise<void>((resolve, reject) => {
      const stop = memory.onEvent(({ type }) => {
        if (type !== 'tokens-update') return;
        stop();
        memory.moveHead('a250').then(resolve, reject);
      });
    });
    const allCounted = async () => {
      while (memory.entries().some(({ tokens }) => tokens.source !== 'counted')) await nextTask();
    };
    await memory.ready;
    await moved;
    await allCounted();
    expect(memory.entries()).toHaveLength(500);
    await memory.moveHead('a300');
    await allCounted();
    await memory.dispose();
    expect(storedPlaces.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 600 }, (_, i) => i),
    );
    const answers = texts.filter((text) => text.startsWith('answer '));
    expect(answers.toSorted()).toEqual([...new Set(answers)].toSorted());
    expect(answers).toHaveLength(300);
  });
});

describe('several lives', () => {
  test('[MSG-5] [STO-4] edit, reload, switch branch, reload: each life goes on where the last one was', async () => {
    const store = inMemoryStore();
    const live = async (what: (memory: AgentMemory) => Promise<unknown>) => {
      const memory = aMemory({ store });
      await memory.ready;
      await what(memory);
      const seen = { ids: idsOf(memory), branches: memory.branches(), plan: textOf(memory) };
      await memory.dispose();
      return seen;
    };
    const peek = () => live(async () => undefined);

    await live((memory) => memory.append(exchanges(3)));
    const edited = await live((memory) =>
      memory.append([user('u2-edited'), reply('a2-edited')], { after: 'a1' }),
    );
    expect(edited.ids).toEqual(['u1', 'a1', 'u2-edited', 'a2-edited']);
    expect(await peek()).toEqual(edited);

    const switched = await live((memory) => memory.moveHead('a3'));
    expect(switched.ids).toEqual(['u1', 'a1', 'u2', 'a2', 'u3', 'a3']);
    expect(await peek()).toEqual(switched);

    const third = await live((memory) => memory.append(user('u3-again'), { after: 'a2' }));
    expect(third.branches).toEqual([
      { headId: 'a3', entries: 6, forkedAfter: 'a2', isCurrent: false },
      { headId: 'a2-edited', entries: 4, forkedAfter: 'a1', isCurrent: false },
      { headId: 'u3-again', entries: 5, forkedAfter: null, isCurrent: true },
    ]);
    expect(await peek()).toEqual(third);

    const anew = await live((memory) => memory.moveHead(null));
    expect(anew.ids).toEqual([]);
    expect(await peek()).toEqual(anew);
    const back = await live((memory) => memory.moveHead('a2-edited'));
    expect(back.ids).toEqual(edited.ids);
    expect(await peek()).toEqual(back);
    expect((await store.load('trip'))?.entries.map(({ position, seq }) => position ?? seq)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
    );
  });

  test('[STO-4] what could not be stored on a branch is brought along by the next write, wherever the head is then', async () => {
    const inner = inMemoryStore();
    const store = aScriptedStore(inner);
    const memory = aMemory({ store });
    await memory.append(exchanges(2));
    const failed: unknown[] = [];
    for (const work of [
      () => memory.append(user('u2-edited'), { after: 'a1' }),
      () => memory.append(reply('a2-edited')),
      () => memory.moveHead('u1'),
      () => memory.append(reply('a1-again')),
      () => memory.moveHead('a2'),
    ]) {
      store.failNext('commit', new TypeError('the disk coughed'));
      await work().catch((error: unknown) => failed.push(error));
    }
    expect(failed).not.toHaveLength(0);
    store.heal();
    await memory.append(user('u3'));
    const stored = await inner.load('trip');
    expect(stored?.entries.map(({ id }) => id)).toEqual([
      ...['u1', 'a1', 'u2', 'a2'],
      ...['u2-edited', 'a2-edited', 'a1-again', 'u3'],
    ]);
    await memory.dispose();
    const next = aMemory({ store: inner });
    await next.ready;
    expect(idsOf(next)).toEqual(['u1', 'a1', 'u2', 'a2', 'u3']);
  });

  test('[STO-4] a move that could not be stored is stored when it is asked for again', async () => {
    const inner = inMemoryStore();
    const store = aScriptedStore(inner);
    const memory = aMemory({ store });
    await memory.append(exchanges(2));
    store.failNext('commit', new TypeError('the disk coughed'));
    await expect(memory.moveHead('u1')).rejects.toThrow('the disk coughed');
    expect((await inner.load('trip'))?.headId).toBeUndefined();
    await memory.moveHead('u1');
    expect((await inner.load('trip'))?.headId).toBe('u1');
  });

  test('[NS-2] what a tab says that does not know of a move is stored as a branch, and moves nothing', async () => {
    const store = inMemoryStore();
    const [one, other] = [aMemory({ store }), aMemory({ store: { ...aScriptedStore(store) } })];
    await one.append(exchanges(2));
    await other.ready;
    await other.moveHead('u1');
    await one.append(user('u3'));
    expect(await storedFaultsOf(store, 'trip', isHistoryRecord)).toEqual([]);
    expect(one.getState().degraded).toMatchObject([{ code: 'STORED_AS_BRANCH' }]);
    expect(one.branches().map(({ headId }) => headId)).toEqual(['u1', 'u3']);
    const next = aMemory({ store });
    await next.ready;
    for (const memory of [one, next]) expect(idsOf(memory)).toEqual(['u1']);
    await one.moveHead('u3');
    expect(one.getState().degraded).toEqual([]);
    expect(idsOf(one)).toEqual(['u1', 'a1', 'u2', 'a2', 'u3']);
  });

  test.each<[string, (stored: StoredSession) => Partial<StoredSession>]>([
    ['follows an entry that is not there', cut('parentId', 'nobody')],
    ['follows nothing in the middle', cut('parentId', null)],
    ['follows one behind it', cut('parentId', 'entry-000003')],
    ['has the id of an earlier one', cut('id', 'entry-000000')],
    ['says that it stands elsewhere', cut('position', 7)],
    ['belongs to a unit that is not its own', cut('unitStart', 0)],
    ['is not the head that is said', () => ({ headId: 'nobody' })],
  ])(
    '[STO-2] a stored session of which an entry %s is left as it is, and said to be damaged',
    async (_, damage) => {
      const entries = someEntries(0, 4);
      const inner = inMemoryStore();
      await inner.commit('trip', { atMs: 1, entries });
      const commits: SessionChange[] = [];
      const store = {
        ...aScriptedStore(inner),
        load: async (id: string) => {
          const stored = await inner.load(id);
          return stored && { ...stored, ...damage(stored) };
        },
        commit: async (_id: string, change: SessionChange) => void commits.push(change),
      };
      const memory = aMemory({ store });
      await memory.ready;
      expect(memory.getState().error?.code).toBe('STORE_CORRUPT');
      expect(memory.entries()).toEqual([]);
      await memory.append(user('u1'));
      expect(commits).toEqual([]);
    },
  );

  function cut<Field extends string>(field: Field, value: unknown) {
    return ({ entries }: StoredSession) => ({
      entries: entries.map((entry, index) => (index === 2 ? { ...entry, [field]: value } : entry)),
    });
  }

  function textOf(memory: AgentMemory): string {
    return JSON.stringify(memory.plan().items.map(({ message }) => message));
  }
});

describe('overlays and a moved head', () => {
  /** Long enough to be compacted: the oldest exchanges have left, the newest ones stand. */
  async function aCompactedSession(options: Partial<AgentMemoryOptions> = {}) {
    const memory = aMemory(options);
    await memory.append(exchanges(20, 'word '.repeat(40)));
    const record = await memory.compact();
    if (!record) throw new Error('Nothing was compacted.');
    const ends = record.left.map(({ toSeq }) => toSeq);
    return { memory, record, leftTo: Math.max(...ends) };
  }

  test('[CMP-8] overlays that lie ahead of the fork stay, and with them the bytes of the prefix', async () => {
    const { memory, leftTo } = await aCompactedSession();
    const before = (await memory.assemble()).plan;
    await memory.moveHead('u20');
    const { plan } = await memory.assemble();
    expect(plan.epoch).toBe(before.epoch);
    expect(plan.ranges).toEqual(before.ranges);
    expect(plan.cache).toMatchObject({ newTokens: 0, firstChange: { cause: 'edit' } });
    expect(leftTo).toBeLessThanOrEqual(38);
    // It is the newest compaction of this epoch still, and can be taken back.
    await memory.undoCompaction();
    expect(memory.plan().ranges).toEqual([]);
  });

  test('[CMP-8] where an overlay reaches behind the fork they are derived anew in a new epoch', async () => {
    const store = inMemoryStore();
    const { memory, record } = await aCompactedSession({ store });
    const { epoch } = await memory.assemble().then(({ plan }) => plan);
    await memory.moveHead('u3');
    expect(memory.plan()).toMatchObject({ epoch: epoch + 1, ranges: [] });
    const { plan } = await memory.assemble();
    expect(plan.cache?.firstChange?.cause).toBe('edit');
    expect(plan.totalTokens).toBeLessThanOrEqual(1_000);
    await expect(memory.undoCompaction(record.id)).rejects.toThrow('other branch');
    const stored = await store.load('trip');
    expect(stored?.overlays).toMatchObject({ epoch: epoch + 1, ranges: [] });
    expect(await storedFaultsOf(store, 'trip', isHistoryRecord)).toEqual([]);
  });

  test('[CMP-8] a fork behind the newest range, whose user message has left, derives anew', async () => {
    const { memory, leftTo } = await aCompactedSession();
    const { epoch } = memory.plan();
    const last = memory.entries()[leftTo - 1];
    if (!last) throw new Error('Nothing has left.');
    await memory.moveHead(last.id);
    // The newest message and the user's last one never leave; here they had.
    expect(memory.plan()).toMatchObject({ epoch: epoch + 1, ranges: [] });
  });

  test('[CMP-8] a result that a later one had superseded is whole again where that one is not', async () => {
    const call = (id: string) => ({
      id: `call-${id}`,
      role: 'assistant' as const,
      content: null,
      tool_calls: [
        { id, type: 'function' as const, function: { name: 'read', arguments: '{"page":1}' } },
      ],
    });
    const result = (id: string) => ({
      id: `result-${id}`,
      role: 'tool' as const,
      tool_call_id: id,
      content: `page one, ${id} ${'word '.repeat(160)}`,
    });
    const memory = aMemory({
      budget: fixedBudget(1_000, { high: 0.9, low: 0.4 }),
      // Results are superseded, and not shortened before.
      toolHints: { read: { maxTokens: 1_000 } },
    });
    const filler = 'word '.repeat(80);
    await memory.append([user('u1'), call('x'), result('x'), reply('a1', filler), user('u2')]);
    await memory.append([call('y'), result('y'), reply('a2'), user('u3')]);
    await memory.compact();
    expect(memory.explain('result-x')?.rule).toBe('RESULT_SUPERSEDED');
    await memory.moveHead('u2');
    expect(memory.explain('result-x')?.fate).toBe('sent');
    await memory.append(user('more'));
    expect(JSON.stringify((await memory.assemble()).messages)).toContain('page one, x');
  });

  test('[CMP-7] a head that moves while a summary is awaited drops the compaction', async () => {
    const held = aHeldAnswer();
    const summarizer = aScriptedSummarizer(held.answer);
    const store = inMemoryStore();
    const memory = aMemory({ store, summarizer });
    await memory.append(exchanges(20, 'word '.repeat(40)));
    const compacting = memory.compact();
    await summarizer.asked(1);
    await memory.moveHead('u20');
    held.say('- of the other branch');
    expect(await compacting).toBeUndefined();
    expect(memory.getState()).toMatchObject({ status: 'ready', compactions: [] });
    expect(memory.plan().ranges).toEqual([]);
    expect(await memory.archived()).toBeUndefined();
    await memory.dispose();
    expect((await store.load('trip'))?.compactions).toEqual([]);
  });

  test('[CMP-7] a head that went and came back drops it as well', async () => {
    const held = aHeldAnswer();
    const summarizer = aScriptedSummarizer(held.answer);
    const memory = aMemory({ summarizer });
    await memory.append(exchanges(20, 'word '.repeat(40)));
    const compacting = memory.compact();
    await summarizer.asked(1);
    await memory.moveHead('u20');
    await memory.moveHead('a20');
    held.say('- too late');
    expect(await compacting).toBeUndefined();
    expect(memory.plan().ranges).toEqual([]);
  });

  test('[CMP-12] an undo that a moved head overtakes is refused, and nothing is changed', async () => {
    const { memory } = await aCompactedSession();
    const undoing = memory.undoCompaction().catch((error: unknown) => error);
    await memory.moveHead('u20');
    const outcome = await undoing;
    const { ranges } = memory.plan();
    // It came first, or it was refused; either way what stands is of this path.
    if (AgentMemoryError.isInstance(outcome)) expect(outcome.code).toBe('UNDO_REFUSED');
    else expect(ranges).toEqual([]);
    expect((await memory.assemble()).plan.totalTokens).toBeLessThanOrEqual(1_000);
  });

  test('[CMP-13] a prepared summary is let go when the head moves, and so is one being prepared', async () => {
    const summarizer = aScriptedSummarizer(says('- prepared'));
    const memory = aMemory({ summarizer, compaction: { prepareAt: 0.1 } });
    await memory.append(exchanges(5, 'word '.repeat(40)));
    await memory.previewCompaction();
    await memory.assemble();
    while (memory.getState().summary.status !== 'prepared') await nextTask();
    await memory.moveHead('u1');
    expect(memory.getState().summary.status).toBe('idle');

    await memory.append(exchanges(5, 'other '.repeat(40)).map(({ id, ...message }) => message));
    const held = aHeldAnswer();
    summarizer.behave(held.answer);
    await memory.assemble();
    await summarizer.asked(2);
    await memory.moveHead('u1');
    held.say('- of the other branch');
    while (memory.getState().summary.status === 'working') await nextTask();
    expect(memory.getState().summary.status).toBe('idle');
  });

  test('[CMP-4] a summary that was asked for on a longer branch is none of this run', async () => {
    const clock = aSimulatedClock();
    const summarizer = aScriptedSummarizer(says('- so far'));
    const memory = aMemory({ clock, summarizer });
    await memory.append(exchanges(20, 'word '.repeat(40)));
    clock.advance(1_000);
    await memory.assemble();
    expect(summarizer.calls).toBe(1);
    clock.advance(1_000);
    await memory.append(user('anew', 'word '.repeat(40)), { after: 'a2' });
    const more = exchanges(6, 'other '.repeat(60)).map(({ id, ...message }) => message);
    clock.advance(1_000);
    await memory.append([...more, user('and now')]);
    await memory.assemble();
    expect(summarizer.calls).toBe(2);
  });
});

/** Matches the mark that each message holds; compaction keeps it as an exact value. */
const MARK = /MARK-\d{6}/g;

function marksIn(value: unknown): ReadonlySet<string> {
  const text = JSON.stringify(value, (_, one) => (one instanceof Map ? [...one] : one)) ?? '';
  return new Set(text.match(MARK) ?? []);
}

/** Repeats the marks that it was told of, after a while. */
const echo: SummaryAnswer = async (request, options) => {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
  const marks = [...marksIn([request.sources, request.previous])];
  return says(`- said so far: ${marks.slice(-40).join(' ')}`)(request, options);
};

type Step =
  | {
      readonly kind: 'say';
      readonly count: number;
      readonly words: number;
      readonly tools: boolean;
    }
  | { readonly kind: 'edit'; readonly back: number; readonly words: number }
  | { readonly kind: 'move'; readonly to: number }
  | {
      readonly kind: 'move-during';
      readonly to: number;
      readonly what: 'assemble' | 'compact' | 'undo';
      readonly turns: number;
    }
  | { readonly kind: 'assemble' | 'compact' | 'undo' | 'reload' };

const words = fc.integer({ min: 1, max: 130 });
const turns = fc.nat({ max: 30 });
const to = fc.nat({ max: 80 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('say' as const),
      count: fc.integer({ min: 1, max: 8 }),
      words,
      tools: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('edit' as const), back: fc.nat({ max: 6 }), words }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), to }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('move-during' as const),
      to,
      what: fc.constantFrom('assemble', 'compact', 'undo'),
      turns,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constantFrom('assemble', 'compact', 'undo', 'reload') }),
  },
);

test('[MSG-5] [CMP-7] nothing that is sent, kept or stored for a branch speaks of another one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 24, size: 'large' }), async (steps) => {
      const store = inMemoryStore();
      const summarizer = aScriptedSummarizer(echo);
      const clock = aSimulatedClock();
      let made = 0;
      const open = () =>
        aMemory({
          store,
          summarizer,
          clock,
          createId: () => `e-${made++}`,
          budget: fixedBudget(700, { high: 0.8, low: 0.4 }),
          compaction: { prepareAt: 0.5 },
          toolHints: { read: { latestOnly: true } },
        });
      let memory = open();
      let marks = 0;
      const marked = (count: number) =>
        `MARK-${String(++marks).padStart(6, '0')} ${'word '.repeat(count)}`;
      const say = (count: number, length: number, withTools: boolean) =>
        Array.from({ length: count }, (_, index): readonly OpenAiMessage[] => {
          if (index % 3 !== 1 || !withTools) {
            return [{ role: index % 2 === 0 ? 'user' : 'assistant', content: marked(length) }];
          }
          const id = `call-${marks}`;
          return [
            {
              role: 'assistant',
              content: null,
              tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: '{}' } }],
            },
            { role: 'tool', tool_call_id: id, content: marked(length) },
          ];
        }).flat();
      const allowed = async (work: Promise<unknown>) => {
        const error = await work.then(
          () => undefined,
          (cause: unknown) => cause,
        );
        const codes = ['CONTEXT_OVERFLOW', 'UNDO_REFUSED'];
        if (error && !(AgentMemoryError.isInstance(error) && codes.includes(error.code)))
          throw error;
      };
      const move = (place: number) => {
        const all = made === 0 ? [] : [...Array(made).keys()].map((index) => `e-${index}`);
        const known = all.filter((id) => memory.entry(id));
        return memory.moveHead(known[place % Math.max(1, known.length)] ?? null);
      };
      const begin = { assemble: () => memory.assemble(), compact: () => memory.compact() };

      for (const one of steps) {
        clock.advance(60_000);
        if (one.kind === 'say') await memory.append(say(one.count, one.words, one.tools));
        else if (one.kind === 'edit') {
          const after = memory.entries().at(-1 - one.back)?.id ?? null;
          await memory.append(say(2, one.words, false), { after });
        } else if (one.kind === 'move') await move(one.to);
        else if (one.kind === 'move-during') {
          const { what } = one;
          const working = allowed(what === 'undo' ? memory.undoCompaction() : begin[what]());
          for (let turn = 0; turn < one.turns; turn += 1) await Promise.resolve();
          await Promise.all([working, move(one.to)]);
        } else if (one.kind === 'reload') {
          await memory.dispose();
          memory = open();
          await memory.ready;
        } else if (one.kind === 'undo') await allowed(memory.undoCompaction());
        else await allowed(begin[one.kind]());
        await setImmediate();

        const onPath = marksIn(memory.entries());
        const strangers = (value: unknown) =>
          [...marksIn(value)].filter((mark) => !onPath.has(mark));
        expect(strangers(memory.plan().items)).toEqual([]);
        expect(strangers(await memory.archived())).toEqual([]);
        expect(await storedFaultsOf(store, 'trip', isHistoryRecord)).toEqual([]);
        const stored = await store.load('trip');
        expect(strangers(stored?.overlays)).toEqual([]);
        await allowed(
          memory.assemble().then(({ messages, plan }) => {
            expect(strangers(messages)).toEqual([]);
            expect(grammarFaults(messages)).toEqual([]);
            expect(plan.totalTokens).toBeLessThanOrEqual(700);
          }),
        );
      }
      await memory.dispose();
    }),
    RUNS,
  );
});
