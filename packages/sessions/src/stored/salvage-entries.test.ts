import type { Entry } from '@agent-memory/core';
import { storeRules, wholeSessions } from '@agent-memory/core/internal';
import { anEntry, someEntries } from '@agent-memory/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { salvagedEntries } from './salvage-entries.ts';

const info = { id: 'session', createdAtMs: 0, updatedAtMs: 0, entries: 0 };

/** A tree whose entries each follow any earlier one. */
const trees = fc.array(fc.nat(), { minLength: 1, maxLength: 30 }).map((choices) => {
  const entries: Entry[] = [];
  for (const [place, choice] of choices.entries()) {
    const parent = place === 0 ? undefined : entries[place - 1 - (choice % Math.min(place, 3))];
    const seq = parent ? parent.seq + 1 : 0;
    const entry = anEntry({ seq, text: `Said at ${place}` });
    entries.push({
      ...entry,
      id: `id-${place}`,
      parentId: parent?.id ?? null,
      unitStart: seq,
      ...(seq !== place && { position: place }),
    });
  }
  return entries;
});

test('[STO-6] of any tree with any damage every readable message stays, and what is left is a tree', () => {
  fc.assert(
    fc.property(trees, fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }), (tree, holes) => {
      const records = tree.map((entry, place) => (holes[place] ? undefined : entry));
      const { entries } = salvagedEntries(records);
      expect(() => wholeSessions.storedTranscript({ info, entries })).not.toThrow();
      expect(entries).toHaveLength(tree.length);
      for (const [place, entry] of records.entries()) {
        if (!entry) continue;
        expect(entries[place]).toMatchObject({ id: entry.id, message: entry.message });
      }
    }),
    { seed: 17 },
  );
});

test('[STO-6] of any tree with any damage the message that it ends in is there, or its note is (seed 18)', () => {
  const damage = fc.array(fc.boolean(), { minLength: 30, maxLength: 30 });
  fc.assert(
    fc.property(trees, damage, fc.nat(), (tree, holes, choice) => {
      const headId = tree[choice % tree.length]?.id ?? null;
      const records = tree.map((entry, place) => (holes[place] ? undefined : entry));
      const { entries, damaged } = salvagedEntries(records, { headId });
      expect(() => wholeSessions.storedTranscript({ info, entries, headId })).not.toThrow();
      if (records.every((record) => record)) expect(damaged).toEqual([]);
    }),
    { seed: 18 },
  );
});

test('[STO-6] the note of the message that a conversation ends in stands where its record says', () => {
  const whole = someEntries(0, 4);
  const [, second, third, last] = whole;
  if (!second || !third || !last) throw new Error('There are four.');
  const rest = { ...last, parentId: second.id, seq: 2, message: 0 };
  const remains = (place: number) => (place === 3 ? rest : undefined);
  const records = [whole[0], second, undefined, undefined];
  const { entries, damaged } = salvagedEntries(records, { remains, headId: last.id });
  expect(entries[3]).toMatchObject({ id: last.id, parentId: second.id, seq: 2, position: 3 });
  expect(damaged).toContain('The note at position 3 is taken to be the end.');
});

test('[STO-6] a session without damage comes back as it is, and nothing is said', () => {
  const whole = someEntries(0, 5);
  expect(salvagedEntries(whole)).toEqual({ entries: whole, damaged: [] });
});

test('[STO-6] a damaged message costs itself alone, and a note stands in its place', () => {
  const whole = someEntries(0, 5);
  const records = whole.map((entry, place) => (place === 2 ? undefined : entry));
  const { entries, damaged } = salvagedEntries(records);
  expect(entries.filter((_, place) => place !== 2)).toEqual(records.filter((entry) => entry));
  expect(entries[2]).toMatchObject({
    id: whole[2]?.id,
    message: { parts: [{ type: 'text', text: storeRules.UNREADABLE_TEXT }] },
  });
  expect(damaged).toEqual([
    'The message at position 2 cannot be read; a note stands there instead.',
  ]);
});

test('[STO-6] two records under one id: the second is the damaged one', () => {
  const whole = someEntries(0, 3);
  const [first, second, third] = whole;
  if (!first || !second || !third) throw new Error('There are three.');
  const { entries } = salvagedEntries([first, { ...second, id: first.id }, third]);
  expect(() => wholeSessions.storedTranscript({ info, entries })).not.toThrow();
  expect(entries[0]).toBe(first);
  expect(entries[2]).toMatchObject({ id: third.id, message: third.message });
});

test('[STO-6] the role and the time that can still be seen are kept, and nothing else is believed', () => {
  const records = [undefined, ...someEntries(1, 2)];
  const rest = { createdAtMs: 7, message: { role: 'assistant', parts: 'gone' } };
  const { entries } = salvagedEntries(records, { remains: () => rest });
  expect(entries[0]).toMatchObject({ createdAtMs: 7, message: { role: 'assistant' } });
});
