import { expect, test } from 'vitest';
import { knownRecords } from '../testing/known-records.ts';
import { auditPage } from './audit-facts.ts';

test('[LTM-7] the log is told newest first, with the beginning of each record that is still there', async () => {
  const { longTerm, ids } = await knownRecords();
  await longTerm.pin(ids.tea);
  const { items: entries } = await auditPage(longTerm, { limit: 100 });
  expect(entries[0]).toMatchObject({
    action: 'pin',
    recordCount: 1,
    records: [{ id: ids.tea, start: 'Ada prefers green tea.', source: 'user_stated' }],
  });
  const numbers = entries.map(({ number }) => number);
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
});

test('[LTM-8] of an erased record the log has its id and nothing else', async () => {
  const { longTerm, ids } = await knownRecords();
  await longTerm.erase({ id: ids.tea });
  const { items: entries } = await auditPage(longTerm, { limit: 100 });
  const about = entries.filter(({ records }) => records.some(({ id }) => id === ids.tea));
  expect(about.map(({ action }) => action)).toEqual(['erase', 'store']);
  expect(about.map(({ records }) => records)).toEqual([[{ id: ids.tea }], [{ id: ids.tea }]]);
});

test('[LTM-7] pages follow one another without a gap, filtered or not', async () => {
  const { longTerm, ids } = await knownRecords();
  await longTerm.pin(ids.tea);
  await longTerm.unpin(ids.tea);
  for (const wanted of [{}, { action: 'store' }] as const) {
    const all = await auditPage(longTerm, { limit: 100, ...wanted });
    const seen: number[] = [];
    let after: string | undefined;
    do {
      const at = after === undefined ? {} : { after };
      const page = await auditPage(longTerm, { limit: 1, ...wanted, ...at });
      seen.push(...page.items.map(({ number }) => number));
      after = page.next;
    } while (after !== undefined);
    expect(seen).toEqual(all.items.map(({ number }) => number));
    expect(seen.length).toBeGreaterThan(2);
  }
});

test('[LTM-7] an entry about many records names the first and counts them all', async () => {
  const { longTerm } = await knownRecords();
  const lines: string[] = [];
  for await (const line of longTerm.exportLines()) lines.push(line);
  const record = JSON.parse(lines[1] ?? '').record;
  const copies = Array.from({ length: 30 }, (_, index) =>
    JSON.stringify({ record: { ...record, id: `copy-${index}`, text: `Copy ${index}.` } }),
  );
  await longTerm.importLines([lines[0] ?? '', ...copies]);
  const { items: entries } = await auditPage(longTerm, { limit: 1 });
  expect(entries[0]).toMatchObject({ action: 'import', recordCount: 30 });
  expect(entries[0]?.records).toHaveLength(20);
});
