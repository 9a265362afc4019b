import type { MemoryStore } from '@agent-memory/core';
import { type ReactElement, Suspense, use } from 'react';
import { useAgentMemory } from '../hook/use-agent-memory.ts';
import { useAgentMemoryState } from '../state/use-agent-memory-state.ts';

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
  if (page === 'plain') return <PlainPage id={id} store={store} />;
  return (
    <Suspense fallback="loading">
      <WaitingPage id={id} store={store} />
    </Suspense>
  );
}

interface PageProps {
  readonly id: string;
  readonly store: MemoryStore;
}

function PlainPage({ id, store }: PageProps) {
  const { memory, status } = useAgentMemory({ id, contextWindow: 128_000, store });
  const entries = useAgentMemoryState(memory, (state) => state.entries);
  const pad = useAgentMemoryState(memory, (state) => state.scratchpad);
  return (
    <p>
      {status}, {entries}, {pad.blockers.length}
    </p>
  );
}

function WaitingPage({ id, store }: PageProps) {
  const { ready, status } = useAgentMemory({ id, contextWindow: 128_000, store });
  use(ready);
  return <p>{status}</p>;
}
