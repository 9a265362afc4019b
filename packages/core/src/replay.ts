export { type SessionMatchers, sessionMatchers } from './replay/matchers/session-matchers.ts';
export type { PrefixOptions } from './replay/matchers/stable-prefix.ts';
export type { ValueOptions } from './replay/matchers/value-at-call.ts';
export type { Verdict } from './replay/matchers/verdict.ts';
export type { RecordedMessages, RecordedSession } from './replay/recording.ts';
export type { ReplayOptions } from './replay/replay-options.ts';
export { replaySession, type SessionReplay } from './replay/replay-session.ts';
export type {
  ReplayedCall,
  ReplayedSession,
  ReplayFigures,
} from './replay/replayed-call.ts';
