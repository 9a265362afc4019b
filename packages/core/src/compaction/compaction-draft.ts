import type { CondenseSource } from '../condense/condense-source.ts';
import type { Summary, SummaryRequest } from '../condense/summarizer.ts';
import { type Steps, TURNS_PER_STEP } from '../platform/steps.ts';
import type { ShownUnit } from '../policies/measured-units.ts';
import type { Overlays, RangeOverlay } from '../view/overlay.ts';
import { rangeAt } from '../view/range-at.ts';
import type { View } from '../view/view.ts';
import { rangesOf } from './carry-out.ts';
import type { CompactionInput } from './compaction-input.ts';
import type { StageReport } from './compaction-record.ts';
import { type Room, summaryTokensOf } from './room.ts';
import { cutSource, sourcesOf } from './sources.ts';
import { summaryOfNotes } from './summary-of-notes.ts';
import type { Workbench } from './workbench.ts';

/**
 * A compaction decided as far as it can be without a summariser: data only, nothing has happened.
 * `finishCompaction` makes the overlays of it.
 */
export interface CompactionDraft {
  readonly input: CompactionInput;
  readonly tokensBefore: number;
  /** Tokens that would be sent without it. */
  readonly before: View;
  /** With what was trimmed and evicted; the ranges that leave are in, what stands for them is not. */
  readonly overlays: Overlays;
  readonly stages: readonly StageReport[];
  readonly left: readonly RangeOverlay[];
  readonly room: Room;
  /** Everything that left or was cut out, in order; exact values are drawn from it. */
  readonly sources: readonly CondenseSource[];
  /** The summary that a stage gave for the units it took out. */
  readonly notesSummary?: Summary;
  /** The request to the summariser; absent when nothing left that lacks a summary. */
  readonly summaryRequest?: SummaryRequest;
}

/** The finished work as data. */
export function* draftFrom(bench: Workbench): Steps<CompactionDraft> {
  const { input, room, overlays, tokensBefore, before } = bench;
  const inOrder = bench.left.toSorted((a, b) => a.unit.start - b.unit.start);
  yield;
  const leaving = inOrder.map(({ unit }) => unit);
  const left = yield* rangesOf(leaving, input.compactionId);
  const isGone = (seq: number) => rangeAt({ ranges: left }, seq) !== undefined;
  const words = yield* sourcesByUnit(leaving, input);
  const cut = (yield* newlyCut(bench)).filter((source) => !isGone(source.seq));
  const sources = yield* flattened([...words, cut]);
  yield;
  sources.sort((a, b) => a.seq - b.seq);
  yield;
  const derivedTokens = derivedRoom(bench);
  const maxTokens = summaryTokensOf(derivedTokens, input);
  // A stage's summary is no choice of sentences, no more than a model's.
  const notesTokens = summaryTokensOf(derivedTokens, { ...input, asksModel: true });
  const current = input.overlays.condensed?.summary;
  const notesSummary = summaryOfNotes(inOrder, current, notesTokens, input.measurer);
  yield;
  const isAsked = (index: number) => !notesSummary || inOrder[index]?.summary === undefined;
  const asked = words.filter((_, index) => isAsked(index));
  const previous = notesSummary ?? current;
  return {
    input,
    tokensBefore,
    before,
    overlays,
    stages: bench.reports,
    left,
    room,
    sources,
    ...(notesSummary && { notesSummary }),
    ...(asked.length > 0 && {
      summaryRequest: {
        ...(previous && { previous }),
        sources: yield* flattened(asked),
        maxTokens,
        count: (text) => input.measurer.text(text),
      },
    }),
  };
}

/** The sources that condensing reads, unit by unit that leaves. */
function* sourcesByUnit(
  units: readonly ShownUnit[],
  { overlays }: CompactionInput,
): Steps<readonly (readonly CondenseSource[])[]> {
  const sources: (readonly CondenseSource[])[] = [];
  for (const [index, { entries }] of units.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    sources.push(yield* sourcesOf(entries, overlays));
  }
  return sources;
}

function* flattened<Item>(lists: readonly (readonly Item[])[]): Steps<Item[]> {
  const items: Item[] = [];
  for (const [index, list] of lists.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    for (const item of list) items.push(item);
  }
  return items;
}

/** The text that trims and markers of this compaction took out of entries that stay. */
function* newlyCut({ input, overlays }: Workbench): Steps<readonly CondenseSource[]> {
  const cut: CondenseSource[] = [];
  for (const overlay of overlays.entries.values()) {
    if (overlay.compactionId !== input.compactionId) continue;
    const entry = input.transcript.log.at(overlay.seq);
    const earlier = input.overlays.entries.get(overlay.seq);
    const source = yield* cutSource(entry, overlay);
    cut.push(earlier ? { ...source, indexed: yield* cutSource(entry, earlier) } : source);
    yield;
  }
  return cut;
}

/** The share of derived text, or what the originals that stay leave of it. */
function derivedRoom({ input, room, originalTokens }: Workbench): number {
  return Math.max(0, Math.min(room.derivedTokens, input.budget.inputTokens - originalTokens));
}
