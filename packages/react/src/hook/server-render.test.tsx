import { inMemoryStore } from '@agent-memory/core';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { useAgentMemoryState } from '../state/use-agent-memory-state.ts';
import { useAgentMemory } from './use-agent-memory.ts';

let complaints: MockInstance<typeof console.error>;

beforeEach(() => {
  complaints = vi.spyOn(console, 'error');
});

afterEach(() => {
  complaints.mockRestore();
});

function Page({ store }: { store: ReturnType<typeof inMemoryStore> }) {
  const { memory, status } = useAgentMemory({ id: 'server', contextWindow: 128_000, store });
  const entries = useAgentMemoryState(memory, (state) => state.entries);
  return (
    <p>
      {status}, {entries}
    </p>
  );
}

test('[RCT-2] renders on a server without a word and without touching the store', () => {
  const store = inMemoryStore();
  const load = vi.spyOn(store, 'load');
  expect(renderToString(<Page store={store} />)).toBe('<p>hydrating<!-- -->, <!-- -->0</p>');
  expect(load).not.toHaveBeenCalled();
  expect(complaints).not.toHaveBeenCalled();
});
