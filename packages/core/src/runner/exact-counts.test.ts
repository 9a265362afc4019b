import { expect, test } from 'vitest';
import { fixedBudget } from '../budget/token-budget.ts';
import { readCompactionOptions } from '../state/compaction-options.ts';
import { initialSnapshot } from '../state/snapshot.ts';
import { aTextMessage, START_MS } from '../testing/builders.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { createMeasurer } from '../tokens/measurer.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import { EffectRunner } from './effect-runner.ts';
import { ExactCounts } from './exact-counts.ts';

/** Counts over one message, by a session with this counter of its own, while no code can be fetched. */
function offline({ counter, before }: { counter: TokenCounter; before: TokenCounter }) {
  const clock = aSimulatedClock();
  const { rules } = readCompactionOptions();
  const settings = { policy: 'token-budget', rules, encoding: counter.encoding, behaviour: 0 };
  const begin = { id: 'trip', budget: fixedBudget(1_000), ...settings, scratchpad: {} };
  const runner = new EffectRunner(initialSnapshot(begin), undefined, clock);
  const message = aTextMessage('user', 'Where is order ZFA04Y?');
  const tokens = createMeasurer(before).message(message);
  const draft = { id: 'e1', createdAtMs: START_MS, message, tokens };
  void runner.dispatch({ type: 'append', drafts: [draft], atMs: START_MS });
  const planner = { measurer: createMeasurer(counter), measureWith: () => undefined };
  let attempts = 0;
  const counts = new ExactCounts({ runner, planner, clock, tokenCounter: counter }, () => {
    attempts += 1;
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  return { runner, counts, attempts: () => attempts };
}

test('[TOK-1] estimates stay where the code that counts cannot be fetched, and that is said', async () => {
  const estimating = { ...simpleCounter, source: 'estimated' } as const;
  const { runner, counts, attempts } = offline({ counter: simpleCounter, before: estimating });
  const before = runner.snapshot.transcript.log.at(0);
  await counts.start();
  expect(runner.snapshot.degraded).toMatchObject([
    { code: 'TOKENIZER_UNAVAILABLE', message: expect.stringContaining('figures stay estimates') },
  ]);
  expect(runner.snapshot.transcript.log.at(0)).toBe(before);
  await counts.start();
  expect(attempts()).toBe(2);
});

test('[TOK-1] where everything is counted already no code is fetched', async () => {
  const { runner, counts, attempts } = offline({ counter: simpleCounter, before: simpleCounter });
  await counts.start();
  expect(attempts()).toBe(0);
  expect(runner.snapshot.degraded).toEqual([]);
});
