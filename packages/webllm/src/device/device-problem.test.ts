import { expect, test } from 'vitest';
import { deviceProblem } from './device-problem.ts';

const LIMITS = {
  maxBufferSize: 2 ** 30,
  maxStorageBufferBindingSize: 2 ** 27,
  maxComputeWorkgroupStorageSize: 2 ** 15,
  maxStorageBuffersPerShaderStage: 10,
};
const NEEDS = { features: [], bufferBytes: 0 };

test('[MOD-2] an adapter with all that is needed has no problem', () => {
  const adapter = { features: new Set(['shader-f16']), limits: LIMITS };
  expect(deviceProblem(adapter, { ...NEEDS, features: ['shader-f16'] })).toBeUndefined();
});

test('[MOD-2] a missing feature is named, with the models that do without', () => {
  const adapter = { features: new Set<string>(), limits: LIMITS };
  const problem = deviceProblem(adapter, { ...NEEDS, features: ['shader-f16'] });
  expect(problem).toMatch(/shader-f16.*q4f32/);
  expect(deviceProblem(adapter, { ...NEEDS, features: ['subgroups'] })).not.toMatch(/q4f32/);
});

test('[MOD-2] a limit that is too low is named with both figures', () => {
  const limits = { ...LIMITS, maxStorageBuffersPerShaderStage: 8 };
  const problem = deviceProblem({ features: new Set(), limits }, NEEDS);
  expect(problem).toMatch(/maxStorageBuffersPerShaderStage of 10.* 8/);
});

test('[MOD-2] the buffer that a record asks for counts', () => {
  const adapter = { features: new Set<string>(), limits: LIMITS };
  expect(deviceProblem(adapter, { ...NEEDS, bufferBytes: 2 ** 28 })).toMatch(
    /maxStorageBufferBindingSize of 268435456/,
  );
});
