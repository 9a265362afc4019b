import { expect, test } from 'vitest';
import { knownRecords, manyRecords } from '../testing/known-records.ts';
import { drawnRecords } from './drawn-records.ts';

test('[LTM-2] records are found by the session that they were drawn from, with their messages', async () => {
  const { longTerm, ids } = await knownRecords();
  await longTerm.store({
    ...{ type: 'user', kind: 'fact', source: 'user_stated', text: 'Ada has a cat.' },
    evidence: [
      { sessionId: 'support-4127', entryId: 'entry-5' },
      { sessionId: 'another', entryId: 'entry-9' },
    ],
  });
  const { records, isAll } = await drawnRecords(longTerm, 'support-4127');
  expect(isAll).toBe(true);
  expect(records[0]).toMatchObject({ start: 'Ada has a cat.', entryIds: ['entry-5'] });
  expect(records.map(({ id }) => id)).not.toContain(ids.tea);
  expect((await drawnRecords(longTerm, 'nobody')).records).toEqual([]);
});

test('[LTM-2] a memory of many pages is read to its end', async () => {
  const longTerm = await manyRecords(600);
  const first = (await longTerm.list({}, { limit: 1 })).items[0];
  expect(first?.record.text).toMatch(/^Parcel 600 /);
  expect(await drawnRecords(longTerm, 'support-4127')).toEqual({ records: [], isAll: true });
});
