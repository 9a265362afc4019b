import { AgentMemoryError } from '../../ground/errors/errors.ts';
import type { ContextPlan } from '../../plan/context-plan.ts';
import { correctedBudget, PATIENCE } from '../../state/learn.ts';
import type { OverflowState, SessionSnapshot } from '../../state/snapshot.ts';
import { providerInputTokens } from '../../tokens/ledger.ts';
import { shareThatFits } from './named-limit.ts';

/** A refused context is followed by one of this share, where the refusal names no limit. */
const STEP = 0.9;
/** This much of a named limit is used: evicted text may count less per token than the rest. */
const NAMED_PART = 0.97;
const MOST_REFUSALS = 5;
const MOST_PATIENCE = 64;

type Known = Pick<SessionSnapshot<unknown>, 'overflow' | 'assembled' | 'budget'>;

/**
 * The limit after a provider's refusal [BUD-4]: as the refusal names it, or a tenth below the refused size,
 * so that no retry is the same request.
 *
 * @throws AgentMemoryError `OVERFLOW_PERSISTS` after more than five refusals in a row.
 */
export function limitAfterRefusal(
  { overflow: before, assembled, budget }: Known,
  refusal: unknown,
): OverflowState {
  const attempts = (before?.attempts ?? 0) + 1;
  const refusedTokens = Math.min(
    assembled?.totalTokens ?? budget.inputTokens,
    before?.limitTokens ?? budget.inputTokens,
  );
  if (attempts > MOST_REFUSALS) throw overflowPersists(attempts, refusedTokens);
  const share = shareThatFits(refusal, refusedTokens);
  const part = share === undefined ? STEP : NAMED_PART * share;
  const limitTokens = Math.max(1, Math.floor(part * refusedTokens));
  return { attempts, limitTokens, patience: patienceAfter(before) };
}

/** The provider refuses the context however small it is made [BUD-4]. Nothing was lost. */
function overflowPersists(attempts: number, refusedTokens: number): AgentMemoryError {
  return new AgentMemoryError(
    'OVERFLOW_PERSISTS',
    `The provider called the context too long ${attempts} times, the last time at ${refusedTokens} tokens. ` +
      "Nothing was lost. Check that `contextWindow` is the model's, and what the server adds on its own (`reserved`).",
    { phase: 'assemble' },
  );
}

/** A limit that was raised too far is left in peace for twice as long. */
function patienceAfter(before: OverflowState | undefined): number {
  const { patience = PATIENCE, isRaised = false } = before ?? {};
  return isRaised ? Math.min(MOST_PATIENCE, 2 * patience) : patience;
}

/**
 * The learned limit raised to a context that cannot be smaller: a refusal of one context is a weaker
 * reason than the figures of the budget [BUD-6]. Absent where those do not let it through either.
 */
export function limitRaisedTo(
  neededTokens: number,
  { overflow, budget, ledger }: SessionSnapshot<unknown>,
): OverflowState | undefined {
  const { inputTokens } = correctedBudget(budget, ledger, undefined) ?? budget;
  if (!overflow || overflow.isCounted) return undefined;
  if (neededTokens > inputTokens || neededTokens <= overflow.limitTokens) return undefined;
  return { ...overflow, limitTokens: neededTokens, isRaised: true };
}

/**
 * The limit below a context that was found too long, absent where what was learned of the count keeps to
 * it: a ledger takes small differences for noise, and at the limit they are not.
 */
export function limitBelow(
  { totalTokens }: ContextPlan,
  { budget, corrected, overflow }: SessionSnapshot<unknown>,
  countedTokens: number,
): OverflowState | undefined {
  if (totalTokens > (corrected ?? budget).inputTokens) return undefined;
  const share = providerInputTokens(budget) / countedTokens;
  const limitTokens = Math.min(Math.floor(totalTokens * share), totalTokens - 1);
  return { attempts: overflow?.attempts ?? 0, limitTokens, isCounted: true };
}
