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
  const { signal, limitMs } = options;
  const fallBack = async (failure: string): Promise<SummaryOutcome> => ({
    summary: await extractiveSummarizer.summarize(request, { ...(signal && { signal }) }),
    failure,
  });
  const ask = (signal: AbortSignalLike) => summarizer.summarize(request, { signal, limitMs });
  let summary: Summary;
  try {
    summary = await withDeadline(ask, options);
  } catch (error) {
    throwIfAborted(signal);
    return fallBack(errorText(error));
  }
  const failure = summaryProblem(summary, request);
  return failure === undefined ? { summary } : fallBack(failure);
}
