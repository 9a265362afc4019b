import type { Summary } from '../condense/summarizer.ts';
import type { ValueIndex } from '../condense/value-index.ts';

/** A window that a policy holds, however much room there is: what stands further back leaves. */
export interface WindowLimit {
  /** The policy that holds it, by its name. */
  readonly policy: string;
  /** The newest messages that stay. */
  readonly messages: number;
}

/** The most that a result of a tool may take by its hint, and what the largest one here takes. */
export interface ToolLimit {
  readonly toolName: string;
  readonly tokens: number;
}

/** The conditions that keep an original in the view, whole, where there is room: all of them together. */
export interface Keeps {
  /** Windows that have to reach back to it. */
  readonly windows?: readonly WindowLimit[];
  /** Results over the limit of their tool, whose limit has to let them be. */
  readonly tools?: readonly ToolLimit[];
}

/**
 * Why an original left the view or is sent shorter [HIS-4], as anyone who decided it said. Made with the
 * overlay and kept with it. Plain data. PERSISTED.
 */
export interface OverlayReason {
  /** A rule code. */
  readonly rule: string;
  /** The policy or the stage that decided, by its name. */
  readonly decidedBy?: string;
  /** The figures at that time, by name; `least…` and `most…` bound those of several originals. */
  readonly numbers?: Readonly<Record<string, number>>;
  /** The reason in words, where the rule is not one of this library's own. */
  readonly sentence?: string;
  /** A step that would have kept it, likewise in words. */
  readonly remedy?: string;
  /** Absent where nothing is known to keep it. */
  readonly keeps?: Keeps;
}

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
  /** Absent where the decision came without a reason. */
  readonly why?: OverlayReason;
  readonly seq: number;
  readonly compactionId: string;
} & (
  | {
      readonly kind: 'trimmed';
      readonly limitTokens: number;
      readonly trims: readonly TextTrim[];
    }
  | {
      /** Calls with huge arguments (the contents of a file) are sent with the long strings cut. */
      readonly kind: 'shortened-calls';
      readonly limitTokens: number;
      readonly calls: readonly ArgumentsTrim[];
    }
  | {
      /** Only a one-line marker stands where the results were; the call stays. */
      readonly kind: 'evicted-results';
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
  /** True of every entry in it. Absent where none was given. */
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
  /** It stands before this entry: right behind the anchor where anything follows, without one behind the first system messages. */
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
 * Sticky within an epoch: what was decided once is not decided again each turn [CMP-8].
 */
export interface Overlays {
  /** Rises by one when settings change, or the head moves to before what overlays speak of, and they are derived again. */
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
