import { runToEnd } from '@agent-memory/core/internal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { added, checksumOf, EMPTY_SUM } from './checksum.ts';

const RUNS = { numRuns: 100, seed: 20261127 };

const storable = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});

/** Around what is added at once, in one call and in one step. */
const length = fc.oneof(
  fc.integer({ min: 0, max: 20_000 }),
  fc.constantFrom(4_095, 4_096, 4_097, 8_192, 16_383, 16_384, 16_385),
);

const large = fc.oneof(
  length.map((many) => 'prose ö '.repeat(many).slice(0, many)),
  length.map((many) => Array.from({ length: many }, (_, at) => at % 7)),
  length.map((many) => Uint8Array.from({ length: many }, (_, at) => at % 251)),
  length.map((many) => new ArrayBuffer(many)),
  length.map((many) => new Map([['text', 'x'.repeat(many)]])),
  length.map((many) => new Set(['x'.repeat(many), many])),
  length.map((many) => ({ ['name'.repeat(many)]: 'value', many })),
  length.map((many) => new Date(many)),
);

test('[STO-6] the checksum that is added up in steps is the same, whatever is added', () => {
  const held = fc.property(storable, large, large, (small, one, other) => {
    for (const value of [small, one, [small, one, { one, other: [other] }], withGap(one, other)]) {
      expect(runToEnd(checksumOf(value))).toBe(added(EMPTY_SUM, value) >>> 0);
    }
  });
  fc.assert(held, RUNS);
});

test('[STO-9] each step of a long text, of many bytes and of many values is short', () => {
  const text = 'x'.repeat(2 ** 20);
  const long = [text, new Uint8Array(2 ** 20), { text }, { [text]: 1 }, new Set([text])];
  for (const value of long) expect(stepsOf(value)).toBeGreaterThanOrEqual(2 ** 20 / 4_096);
  const values = Array.from({ length: 2 ** 16 }, (_, at) => ({ at }));
  expect(stepsOf({ held: new Map([['values', values]]) })).toBeGreaterThanOrEqual(2 ** 16);
});

test('[STO-9] a message of the usual length is added up in one step', () => {
  const message = { role: 'user', parts: [{ type: 'text', text: 'word '.repeat(1_000) }] };
  expect(stepsOf(message)).toBe(1);
});

/** A list whose second place holds nothing at all. */
function withGap(one: unknown, other: unknown): unknown[] {
  const list = [one];
  list[2] = other;
  return list;
}

function stepsOf(value: unknown): number {
  let steps = 0;
  for (const _ of checksumOf(value)) steps += 1;
  return steps;
}
