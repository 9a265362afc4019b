import type { Summarizer, Summary } from '../condense/summarizer.ts';

/** Begins the text that stands where a summary was not recorded. */
export const PLACEHOLDER = 'Placeholder: the summary of messages';

/**
 * Summaries as they were recorded: one that covers just what is asked for is given again, and a labelled
 * placeholder stands for any other. No model is asked.
 */
export function recordedSummaries(summaries: readonly Summary[]): Summarizer {
  const known = new Map(
    summaries.map((summary) => [rangeOf(summary.fromSeq, summary.toSeq), summary]),
  );
  return {
    name: 'recorded',
    summarize({ previous, sources }) {
      const first = sources[0]?.seq ?? 0;
      const fromSeq = Math.min(first, previous?.fromSeq ?? first);
      const toSeq = sources.at(-1)?.seq ?? first;
      const text = `${PLACEHOLDER} #${fromSeq} to #${toSeq} was not recorded.`;
      const placeholder: Summary = { madeBy: 'placeholder', fromSeq, toSeq, text };
      return Promise.resolve(known.get(rangeOf(fromSeq, toSeq)) ?? placeholder);
    },
  };
}

function rangeOf(fromSeq: number, toSeq: number): string {
  return `${fromSeq}-${toSeq}`;
}
