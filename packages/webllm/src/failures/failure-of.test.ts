import { EngineFailure } from '@agent-memory/models/device';
import { expect, test } from 'vitest';
import { failureOf } from './failure-of.ts';

const LOAD = { during: 'load' } as const;
const GENERATE = { during: 'generate', windowTokens: 2_048 } as const;

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

test.each([
  [
    'ShaderF16SupportError',
    'This model requires WebGPU extension shader-f16',
    'device-unsupported',
  ],
  ['WebGPUNotAvailableError', 'WebGPU is not supported', 'device-unsupported'],
  ['Error', 'Unable to find a compatible GPU. This issue', 'device-unsupported'],
  [
    'CompileError',
    "WebAssembly.instantiate(): Refused to compile or instantiate WebAssembly module because 'unsafe-eval' is not an allowed source",
    'device-unsupported',
  ],
  ['QuotaExceededError', 'Quota exceeded.', 'storage-full'],
  ['RangeError', 'Array buffer allocation failed', 'out-of-memory'],
  ['RangeError', 'WebAssembly.Memory(): could not allocate memory', 'out-of-memory'],
  ['DeviceLostError', 'The WebGPU device was lost while loading the model.', 'device-lost'],
  ['CompileError', 'expected magic word 00 61 73 6d', 'files-unreadable'],
  ['LinkError', 'WebAssembly.instantiate(): Import #0', 'files-unreadable'],
  ['Error', 'Cannot find function create_tir_paged_kv_cache', 'files-unreadable'],
  ['IntegrityError', 'Integrity verification failed for lib.wasm', 'files-unreadable'],
  ['TypeError', 'Failed to fetch', 'download-failed'],
])('[MOD-3] in a load %s “%s” means %s', (name, message, kind) => {
  expect(failureOf(named(name, message), LOAD)).toMatchObject({ kind });
});

test.each([
  ['ModelNotLoadedError', 'Model not loaded before trying', 'device-lost'],
  ['Error', 'Object has already been disposed', 'device-lost'],
  ['Error', 'A valid external Instance reference no longer exists.', 'run-failed'],
  ['ToolCallOutputParseError', 'Internal error: error encountered when parsing', 'run-failed'],
])('[MOD-3] in an answer %s “%s” means %s', (name, message, kind) => {
  expect(failureOf(named(name, message), GENERATE)).toEqual({ kind, problem: message });
});

test('[MOD-3] a context that is too long tells the window', () => {
  const error = named('ContextWindowSizeExceededError', 'Prompt tokens exceed');
  expect(failureOf(error, GENERATE)).toEqual({
    kind: 'window-exceeded',
    windowTokens: 2_048,
    problem: 'Prompt tokens exceed',
  });
});

test('the name of a bad file’s error stands before its first line', () => {
  const error = named('LinkError', '\nImport #0 "env"\n  at a\n  at b');
  expect(failureOf(error, LOAD)).toEqual({
    kind: 'files-unreadable',
    problem: 'LinkError: Import #0 "env"',
  });
});

test('a failure that is known stays what it is', () => {
  const failure = { kind: 'download-failed', file: 'a.bin', problem: 'no' } as const;
  expect(failureOf(new EngineFailure(failure), LOAD)).toBe(failure);
});
