import { createLongTermMemory } from '@agent-memory/long-term';
import { expect, test } from 'vitest';
import { heldTexts } from '../testing/held-texts.ts';
import { knownRecords } from '../testing/known-records.ts';
import { FIXTURE_NOW_MS } from '../testing/plan-fixture.ts';
import { longTermSource } from './long-term-source.ts';
import type { RecordQuery } from './namespace-facts.ts';

async function aSource() {
  const known = await knownRecords();
  return { ...known, source: longTermSource(known.longTerm, known.clock.nowMs) };
}

test('[DEV-6] records are listed newest first, and filtered by what the memory knows and by labels', async () => {
  const { source } = await aSource();
  const starts = async (query: RecordQuery) =>
    (await source.page(query, { limit: 10 })).items.map(({ start }) => start);
  expect(await starts({})).toEqual([
    'Ada prefers green tea.',
    'Ada travels by train.',
    'Ada prefers an aisle seat.',
    'The order has the number R-20418.',
  ]);
  expect(await starts({ kind: 'preference', phrase: 'SEAT' })).toEqual([
    'Ada prefers an aisle seat.',
  ]);
  expect(await starts({ mark: 'hypothesis' })).toEqual(['Ada travels by train.']);
  expect(await starts({ mark: 'pinned' })).toEqual(['The order has the number R-20418.']);
  expect(await starts({ namespace: 'project:apollo' })).toHaveLength(1);
  expect(await starts({ phrase: 'nobody' })).toEqual([]);
});

test('[DEV-6] records that no context has had are found, whatever their age', async () => {
  const { source, longTerm } = await aSource();
  await longTerm.retrieve({ text: 'Which seat?' });
  const { items: records } = await source.page({ mark: 'never-recalled' }, { limit: 10 });
  expect(records.map(({ start }) => start)).not.toContain('Ada prefers an aisle seat.');
  expect(records.map(({ start }) => start)).toContain('Ada prefers green tea.');
  const stale = await source.page({ mark: 'never-used' }, { limit: 10 });
  expect(stale.items.map(({ start }) => start)).toEqual(['The order has the number R-20418.']);
});

test('[DEV-6] pages follow one another without a gap, searched or not', async () => {
  const { source } = await aSource();
  for (const query of [{}, { phrase: 'ada' }]) {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await source.page(query, {
        limit: 1,
        ...(after === undefined ? {} : { after }),
      });
      seen.push(...page.items.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined);
    const all = await source.page(query, { limit: 10 });
    expect(seen).toEqual(all.items.map(({ id }) => id));
  }
});

test('[DEV-7] a recall tells hits with their signals and what was cut, and counts as no use', async () => {
  const { source } = await aSource();
  const { hits, cut } = await source.recall({ text: 'What does Ada prefer?', limit: 1 });
  expect(hits).toHaveLength(1);
  expect(hits[0]?.tokens).toBeGreaterThan(0);
  expect(hits[0]).toMatchObject({ rank: 1, facts: { uses: 0 } });
  expect(Object.keys(hits[0]?.signals ?? {})).toContain('words');
  expect(cut[0]).toMatchObject({ rule: 'BELOW_LIMIT', start: expect.stringMatching(/^Ada /) });
  const { items: records } = await source.page({}, { limit: 10 });
  expect(records.map(({ uses }) => uses)).toEqual([0, 0, 0, 0]);
});

test('[DEV-6] a forgotten record comes back as it was said, and one that was not is refused', async () => {
  const { source, ids } = await aSource();
  await source.forget(ids.tea);
  expect((await source.record(ids.tea))?.record.ended?.why).toBe('forgotten');
  const outcome = await source.restore(ids.tea);
  expect(outcome).toMatchObject({
    record: { id: ids.tea, text: 'Ada prefers green tea.', source: 'user_stated' },
  });
  expect(await source.restore(ids.tea)).toMatchObject({ kind: 'refused' });
});

test('[LTM-8] what is exported can be taken in by another memory, history included', async () => {
  const { source } = await aSource();
  const file = await source.exported();
  const other = createLongTermMemory({ user: 'ada', namespace: 'project:apollo', sweepEveryMs: 0 });
  expect(await other.importLines(await file.text(), { from: 'backup' })).toMatchObject({
    refused: [],
  });
  const [seat] = (await other.list({ subject: 'seat' })).items;
  const history = await other.history(seat?.record.id ?? '');
  expect(history.map(({ text }) => text)).toContain('Ada prefers a window seat.');
});

test('[DEV-8] every answer of the source can be cloned', async () => {
  const { source, ids } = await aSource();
  const answers = [
    await source.page({}, { limit: 10 }),
    await source.record(ids.aisle),
    await source.history(ids.aisle),
    await source.audit({ limit: 10 }),
    await source.recall({ text: 'seat', limit: 5 }),
    await source.pin(ids.tea),
    await source.imported(await (await source.exported()).text()),
    await source.namespaceList(),
    await source.namespaceExtent('user:ada'),
    await source.held({ limit: 10 }),
    await source.heldCount(),
    await source.release('held:none', 'claim'),
    await source.eraseHeld('held:none'),
    await source.erase(ids.order),
    await source.eraseNamespace('user:ada', {}),
  ];
  expect(structuredClone(answers)).toEqual(answers);
  expect(source.nowMs()).toBe(FIXTURE_NOW_MS);
});

test('[GRD-3] what waits is listed whole and counted, released by a person, or erased', async () => {
  const { longTerm, clock, order } = await heldTexts();
  const source = longTermSource(longTerm, clock.nowMs);
  const first = await source.held({ limit: 1 });
  expect(first.items).toHaveLength(1);
  expect(await source.heldCount()).toBe(2);
  expect(await source.release(order, 'reference')).toMatchObject({
    record: { type: 'reference', source: 'external' },
  });
  expect((await longTerm.audit()).items[0]).toMatchObject({ action: 'release', by: 'user' });
  const [markup] = (await source.held({ limit: 10 })).items;
  expect(await source.eraseHeld(markup?.id ?? '')).toMatchObject({ recordIds: [markup?.id] });
  expect((await longTerm.audit()).items[0]).toMatchObject({ action: 'erase', by: 'user' });
  expect(await source.eraseHeld(markup?.id ?? '')).toMatchObject({
    recordIds: [],
    refusal: { rule: 'UNKNOWN_RECORD' },
  });
  expect(await source.heldCount()).toBe(0);
});
