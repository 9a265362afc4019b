import { expect, test } from 'vitest';
import { EMPTY_REPLY } from '../chat/chat-reply.ts';
import type { LocalFailure } from './local-failure.ts';
import { LOCAL_CODES, LocalModelError } from './local-model-error.ts';
import { ModelError } from './model-error.ts';

const EVERY_FAILURE: readonly LocalFailure[] = [
  { kind: 'device-unsupported', problem: 'There is no adapter.' },
  { kind: 'model-unknown', known: ['tiny', 'small'] },
  { kind: 'download-not-allowed' },
  { kind: 'download-failed', file: 'weights.bin', problem: '404' },
  { kind: 'files-unreadable', problem: 'It is a page of HTML.' },
  { kind: 'storage-full', problem: '' },
  { kind: 'out-of-memory', problem: '' },
  { kind: 'device-lost', problem: '' },
  { kind: 'engine-lost', problem: '' },
  { kind: 'silent', timeoutMs: 60_000 },
  { kind: 'window-exceeded', windowTokens: 4_096, problem: '' },
  { kind: 'run-failed', problem: '' },
  { kind: 'nothing-said' },
  { kind: 'unloaded' },
  { kind: 'unloaded', isDownloading: true },
  { kind: 'disposed' },
];

test('every kind of failure on this device has its case here', () => {
  expect([...new Set(EVERY_FAILURE.map(({ kind }) => kind))].sort()).toEqual(
    Object.keys(LOCAL_CODES).sort(),
  );
});

test('[MOD-3] of a file that was given it speaks of the file, and of no address', () => {
  const failure = { kind: 'files-unreadable', problem: 'a.gguf is an empty file.' } as const;
  const given = new LocalModelError({ ...failure, isGiven: true }, { model: 'small' });
  expect(given.message).toContain('Take another file');
  expect(given.message).not.toContain('address');
  expect(new LocalModelError(failure, { model: 'small' }).message).toContain('Check the address');
});

test.each(EVERY_FAILURE)('[MOD-3] $kind says what happened and something to do', (failure) => {
  const error = new LocalModelError(failure, { model: 'small' });
  expect(ModelError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({ failure, model: 'small', partial: EMPTY_REPLY });
  expect(error.message).toMatch(/^[“\w].*[.”)] \S.*[.]$/u);
  expect(error.message).not.toMatch(/undefined|NaN|“”/);
});

test('[MOD-3] an error on this device says how much of an answer had arrived', () => {
  const partial = { ...EMPTY_REPLY, text: 'Once' };
  const failure = { kind: 'device-lost', problem: '' } as const;
  const error = new LocalModelError(failure, { model: 'small', partial });
  expect(error.message).toContain('in the middle of an answer');
  expect(error.partial).toBe(partial);
});

test('[MOD-3] a model that is one file is named once', () => {
  const failure = { kind: 'download-failed', file: 'small.gguf', problem: '' } as const;
  expect(new LocalModelError(failure, { model: 'small.gguf' }).message).toMatch(
    /^“small\.gguf” could not be downloaded\./,
  );
});
