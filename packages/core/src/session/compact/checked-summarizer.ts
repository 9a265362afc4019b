import { NOTES_SUMMARISER } from '../../compaction/default-stages.ts';
import { extractiveSummarizer } from '../../condense/extractive-summarizer.ts';
import type {
  Summarizer,
  Summary,
  SummaryPoint,
  SummaryProgress,
  SummaryRequest,
} from '../../condense/summarizer.ts';
import { summaryPointShape } from '../../view/overlay-shape.ts';
import type { BackgroundCalls } from '../feature.ts';

/**
 * The summariser, with answers that can be relied on, and those who hear of its calls and progress. It is
 * asked within the limit on spending.
 */
export function checkedSummarizer(
  summarizer: Summarizer,
  hear: {
    readonly calls: BackgroundCalls;
    readonly onCall: (told: unknown) => void;
    readonly onProgress: (progress: SummaryProgress) => void;
  },
): Summarizer {
  const { name } = summarizer;
  const { calls, ...hearing } = hear;
  return {
    name,
    async summarize(request, options) {
      if (!calls.begin()) throw new Error('the limit on spending is reached');
      let isFirst = true;
      const mayCall = (): boolean => {
        const may = isFirst || calls.begin();
        isFirst = false;
        return may;
      };
      const asked = summarizer.summarize(request, { ...options, ...hearing, mayCall });
      return summaryFromOutside(await asked, request, name);
    },
  };
}

/** By whatever name a model signs, these two are not. */
export function isModelFree(summariser: string): boolean {
  return summariser === extractiveSummarizer.name || summariser === NOTES_SUMMARISER;
}

/**
 * A summariser's answer, reduced to what is asked of it [MOD-3]: its words and who wrote them.
 *
 * - What it covers is what it was asked for, whatever it says.
 * - Points and lead are kept from the extractive summariser alone, which may stand behind another
 *   one; the next extractive summary builds on them.
 * - Nothing else is taken: the summary is stored, and a store refuses what is not plain data.
 */
function summaryFromOutside(
  answer: unknown,
  { previous, sources }: SummaryRequest,
  summarizerName: string,
): Summary {
  const { text = '', madeBy, points, lead, leadBy } = (answer ?? {}) as Partial<Summary>;
  const fromSeq = sources[0]?.seq ?? 0;
  const known = madeBy === extractiveSummarizer.name ? pointsOf(points) : undefined;
  return {
    // Anyone who signs as the extractive one and shows no points of its is another one.
    madeBy:
      isName(madeBy) && (known || madeBy !== extractiveSummarizer.name) ? madeBy : summarizerName,
    fromSeq: Math.min(fromSeq, previous?.fromSeq ?? fromSeq),
    toSeq: sources.at(-1)?.seq ?? fromSeq,
    text: typeof text === 'string' ? text : '',
    ...(known && { points: known }),
    ...(known && typeof lead === 'string' && { lead }),
    ...(known && isName(leadBy) && { leadBy }),
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

function isPoint(value: unknown): value is SummaryPoint {
  return summaryPointShape(value, '') === undefined;
}
