import { describeDecision } from '@agent-memory/explain';
import { expect, test } from 'vitest';
import { createAbort } from '../ground/platform/create-abort.ts';
import type { LiveRule } from '../live/live-section.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { createAgentMemory } from './create-agent-memory.ts';
import type { ContextAhead, FeatureSlots, MemoryFeature } from './feature.ts';

function aMemory(
  slots: FeatureSlots,
  options: Partial<Parameters<typeof createAgentMemory>[0]> = {},
) {
  const feature: MemoryFeature = { name: 'recall', attach: () => slots };
  return createAgentMemory({
    id: 'trip',
    budget: fixedBudget(2_000),
    tokenCounter: simpleCounter,
    features: [feature],
    ...options,
  });
}

/** Looks the asked words up before each context, and says what was found. */
function aRecall() {
  const asked: Omit<ContextAhead, 'signal'>[] = [];
  let found = '';
  const slots: FeatureSlots = {
    async prepare({ signal: _, ...ahead }) {
      asked.push(ahead);
      found = `found for ${ahead.lastUser?.id}`;
    },
    liveSections: [
      {
        id: 'records',
        kind: 'notes',
        share: 0.2,
        lead: 'Known from before',
        revision: () => found,
        render: () => ({ text: found }),
      },
    ],
  };
  return { slots, asked };
}

/** Resolves once somebody calls. */
function aCall() {
  let call = (): void => undefined;
  const called = new Promise<void>((resolve) => {
    call = resolve;
  });
  return { called, call: () => call() };
}

test('[TIER-4] a feature gets ready before each context, and its section says what it found', async () => {
  const { slots, asked } = aRecall();
  const memory = aMemory(slots);
  await memory.append([
    { id: 'a', role: 'assistant', content: 'Hello.' },
    { id: 'u', role: 'user', content: 'Where did we stay?' },
  ]);
  const { messages } = await memory.assemble();
  expect(JSON.stringify(messages)).toContain('found for u');
  expect(asked.map(({ lastUser, before }) => [before?.id, lastUser?.id])).toEqual([['a', 'u']]);
});

test('[TIER-4] before the first message of the user there is nothing to look for', async () => {
  const { slots, asked } = aRecall();
  const memory = aMemory(slots);
  await memory.assemble();
  expect(asked).toEqual([{}]);
});

test('[TIER-4] a feature that fails is reported and left out; the next time that it works, nothing is', async () => {
  let fails = true;
  const memory = aMemory({
    prepare() {
      if (fails) throw new Error('the index is away');
    },
  });
  await memory.append({ role: 'user', content: 'Hi' });
  const { plan } = await memory.assemble();
  expect(plan.degraded).toEqual([
    {
      code: 'FEATURE_FAILED',
      message:
        'The feature "recall" was not ready (the index is away); the context is made without what it would have added.',
    },
  ]);
  fails = false;
  expect((await memory.assemble()).plan.degraded).toEqual([]);
});

test('[TIER-4] a feature that never answers holds a context up for five seconds, and is told to stop', async () => {
  const clock = aSimulatedClock();
  const reasons: unknown[] = [];
  const { called, call } = aCall();
  const memory = aMemory(
    {
      prepare: ({ signal }) =>
        new Promise<void>(() => {
          signal.addEventListener('abort', () => reasons.push(signal.reason));
          call();
        }),
    },
    { clock, store: inMemoryStore() },
  );
  await memory.append({ role: 'user', content: 'Hi' });
  const assembling = memory.assemble();
  await called;
  clock.advance(5_000);
  expect((await assembling).plan.degraded).toMatchObject([{ code: 'FEATURE_FAILED' }]);
  expect(String(reasons)).toContain('did not answer within 5 s');
});

test('[TIER-4] a call that stops waiting for a context stops waiting for its features', async () => {
  const { called, call } = aCall();
  const memory = aMemory({
    prepare: () => {
      call();
      return new Promise<void>(() => undefined);
    },
  });
  await memory.append({ role: 'user', content: 'Hi' });
  const controller = createAbort();
  const assembling = memory.assemble({ signal: controller.signal });
  await called;
  controller.abort(new Error('the user left'));
  await expect(assembling).rejects.toThrow('the user left');
  expect(memory.getState().degraded).toEqual([]);
});

test('[MSG-3] a `prepare` that is no function is refused', () => {
  const slots = { prepare: 'soon' } as unknown as FeatureSlots;
  expect(() => aMemory(slots)).toThrow('`prepare`');
});

/** Codes of a package of its own, which declares them. */
const [RETRIEVED, CUT] = ['RETRIEVED', 'BELOW_CUT'] as unknown as readonly [LiveRule, LiveRule];

const parts = [
  {
    id: 'r1',
    fate: 'sent',
    rule: RETRIEVED,
    text: 'We stayed in Rome.',
    numbers: { rank: 1 },
    sentence: 'It is the likest of all.',
  },
  {
    id: 'r2',
    fate: 'not-selected',
    rule: CUT,
    text: 'It rained all week, from Monday on.',
    sentence: 'It was under the cut.',
    remedy: 'Ask for more.',
  },
] as const;

const tokensOf = (text: string) => simpleCounter.count(text);

function withParts(given: unknown): FeatureSlots {
  return {
    liveSections: [
      {
        id: 'records',
        kind: 'notes',
        share: 0.5,
        lead: 'Known from before',
        revision: () => 1,
        render: () => ({ text: 'We stayed in Rome.', parts: given as typeof parts }),
      },
    ],
  };
}

test('[RET-3] each part of a section has a decision, those that were left out too', async () => {
  const memory = aMemory(withParts(parts));
  await memory.append({ role: 'user', content: 'Where?' });
  const { plan } = await memory.assemble();
  const decision = plan.items.find(({ id }) => id === 'records')?.decision;
  expect(decision?.parts).toMatchObject([
    {
      itemId: 'r1',
      tier: 'live',
      fate: 'sent',
      tokens: { raw: tokensOf(parts[0].text), sent: tokensOf(parts[0].text) },
      numbers: { rank: 1 },
    },
    {
      itemId: 'r2',
      tier: 'live',
      fate: 'not-selected',
      tokens: { raw: tokensOf(parts[1].text), sent: 0 },
    },
  ]);
  const [, left] = decision?.parts ?? [];
  expect(left && describeDecision(left)).toMatchObject({
    sentence: 'It was under the cut.',
    remedy: 'Ask for more.',
  });
});

test('[HIS-1] the parts of a section are in the plan of a past call, after a reload too', async () => {
  const store = inMemoryStore();
  const memory = aMemory(withParts(parts), { store });
  await memory.append({ role: 'user', content: 'Where?' });
  await memory.assemble();
  await memory.dispose();
  const reloaded = aMemory({}, { store });
  await reloaded.ready;
  const past = await reloaded.stateAt(1);
  const decision = past?.items.find(({ id }) => id === 'records')?.decision;
  expect(decision?.parts?.map(({ itemId, fate }) => [itemId, fate])).toEqual([
    ['r1', 'sent'],
    ['r2', 'not-selected'],
  ]);
});

test.each([
  ['no list', 'r1'],
  ['a part without an id', [{ ...parts[0], id: undefined }]],
  ['a part whose text is none', [{ ...parts[0], text: 7 }]],
  ['a part that is none', [null]],
])('[TIER-4] a section that gives %s as its parts is left out and reported', async (_, given) => {
  const memory = aMemory(withParts(given));
  await memory.append({ role: 'user', content: 'Where?' });
  const { plan } = await memory.assemble();
  expect(plan.items.find(({ id }) => id === 'records')).toBeUndefined();
  expect(plan.degraded).toMatchObject([{ code: 'LIVE_SECTION_FAILED' }]);
});
