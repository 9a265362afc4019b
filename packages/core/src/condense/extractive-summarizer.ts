import { inSlices } from '../ground/platform/in-slices.ts';
import { EXTRACTIVE, summarisingExtractively } from './extractive-summary.ts';
import type { Summarizer } from './summarizer.ts';

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
  name: EXTRACTIVE,
  summarize: (request, { signal }) => inSlices(summarisingExtractively(request), { signal }),
};
