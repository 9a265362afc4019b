import type { KnownRecord, MemoryRecord } from '@agent-memory/long-term';
import { formatConfidence, formatCount } from './format.ts';
import { sourceWords } from './record-words.ts';

const DAY_MS = 86_400_000;

/** How the confidence of a record came about, one sentence for each step. */
export function confidenceSentences(
  { record, confidence }: KnownRecord,
  versions: readonly MemoryRecord[],
  nowMs: number,
): readonly string[] {
  const first = versions.find(({ id }) => id === record.id) ?? record;
  const { meaning } = sourceWords(first.source);
  const sentences = [`Began at ${formatConfidence(first.confidence)}: ${meaning}.`];
  if (record.verifiedAtMs !== undefined) {
    sentences.push(`Confirmed since, which makes it ${formatConfidence(record.confidence)}.`);
  } else if (record.confidence !== first.confidence) {
    sentences.push(`Said again since, which makes it ${formatConfidence(record.confidence)}.`);
  }
  if (confidence < record.confidence) {
    const days = Math.floor((nowMs - record.confidenceAtMs) / DAY_MS);
    const lost = formatConfidence(record.confidence - confidence);
    sentences.push(
      `${capitalDays(days)} without a confirmation took ${lost} of it: ${formatConfidence(confidence)} now.`,
    );
  } else if (record.pinned) {
    sentences.push('Pinned: it does not fade.');
  }
  return sentences;
}

function capitalDays(days: number): string {
  return days === 1 ? 'One day' : formatCount(days, 'day');
}
