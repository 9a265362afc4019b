import { expect, test } from 'vitest';
import { anEntry, aTokenCount, someEntries } from '../testing/builders.ts';
import { EntryLog } from './entry-log.ts';

test('[MSG-5] extending the newest end gives the same log', () => {
  const log = new EntryLog(someEntries(0, 2));
  const next = anEntry({ seq: 2 });
  expect(log.extended(2, next)).toBe(log);
  expect(log.at(2)).toBe(next);
  expect(log.seqOf(next.id)).toBe(2);
});

test('[MSG-5] extending an older end forks and leaves the newer entries where they are', () => {
  const log = new EntryLog(someEntries(0, 3));
  const other = anEntry({ seq: 1, id: 'other' });
  const fork = log.extended(1, other);
  expect(fork).not.toBe(log);
  expect(fork.length).toBe(2);
  expect(fork.at(1)).toBe(other);
  expect(log.length).toBe(3);
  expect(log.seqOf('other')).toBeUndefined();
});

test('[TOK-3] a better count replaces the old one and nothing else of the entry', () => {
  const log = new EntryLog(someEntries(0, 2));
  const before = log.at(1);
  log.measure(1, aTokenCount({ value: 33 }));
  expect(log.at(1)).toEqual({ ...before, tokens: aTokenCount({ value: 33 }) });
  expect(log.at(1).message).toBe(before.message);
});

test('[MSG-5] a list that a log was made from may change without changing the log', () => {
  const entries = [...someEntries(0, 2)];
  const log = new EntryLog(entries);
  entries.pop();
  expect(log.length).toBe(2);
});

test('[MSG-5] asking for an entry that is not there says how many there are', () => {
  expect(() => new EntryLog(someEntries(0, 2)).at(2)).toThrow('No entry at 2.');
});

test('[TOK-3] the log says how often a count was replaced, and appending is no replacement', () => {
  const log = new EntryLog([anEntry()]);
  log.extended(1, anEntry({ seq: 1 }));
  expect(log.measurements).toBe(0);
  log.measure(0, aTokenCount({ value: 11 }));
  log.measure(0, aTokenCount({ value: 12 }));
  expect(log.measurements).toBe(2);
});
