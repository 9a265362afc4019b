import { describeDecision } from '../../plan/describe-decision.ts';
import type { ReplayedSession } from '../replayed-call.ts';
import { noneOf, refusalOf, type Verdict } from './verdict.ts';

/** The first message of the user is sent whole with every call. */
export function firstMessageKept({ calls, entries }: ReplayedSession<never>): Verdict {
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
