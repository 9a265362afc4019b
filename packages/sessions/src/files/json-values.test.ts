import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromJsonValue, toJsonValue } from './json-values.ts';

function refuse(field: string, problem: string): never {
  throw new Error(`${field} ${problem}`);
}

const thereAndBack = (value: unknown) =>
  fromJsonValue(JSON.parse(JSON.stringify(toJsonValue(value, 'v', refuse))), 'v', refuse);

test.each([
  ['what JSON says', { text: 'é', list: [1, null, true, {}], '': '' }],
  ['what JSON loses', [undefined, Number.NaN, Infinity, -Infinity, -0, 12n]],
  ['dates', [new Date(0), new Date(Number.NaN)]],
  [
    'maps and sets',
    new Map<unknown, unknown>([
      ['a', new Set([1, { b: 2 }])],
      [{ k: 1 }, 'v'],
    ]),
  ],
  [
    'what looks like our own words',
    [{ $ref: '#/x' }, { $map: 5 }, { $object: { $date: 0 } }, { $a: 1, b: 2 }],
  ],
  ['a field named __proto__', JSON.parse('{"__proto__":{"admin":true}}')],
])('[STO-5] %s come back equal', (_, value) => {
  expect(thereAndBack(value)).toStrictEqual(value);
});

test('[STO-5] whatever JSON can say is written as it is, or comes back as it is (seed 20261122)', async () => {
  await fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(thereAndBack(value)).toStrictEqual(value);
    }),
    { seed: 20261122 },
  );
});

test.each<[unknown, string]>([
  [{ a: [() => 1] }, 'v.a.0 holds a function'],
  [Symbol('s'), 'v holds a symbol'],
  [{ a: /x/ }, 'v.a holds a RegExp'],
  [{ a: Uint8Array.of(1) }, 'v.a holds a Uint8Array'],
])('[STO-5] what no file can say is refused by its place (%#)', (value, message) => {
  expect(() => toJsonValue(value, 'v', refuse)).toThrow(message);
});

test('[STO-5] what holds itself is refused, and what stands twice is not', () => {
  const shared = { a: 1 };
  expect(thereAndBack([shared, shared])).toEqual([shared, shared]);
  const loop: { self?: unknown } = {};
  loop.self = loop;
  expect(() => toJsonValue(loop, 'v', refuse)).toThrow('v.self holds itself');
});

test.each<[unknown, string]>([
  [{ $date: 'x' }, 'v.$date'],
  [{ $map: [[1]] }, 'v.$map.0'],
  [{ $map: 1 }, 'v.$map'],
  [{ $set: {} }, 'v.$set'],
  [{ $number: '7' }, 'v.$number'],
  [{ $bigint: '1e9' }, 'v.$bigint'],
  [{ $object: 'x' }, 'v.$object'],
  [{ $eval: 'x' }, 'v.$eval'],
  [{ a: [Number.NaN] }, 'v.a.0'],
  [{ a: new Date() }, 'v.a'],
  [{ a: undefined }, 'v.a'],
])('[STO-5] what toJsonValue cannot have given is refused by its place (%#)', (value, field) => {
  expect(() => fromJsonValue(value, 'v', refuse)).toThrow(`${field} `);
});

test('[STO-5] a file nested without end is refused before the stack runs out', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
  expect(() => fromJsonValue(deep, 'v', refuse)).toThrow('nested deeper than 600 levels');
});

test('[STO-6] a list with a field named `constructor` is read as the list that it is', () => {
  const list = Object.assign([1, 2], { constructor: { prototype: null } });
  expect(fromJsonValue({ list, map: { $map: [list] } }, 'file', refuse)).toEqual({
    list: [1, 2],
    map: new Map([[1, 2]]),
  });
});
