import { words } from '@agent-memory/core/internal';
import { USER_SUBJECT } from '../change/user/first-person.ts';
import type { RetrievedRecord } from '../memory/long-term-memory.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import type { RecordLabel } from '../records/standing.ts';

/** The words for a label to the model. `never-used` and `decayed` add nothing to the confidence. */
const LABEL_WORDS: Readonly<Partial<Record<RecordLabel, string>>> = {
  hypothesis: 'hypothesis, nobody confirmed it',
  quoted: 'quoted from outside, not a fact',
  stale: 'old, may have changed',
  'not-yet-valid': 'not valid yet',
};

const QUOTATION_MARKS = /[\p{Pi}\p{Pf}"„ʺ″❝❞＂〝-〟「-』]/gu;

/**
 * A record as the model reads it [RET-4]: whence it is known and how sure, its labels, its date, then
 * its words on one line, so that no record reads as two.
 */
export function recordLine({ record, confidence, labels }: RetrievedRecord): string {
  const { source, kind, createdAtMs, subject } = record;
  const facts = [
    kind,
    `${source.replaceAll('_', ' ')} on ${dayOf(createdAtMs)}`,
    `confidence ${Math.round(confidence * 100)} %`,
    ...labels.flatMap((label) => LABEL_WORDS[label] ?? []),
  ];
  // A sentence of the user about themselves says so in its own words.
  const isAboutUser = subject === undefined || subject === USER_SUBJECT;
  const about = isAboutUser ? '' : `${words.onOneLine(subject)}: `;
  return `- (${facts.join('; ')}) ${about}${wordsOf(record)}`;
}

/** The day of a time by UTC: the same text on every device. */
function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** Words that nobody vouches for stand in quotation marks. */
function wordsOf({ text, source, verifiedAtMs }: MemoryRecord): string {
  const line = words.onOneLine(text);
  const isVouchedFor = source !== 'external' || verifiedAtMs !== undefined;
  return isVouchedFor ? line : quoted(line);
}

/** In quotation marks that the words cannot close. */
export function quoted(line: string): string {
  return `“${line.replace(QUOTATION_MARKS, "'")}”`;
}
