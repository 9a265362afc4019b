import { expect, test } from 'vitest';
import { installFailure } from './install.mjs';

test.each([
  'npm error code EAI_AGAIN',
  'ERR_PNPM_META_FETCH_FAIL request failed',
  'npm error network request failed, reason: connect ECONNREFUSED',
])('a registry out of reach is said in one sentence: %s', (output) => {
  expect(installFailure(output)).toMatch(/registry cannot be reached: connect to the network/);
});

test('a full disk is said in one sentence', () => {
  expect(installFailure('ENOSPC: no space left on device')).toMatch(/disk is full/);
});

test('a lockfile that lags behind is said in one sentence', () => {
  expect(installFailure('ERR_PNPM_OUTDATED_LOCKFILE  Cannot install')).toMatch(
    /commit the lockfile/,
  );
});

test('a failure without a known cause is left to its own words', () => {
  expect(installFailure('something else broke')).toBeUndefined();
});
