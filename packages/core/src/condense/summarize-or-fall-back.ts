import { errorText } from '../errors/error-text.ts';
import { type AbortSignalLike, throwIfAborted } from '../platform/abort.ts';
import type { Clock } from '../platform/clock.ts';
import { withDeadline } from '../platform/deadline.ts';
import { summarizeWithinWindow } from './division/summarize-within-window.ts';
import { extractiveSummarizer } from './extractive-summarizer.ts';
import type { Summarizer, Summary, SummaryRequest } from './summarizer.ts';
import { summaryProblem } from './summary-problem.ts';

export interface SummaryOutcome {
  readonly summary: Summary;
  /** Why the asked summariser was passed over; absent when its answer was used. */
  readonly failure?: string;
}

/**
 * Asks the summariser (the extractive one where none was given), and makes the extractive summary
 * when it fails, hangs, answers nothing, too much or what is no summary [MOD-4]. An abort is passed on:
 * then no summary is wanted at all.
 */
export async function summarizeOrFallBack(
  summarizer: Summarizer | undefined,
  request: SummaryRequest,
  options: {
    readonly limitMs: number;
    readonly clock: Clock;
    readonly signal?: AbortSignalLike | undefined;
    /** Ends the time of the summariser ahead of its limit. */
    readonly hurry?: AbortSignalLike | undefined;
  },
): Promise<SummaryOutcome> {
  const { signal } = options;
  const extractive = () => extractiveSummarizer.summarize(request, { ...(signal && { signal }) });
  if (!summarizer) return { summary: await extractive() };
  try {
    const ask = (signal: AbortSignalLike) => summarizeWithinWindow(summarizer, request, { signal });
    const summary = await withDeadline(ask, options);
    const failure = summaryProblem(summary, request);
    if (failure === undefined) return { summary };
    return { summary: await extractive(), failure };
  } catch (error) {
    throwIfAborted(options.signal);
    const failure = errorText(error);
    return { summary: await extractive(), failure };
  }
}
