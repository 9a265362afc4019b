export { fetchSession } from './fetch-session.ts';
export type { RecordedSessionInfo } from './recorded-sessions.ts';
export { recordedSessions } from './recorded-sessions.ts';
