import { expect, test } from 'vitest';
import { freezeDeep } from './freeze-deep.ts';

test('[MSG-2] freezes to the bottom, also below what was frozen before', () => {
  const bottom = { text: 'a' };
  const value = freezeDeep([Object.freeze({ content: [bottom] })]);
  expect(Object.isFrozen(value)).toBe(true);
  expect(Object.isFrozen(value[0]?.content)).toBe(true);
  expect(() => {
    bottom.text = 'b';
  }).toThrow(TypeError);
});

test('[MSG-2] takes a value that holds itself, and leaves bytes, which cannot be frozen', () => {
  const bytes = new Uint8Array([1]);
  const value: { bytes: Uint8Array; again?: unknown } = { bytes };
  value.again = value;
  expect(freezeDeep(value)).toBe(value);
  expect(Object.isFrozen(value)).toBe(true);
  expect(bytes[0]).toBe(1);
});

test('[MSG-2] takes a value of 20,000 levels', () => {
  const bottom = {};
  let value: object = bottom;
  for (let level = 0; level < 20_000; level++) value = { value };
  freezeDeep(value);
  expect(Object.isFrozen(bottom)).toBe(true);
});
