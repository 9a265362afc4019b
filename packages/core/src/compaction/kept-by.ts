import { answeredCallsOf } from '../policies/answered-calls.ts';
import { resultLimit } from '../policies/hint-for.ts';
import { hasLimits, type ToolHints } from '../policies/tool-hints.ts';
import type { Entry } from '../transcript/entry.ts';
import type { Keeps, ToolLimit } from '../view/overlay-reason.ts';
import type { CompactionInput } from './compaction-input.ts';

/** The settings that say what a compaction would leave alone. */
export type KeepingSettings = Pick<
  CompactionInput,
  'budget' | 'limits' | 'policy' | 'stages' | 'toolHints'
>;

/** These take out nothing while there is room, or what a policy names. */
const OWN_STAGES: ReadonlySet<string> = new Set(['trim', 'evict', 'session-memory', 'condense']);

/**
 * The things that keep an original whole under these settings [HIS-4]: a conversation that takes so small a part
 * of the budget that no stage runs, and windows that reach far enough. `undefined` where something may
 * act that does not say what it does while there is room.
 */
export function keptBy(settings: KeepingSettings): Keeps | undefined {
  const { policy, stages } = settings;
  const hasForeignStage = stages.some(
    ({ name, takesUnits }) => takesUnits && !OWN_STAGES.has(name),
  );
  if (policy.isDue && (!policy.windows || hasForeignStage)) return undefined;
  const budgetShare = calmShare(settings);
  if (!(budgetShare > 0)) return undefined;
  const { windows = [] } = policy;
  return { budgetShare, ...(windows.length > 0 && { windows }) };
}

/**
 * The part of the input budget up to which nothing is cut. Where no compaction can be due, that is the
 * low watermark. Where a window or the limit of a tool may start one, that one must find nothing to do
 * either: no excess with room for derived text, and a tail, a newest unit and an anchor within theirs.
 */
function calmShare({ budget, limits, policy, toolHints }: KeepingSettings): number {
  const lowShare = budget.lowTokens / budget.inputTokens;
  const { derivedShare, tailShare, anchorShare, newestPartOfTail } = limits;
  const newestShare = newestPartOfTail * (1 - derivedShare);
  if (!policy.isDue && !hasLimits(toolHints)) return Math.min(lowShare, newestShare);
  return Math.min(lowShare - derivedShare, newestShare, tailShare, anchorShare);
}

/** The tools with results among these entries that are over the limit of their tool. */
export function toolsOverLimit(entries: readonly Entry[], hints: ToolHints): readonly ToolLimit[] {
  if (!hasLimits(hints)) return [];
  const largest = new Map<string, number>();
  for (const { entry, calls } of answeredCallsOf(entries)) {
    for (const { toolName } of calls) {
      const tokens = Math.max(largest.get(toolName) ?? 0, entry.tokens.value);
      if (tokens > resultLimit(toolName, hints, Number.POSITIVE_INFINITY)) {
        largest.set(toolName, tokens);
      }
    }
  }
  return [...largest].map(([toolName, tokens]) => ({ toolName, tokens }));
}
