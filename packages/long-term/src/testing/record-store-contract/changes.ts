import { describe, expect, test } from 'vitest';
import { RecordConflictError } from '../../errors/record-errors.ts';
import { aRecord, START_MS } from '../a-record.ts';
import type { StoreInTest } from './store-in-test.ts';

const RECALL = {
  atMs: START_MS,
  action: 'recall',
  namespace: 'user:ada',
  recordIds: ['a'],
} as const;

/** Tests of the effects of a change, and of its refusals. */
export function changesContract({ current, reopen }: StoreInTest): void {
  describe('commit', () => {
    test('[LTM-2] gives back what was put, after a reopening as well', async () => {
      const record = aRecord({
        id: 'a',
        subject: 'Ada',
        key: 'home',
        value: JSON.parse('{"city":"Paris","__proto__":{"x":1},"list":[1,"zwei",null,true]}'),
        evidence: [{ sessionId: 's', entryId: 'e' }],
        metadata: { note: '🚂', nested: { deep: [[]] } },
        pinned: true,
      });
      expect(await current().commit({ puts: [record] })).toBe(1);
      expect(await current().byIds(['a'])).toEqual([record]);
      await reopen();
      expect(await current().byIds(['a'])).toEqual([record]);
      expect(await current().revision()).toBe(1);
    });

    test('[LTM-2] keeps a mark against recall, and that it was taken away', async () => {
      const record = aRecord({ id: 'a', muted: true });
      await current().commit({ puts: [record] });
      await reopen();
      expect(await current().byIds(['a'])).toEqual([record]);
      await current().commit({ puts: [aRecord({ id: 'a', revision: 2 })] });
      await reopen();
      const versions = (await current().versions(['a'])).get('a') ?? [];
      expect(versions.map(({ muted }) => muted)).toEqual([true, undefined]);
      expect((await current().byIds(['a']))[0]).not.toHaveProperty('muted');
    });

    test('[LTM-2] shares nothing with its caller, on the way in and out', async () => {
      const list = ['kept'];
      await current().commit({ puts: [aRecord({ id: 'a', metadata: { list } })] });
      list.push('changed');
      const [stored] = await current().byIds(['a']);
      const given = stored?.metadata.list;
      if (Array.isArray(given)) given.push('changed');
      expect((await current().byIds(['a']))[0]?.metadata).toEqual({ list: ['kept'] });
    });

    test('[LTM-2] raises the revision for records alone', async () => {
      await current().commit({ puts: [aRecord({ id: 'a' })] });
      await current().commit({ audit: [RECALL] });
      await current().commit({ use: { recordIds: ['a'], atMs: START_MS } });
      await current().commit({ tombstones: ['hash'], mark: { name: 'index', revision: 1 } });
      expect(await current().revision()).toBe(1);
      expect(await current().commit({ erase: ['a'] })).toBe(2);
    });

    test('[LTM-2] refuses a change that rests on another revision, and keeps nothing of it', async () => {
      await current().commit({ puts: [aRecord({ id: 'a' })] });
      const late = {
        basis: 0,
        puts: [aRecord({ id: 'b' })],
        audit: [RECALL],
        tombstones: ['hash'],
        mark: { name: 'index', revision: 5 },
      };
      await expect(current().commit(late)).rejects.toBeInstanceOf(RecordConflictError);
      await reopen();
      expect(await current().byIds(['a', 'b'])).toHaveLength(1);
      expect((await current().audit()).items).toEqual([]);
      expect((await current().tombstones(['hash'])).size).toBe(0);
      expect(await current().mark('index')).toBeUndefined();
      expect(await current().revision()).toBe(1);
    });

    test('[LTM-8] refuses a change whose ids and tombstones are keyed by another secret', async () => {
      const own = await current().secret();
      const other = own.map((byte) => byte ^ 1);
      const puts = [aRecord({ id: 'a' })];
      const foreign = { keyedBy: other, puts, tombstones: ['hash'] };
      await expect(current().commit(foreign)).rejects.toBeInstanceOf(RecordConflictError);
      await reopen();
      expect(await current().byIds(['a'])).toEqual([]);
      expect((await current().tombstones(['hash'])).size).toBe(0);
      expect(await current().secret()).toEqual(own);
      expect(await current().commit({ keyedBy: own, puts })).toBe(1);
    });

    test('[LTM-2] of two changes on one basis takes one', async () => {
      const outcomes = await Promise.allSettled([
        current().commit({ basis: 0, puts: [aRecord({ id: 'a' })] }),
        current().commit({ basis: 0, puts: [aRecord({ id: 'b' })] }),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await current().byIds(['a', 'b'])).toHaveLength(1);
    });

    test('[LTM-2] refuses a record whose revision is not above the stored one', async () => {
      await current().commit({ puts: [aRecord({ id: 'a', revision: 2 })] });
      for (const revision of [1, 2]) {
        const puts = [aRecord({ id: 'b' }), aRecord({ id: 'a', revision, text: 'late' })];
        await expect(current().commit({ puts })).rejects.toBeInstanceOf(RecordConflictError);
      }
      expect(await current().byIds(['a', 'b'])).toHaveLength(1);
    });

    test('[LTM-2] counts uses, which no put takes back', async () => {
      await current().commit({ puts: [aRecord({ id: 'a' })] });
      await current().commit({ use: { recordIds: ['a', 'unknown'], atMs: START_MS + 5 } });
      await current().commit({ use: { recordIds: ['a'], atMs: START_MS + 3 } });
      await current().commit({ puts: [aRecord({ id: 'a', revision: 2, text: 'New.' })] });
      await reopen();
      const [record] = await current().byIds(['a']);
      expect(record).toMatchObject({ text: 'New.', uses: 2, lastUsedAtMs: START_MS + 5 });
    });

    test('[LTM-8] keeps tombstones until they are lifted', async () => {
      await current().commit({ tombstones: ['one', 'two'] });
      await current().commit({ lifted: ['two'] });
      await reopen();
      expect([...(await current().tombstones(['one', 'two', 'three']))]).toEqual(['one']);
    });

    test('[RET-5] remembers how far something has come', async () => {
      await current().commit({ mark: { name: 'index', revision: 3 } });
      await current().commit({ mark: { name: 'index', revision: 7 } });
      await reopen();
      expect(await current().mark('index')).toBe(7);
      expect(await current().mark('other')).toBeUndefined();
    });

    test('[LTM-8] has one secret of 32 bytes for as long as it lives', async () => {
      const [one, other] = await Promise.all([current().secret(), current().secret()]);
      expect(one).toHaveLength(32);
      expect(other).toEqual(one);
      expect(new Set(one).size).toBeGreaterThan(4);
      one.fill(0);
      await reopen();
      expect(await current().secret()).toEqual(other);
    });

    test('[STO-1] after close every call rejects, and close twice is harmless', async () => {
      await current().close();
      await current().close();
      const refused = { code: 'STORE_UNAVAILABLE' };
      await expect(current().commit({ puts: [aRecord()] })).rejects.toMatchObject(refused);
      await expect(current().byIds(['a'])).rejects.toMatchObject(refused);
      await expect(current().revision()).rejects.toMatchObject(refused);
      await expect(current().secret()).rejects.toMatchObject(refused);
      await reopen();
    });

    test('[STO-1] a call with an aborted signal rejects with its reason and does nothing', async () => {
      const signal = AbortSignal.abort(new Error('enough'));
      await expect(current().commit({ puts: [aRecord()] }, { signal })).rejects.toThrow('enough');
      await expect(current().page({ namespaces: [] }, { signal })).rejects.toThrow('enough');
      expect(await current().revision()).toBe(0);
    });
  });
}
