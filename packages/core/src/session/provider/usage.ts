import { InvalidUsageError } from '../../ground/errors/invalid-usage-error.ts';
import type { ContextPlan } from '../../plan/context-plan.ts';
import type { LedgerEvent } from '../../state/session-event.ts';
import type { SessionSnapshot } from '../../state/snapshot.ts';
import { usageFaultOf, withUsage } from '../../tokens/ledger.ts';
import type { ReportedUsage } from './reported-usage.ts';

/**
 * Gives the event by which the ledger learns from a figure about an assembled context.
 * @throws InvalidUsageError if the figure cannot be meant.
 */
export function usageEvent(
  { ledger }: Pick<SessionSnapshot<unknown>, 'ledger'>,
  assembled: ContextPlan | undefined,
  reported: ReportedUsage,
): LedgerEvent {
  if (typeof reported?.inputTokens !== 'number') {
    throw new InvalidUsageError('it must be an object with `inputTokens`, a number of tokens');
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
  if (fault !== undefined) throw new InvalidUsageError(fault);
  return { type: 'ledger-set', ledger: withUsage(ledger, usage) };
}
