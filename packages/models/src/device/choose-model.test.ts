import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseModel } from './choose-model.ts';
import { type DeviceFacts, probeDevice } from './device-facts.ts';
import { RECOMMENDED_MODELS } from './model-offer.ts';

const CARD = { hasShaderF16: true, isSoftware: false };
const LAPTOP: DeviceFacts = { webgpu: CARD, hasThreads: true, cores: 8, memoryGb: 8 };
const OLD: DeviceFacts = { hasThreads: false, cores: 2, memoryGb: 4 };

test('[MOD-2] a graphics card gets the largest model that fits into half of the memory', () => {
  const { offer, reason } = chooseModel(LAPTOP);
  expect(offer?.id).toBe('Qwen3-4B-q4f16_1-MLC');
  expect(reason).toBe('It runs on the graphics card and fits with 3432 MB.');
  expect(chooseModel({ ...LAPTOP, memoryGb: 2 }).offer?.id).toBe(
    'Qwen2.5-0.5B-Instruct-q4f16_1-MLC',
  );
});

test('[MOD-2] a card without half-precision shaders gets the other file of a model', () => {
  const device = { ...LAPTOP, webgpu: { ...CARD, hasShaderF16: false } };
  const { offer, passedOver } = chooseModel(device);
  expect(offer?.id).toMatch(/q4f32_1-MLC$/);
  const half = passedOver.find(({ offer: { id } }) => id === 'Qwen3-1.7B-q4f16_1-MLC');
  expect(half?.reason).toContain('shader-f16');
});

test('[MOD-5] without WebGPU a small model runs on the processor, and says on how many threads', () => {
  const { offer, reason } = chooseModel(OLD);
  expect(offer).toMatchObject({ engine: 'wllama', id: 'smollm2-360m-q8' });
  expect(reason).toContain('one thread, since the page is not isolated');
  expect(reason).toContain('no WebGPU');
});

test('[MOD-2] WebGPU that the processor computes is passed over for the smallest that runs', () => {
  const { offer } = chooseModel({ ...LAPTOP, webgpu: { ...CARD, isSoftware: true } });
  expect(offer?.memoryMb).toBeLessThan(500);
});

test('[MOD-2] a model that was passed over says whether it would run here', () => {
  const { passedOver } = chooseModel(OLD);
  const fitting = passedOver.filter(({ fits }) => fits).map(({ offer: { id } }) => id);
  expect(fitting).toEqual(['qwen2.5-0.5b-q4']);
});

test('[MOD-2] where nothing fits there is no model, and a sentence says so', () => {
  const choice = chooseModel({ ...LAPTOP, freeBytes: 1e6 });
  expect(choice.offer).toBeUndefined();
  expect(choice.reason).toContain('memory continues without one');
  expect(choice.passedOver).toHaveLength(RECOMMENDED_MODELS.length);
});

test('[MOD-2] no device gets a model that it cannot run, and every other one has its reason', () => {
  const devices = fc.record(
    {
      webgpu: fc.record({
        hasShaderF16: fc.boolean(),
        isSoftware: fc.boolean(),
      }),
      hasThreads: fc.boolean(),
      cores: fc.integer({ min: 1, max: 64 }),
      memoryGb: fc.constantFrom(0.25, 0.5, 1, 2, 4, 8),
      freeBytes: fc.integer({ min: 0, max: 1e10 }),
    },
    { requiredKeys: ['hasThreads', 'cores'] },
  );
  fc.assert(
    fc.property(devices, (given) => {
      const { offer, passedOver } = chooseModel(given);
      expect(passedOver.length + (offer ? 1 : 0)).toBe(RECOMMENDED_MODELS.length);
      for (const { reason } of passedOver) expect(reason).toMatch(/\.$/);
      if (!offer) return;
      if (offer.engine === 'webllm') expect(given.webgpu).toBeDefined();
      if (offer.needsShaderF16) expect(given.webgpu?.hasShaderF16).toBe(true);
      expect(offer.memoryMb).toBeLessThanOrEqual((given.memoryGb ?? 4) * 500);
    }),
    { seed: 20_261_123 },
  );
});

test('[MOD-2] every recommended model has an id of its own, a window and a licence', () => {
  expect(new Set(RECOMMENDED_MODELS.map(({ id }) => id)).size).toBe(RECOMMENDED_MODELS.length);
  for (const { contextWindow, licence, memoryMb } of RECOMMENDED_MODELS) {
    expect(contextWindow).toBeGreaterThanOrEqual(2_048);
    expect(licence).not.toBe('');
    expect(memoryMb).toBeGreaterThan(100);
  }
});

test('[MOD-2] a runtime without any of it is asked without harm', async () => {
  const device = await probeDevice();
  expect(device.webgpu).toBeUndefined();
  expect(device.cores).toBeGreaterThan(0);
  expect(chooseModel(device).offer?.engine).toBe('wllama');
});
