import type { LocalFailure } from '@agent-memory/models';
import { expect, test } from 'vitest';
import { EngineLog } from './engine-log.ts';
import { failureOf } from './words-to-failure.ts';

function aLog() {
  const lost: LocalFailure[] = [];
  return { lost, log: new EngineLog((failure) => lost.push(failure)) };
}

test('[MOD-5] weights in the memory of the graphics card say that it is used', () => {
  const { log } = aLog();
  log.debug('load_tensors:          CPU model buffer size =    92.10 MiB');
  expect(log.isOnGpu).toBe(false);
  log.debug('load_tensors:       WebGPU model buffer size =    64.00 MiB');
  expect(log.isOnGpu).toBe(true);
});

test('[MOD-3] the last words of the worker and of the graphics card lose the engine', () => {
  const { log, lost } = aLog();
  log.log('Aborted(). Build with -sASSERTIONS for more info.');
  log.error('ggml_webgpu: Device lost! Reason: 1, Message: gone');
  log.error(Object.assign(new Event('error'), { message: 'Uncaught fault' }));
  log.error(new Event('error'));
  log.log('Aborted(OOM). Build with -sASSERTIONS for more info.');
  expect(lost.map(({ kind }) => kind)).toEqual([
    'engine-lost',
    'device-lost',
    'engine-lost',
    'device-unsupported',
    'out-of-memory',
  ]);
});

test('errors of one request are kept until the next, the newest ones', () => {
  const { log } = aLog();
  for (let line = 0; line < 12; line += 1) log.error(`fault ${line}`);
  log.error('Stack trace (exception):\n at nothing');
  expect(log.problems).toEqual(Array.from({ length: 8 }, (_, place) => `fault ${place + 4}`));
  log.forget();
  expect(log.problems).toEqual([]);
});

test.each([
  ['request (1205 tokens) exceeds the available context size (512 tokens)', [], 'window-exceeded'],
  ['(ABORT) unreachable', [], 'engine-lost'],
  ['wllama has crashed, please reload the module', [], 'engine-lost'],
  ['it was refused', ['failed to initialize the context: std::bad_alloc'], 'out-of-memory'],
  ['Invalid typed array length: 1163217991', ['unrecognized type'], 'run-failed'],
])('[MOD-3] %j is told from the words', (words, problems, kind) => {
  expect(failureOf(new Error(words), problems, 'run-failed').kind).toBe(kind);
});

test('the fault that llama.cpp printed is told, and not what came of it', () => {
  const failure = failureOf(
    new Error('Invalid typed array length'),
    ['the fault', 'b'],
    'run-failed',
  );
  expect(failure).toEqual({ kind: 'run-failed', problem: 'the fault' });
});
