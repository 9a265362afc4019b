import { expect, test, vi } from 'vitest';
import type { Message } from '../../message/message.ts';
import { readCompactionOptions } from '../../state/settings.ts';
import { initialSnapshot } from '../../state/snapshot.ts';
import { aTextMessage, START_MS } from '../../testing/builders.ts';
import { simpleCounter } from '../../testing/simple-counter.ts';
import { aSimulatedClock } from '../../testing/simulated-clock.ts';
import { fixedBudget } from '../../tokens/budget/token-budget.ts';
import { estimatingCounter } from '../../tokens/estimate-tokens.ts';
import { createMeasurer, type Measurer } from '../../tokens/measurer.ts';
import { loadTiktokenCounter } from '../../tokens/tiktoken-counter.ts';
import type { TokenCounter } from '../../tokens/token-counter.ts';
import { EffectRunner } from './effect-runner.ts';
import { ExactCounts } from './exact-counts.ts';

vi.mock('../../tokens/tiktoken-counter.ts', () => ({
  loadTiktokenCounter: vi.fn(() => Promise.reject(new Error('No ranks here'))),
}));

/** Counts over one message, by a session with this counter of its own, while no code can be fetched. */
function offline({ counter, before }: { counter: TokenCounter; before: TokenCounter }) {
  const clock = aSimulatedClock();
  const rules = readCompactionOptions();
  const settings = { policy: 'token-budget', rules, encoding: counter.encoding, policyIndex: 0 };
  const begin = { id: 'trip', budget: fixedBudget(1_000), ...settings, scratchpad: {} };
  const runner = new EffectRunner(initialSnapshot(begin), undefined, clock);
  const message = aTextMessage('user', 'Where is order ZFA04Y?');
  const tokens = createMeasurer(before).message(message);
  const draft = { id: 'e1', createdAtMs: START_MS, message, tokens };
  void runner.dispatch({ type: 'append', drafts: [draft] });
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

type CountingCode = typeof import('./count-exactly.ts');

/** A session whose figures are estimates, and each message as its conversation log would add it. */
function estimated(model: string | undefined, fetch: () => Promise<CountingCode>) {
  const clock = aSimulatedClock();
  const rules = readCompactionOptions();
  const { encoding } = estimatingCounter;
  const settings = {
    policy: 'token-budget',
    rules,
    encoding,
    policyIndex: 0,
    ...(model && { model }),
  };
  const begin = { id: 'trip', budget: fixedBudget(1_000), ...settings, scratchpad: {} };
  const runner = new EffectRunner(initialSnapshot(begin), undefined, clock);
  const planner = {
    measurer: createMeasurer(estimatingCounter, model),
    measureWith: (measurer: Measurer) => {
      planner.measurer = measurer;
    },
  };
  const fetching = vi.fn(fetch);
  const parts = { runner, planner, clock, tokenCounter: undefined };
  const counts = new ExactCounts(parts, fetching);
  const append = (message: Message) => {
    const tokens = planner.measurer.message(message);
    const draft = { id: `e${runner.snapshot.transcript.length}`, createdAtMs: START_MS, message };
    void runner.dispatch({ type: 'append', drafts: [{ ...draft, tokens }] });
    counts.onAppended([draft], false);
  };
  const figures = () => {
    const { log, length } = runner.snapshot.transcript;
    return log.slice(0, length).map(({ tokens }) => tokens.value);
  };
  /** Behind the passes that were begun: a pass of its own, over what they left. */
  const settled = () => counts.start();
  /** Resolves with the next better figures. */
  const bettered = () =>
    new Promise<void>((resolve) => {
      runner.onEvent((event) => {
        if (event.type === 'tokens-update' && event.entries > 0) resolve();
      });
    });
  return { runner, append, figures, settled, bettered, fetching };
}

const picture: Message = {
  role: 'user',
  format: 'anthropic',
  pricedAs: 'claude',
  parts: [{ type: 'image', url: 'a.png', width: 200, height: 200 }],
};
const countingCode = () => import('./count-exactly.ts');

test.each([undefined, 'claude-sonnet-4-5', 'qwen3:8b'])(
  '[TOK-4] the rough price of a picture gives way to that of its provider, without ranks (model: %s)',
  async (model) => {
    const { runner, append, figures, bettered } = estimated(model, countingCode);
    const updates: number[] = [];
    runner.onEvent((event) => {
      if (event.type === 'tokens-update') updates.push(event.entries);
    });
    const done = bettered();
    append(picture);
    expect(figures()).toEqual([4 + 765]);
    await done;
    const price = 4 + (model === 'qwen3:8b' ? 255 : 54);
    expect(figures()).toEqual([price]);
    expect(updates).toEqual([0, 1]);
    // From here on a picture has its price at once.
    append(picture);
    expect(figures()).toEqual([price, price]);
    expect(loadTiktokenCounter).not.toHaveBeenCalled();
    expect(runner.snapshot.degraded).toEqual([]);
  },
);

test('[TOK-4] a picture is priced that comes after words whose figures stay estimates', async () => {
  const { append, figures, settled, bettered } = estimated(undefined, countingCode);
  append(aTextMessage('user', 'Hello'));
  await settled();
  const done = bettered();
  append(picture);
  await done;
  expect(figures()[1]).toBe(4 + 54);
});

test('[TOK-4] without a model and a picture no code is fetched', async () => {
  const { append, settled, fetching } = estimated(undefined, countingCode);
  append(aTextMessage('user', 'Hello'));
  await settled();
  expect(fetching).not.toHaveBeenCalled();
});

test('[TOK-4] rough prices stay where their rules cannot be fetched, that is said, and the next message asks again', async () => {
  let isOffline = true;
  const { runner, append, figures, settled, fetching } = estimated(undefined, () =>
    isOffline ? Promise.reject(new TypeError('Failed to fetch')) : countingCode(),
  );
  append(picture);
  await vi.dynamicImportSettled();
  await settled();
  expect(figures()).toEqual([4 + 765]);
  expect(runner.snapshot.degraded).toMatchObject([{ code: 'TOKENIZER_UNAVAILABLE' }]);
  const tries = fetching.mock.calls.length;
  isOffline = false;
  append(aTextMessage('user', 'Hello'));
  await vi.dynamicImportSettled();
  expect(fetching.mock.calls.length).toBe(tries + 1);
  await settled();
  expect(figures()[0]).toBe(4 + 54);
});
