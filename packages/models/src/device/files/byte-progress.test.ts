import { expect, test } from 'vitest';
import type { LoadProgress } from '../../local/engine.ts';
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

test('small pieces that come at once are told together, large ones and the last one always', () => {
  const { progress, told, come } = aDownload();
  progress.totalBytes = 300_400;
  for (const bytes of [100, 100, 100, 300_000, 100]) come(bytes, 10);
  expect(told.map(({ loadedBytes }) => loadedBytes)).toEqual([100, 300_300, 300_400]);
});

test('more than was announced is a whole of which nothing is known', () => {
  const { progress, told, come } = aDownload();
  progress.totalBytes = 100;
  come(150, 1_000);
  expect(told).toEqual([{ phase: 'download', loadedBytes: 150 }]);
});
