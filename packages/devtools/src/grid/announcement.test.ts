import { expect, test } from 'vitest';
import { announcement, type Listing } from './announcement.ts';

const BEFORE: Listing = { rowCount: 10, phrase: '', selectedKey: 'a', isSelectedListed: true };

test('[DEV-10] opening and closing tell how many rows came and went', () => {
  expect(announcement(BEFORE, { ...BEFORE, rowCount: 24 }, 'opened')).toBe('14 rows opened');
  expect(announcement(BEFORE, { ...BEFORE, rowCount: 9 }, 'closed')).toBe('1 row closed');
  expect(announcement(BEFORE, BEFORE, 'opened')).toBeUndefined();
});

test('[DEV-10] a selected row that leaves the list is told once', () => {
  const after = { ...BEFORE, isSelectedListed: false };
  expect(announcement(BEFORE, after, undefined)).toBe('The selected row is not listed any more');
  expect(announcement(after, after, undefined)).toBeUndefined();
});

test('[DEV-10] rows that come by themselves, a search and another selection say nothing', () => {
  expect(announcement(BEFORE, { ...BEFORE, rowCount: 99 }, undefined)).toBeUndefined();
  const found = { ...BEFORE, phrase: 'chain', isSelectedListed: false };
  expect(announcement(BEFORE, found, undefined)).toBeUndefined();
  const other = { ...BEFORE, selectedKey: 'b', isSelectedListed: false };
  expect(announcement(BEFORE, other, undefined)).toBeUndefined();
});
