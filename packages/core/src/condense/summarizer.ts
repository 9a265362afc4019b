import type { AbortSignalLike } from '../platform/abort.ts';
import type { CondenseSource } from './condense-source.ts';
import type { SummaryPoint } from './extractive-summary.ts';
import type { ModelCall } from './model-call.ts';

/** The matter of a summary: the entries that leave the view now, and what stood for earlier ones. */
export interface SummaryRequest {
  /** The summary so far; its content must live on in the new one as far as room allows. */
  readonly previous?: Summary;
  /** The entries that leave now, in order. */
  readonly sources: readonly CondenseSource[];
  /** Bound on the new summary's text, in tokens. */
  readonly maxTokens: number;
  /** Tokens of a text, by the session's counter. */
  readonly count: (text: string) => number;
}

/** A summary of a range of entries. */
export interface Summary {
  /** Name of the summariser that made it. */
  readonly madeBy: string;
  /** First and last `seq` that it speaks of, both inclusive. */
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly text: string;
  /** The sentences it was built from, where the summariser works by sentences. */
  readonly points?: readonly SummaryPoint[];
  /** Text of another summariser that this one could not take apart; it stands ahead of the points. */
  readonly lead?: string;
}

/** How a summary is asked for. */
export interface SummarizeOptions {
  /** Ends the work; `summarize` then rejects with the signal's reason. */
  readonly signal?: AbortSignalLike;
  /**
   * Told of each call of a model that the summary led to, when that call is over: also of one that
   * failed, was aborted or was thrown away, for it took time and money too [CMP-14].
   */
  readonly onCall?: (call: ModelCall) => void;
}

/**
 * Port: makes a summary of what leaves the view.
 *
 * An implementer owes: a text of at most `maxTokens`; nothing invented; exact values as they were
 * written; prompt rejection when `signal` aborts. One that asks models tells `onCall` of their calls;
 * without that the memory does not know what they took. A caller may assume nothing else: an answer that is
 * rejected, empty, oversized or no summary (a loop of words, the conversation given back) is survived,
 * counts as a failure, and costs the caller only this summary.
 */
export interface Summarizer {
  readonly name: string;
  /**
   * Milliseconds that a summary ahead of need may take, where that is more than
   * `compaction.summaryTimeoutMs`: a model on the processor reads for minutes. A context that needs the
   * summary waits no longer than that option says. Default: that option.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Tokens that one request may have by its `count`, from 256 up: `previous`, texts, names of tools,
   * arguments and `maxTokens` of the answer. A fifth of it is kept free, for the summariser's own words and
   * a tokenizer that counts more. What is larger is asked for in stretches, whose summaries are merged;
   * all of that together has the time of one summary. Default: no bound.
   */
  readonly contextWindow?: number | undefined;
  /**
   * Whether the summariser itself divides what its window does not hold, as `modelSummarizer` does; then it
   * gets each request whole. Default: false.
   */
  readonly dividesRequests?: boolean | undefined;
  summarize(request: SummaryRequest, options: SummarizeOptions): Promise<Summary>;
}
