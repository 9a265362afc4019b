import type { ReplayedCall, ReplayedSession } from '../replayed-call.ts';
import { noneOf, tokens, type Verdict } from './verdict.ts';

type Call = ReplayedCall<never>;

/** Every context fits its input budget, and none was refused. */
export function withinBudget({ calls }: ReplayedSession<never>): Verdict {
  const faults = calls.flatMap((call) => faultOf(call) ?? []);
  return noneOf(faults, 'every context is within its input budget');
}

function faultOf({ call, answerSeq, plan, refused }: Call): string | undefined {
  const { totalTokens, budget } = plan;
  const over = totalTokens - budget.inputTokens;
  if (!refused && over <= 0) return undefined;
  const place = `Call ${call} (answered by message #${answerSeq})`;
  const sum = `${tokens(totalTokens)}, ${tokens(over)} over the input budget of ${tokens(budget.inputTokens)}`;
  const advice = `An input budget of ${tokens(totalTokens)} or more holds what cannot leave.`;
  return `${place} needs ${sum}. Largest: ${largestIn(plan)}. ${advice}`;
}

const MOST_NAMED = 3;

function largestIn({ items }: Call['plan']): string {
  return items
    .toSorted((a, b) => b.decision.tokens.sent - a.decision.tokens.sent)
    .slice(0, MOST_NAMED)
    .map((item) => `${nameOf(item)} (${tokens(item.decision.tokens.sent)})`)
    .join(', ');
}

/** A message by its place and speaker, everything else by its kind. */
export function nameOf({ kind, seq, id, message }: Call['plan']['items'][number]): string {
  if (seq !== undefined) return `message #${seq} (${message.role})`;
  return kind === 'condensed' ? 'the text that stands for what left' : `${kind} "${id}"`;
}
