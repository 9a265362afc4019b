import { wholeSessions } from '@agent-memory/core/internal';

/** Redaction, fetched where an app gives `redact`. */
export const redactedChange = wholeSessions.redactedChange;
