import { createAgentMemory, fixedBudget } from '@agent-memory/core';
import { aSimulatedClock } from '@agent-memory/core/testing';
import { memorySource } from '@agent-memory/devtools/panel';
import { expect, test } from 'vitest';
import { breakableSummarizer, type SummariserMood } from './breakable-summarizer.ts';
import { STORIES } from './story-texts.ts';

const TIMEOUT_MS = 2_000;
const COOL_DOWN_MS = 30_000;

function aSession() {
  const summarizer = breakableSummarizer();
  const clock = aSimulatedClock();
  const memory = createAgentMemory({
    id: 'practice',
    budget: fixedBudget(2_000),
    summarizer,
    clock,
    compaction: {
      prepareAt: 1,
      summaryTimeoutMs: TIMEOUT_MS,
      breaker: { failures: 3, coolDownMs: COOL_DOWN_MS },
    },
  });
  summarizer.subscribe(() => {
    const isHanging = summarizer.mood === 'hangs' && summarizer.status.phase === 'answering';
    // Behind this task, when its time is running.
    if (isHanging) setImmediate(() => clock.advance(TIMEOUT_MS));
  });
  /** Has stories told until the context is compacted once more. */
  const compactOnce = async () => {
    const before = memory.getState().compactions.length;
    for (let told = 0; memory.getState().compactions.length === before; told += 1) {
      await memory.append([
        { role: 'user', content: `Tell me a story, number ${before * 10 + told}` },
        { role: 'assistant', content: STORIES[told % STORIES.length] ?? '' },
        { role: 'user', content: 'Go on.' },
      ]);
      await memory.assemble();
    }
    return memory.getState().compactions.at(-1);
  };
  return { summarizer, clock, memory, compactOnce };
}

test.each<[SummariserMood, RegExp, object]>([
  ['fails', /It was told to fail/, { failed: 1, aborted: 0 }],
  ['hangs', /did not answer within 2 s/, { failed: 0, aborted: 1 }],
  ['babbles', /it repeated itself/, { failed: 0, aborted: 0 }],
])(
  '[CMP-6] [MOD-4] one that %s is passed over, and the record says why',
  async (mood, why, ends) => {
    const { summarizer, memory, compactOnce } = aSession();
    summarizer.behave(mood);
    const record = await compactOnce();
    expect(record).toMatchObject({
      summariser: 'extractive',
      summaryFailure: expect.stringMatching(why),
      models: [{ model: summarizer.name, calls: 1, ...ends }],
    });
    expect(memory.getState().models).toEqual(record?.models);
  },
);

test('[CMP-6] one that works signs its summaries, session long', async () => {
  const { summarizer, compactOnce } = aSession();
  for (let round = 0; round < 6; round += 1) {
    const record = await compactOnce();
    expect(record?.summaryFailure).toBeUndefined();
    expect(record).toMatchObject({ summariser: summarizer.name });
  }
});

test('[CMP-6] after three failures it is left alone, and asked again once it works', async () => {
  const { summarizer, clock, memory, compactOnce } = aSession();
  summarizer.behave('fails');
  for (let failure = 0; failure < 3; failure += 1) await compactOnce();
  expect(memory.getState().breaker).toMatchObject({ status: 'open', failures: 3 });
  summarizer.behave('works');
  const unasked = await compactOnce();
  expect(unasked).toMatchObject({ summariser: 'extractive' });
  expect(unasked).not.toHaveProperty('models');
  clock.advance(COOL_DOWN_MS);
  expect(await compactOnce()).toMatchObject({ summariser: summarizer.name });
  expect(memory.getState().breaker).toEqual({ status: 'closed', failures: 0 });
});

test('[DEV-15] the panel is told what it does', async () => {
  const { summarizer, memory, compactOnce } = aSession();
  const source = memorySource(memory, { models: [summarizer] });
  const phases = new Set<string | undefined>();
  source.subscribe(() => phases.add(source.getState().models[0]?.status?.phase));
  summarizer.behave('fails');
  await compactOnce();
  expect([...phases]).toEqual(expect.arrayContaining(['ready', 'answering']));
  expect(source.getState()).toMatchObject({
    models: [{ name: 'practice summariser', status: { phase: 'ready', failure: {} } }],
    modelTotals: [{ failed: 1 }],
  });
});
