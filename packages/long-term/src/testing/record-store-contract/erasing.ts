import { describe, expect, test } from 'vitest';
import { aRecord, START_MS } from '../a-record.ts';
import type { StoreInTest } from './store-in-test.ts';

/** Tests that nothing is left of a record that was erased. */
export function erasingContract({ current, reopen, dump }: StoreInTest): void {
  describe('erasing', () => {
    test('[LTM-8] leaves no version, no value and no trace of the text anywhere', async () => {
      await current().commit({
        puts: [aRecord({ id: 'a', text: 'pomegranate', key: 'quince', value: 'medlar' })],
        audit: [{ atMs: START_MS, action: 'store', namespace: 'user:ada', recordIds: ['a'] }],
      });
      await current().commit({
        puts: [aRecord({ id: 'a', revision: 2, text: 'tamarind', metadata: { note: 'sorrel' } })],
      });
      await current().commit({ puts: [aRecord({ id: 'b', text: 'apple' })] });
      await current().commit({ erase: ['a', 'unknown'] });
      await reopen();
      expect(await current().byIds(['a'])).toEqual([]);
      expect(await current().versions(['a'])).toEqual(new Map());
      expect(await current().byKeys('user:ada', ['quince'])).toEqual([]);
      expect(await current().versionsAt(['user:ada'], START_MS)).toHaveLength(1);
      expect(await dump()).not.toMatch(/pomegranate|quince|medlar|tamarind|sorrel/);
      expect((await current().audit()).items[0]?.recordIds).toEqual(['a']);
    });

    test('[LTM-8] wins over a put of the same change', async () => {
      await current().commit({ puts: [aRecord({ id: 'a' })], erase: ['a'] });
      expect(await current().byIds(['a'])).toEqual([]);
      expect(await current().versions(['a'])).toEqual(new Map());
    });

    test('[LTM-8] lets the same id be written again, from its first revision', async () => {
      await current().commit({ puts: [aRecord({ id: 'a', revision: 4 })] });
      await current().commit({ erase: ['a'] });
      await current().commit({ puts: [aRecord({ id: 'a', revision: 1, text: 'Anew.' })] });
      const versions = (await current().versions(['a'])).get('a') ?? [];
      expect(versions.map(({ text }) => text)).toEqual(['Anew.']);
    });
  });
}
