import type { LoadProgress } from '@agent-memory/models';
import { expect, test } from 'vitest';
import { Tally } from './tally.ts';

test('[MOD-3] bytes are told in steps, with the time that is left at the pace of the network alone', () => {
  const told: LoadProgress[] = [];
  let nowMs = 5_000;
  const tally = new Tally({
    totalBytes: 2_000_000,
    hereBytes: 1_000_000,
    onProgress: (progress) => told.push(progress),
    nowMs: () => nowMs,
  });
  nowMs += 1_000;
  for (let count = 0; count < 10; count += 1) tally.add(100_000);
  const phase = 'download';
  const totalBytes = 2_000_000;
  expect(told).toEqual([
    { phase, totalBytes, loadedBytes: 1_000_000 },
    { phase, totalBytes, loadedBytes: 1_300_000, leftMs: 2_333 },
    { phase, totalBytes, loadedBytes: 1_600_000, leftMs: 667 },
    { phase, totalBytes, loadedBytes: 1_900_000, leftMs: 111 },
    { phase, totalBytes, loadedBytes: 2_000_000, leftMs: 0 },
  ]);
});
