import { expect, test } from 'vitest';
import { type Device, deviceNotes, planFor } from './device.ts';

const DEVICE: Device = {
  isIsolated: true,
  cores: 8,
  graphics: 'adapter',
  canSuspend: true,
  isCompat: false,
};
const WISHES = { threads: undefined, isGpuWanted: true };

test.each([
  [1, 1],
  [2, 2],
  [4, 2],
  [8, 4],
  [64, 8],
])('[MOD-5] of %i processors %i compute', (cores, threads) => {
  expect(planFor({ ...DEVICE, cores }, WISHES).threads).toBe(threads);
});

test.each([
  [1_000, 64, 8],
  [64, 4, 4],
  [3, 4, 3],
])(
  '[MOD-5] of %i threads asked for on %i processors %i are started, and fewer are said',
  (threads, cores, started) => {
    const [device, wishes] = [
      { ...DEVICE, cores },
      { threads, isGpuWanted: false },
    ];
    expect(planFor(device, wishes).threads).toBe(started);
    const said = `It runs on ${started} of the ${threads} threads`;
    const notes = started < threads ? [expect.stringContaining(said)] : [];
    expect(deviceNotes(device, wishes, false)).toEqual(notes);
  },
);

test('threads need a page that is isolated, and the note says which headers do it', () => {
  const device = { ...DEVICE, isIsolated: false, graphics: 'none' } as const;
  expect(planFor(device, { ...WISHES, threads: 4 }).threads).toBe(1);
  expect(deviceNotes(device, WISHES, false)).toEqual([
    'It runs on the processor: this browser or page has no WebGPU.',
    expect.stringContaining('Cross-Origin-Opener-Policy: same-origin'),
  ]);
  expect(deviceNotes(device, { threads: 1, isGpuWanted: false }, false)).toEqual([]);
});

test.each([
  ['no-adapter', 'the browser found no graphics card that it may use.'],
  ['no-f16', 'the graphics card or its driver lacks shader-f16.'],
  ['adapter', 'llama.cpp did not take the graphics card.'],
] as const)('[MOD-2] with %s it says why it runs on the processor', (graphics, reason) => {
  const notes = deviceNotes({ ...DEVICE, graphics }, WISHES, false);
  expect(notes).toEqual([`It runs on the processor: ${reason}`]);
});

test('without JSPI the graphics card is not tried', () => {
  const device = { ...DEVICE, canSuspend: false };
  expect(planFor(device, WISHES).isGpuTried).toBe(false);
  expect(deviceNotes(device, WISHES, false)).toEqual([expect.stringContaining('(JSPI)')]);
});

test('on the graphics card there is nothing to say, and the prompt is read in larger batches', () => {
  expect(deviceNotes({ ...DEVICE, isIsolated: false }, WISHES, true)).toEqual([]);
  const onGpu = planFor(DEVICE, WISHES);
  const onCpu = planFor(DEVICE, { ...WISHES, isGpuWanted: false });
  expect(onGpu.isGpuTried).toBe(true);
  expect(onCpu.isGpuTried).toBe(false);
  expect(onGpu.batchTokens).toBeGreaterThan(onCpu.batchTokens);
});
