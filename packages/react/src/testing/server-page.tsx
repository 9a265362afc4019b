import type { MemoryStore } from '@agent-memory/core';
import { type ReactElement, Suspense, use } from 'react';
import { AgentMemoryProvider } from '../hook/agent-memory-provider.ts';
import { useAgentMemory } from '../hook/use-agent-memory.ts';
import { useAgentMemoryState } from '../state/use-agent-memory-state.ts';
import { useScratchpad } from '../state/use-scratchpad.ts';

/** Which page is rendered, on the server and in the browser. */
export interface PageRequest {
  readonly page: 'plain' | 'waiting';
  readonly id: string;
}

/** The result of rendering a page on a server. */
export interface Rendered {
  readonly html: string;
  /** Ids of the sessions that were loaded. */
  readonly loads: readonly string[];
  /** Lines that React wrote to the console. */
  readonly complaints: readonly string[];
}

export function pageOf({ page, id }: PageRequest, store: MemoryStore): ReactElement {
  return (
    <AgentMemoryProvider contextWindow={128_000} store={store}>
      {page === 'plain' ? (
        <PlainPage id={id} />
      ) : (
        <Suspense fallback="loading">
          <WaitingPage id={id} />
        </Suspense>
      )}
    </AgentMemoryProvider>
  );
}

function PlainPage({ id }: { readonly id: string }) {
  const { memory, status } = useAgentMemory({ id });
  const entries = useAgentMemoryState(memory, (state) => state.entries);
  const [pad] = useScratchpad(memory);
  return (
    <p>
      {status}, {entries}, {pad.blockers.length}
    </p>
  );
}

function WaitingPage({ id }: { readonly id: string }) {
  const { ready, status } = useAgentMemory({ id });
  use(ready);
  return <p>{status}</p>;
}
