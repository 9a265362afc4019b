import type { DeviceFacts } from '@agent-memory/models';
import { expect, test } from 'vitest';
import { deviceText, type ModelRow, modelRows } from './model-rows.ts';

const CARD = { hasShaderF16: true, maxBufferBytes: 2 ** 31, isSoftware: false };
const LAPTOP: DeviceFacts = { webgpu: CARD, hasThreads: true, cores: 8, memoryGb: 8 };
const OLD: DeviceFacts = { hasThreads: false, cores: 2, memoryGb: 4 };

const ids = (rows: readonly ModelRow[]): readonly string[] => rows.map(({ offer: { id } }) => id);

test('[MOD-2] the recommended model stands first, and every other says why it does not', () => {
  const { first, more, others, problem } = modelRows(LAPTOP, []);
  expect(first[0]).toMatchObject({ isRecommended: true, offer: { title: 'Qwen3 4B' } });
  expect(problem).toBeUndefined();
  const rest = [...first.slice(1), ...more, ...others];
  expect(rest.every(({ reason, isRecommended }) => reason !== '' && !isRecommended)).toBe(true);
  expect([...first, ...more].every(({ fits }) => fits)).toBe(true);
});

test('[MOD-2] a model is shown in the precision that the graphics card takes', () => {
  const all = ({ first, more, others }: ReturnType<typeof modelRows>) =>
    ids([...first, ...more, ...others]).filter((id) => id.endsWith('-MLC'));
  expect(all(modelRows(LAPTOP, [])).every((id) => id.includes('q4f16'))).toBe(true);
  const full = { ...LAPTOP, webgpu: { ...CARD, hasShaderF16: false } };
  expect(all(modelRows(full, [])).every((id) => id.includes('q4f32'))).toBe(true);
});

test('[MOD-2] a model that is stored here stands first, in whichever precision it was stored', () => {
  const id = 'Llama-3.2-1B-Instruct-q4f32_1-MLC';
  const { first } = modelRows(LAPTOP, [id]);
  expect(first[0]).toMatchObject({
    offer: { id },
    reason: expect.stringContaining('on this device'),
  });
});

test('[MOD-5] without WebGPU the models that need it are told apart, with the reason', () => {
  const { first, others } = modelRows(OLD, []);
  expect(ids(first)).toEqual(['smollm2-360m-q8', 'qwen2.5-0.5b-q4']);
  expect(others.filter(({ reason }) => reason.includes('WebGPU'))).toHaveLength(6);
});

test('[MOD-2] where no model fits, it is said', () => {
  const { first, problem } = modelRows({ ...LAPTOP, freeBytes: 1e6 }, []);
  expect(first).toEqual([]);
  expect(problem).toContain('No model fits');
});

test('a device is told by what a model needs of it', () => {
  expect(deviceText({ ...LAPTOP, freeBytes: 10.5e9 })).toBe(
    'WebGPU · 8 processors · about 8 GB of memory · 10 GB of storage for this page.',
  );
  expect(deviceText({ hasThreads: false, cores: 2 })).toBe(
    'No WebGPU · 2 processors, of which one may be used.',
  );
});
