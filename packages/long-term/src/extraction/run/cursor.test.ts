import type { Entry, SessionStanding } from '@agent-memory/core';
import { anEntry, aTextMessage } from '@agent-memory/core/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Conversation } from './conversation.ts';
import { AT_START, type Cursor, cursorAfter, firstNew, workOf } from './work.ts';

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
  const head = entries.at(-1);
  return new Conversation({
    sessionId: 's',
    entries: (from = 0, to) =>
      entries.slice(Math.max(0, from), to === undefined ? to : Math.max(0, to)),
    entry: (id) => all.get(id),
    standing: () => ({ isLoaded: true, headId: head?.id ?? null }) as SessionStanding,
  });
}

/** The cursor once so many entries of a talk are read, from a cursor on. */
function cursorBehind(entries: readonly Entry[], count: number, from: Cursor = AT_START): Cursor {
  const work = workOf(conversation(entries), from, { cause: 'asked', ownTools: [] });
  return work ? cursorAfter(work, count - work.from) : from;
}

test('[EXT-1] extraction continues behind the entry of its cursor', () => {
  const entries = talk(8);
  expect(firstNew(conversation(entries), AT_START)).toBe(0);
  expect(firstNew(conversation(entries), cursorBehind(entries, 5))).toBe(5);
});

test('[EXT-1] a cursor that moves on counts the visible messages before it, wherever it began', () => {
  const entries = talk(9);
  expect(cursorBehind(entries, 8, cursorBehind(entries, 3))).toEqual(cursorBehind(entries, 8));
  expect(cursorBehind(entries, 8, { visible: 2 })).toEqual(cursorBehind(entries, 8));
});

test('[EXT-1] where the head was moved, it continues where the branches part', () => {
  const before = talk(6);
  const fork = talk(3, 'f').map((one, index) => ({
    ...one,
    parentId: index === 0 ? 'e-1' : one.parentId,
  }));
  const now = [...before.slice(0, 2), ...fork];
  expect(firstNew(conversation(now, before), cursorBehind(before, 6))).toBe(2);
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
        ? cursorBehind(entries, Math.min(count, length))
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
