import { expect, test } from 'vitest';
import { NeededValues, valuesOf } from './needed-values.mjs';
import { assistant, call, session, system, user } from './testing/builders.mjs';

const valuesIn = (input: unknown) => [...valuesOf(JSON.stringify(input))];

test('[BENCH] takes numbers and strings of 4 to 60 characters whole, at any depth, each once', () => {
  const input = { id: 'ORD-1', list: [{ amount: 4500 }, 'ORD-1'], note: 'two words' };
  expect(valuesIn(input)).toEqual(['ORD-1', '4500', 'two words']);
  expect(valuesIn({ text: 'x'.repeat(60) })).toEqual(['x'.repeat(60)]);
});

test('[BENCH] leaves out what is shorter than four characters, booleans and null', () => {
  expect(valuesIn({ a: 'abc', b: 123, c: true, d: null, e: 'abcd' })).toEqual(['abcd']);
});

test('[BENCH] takes only the words that look like identifiers from longer strings', () => {
  const command = `please open src/app/main.ts and then look for user_id in it, or try #4711 and v1 as ${'well '.repeat(5)}`;
  expect(valuesIn({ command })).toEqual(['src/app/main.ts', 'user_id', '#4711']);
});

test('[BENCH] reads arguments that are not JSON as one string', () => {
  expect([...valuesOf('{"path": "/tmp/x')]).toEqual(['{"path": "/tmp/x']);
});

test('[BENCH] needs only values that had occurred before the call', () => {
  const values = new NeededValues(session());
  values.remember(user('My order is ORD-1'));
  values.check(call('c1', { order: 'ORD-1', invented: 'ORD-2' }), [user('My order is ORD-1')]);
  expect([values.needed, values.kept]).toEqual([1, 1]);
});

test('[BENCH] finds values in the arguments of earlier calls, in the past and in the context', () => {
  const values = new NeededValues(session());
  const earlier = call('c1', { order: 'ORD-1' });
  values.remember(earlier);
  values.check(call('c2', { order: 'ORD-1' }), [earlier]);
  expect([values.needed, values.kept]).toEqual([1, 1]);
});

test('[BENCH] counts a needed value that the context lacks as lost', () => {
  const values = new NeededValues(session());
  values.remember(user('orders ORD-1 and ORD-2'));
  values.check(call('c1', { a: 'ORD-1', b: 'ORD-2' }), [user('order ORD-2')]);
  expect([values.needed, values.kept]).toEqual([2, 1]);
});

test('[BENCH] keeps nothing where the memory refused', () => {
  const values = new NeededValues(session());
  values.remember(user('order ORD-1'));
  values.check(call('c1', { order: 'ORD-1' }), undefined);
  expect([values.needed, values.kept]).toEqual([1, 0]);
});

test('[BENCH] does not credit a value that only the system text holds', () => {
  const recorded = session(system('Agent of shop SHOP-9.'), user('shop SHOP-9 please'));
  const values = new NeededValues(recorded);
  values.remember(user('shop SHOP-9 please'));
  values.check(call('c1', { shop: 'SHOP-9' }), [system('Agent of shop SHOP-9.')]);
  expect([values.needed, values.kept]).toEqual([1, 0]);
});

test('[BENCH] credits what a system message carries beside the system text', () => {
  const values = new NeededValues(session(system('Be kind.')));
  values.remember(user('order ORD-1'));
  values.check(call('c1', { order: 'ORD-1' }), [system('Be kind.\nKnown: ORD-1')]);
  expect(values.kept).toBe(1);
});

test('[BENCH] asks nothing of a reply without calls', () => {
  const values = new NeededValues(session());
  values.remember(user('order ORD-1'));
  values.check(assistant('Your order ORD-1 is on its way.'), []);
  expect(values.needed).toBe(0);
});
