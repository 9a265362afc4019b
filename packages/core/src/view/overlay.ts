import type { Summary } from '../condense/summarizer.ts';
import type { ValueIndex } from '../condense/value-index.ts';
import type { OverlayReason } from './overlay-reason.ts';

/** How much of one text stays: this many characters from its start and from its end. */
export interface TextTrim {
  /** Index of the text or tool-result part in its message. */
  readonly partIndex: number;
  readonly headCharacters: number;
  readonly tailCharacters: number;
  /** The marker names the call that brings the rest back [CMP-9]. */
  readonly recall?: true;
}

/** How much of the long strings in a call's arguments stays. */
export interface ArgumentsTrim {
  /** Index of the tool-call part in its message. */
  readonly partIndex: number;
  /** The start and the end of each longer string stay, this many characters together. */
  readonly maxCharacters: number;
  /** The arguments as they are sent. */
  readonly arguments: string;
  /** The markers name the call that brings the rest back [CMP-9]. */
  readonly recall?: true;
}

/** One entry stays in the view, but is sent shorter. */
export type EntryOverlay = {
  /** Absent in overlays of earlier versions. */
  readonly why?: OverlayReason;
} & (
  | {
      readonly kind: 'trimmed';
      readonly seq: number;
      readonly compactionId: string;
      readonly limitTokens: number;
      readonly trims: readonly TextTrim[];
    }
  | {
      /** Calls with huge arguments (the contents of a file) are sent with the long strings cut. */
      readonly kind: 'shortened-calls';
      readonly seq: number;
      readonly compactionId: string;
      readonly limitTokens: number;
      readonly calls: readonly ArgumentsTrim[];
    }
  | {
      /** Only a one-line marker stands where the results were; the call stays. */
      readonly kind: 'evicted-results';
      readonly seq: number;
      readonly compactionId: string;
      /** The later entry that holds the newer result; absent for one that was of use only once. */
      readonly supersededBySeq?: number;
      /** Absent: a newer result of the same call with the same arguments exists. */
      readonly reason?: 'latest-only' | 'ephemeral';
      /** The marker names the call that brings it back [CMP-9]. */
      readonly recall?: true;
    }
);

/** A run of neighbouring entries that left the view whole; the originals stay in the transcript. */
export interface RangeOverlay {
  readonly fromSeq: number;
  /** Exclusive. */
  readonly toSeq: number;
  readonly compactionId: string;
  /** Tokens of the originals at the time they left. */
  readonly tokens: number;
  /** Present where the figure of an original was no exact count [TOK-2]; absent means counted. */
  readonly source?: 'estimated';
  /** True of every entry in it. Absent in overlays of earlier versions. */
  readonly why?: OverlayReason;
}

/**
 * The text in place of everything that the ranges cover. `text` is what is sent, kept as made, so that
 * the same bytes are sent until the next compaction [CMP-8]; the rest lets the next compaction
 * build on this one instead of starting over.
 */
export interface Condensed {
  readonly id: string;
  readonly compactionId: string;
  /** Empty where there was no room for it; then nothing is sent, and the values wait for room. */
  readonly text: string;
  /** It stands ahead of this entry: right behind the anchor where anything follows, without one behind the first system messages. */
  readonly beforeSeq: number;
  /** Entries that the ranges cover, and their tokens as originals. */
  readonly coveredEntries: number;
  readonly coveredTokens: number;
  /** Absent while nothing but exact values had to be kept. */
  readonly summary?: Summary;
  readonly values: ValueIndex;
}

/**
 * The overlays of a transcript: records over ranges of entries, never changes to the entries.
 * Sticky within an epoch: what was decided once is not decided anew each turn [CMP-8].
 */
export interface Overlays {
  /** Rises by one when settings change, or the head moves to ahead of what overlays speak of, and they are derived anew. */
  readonly epoch: number;
  /** Sorted and disjoint; neighbours that left for the same reason are merged, so that there are few however long the session. */
  readonly ranges: readonly RangeOverlay[];
  /** By `seq`; never inside a range. */
  readonly entries: ReadonlyMap<number, EntryOverlay>;
  /** Absent while nothing was condensed. */
  readonly condensed?: Condensed;
}

/**
 * No overlay: the view is the transcript.
 *
 * @example
 * const untouched: Overlays = noOverlays();
 * untouched.ranges.length; // 0: nothing has left the view
 */
export function noOverlays(epoch = 0): Overlays {
  return { epoch, ranges: [], entries: new Map() };
}
