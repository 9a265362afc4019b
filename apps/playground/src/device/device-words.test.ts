import { expect, test } from 'vitest';
import {
  bytesText,
  engineText,
  leftText,
  progressText,
  shareOf,
  statusText,
} from './device-words.ts';

test.each([
  [1, '1 kB'],
  [234_400, '234 kB'],
  [98_300_000, '98 MB'],
  [1_240_000_000, '1.2 GB'],
])('%i bytes are told as %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});

test.each([
  [undefined, ''],
  [Number.POSITIVE_INFINITY, ''],
  [400, 'about 1 s left'],
  [89_000, 'about 89 s left'],
  [150_000, 'about 3 min left'],
  [3 * 3_600_000, 'about 3 h left'],
])('%s ms that are left are told as “%s”', (leftMs, text) => {
  expect(leftText(leftMs)).toBe(text);
});

test('[MOD-3] a download tells its bytes, its share and the time that is left', () => {
  const progress = { phase: 'download', loadedBytes: 120e6, totalBytes: 386e6 } as const;
  expect(progressText({ ...progress, leftMs: 20_000 })).toBe(
    'Downloading: 120 MB of 386 MB (31 %), about 20 s left',
  );
  expect(progressText({ phase: 'download', loadedBytes: 5e6 })).toBe('Downloading: 5 MB');
  expect(progressText({ phase: 'compile' })).toBe('Preparing the engine for this device …');
  expect(progressText(undefined)).toBe('Getting ready …');
});

test('a share is told where both ends are known, and is never more than all', () => {
  expect(shareOf({ phase: 'start', loadedBytes: 3, totalBytes: 4 })).toBe(0.75);
  expect(shareOf({ phase: 'start', loadedBytes: 9, totalBytes: 4 })).toBe(1);
  expect(shareOf({ phase: 'start', loadedBytes: 9 })).toBeUndefined();
  expect(shareOf(undefined)).toBeUndefined();
});

test('[MOD-5] a model says what it runs on, on how many threads, how fast, and who waits', () => {
  const engine = { contextWindow: 4_096, backend: 'wasm', threads: 2, notes: [] } as const;
  const waiting = { user: 0, background: 1 };
  expect(statusText({ phase: 'ready', engine, waiting, tokensPerSecond: 7.41 })).toBe(
    'ready · WebAssembly, 2 threads · 7.4 tokens/s · a summary waits',
  );
  expect(engineText({ ...engine, threads: 1 })).toBe('WebAssembly, one thread');
  expect(engineText({ ...engine, backend: 'webgpu' })).toBe('WebGPU');
});

test('a model that is not started says how it starts', () => {
  const waiting = { user: 0, background: 0 };
  expect(statusText({ phase: 'unloaded', waiting })).toContain('starts with your message');
  expect(statusText({ phase: 'loading', waiting, progress: { phase: 'start' } })).toBe(
    'Starting …',
  );
  expect(statusText(undefined)).toBe('not started');
});
