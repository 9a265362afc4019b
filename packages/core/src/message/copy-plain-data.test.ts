import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { InvalidMessageError } from '../ground/errors/errors.ts';
import { copyPlainData } from './copy-plain-data.ts';

test('[MSG-3] the copy of what JSON can say equals it and shares no object with it (seed 20261121)', async () => {
  await fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy = copyPlainData(value);
      expect(copy).toEqual(value);
      const originals = new Set(objectsIn(value));
      expect(objectsIn(copy).filter((object) => originals.has(object))).toEqual([]);
    }),
    { numRuns: 300, seed: 20261121 },
  );
});

function objectsIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

test('[MSG-3] an object without a prototype is plain data, and `undefined` stays', () => {
  const bare: unknown = Object.assign(Object.create(null), { a: [undefined, Number.NaN] });
  expect(copyPlainData(bare)).toStrictEqual({ a: [undefined, Number.NaN] });
});

test('[MSG-3] an object that stands in two places is no object that holds itself', () => {
  const shared = { a: 1 };
  expect(copyPlainData([shared, { shared }])).toEqual([{ a: 1 }, { shared: { a: 1 } }]);
});

class Point {
  readonly x = 1;
}

test.each([
  ['a function', () => 1, 'holds a function, which cannot be sent'],
  ['a symbol', Symbol('s'), 'holds a symbol, which cannot be sent'],
  ['a big integer', 1n, 'holds a bigint, which cannot be sent'],
  ['a pattern', /a/, 'holds an object of class RegExp, which is no plain data'],
  ['a date', new Date(0), 'holds an object of class Date, which is no plain data'],
  ['a map', new Map(), 'holds an object of class Map, which is no plain data'],
  ['a set', new Set(), 'holds an object of class Set, which is no plain data'],
  ['bytes', new Uint8Array(1), 'holds an object of class Uint8Array, which is no plain data'],
  ['an error', new TypeError('no'), 'holds an object of class TypeError, which is no plain data'],
  ['a promise', Promise.resolve(), 'holds an object of class Promise, which is no plain data'],
  ['an instance of a class', new Point(), 'holds an object of class Point, which is no plain data'],
])('[MSG-3] %s is refused and its place named', (_, value, problem) => {
  const refused = refusalOf({ list: [0, { value }] });
  expect(refused.field).toBe('list.1.value');
  expect(refused.message).toBe(
    `Message refused, nothing was appended: \`list.1.value\` ${problem}.`,
  );
});

test('[MSG-3] what is no data as a whole is refused as the message', () => {
  expect(refusalOf(new Date(0)).field).toBe('message');
});

function nested(levels: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { value };
  return value;
}

test('[MSG-3] a value of 500 levels is copied, one more is refused', () => {
  expect(copyPlainData(nested(500))).toEqual(nested(500));
  expect(refusalOf(nested(501)).message).toMatch('is nested deeper than 500 levels.');
});

test('[MSG-3] a value of 20,000 levels is refused with a sentence that names its part', () => {
  expect(refusalOf({ parts: [{ value: nested(20_000) }] }).message).toBe(
    'Message refused, nothing was appended: `parts.0.value` is nested deeper than 500 levels.',
  );
});

test('[MSG-3] a field named `__proto__` is kept as a field and changes no prototype', () => {
  const text = '{"a":{"__proto__":{"polluted":true},"b":1}}';
  const copy = copyPlainData(JSON.parse(text)) as { readonly a: object };
  expect(JSON.stringify(copy)).toBe(text);
  expect(Object.getPrototypeOf(copy.a)).toBe(Object.prototype);
  expect('polluted' in {}).toBe(false);
});

test('[MSG-3] a field that throws when it is read is refused and named, with the error as cause', () => {
  const cause = new RangeError('no');
  const trap = () => {
    throw cause;
  };
  const getter = Object.defineProperty({}, 'text', { get: trap, enumerable: true });
  const refused = refusalOf({ parts: [getter] });
  expect(refused.field).toBe('parts.0.text');
  expect(refused.message).toMatch('cannot be read: reading it threw an error');
  expect(refused.cause).toBe(cause);
  for (const handler of [{ get: trap }, { ownKeys: trap }, { getPrototypeOf: trap }]) {
    const held = refusalOf({ parts: [new Proxy({ text: 'Hi' }, handler)] });
    expect(held.field).toMatch(/^parts\.0(\.text)?$/);
    expect(held.cause).toBe(cause);
  }
});

test('[MSG-3] a proxy that was revoked is refused and named', () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  expect(refusalOf({ parts: [proxy] }).field).toBe('parts.0');
});

test('[MSG-3] each field is read once, so it cannot be another when it is looked at again', () => {
  let reads = 0;
  const parts = Object.defineProperty({}, 'text', {
    get: () => ['first', () => 'second'][reads++],
    enumerable: true,
  });
  expect(copyPlainData({ parts })).toEqual({ parts: { text: 'first' } });
  expect(reads).toBe(1);
});

test('[MSG-3] a proxy without a bottom is refused', () => {
  const bottomless = (): object => new Proxy({ value: 1 }, { get: bottomless });
  expect(refusalOf({ parts: [bottomless()] }).message).toMatch('is nested deeper than 500 levels.');
});

test('[MSG-3] a few objects that unfold to more values than memory holds are refused', () => {
  let value: unknown = 'bottom';
  for (let level = 0; level < 20; level++) value = new Array<unknown>(100_000).fill(value);
  expect(refusalOf({ parts: [{ value }] }).message).toBe(
    'Message refused, nothing was appended: `parts.0.value` holds more than 50000 values.',
  );
});

test('[MSG-3] a list of four billion gaps is refused, and a short one has `undefined` there', () => {
  const gaps: unknown[] = [];
  gaps[4_000_000_000] = 'end';
  expect(refusalOf({ gaps }).field).toMatch(/^gaps/);
  const gap: unknown[] = ['a'];
  gap[2] = 'c';
  expect(copyPlainData(gap)).toStrictEqual(['a', undefined, 'c']);
});

test('[MSG-3] a list whose length is no number is refused', () => {
  const list = new Proxy(['a'], { get: (_, name) => (name === 'length' ? 'many' : 'a') });
  expect(refusalOf({ list }).field).toBe('list');
});

test('[MSG-3] of a list the items are kept, whatever its own methods and fields are', () => {
  const list = Object.assign(['a', 'b'], { map: 5, [Symbol.iterator]: 5 });
  Object.defineProperty(list, '__proto__', { value: { polluted: true }, enumerable: true });
  const copy = copyPlainData(list);
  expect(copy).toStrictEqual(['a', 'b']);
  expect(Object.getPrototypeOf(copy)).toBe(Array.prototype);
});

test('[MSG-3] a class with a hostile name is refused like another', () => {
  class Hostile extends Point {}
  Object.defineProperty(Hostile, 'name', { value: Symbol('name') });
  expect(refusalOf({ value: new Hostile() }).field).toBe('value');
});

function refusalOf(value: unknown): InvalidMessageError {
  try {
    copyPlainData(value);
  } catch (error) {
    if (error instanceof InvalidMessageError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}
