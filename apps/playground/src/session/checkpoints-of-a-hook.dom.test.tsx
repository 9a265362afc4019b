import { sessionCheckpoints } from '@agent-memory/agent';
import { inMemoryStore, toolCallsOf } from '@agent-memory/core';
import { useAgentMemory } from '@agent-memory/react';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

afterEach(cleanup);

const aCall = (id: string, name: string) =>
  ({ id, type: 'function', function: { name, arguments: '{}' } }) as const;

/** The memory of a hook, and its checkpoints. */
function aHook(id: string) {
  const checkpoints = sessionCheckpoints();
  const options = {
    id,
    contextWindow: 16_000,
    store: inMemoryStore(),
    features: [checkpoints.feature],
  };
  const { result, unmount } = renderHook(() => useAgentMemory(options));
  const { memory } = result.current;
  const handle = checkpoints.of(memory);
  expect(checkpoints.of(memory)).toBe(handle);
  return { memory, handle, unmount };
}

test('[CKP-1] [RCT-1] the memory that a hook gives goes on, keeps checkpoints and goes back', async () => {
  const { memory, handle } = aHook('trip');
  await act(async () => {
    await memory.append({ role: 'user', content: 'Plan a trip.' });
    for (const id of ['a', 'b', 'c']) {
      const call = aCall(id, 'search');
      await memory.append({ role: 'assistant', content: null, tool_calls: [call] });
      const { next, pending } = await handle.resume();
      expect(next).toBe('run_calls');
      for (const each of pending) await handle.execute(each, () => `Result ${id}`);
    }
    const [checkpoint] = handle.list();
    expect(checkpoint).toMatchObject({ kind: 'tool_result', step: 3 });
    await memory.append({ role: 'assistant', content: 'Here is a plan.' });
    const { resumption } = await handle.branchFrom(checkpoint?.id ?? '');
    expect(resumption.next).toBe('ask_model');
    expect(memory.entries().flatMap(({ message }) => toolCallsOf(message))).toHaveLength(3);
  });
});

test('[CKP-1] [RCT-1] a call that is executed after the session ended is run once all the same', async () => {
  const { memory, handle, unmount } = aHook('booking');
  await act(async () => {
    await memory.append({ role: 'user', content: 'Book a seat.' });
    const call = aCall('a', 'book');
    await memory.append({ role: 'assistant', content: null, tool_calls: [call] });
  });
  const [pending] = (await act(() => handle.resume())).pending;
  if (!pending) throw new Error('The call is pending.');
  unmount();
  // The session ends a task later. A call of the memory would open it again.
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  let runs = 0;
  const run = () => {
    runs += 1;
    return 'seat 4';
  };
  expect(await handle.execute(pending, run)).toMatchObject({ how: 'ran' });
  expect(await handle.execute(pending, run)).toMatchObject({ how: 'known' });
  expect(runs).toBe(1);
});
