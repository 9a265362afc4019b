import type { CompactionFacts } from '../source/compaction-facts.ts';
import type { DevtoolsState } from '../source/devtools-source.ts';
import { isNewerThanPlan } from './compaction-summary.ts';
import { formatCount, formatWhole } from './format.ts';

/** The budget with which all that left comes back and stays, where the panel can set it. */
interface RaiseOffer {
  readonly inputTokens: number;
}

/** Whether a compaction can be taken back, and if not, or not for long, why. */
export type UndoOffer =
  | { readonly kind: 'offered' }
  /** It can be, and the next call would compact again; `question` says so with its figures. */
  | { readonly kind: 'would-not-hold'; readonly question: string; readonly raise?: RaiseOffer }
  | { readonly kind: 'refused'; readonly reason: string };

/** Tells the memory's answer to an undo of this record before anybody presses the button. */
export function undoOffer(
  record: CompactionFacts,
  state: Pick<DevtoolsState, 'plan' | 'planAtMs' | 'compactions'>,
  canRaise = false,
): UndoOffer {
  const { plan, compactions } = state;
  if (record.trigger === 'undo') return refused('This took a compaction back; compact again.');
  if (compactions.some(({ undoes }) => undoes === record.id)) return refused('Undone already.');
  if (plan && record.epoch !== plan.epoch) {
    return refused('Made under other settings or on another branch; it is of no effect any more.');
  }
  const neededTokens = tokensAfterUndo(record, state);
  const inputTokens = plan?.budget.inputTokens ?? record.inputTokens;
  if (neededTokens <= inputTokens) return { kind: 'offered' };
  const enoughTokens = roundUp(tokensWithAllBack(record, neededTokens, state));
  return {
    kind: 'would-not-hold',
    question: `Needs about ${formatWhole(neededTokens)} of ${formatCount(inputTokens, 'token')} and would be compacted again at once. ${wayOut(enoughTokens, canRaise)}`,
    ...(canRaise && { raise: { inputTokens: enoughTokens } }),
  };
}

/** The tokens of the context once this is back in it, from the plan that stands and what the record freed. */
function tokensAfterUndo(
  record: CompactionFacts,
  { plan, planAtMs }: Pick<DevtoolsState, 'plan' | 'planAtMs'>,
): number {
  if (!plan || isNewerThanPlan(record, planAtMs)) return record.tokensBefore;
  return plan.totalTokens + record.tokensBefore - record.tokensAfter;
}

/**
 * Another budget starts from all messages, so the other compactions that stand are of no effect then
 * either; each freed what it freed.
 */
function tokensWithAllBack(
  record: CompactionFacts,
  neededTokens: number,
  { compactions }: Pick<DevtoolsState, 'compactions'>,
): number {
  const undone = new Set(compactions.map(({ undoes }) => undoes));
  return compactions
    .filter(
      ({ id, epoch, trigger }) =>
        id !== record.id && epoch === record.epoch && trigger !== 'undo' && !undone.has(id),
    )
    .reduce((all, { tokensBefore, tokensAfter }) => all + tokensBefore - tokensAfter, neededTokens);
}

/** A budget is set in round figures, with a little room beyond what is needed. */
const ROUND_TOKENS = 100;
const ROOM = 1.005;

function roundUp(tokens: number): number {
  return Math.ceil((tokens * ROOM) / ROUND_TOKENS) * ROUND_TOKENS;
}

function wayOut(enoughTokens: number, canRaise: boolean): string {
  if (canRaise) return `Raise the budget to ${formatWhole(enoughTokens)} and undo?`;
  return (
    `The app decides the budget: with ${formatWhole(enoughTokens)} input tokens, set by ` +
    'configure({ budget }), all that left comes back and stays.'
  );
}

function refused(reason: string): UndoOffer {
  return { kind: 'refused', reason };
}
