import { wholeSentencesWithin } from '../condense/split-text.ts';
import type { Summary } from '../condense/summarizer.ts';
import { type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';
import { type ToolCallPart, toolResultsOf } from '../message/message.ts';
import type { Entry } from '../transcript/entry.ts';
import { rangeAt } from '../view/range-at.ts';
import { OVER_HINT, OVER_SHARE } from './overlay-reasons.ts';
import { oldestFirst, type StageReason } from './policies/eviction-policy.ts';
import { choosingGuarded } from './policies/guarded-choice.ts';
import { tokensOf, unitWith } from './policies/measured-units.ts';
import type { ToolHints } from './policies/tool-hints.ts';
import {
  answeredCallsOf,
  hintFor,
  LEAST_EVICTED_TOKENS,
  resultLimit,
} from './policies/tool-results.ts';
import { callKey } from './replaced-values.ts';
import type {
  CompactionStage,
  EvictedResult,
  PreparedSummary,
  StageDecision,
  StageInput,
  StageUnit,
} from './stage.ts';

/**
 * Holds tool results before the tail to their share of the budget, or to the limit of their tool
 * where it has one, oldest first, until the low watermark is reached.
 */
export const trimResults: CompactionStage = { name: 'trim', decide: trimming };

function* trimming(input: StageInput): Steps<StageDecision> {
  const { units, excessTokens, budget, limits: shares, toolHints } = input;
  const sharedTokens = Math.floor(shares.resultShare * budget.inputTokens);
  const trim: NonNullable<StageDecision['trim']>[number][] = [];
  let leftTokens = excessTokens;
  for (const [index, unit] of units.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    if (unit.inTail) continue;
    const limits = ownLimits(unit, toolHints, sharedTokens);
    for (const member of unit.members) {
      if (leftTokens <= 0) return { trim };
      if (member.kind !== 'entry' || member.overlay) continue;
      const { message, seq } = member.entry;
      const maxTokens = limits.get(seq) ?? sharedTokens;
      if (toolResultsOf(message).length === 0 || member.tokens <= maxTokens) continue;
      const why = maxTokens === sharedTokens ? OVER_SHARE : OVER_HINT;
      trim.push({ seq, maxTokens, why });
      leftTokens -= member.tokens - maxTokens;
    }
  }
  return { trim };
}

/** By `seq`: what the tools whose results an entry holds allow it; the least of several. */
function ownLimits(
  { entries }: StageUnit,
  hints: ToolHints,
  sharedTokens: number,
): ReadonlyMap<number, number> {
  if (Object.keys(hints).length === 0) return new Map();
  return new Map(
    answeredCallsOf(entries).map(({ entry, calls }) => [
      entry.seq,
      Math.min(...calls.map(({ toolName }) => resultLimit(toolName, hints, sharedTokens))),
    ]),
  );
}

/**
 * Results before the tail that a newer one replaces leave a marker, oldest first, until the low watermark is
 * reached.
 */
export const evictSuperseded: CompactionStage = { name: 'evict', decide: evicting };

function* evicting({ units, excessTokens, toolHints }: StageInput): Steps<StageDecision> {
  const evict: EvictedResult[] = [];
  let leftTokens = excessTokens;
  for (const outdated of yield* findingOutdated(units, toolHints)) {
    yield;
    if (leftTokens <= 0) break;
    const tokens = shownTokens(unitWith(units, outdated.seq), outdated.seq);
    if (tokens < LEAST_EVICTED_TOKENS) continue;
    evict.push(outdated);
    leftTokens -= tokens;
  }
  return { evict };
}

/** Gives the tokens of an entry before the tail that is shown as it is or trimmed. */
function shownTokens(unit: StageUnit | undefined, seq: number): number {
  if (!unit || unit.inTail) return 0;
  const member = unit.members.find((one) => one.kind === 'entry' && one.entry.seq === seq);
  return member?.kind === 'entry' && member.overlay?.kind !== 'evicted-results' ? member.tokens : 0;
}

/**
 * Lets the agent's own notes serve as the summary: units that were there when the scratchpad was
 * last changed leave, and its text stands for them. Where more has to leave, a summary of the rest is
 * asked for. It acts only where a model would be asked otherwise.
 */
export const sessionMemory: CompactionStage = {
  name: 'session-memory',
  takesUnits: true,
  decide: noting,
};

function* noting(input: StageInput): Steps<StageDecision> {
  const { units, leaveTokens, notes, asksModel, overlays } = input;
  if (!asksModel || !notes) return {};
  const known = units.filter((unit) => unit.end <= notes.coversToSeq);
  const leave = oldestFirst({ units: known, excessTokens: leaveTokens });
  const starts = new Set(leave.map(({ start }) => start));
  const taken = known.filter(({ start }) => starts.has(start));
  const summary = summaryOfNotes(notes.text, taken, overlays.condensed?.summary, input);
  if (!summary) return {};
  return { leave: leave.map(({ start }) => ({ start, why: COVERED_BY_NOTES })), summary };
}

const COVERED_BY_NOTES: StageReason = { rule: 'COVERED_BY_NOTES', keptByRoom: true };

/** The name of the summary's writer where the agent's own notes serve as one. */
export const NOTES_SUMMARISER = 'session-memory';

/**
 * The notes as the summary of units that leave, behind as much of the current one as fits; earlier notes
 * yield to the newer ones. `undefined` where nothing leaves, or the notes do not fit.
 */
export function summaryOfNotes(
  notes: string,
  taken: readonly Pick<StageUnit, 'start' | 'end'>[],
  current: Summary | undefined,
  { summaryTokens, measurer }: Pick<StageInput, 'summaryTokens' | 'measurer'>,
): Summary | undefined {
  const [first, last] = [taken[0], taken.at(-1)];
  const roomTokens = summaryTokens - measurer.text(notes);
  if (!first || !last || roomTokens < 0) return undefined;
  const before = current?.madeBy === NOTES_SUMMARISER ? current.lead : current?.text;
  const count = (text: string) => measurer.text(text);
  const earlier = wholeSentencesWithin(before ?? '', roomTokens - 1, count);
  return {
    madeBy: NOTES_SUMMARISER,
    fromSeq: Math.min(current?.fromSeq ?? first.start, first.start),
    toSeq: last.end - 1,
    text: earlier === '' ? notes : `${earlier}\n${notes}`,
    ...(earlier !== '' && { lead: earlier }),
  };
}

/**
 * Takes out the units that a prepared summary speaks of [CMP-13], and where that is not enough those that
 * the eviction policy names; a summary and their exact values stand for them. The summariser writes the
 * summary, the extractive one where none was given or none may be asked now.
 */
export const condense: CompactionStage = { name: 'condense', takesUnits: true, decide: leaving };

function* leaving(input: StageInput): Steps<StageDecision> {
  const { units, leaveTokens, mustLeaveTokens, policy, prepared } = input;
  const own = prepared && unitsOf(prepared, input);
  if (!own) return { leave: yield* choosingGuarded(policy, { units, excessTokens: leaveTokens }) };
  const { summary } = prepared;
  const summarised = new Set(own.map(({ start }) => start));
  const leave = prepared.leaving.filter(({ start }) => summarised.has(start));
  const ownTokens = tokensOf(own);
  if (leave.length > 0 && ownTokens >= mustLeaveTokens) return { leave, summary, summarised };
  const others = units.filter(({ start }) => !summarised.has(start));
  const excessTokens = leaveTokens - ownTokens;
  const more = yield* choosingGuarded(policy, { units: others, excessTokens });
  return { leave: [...leave, ...more], summary, summarised };
}

/** The units of a prepared summary that are still in the view; absent where one of them has to stay. */
function unitsOf(
  { leaving }: PreparedSummary,
  { units, overlays }: StageInput,
): readonly StageUnit[] | undefined {
  const free = new Map(units.filter((unit) => !unit.protected).map((unit) => [unit.start, unit]));
  const here = leaving.filter(({ start }) => !rangeAt(overlays, start));
  const own = here.flatMap(({ start }) => free.get(start) ?? []);
  return own.length === here.length ? own : undefined;
}

/** The default pipeline, cheapest first [CMP-1]. */
export const defaultStages: readonly CompactionStage[] = [
  trimResults,
  evictSuperseded,
  sessionMemory,
  condense,
];

/**
 * The entries whose every result is outdated, oldest first [POL-8]. By default only a newer result of the
 * same tool and arguments outdates one; a hint tells more. A result of a pinned tool is never outdated.
 * Linear in the number of entries.
 */
export function* findingOutdated(
  units: readonly { readonly entries: readonly Entry[] }[],
  hints: ToolHints = {},
): Steps<readonly EvictedResult[]> {
  const newest = new Map<string, number>();
  const outdated: EvictedResult[] = [];
  for (const [index, unit] of units.toReversed().entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    for (const { entry, calls } of answeredCallsOf(unit.entries).toReversed()) {
      const found = calls.map((call) => outdatedResult(call, newest, hints));
      if (found.every((one) => one !== undefined))
        outdated.push({ seq: entry.seq, ...whatHoldsForAll(found) });
      for (const call of calls) {
        const key = callKey(call, hints);
        if (!newest.has(key)) newest.set(key, entry.seq);
      }
    }
  }
  return outdated.reverse();
}

/** Why a result is of no more use. */
type Outdated = Omit<EvictedResult, 'seq'>;

function outdatedResult(
  call: ToolCallPart,
  newest: ReadonlyMap<string, number>,
  hints: ToolHints,
): Outdated | undefined {
  const { pinned, latestOnly } = hintFor(hints, call.toolName);
  if (pinned) return undefined;
  const supersededBySeq = newest.get(callKey(call, hints));
  if (supersededBySeq === undefined) return undefined;
  return { supersededBySeq, ...(latestOnly && { reason: 'latest-only' }) };
}

/** Gives the reason that is true of all results in an entry, and the newest that replaces one. */
function whatHoldsForAll(found: readonly Outdated[]): Outdated {
  const latestOnly = found.find(({ reason }) => reason === 'latest-only');
  const supersededBySeq = Math.max(...found.map(({ supersededBySeq: seq = -1 }) => seq));
  return { ...latestOnly, supersededBySeq };
}
