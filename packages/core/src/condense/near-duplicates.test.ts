import { expect, test } from 'vitest';
import { NearDuplicates } from './near-duplicates.ts';

function isRepeated(first: string, second: string): boolean {
  const seen = new NearDuplicates();
  seen.add(first);
  return seen.has(second);
}

test('[CMP-10] recognises a sentence that only differs in case, marks or a word', () => {
  expect(isRepeated('Please cancel the booking.', 'please, cancel the booking')).toBe(true);
  expect(isRepeated('The build failed on the server.', 'The build failed on the old server.')).toBe(
    true,
  );
});

test('[CMP-10] recognises a sentence that another one contains', () => {
  expect(isRepeated('Cancel my trip to Rome, and book one to Oslo.', 'Cancel my trip.')).toBe(true);
});

test('[CMP-10] tells the same words about two ids or two numbers apart', () => {
  expect(isRepeated('Cancel the booking QX7R2M now.', 'Cancel the booking AB12CD now.')).toBe(
    false,
  );
  expect(isRepeated('The total of the order is 1,204.', 'The total of the order is 1,940.')).toBe(
    false,
  );
});

test('[CMP-10] tells different sentences apart', () => {
  expect(isRepeated('The build failed on the server.', 'The user wants a window seat.')).toBe(
    false,
  );
  expect(isRepeated('请取消订单。', '我想改签航班。')).toBe(false);
});

test('[CMP-10] recognises a repetition in a script without gaps', () => {
  expect(isRepeated('请取消我的订单,谢谢。', '请取消我的订单。')).toBe(true);
});
