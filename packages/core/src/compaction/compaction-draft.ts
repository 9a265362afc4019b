import type { CondenseSource } from '../condense/condense-source.ts';
import type { Summary, SummaryRequest } from '../condense/summarizer.ts';
import type { Overlays, RangeOverlay } from '../view/overlay.ts';
import { rangeOf } from './carry-out.ts';
import type { CompactionInput } from './compaction-input.ts';
import type { StageReport } from './compaction-record.ts';
import { mergedRanges } from './overlays-with.ts';
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

/** The finished work as data. */
export function draftFrom(bench: Workbench): CompactionDraft {
  const { input, room, overlays, tokensBefore } = bench;
  const inOrder = bench.left.toSorted((a, b) => a.unit.start - b.unit.start);
  const left = mergedRanges(inOrder.map(({ unit }) => rangeOf(unit, input.compactionId)));
  const isGone = (seq: number) => left.some((range) => seq >= range.fromSeq && seq < range.toSeq);
  const cut = newlyCut(bench).filter((source) => !isGone(source.seq));
  const words = inOrder.flatMap(({ unit }) => sourcesOf(unit.entries, input.overlays));
  const sources = [...words, ...cut].sort((a, b) => a.seq - b.seq);
  const derivedTokens = derivedRoom(bench);
  const maxTokens = summaryTokensOf(derivedTokens, input);
  // What a stage gives is no choice of sentences, like what a model writes.
  const notesTokens = summaryTokensOf(derivedTokens, { ...input, asksModel: true });
  const current = input.overlays.condensed?.summary;
  const notesSummary = summaryOfNotes(inOrder, current, notesTokens, input.measurer);
  const asked = notesSummary ? inOrder.filter(({ summary }) => summary === undefined) : inOrder;
  const previous = notesSummary ?? current;
  return {
    input,
    tokensBefore,
    overlays,
    stages: bench.reports,
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
function newlyCut({ input, overlays }: Workbench): readonly CondenseSource[] {
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
function derivedRoom({ input, room, originalTokens }: Workbench): number {
  return Math.max(0, Math.min(room.derivedTokens, input.budget.inputTokens - originalTokens));
}
