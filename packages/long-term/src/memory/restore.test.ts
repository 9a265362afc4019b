import { expect, test } from 'vitest';
import { createLongTermMemory } from './create-long-term-memory.ts';
import type { LongTermMemory } from './long-term-memory.ts';

async function stored(longTerm: LongTermMemory, text: string, key?: string) {
  const draft = { type: 'user', kind: 'fact', source: 'user_stated', text } as const;
  const outcome = await longTerm.store({ ...draft, ...(key && { key, value: text }) });
  if (outcome.kind === 'refused') throw new Error(outcome.refusal.sentence);
  return outcome.record;
}

test('[LTM-5] a record that was forgotten or superseded holds again as it was, and the log says so', async () => {
  const longTerm = createLongTermMemory({ user: 'ada' });
  const { id } = await stored(longTerm, 'Ada owns two cats.');
  const before = await longTerm.list();
  await longTerm.forget(id);
  expect(await longTerm.restore(id)).toMatchObject({ kind: 'changed', record: { id } });
  const [first, ...more] = (await longTerm.list()).items;
  expect(more).toEqual([]);
  const { revision, updatedAtMs } = first?.record ?? {};
  const [known] = before.items;
  expect(first).toEqual({ ...known, record: { ...known?.record, revision, updatedAtMs } });
  expect((await longTerm.audit()).items[0]).toMatchObject({ action: 'restore', recordIds: [id] });
  const { hits } = await longTerm.retrieve({ text: 'cats' });
  expect(hits.map(({ record }) => record.id)).toEqual([id]);
  await longTerm.correct(id, 'Ada owns three cats.');
  expect(await longTerm.restore(id)).toMatchObject({ kind: 'changed' });
  const texts = (await longTerm.list()).items.map(({ record }) => record.text);
  expect(texts.toSorted()).toEqual(['Ada owns three cats.', 'Ada owns two cats.']);
});

test('[LTM-5] a record that holds, that a review found wrong, or whose key another one has is not restored', async () => {
  const longTerm = createLongTermMemory({ user: 'ada' });
  const cats = await stored(longTerm, 'Ada owns two cats.');
  const unknown = { kind: 'refused', refusal: { rule: 'UNKNOWN_RECORD' } };
  expect(await longTerm.restore(cats.id)).toMatchObject(unknown);
  await longTerm.reject(cats.id);
  expect(await longTerm.restore(cats.id)).toMatchObject(unknown);
  expect(await longTerm.restore('nobody')).toMatchObject(unknown);
  const before = await stored(longTerm, 'Ghent', 'home');
  const now = await stored(longTerm, 'Porto', 'home');
  expect(await longTerm.restore(before.id)).toMatchObject({
    refusal: { rule: 'ENDED_SINCE', recordId: now.id },
  });
  expect(await longTerm.get('home')).toBe('Porto');
});

test('[LTM-5] a correction to what another record says already ends the corrected one', async () => {
  const longTerm = createLongTermMemory({ user: 'ada' });
  const cats = await stored(longTerm, 'Ada owns two cats.');
  const dogs = await stored(longTerm, 'Ada breeds spaniels.');
  const outcome = await longTerm.correct(cats.id, 'Ada breeds spaniels.');
  expect(outcome).toMatchObject({ replaced: [cats.id], record: { id: dogs.id } });
  expect((await longTerm.list()).items.map(({ record }) => record.id)).toEqual([dogs.id]);
  const history = await longTerm.history(dogs.id);
  expect(history.map(({ text }) => text)).toContain('Ada owns two cats.');
});
