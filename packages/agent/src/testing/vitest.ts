import type { FormatChoice } from '@agent-memory/core/formats';
import { expect } from 'vitest';
import { type SessionMatchers, sessionMatchers } from '../replay/matchers/session-matchers.ts';
import type { RecordedSession } from '../replay/recording.ts';
import type { ReplayOptions } from '../replay/replay-options.ts';
import { replaySession } from '../replay/replay-session.ts';

declare module 'vitest' {
  interface Matchers<T> extends SessionMatchers {}
}

expect.extend(sessionMatchers);

/** Claims about a session, and with `not` their opposites. */
export interface SessionExpectation extends SessionMatchers {
  readonly not: SessionMatchers;
}

/**
 * Replays a recorded session under settings, for claims about what would be sent to the model. The
 * session is replayed once for all claims that are made of one expectation.
 *
 * @example
 * const file = await sessionCatalog(store).export('support');
 * const session = expectSession(file, { contextWindow: 16_000 });
 * await session.toStayWithinBudget();
 * await session.toHaveValueAtCall('ZFA04Y', -1);
 * await session.toCompactAtMost(3);
 *
 * @throws InvalidOptionError if an option is not known; each claim, what `replaySession` throws.
 */
export function expectSession(
  file: RecordedSession,
  options: ReplayOptions<FormatChoice> = {},
): SessionExpectation {
  return expect(replaySession(file, options));
}
