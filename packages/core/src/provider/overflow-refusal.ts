import { OverflowPersistsError } from '../errors/overflow-persists-error.ts';
import type { SessionEvent } from '../state/session-event.ts';
import type { SessionSnapshot } from '../state/snapshot.ts';

/** A refused context is followed by one of this share. */
const STEP = 0.9;
const MOST_REFUSALS = 5;

/**
 * Gives the events of a provider's refusal [BUD-4]: a limit a tenth below the refused size, so that
 * no retry is the same request, and the report of it.
 *
 * @throws OverflowPersistsError after more than five refusals in a row.
 */
export function refusalEvents(
  {
    overflow: before,
    assembled,
    budget,
  }: Pick<SessionSnapshot<unknown>, 'overflow' | 'assembled' | 'budget'>,
  atMs: number,
): readonly SessionEvent<never>[] {
  const attempts = (before?.attempts ?? 0) + 1;
  const refusedTokens = Math.min(
    assembled?.totalTokens ?? budget.inputTokens,
    before?.limitTokens ?? budget.inputTokens,
  );
  if (attempts > MOST_REFUSALS) throw new OverflowPersistsError(attempts, refusedTokens);
  const limitTokens = Math.max(1, Math.floor(STEP * refusedTokens));
  const message = `The provider called the context too long, so it is kept to ${limitTokens} tokens until a budget is configured.`;
  return [
    { type: 'overflow-set', overflow: { attempts, limitTokens }, atMs },
    { type: 'degradation-clear', code: 'BUDGET_STEPPED_DOWN' },
    { type: 'degradation-set', degradation: { code: 'BUDGET_STEPPED_DOWN', message } },
  ];
}

/** Nothing can be sent under the limit, so the refusal has taught nothing: what was learned before stands again. */
export function refusalTakenBack(
  { overflow }: Pick<SessionSnapshot<unknown>, 'overflow'>,
  atMs: number,
): readonly SessionEvent<never>[] {
  const restored = { type: 'overflow-set', overflow, atMs } as const;
  return overflow
    ? [restored]
    : [restored, { type: 'degradation-clear', code: 'BUDGET_STEPPED_DOWN' }];
}
