import { describe, expect, test } from 'vitest';
import type { MemoryRecord } from '../../records/memory-record.ts';
import type { RecordStore } from '../../store/record-store.ts';
import { aRecord, START_MS } from '../a-record.ts';
import type { StoreInTest } from './store-in-test.ts';

const ENDED = { atMs: START_MS, why: 'forgotten' } as const;
const ADA = { namespaces: ['user:ada'] };

/** How records are found again. */
export function readingContract({ current, reopen }: StoreInTest): void {
  describe('reading', () => {
    test('[LTM-2] gives records by their ids, in that order, and leaves out unknown ones', async () => {
      await current().commit({ puts: [aRecord({ id: 'a' }), aRecord({ id: 'b', ended: ENDED })] });
      expect(idsOf(await current().byIds(['b', 'x', 'a']))).toEqual(['b', 'a']);
    });

    test('[GRD-3] gives those that ended for one reason, and no others', async () => {
      const held = { atMs: START_MS, why: 'held' } as const;
      const heldFor = ['It gives an order.'];
      await current().commit({
        puts: [
          aRecord({ id: 'a' }),
          aRecord({ id: 'b', ended: ENDED }),
          aRecord({ id: 'c', ended: held, heldFor, key: 'home' }),
        ],
      });
      await reopen();
      const { items } = await current().page({ ...ADA, endedAs: 'held' });
      expect(items).toEqual([aRecord({ id: 'c', ended: held, heldFor, key: 'home' })]);
      expect(await current().byKeys('user:ada', ['home'])).toEqual([]);
    });

    test('[LTM-11] refuses to continue from what is no end of a page', async () => {
      for (const after of ['junk', '', ':a']) {
        const refused = { code: 'INVALID_OPTION' };
        await expect(current().page(ADA, { after })).rejects.toMatchObject(refused);
        await expect(current().audit({ after })).rejects.toMatchObject(refused);
      }
    });

    test('[LTM-11] finds nothing by what is no key', async () => {
      await current().commit({ puts: [aRecord({ id: 'a' }), aRecord({ id: 'b', key: 'home' })] });
      const { missing, list } = JSON.parse('{"list":["home"]}');
      for (const key of ['', missing, null, 7, list]) {
        expect(await current().byKeys('user:ada', [key])).toEqual([]);
      }
      expect(idsOf(await current().byKeys('user:ada', [missing, 'home', '']))).toEqual(['b']);
      expect(await current().byKeys('user:ada', [])).toEqual([]);
    });

    test('[LTM-11] finds the records of many keys at once, in their order and each once', async () => {
      await current().commit({
        puts: [
          aRecord({ id: 'a', key: 'one' }),
          aRecord({ id: 'b', key: 'two' }),
          aRecord({ id: 'c', key: 'three', ended: ENDED }),
          aRecord({ id: 'd', key: 'one', namespace: 'project:x' }),
        ],
      });
      await reopen();
      const keys = ['two', 'three', 'unknown', 'one', 'two'];
      expect(idsOf(await current().byKeys('user:ada', keys))).toEqual(['b', 'a']);
    });

    test('[LTM-11] finds the record of a key in its namespace that has not ended', async () => {
      await current().commit({
        puts: [
          aRecord({ id: 'old', key: 'home', ended: ENDED }),
          aRecord({ id: 'new', key: 'home' }),
          aRecord({ id: 'other', key: 'home', namespace: 'user:ada:x' }),
        ],
      });
      await reopen();
      expect(idsOf(await current().byKeys('user:ada', ['home']))).toEqual(['new']);
      expect(await current().byKeys('user:ada', ['hom'])).toEqual([]);
      await current().commit({
        puts: [aRecord({ id: 'new', revision: 2, key: 'home', ended: ENDED })],
      });
      expect(await current().byKeys('user:ada', ['home'])).toEqual([]);
    });

    test('[LTM-5] finds records of a subject and kind that have not ended', async () => {
      await current().commit({
        puts: [
          aRecord({ id: 'a', subject: 'Ada' }),
          aRecord({ id: 'b', subject: 'Ada', kind: 'preference' }),
          aRecord({ id: 'c', subject: 'Bob' }),
          aRecord({ id: 'd', subject: 'Ada', ended: ENDED }),
          aRecord({ id: 'e', subject: 'Ada', namespace: 'project:x' }),
          aRecord({ id: 'f' }),
        ],
      });
      expect(idsOf(await current().bySubject('user:ada', 'Ada', 'fact'))).toEqual(['a']);
      expect(idsOf(await current().bySubject('user:ada', undefined, 'fact'))).toEqual(['f']);
    });

    test('[LTM-11] pages newest first, then by id downwards, each record once', async () => {
      const puts = Array.from({ length: 12 }, (_, index) =>
        aRecord({
          id: `r${String(index).padStart(2, '0')}`,
          createdAtMs: START_MS + Math.floor(index / 3),
          namespace: index % 2 === 0 ? 'user:ada' : 'project:x',
        }),
      );
      await current().commit({ puts });
      await reopen();
      const all = await pagesOf(current(), 5, ['user:ada', 'project:x']);
      expect(all).toEqual(puts.map(({ id }) => id).reverse());
    });

    test('[LTM-11] continues behind the last page though records were written meanwhile', async () => {
      const puts = ['a', 'b', 'c', 'd'].map((id, index) =>
        aRecord({ id, createdAtMs: START_MS + index }),
      );
      await current().commit({ puts });
      const first = await current().page(ADA, { limit: 2 });
      await current().commit({
        puts: [
          aRecord({ id: 'new', createdAtMs: START_MS + 9 }),
          aRecord({ id: 'b', revision: 2, createdAtMs: START_MS + 1, text: 'New.' }),
        ],
      });
      const rest = await current().page(ADA, { limit: 9, after: first.next ?? '' });
      expect([...idsOf(first.items), ...idsOf(rest.items)]).toEqual(['d', 'c', 'b', 'a']);
      expect(rest.next).toBeUndefined();
    });

    test('[RET-2] filters by type, kind, source, subject, key and time', async () => {
      await current().commit({
        puts: [
          aRecord({ id: 'a', key: 'k:1', subject: 'Ada' }),
          aRecord({ id: 'b', kind: 'episode', createdAtMs: START_MS + 10 }),
          aRecord({ id: 'c', type: 'feedback', source: 'external', createdAtMs: START_MS + 20 }),
          aRecord({ id: 'd', ended: ENDED }),
          aRecord({ id: 'e', namespace: 'user:bob' }),
        ],
      });
      const ids = async (filter: object) =>
        idsOf((await current().page({ ...ADA, ...filter })).items);
      expect(await ids({})).toEqual(['c', 'b', 'a']);
      expect(await ids({ types: ['feedback'] })).toEqual(['c']);
      expect(await ids({ kinds: ['fact', 'episode'] })).toEqual(['c', 'b', 'a']);
      expect(await ids({ kinds: ['episode'] })).toEqual(['b']);
      expect(await ids({ sources: ['external'] })).toEqual(['c']);
      expect(await ids({ subject: 'Ada' })).toEqual(['a']);
      expect(await ids({ keyPrefix: 'k:' })).toEqual(['a']);
      expect(await ids({ fromMs: START_MS + 10, toMs: START_MS + 20 })).toEqual(['b']);
      expect(await ids({ withEnded: true })).toEqual(['c', 'b', 'd', 'a']);
    });

    test('[RET-5] tells what changed since a revision, each record once as it is now', async () => {
      await current().commit({ puts: [aRecord({ id: 'a' }), aRecord({ id: 'b' })] });
      await current().commit({ puts: [aRecord({ id: 'a', revision: 2, text: 'New.' })] });
      await current().commit({ erase: ['b'] });
      await reopen();
      const all = await current().changesSince(0);
      expect(all).toMatchObject({ revision: 3, erased: ['b'], hasMore: false });
      expect(all.puts.map(({ text }) => text)).toEqual(['New.']);
      expect(await current().changesSince(2)).toMatchObject({ puts: [], erased: ['b'] });
      expect(await current().changesSince(3)).toEqual({
        revision: 3,
        puts: [],
        erased: [],
        hasMore: false,
      });
    });

    test('[RET-5] tells of a record that was erased and put again as put', async () => {
      await current().commit({ puts: [aRecord({ id: 'a' })] });
      await current().commit({ erase: ['a'] });
      await current().commit({ puts: [aRecord({ id: 'a', text: 'Again.' })] });
      expect(await current().changesSince(1)).toMatchObject({
        revision: 3,
        puts: [{ text: 'Again.' }],
        erased: [],
      });
    });

    test('[RET-5] tells of many changes in parts that miss nothing', async () => {
      for (const id of ['a', 'b', 'c', 'd', 'e']) {
        await current().commit({ puts: [aRecord({ id }), aRecord({ id: `${id}2` })] });
      }
      await current().commit({ erase: ['c'] });
      const seen = new Set<string>();
      let revision = 0;
      let hasMore = true;
      while (hasMore) {
        const delta = await current().changesSince(revision, { limit: 3 });
        for (const { id } of delta.puts) seen.add(id);
        expect(delta.revision).toBeGreaterThan(revision);
        ({ revision, hasMore } = delta);
      }
      expect([...seen].sort()).toEqual(['a', 'a2', 'b', 'b2', 'c2', 'd', 'd2', 'e', 'e2']);
      expect(revision).toBe(6);
    });

    test('[NS-1] names every namespace that holds something', async () => {
      await current().commit({
        puts: [
          aRecord({ id: 'a', namespace: 'user:ada' }),
          aRecord({ id: 'b', namespace: 'shared:planner:days', ended: ENDED }),
          aRecord({ id: 'c', namespace: 'user:ada' }),
        ],
      });
      expect(await current().namespaces()).toEqual(['shared:planner:days', 'user:ada']);
    });

    test('[LTM-7] gives the audit log newest first, in pages', async () => {
      for (const [index, action] of (['store', 'verify', 'recall'] as const).entries()) {
        const entry = { atMs: START_MS + index, action, namespace: 'user:ada', recordIds: ['a'] };
        await current().commit({ audit: [entry] });
      }
      await reopen();
      const first = await current().audit({ limit: 2 });
      expect(first.items.map(({ action, number }) => [number, action])).toEqual([
        [3, 'recall'],
        [2, 'verify'],
      ]);
      const rest = await current().audit({ limit: 2, after: first.next ?? '' });
      expect(rest.items.map(({ number }) => number)).toEqual([1]);
      expect(rest.next).toBeUndefined();
    });
  });
}

function idsOf(records: readonly MemoryRecord[]): string[] {
  return records.map(({ id }) => id);
}

async function pagesOf(
  store: RecordStore,
  limit: number,
  namespaces: readonly string[],
): Promise<string[]> {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const page = await store.page(
      { namespaces },
      { limit, ...(after === undefined ? {} : { after }) },
    );
    ids.push(...idsOf(page.items));
    after = page.next;
  } while (after !== undefined);
  return ids;
}
