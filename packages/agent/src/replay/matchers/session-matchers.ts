import { InvalidOptionError } from '@agent-memory/core';
import { checkOption, checks } from '@agent-memory/core/internal';
import { describeDecision } from '@agent-memory/explain';
import type { SessionReplay } from '../replay-session.ts';
import type { ReplayedCall, ReplayedSession } from '../replayed-call.ts';
import { stablePrefix } from './stable-prefix.ts';
import { valueAtCall } from './value-at-call.ts';
import { count, noneOf, refusalOf, tokens, type Verdict } from './verdict.ts';
import { nameOf, withinBudget } from './within-budget.ts';

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
  toHaveValueAtCall(value: string, call: number): Result;
  /** The session is compacted no more often than this. */
  toCompactAtMost(times: number): Result;
  /**
   * Between compactions each context begins with the one before it, and none was refused. `atLeast`: the
   * share of tokens that a prompt cache can read again, over all calls between compactions. Default 1.
   */
  toKeepPrefix(options?: { readonly atLeast?: number }): Result;
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
 * `@agent-memory/agent/vitest` brings them in with their types.
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
  return async function (this: unknown, received, ...given) {
    const session = await replayed(received);
    // Thrown, so that no claim about nothing holds, and none under `not` either.
    checkOption(session.calls.length > 0, 'received', NO_CALL);
    const { pass, message, more } = judge(session, ...given);
    const { isNot } = Object(this) as { readonly isNot?: boolean };
    const text = pass || isNot || !more ? '' : await more();
    return { pass, message: () => `${message()}${text}` };
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

/** The session was compacted no more often than this. */
function compactionsAtMost({ calls }: ReplayedSession<never>, most: number): Verdict {
  checks.checkGiven(
    Number.isSafeInteger(most) && most >= 0,
    'most',
    'a whole number, 0 or more',
    most,
  );
  const all = calls.flatMap(({ call, compactions }) =>
    compactions.map((compaction) => ({ call, ...compaction })),
  );
  const lines = all.map(({ call, reason, trigger, tokensBefore, tokensAfter, inputTokens }) => {
    const why = reason ?? trigger;
    return `- before call ${call}: ${why}, ${tokens(tokensBefore)} became ${tokens(tokensAfter)} of ${tokens(inputTokens)}`;
  });
  const found = count(all.length, 'compaction');
  return {
    pass: all.length <= most,
    message: () =>
      all.length <= most
        ? `Expected more than ${count(most, 'compaction')}; there ${all.length === 1 ? 'was' : 'were'} ${found}.`
        : `Expected ${count(most, 'compaction')} at most; there were ${found}, in ${count(calls.length, 'call')}.\n${lines.join('\n')}\nA larger window, a lower low watermark or less in each tool result means fewer.`,
  };
}

/** The first message of the user is sent whole with every call. */
function firstMessageKept({ calls, entries }: ReplayedSession<never>): Verdict {
  const first = entries.find(({ message }) => message.role === 'user');
  const faults = calls.flatMap(({ call, answerSeq, refused, explain }) => {
    if (!first || first.seq >= answerSeq) return [];
    if (refused) return [refusalOf(call, refused)];
    const decision = explain(first.id);
    if (decision?.fate === 'sent') return [];
    if (!decision) return [`Call ${call} knows nothing of message #${first.seq}.`];
    const { sentence, remedy } = describeDecision(decision);
    return [[`Call ${call}:`, sentence, remedy].filter(Boolean).join(' ')];
  });
  return noneOf(faults, 'the first message of the user is sent whole with every call');
}

/** In every context each result of a tool stands behind its call, and each call has its result. */
export function wholeCalls({ calls }: ReplayedSession<never>): Verdict {
  return noneOf(calls.flatMap(faultsOf), 'no result of a tool is sent without its call');
}

function faultsOf({ call, plan, refused }: ReplayedCall<never>): readonly string[] {
  if (refused) return [refusalOf(call, refused)];
  const faults: string[] = [];
  const open = new Map<string, string>();
  for (const item of plan.items) {
    for (const part of item.message.parts) {
      if (part.type === 'tool-call') open.set(part.callId, nameOf(item));
      if (part.type !== 'tool-result' || open.delete(part.callId)) continue;
      faults.push(
        `call ${call}: ${nameOf(item)} answers ${part.callId}, and no open call has that id`,
      );
    }
  }
  for (const [callId, name] of open) {
    faults.push(`call ${call}: ${callId} of ${name} has no result`);
  }
  return faults;
}
