import { describe, expect, test } from 'vitest';
import { StoreUnavailableError } from '../ground/errors/errors.ts';
import { aChange, someEntries } from '../testing/builders.ts';
import { aSimulatedAbort } from '../testing/simulated-abort.ts';
import { aSimulatedClock, type SimulatedClock } from '../testing/simulated-clock.ts';
import { storeContract } from '../testing/store-contract.ts';
import { inMemoryStore } from './in-memory-store.ts';
import { CALL_LIMIT_MS, limitedStore } from './limited-store.ts';
import type { MemoryStore, StoreCallOptions } from './memory-store.ts';

storeContract('limitedStore over a store that answers', async () => {
  const store = limitedStore(inMemoryStore(), aSimulatedClock());
  return { store, reopen: async () => store };
});

/** A store that gives no answer until it is told to, and the signals of its calls. */
function aSilentStore() {
  const inner = inMemoryStore();
  const signals: StoreCallOptions['signal'][] = [];
  let answer: () => void = () => undefined;
  let gate = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const silent = <Answer>(work: () => Promise<Answer>, options?: StoreCallOptions) => {
    signals.push(options?.signal);
    return gate.then(work);
  };
  const store: MemoryStore = {
    ...inner,
    name: 'disk',
    load: (id, options) => silent(() => inner.load(id), options),
    commit: (id, change, options) => silent(() => inner.commit(id, change), options),
    list: (options) => silent(() => inner.list(), options),
    delete: (id, options) => silent(() => inner.delete(id), options),
    lossOf: () => ({ kind: 'reset', entries: 1, sessions: 1 }),
  };
  const speak = async () => {
    answer();
    gate = Promise.resolve();
  };
  return { inner, store, signals, speak };
}

/** Lets so much time pass in which the page runs. */
function run(clock: SimulatedClock, ms: number): void {
  for (let left = ms; left > 0; left -= 50) clock.advance(Math.min(50, left));
}

const outcomeOf = (call: Promise<unknown>) => call.catch((error: unknown) => error);

describe('a store that gives no answer', () => {
  test.each([
    ['load', (store: MemoryStore) => store.load('trip')],
    ['commit', (store: MemoryStore) => store.commit('trip', aChange())],
    ['list', (store: MemoryStore) => store.list()],
    ['delete', (store: MemoryStore) => store.delete('trip')],
  ])('[STO-8] `%s` rejects within the limit, and its signal aborts', async (_, call) => {
    const clock = aSimulatedClock();
    const { store, signals } = aSilentStore();
    const outcome = outcomeOf(call(limitedStore(store, clock)));
    run(clock, CALL_LIMIT_MS - 50);
    expect(signals[0]?.aborted).toBe(false);
    run(clock, 50);
    expect(await outcome).toBeInstanceOf(StoreUnavailableError);
    expect(signals[0]?.aborted).toBe(true);
  });

  test('[STO-8] is not waited for once more by the next call, until it answers', async () => {
    const clock = aSimulatedClock();
    const { inner, store, signals, speak } = aSilentStore();
    const limited = limitedStore(store, clock);
    const first = outcomeOf(limited.commit('trip', aChange({ entries: someEntries(0, 1) })));
    run(clock, CALL_LIMIT_MS);
    await first;
    await expect(limited.load('trip')).rejects.toThrow('gave no answer');
    expect(signals).toHaveLength(1);
    await speak();
    await expect.poll(() => inner.load('trip')).toBeDefined();
    expect((await limited.load('trip'))?.entries).toHaveLength(1);
  });

  test('[STO-8] is asked again after as long as it was waited for', async () => {
    const clock = aSimulatedClock();
    const { store, signals } = aSilentStore();
    const limited = limitedStore(store, clock);
    const first = outcomeOf(limited.load('trip'));
    run(clock, CALL_LIMIT_MS);
    await first;
    run(clock, CALL_LIMIT_MS);
    void outcomeOf(limited.load('trip'));
    expect(signals).toHaveLength(2);
  });

  test('[STO-8] is asked before that where somebody wants it tried now', async () => {
    const clock = aSimulatedClock();
    const { store, signals } = aSilentStore();
    const limited = limitedStore(store, clock);
    const first = outcomeOf(limited.load('trip'));
    run(clock, CALL_LIMIT_MS);
    await first;
    limited.askAnew();
    await expect(limited.load('trip')).rejects.toThrow('gave no answer');
    expect(signals).toHaveLength(1);
    run(clock, 1_000);
    limited.askAnew();
    void outcomeOf(limited.load('trip'));
    expect(signals).toHaveLength(2);
  });

  test('[STO-8] counts as silent also where its driver gave up by a limit of its own', async () => {
    const clock = aSimulatedClock();
    const { store, signals } = aSilentStore();
    const driver: MemoryStore = {
      ...store,
      load: (id, options) => {
        const asked = store.load(id, options);
        return new Promise((resolve, reject) => {
          asked.then(resolve, reject);
          clock.startTimer?.(() => reject(new StoreUnavailableError('no answer')), 4_500);
        });
      },
    };
    const limited = limitedStore(driver, clock);
    const first = outcomeOf(limited.load('trip'));
    run(clock, 4_500);
    expect(await first).toMatchObject({ message: 'no answer' });
    await expect(limited.commit('trip', aChange())).rejects.toThrow('gave no answer');
    expect(signals).toHaveLength(1);
  });

  test('[STO-8] a page that was frozen in the middle gives it the rest of its time', async () => {
    const clock = aSimulatedClock();
    const { store, signals } = aSilentStore();
    void outcomeOf(limitedStore(store, clock).load('trip'));
    clock.advance(3_600_000);
    expect(signals[0]?.aborted).toBe(false);
    run(clock, CALL_LIMIT_MS);
    expect(signals[0]?.aborted).toBe(true);
  });

  test('[STO-8] in a hurry all calls together end within one limit', async () => {
    const clock = aSimulatedClock();
    const { store } = aSilentStore();
    const limited = limitedStore(store, clock);
    run(clock, 1_000);
    limited.hurry();
    run(clock, 4_000);
    const late = outcomeOf(limited.load('trip'));
    run(clock, CALL_LIMIT_MS - 4_000);
    expect(await late).toBeInstanceOf(StoreUnavailableError);
    clock.advance(3_600_000);
    await expect(limited.list()).rejects.toThrow('gave no answer');
  });
});

test('[STO-8] a caller’s own signal ends a call with its reason', async () => {
  const { store } = aSilentStore();
  const { signal, abort } = aSimulatedAbort();
  const outcome = outcomeOf(limitedStore(store, aSimulatedClock()).load('trip', { signal }));
  const reason = new Error('the user left');
  abort(reason);
  expect(await outcome).toBe(reason);
});

test('[STO-8] everything else of a store is its own', async () => {
  const { store } = aSilentStore();
  const limited = limitedStore(store, aSimulatedClock());
  expect(limited).toMatchObject({ name: 'disk', persistent: false });
  expect(limited.lossOf?.('trip')).toMatchObject({ entries: 1 });
});
