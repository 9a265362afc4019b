import { expect, test } from 'vitest';
import { bundleRow, callRows, sampleRow } from './scale-rows.mjs';
import { scaleTable } from './scale-table.mjs';

const times = {
  system: 'ours',
  appendMs: [0.002],
  assembleMs: [0.01, 0.02, 3],
  firstAssembleMs: 7,
};

test('[BENCH] the table stands figure by figure, each value in a unit that can be read', () => {
  const rows = [
    ...callRows({ ...times, n: 100 }),
    ...callRows({ ...times, n: 100_000 }),
    sampleRow('ours', 'write', 1_000, [1.25]),
    bundleRow('ours', 'createMemory', 12_345),
  ];
  const lines = scaleTable(rows).split('\n').slice(2);
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ['append', '100', 'ours', '2.0 µs', '2.0 µs'],
    ['append', '100,000', 'ours', '2.0 µs', '2.0 µs'],
    ['assemble', '100', 'ours', '20.0 µs', '3.0 ms'],
    ['assemble', '100,000', 'ours', '20.0 µs', '3.0 ms'],
    ['firstAssemble', '100', 'ours', '7.0 ms', '–'],
    ['firstAssemble', '100,000', 'ours', '7.0 ms', '–'],
    ['write', '1,000', 'ours', '1.3 ms', '1.3 ms'],
    ['bundle', '–', 'ours: createMemory', '12.3 kB', '–'],
  ]);
});
