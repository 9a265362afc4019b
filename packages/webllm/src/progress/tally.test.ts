import type { LoadProgress } from '@agent-memory/models';
import { expect, test } from 'vitest';
import { Tally } from './tally.ts';

test('[MOD-3] bytes are told in steps, and after a second on a slow line, with the time that is left at the pace of the network alone', () => {
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
    { phase, totalBytes, loadedBytes: 1_100_000, leftMs: 9_000 },
    { phase, totalBytes, loadedBytes: 1_400_000, leftMs: 1_500 },
    { phase, totalBytes, loadedBytes: 1_700_000, leftMs: 429 },
    { phase, totalBytes, loadedBytes: 2_000_000, leftMs: 0 },
  ]);
});
