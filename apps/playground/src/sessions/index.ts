export { fetchSession } from './fetch-session.ts';
export type { RecordedSessionInfo } from './recorded-sessions.ts';
export { recordedSessions } from './recorded-sessions.ts';
export type { SessionSetup } from './session-setup.ts';
export { setupOf } from './session-setup.ts';
