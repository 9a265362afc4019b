import type { CondenseSource, Summary, SummaryRequest } from '../condense/summarizer.ts';
import { mappedInSteps, type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';
import type { Entry } from '../transcript/entry.ts';
import { newestUnitStart } from '../transcript/transcript.ts';
import type { Overlays, RangeOverlay } from '../view/overlay.ts';
import { rangeAt } from '../view/range-at.ts';
import { layingOut } from '../view/view.ts';
import { carryOut, type Leaving, rangesOf, shortenedBy } from './carry-out.ts';
import type { StageReport } from './compaction-record.ts';
import { fitTail } from './fit-protected.ts';
import { CROWDS_OUT } from './overlay-reasons.ts';
import { oldestFirst } from './policies/eviction-policy.ts';
import { isPinnedUnit } from './policies/tool-results.ts';
import { type Room, summaryTokensOf, type Tail, tailOf } from './room.ts';
import { cutSource, sourcesOf } from './sources.ts';
import type {
  CompactionInput,
  CompactionStage,
  HeldView,
  PreparedSummary,
  StageDecision,
  StageUnit,
} from './stage.ts';
import { quotingUser, type UserWords } from './user-words.ts';
import { Workbench } from './workbench.ts';

/**
 * Decides a compaction [CMP-1]: what is protected is made to fit its share, then the stages run in
 * their order. Measures after each and stops as soon as the low watermark is reached [CMP-2]; what
 * is still over the input budget after the last leaves oldest first [BUD-3]. Pure; what a stage of the
 * caller's decides is one step, however long it takes.
 */
export function* draft(input: CompactionInput): Steps<CompactionDraft> {
  const bench = yield* Workbench.laidOut(input);
  for (const stage of input.stages) {
    const isOver = bench.tokens > input.budget.lowTokens;
    if (isOver || (stage.takesUnits && isPolicyDue(bench))) yield* runStage(bench, stage);
  }
  yield* forceUnderBudget(bench);
  const { held } = input;
  if (!held) return yield* draftFrom(bench);
  const { inputTokens } = input.budget;
  const comesBack = shortenedBy(bench.overlays) < shortenedBy(held.overlays);
  if (comesBack && bench.originalTokens <= inputTokens) return yield* draftFrom(bench);
  // Where nothing comes back, the bytes may stay as they are too.
  const drafted = yield* draftOfHeld(bench, held);
  const fits = drafted.stages.every(({ tokensAfter }) => tokensAfter <= inputTokens);
  // Everything is decided again: the stages have left alone what is held.
  return fits ? drafted : yield* draft({ ...input, held: undefined });
}

function* runStage(bench: Workbench, stage: CompactionStage): Steps<void> {
  if (stage.takesUnits) {
    yield* bench.fit(yield* fitTail(bench.input, tailOn(bench)), CROWDS_OUT);
  }
  const { input, tokens, originalTokens, room } = bench;
  const { lowTokens, inputTokens } = input.budget;
  const units = yield* stageUnits(bench);
  try {
    const decision = yield* stage.decide({
      ...input,
      // A policy may write into the list that it is shown.
      units: [...units],
      excessTokens: tokens - lowTokens,
      leaveTokens: originalTokens + room.derivedTokens - lowTokens,
      mustLeaveTokens: originalTokens + room.derivedTokens - inputTokens,
      summaryTokens: summaryTokensOf(room.derivedTokens, { ...input, asksModel: true }),
    });
    yield;
    yield* carryOutOn(bench, stage.name, decision, units);
  } catch (error) {
    bench.passOver(stage.name, error);
  }
}

function* carryOutOn(
  bench: Workbench,
  stage: string,
  decision: StageDecision,
  units: readonly StageUnit[],
): Steps<void> {
  const { entries, leaving } = yield* carryOut(decision, units, bench.input);
  yield* bench.shorten(stage, entries);
  yield* bench.takeOut(stage, leaving, decision);
}

/** Whatever the stages left over the input budget leaves, oldest first. */
function* forceUnderBudget(bench: Workbench): Steps<void> {
  const { input, room } = bench;
  // A context in which hints alone are followed fits as it is.
  if (input.stages.length === 0 && bench.tokens <= input.budget.inputTokens) return;
  const hasLeft = bench.left.length > 0;
  const derivedTokens = hasLeft || bench.hasCondensed ? room.derivedTokens : 0;
  const overTokens = bench.originalTokens - input.budget.inputTokens;
  if (overTokens + derivedTokens > 0) {
    const units = yield* stageUnits(bench);
    // Whatever leaves, what will stand for it needs its room too.
    const excessTokens = overTokens + room.derivedTokens;
    const leave = oldestFirst({ units, excessTokens });
    const stage = (hasLeft ? bench.reports.at(-1)?.stage : undefined) ?? 'condense';
    yield* carryOutOn(bench, stage, { leave }, units);
    if (leave.length > 0) return;
  }
  // The condensed text was made for more room than there is now, and is in the way of originals.
  if (bench.hasCondensed && bench.tokens > input.budget.inputTokens) bench.condenseAnew();
}

/** Derived text never gives more than this part of its share to a tail that would be thin. */
const STRETCH_PART_OF_DERIVED = 0.6;

function* stageUnits(bench: Workbench): Steps<readonly StageUnit[]> {
  const { toolHints, held } = bench.input;
  const tail = tailOn(bench);
  const stretched = tailOn(bench, bench.room.derivedTokens * STRETCH_PART_OF_DERIVED);
  const tailStart = Math.min(...tail.starts);
  const keepsTail = !isPolicyDue(bench);
  return yield* mappedInSteps(bench.units, (unit) => {
    const { start } = unit;
    const inTail = tail.starts.has(start) || (start > tailStart && isPinnedUnit(unit, toolHints));
    const isHeld = held && start < held.length && !rangeAt(held.overlays, start);
    const isKept = unit.protected || isHeld || (keepsTail && stretched.starts.has(start));
    return Object.freeze({ ...unit, inTail, protected: isKept });
  });
}

/** The tail of the view; what is protected or pinned further up counts with the head. */
function tailOn({ input, room, units }: Workbench, stretchTokens = 0): Tail {
  const newest = newestUnitStart(input.transcript);
  const free = units.filter((unit) => unit.start >= newest || !unit.protected);
  const { wantedTailTokens: wantedTokens, tailTokens: mostTokens } = room;
  return tailOf(free, { wantedTokens, mostTokens, stretchTokens });
}

/** Whether the policy wants units to leave whatever room there is; then it may name the tail too. */
function isPolicyDue({ input, units }: Workbench): boolean {
  // A policy may write into the list that it is shown.
  return input.policy.isDue?.([...units]) === true;
}

/**
 * A compaction decided as far as it can be without a summariser: data only, nothing has happened.
 * `finish` makes the overlays of it.
 */
export interface CompactionDraft {
  readonly input: CompactionInput;
  readonly tokensBefore: number;
  /** With what was trimmed and evicted; the ranges that leave are in, what stands for them is not. */
  readonly overlays: Overlays;
  /** The overlays stood before, with what stands for the ranges. */
  readonly isHeld?: true;
  readonly stages: readonly StageReport[];
  readonly left: readonly RangeOverlay[];
  readonly room: Room;
  /** Everything that left or was cut out, in order; exact values are drawn from it. */
  readonly sources: readonly CondenseSource[];
  /** They stand beside the summary. */
  readonly userWords: UserWords;
  /** The units that leave, in order. */
  readonly leaving: readonly Leaving[];
  /** The summary that a stage gave for units it took out. */
  readonly stageSummary?: Summary;
  /** The request to the summariser; absent when nothing left that lacks a summary. */
  readonly summaryRequest?: SummaryRequest;
}

/** The overlays that stood before, and nothing new. */
export function* draftOfHeld(
  { input, room, tokensBefore }: Pick<Workbench, 'input' | 'room' | 'tokensBefore'>,
  held: Pick<HeldView, 'overlays'>,
): Steps<CompactionDraft> {
  const { transcript, measurer, fixedTokens } = input;
  const overlays = { ...held.overlays, epoch: input.overlays.epoch };
  const view = yield* layingOut(transcript, overlays, measurer);
  const tokensAfter = fixedTokens + view.tokens;
  const { ranges: left } = overlays;
  const stages = [{ stage: 'hold', tokensBefore, tokensAfter, entries: shortenedBy(overlays) }];
  const userWords = { text: '', sentences: [], quotedTokens: 0 };
  const nothing = { leaving: [], sources: [], userWords };
  return { input, tokensBefore, overlays, isHeld: true, stages, left, room, ...nothing };
}

/** The finished work as data. */
function* draftFrom(bench: Workbench): Steps<CompactionDraft> {
  const { input, room, overlays, tokensBefore, given } = bench;
  const leaving = bench.left.toSorted((a, b) => a.start - b.start);
  yield;
  const left = yield* rangesOf(leaving, input.compactionId);
  const isGone = (seq: number) => rangeAt({ ranges: left }, seq) !== undefined;
  const sources: CondenseSource[] = [];
  const asked: CondenseSource[] =
    given && given.summary === input.prepared?.summary
      ? [...(yield* leftSince(input.prepared, input))]
      : [];
  // The sources that condensing reads, unit by unit that leaves.
  for (const unit of leaving) {
    const words = yield* sourcesOf(unit.entries, input.overlays);
    sources.push(...words);
    if (!given?.units.has(unit)) asked.push(...words);
    yield;
  }
  sources.push(...(yield* newlyCut(bench)).filter((source) => !isGone(source.seq)));
  sources.sort((a, b) => a.seq - b.seq);
  yield;
  // The share of derived text, or what the originals that stay leave of it.
  const freeTokens = Math.max(0, input.budget.inputTokens - bench.originalTokens);
  const derivedTokens = Math.min(room.derivedTokens, freeTokens);
  const userWords = yield* quotingUser(input, overlays, room);
  const previous = given?.summary ?? input.overlays.condensed?.summary;
  const { quotedTokens } = userWords;
  const maxTokens = summaryTokensOf(derivedTokens, { ...input, previous, quotedTokens });
  return {
    input,
    tokensBefore,
    overlays,
    stages: bench.reports,
    left,
    leaving,
    room,
    sources,
    userWords,
    ...(given && { stageSummary: given.summary }),
    ...(asked.length > 0 && {
      summaryRequest: {
        ...(previous && { previous }),
        sources: asked,
        beside: userWords.sentences,
        maxTokens,
        count: (text) => input.measurer.text(text),
      },
    }),
  };
}

/** Messages that left without a model after a prepared summary was asked for. */
function* leftSince(
  { leaving, earlier }: PreparedSummary,
  { transcript, overlays }: CompactionInput,
): Steps<readonly CondenseSource[]> {
  const known = new Set(leaving.map(({ start }) => start));
  const before = new Set(earlier);
  const since: Entry[] = [];
  for (const range of overlays.ranges) {
    if (before.has(range)) continue;
    for (let { fromSeq: seq } = range; seq < range.toSeq; seq += 1) {
      if (seq % TURNS_PER_STEP === 0) yield;
      const entry = transcript.log.at(seq);
      if (!known.has(entry.unitStart) && !rangeAt({ ranges: earlier }, seq)) since.push(entry);
    }
  }
  return yield* sourcesOf(since, overlays);
}

/** The text that trims and markers of this compaction took out of entries that stay. */
function* newlyCut({ input, overlays }: Workbench): Steps<readonly CondenseSource[]> {
  const cut: CondenseSource[] = [];
  for (const overlay of overlays.entries.values()) {
    if (overlay.compactionId !== input.compactionId) continue;
    cut.push(yield* cutSource(input.transcript, overlay, input.overlays.entries.get(overlay.seq)));
    yield;
  }
  return cut;
}
