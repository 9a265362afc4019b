import { AgentMemoryError } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { SessionExistsError, SessionFileError, UnknownSessionError } from './session-errors.ts';

test.each([
  new UnknownSessionError('trip'),
  new SessionExistsError('trip'),
  new SessionFileError('version', 'must be 1'),
])('[RCT-4] an error of a stored session says that trying again does not help: %s', (error) => {
  expect(error).toMatchObject({ phase: 'session', recoverable: false });
  expect(AgentMemoryError.isInstance(error)).toBe(true);
});

test('[STO-5] an error about a file says whether it was written or read', () => {
  expect(new SessionFileError('version', 'must be 1').message).toContain('nothing was imported');
  const exported = new SessionFileError('session.scratchpad', 'holds itself', 'export');
  expect(exported.message).toContain('not exported');
});
