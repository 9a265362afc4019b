import { inMemoryStore } from '@agent-memory/core';
import { aiSdkUi } from '@agent-memory/formats';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { useAgentMemory } from '../hook/use-agent-memory.ts';
import { useEntries } from '../state/use-entries.ts';
import { useMemoryReady } from './use-memory-ready.ts';
import { useStoredMessages } from './use-stored-messages.ts';

const store = inMemoryStore();

function Page() {
  const { memory } = useAgentMemory({ id: 'server', contextWindow: 128_000, store });
  const { isReady } = useMemoryReady(memory);
  const { status, messages } = useStoredMessages(memory, { format: aiSdkUi });
  const entries = useEntries(memory);
  return <p>{[isReady, status, messages?.length, entries.length].join(' ')}</p>;
}

test('[RCT-2] a server renders that nothing is loaded yet, and touches no store', () => {
  const load = vi.spyOn(store, 'load');
  expect(renderToString(<Page />)).toBe('<p>false loading  0</p>');
  expect(load).not.toHaveBeenCalled();
});
