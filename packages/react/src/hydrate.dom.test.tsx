import { inMemoryStore } from '@agent-memory/core';
import { act, waitFor } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { aTextMessage } from './testing/recording-store.ts';
import { useAgentMemory } from './use-agent-memory.ts';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const store = inMemoryStore();

function Page() {
  const { status, entries, append } = useAgentMemory({ id: 'page', contextWindow: 64_000, store });
  return (
    <button type="button" onClick={() => void append(aTextMessage('Hello'))}>
      {status}, {entries}
    </button>
  );
}

test('[RCT-2] takes over what a server rendered without a mismatch, and then loads', async () => {
  const complaints = vi.spyOn(console, 'error');
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(<Page />);
  expect(container.textContent).toBe('hydrating, 0');
  const mismatches: unknown[] = [];
  const root = await act(() =>
    hydrateRoot(container, <Page />, { onRecoverableError: (error) => mismatches.push(error) }),
  );
  await waitFor(() => expect(container.textContent).toBe('ready, 0'));
  expect(mismatches).toEqual([]);
  expect(complaints).not.toHaveBeenCalled();
  await act(() => root.unmount());
});
