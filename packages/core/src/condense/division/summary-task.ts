import type { CondenseSource, Summary } from '../summarizer.ts';

/** A summary of a stretch of the conversation, and the messages that it speaks of. */
export type SummaryNote = Pick<Summary, 'fromSeq' | 'toSeq' | 'text'>;

/** One piece of the work that a summary is: a summariser does it in one request. */
export type SummaryTask = {
  /** Bound on the answer. */
  readonly maxTokens: number;
} & (
  | {
      /** All that there is to summarise; `previous` is '' where there is no summary yet. */
      readonly kind: 'whole';
      readonly previous: string;
      readonly conversation: string;
      /** The conversation as messages. */
      readonly sources: readonly CondenseSource[];
    }
  | {
      readonly kind: 'part';
      readonly conversation: string;
      readonly sources: readonly CondenseSource[];
      /** Its place among all parts, from 1. */
      readonly part: number;
      readonly parts: number;
    }
  | {
      /** Summaries of parts that follow one another, oldest first. */
      readonly kind: 'merge';
      readonly summaries: readonly string[];
      /** The same with what they speak of. */
      readonly notes: readonly SummaryNote[];
    }
);
