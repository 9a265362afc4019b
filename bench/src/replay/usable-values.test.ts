import { expect, test } from 'vitest';
import { cleanValuesOf } from './clean-values.mjs';
import { weightsOf } from './session-weights.mjs';
import { call, result, session, system, user } from './testing/builders.mjs';
import { UsableValues } from './usable-values.mjs';
import { describesItself } from './value-labels.mjs';

const cleanIn = (input: unknown) => [...cleanValuesOf(JSON.stringify(input))];

test('[BENCH] takes short arguments as they are and names out of longer ones without punctuation', () => {
  expect(cleanIn({ id: 'ORD-1', note: ' two words ', amount: 4500 })).toEqual([
    'ORD-1',
    'two words',
    '4500',
  ]);
  const text = `A well-known. booking. of fareClass. with src/app.ts: .push //note name: his/her #AB-023. ${'so '.repeat(9)}`;
  expect(cleanIn({ text })).toEqual(['fareClass', 'src/app.ts', 'AB-023']);
});

/** The balance where a call needs a value that an earlier message brought, and the context is a note. */
function balanceOf(said: string, value: string, note: string) {
  const values = new UsableValues(session(user(said)));
  values.remember(user(said));
  values.check(call('c1', { value }), [user(note)]);
  return values.balance;
}

const unusable = { needed: 1, clean: 1, usable: 0, reachable: 1 };
const usable = { needed: 1, clean: 1, usable: 1, reachable: 1 };

test('[BENCH] a bare value is kept, one by a word that it stood by is usable', () => {
  const said = '{"reservation_id": "Q4L9HS", "price": 305}';
  expect(balanceOf(said, 'Q4L9HS', '305 Q4L9HS 4182')).toEqual(unusable);
  expect(balanceOf(said, 'Q4L9HS', 'reservation: Q4L9HS')).toEqual(usable);
  expect(balanceOf(said, 'Q4L9HS', 'id: R7K2PX Q4L9HS')).toEqual(usable);
  expect(balanceOf(said, 'Q4L9HS', 'reservations here\n\nQ4L9HS')).toEqual(unusable);
  expect(balanceOf(said, 'Q4L9HS', 'reservation:\n- R7K2PX\n- Q4L9HS')).toEqual(usable);
  expect(balanceOf(said, 'Q4L9HS', 'price: Q4L9HS')).toEqual(unusable);
  expect(balanceOf(said, 'Q4L9HS', 'Q4L9HSX')).toMatchObject({ needed: 1, clean: 0, usable: 0 });
});

test('[BENCH] other values and stop words are no labels', () => {
  const said = 'the reservation Q4L9HS of mia_li_3668 is for her';
  expect(balanceOf(said, 'Q4L9HS', 'mia_li_3668 for Q4L9HS of')).toEqual(unusable);
  expect(balanceOf(said, 'Q4L9HS', 'reservation_3668 Q4L9HS')).toEqual(unusable);
});

test('[BENCH] what says itself what it is, or never stood by a word, needs no label', () => {
  expect(['src/app.ts', 'themeColor', 'Gate 12'].every(describesItself)).toBe(true);
  expect(['theme.fg', 'Q4L9HS', '4182', '14 C'].some(describesItself)).toBe(false);
  expect(balanceOf('open src/app.ts', 'src/app.ts', '1 src/app.ts 2')).toEqual(usable);
  expect(balanceOf('Q4L9HS', 'Q4L9HS', '1 Q4L9HS 2')).toEqual(usable);
});

test("[BENCH] what stands in the session's own text is usable, also where that was shortened", () => {
  const long = `{"id": "Q4L9HS", "text": "${'word '.repeat(40)}", "code": "R7K2PX"}`;
  const recorded = session(user('Go'), call('c0'), result('c0', long));
  const cut = `${long.slice(0, 90)} […] R7K2PX`;
  const values = new UsableValues(recorded);
  for (const message of recorded.messages) values.remember(message);
  values.check(call('c1', { a: 'Q4L9HS', b: 'R7K2PX' }), [call('c0'), result('c0', cut)]);
  expect(values.balance).toMatchObject({ needed: 2, clean: 2, usable: 1 });
});

test('[BENCH] the system text keeps no value, and a refused context none', () => {
  const recorded = session(system('Shop SHOP-9.'), user('shop SHOP-9'));
  const values = new UsableValues(recorded);
  values.remember(user('shop SHOP-9'));
  values.check(call('c1', { shop: 'SHOP-9' }), [system('Shop SHOP-9.')]);
  values.check(call('c2', { shop: 'SHOP-9' }), undefined);
  expect(values.balance).toMatchObject({ needed: 2, clean: 0, usable: 0 });
});

test('[BENCH] no session weighs more than 15 % where there are enough of them', () => {
  const counts = [1_000, 500, 20, 20, 20, 20, 20, 20, 20, 0];
  const weighed = weightsOf(counts).map((weight, index) => weight * (counts[index] ?? 0));
  const all = weighed.reduce((sum, weight) => sum + weight, 0);
  expect(Math.max(...weighed) / all).toBeCloseTo(0.15);
  expect(weighed.slice(2, 9)).toEqual(counts.slice(2, 9));
  expect(weightsOf([5, 5, 5, 5, 5, 5, 5])).toEqual([1, 1, 1, 1, 1, 1, 1]);
  expect(weightsOf([10, 2, 0])).toEqual([0.1, 0.5, 0]);
});
