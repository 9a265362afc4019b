import { errorText } from '../ground/errors/error-text.ts';
import { type AbortSignalLike, throwIfAborted } from '../ground/platform/abort.ts';
import { withDeadline } from '../ground/platform/deadline.ts';
import { extractiveSummarizer } from './extractive-summarizer.ts';
import type { Summarizer, Summary, SummaryRequest } from './summarizer.ts';
import { summaryProblem } from './summary-fault.ts';

export interface SummaryOutcome {
  readonly summary: Summary;
  /** Why the asked summariser was passed over; absent when its answer was used. */
  readonly failure?: string;
}

/**
 * Asks the summariser, and makes the extractive summary when it fails, hangs, answers nothing, too much or what is no summary [MOD-4]. An abort is passed on:
 * then no summary is wanted at all.
 */
export async function summarizeOrFallBack(
  summarizer: Summarizer,
  request: SummaryRequest,
  options: Parameters<typeof withDeadline>[1],
): Promise<SummaryOutcome> {
  const { signal } = options;
  const extractive = () => extractiveSummarizer.summarize(request, { ...(signal && { signal }) });
  try {
    const ask = (signal: AbortSignalLike) =>
      summarizer.summarize(request, { signal, limitMs: options.limitMs });
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
