import { extractiveSummarizer } from '../condense/extractive-summarizer.ts';
import type { SummaryPoint } from '../condense/extractive-summary.ts';
import type { Summary, SummaryRequest } from '../condense/summarizer.ts';

/**
 * A summariser's answer, reduced to what is asked of it [MOD-3]: its words and who wrote them.
 *
 * - What it covers is what it was asked for, whatever it says.
 * - Points and lead are kept from the extractive summariser alone, which may stand behind another
 *   one; the next extractive summary builds on them.
 * - Anything else is left behind: the summary is stored, and a store refuses what is no plain data.
 */
export function summaryFromOutside(
  answer: unknown,
  { previous, sources }: SummaryRequest,
  summarizerName: string,
): Summary {
  const { text = '', madeBy, points, lead } = (answer ?? {}) as Partial<Summary>;
  const fromSeq = sources[0]?.seq ?? 0;
  const known = madeBy === extractiveSummarizer.name ? pointsOf(points) : undefined;
  return {
    // Whoever signs as the extractive one and shows no points of its is another one.
    madeBy:
      isName(madeBy) && (known || madeBy !== extractiveSummarizer.name) ? madeBy : summarizerName,
    fromSeq: Math.min(fromSeq, previous?.fromSeq ?? fromSeq),
    toSeq: sources.at(-1)?.seq ?? fromSeq,
    text: typeof text === 'string' ? text : '',
    ...(known && { points: known }),
    ...(known && typeof lead === 'string' && { lead }),
  };
}

function isName(name: unknown): name is string {
  return typeof name === 'string' && name !== '';
}

/** The points, copied; `undefined` where they are no list of points. */
function pointsOf(points: unknown): readonly SummaryPoint[] | undefined {
  if (!Array.isArray(points) || !points.every(isPoint)) return undefined;
  return points.map(({ seq, speaker, toolName, text, score }) => ({
    seq,
    speaker,
    text,
    score,
    ...(typeof toolName === 'string' && { toolName }),
  }));
}

const SPEAKERS: readonly unknown[] = ['user', 'assistant', 'tool'];

function isPoint(value: unknown): value is SummaryPoint {
  if (typeof value !== 'object' || value === null) return false;
  const { seq, speaker, text, score } = value as Partial<SummaryPoint>;
  const isSpoken = typeof text === 'string' && SPEAKERS.includes(speaker);
  return isSpoken && Number.isSafeInteger(seq) && Number.isFinite(score);
}
