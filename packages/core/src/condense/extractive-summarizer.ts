import { renderExtractiveSummary, summariseExtractively } from './extractive-summary.ts';
import type { Summarizer, Summary, SummaryRequest } from './summarizer.ts';

/** The embedded default summariser: no model, no wait, sentences as they were said [CMP-1]. */
export const extractiveSummarizer: Summarizer = {
  name: 'extractive',
  summarize: (request) => Promise.resolve(summarize(request)),
};

function summarize(request: SummaryRequest): Summary {
  const { previous, sources, maxTokens, count } = request;
  const summary = summariseExtractively({
    ...(previous?.points && {
      previous: { points: previous.points, fromSeq: previous.fromSeq, toSeq: previous.toSeq },
    }),
    sources,
    maxTokens,
    count,
  });
  return {
    madeBy: extractiveSummarizer.name,
    fromSeq: summary.fromSeq,
    toSeq: summary.toSeq,
    text: renderExtractiveSummary(summary),
    points: summary.points,
  };
}
