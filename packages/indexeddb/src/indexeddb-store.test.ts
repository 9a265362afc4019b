import { expect, test } from 'vitest';
import { indexedDbStore } from './indexeddb-store.ts';
import type { IndexedDbStoreOptions } from './store-options.ts';

test('[OBS-3] an option that there is not is refused, and so is null', () => {
  const misspelt: object = { databasName: 'support' };
  expect(() => indexedDbStore(misspelt)).toThrow(
    'Unknown option `databasName` in `indexedDbStore`: did you mean `databaseName`?',
  );
  const nothing: unknown = null;
  expect(() => indexedDbStore(nothing as IndexedDbStoreOptions)).toThrow(
    'Option `indexedDbStore` must be an object; got null.',
  );
});

test('[OBS-3] a durability that would make each call fail is refused', () => {
  const options: object = { durability: 'paranoid' };
  expect(() => indexedDbStore(options)).toThrow(expect.objectContaining({ option: 'durability' }));
});
