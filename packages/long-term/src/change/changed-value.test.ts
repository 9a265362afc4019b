import { expect, test } from 'vitest';
import { relationBetween } from './contradiction.ts';

const project = (text: string) => ({ text, type: 'project' }) as const;
const user = (text: string) => ({ text, type: 'user' }) as const;

test.each([
  ['The deadline is now April 19.', 'Our deadline is April 12.'],
  ["We've raised the budget to 1,200 euros.", 'The budget is 900 euros.'],
  [
    'The new sprint deadline of April 5, 2024',
    'The deadline for the first sprint is April 1, 2024.',
  ],
  ['Our launch date got pushed to September 12.', 'Our launch date is August 30.'],
])('[LTM-5] %j takes the place of %j', (now, before) => {
  expect(relationBetween(project(now), project(before))).toBe('replaces');
});

test('[LTM-5] a new value of the user’s own takes the place of the old one', () => {
  const now = user('My increased budget of $650');
  expect(relationBetween(now, user('My budget is $600.'))).toBe('replaces');
});

test('[LTM-5] a new value of something that is narrowed otherwise is for somebody to compare', () => {
  const now = project('The review deadline is now April 19.');
  const before = project('The design deadline is April 12.');
  expect(relationBetween(now, before)).toBe('may-contradict');
});

test.each([
  ['The deadline is now April 19.', 'Our budget is 900 euros.'],
  ['The venue of the workshop is Hall 4.', 'The date of the workshop is May 4.'],
])('[LTM-5] %j and %j are about two things', (now, before) => {
  expect(relationBetween(project(now), project(before))).not.toBe('replaces');
});
