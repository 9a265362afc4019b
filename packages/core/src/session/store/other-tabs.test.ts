import { expect, test } from 'vitest';
import { readCompactionOptions } from '../../state/settings.ts';
import { initialSnapshot } from '../../state/snapshot.ts';
import { inMemoryStore } from '../../store/in-memory-store.ts';
import type { MemoryStore, StoreNews } from '../../store/memory-store.ts';
import { aChange, someEntries } from '../../testing/builders.ts';
import { aSimulatedClock } from '../../testing/simulated-clock.ts';
import { fixedBudget } from '../../tokens/budget/token-budget.ts';
import { EffectRunner } from './effect-runner.ts';
import { OtherTabs } from './other-tabs.ts';
import { Writer } from './writer.ts';

/** A store that other tabs may write to; `tell` is word of one of them. */
function aSharedDisk() {
  const inner = inMemoryStore();
  const listeners = new Set<(news: StoreNews) => void>();
  const disk: MemoryStore = {
    ...{ name: 'disk', persistent: true, address: `disk-${Math.random()}` },
    load: (...given) => inner.load(...given),
    commit: (...given) => inner.commit(...given),
    list: (...given) => inner.list(...given),
    delete: (...given) => inner.delete(...given),
    close: () => inner.close(),
    watch: (_, listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const tell = () => {
    for (const listener of listeners) listener({ kind: 'changed' });
  };
  return { disk, tell };
}

test('[NS-2] [STO-8] a session whose code for the store came late hears of other tabs, and stands for the lead', async () => {
  const { disk, tell } = aSharedDisk();
  await disk.commit('trip', aChange({ entries: someEntries(0, 2) }));
  const rules = readCompactionOptions();
  const settings = { policy: 'token-budget', rules, encoding: 'simple', policyIndex: 0 };
  const begin = { id: 'trip', budget: fixedBudget(1_000), ...settings, scratchpad: {} };
  const clock = aSimulatedClock();
  const runner = new EffectRunner(initialSnapshot({ ...begin, leads: false }), disk, clock);
  const heard: string[] = [];
  let isOnline = false;
  let tabs: OtherTabs<object> | undefined;
  const restored = (late: NonNullable<Awaited<ReturnType<MemoryStore['load']>>>) => ({
    ...late,
    headId: late.entries.at(-1)?.id ?? null,
    scratchpad: { value: {} },
  });
  const reader = {
    restored,
    isStoredAs: async () => () => true,
    checkedPad: () => ({}),
    readPart: (_: string, value: unknown) => value,
  };
  await runner.load(
    async (host) => {
      if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module');
      const onTakenOver = (entries: readonly { readonly id: string }[]) =>
        void heard.push(...entries.map(({ id }) => id));
      tabs = new OtherTabs(runner, { store: disk, clock, dispose: async () => undefined });
      const options = { clock, whenNotStored: 'keep', storable: undefined, reader } as const;
      return tabs.with(new Writer(host, disk, { ...options, onTakenOver }));
    },
    (late) => {
      if (!late) return;
      const opening = { stored: restored(late) };
      void runner.dispatch({ type: 'load-end', opening });
    },
  );
  void runner.dispatch({ type: 'load-end', opening: {} });
  expect(runner.snapshot.leads).toBe(false);
  isOnline = true;
  clock.advance(1_000);
  await expect.poll(() => runner.snapshot.transcript.length).toBe(2);
  await expect.poll(() => runner.snapshot.leads).toBe(true);
  await disk.commit('trip', aChange({ entries: someEntries(2, 3) }));
  tell();
  await expect.poll(() => runner.snapshot.transcript.length).toBe(3);
  expect(heard).toEqual(someEntries(2, 3).map(({ id }) => id));
  tabs?.close();
  await runner.end();
});
