import type { AbortSignalLike } from '../ground/platform/abort.ts';
import type { ModelCall } from './model-call.ts';

/** One thing that was said or done, in its own words. */
export interface SummaryPoint {
  readonly seq: number;
  /** The role of the speaker. A call of a tool is the assistant's, its result the tool's. */
  readonly speaker: 'user' | 'assistant' | 'tool';
  /** The tool that was called or that answered. */
  readonly toolName?: string;
  /** A whole sentence of the message (of a call: one of its arguments), white space folded. */
  readonly text: string;
  /** How much it tells; ageing is not in it. */
  readonly score: number;
}

/** One message that left the view, reduced to what condensing needs of it. */
export interface CondenseSource {
  /** Position of the message in the transcript; later messages have larger numbers. */
  readonly seq: number;
  readonly role: 'user' | 'assistant' | 'tool' | 'system';
  /** The words of the message. For a tool message, the text of its result. */
  readonly text: string;
  /** The tool that was called (assistant) or that answered (tool). */
  readonly toolName?: string;
  /** The arguments of every call in the message, each as the JSON text the model wrote. */
  readonly toolArguments?: readonly string[];
  /** The part of the message that the value index was given before, when it was cut out of it. */
  readonly indexed?: Pick<CondenseSource, 'text' | 'toolArguments'>;
}

/** The matter of a summary: the entries that leave the view now, and what stood for earlier ones. */
export interface SummaryRequest {
  /** The summary so far; its content must live on in the new one as far as room allows. */
  readonly previous?: Summary;
  /** The entries that leave now, in order. */
  readonly sources: readonly CondenseSource[];
  /** Sentences of the user that stand beside the summary, which need not tell them again. */
  readonly beside?: readonly string[];
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
  /** Text of another summariser that this one could not take apart; it stands before the points. */
  readonly lead?: string;
  /** The writer of the lead. */
  readonly leadBy?: string;
}

/** The summariser whose text a summary is or begins with; absent where all of it are sentences. */
export function modelOf({ madeBy, points, leadBy }: Summary): string | undefined {
  return points ? leadBy : madeBy;
}

/** How a summary is asked for. */
export interface SummarizeOptions {
  /** Ends the work; `summarize` then rejects with the signal's reason. */
  readonly signal?: AbortSignalLike;
  /**
   * Called with each call of a model that the summary led to, when that call is over: also of one that
   * failed, was aborted or was thrown away, for it took time and money too [CMP-14].
   */
  readonly onCall?: (call: ModelCall) => void;
  /**
   * To be asked before each call of a model: where it says no, the limit on spending is reached, and the summary
   * rejects. A summary begins with one call that is granted.
   */
  readonly mayCall?: () => boolean;
  /** Milliseconds from now until `signal` aborts for want of time. Default: no limit. */
  readonly limitMs?: number;
  /** Called with each part that is done, by a summariser that divides its matter. */
  readonly onProgress?: (progress: SummaryProgress) => void;
}

/** How far a summary is that is written in parts. */
export interface SummaryProgress {
  readonly done: number;
  readonly parts: number;
}

/**
 * Port: makes a summary of what leaves the view.
 *
 * An implementer owes: a text of at most `maxTokens`; nothing invented; exact values as they were
 * written; prompt rejection when `signal` aborts. One that asks models tells `onCall` of their calls;
 * without that the memory does not know what they took. A caller may assume nothing else: an answer that is
 * rejected, empty, oversized or no summary (a loop of words, the conversation given back) is survived,
 * counts as a failure, and costs the caller only this summary. A request may be larger than the window of a
 * model: to divide it is up to the summariser, and `modelSummarizer` does.
 */
export interface Summarizer {
  readonly name: string;
  /**
   * Milliseconds that a summary ahead of need may take, where that is more than
   * `compaction.summaryTimeoutMs`: a model on the processor reads for minutes. A context that needs the
   * summary waits no longer than that option says. Default: that option.
   */
  readonly timeoutMs?: number | undefined;
  summarize(request: SummaryRequest, options: SummarizeOptions): Promise<Summary>;
}
