import type { AgentMemory } from '@agent-memory/core';
import { type RefObject, useEffect, useReducer } from 'react';
import type { OpenSession } from '../open-sessions/open-sessions.ts';
import { pageSessions } from '../rendering/page-sessions.ts';

/**
 * Holds a session while the component is mounted, and puts it into `own`. Without a session the memory
 * was made elsewhere or is a stand-in: it is loaded, and left alone after.
 */
export function useHeldSession<Pad>(
  memory: AgentMemory<Pad>,
  session: OpenSession<Pad> | undefined,
  own: RefObject<OpenSession<Pad> | undefined>,
): void {
  const [, renderAgain] = useReducer((renders: number) => renders + 1, 0);
  useEffect(() => {
    own.current = session;
    if (!session) {
      void memory.ready;
      return undefined;
    }
    const release = pageSessions.hold(session, renderAgain);
    if (!release) renderAgain();
    return release;
  }, [memory, session, own]);
}
