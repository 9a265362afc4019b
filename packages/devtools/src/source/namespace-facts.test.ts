import { inMemoryStore, sessionCatalog } from '@agent-memory/core';
import { createLongTermMemory } from '@agent-memory/long-term';
import { expect, test } from 'vitest';
import { knownRecords } from '../testing/known-records.ts';
import { eraseNamespace, namespaceExtent, namespaceList } from './namespace-facts.ts';

test('[DEV-6] namespaces are listed with the records that hold in them', async () => {
  const { longTerm } = await knownRecords();
  expect(await namespaceList(longTerm)).toEqual([
    { name: 'project:apollo', records: 1 },
    { name: 'user:ada', records: 3 },
  ]);
});

test('[LTM-8] the extent of a namespace is what its erasure takes, history included', async () => {
  const { longTerm } = await knownRecords();
  const extent = await namespaceExtent(longTerm, 'user:ada', {});
  expect(extent).toEqual({ records: 4, ended: 1 });
  const erasure = await eraseNamespace(longTerm, 'user:ada', {});
  expect(erasure).toEqual({ records: extent.records, sources: 0, missing: 0 });
  expect(await namespaceList(longTerm)).toEqual([{ name: 'project:apollo', records: 1 }]);
});

test('[LTM-8] counting stops when nobody waits for it any more', async () => {
  const { longTerm } = await knownRecords();
  const controller = new AbortController();
  controller.abort(new Error('closed'));
  const counted = namespaceExtent(longTerm, 'user:ada', { signal: controller.signal });
  await expect(counted).rejects.toThrow('closed');
});

test('[LTM-8] with sources it tells the messages that went and those that had gone before', async () => {
  const sessions = sessionCatalog(inMemoryStore());
  const memory = createLongTermMemory({ user: 'ada', sessions, sweepEveryMs: 0 });
  await memory.store({
    ...{ type: 'user', kind: 'preference', source: 'user_stated' },
    text: 'Ada prefers a window seat.',
    evidence: [{ sessionId: 'last-week', entryId: 'entry-3' }],
  });
  expect(await eraseNamespace(memory, 'user:ada', { includeSources: true })).toEqual({
    records: 1,
    sources: 0,
    missing: 1,
  });
});
