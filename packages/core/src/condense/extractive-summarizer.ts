import { inSlices } from '../platform/in-slices.ts';
import type { Steps } from '../platform/steps.ts';
import { renderExtractiveSummary, summarisingExtractively } from './extractive-summary.ts';
import { splitSentences } from './split-sentences.ts';
import type { Summarizer, Summary, SummaryRequest } from './summarizer.ts';

/**
 * The embedded default summariser: no model, no network, sentences as they were said [CMP-1]. Of a
 * long conversation it reads a few milliseconds at a time.
 *
 * @example
 * const summarizer: Summarizer = {
 *   name: 'model, from 20 messages on',
 *   summarize: (request, options) =>
 *     request.sources.length < 20
 *       ? extractiveSummarizer.summarize(request, options)
 *       : askModelForSummary(request),
 * };
 */
export const extractiveSummarizer: Summarizer = {
  name: 'extractive',
  summarize: (request, { signal }) => inSlices(summarizing(request), { signal }),
};

/** A summary by another hand keeps at most this part of the room; the rest is for what leaves now. */
const LEAD_PART = 0.5;

/** The extractive summary, in steps. */
function* summarizing(request: SummaryRequest): Steps<Summary> {
  const { previous, sources, maxTokens, count } = request;
  const lead = leadOf(previous, Math.floor(maxTokens * LEAD_PART), count);
  const summary = yield* summarisingExtractively({
    ...(previous?.points && {
      previous: { points: previous.points, fromSeq: previous.fromSeq, toSeq: previous.toSeq },
    }),
    sources,
    maxTokens: maxTokens - (lead === '' ? 0 : count(`${lead}\n`)),
    count,
  });
  const text = renderExtractiveSummary(summary);
  return {
    madeBy: extractiveSummarizer.name,
    fromSeq: previous ? Math.min(previous.fromSeq, summary.fromSeq) : summary.fromSeq,
    toSeq: summary.toSeq,
    text: lead === '' ? text : `${lead}\n${text}`,
    points: summary.points,
    ...(lead !== '' && { lead }),
  };
}

/** Gives the words of another summariser, as far as they fit. */
function leadOf(
  previous: Summary | undefined,
  maxTokens: number,
  count: SummaryRequest['count'],
): string {
  const text = previous?.points ? previous.lead : previous?.text;
  return firstSentences(text ?? '', maxTokens, count);
}

/** Whole sentences from the start of a text, as many as fit. */
export function firstSentences(
  text: string,
  maxTokens: number,
  count: SummaryRequest['count'],
): string {
  if (text === '' || count(text) <= maxTokens) return text;
  let kept = '';
  for (const sentence of splitSentences(text)) {
    const longer = kept === '' ? sentence : `${kept} ${sentence}`;
    if (count(longer) > maxTokens) break;
    kept = longer;
  }
  return kept;
}
