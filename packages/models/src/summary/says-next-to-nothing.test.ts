import { expect, test } from 'vitest';
import { saysNextToNothing } from './checked-summary.ts';

const MATTER = 'user: Please move the order to another day and tell the driver. '.repeat(10);

test.each(['Hello!', 'Done.', '', 'It is fine.'])(
  '[MOD-4] of a long conversation this says nothing: %j',
  (summary) => {
    expect(saysNextToNothing(summary, MATTER)).toBe(true);
  },
);

test.each([
  ['a short sentence', 'A-7 is cancelled.', MATTER],
  ['a short sentence in Chinese', '用户取消了订单。', '用户：请取消订单。'.repeat(60)],
  ['a word for a few words', 'Done.', 'user: Please close the door.'],
])('[MOD-4] %s may be a summary', (_, summary, matter) => {
  expect(saysNextToNothing(summary, matter)).toBe(false);
});
