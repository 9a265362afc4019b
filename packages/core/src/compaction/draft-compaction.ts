import type { TokenBudget } from '../budget/token-budget.ts';
import type { CondenseSource } from '../condense/condense-source.ts';
import type { Summary, SummaryRequest } from '../condense/summarizer.ts';
import { isUnitProtected } from '../plan/unit-protection.ts';
import { unitsOf, type View, viewOf } from '../plan/view.ts';
import { type EvictionPolicy, tokenBudget } from '../policies/eviction-policy.ts';
import { refusedPromise } from '../policies/guarded-choice.ts';
import { isPinnedUnit } from '../policies/hint-for.ts';
import { measuredUnits } from '../policies/measured-units.ts';
import type { ToolHints } from '../policies/tool-hints.ts';
import type { Measurer } from '../tokens/measurer.ts';
import { newestUnitStart, type Transcript } from '../transcript/transcript.ts';
import { type CarriedOut, carryOut, rangeOf } from './carry-out.ts';
import type { StageReport } from './compaction-record.ts';
import { fitAnchor, fitNewest, fitTail, fitToolLimits } from './fit-protected.ts';
import type { CompactionLimits } from './limits.ts';
import type { EntryOverlay, Overlays, RangeOverlay } from './overlay.ts';
import { mergedRanges, withEntryOverlays, withRanges } from './overlays-with.ts';
import { divideRoom, type Room, summaryTokensOf, type Tail, tailOf } from './room.ts';
import { cutSource, sourcesOf } from './sources.ts';
import type { CompactionStage, StageDecision, StageInput, StageNotes, StageUnit } from './stage.ts';
import { summaryOfNotes } from './summary-of-notes.ts';

export interface CompactionInput {
  readonly compactionId: string;
  readonly transcript: Transcript;
  readonly overlays: Overlays;
  readonly budget: TokenBudget;
  /** Tokens of the system text and the tools. */
  readonly fixedTokens: number;
  readonly stages: readonly CompactionStage[];
  readonly policy: EvictionPolicy;
  readonly toolHints: ToolHints;
  readonly limits: CompactionLimits;
  /** Absent where the scratchpad is empty. */
  readonly notes: StageNotes | undefined;
  /** Whether a model would be asked for a summary. */
  readonly asksModel: boolean;
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
  /** What a stage gave to stand for what it took out. */
  readonly notesSummary?: Summary;
  /** What to ask the summariser for; absent when nothing left that lacks a summary. */
  readonly summaryRequest?: SummaryRequest;
}

/** What the stages hand on to each other. */
interface Work {
  readonly overlays: Overlays;
  readonly view: View;
  readonly stages: readonly StageReport[];
  readonly left: readonly LeftUnit[];
}

interface LeftUnit {
  readonly unit: StageUnit;
  /** What its stage gave to stand for it. */
  readonly summary?: string;
}

/**
 * Decides a compaction [CMP-1]: what is protected is made to fit its share, then the stages run in
 * their order. Measures after each and stops as soon as the low watermark is reached [CMP-2]; what
 * is still over the input budget after the last leaves oldest first [BUD-3]. Pure.
 */
export function draftCompaction(input: CompactionInput): CompactionDraft {
  const start: Work = {
    overlays: input.overlays,
    view: viewOf(input.transcript, input.overlays, input.measurer),
    stages: [],
    left: [],
  };
  let work = shortened(input, start, 'trim', fitAnchor(input));
  work = shortened(input, work, 'trim', fitToolLimits(input, work.view));
  const room = divideRoom({
    ...input,
    view: work.view,
    fixedTokens: input.fixedTokens + pinnedTokens(input, work.view),
  });
  work = shortened(input, work, 'trim', fitNewest(input, work.view, room));
  for (const stage of input.stages) {
    const isOver = totalTokens(input, work) > input.budget.lowTokens;
    if (!isOver && !(stage.takesUnits && isAsked(input, work))) continue;
    work = afterStage(input, work, room, stage);
  }
  work = forcedUnderBudget(input, work, room);
  return drafted(input, work, room, totalTokens(input, start));
}

function totalTokens(input: CompactionInput, { view }: Pick<Work, 'view'>): number {
  return input.fixedTokens + view.tokens;
}

function afterStage(
  input: CompactionInput,
  before: Work,
  room: Room,
  stage: CompactionStage,
): Work {
  const work = stage.takesUnits
    ? shortened(input, before, 'trim', fitTail(input, tailIn(input, before, room)))
    : before;
  const stageInput = stageInputOf(input, work, room);
  try {
    const decision: unknown = stage.decide(stageInput);
    if (decision instanceof Promise) throw refusedPromise(decision, 'The stage');
    return taken(
      input,
      work,
      stage.name,
      carryOut(decision as StageDecision, stageInput.units, input),
    );
  } catch (error) {
    return passedOver(input, work, stage.name, error);
  }
}

/** A stage or a policy of the caller's that throws costs its own work, not the compaction. */
function passedOver(input: CompactionInput, work: Work, stage: string, error: unknown): Work {
  const tokens = totalTokens(input, work);
  const failure = error instanceof Error ? error.message : String(error);
  const report = { stage, tokensBefore: tokens, tokensAfter: tokens, entries: 0, failure };
  return { ...work, stages: [...work.stages, report] };
}

function stageInputOf(input: CompactionInput, work: Work, room: Room): StageInput {
  const { budget, limits, policy, toolHints, notes, asksModel } = input;
  return {
    units: stageUnits(input, work, room),
    excessTokens: totalTokens(input, work) - budget.lowTokens,
    leaveTokens: originalTokens(input, work) + room.derivedTokens - budget.lowTokens,
    budget,
    limits,
    policy,
    toolHints,
    notes,
    asksModel,
  };
}

/** Derived text never gives more than this part of its share to a tail that would be thin. */
const STRETCH_PART_OF_DERIVED = 0.6;

function stageUnits(input: CompactionInput, work: Work, room: Room): readonly StageUnit[] {
  const tail = tailIn(input, work, room);
  const stretched = tailIn(input, work, room, room.derivedTokens * STRETCH_PART_OF_DERIVED);
  const tailStart = Math.min(...tail.starts);
  const keepsTail = !isAsked(input, work);
  return measuredUnits(work.view, input.transcript, input.toolHints).map((unit) =>
    Object.freeze({
      ...unit,
      inTail: tail.starts.has(unit.start) || (unit.start > tailStart && isPinned(input, unit)),
      protected: unit.protected || (keepsTail && stretched.starts.has(unit.start)),
    }),
  );
}

/** The tail of the view; what is protected or pinned further up counts with the head. */
function tailIn(input: CompactionInput, work: Work, room: Room, stretchTokens = 0): Tail {
  const newest = newestUnitStart(input.transcript);
  const units = unitsOf(work.view).filter(
    (unit) =>
      unit.start >= newest || !(isUnitProtected(input.transcript, unit) || isPinned(input, unit)),
  );
  const { wantedTailTokens: wantedTokens, tailTokens: mostTokens } = room;
  return tailOf(units, { wantedTokens, mostTokens, stretchTokens });
}

/** What pinned units take that is not counted with the head for another reason. */
function pinnedTokens(input: CompactionInput, view: View): number {
  const newest = newestUnitStart(input.transcript);
  return unitsOf(view)
    .filter((unit) => unit.start < newest && !isUnitProtected(input.transcript, unit))
    .filter((unit) => isPinned(input, unit))
    .reduce((sum, { tokens }) => sum + tokens, 0);
}

function isPinned(
  { transcript, toolHints }: CompactionInput,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  if (Object.keys(toolHints).length === 0) return false;
  return isPinnedUnit({ entries: transcript.log.slice(start, end) }, toolHints);
}

/** Whether the policy wants units to leave whatever room there is; then it may name the tail too. */
function isAsked({ policy, transcript, toolHints }: CompactionInput, { view }: Work): boolean {
  return policy.isDue?.(measuredUnits(view, transcript, toolHints)) === true;
}

/** Tokens without what stands for what left, which is written anew. */
function originalTokens(input: CompactionInput, work: Work): number {
  const standing = work.view.segments.find((segment) => segment.kind === 'condensed');
  return totalTokens(input, work) - (standing?.tokens.value ?? 0);
}

function forcedUnderBudget(input: CompactionInput, work: Work, room: Room): Work {
  const hasLeft = work.left.length > 0;
  const derivedTokens = hasLeft || isStanding(work) ? room.derivedTokens : 0;
  const overTokens = originalTokens(input, work) - input.budget.inputTokens;
  if (overTokens + derivedTokens <= 0) {
    return mustCondenseMore(input, work) ? remeasured(input, work) : work;
  }
  const units = stageUnits(input, work, room);
  // Whatever leaves, what will stand for it needs its room too.
  const excessTokens = overTokens + room.derivedTokens;
  const leave = tokenBudget().choose({ units, excessTokens });
  const stageName = work.stages.at(-1)?.stage ?? 'condense';
  const carried = carryOut({ leave }, units, input);
  const forced = taken(input, work, hasLeft ? stageName : 'condense', carried);
  return forced === work && mustCondenseMore(input, work) ? remeasured(input, work) : forced;
}

function isStanding({ view }: Work): boolean {
  return view.segments.some((segment) => segment.kind === 'condensed');
}

/** What stands for the rest was made for more room than there is now, and is in the way of originals. */
function mustCondenseMore(input: CompactionInput, work: Work): boolean {
  return totalTokens(input, work) > input.budget.inputTokens && isStanding(work);
}

function remeasured(input: CompactionInput, work: Work): Work {
  return measured(input, work, 'condense', work.overlays, 0);
}

/** The work with a carried-out decision in it; itself when the decision came to nothing. */
function taken(
  input: CompactionInput,
  before: Work,
  stage: string,
  { entries, leaving, summary }: CarriedOut,
): Work {
  const work = shortened(input, before, stage, entries);
  if (leaving.length === 0) return work;
  const ranges = leaving.map((unit) => rangeOf(unit, input.compactionId));
  const count = ranges.reduce((total, range) => total + range.toSeq - range.fromSeq, 0);
  const gone = measured(input, work, stage, withRanges(work.overlays, ranges), count);
  const left = leaving.map((unit) => ({ unit, ...(summary !== undefined && { summary }) }));
  return { ...gone, left: [...work.left, ...left] };
}

/** Entry overlays laid on, measured and reported; the same work when there are none. */
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
  const tokensAfter = totalTokens(input, { view });
  const previous = work.stages.at(-1);
  const isSameStage = previous?.stage === stage && previous.failure === undefined;
  const report: StageReport = isSameStage
    ? { ...previous, tokensAfter, entries: previous.entries + entries }
    : { stage, tokensBefore: totalTokens(input, work), tokensAfter, entries };
  const earlier = isSameStage ? work.stages.slice(0, -1) : work.stages;
  return { ...work, overlays, view, stages: [...earlier, report] };
}

function drafted(
  input: CompactionInput,
  work: Work,
  room: Room,
  tokensBefore: number,
): CompactionDraft {
  const { overlays, stages } = work;
  const inOrder = work.left.toSorted((a, b) => a.unit.start - b.unit.start);
  const left = mergedRanges(inOrder.map(({ unit }) => rangeOf(unit, input.compactionId)));
  const isGone = (seq: number) => left.some((range) => seq >= range.fromSeq && seq < range.toSeq);
  const cut = newlyCut(input, overlays).filter((source) => !isGone(source.seq));
  const words = inOrder.flatMap(({ unit }) => sourcesOf(unit.entries, input.overlays));
  const sources = [...words, ...cut].sort((a, b) => a.seq - b.seq);
  const derivedTokens = derivedRoom(input, work, room);
  const maxTokens = summaryTokensOf(derivedTokens, input);
  // What a stage gives is no choice of sentences, like what a model writes.
  const notesTokens = summaryTokensOf(derivedTokens, { ...input, asksModel: true });
  const standing = input.overlays.condensed?.summary;
  const notesSummary = summaryOfNotes(inOrder, standing, notesTokens, input.measurer);
  const asked = notesSummary ? inOrder.filter(({ summary }) => summary === undefined) : inOrder;
  const previous = notesSummary ?? standing;
  return {
    input,
    tokensBefore,
    overlays,
    stages,
    left,
    room,
    sources,
    ...(notesSummary && { notesSummary }),
    ...(asked.length > 0 && {
      summaryRequest: {
        ...(previous && { previous }),
        sources: asked.flatMap(({ unit }) => sourcesOf(unit.entries, input.overlays)),
        maxTokens,
        count: (text) => input.measurer.text(text),
      },
    }),
  };
}

/** What this compaction's trims and markers took out of entries that stay. */
function newlyCut(input: CompactionInput, overlays: Overlays): readonly CondenseSource[] {
  return [...overlays.entries.values()]
    .filter((overlay) => overlay.compactionId === input.compactionId)
    .map((overlay) => {
      const entry = input.transcript.log.at(overlay.seq);
      const earlier = input.overlays.entries.get(overlay.seq);
      const source = cutSource(entry, overlay);
      return earlier ? { ...source, indexed: cutSource(entry, earlier) } : source;
    });
}

/** The share of derived text, or what the originals that stay leave of it. */
function derivedRoom(input: CompactionInput, work: Work, room: Room): number {
  const leftTokens = input.budget.inputTokens - originalTokens(input, work);
  return Math.max(0, Math.min(room.derivedTokens, leftTokens));
}
