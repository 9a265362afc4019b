import { expect, test, vi } from 'vitest';
import { asMemoryError } from '../../ground/errors/as-memory-error.ts';
import { LazyCode } from '../../ground/platform/lazy-code.ts';
import { readCompactionOptions } from '../../state/settings.ts';
import { initialSnapshot } from '../../state/snapshot.ts';
import { aTextMessage } from '../../testing/builders.ts';
import { aSimulatedClock } from '../../testing/simulated-clock.ts';
import { fixedBudget } from '../../tokens/budget/token-budget.ts';
import { createMeasurer } from '../../tokens/measurer.ts';
import { Lifecycle } from '../lifecycle.ts';
import { EffectRunner } from '../store/effect-runner.ts';
import { ConversationLog } from './conversation-log.ts';

/** A log whose counter gives way to another one when it has counted so many messages. */
function aLog({ changesAfter }: { readonly changesAfter: number }) {
  const clock = aSimulatedClock();
  const rules = readCompactionOptions();
  const settings = { policy: 'token-budget', rules, encoding: 'estimate', policyIndex: 0 };
  const begin = { id: 'trip', budget: fixedBudget(1_000), ...settings, scratchpad: {} };
  const counts = { estimate: 0, exact: 0 };
  const exact = createMeasurer({
    encoding: 'exact',
    source: 'counted',
    count() {
      counts.exact += 1;
      return 2;
    },
  });
  const estimating = createMeasurer({
    encoding: 'estimate',
    source: 'estimated',
    count() {
      counts.estimate += 1;
      if (counts.estimate === changesAfter) planner.measurer = exact;
      return 1;
    },
  });
  const planner = { measurer: estimating };
  let made = 0;
  const runner = new EffectRunner(initialSnapshot(begin), undefined, clock);
  const onAppended = vi.fn();
  const log = new ConversationLog({
    runner,
    planner,
    clock,
    createId() {
      made += 1;
      return `id-${made}`;
    },
    formats: new LazyCode(() => import('./foreign-messages.ts'), asMemoryError),
    lifecycle: new Lifecycle('trip', runner, () => Promise.resolve()),
    counts: { onAppended },
  });
  return { log, counts, runner, planner, exact, onAppended };
}

const messages = Array.from({ length: 600 }, (_, index) => ({
  message: aTextMessage('user', `Message ${index}`),
}));

test.each([1, 250, 600])(
  '[TOK-1] messages are counted by one counter, also where another one comes behind the first %i',
  async (changesAfter) => {
    const { log, counts } = aLog({ changesAfter });
    const { drafts } = await log.drafts(messages);
    expect(new Set(drafts.map(({ tokens }) => tokens.encoding))).toEqual(new Set(['exact']));
    expect(drafts.map(({ message }) => message)).toEqual(messages.map(({ message }) => message));
    expect(drafts.map(({ id }) => id)).toEqual(messages.map((_, index) => `id-${index + 1}`));
    expect(counts).toEqual({ estimate: changesAfter, exact: 600 });
  },
);

function said(index: number) {
  return { id: `said-${index}`, role: 'user', content: `Message ${index}` };
}

test('[TOK-1] entries that were counted by a counter given up meanwhile are counted once more', async () => {
  const { log, runner, planner, exact, counts, onAppended } = aLog({ changesAfter: -1 });
  const { snapshot } = runner;
  const looks = vi.spyOn(runner, 'snapshot', 'get').mockImplementationOnce(() => snapshot);
  looks.mockImplementationOnce(() => {
    // The session is looked at again when all drafts are made.
    expect(counts.estimate).toBe(600);
    planner.measurer = exact;
    return snapshot;
  });
  await log.append(messages.map((_, index) => said(index)));
  expect(runner.snapshot.transcript.length).toBe(600);
  expect(onAppended.mock.calls).toEqual([[expect.anything(), true]]);
});

test('[TOK-1] entries that the counter in use has counted need no pass of their own', async () => {
  const { log, onAppended } = aLog({ changesAfter: -1 });
  await log.append(said(0));
  expect(onAppended.mock.calls).toEqual([[expect.anything(), false]]);
});
