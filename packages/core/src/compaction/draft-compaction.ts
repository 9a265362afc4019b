import type { TokenBudget } from '../budget/token-budget.ts';
import type { CondenseSource } from '../condense/condense-source.ts';
import type { SummaryRequest } from '../condense/summarizer.ts';
import { isUnitProtected } from '../plan/protected.ts';
import { unitsOf, type View, type ViewUnit, viewOf } from '../plan/view.ts';
import {
  type EvictionPolicy,
  guardedChoice,
  type MeasuredUnit,
  tokenBudget,
} from '../policies/eviction-policy.ts';
import type { Measurer } from '../tokens/measurer.ts';
import { newestUnitStart, type Transcript } from '../transcript/transcript.ts';
import type { StageReport } from './compaction-record.ts';
import type { CompactionLimits } from './limits.ts';
import type { EntryOverlay, Overlays, RangeOverlay } from './overlay.ts';
import { mergedRanges, withEntryOverlays, withRanges } from './overlays-with.ts';
import { divideRoom, type Room, type Tail, tailOf } from './room.ts';
import { cutSource, unitSources } from './sources.ts';
import { findSuperseded } from './superseded.ts';
import { trimEntry, trimEntryAsWhole, trimUnitToRoom } from './trim-unit.ts';

export interface CompactionInput {
  readonly compactionId: string;
  readonly transcript: Transcript;
  readonly overlays: Overlays;
  readonly budget: TokenBudget;
  /** Tokens of the system text and the tools. */
  readonly fixedTokens: number;
  readonly policy: EvictionPolicy;
  readonly limits: CompactionLimits;
  readonly measurer: Measurer;
}

/**
 * A compaction decided as far as it can be without a summariser: data only, nothing has happened.
 * `finishCompaction` makes the overlays of it.
 */
export interface CompactionDraft {
  readonly input: CompactionInput;
  readonly tokensBefore: number;
  /** With what was trimmed and evicted; the ranges that leave are in, what stands for them is not. */
  readonly overlays: Overlays;
  readonly stages: readonly StageReport[];
  readonly left: readonly RangeOverlay[];
  readonly room: Room;
  /** Everything that left or was cut out, in order; exact values are drawn from it. */
  readonly sources: readonly CondenseSource[];
  /** What to ask the summariser for; absent when nothing left whole. */
  readonly summaryRequest?: SummaryRequest;
}

/** What the stages hand on to each other. */
interface Work {
  readonly overlays: Overlays;
  readonly view: View;
  readonly stages: readonly StageReport[];
}

/**
 * Decides a compaction [CMP-1]: trim oversized tool results, evict superseded ones, then choose
 * what leaves whole. Measures after each stage and stops as soon as the low watermark is reached
 * [CMP-2]. Pure.
 */
export function draftCompaction(input: CompactionInput): CompactionDraft {
  const start: Work = {
    overlays: input.overlays,
    view: viewOf(input.transcript, input.overlays, input.measurer),
    stages: [],
  };
  const fitting = shortened(input, start, 'trim', trimAnchor(input, start));
  const room = divideRoom({ ...input, view: fitting.view });
  const protectedFit = shortened(input, fitting, 'trim', trimNewest(input, fitting, room));
  const tail = tailIn(input, protectedFit, room);
  const trimmed = shortened(input, protectedFit, 'trim', trimOversized(input, protectedFit, tail));
  const evicted = shortened(input, trimmed, 'evict', evictSuperseded(input, trimmed, tail));
  const tokensBefore = totalTokens(input, start);
  if (totalTokens(input, evicted) <= input.budget.lowTokens) {
    const sources = newlyCut(input, evicted.overlays);
    return { input, tokensBefore, room, ...evicted, left: [], sources };
  }
  return { input, tokensBefore, room, ...leave(input, evicted, room) };
}

function totalTokens(input: CompactionInput, work: Work): number {
  return input.fixedTokens + work.view.tokens;
}

/** One stage's entry overlays laid on, measured and reported; nothing when the stage found nothing. */
function shortened(
  input: CompactionInput,
  work: Work,
  stage: string,
  added: readonly EntryOverlay[],
): Work {
  if (added.length === 0) return work;
  return measured(input, work, stage, withEntryOverlays(work.overlays, added), added.length);
}

function measured(
  input: CompactionInput,
  work: Work,
  stage: string,
  overlays: Overlays,
  entries: number,
): Work {
  const view = viewOf(input.transcript, overlays, input.measurer);
  const tokensBefore = totalTokens(input, work);
  const tokensAfter = input.fixedTokens + view.tokens;
  const previous = work.stages.at(-1);
  const report: StageReport =
    previous?.stage === stage
      ? { ...previous, tokensAfter, entries: previous.entries + entries }
      : { stage, tokensBefore, tokensAfter, entries };
  const earlier = previous?.stage === stage ? work.stages.slice(0, -1) : work.stages;
  return { overlays, view, stages: [...earlier, report] };
}

/** An anchor over its share is sent as an excerpt; its share is all of it otherwise [TIER-2]. */
function trimAnchor(input: CompactionInput, work: Work): readonly EntryOverlay[] {
  const { anchorSeq, log } = input.transcript;
  if (anchorSeq === undefined || work.overlays.entries.has(anchorSeq)) return [];
  const limitTokens = Math.floor(input.limits.anchorShare * input.budget.inputTokens);
  const overlay = trimEntryAsWhole(log.at(anchorSeq), limitTokens, input);
  return overlay ? [overlay] : [];
}

/** The newest unit stays, but results in it that crowd out everything else are trimmed. */
function trimNewest(input: CompactionInput, work: Work, room: Room): readonly EntryOverlay[] {
  const newest = unitsOf(work.view).at(-1);
  if (!newest || newest.tokens <= room.tailTokens) return [];
  return (
    trimUnitToRoom(newest, room.tailTokens, input) ??
    trimUnitToRoom(newest, room.tailTokens + room.derivedTokens, input) ??
    []
  );
}

/** Derived text never gives more than this part of its share to a tail that would be thin. */
const STRETCH_PART_OF_DERIVED = 0.6;

/** The tail of the view; what is protected further up counts with the head. */
function tailIn(input: CompactionInput, work: Work, room: Room, stretchTokens = 0): Tail {
  const newest = newestUnitStart(input.transcript);
  const units = unitsOf(work.view).filter(
    (unit) => unit.start >= newest || !isUnitProtected(input.transcript, unit),
  );
  const { wantedTailTokens: wantedTokens, tailTokens: mostTokens } = room;
  return tailOf(units, { wantedTokens, mostTokens, stretchTokens });
}

/** Oversized results ahead of the tail, oldest first, until the low watermark is reached. */
function trimOversized(input: CompactionInput, work: Work, tail: Tail): readonly EntryOverlay[] {
  const limitTokens = Math.floor(input.limits.resultShare * input.budget.inputTokens);
  let excess = totalTokens(input, work) - input.budget.lowTokens;
  const overlays: EntryOverlay[] = [];
  for (const unit of unitsOf(work.view)) {
    if (tail.starts.has(unit.start)) continue;
    for (const member of unit.members) {
      if (excess <= 0) return overlays;
      if (member.kind !== 'entry' || member.overlay || member.entry.message.role !== 'tool')
        continue;
      const overlay = trimEntry(member.entry, limitTokens, input);
      if (!overlay) continue;
      overlays.push(overlay);
      excess -= member.tokens - limitTokens;
    }
  }
  return overlays;
}

/** A marker is about thirty tokens; a result must be worth several to be replaced by one. */
const LEAST_EVICTED_TOKENS = 120;

/** Superseded results ahead of the tail leave a marker, oldest first, until the low watermark is reached. */
function evictSuperseded(input: CompactionInput, work: Work, tail: Tail): readonly EntryOverlay[] {
  let excess = totalTokens(input, work) - input.budget.lowTokens;
  const overlays: EntryOverlay[] = [];
  for (const { entry, tokens, supersededBySeq } of findSuperseded(unitsOf(work.view))) {
    if (excess <= 0) break;
    if (tail.starts.has(entry.unitStart) || tokens < LEAST_EVICTED_TOKENS) continue;
    const { compactionId } = input;
    overlays.push({ kind: 'evicted-results', seq: entry.seq, compactionId, supersededBySeq });
    excess -= tokens;
  }
  return overlays;
}

/** The last stage: whole units leave, and a summary is asked for what stands for them. */
function leave(
  input: CompactionInput,
  before: Work,
  room: Room,
): Pick<CompactionDraft, 'overlays' | 'stages' | 'left' | 'sources' | 'summaryRequest'> {
  const work = shortened(input, before, 'trim', trimIntoTail(input, before, room));
  const leaving = unitsThatLeave(input, work, room);
  const left = mergedRanges(leaving.map((unit) => rangeOf(unit, input)));
  const entries = left.reduce((total, range) => total + range.toSeq - range.fromSeq, 0);
  const words = leaving.flatMap(unitSources);
  const cut = newlyCut(input, work.overlays).filter(
    (source) => !left.some((range) => source.seq >= range.fromSeq && source.seq < range.toSeq),
  );
  const gone = measured(input, work, 'condense', withRanges(work.overlays, left), entries);
  const { overlays, stages } = left.length > 0 || mustCondenseMore(input, work) ? gone : work;
  return {
    overlays,
    stages,
    left,
    sources: [...words, ...cut].sort((a, b) => a.seq - b.seq),
    ...(words.length > 0 && {
      summaryRequest: summaryRequestFor(input, words, derivedRoom(input, gone, room)),
    }),
  };
}

/** Nothing more can leave, and what stands for the rest is in the way of what is protected. */
function mustCondenseMore(input: CompactionInput, work: Work): boolean {
  const isOver = totalTokens(input, work) > input.budget.inputTokens;
  return isOver && work.view.segments.some((segment) => segment.kind === 'condensed');
}

/** Where a unit of the tail would make it too large, its results are trimmed to let it in. */
function trimIntoTail(input: CompactionInput, work: Work, room: Room): readonly EntryOverlay[] {
  const { misfit } = tailIn(input, work, room);
  return misfit ? (trimUnitToRoom(misfit.unit, misfit.roomTokens, input) ?? []) : [];
}

/** The policy's choice under the guard; where it frees too little to fit the budget, oldest first goes on. */
function unitsThatLeave(input: CompactionInput, work: Work, room: Room): readonly ViewUnit[] {
  const units = unitsOf(work.view);
  const tail = tailIn(input, work, room, room.derivedTokens * STRETCH_PART_OF_DERIVED);
  const standing = work.view.segments.find((segment) => segment.kind === 'condensed');
  const total = totalTokens(input, work) - (standing?.tokens.value ?? 0) + room.derivedTokens;
  const measuredUnits = units.map(
    (unit): MeasuredUnit => ({
      start: unit.start,
      end: unit.end,
      tokens: unit.tokens,
      protected: tail.starts.has(unit.start) || isUnitProtected(input.transcript, unit),
    }),
  );
  const chosen = guardedChoice(input.policy, {
    units: measuredUnits,
    excessTokens: total - input.budget.lowTokens,
  });
  const gone = new Set(chosen);
  const stay = measuredUnits.filter((unit) => !gone.has(unit));
  const forced = guardedChoice(tokenBudget(), {
    units: stay,
    excessTokens: total - sum(chosen) - input.budget.inputTokens,
  });
  const starts = new Set([...chosen, ...forced].map((unit) => unit.start));
  return units.filter((unit) => starts.has(unit.start));
}

function sum(units: readonly MeasuredUnit[]): number {
  return units.reduce((total, unit) => total + unit.tokens, 0);
}

function rangeOf(unit: ViewUnit, { compactionId }: CompactionInput): RangeOverlay {
  const originals = new Map(unit.members.map(({ entry }) => [entry.seq, entry.tokens.value]));
  const tokens = [...originals.values()].reduce((total, value) => total + value, 0);
  const isEstimated = unit.members.some(({ entry }) => entry.tokens.source === 'estimated');
  return {
    fromSeq: unit.start,
    toSeq: unit.end,
    compactionId,
    tokens,
    ...(isEstimated && { source: 'estimated' }),
  };
}

/** What this compaction's trims and markers took out of entries that stay. */
function newlyCut(input: CompactionInput, overlays: Overlays): readonly CondenseSource[] {
  return [...overlays.entries.values()]
    .filter((overlay) => overlay.compactionId === input.compactionId)
    .map((overlay) => cutSource(input.transcript.log.at(overlay.seq), overlay));
}

/** The share of derived text, or what the originals that stay leave of it. */
function derivedRoom(input: CompactionInput, work: Work, room: Room): number {
  const standing = work.view.segments.find((segment) => segment.kind === 'condensed');
  const originalTokens = totalTokens(input, work) - (standing?.tokens.value ?? 0);
  return Math.max(0, Math.min(room.derivedTokens, input.budget.inputTokens - originalTokens));
}

function summaryRequestFor(
  input: CompactionInput,
  sources: readonly CondenseSource[],
  derivedTokens: number,
): SummaryRequest {
  const previous = input.overlays.condensed?.summary;
  return {
    ...(previous && { previous }),
    sources,
    maxTokens: Math.floor(derivedTokens * input.limits.summaryPartOfDerived),
    count: (text) => input.measurer.text(text),
  };
}
