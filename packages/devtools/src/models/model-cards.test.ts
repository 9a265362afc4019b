import { expect, test } from 'vitest';
import { modelCard } from './model-cards.ts';

test('[DEV-15] a model of this device: engine, speed, queue, window, restarts', () => {
  const card = modelCard({
    name: 'smollm2-135m',
    contextWindow: 2_048,
    status: {
      phase: 'answering',
      engine: { backend: 'wasm', threads: 4, notes: ['No WebGPU in this browser.'] },
      waiting: { user: 1, background: 2 },
      tokensPerSecond: 7.234,
      restarts: 2,
    },
  });
  expect(card).toEqual({
    name: 'smollm2-135m',
    badge: 'answering',
    isTrouble: false,
    lines: [
      { label: 'Engine', text: 'WebAssembly, 4 threads' },
      { label: 'Speed', text: '7.23 tokens/s, last answer' },
      { label: 'Queue', text: '1 of the user, 2 of the background wait' },
      { label: 'Restarts', text: '2 times, after a loss' },
      { label: 'Window', text: '2,048 tokens' },
    ],
    notes: ['No WebGPU in this browser.'],
    passedOver: [],
  });
});

test.each([
  [
    { phase: 'download', loadedBytes: 34e6, totalBytes: 98e6, leftMs: 12_000 },
    { text: 'Downloading: 34 MB of 98 MB, about 12.0 s left', fill: 34 / 98 },
  ],
  [{ phase: 'compile' }, { text: 'Preparing the engine for this device' }],
  [{ phase: 'start', loadedBytes: 5, totalBytes: 0 }, { text: 'Putting it into memory: 5 bytes' }],
  [{ phase: 'warming-up' }, { text: 'Warming up' }],
  [
    { phase: 'download', loadedBytes: 9, totalBytes: 3 },
    { text: 'Downloading: 9 bytes of 3 bytes', fill: 1 },
  ],
])('[DEV-15] progress in words, and as a bar where it can be one (%#)', (progress, words) => {
  expect(modelCard({ name: 'm', status: { phase: 'loading', progress } }).progress).toEqual(words);
});

test('[DEV-15] the last failure in words, by its kind where it has none', () => {
  const failure = { kind: 'device-lost' };
  const said = { name: 'm', status: { phase: 'unloaded', failure, failureText: 'It went away.' } };
  expect(modelCard(said)).toMatchObject({
    badge: 'not loaded',
    isTrouble: true,
    lines: [{ label: 'Failure', text: 'It went away.', isTrouble: true }],
  });
  expect(modelCard({ name: 'm', status: { failure } }).lines[0]?.text).toBe('Device lost');
});

test('[DEV-15] a chain: the member that was taken, and why those before it were not', () => {
  const passedOver = [
    { name: 'built-in', error: { code: 'MODEL_DEVICE_UNSUPPORTED', message: 'Not here.' } },
    { name: 'near', error: { message: 'It timed out.' } },
  ];
  const status = {
    taken: 'extractive',
    passedOver: passedOver.map((member, place) => ({ ...member, wasAsked: place > 0 })),
  };
  expect(modelCard({ name: 'chain', status })).toMatchObject({
    badge: 'took extractive',
    isTrouble: true,
    passedOver: [
      { name: 'built-in', why: 'Not here. (not asked again: that was not long ago)' },
      { name: 'near', why: 'It timed out.' },
    ],
  });
});

test.each([
  [{}, 'does not report its state'],
  [{ status: { passedOver: [] } }, 'not asked yet'],
  [
    { status: { passedOver: [{ name: 'a', error: { message: 'no' }, wasAsked: true }] } },
    'none answered',
  ],
  [{ status: { phase: 'disposed' } }, 'ended'],
  [{ status: { phase: 'constructor' } }, 'constructor'],
])('[DEV-15] a state in a word or two: %j', (facts, badge) => {
  expect(modelCard({ name: 'm', ...facts }).badge).toBe(badge);
});

test.each([
  [{ user: 0, background: 0 }, 'nobody waits'],
  [{ user: 0, background: 1 }, '1 of the background waits'],
  [{ user: 2, background: 0 }, '2 of the user wait'],
])('[DEV-15] a queue in words: %j', (waiting, text) => {
  expect(modelCard({ name: 'm', status: { waiting } }).lines).toEqual([{ label: 'Queue', text }]);
});
