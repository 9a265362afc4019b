import { checkOption } from '../../errors/check-option.ts';
import { InvalidOptionError } from '../../errors/errors.ts';
import type { SessionReplay } from '../replay-session.ts';
import type { ReplayedSession } from '../replayed-call.ts';
import { compactionsAtMost } from './compactions-at-most.ts';
import { firstMessageKept } from './first-message.ts';
import { type PrefixOptions, stablePrefix } from './stable-prefix.ts';
import { type ValueOptions, valueAtCall } from './value-at-call.ts';
import type { Verdict } from './verdict.ts';
import { wholeCalls } from './whole-calls.ts';
import { withinBudget } from './within-budget.ts';

/**
 * The claims about a replayed session that can be tested. Each is waited for: the session is replayed
 * first. A session without a model call, and wrong arguments, are errors, under `not` too.
 */
export interface SessionMatchers<Result = Promise<void>> {
  /** Every context fits its input budget, and none was refused. */
  toStayWithinBudget(): Result;
  /**
   * The value stands in the context of a call: to the letter, and not as part of a longer word.
   * @param call from 1; -1 is the last.
   */
  toHaveValueAtCall(value: string, call: number, options?: ValueOptions): Result;
  /** The session is compacted no more often than this. */
  toCompactAtMost(times: number): Result;
  /** Between compactions each context begins with the one before it, and none was refused. */
  toKeepPrefix(options?: PrefixOptions): Result;
  /** No result of a tool is sent without its call, and no call without its result; no context was refused. */
  toHaveNoOrphanResults(): Result;
  /** The first message of the user is sent whole with every call. */
  toKeepFirstMessage(): Result;
}

type Matcher<Given extends readonly unknown[]> = (
  received: unknown,
  ...given: Given
) => Promise<Verdict>;

/**
 * Matchers for `expect.extend` of vitest and of jest, on what `replaySession` gives. For vitest,
 * `@agent-memory/core/vitest` brings them in with their types.
 *
 * @example
 * expect.extend(sessionMatchers);
 * const file = await sessionCatalog(store).export('support');
 * await expect(replaySession(file, { contextWindow: 16_000 })).toStayWithinBudget();
 */
export const sessionMatchers: {
  readonly [Name in keyof SessionMatchers]: Matcher<Parameters<SessionMatchers[Name]>>;
} = {
  toStayWithinBudget: matcher(withinBudget),
  toHaveValueAtCall: matcher(valueAtCall),
  toCompactAtMost: matcher(compactionsAtMost),
  toKeepPrefix: matcher(stablePrefix),
  toHaveNoOrphanResults: matcher(wholeCalls),
  toKeepFirstMessage: matcher(firstMessageKept),
};

function matcher<Given extends readonly unknown[]>(
  judge: (session: ReplayedSession<never>, ...given: Given) => Verdict,
): Matcher<Given> {
  return async (received, ...given) => {
    const session = await replayed(received);
    // Thrown, so that no claim about nothing holds, and none under `not` either.
    checkOption(session.calls.length > 0, 'received', NO_CALL);
    return judge(session, ...given);
  };
}

const NO_CALL =
  'has no model call, so there is nothing to claim of it: record at least one message of the user and its answer.';

function replayed(received: unknown): Promise<ReplayedSession<never>> {
  const replay = received as Partial<SessionReplay<never>> | undefined;
  if (typeof replay?.all === 'function') return replay.all();
  throw new InvalidOptionError(
    'received',
    'must be what `replaySession(file, options)` gives: write `expectSession(file, options)`.',
  );
}
