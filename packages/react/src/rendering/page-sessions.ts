import { deferredMemory } from '../open-sessions/deferred-memory.ts';
import { OpenSessions } from '../open-sessions/open-sessions.ts';

/** The open sessions of this page. Their code is fetched with the first one that is mounted. */
export const pageSessions = new OpenSessions({
  makeMemory: (options) => deferredMemory(options),
  startTimer(callback, delayMs) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
});
