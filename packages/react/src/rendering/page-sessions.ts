import { OpenSessions } from '@agent-memory/core/internal';

/** The open sessions of this page. */
export const pageSessions = new OpenSessions({
  startTimer(callback, delayMs) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
});
