import type { LoadProgress } from '@agent-memory/models';
import { expect, test } from 'vitest';
import { ByteProgress } from './byte-progress.ts';

function aDownload() {
  let nowMs = 1_000;
  const told: LoadProgress[] = [];
  const progress = new ByteProgress(
    'download',
    (each) => told.push(each),
    () => nowMs,
  );
  const come = (bytes: number, afterMs: number) => {
    nowMs += afterMs;
    progress.addCame(bytes);
  };
  return { progress, told, come };
}

test('[MOD-3] the time left follows the pace of what came over the network', () => {
  const { progress, told, come } = aDownload();
  progress.totalBytes = 1_000;
  progress.addHere(500);
  come(100, 2_000);
  expect(told).toEqual([
    { phase: 'download', loadedBytes: 500, totalBytes: 1_000 },
    { phase: 'download', loadedBytes: 600, totalBytes: 1_000, leftMs: 8_000 },
  ]);
});

test('pieces that come at once are told together, and the last one always', () => {
  const { progress, told, come } = aDownload();
  progress.totalBytes = 400;
  come(100, 10);
  come(100, 10);
  come(100, 10);
  come(100, 10);
  expect(told.map(({ loadedBytes }) => loadedBytes)).toEqual([100, 400]);
});

test('more than was announced is a whole of which nothing is known', () => {
  const { progress, told, come } = aDownload();
  progress.totalBytes = 100;
  come(150, 1_000);
  expect(told).toEqual([{ phase: 'download', loadedBytes: 150 }]);
});
