import { extractiveSummarizer } from './extractive-summarizer.ts';
import type { Summary, SummaryRequest } from './summarizer.ts';
import { summaryFault } from './summary-fault.ts';

/** Says why an answer is no summary of what was asked, or too long; `undefined` for any other [MOD-4]. */
export function summaryProblem(summary: Summary, request: SummaryRequest): string | undefined {
  if (typeof summary?.text !== 'string') return 'it answered nothing';
  // Where nothing was worth saying, the extractive summary is empty; its sentences are the source's.
  const isExtractive = summary.madeBy === extractiveSummarizer.name;
  if (!isExtractive && summary.text.trim() === '') return 'it answered nothing';
  const tokens = request.count(summary.text);
  if (tokens > request.maxTokens) {
    return `it answered ${tokens} tokens where ${request.maxTokens} were allowed`;
  }
  return isExtractive ? undefined : summaryFault(summary.text, request);
}
