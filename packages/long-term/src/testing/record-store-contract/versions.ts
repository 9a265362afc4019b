import { describe, expect, test } from 'vitest';
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
      expect((await current().versions('a')).map(({ text }) => text)).toEqual([
        'One.',
        'Two.',
        'Three.',
      ]);
      expect(await current().versions('unknown')).toEqual([]);
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
      expect((await current().versions('a')).map(({ text }) => text)).toEqual(['One.', 'Three.']);
      expect(await current().versions('unknown')).toEqual([]);
      expect((await current().byIds(['a']))[0]?.text).toBe('Three.');
    });
  });
}
