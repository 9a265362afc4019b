import { aSimulatedClock } from '@agent-memory/core/testing';
import { createLongTermMemory } from '@agent-memory/long-term';
import { expect, test } from 'vitest';
import { MemoryList } from './memory-list.ts';

const HOUR_MS = 3_600_000;

async function aList() {
  const clock = aSimulatedClock();
  const longTerm = createLongTermMemory({ user: 'ada', clock, sweepEveryMs: 0 });
  await longTerm.set('name', 'Ada');
  await longTerm.set('code', 'quince', { expiresAtMs: clock.nowMs() + HOUR_MS });
  await longTerm.set('pinned', 'tea', { expiresAtMs: clock.nowMs() + HOUR_MS, pinned: true });
  await longTerm.set('guess', 'a dog', {
    source: 'agent_inferred',
    expiresAtMs: clock.nowMs() + 3 * HOUR_MS,
  });
  const list = new MemoryList(longTerm, {}, {}, clock);
  let heard: () => void = () => undefined;
  const stop = list.subscribe(() => heard());
  const keys = () =>
    list
      .getState()
      .records.map(({ record }) => record.key)
      .sort();
  /** Resolves when the list shows something else. */
  const nextState = () =>
    new Promise<void>((resolve) => {
      heard = resolve;
    });
  await list.refresh();
  return { clock, longTerm, list, keys, nextState, stop };
}

test('[RCT-5] a record leaves the list when its time is over, without a write', async () => {
  const { clock, longTerm, keys, nextState, stop } = await aList();
  expect(keys()).toEqual(['code', 'guess', 'name', 'pinned']);
  const { items } = await longTerm.audit();
  const changed = nextState();
  clock.advance(HOUR_MS);
  await changed;
  // An inference fades, and not within an hour.
  expect(keys()).toEqual(['guess', 'name', 'pinned']);
  expect((await longTerm.audit()).items).toEqual(items);
  stop();
});
