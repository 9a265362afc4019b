import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DevtoolsSource } from '../source/devtools-source.ts';
import { memorySource } from '../source/memory-source.ts';
import { FixtureMemory } from './fixture-memory.ts';
import { knownRecords } from './known-records.ts';
import { aCompaction, FIXTURE_NOW_MS } from './plan-fixture.ts';
import { realSession } from './real-session.ts';
import { richSession } from './rich-session.ts';
import { runSession } from './run-session.ts';

/** The source as a panel reaches it. */
export interface ReachedSource {
  readonly source: DevtoolsSource;
  readonly close: () => void;
}

/** Waits for news of a source until the condition holds. */
function until(source: DevtoolsSource, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = source.subscribe(check);
    function check(): void {
      if (!holds()) return;
      stop();
      resolve();
    }
    check();
  });
}

const nowMs = () => FIXTURE_NOW_MS;

/** Everything that a panel may count on, however it reaches a source. */
export function describeSource(
  way: string,
  reach: (near: DevtoolsSource) => Promise<ReachedSource>,
): void {
  async function reached(near: DevtoolsSource): Promise<DevtoolsSource> {
    const { source, close } = await reach(near);
    onTestFinished(close);
    return source;
  }

  describe(way, () => {
    test('[DEV-8] the name, the session and the whole state are there at once', async () => {
      const near = memorySource(richSession().memory, { name: 'Support', nowMs });
      const source = await reached(near);
      expect(source.name).toBe('Support');
      expect(source.sessionId).toBe('support-4127');
      expect(source.getState()).toEqual(near.getState());
      expect(source.getState()).toBe(source.getState());
    });

    test('[DEV-8] a change arrives while somebody listens, and only what changed is another object', async () => {
      const { memory, plan } = richSession();
      const near = memorySource(memory, { nowMs });
      const source = await reached(near);
      const before = source.getState();
      const stop = source.subscribe(() => undefined);
      memory.setState({ entries: 99 });
      await until(source, () => source.getState().entries === 99);
      expect(source.getState()).toEqual(near.getState());
      expect(source.getState().plan).toBe(before.plan);
      const items = plan.items.slice(1);
      memory.assemble({ ...plan, items });
      await until(source, () => source.getState().plan?.items.length === items.length);
      expect(source.getState()).toEqual(near.getState());
      expect(source.getState().compactions).toBe(before.compactions);
      expect(source.getState().plan?.items[0]).toEqual(near.getState().plan?.items[0]);
      stop();
    });

    test('[DEV-8] anyone who stops listening lets go of the memory, and may listen again', async () => {
      const memory = new FixtureMemory();
      const source = await reached(memorySource(memory, { nowMs }));
      const stop = source.subscribe(() => undefined);
      memory.setState({ entries: 7 });
      await until(source, () => source.getState().entries === 7);
      expect(memory.listenerCount).toBeGreaterThan(0);
      stop();
      await source.archived();
      expect(memory.listenerCount).toBe(0);
      memory.setState({ entries: 8 });
      const listened = until(source, () => source.getState().entries === 8);
      await listened;
    });

    test('[DEV-8] what cannot be done rejects with the reason', async () => {
      const near = memorySource(richSession().memory, { nowMs });
      const archived = () => Promise.reject(new Error('The archive is damaged; nothing was lost.'));
      const source = await reached({ ...near, archived });
      await expect(source.archived()).rejects.toThrow('The archive is damaged; nothing was lost.');
    });

    test('[DEV-8] an abort crosses, and the reason comes back', async () => {
      const near = memorySource(richSession().memory, { nowMs });
      let aborted: (() => void) | undefined;
      const heard = new Promise<void>((resolve) => {
        aborted = resolve;
      });
      const controller = new AbortController();
      const source = await reached({
        ...near,
        trace: (_phrase, { signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              aborted?.();
              reject(signal.reason);
            });
            controller.abort(new Error('Nobody wants it any more.'));
          }),
      });
      const trace = source.trace('chain', { signal: controller.signal });
      await expect(trace).rejects.toThrow('Nobody wants it any more.');
      await heard;
    });

    test('[DEV-8] any questions in any order are answered as by the source itself', async () => {
      const memory = await realSession();
      const near = memorySource(memory, { nowMs });
      const source = await reached(near);
      await fc.assert(
        fc.asyncProperty(fc.array(aQuestion(near), { maxLength: 12 }), async (questions) => {
          const answers = await Promise.all(questions.map((ask) => ask(source)));
          expect(answers).toEqual(await Promise.all(questions.map((ask) => ask(near))));
        }),
        { seed: 16, numRuns: 40 },
      );
      memory.dispose();
    });

    test('[DEV-8] any changes of the state arrive, whatever they are', async () => {
      const { memory, plan } = richSession();
      const near = memorySource(memory, { nowMs });
      const source = await reached(near);
      const stop = source.subscribe(() => undefined);
      // An answer comes behind everything that was said before it: by then it is listened to.
      await source.archived();
      await fc.assert(
        fc.asyncProperty(fc.array(aChange(), { minLength: 1, maxLength: 6 }), async (changes) => {
          for (const change of changes) {
            if (change.kind === 'entries') memory.setState({ entries: change.count });
            if (change.kind === 'plan') {
              memory.assemble({ ...plan, items: plan.items.slice(change.from, change.to) });
            }
            if (change.kind === 'compactions') {
              const ids = Array.from({ length: change.count }, (_, at) => `compaction-${at}`);
              memory.setState({ compactions: ids.map((id) => aCompaction({ id })) });
            }
          }
          const wanted = JSON.stringify(near.getState());
          await until(source, () => JSON.stringify(source.getState()) === wanted);
        }),
        { seed: 16, numRuns: 25 },
      );
      stop();
    });

    test('[DEV-8] the long-term memory comes along, with its news and its files', async () => {
      const { longTerm, ids } = await knownRecords();
      const near = memorySource(richSession().memory, { nowMs, longTerm });
      const { longTerm: reachedMemory } = await reached(near);
      if (!reachedMemory || !near.longTerm) throw new Error('There is a long-term memory.');
      const all = { limit: 50 };
      expect(await reachedMemory.page({}, all)).toEqual(await near.longTerm.page({}, all));
      expect(await reachedMemory.history(ids.aisle)).toEqual(
        await near.longTerm.history(ids.aisle),
      );
      expect(reachedMemory.nowMs()).toBeGreaterThan(0);
      expect(reachedMemory.extraction).toBeUndefined();
      const { subscribe } = reachedMemory;
      const news = new Promise<void>((resolve) => {
        const stop = subscribe(() => {
          stop();
          resolve();
        });
      });
      // By then it is listened to.
      await reachedMemory.namespaces();
      await near.longTerm.pin(ids.tea);
      await news;
      expect(await reachedMemory.record(ids.tea)).toMatchObject({ record: { pinned: true } });
      const lines = await (await reachedMemory.exported()).text();
      expect(lines).toBe(await (await near.longTerm.exported()).text());
    });

    test('[DEV-8] the past is a source of its own, and so is what it does not keep', async () => {
      const near = memorySource(richSession().memory, { nowMs });
      const past = { call: 3, atMs: FIXTURE_NOW_MS - 60_000, lastCall: 9 };
      const then: DevtoolsSource = {
        ...near,
        past,
        getState: () => pastState,
        find: (phrase) => ({ itemIds: new Set([`${phrase} then`]), seqs: new Set() }),
      };
      const pastState = { ...near.getState(), entries: 3 };
      const source = await reached({ ...near, at: (call) => (call === 3 ? then : undefined) });
      const there = await source.at(3);
      expect(there?.past).toEqual(past);
      expect(there?.getState()).toEqual(pastState);
      expect(await there?.find('chain', 'sent')).toMatchObject({
        itemIds: new Set(['chain then']),
      });
      expect(await there?.entry(0)).toEqual(await near.entry(0));
      expect(await source.at(4)).toBeUndefined();
      expect(source.past).toBeUndefined();
    });

    test('[DEV-8] calls, the past and the trace of a real memory are those of the memory', async () => {
      const memory = await realSession();
      const near = memorySource(memory, { nowMs });
      const source = await reached(near);
      const calls = await near.calls(1);
      expect(calls.length).toBeGreaterThan(20);
      expect(await source.calls(1)).toEqual(calls);
      for (const { call } of calls) {
        const [there, here] = [await source.at(call), await near.at(call)];
        if (!there || !here) throw new Error(`Call ${call} is kept.`);
        expect(there.past).toEqual(here.past);
        expect(there.getState().plan).toEqual(here.getState().plan);
        const lastId = here.getState().plan?.items.at(-1)?.id ?? '';
        expect(await there.sentMessage(lastId)).toEqual(await here.sentMessage(lastId));
        await expect(there.compact()).rejects.toThrow(/past|Read-only/);
      }
      const { signal } = new AbortController();
      const trace = await source.trace('WTU481KL', { signal });
      expect(trace).toEqual(await near.trace('WTU481KL', { signal }));
      expect(await source.at(4_127)).toBeUndefined();
      memory.dispose();
    });

    test('[DEV-8] where the session is stored comes along', async () => {
      const memory = await realSession();
      const near = memorySource(memory, { nowMs });
      const { storage } = await reached(near);
      if (!storage || !near.storage) throw new Error('It is told where a session is stored.');
      expect(Object.keys(await storage.origin())).toEqual(Object.keys(await near.storage.origin()));
      expect(storage.sessions === undefined).toBe(near.storage.sessions === undefined);
      const file = await (await storage.exported()).text();
      expect(file).toContain('WTU481KL');
      const [last] = await near.calls(1);
      const then = await (await reached(near)).at(last?.call ?? 0);
      expect(Object.keys(then?.storage ?? {}).sort()).toEqual(['exported', 'origin']);
      memory.dispose();
    });

    test('[DEV-8] runs and checkpoints come along', async () => {
      const { memory, runs, checkpoints } = await runSession();
      const near = memorySource(memory, { nowMs, runs, checkpoints });
      const source = await reached(near);
      expect(await source.runs?.list()).toEqual(await near.runs?.list());
      expect(await source.runs?.block(1)).toEqual(await near.runs?.block(1));
      expect(await source.checkpoints?.list()).toEqual(await near.checkpoints?.list());
      expect(await source.checkpoints?.resumption()).toEqual(await near.checkpoints?.resumption());
      await near.runs?.setTitle(1, 'The order from Ghent');
      expect(await source.runs?.block(1)).toMatchObject({ summary: 'The order from Ghent' });
      memory.dispose();
    });
  });
}

type Question = (source: DevtoolsSource) => unknown;

/** Any question to a source that changes nothing. */
function aQuestion(near: DevtoolsSource): fc.Arbitrary<Question> {
  const { plan, compactions } = near.getState();
  const ids = [...(plan?.items.map(({ id }) => id) ?? []), 'none', '__proto__'];
  const anId = fc.constantFrom(...ids);
  const aSeq = fc.integer({ min: 0, max: 60 });
  const aPhrase = fc.constantFrom('chain', 'WTU481KL', 'nowhere', '<img src=x>');
  return fc.oneof(
    anId.map<Question>((id) => (source) => source.sentMessage(id)),
    anId.map<Question>((id) => (source) => source.entryById(id)),
    anId.map<Question>((id) => (source) => source.explain(id)),
    aSeq.map<Question>((seq) => (source) => source.entry(seq)),
    aPhrase.map<Question>((phrase) => (source) => source.find(phrase, 'considered')),
    aPhrase.map<Question>((phrase) => (source) => source.find(phrase, 'sent')),
    fc
      .constantFrom('openai' as const, 'anthropic' as const)
      .map<Question>((format) => (source) => source.contextIn(format)),
    fc.constant<Question>((source) => source.archived()),
    fc
      .constantFrom(...compactions.map(({ id }) => id), 'none')
      .map<Question>((id) => (source) => source.lostValues(id)),
  );
}

type StateChange =
  | { readonly kind: 'entries' | 'compactions'; readonly count: number }
  | { readonly kind: 'plan'; readonly from: number; readonly to: number };

function aChange(): fc.Arbitrary<StateChange> {
  const count = fc.integer({ min: 0, max: 9 });
  return fc.oneof(
    fc.record({ kind: fc.constantFrom('entries' as const, 'compactions' as const), count }),
    fc.record({
      kind: fc.constant('plan' as const),
      from: count,
      to: fc.integer({ min: 0, max: 30 }),
    }),
  );
}
