import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ModelCall, SpendingLimit, Spent } from '../condense/model-call.ts';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import {
  aScriptedSummarizer,
  fails,
  type SummaryAnswer,
  says,
} from '../testing/scripted-summarizer.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { createAgentMemory } from './create-agent-memory.ts';
import type { FeatureHost } from './feature.ts';

const DAY_MS = 86_400_000;
const CODE = 'SPENDING_LIMIT_REACHED';

const user = (content: string): OpenAiMessage => ({ role: 'user', content });
const replies = Array.from(
  { length: 20 },
  (): OpenAiMessage => ({ role: 'assistant', content: 'x'.repeat(240) }),
);

const A_CALL: ModelCall = {
  ...{ model: 'small', purpose: 'background', atMs: 0, ms: 5 },
  ...{ inputTokens: 900, outputTokens: 100, outcome: { kind: 'answered' } },
};

/** Asks before each of so many calls, and tells those that it made. */
function calling(count: number, answer: SummaryAnswer): SummaryAnswer {
  return (request, options) => {
    for (let call = 0; call < count; call += 1) {
      if (options.mayCall?.() === false) return Promise.reject(new Error('no more'));
      options.onCall?.(A_CALL);
    }
    return answer(request, options);
  };
}

interface Bounds {
  readonly perSession?: Partial<Spent>;
  readonly perDay?: Partial<Spent>;
}

/** A limit as `spendingLimit` makes it, which counts by itself. */
function aLimit({ perSession, perDay }: Bounds, clock = aSimulatedClock()): SpendingLimit {
  let spent = { day: 0, calls: 0, tokens: 0 };
  const today = () => {
    const day = Math.floor(clock.nowMs() / DAY_MS);
    return spent.day === day ? spent : { day, calls: 0, tokens: 0 };
  };
  const isOver = (bound: Partial<Spent> = {}, { calls, tokens }: Spent) =>
    calls >= (bound.calls ?? Infinity) || tokens >= (bound.tokens ?? Infinity);
  return {
    refusal(session) {
      if (session && isOver(perSession, session)) return 'Enough for this session.';
      return isOver(perDay, today()) ? 'Enough for today.' : undefined;
    },
    add({ calls = 0, tokens = 0 }) {
      const { day, ...before } = today();
      spent = { day, calls: before.calls + calls, tokens: before.tokens + tokens };
    },
  };
}

interface Setup {
  readonly store?: ReturnType<typeof inMemoryStore>;
  readonly clock?: ReturnType<typeof aSimulatedClock>;
  readonly id?: string;
}

function aMemory(
  answer: SummaryAnswer,
  limit: Bounds | SpendingLimit,
  { store = inMemoryStore(), clock = aSimulatedClock(), id = 'trip' }: Setup = {},
) {
  const summarizer = aScriptedSummarizer(answer);
  const spending = 'add' in limit ? limit : aLimit(limit, clock);
  let host: FeatureHost | undefined;
  const attach = (given: FeatureHost) => {
    host = given;
    return undefined;
  };
  const memory = createAgentMemory({
    id,
    budget: fixedBudget(1_000),
    tokenCounter: simpleCounter,
    ...{ clock, store, summarizer, spending },
    features: [{ name: 'hears', attach }],
    compaction: { prepareAt: 1 },
  });
  const codes = () => memory.getState().degraded.map(({ code }) => code);
  const run = async () => {
    await memory.append([user('Next.'), ...replies, user('Go.')]);
    await memory.assemble();
  };
  const calls = async () => {
    if (!host) throw new Error('It was not attached.');
    return host.backgroundCalls();
  };
  return { memory, summarizer, clock, store, run, codes, calls };
}

test('[MOD-7] at the limit of a session a compaction goes on with sentences, and the state says so', async () => {
  const { memory, summarizer, run } = aMemory(calling(1, says('All is well.')), {
    perSession: { calls: 2 },
  });
  await run();
  expect(memory.getState().degraded).toEqual([]);
  await run();
  await run();
  const { compactions, degraded, models } = memory.getState();
  expect(summarizer.calls).toBe(2);
  expect(models).toMatchObject([{ background: 2, backgroundTokens: 2_000 }]);
  expect(compactions.map(({ summariser }) => summariser)).toEqual([
    'scripted',
    'scripted',
    'extractive',
  ]);
  expect(degraded).toEqual([{ code: CODE, message: 'Enough for this session.' }]);
  expect((await memory.assemble()).plan.degraded).toMatchObject([{ code: CODE }]);
});

test('[MOD-7] what was spent is known after a reload', async () => {
  const { memory, store, run } = aMemory(calling(1, says('Well.')), {
    perSession: { tokens: 900 },
  });
  await run();
  await memory.dispose();
  const again = aMemory(calling(1, says('Well.')), { perSession: { tokens: 900 } }, { store });
  await again.run();
  expect(again.summarizer.calls).toBe(0);
  expect(again.codes()).toEqual([CODE]);
});

test('[MOD-7] the limit of a day holds over sessions, and is gone the next day', async () => {
  const clock = aSimulatedClock();
  const limit = aLimit({ perDay: { calls: 1 } }, clock);
  const one = aMemory(calling(1, says('Well.')), limit, { clock, id: 'one' });
  const other = aMemory(calling(1, says('Well.')), limit, { clock, id: 'other' });
  await one.run();
  await other.run();
  expect(one.summarizer.calls + other.summarizer.calls).toBe(1);
  expect(other.codes()).toEqual([CODE]);
  clock.advance(DAY_MS);
  await other.memory.assemble();
  expect(other.codes()).toEqual([]);
  await other.run();
  expect(other.summarizer.calls).toBe(1);
});

test('[MOD-7] a summary that would need one call too many ends, and sentences stand in', async () => {
  const { memory, run, codes } = aMemory(calling(3, says('Well.')), { perSession: { calls: 2 } });
  await run();
  const { compactions, models } = memory.getState();
  expect(models).toMatchObject([{ calls: 2 }]);
  expect(compactions).toMatchObject([{ summariser: 'extractive', summaryFailure: 'no more' }]);
  expect(codes()).toContain(CODE);
});

test('[MOD-7] a summariser that tells no calls counts as one a summary', async () => {
  const { summarizer, run, codes } = aMemory(says('Well.'), { perSession: { calls: 1 } });
  await run();
  await run();
  expect(summarizer.calls).toBe(1);
  expect(codes()).toEqual([CODE]);
});

test('[MOD-7] [CMP-13] at the limit nothing is prepared, and compact() asks nobody', async () => {
  const { memory, summarizer } = aMemory(says('Well.'), { perSession: { calls: 0 } });
  await memory.configure({ compaction: { prepareAt: 0.1 } });
  await memory.append([user('Next.'), ...replies.slice(0, 8), user('Go.')]);
  await memory.previewCompaction();
  await memory.assemble();
  await memory.append(replies);
  await memory.compact();
  expect(memory.getState().compactions).toMatchObject([{ summariser: 'extractive' }]);
  expect(memory.getState().summary).toMatchObject({ status: 'idle' });
  expect(summarizer.calls).toBe(0);
});

test('[MOD-7] calls that are under way count, also those that a summary and a feature make at once', async () => {
  const { memory, summarizer, calls } = aMemory(says('Well.'), { perSession: { calls: 2 } });
  const background = await calls();
  const begun = [1, 2, 3].map(() => background.begin());
  expect(begun).toEqual([true, true, false]);
  await memory.append([user('Next.'), ...replies, user('Go.')]);
  await memory.assemble();
  expect(summarizer.calls).toBe(0);
  for (const model of ['one', 'other']) background.told(A_CALL, model);
  expect(background.begin()).toBe(false);
  expect(memory.getState().models).toMatchObject([{ background: 2 }]);
});

test('[MOD-7] without a limit no call is refused', async () => {
  const clock = aSimulatedClock();
  const memory = createAgentMemory({
    id: 'free',
    budget: fixedBudget(1_000),
    tokenCounter: simpleCounter,
    clock,
    summarizer: aScriptedSummarizer(calling(9, says('Well.'))),
  });
  await memory.append([user('Next.'), ...replies, user('Go.')]);
  await memory.assemble();
  expect(memory.getState()).toMatchObject({ models: [{ background: 9 }], degraded: [] });
});

test('[MOD-7] whatever is summarised, extracted, embedded, reloaded or waited for, no call is beyond the limits (seed 20261130)', async () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('summary' as const),
      session: fc.nat(1),
      calls: fc.nat(4),
      isFailing: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('extraction' as const),
      session: fc.nat(1),
      calls: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({ kind: fc.constant('embedding' as const) }),
    fc.record({ kind: fc.constant('reload' as const), session: fc.nat(1) }),
    fc.record({ kind: fc.constant('tomorrow' as const) }),
  );
  const bound = fc.nat(6);
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 8, maxLength: 16 }),
      bound,
      fc.nat(12),
      async (steps, perSession, perDay) => {
        const clock = aSimulatedClock();
        const bounds = { perSession: { calls: perSession }, perDay: { calls: perDay } };
        const limit = aLimit(bounds, clock);
        const made = [0, 0];
        /** What nobody told is not known after a reload. */
        const untold = [0, 0];
        let today = 0;
        const called = (session: number, counts = made) => {
          counts[session] = (counts[session] ?? 0) + 1;
          today += 1;
        };
        const counting =
          (session: number, count: number, answer: SummaryAnswer): SummaryAnswer =>
          (request, options) => {
            if (count === 0) called(session, untold);
            for (let call = 0; call < count; call += 1) {
              if (options.mayCall?.() === false) return Promise.reject(new Error('no more'));
              called(session);
              options.onCall?.(A_CALL);
            }
            return answer(request, options);
          };
        const stores = [inMemoryStore(), inMemoryStore()];
        const open = (session: number) => {
          const setup = { clock, store: stores[session] ?? inMemoryStore(), id: `${session}` };
          return aMemory(says('-'), limit, setup);
        };
        const sessions = [open(0), open(1)];
        for (const each of steps) {
          if (each.kind === 'tomorrow') {
            clock.advance(DAY_MS);
            today = 0;
            continue;
          }
          if (each.kind === 'embedding') {
            if (limit.refusal() === undefined) {
              limit.add({ calls: 1 });
              today += 1;
            }
            continue;
          }
          const session = sessions[each.session];
          if (!session) continue;
          if (each.kind === 'reload') {
            await session.memory.dispose();
            sessions[each.session] = open(each.session);
            untold[each.session] = 0;
          } else if (each.kind === 'summary') {
            const answer = each.isFailing ? fails('no') : says('All is well.');
            session.summarizer.behave(counting(each.session, each.calls, answer));
            await session.run();
          } else {
            const calls = await session.calls();
            // As extraction does: all begin, then all end.
            const begun = Array.from({ length: each.calls }).filter(() => calls.begin());
            for (const _ of begun) called(each.session);
            for (const _ of begun) calls.told(A_CALL, 'small');
            refused += each.calls - begun.length;
            await session.memory.append(user('Stored with the next message.'));
          }
          for (const [at, count] of made.entries()) {
            expect(count + (untold[at] ?? 0)).toBeLessThanOrEqual(perSession);
          }
          expect(today).toBeLessThanOrEqual(perDay);
        }
        for (const { memory } of sessions) await memory.dispose();
      },
    ),
    { seed: 20261130, numRuns: 60 },
  );
  expect(refused).toBeGreaterThan(0);
});
