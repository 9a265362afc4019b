import { InvalidUsageError } from '../errors/provider-errors.ts';
import type { ContextPlan } from '../plan/context-plan.ts';
import { type UsageFault, usageFaultOf, withUsage } from '../tokens/ledger.ts';
import type { TokenUsage } from '../tokens/token-ledger.ts';
import type { ReportedUsage } from './agent-memory.ts';
import { correctedBudget } from './corrected-budget.ts';
import { late } from './late-transition.ts';
import type { SessionSnapshot } from './snapshot.ts';
import type { SessionEvent } from './transition.ts';

/** What a figure about an assembled context teaches. @throws InvalidUsageError */
export function ledgerAfter<Pad>(
  { budget, ledger, overflow }: Pick<SessionSnapshot<unknown>, 'budget' | 'ledger' | 'overflow'>,
  assembled: ContextPlan | undefined,
  reported: ReportedUsage,
): SessionEvent<Pad> {
  if (typeof reported !== 'object' || reported === null) {
    throw new InvalidUsageError('it must be an object with `inputTokens`');
  }
  const { inputTokens, cachedInputTokens } = reported;
  if (!assembled) {
    throw new InvalidUsageError('there is no assembled context that it could speak of');
  }
  const usage = {
    plannedTokens: assembled.totalTokens,
    reportedTokens: inputTokens,
    ...(cachedInputTokens !== undefined && { cachedTokens: cachedInputTokens }),
  };
  const fault = usageFaultOf(ledger, usage);
  if (fault !== undefined) throw new InvalidUsageError(FAULTS[fault](usage));
  const learned = withUsage(ledger, usage);
  const corrected = correctedBudget(budget, learned, overflow);
  return late({ type: 'ledger-set', ledger: learned, corrected });
}

const FAULTS: Readonly<Record<UsageFault, (usage: TokenUsage) => string>> = {
  'not-a-count': ({ reportedTokens, cachedTokens }) =>
    `${reportedTokens} tokens${cachedTokens === undefined ? '' : `, ${cachedTokens} of them cached,`} cannot be a count of what was sent`,
  'far-off': ({ reportedTokens, plannedTokens }) =>
    `${reportedTokens} tokens for a context of ${plannedTokens} cannot be meant`,
};
