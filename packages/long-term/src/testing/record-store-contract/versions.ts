import { describe, expect, test } from 'vitest';
import type { MemoryRecord } from '../../records/memory-record.ts';
import { aRecord, START_MS } from '../a-record.ts';
import type { StoreInTest } from './store-in-test.ts';

const VERSIONS = [
  aRecord({ id: 'a', revision: 1, text: 'One.', updatedAtMs: START_MS }),
  aRecord({ id: 'a', revision: 2, text: 'Two.', updatedAtMs: START_MS + 10 }),
  aRecord({ id: 'a', revision: 3, text: 'Three.', updatedAtMs: START_MS + 10 }),
];

/** Tests of the versions that are kept of a record. */
export function versionsContract({ current, reopen }: StoreInTest): void {
  describe('versions', () => {
    test('[LTM-5] keeps every version of a record, the newest last', async () => {
      for (const version of VERSIONS) await current().commit({ puts: [version] });
      await reopen();
      expect(textsOf(await current().versions(['a']))).toEqual([['a', 'One.', 'Two.', 'Three.']]);
      expect(await current().versions(['unknown'])).toEqual(new Map());
    });

    test('[LTM-5] gives the versions of many records at once, each by its id', async () => {
      for (const version of VERSIONS) await current().commit({ puts: [version] });
      await current().commit({
        puts: [aRecord({ id: 'b' }), aRecord({ id: 'c', text: 'Other.' })],
      });
      await current().commit({ erase: ['b'] });
      const found = await current().versions(['c', 'unknown', 'b', 'a', 'c']);
      expect(textsOf(found)).toEqual([
        ['a', 'One.', 'Two.', 'Three.'],
        ['c', 'Other.'],
      ]);
      expect(await current().versions([])).toEqual(new Map());
    });

    test('[LTM-7] gives the newest version that was written by a time', async () => {
      for (const version of VERSIONS) await current().commit({ puts: [version] });
      await current().commit({ puts: [aRecord({ id: 'b', namespace: 'project:x' })] });
      const textsAt = async (atMs: number, namespaces = ['user:ada']) =>
        (await current().versionsAt(namespaces, atMs)).map(({ text }) => text);
      expect(await textsAt(START_MS - 1)).toEqual([]);
      expect(await textsAt(START_MS)).toEqual(['One.']);
      expect(await textsAt(START_MS + 9)).toEqual(['One.']);
      expect(await textsAt(START_MS + 10)).toEqual(['Three.']);
      expect(await textsAt(START_MS + 10, ['project:x', 'user:ada'])).toHaveLength(2);
      expect(await textsAt(START_MS + 10, [])).toEqual([]);
    });

    test('[LTM-8] takes in earlier versions, and leaves those that it knows', async () => {
      await current().commit({ puts: [aRecord({ id: 'a', revision: 3, text: 'Three.' })] });
      const earlier = [
        aRecord({ id: 'a', revision: 1, text: 'One.' }),
        aRecord({ id: 'a', revision: 3, text: 'Other.' }),
        aRecord({ id: 'unknown', revision: 1 }),
      ];
      await current().commit({ versions: earlier });
      await reopen();
      expect(textsOf(await current().versions(['a', 'unknown']))).toEqual([
        ['a', 'One.', 'Three.'],
      ]);
      expect((await current().byIds(['a']))[0]?.text).toBe('Three.');
    });
  });
}

/** For each record its id and the texts of its versions, in the order of the ids. */
function textsOf(found: ReadonlyMap<string, readonly MemoryRecord[]>): readonly string[][] {
  const texts = [...found].map(([id, versions]) => [id, ...versions.map(({ text }) => text)]);
  return texts.sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
}
