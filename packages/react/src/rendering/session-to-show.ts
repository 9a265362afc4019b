import type { AgentMemoryOptions } from '@agent-memory/core';
import type { OpenSession } from '@agent-memory/core/internal';
import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import { isServer } from './is-server.ts';
import { pageSessions } from './page-sessions.ts';
import { refusedSession } from './refused-session.ts';
import { serverSession } from './server-session.ts';
import type { StandIn } from './stand-in.ts';

/** The session that a render shows, or a stand-in for it. */
export type SessionToShow<Pad> = OpenSession<Pad> | StandIn<Pad>;

/** Whether a session is open, so that it can be held. */
export function isOpenSession<Pad>(session: SessionToShow<Pad>): session is OpenSession<Pad> {
  return session.key !== undefined;
}

/**
 * The session that a render shows: that of the page; on a server one of its own; where the options are
 * refused, one that says why. Never throws, and starts nothing.
 *
 * @param knownOptions the names that an option may have.
 * @param own the open session that the component has shown until now.
 */
export function sessionToShow<Pad>(
  options: AgentMemoryOptions<Pad>,
  knownOptions: KnownNames<object>,
  own: OpenSession<Pad> | undefined,
): SessionToShow<Pad> {
  try {
    refuseUnknown(options, knownOptions);
    if (isServer()) return serverSession(options);
    return pageSessions.sessionFor(options, own);
  } catch (cause) {
    return refusedSession(options, cause);
  }
}
