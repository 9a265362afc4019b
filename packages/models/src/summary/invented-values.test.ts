import { expect, test } from 'vitest';
import { inventedValues } from './checked-summary.ts';

const MATTER = `user: Please rebook order ZFA04Y from 14 March 2026 to 2026-05-20, the 12,400 EUR one.
assistant: Done; see https://shop.example/orders/ZFA04Y and src/orders/rebook.ts, or ask mira@shop.example.
tool: {"orderId":"A-77812","total":1299.5,"retries":3,"helper":"rebookOrder"}`;

test.each([
  ['an order', 'Order ZFA04X was rebooked.', ['ZFA04X']],
  ['a longer order', 'Order ZFA04Y2 was rebooked.', ['ZFA04Y2']],
  ['a part of an order', 'It is order 77812 of A-7781.', ['A-7781']],
  ['a date', 'It was moved to 2026-05-21.', ['2026-05-21']],
  ['a written date', 'It was booked for 15 March 2026.', ['15 March 2026']],
  ['a price', 'It costs 12,500 EUR.', ['12,500 EUR']],
  ['an address', 'See https://shop.example/orders/1 for it.', ['https://shop.example/orders/1']],
  ['a path', 'The code is in src/orders/book.ts.', ['src/orders/book.ts']],
  ['an e-mail address', 'Ask mia@shop.example.', ['mia@shop.example']],
  ['a name of code', 'It calls rebookAllOrders.', ['rebookAllOrders']],
  ['two of them', 'Orders ZFA04X and B-11111 failed.', ['ZFA04X', 'B-11111']],
])('[MOD-4] %s that the source lacks is made up', async (_, summary, values) => {
  expect(await inventedValues(summary, MATTER)).toEqual(values);
});

test.each([
  'Order ZFA04Y was moved to 2026-05-20.',
  'Order zfa04y was moved.',
  'It was booked for March 14, 2026.',
  'It costs €12400, or 12 400 EUR.',
  'The total of A-77812 is 1299.5.',
  'See shop.example/orders/ZFA04Y; ask mira@shop.example.',
  'rebookOrder in src/orders/rebook.ts was tried 3 times.',
  'The page is on GitHub.',
  'IMPORTANT: the user calls it "the big one".',
  'The user asked 2 questions, of which 1 is open.',
  '',
])('[MOD-4] this says nothing that the source lacks: %s', async (summary) => {
  expect(await inventedValues(summary, MATTER)).toEqual([]);
});

test('[MOD-4] looking for values stops when the signal aborts', async () => {
  const controller = new AbortController();
  controller.abort(new Error('enough'));
  const matter = 'word '.repeat(2_000_000);
  const looking = inventedValues('Order ZFA04X', matter, controller.signal);
  await expect(looking).rejects.toThrow('enough');
});
