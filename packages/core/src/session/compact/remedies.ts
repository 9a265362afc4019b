import { type CompactionWork, compact } from '../../compaction/compact.ts';
import type { ScheduleReason } from '../../compaction/pacing/schedule.ts';
import type { EvictionPolicy } from '../../compaction/policies/eviction-policy.ts';
import type { ToolHints } from '../../compaction/policies/tool-hints.ts';
import type { CompactionInput, HeldView } from '../../compaction/stage.ts';
import { toolCallsOf } from '../../message/message.ts';
import type { BarePlan } from '../../plan/context-plan.ts';
import type { Decision, Remedy } from '../../plan/decision.ts';
import { decisionOn } from '../../plan/explain.ts';
import type { SessionSnapshot } from '../../state/snapshot.ts';
import { transition } from '../../state/transition.ts';
import { seqOf } from '../../transcript/transcript.ts';
import type { Keeps } from '../../view/overlay.ts';
import { rangeAt } from '../../view/range-at.ts';
import { layingOut } from '../../view/view.ts';
import type { Planner } from '../assemble/planner.ts';
import type { SessionObjects } from '../session-objects.ts';
import { budgetOf, leastThatHolds } from './budgets.ts';
import type { SummaryReason } from './summary-desk.ts';

/** The parts of a compaction that a search tries out. */
export interface Trial extends CompactionWork {
  inputFor(next: SessionSnapshot<unknown>, reason: ScheduleReason): CompactionInput;
}

/** The least settings that would send an item whole, found by trying them [HIS-4]. Nothing changes. */
export async function remediesFor<Pad>(
  itemId: string,
  { runner, planner }: Pick<SessionObjects<Pad>, 'runner' | 'planner'>,
  trial: Trial,
): Promise<readonly Remedy[]> {
  const snapshot: SessionSnapshot<unknown> = runner.snapshot;
  const cut = cutOf(planner.planFor('any'), snapshot, itemId);
  // Where the provider has refused contexts of its size, no setting helps.
  if (!cut || snapshot.overflow) return [];
  const { remedies, policy, toolHints } = remediedSettings(cut, snapshot, planner.policy());
  const isKeptAt = async (inputTokens: number) => {
    const budget = budgetOf(snapshot.budget, inputTokens);
    const rules = { ...snapshot.rules, toolHints };
    const settings = { budget, rules, policy: policy.name, policyIndex: snapshot.policyIndex };
    const [next] = transition(snapshot, { type: 'settings-set', settings }, snapshot.atMs);
    const plan = await planAfter(next, policy, planner, trial);
    return plan.freeTokens >= 0 && cut.isWholeIn(plan);
  };
  const { inputTokens } = snapshot.budget;
  if (remedies.length > 0 && (await isKeptAt(inputTokens))) return remedies;
  const atLeast = await leastThatHolds(inputTokens, isKeptAt);
  return atLeast === undefined ? [] : [...remedies, { option: 'inputBudget', atLeast }];
}

/** The plan of the context that would be assembled for a session which is as this one might be. */
async function planAfter(
  next: SessionSnapshot<unknown>,
  policy: EvictionPolicy,
  planner: Planner,
  trial: Trial,
): Promise<BarePlan> {
  await trial.inSteps(layingOut(next.transcript, next.overlays, planner.measurer));
  const plan = planner.isOverBudget(next) ? undefined : planner.planOf(next, 'any', policy);
  if (plan?.schedule.state === 'wait') return plan;
  const reason = plan?.schedule.reason ?? 'OVER_INPUT_BUDGET';
  const input = { ...trial.inputFor(next, reason), policy, held: heldBy(next) };
  const outcome = await compact(forReason(reason, input), trial);
  if (outcome?.kind !== 'finished') return planner.planOf(next, 'any', policy);
  return planner.planOf({ ...next, overlays: outcome.compaction.overlays }, 'any', policy);
}

/** A tool that is over its limit is held to it, and nothing else is done. */
export function forReason(reason: SummaryReason, input: CompactionInput): CompactionInput {
  return reason === 'TOOL_LIMIT' ? { ...input, stages: [] } : input;
}

/** The view as it stood when the budget was raised, where the conversation is still on that path. */
export function heldBy({ held, headMoves }: SessionSnapshot<unknown>): HeldView | undefined {
  if (held?.headMoves !== headMoves) return undefined;
  return { overlays: held.overlays, length: held.transcript.length };
}

/** An item that was cut. */
interface Cut {
  /** What it takes to keep it, beside room. */
  readonly keeps: Keeps;
  /** The unit that it belongs to; a section of the live tier belongs to none. */
  readonly unit?: { readonly start: number; readonly lastSeq: number };
  isWholeIn(plan: BarePlan): boolean;
}

/** The item of this id, where it was cut for a reason that settings can change. */
function cutOf(
  plan: BarePlan,
  { transcript, overlays }: Pick<SessionSnapshot<unknown>, 'transcript' | 'overlays'>,
  itemId: string,
): Cut | undefined {
  const range = plan.ranges.find(({ decision }) => decision.itemId === itemId);
  const seq = range?.fromSeq ?? seqOf(transcript, itemId);
  if (seq === undefined) {
    const isCut = /^LIVE_(NO_ROOM|OVER_SHARE)$/.test(sectionIn(plan, itemId)?.rule ?? '');
    const isWholeIn = (next: BarePlan) => sectionIn(next, itemId)?.fate === 'sent';
    return isCut ? { keeps: {}, isWholeIn } : undefined;
  }
  const { keeps } = (overlays.entries.get(seq) ?? rangeAt(overlays, seq))?.why ?? {};
  if (!keeps) return undefined;
  const entry = transcript.log.at(seq);
  const { unitStart: start } = entry;
  let lastSeq = seq;
  const called = new Set<string>();
  for (const next of transcript.log.slice(start, transcript.length)) {
    if (next.unitStart !== start) break;
    lastSeq = next.seq;
    for (const { toolName } of toolCallsOf(next.message)) called.add(toolName);
  }
  // A range has the tools of all its units.
  const tools = (keeps.tools ?? []).filter(({ toolName }) => called.has(toolName));
  const isWholeIn = (next: BarePlan) => decisionOn(next, entry)?.fate === 'sent';
  return { keeps: { ...keeps, tools }, unit: { start, lastSeq }, isWholeIn };
}

function sectionIn({ items, withheld }: BarePlan, sectionId: string): Decision | undefined {
  const live = items.filter(({ tier }) => tier === 'live').map(({ decision }) => decision);
  return [...live, ...withheld].find(({ itemId }) => itemId === sectionId);
}

/** Settings, and those of them that were changed to keep an item. */
interface Remedied {
  readonly remedies: readonly Remedy[];
  readonly policy: EvictionPolicy;
  readonly toolHints: ToolHints;
}

/** The settings with windows that reach the item and limits of tools that let it be. */
function remediedSettings(
  { keeps: { windows = [], tools = [] }, unit }: Cut,
  { transcript, rules }: Pick<SessionSnapshot<unknown>, 'transcript' | 'rules'>,
  policy: EvictionPolicy,
): Remedied {
  const { start = 0, lastSeq = 0 } = unit ?? {};
  const reach = transcript.length - lastSeq;
  const narrow = windows.filter(({ messages }) => messages < reach);
  const limits = tools.map(({ toolName, tokens }): ToolHints => {
    return { [toolName]: { ...rules.toolHints[toolName], maxTokens: tokens } };
  });
  return {
    remedies: [
      ...narrow.map(
        ({ policy: of }) => ({ option: 'policy.messages', of, atLeast: reach }) as const,
      ),
      ...tools.map(
        ({ toolName: of, tokens }) =>
          ({ option: 'toolHints.maxTokens', of, atLeast: tokens }) as const,
      ),
    ],
    policy: narrow.length > 0 ? reachingBackTo(start, policy) : policy,
    toolHints: Object.assign({}, rules.toolHints, ...limits),
  };
}

/** A policy as it would be with a window that begins with this unit. */
function reachingBackTo(unitStart: number, policy: EvictionPolicy): EvictionPolicy {
  return {
    ...policy,
    name: `${policy.name} from ${unitStart}`,
    choose: (input) =>
      policy
        .choose(input)
        .filter((choice) => (typeof choice === 'number' ? choice : choice.start) < unitStart),
    isDue: (units) => units.some((unit) => unit.start < unitStart && !unit.protected),
  };
}
