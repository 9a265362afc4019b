import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { structuredCopy } from './structured-copy.ts';

const refuse = (path: string, kind: string): never => {
  throw new Error(`${kind} at ${path}`);
};

test('[STO-1] copies JSON values as they are', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(structuredCopy(value, refuse)).toEqual(value);
    }),
  );
});

test('[STO-1] copies what the platform copies, as the platform copies it', () => {
  const value = {
    when: new Date(5),
    map: new Map<unknown, unknown>([[{ key: 1 }, [1, undefined]]]),
    set: new Set([1, 'a']),
    bytes: new Uint8Array([1, 2, 3]).subarray(1),
    view: new DataView(new Uint8Array([9, 8, 7]).buffer, 1, 2),
    buffer: new Uint8Array([4, 5]).buffer,
    big: 10n,
    odd: [Number.NaN, -0, Number.POSITIVE_INFINITY],
    bare: Object.assign(Object.create(null), { a: 1 }),
  };
  const copy = structuredCopy(value, refuse);
  expect(copy).toEqual(structuredClone(value));
  expect([...new Uint8Array(copy.view.buffer)]).toEqual([8, 7]);
});

test('[STO-1] shares nothing that can be changed', () => {
  const value = { list: [1], map: new Map([[1, { a: 1 }]]), bytes: new Uint8Array([1]) };
  const copy = structuredCopy(value, refuse);
  value.list.push(2);
  value.bytes[0] = 9;
  const inMap = value.map.get(1);
  if (inMap) inMap.a = 2;
  expect(copy).toEqual({ list: [1], map: new Map([[1, { a: 1 }]]), bytes: new Uint8Array([1]) });
});

test('[STO-1] keeps cycles and what is held twice', () => {
  const value: { twice: object[]; self?: object } = { twice: [] };
  const shared = { a: 1 };
  value.twice.push(shared, shared);
  value.self = value;
  const copy = structuredCopy(value, refuse);
  expect(copy.self).toBe(copy);
  expect(copy.twice[0]).toBe(copy.twice[1]);
  expect(copy.twice[0]).not.toBe(shared);
});

test('[STO-1] makes plain objects of instances of classes', () => {
  class Point {
    readonly x = 1;
    double() {
      return this.x * 2;
    }
  }
  const copy: object = structuredCopy(new Point(), refuse);
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  expect(copy).toEqual({ x: 1 });
});

test('[STO-1] hands on files as they are, since nobody can change them', () => {
  const file = new Blob(['text']);
  expect(structuredCopy({ file }, refuse).file).toBe(file);
});

describe('refuses, naming the place,', () => {
  test.each<[string, unknown, string]>([
    ['a function', { parts: [{ run: () => 0 }] }, 'function at .parts[0].run'],
    ['a symbol', [Symbol('s')], 'symbol at [0]'],
    ['a promise', new Map([['a', Promise.resolve()]]), 'Promise at .a'],
    ['a weak map', { cache: new WeakMap() }, 'WeakMap at .cache'],
    ['a function on its own', () => 0, 'function at '],
  ])('[STO-1] %s', (_what, value, message) => {
    expect(() => structuredCopy(value, refuse)).toThrow(message);
  });
});
