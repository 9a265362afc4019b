import { expect, test } from 'vitest';
import { readCompactionOptions } from '../../state/settings.ts';
import { initialSnapshot } from '../../state/snapshot.ts';
import { inMemoryStore } from '../../store/in-memory-store.ts';
import type { MemoryStore } from '../../store/memory-store.ts';
import { aTextMessage, START_MS } from '../../testing/builders.ts';
import { noRebase } from '../../testing/no-rebase.ts';
import { aSimulatedClock } from '../../testing/simulated-clock.ts';
import { simpleMeasurer } from '../../testing/transcripts.ts';
import { fixedBudget } from '../../tokens/budget/token-budget.ts';
import { EffectRunner } from './effect-runner.ts';
import { Writer } from './writer.ts';
import type { WriterHost } from './writer-host.ts';

function aRunner(store = inMemoryStore()) {
  const rules = readCompactionOptions();
  const settings = { policy: 'token-budget', rules, encoding: 'simple', policyIndex: 0 };
  const begin = { id: 'trip', budget: fixedBudget(1_000), ...settings, scratchpad: {} };
  return new EffectRunner(initialSnapshot(begin), store, aSimulatedClock());
}

const online = (store: MemoryStore) => async (host: WriterHost<object>) =>
  new Writer(host, store, {
    clock: aSimulatedClock(),
    whenNotStored: 'keep',
    storable: undefined,
    reader: noRebase,
  });
const offline = () => Promise.reject(new TypeError('Failed to fetch'));

function say(runner: EffectRunner<object>, id: string): Promise<void> {
  return runner.dispatch({ type: 'append', drafts: [aDraft(id)] });
}

function aDraft(id: string) {
  const message = aTextMessage('user', 'Where is order ZFA04Y?');
  return { id, createdAtMs: START_MS, message, tokens: simpleMeasurer.message(message) };
}

test('[STO-2] a session whose store cannot be read for want of code says so, and what is stored stays', async () => {
  const store = inMemoryStore();
  const first = aRunner(store);
  await first.load(online(store));
  await say(first, 'e1');
  const second = aRunner(store);
  await expect(second.load(offline)).resolves.toBeUndefined();
  expect(second.snapshot.degraded).toMatchObject([
    { code: 'STORE_UNAVAILABLE', message: expect.stringContaining('continues in memory') },
  ]);
  expect(second.snapshot.error).toMatchObject({ code: 'STORE_UNAVAILABLE', recoverable: true });
  expect(second.store).toEqual({ name: 'memory', persistent: false });
  await say(second, 'e2');
  expect(second.snapshot.transcript.length).toBe(1);
  const third = aRunner(store);
  const stored = await third.load(online(store));
  expect(stored?.entries.map(({ id }) => id)).toEqual(['e1']);
});

test('[OBS-1] entries are told one by one, behind whatever else their commit tells', async () => {
  const runner = aRunner();
  await say(runner, 'e1');
  const told: object[] = [];
  runner.onEvent(({ version: _, sessionId: __, atMs: ___, ...body }) => told.push(body));
  const drafts = ['e2', 'e3'].map((id) => aDraft(id));
  await runner.dispatch({ type: 'append', drafts });
  await runner.dispatch({
    type: 'head-move',
    after: 'e1',
    drafts: [aDraft('e4')],
  });
  const { value: tokens } = aDraft('e2').tokens;
  expect(told).toEqual([
    { type: 'entry-append', entryId: 'e2', seq: 1, tokens },
    { type: 'entry-append', entryId: 'e3', seq: 2, tokens },
    { type: 'head-move', headId: 'e1', entries: 1 },
    { type: 'entry-append', entryId: 'e4', seq: 1, tokens },
  ]);
});
