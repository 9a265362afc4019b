import { expect, test } from 'vitest';
import { aChange, anEntry } from '../testing/builders.ts';
import { addedEntries, type StoredFacts, type ThereInStore } from './change-rules.ts';

const [first, second] = [anEntry({ seq: 0 }), anEntry({ seq: 1 })];

function aSessionWhoseFirstIs(there: ThereInStore): StoredFacts {
  return {
    ...{ id: 'session', entries: 1, scratchpad: undefined, parts: new Map() },
    entryAt: (place) => (place === 0 ? there : undefined),
    holds: () => true,
  };
}

test('[STO-6] a message that comes again may be the one that cannot be read, and none that is missing', () => {
  const change = aChange({ entries: [first, second] });
  expect(addedEntries(aSessionWhoseFirstIs('unreadable'), change)).toEqual([second]);
  expect(() => addedEntries(aSessionWhoseFirstIs('missing'), change)).toThrow('session');
});

test.each(['unreadable', 'missing'] as const)(
  '[STO-6] a session goes on behind a message that is %s',
  (there) => {
    const basis = { entries: 2, lastEntryId: second.id, previousEntryId: first.id };
    const change = aChange({ entries: [second], basis });
    expect(addedEntries(aSessionWhoseFirstIs(there), change)).toEqual([second]);
  },
);
