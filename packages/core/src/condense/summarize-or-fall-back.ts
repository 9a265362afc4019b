import { type AbortSignalLike, orAbort, throwIfAborted } from '../platform/abort.ts';
import { extractiveSummarizer } from './extractive-summarizer.ts';
import type { Summarizer, Summary, SummaryRequest } from './summarizer.ts';

export interface SummaryOutcome {
  readonly summary: Summary;
  /** Why the asked summariser was passed over; absent when its answer was used. */
  readonly failure?: string;
}

/**
 * Asks the summariser (the extractive one where none was given), and makes the extractive summary
 * when it fails, answers nothing or answers too much. An abort is passed on: then no summary is
 * wanted at all.
 */
export async function summarizeOrFallBack(
  summarizer: Summarizer | undefined,
  request: SummaryRequest,
  signal: AbortSignalLike | undefined,
): Promise<SummaryOutcome> {
  const options = signal ? { signal } : {};
  if (!summarizer) return { summary: await extractiveSummarizer.summarize(request, options) };
  try {
    const summary = await orAbort(summarizer.summarize(request, options), signal);
    const failure = problemOf(summary, request);
    if (failure === undefined) return { summary };
    return { summary: await extractiveSummarizer.summarize(request, options), failure };
  } catch (error) {
    throwIfAborted(signal);
    const failure = error instanceof Error ? error.message : String(error);
    return { summary: await extractiveSummarizer.summarize(request, options), failure };
  }
}

function problemOf(summary: Summary, request: SummaryRequest): string | undefined {
  if (summary.madeBy === extractiveSummarizer.name) return undefined;
  if (summary.text.trim() === '') return 'it answered nothing';
  const tokens = request.count(summary.text);
  return tokens > request.maxTokens
    ? `it answered ${tokens} tokens where ${request.maxTokens} were allowed`
    : undefined;
}
