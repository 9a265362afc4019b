import type { Entry } from '@agent-memory/core';
import { anEntry, aTextMessage } from '@agent-memory/core/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { AT_START, cursorAfter, firstNew } from './work.ts';

function talk(length: number, name = 'e'): readonly Entry[] {
  return Array.from({ length }, (_, seq) =>
    anEntry({
      seq,
      id: `${name}-${seq}`,
      parentId: seq === 0 ? null : `${name}-${seq - 1}`,
      message: aTextMessage(seq % 2 === 0 ? 'user' : 'assistant', `words ${seq}`),
    }),
  );
}

function conversation(entries: readonly Entry[], elsewhere: readonly Entry[] = []) {
  const all = new Map([...elsewhere, ...entries].map((one) => [one.id, one]));
  return { entries, entry: (id: string) => all.get(id) };
}

test('[EXT-1] extraction continues behind the entry of its cursor', () => {
  const entries = talk(8);
  expect(firstNew(conversation(entries), AT_START)).toBe(0);
  expect(firstNew(conversation(entries), cursorAfter(entries, 5))).toBe(5);
});

test('[EXT-1] where the head was moved, it continues where the branches part', () => {
  const before = talk(6);
  const fork = talk(3, 'f').map((one, index) => ({
    ...one,
    parentId: index === 0 ? 'e-1' : one.parentId,
  }));
  const now = [...before.slice(0, 2), ...fork];
  expect(firstNew(conversation(now, before), cursorAfter(before, 6))).toBe(2);
});

test('[EXT-2] a cursor whose entry is gone falls back to counting visible messages', () => {
  const entries = talk(8);
  expect(firstNew(conversation(entries), { entryId: 'gone', visible: 4 })).toBe(4);
  expect(firstNew(conversation(entries), { visible: 6 })).toBe(6);
});

test('[EXT-2] a count that is too high reads the newest turn again', () => {
  expect(firstNew(conversation(talk(4)), { entryId: 'gone', visible: 90 })).toBe(2);
  expect(firstNew(conversation([]), { entryId: 'gone', visible: 90 })).toBe(0);
});

test('[EXT-2] whatever became of the cursor, what comes later is read', async () => {
  const place = fc.nat({ max: 30 });
  await fc.assert(
    fc.property(place, place, fc.boolean(), fc.nat({ max: 60 }), (length, more, isKnown, count) => {
      const entries = talk(length);
      const cursor = isKnown
        ? cursorAfter(entries, Math.min(count, length))
        : { entryId: 'gone', visible: count };
      const later = talk(length + more + 2);
      const from = firstNew(conversation(later), cursor);
      expect(from).toBeLessThan(later.length);
      // A cursor that is known passes nothing over and repeats nothing.
      if (isKnown) expect(from).toBe(Math.min(count, length));
    }),
    { numRuns: 300, seed: 20261123 },
  );
});
