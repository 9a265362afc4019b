import { expect, test } from 'vitest';
import { knownRecords } from '../testing/known-records.ts';
import { namespaceExtent, namespaceList } from './namespace-facts.ts';

test('[DEV-6] namespaces are listed with the records that hold in them', async () => {
  const { longTerm } = await knownRecords();
  expect(await namespaceList(longTerm)).toEqual([
    { name: 'project:apollo', records: 1 },
    { name: 'user:ada', records: 3 },
  ]);
});

test('[LTM-8] the extent of a namespace is what its erasure takes, history included', async () => {
  const { longTerm } = await knownRecords();
  const extent = await namespaceExtent(longTerm, 'user:ada');
  expect(extent).toEqual({ records: 4, ended: 1 });
  const erasure = await longTerm.erase({ namespace: 'user:ada' });
  expect(erasure.recordIds).toHaveLength(extent.records);
  expect(await namespaceList(longTerm)).toEqual([{ name: 'project:apollo', records: 1 }]);
});
