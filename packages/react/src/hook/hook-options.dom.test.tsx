import { createAgentMemory, InvalidOptionError } from '@agent-memory/core';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { freshId, last, Probe } from '../testing/probe.tsx';
import type { UseAgentMemoryOptions, UseAgentMemoryResult } from './use-agent-memory.ts';

afterEach(cleanup);

/** Options as a component without types would give them. */
function shownWith(options: object | null): UseAgentMemoryResult {
  const seen: UseAgentMemoryResult[] = [];
  render(<Probe options={options as UseAgentMemoryOptions} seen={seen} />);
  return last(seen);
}

const base = { contextWindow: 128_000 };

test.each([
  ['an option of the memory', 'contexWindow', 'contextWindow'],
  ['an option of the hook', 'onEror', 'onError'],
  ['the memory', 'memroy', 'memory'],
])('[OBS-3] %s that is misspelt shows as the error, and nothing is thrown', (_, wrong, right) => {
  const { status, error } = shownWith({ id: freshId(), ...base, [wrong]: undefined });
  expect(status).toBe('error');
  expect(error).toBeInstanceOf(InvalidOptionError);
  expect(error?.message).toBe(`Unknown option \`${wrong}\`: did you mean \`${right}\`?`);
});

test('[OBS-3] a memory that comes with a misspelt option is not shown', async () => {
  const memory = createAgentMemory({ id: freshId(), ...base });
  const refused = shownWith({ memory, onEror: () => undefined });
  expect(refused.error?.message).toBe('Unknown option `onEror`: did you mean `onError`?');
  await expect(refused.append({ role: 'user', content: 'Hello' })).rejects.toBe(refused.error);
  await expect(refused.stateAt(1)).rejects.toBe(refused.error);
  await expect(refused.memory.notes.set('page', 'Checkout')).rejects.toBe(refused.error);
  const visits = refused.memory.part({ name: 'app/visits', initial: 0, read: Number });
  await expect(visits.set(1)).rejects.toBe(refused.error);
  expect(memory.entries()).toEqual([]);
  expect(shownWith({ memory }).memory).toBe(memory);
});

test('[OBS-3] null in place of options shows as an error', () => {
  expect(shownWith(null).error).toMatchObject({ code: 'INVALID_OPTION' });
});
