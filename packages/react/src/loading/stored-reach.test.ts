import type { Degradation } from '@agent-memory/core';
import { AgentMemoryError } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { reachOf, unreadError } from './stored-reach.ts';

type State = Parameters<typeof reachOf>[0];

function aState(change: Partial<State> = {}): State {
  return { status: 'ready', error: undefined, degraded: [], store: { owed: 0 }, ...change };
}

const troubles = (...codes: readonly Degradation['code'][]) =>
  codes.map((code) => ({ code, message: `${code}.` }));

test('[STO-8] a memory is away from what is stored while that, or its own code, could not be fetched', () => {
  expect(reachOf(aState({ degraded: troubles('STORE_UNAVAILABLE') }))).toBe('away');
  expect(
    reachOf(
      aState({
        status: 'error',
        error: new AgentMemoryError('MEMORY_UNAVAILABLE', 'Its code is missing.'),
      }),
    ),
  ).toBe('away');
});

test('[STO-8] what was said meanwhile is put behind what is stored before that counts as here', () => {
  expect(reachOf(aState({ status: 'hydrating' }))).toBe('coming');
  expect(reachOf(aState({ store: { owed: 2 } }))).toBe('coming');
  expect(reachOf(aState())).toBe('here');
});

test('[STO-2] a store that can be read and takes nothing is here', () => {
  const degraded = troubles('STORE_WRITE_FAILED');
  expect(reachOf(aState({ degraded, store: { owed: 2 } }))).toBe('here');
});

test('[STO-8] the error of an unread session says what its memory says, and has its cause', () => {
  const error = new AgentMemoryError('MEMORY_UNAVAILABLE', 'Its code is missing.');
  const unread = unreadError(aState({ degraded: troubles('STORE_UNAVAILABLE'), error }));
  expect(unread?.message).toMatch(/^STORE_UNAVAILABLE\. What is stored is shown/);
  expect(unread?.cause).toBe(error);
  expect(unreadError(aState({ degraded: troubles('STORE_WRITE_FAILED') }))).toBeUndefined();
});
