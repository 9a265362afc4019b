import { checkGiven } from '../../errors/check-option.ts';
import type { ReplayedSession } from '../replayed-call.ts';
import { count, tokens, type Verdict } from './verdict.ts';

/** The session was compacted no more often than this. */
export function compactionsAtMost({ calls }: ReplayedSession<never>, most: number): Verdict {
  checkGiven(Number.isSafeInteger(most) && most >= 0, 'most', 'a whole number, 0 or more', most);
  const all = calls.flatMap(({ call, compactions }) =>
    compactions.map((compaction) => ({ call, ...compaction })),
  );
  const lines = all.map(({ call, reason, trigger, tokensBefore, tokensAfter, inputTokens }) => {
    const why = reason ?? trigger;
    return `- ahead of call ${call}: ${why}, ${tokens(tokensBefore)} became ${tokens(tokensAfter)} of ${tokens(inputTokens)}`;
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
