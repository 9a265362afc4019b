import { describe, expect, test } from 'vitest';
import { aChange, someEntries } from '../builders.ts';
import { aSimulatedAbort } from '../simulated-abort.ts';
import { refuses, type StoreInTest } from './store-in-test.ts';

/** Every call ends with its signal, and after `close`; what a store keeps beside its sessions stays. */
export function callsContract({ store, loaded, reopen }: StoreInTest): void {
  test('[STO-12] the secret, where a store keeps one, is 32 bytes that stay with the data', async () => {
    const secret = await store.secret?.();
    await reopen();
    expect(await store.secret?.()).toEqual(secret);
    expect(new Set(secret).size).toBeGreaterThan(secret ? 16 : -1);
  });

  describe('an abort signal', () => {
    test('[STO-1] that has aborted rejects every call with its reason, and nothing is done', async () => {
      await store.commit('session', aChange({ entries: someEntries(0, 1) }));
      const { signal, abort } = aSimulatedAbort();
      const reason = new Error('the user left');
      abort(reason);
      const change = aChange({ entries: someEntries(1, 2) });
      await expect(store.load('session', { signal })).rejects.toBe(reason);
      await expect(store.list({ signal })).rejects.toBe(reason);
      await expect(store.commit('session', change, { signal })).rejects.toBe(reason);
      await expect(store.delete('session', { signal })).rejects.toBe(reason);
      expect((await loaded()).entries).toEqual(someEntries(0, 1));
    });

    test('[STO-1] that never aborts changes nothing', async () => {
      const { signal } = aSimulatedAbort();
      await store.commit('session', aChange({ entries: someEntries(0, 2) }), { signal });
      expect((await store.load('session', { signal }))?.entries).toEqual(someEntries(0, 2));
      expect(await store.list({ signal })).toHaveLength(1);
    });

    test('[STO-1] that aborts during a commit leaves all of the change or none of it', async () => {
      await store.commit('session', aChange({ entries: someEntries(0, 1) }));
      const { signal, abort } = aSimulatedAbort();
      const reason = new Error('the user left');
      const change = aChange({ entries: someEntries(1, 9), scratchpad: { value: 'a note' } });
      const committing = store.commit('session', change, { signal });
      abort(reason);
      const outcome = await committing.then(
        () => 'stored',
        (error: unknown) => error,
      );
      expect([reason, 'stored']).toContain(outcome);
      const { entries, scratchpad } = await loaded();
      const isStored = entries.length === 9;
      expect(entries).toEqual(someEntries(0, isStored ? 9 : 1));
      expect(scratchpad).toBe(isStored ? 'a note' : undefined);
      if (outcome === 'stored') expect(isStored).toBe(true);
    });
  });

  describe('close', () => {
    test('[STO-1] makes every later call reject as unavailable', async () => {
      await store.close();
      await refuses(store.load('session'), 'STORE_UNAVAILABLE');
      await refuses(store.commit('session', aChange()), 'STORE_UNAVAILABLE');
      await refuses(store.list(), 'STORE_UNAVAILABLE');
      await refuses(store.delete('session'), 'STORE_UNAVAILABLE');
    });

    test('[STO-1] may be called twice', async () => {
      await store.close();
      await expect(store.close()).resolves.toBeUndefined();
    });
  });
}
