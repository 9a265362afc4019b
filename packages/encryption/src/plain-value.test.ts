import { expect, test } from 'vitest';
import { bytesOfValue, valueOfBytes } from './plain-value.ts';

test.each([
  undefined,
  [undefined, null],
  { nested: { list: [1n, -0, Number.NaN, Number.NEGATIVE_INFINITY] } },
  { $: 'map', v: [[1, 2]] },
  { deep: [{ $: { $: 1 } }] },
  new Map<unknown, unknown>([[{ key: 1 }, new Set([new Date(Number.NaN)])]]),
  { bytes: new Uint8Array([0, 255]).subarray(1), when: new Date(7), text: 'half \ud83d' },
])('[STO-11] a value comes back as it was: %o', (value) => {
  expect(valueOfBytes(bytesOfValue(value))).toStrictEqual(value);
});

test('[STO-11] a value that nothing can be made of is refused by name', () => {
  expect(() => bytesOfValue({ file: new Blob(['x']) })).toThrow('holds [object Blob]');
});
