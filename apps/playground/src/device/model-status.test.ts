import { expect, test } from 'vitest';
import { bytesText, engineText, progressText, shareOf, statusText } from './model-status.ts';

test.each([
  [1, '1 kB'],
  [234_400, '234 kB'],
  [98_300_000, '98 MB'],
  [1_240_000_000, '1.2 GB'],
])('%i bytes are told as %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});

test('[MOD-3] a download tells its bytes and its share', () => {
  const progress = { phase: 'download', loadedBytes: 120e6, totalBytes: 386e6 } as const;
  expect(progressText(progress)).toBe('Downloading: 120 MB of 386 MB (31 %)');
  expect(progressText({ phase: 'compile' })).toBe('Preparing the engine for this device …');
  expect(progressText(undefined)).toBe('Getting ready …');
});

test('a share is told where both ends are known, and is never more than all', () => {
  expect(shareOf({ phase: 'start', loadedBytes: 3, totalBytes: 4 })).toBe(0.75);
  expect(shareOf({ phase: 'start', loadedBytes: 9, totalBytes: 4 })).toBe(1);
  expect(shareOf({ phase: 'start', loadedBytes: 9 })).toBeUndefined();
  expect(shareOf(undefined)).toBeUndefined();
});

test('[MOD-5] a model says what it runs on, on how many threads, and how fast', () => {
  const engine = { contextWindow: 4_096, backend: 'wasm', threads: 2, notes: [] } as const;
  const waiting = { user: 0, background: 0 };
  expect(statusText({ phase: 'ready', engine, waiting, tokensPerSecond: 7.41 })).toBe(
    'ready · WebAssembly, 2 threads · 7.4 tokens/s',
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
  expect(statusText(undefined)).toContain('not started');
});
