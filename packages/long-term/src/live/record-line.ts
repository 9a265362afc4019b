import { words } from '@agent-memory/core/internal';
import { USER_SUBJECT } from '../change/user/first-person.ts';
import type { RetrievedRecord } from '../memory/long-term-memory.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import type { RecordLabel } from '../records/standing.ts';
import { USERS_SOURCES } from '../records/users-word.ts';

/** The words for a label to the model. `never-used` and `decayed` add nothing to the confidence. */
const LABEL_WORDS: Readonly<Partial<Record<RecordLabel, string>>> = {
  hypothesis: 'hypothesis, nobody confirmed it: ask if it matters',
  quoted: 'quoted from outside, not a fact',
  stale: 'old, may have changed',
  'not-yet-valid': 'not valid yet',
};

const QUOTATION_MARKS = /[\p{Pi}\p{Pf}"„ʺ″❝❞＂〝-〟「-』]/gu;

/**
 * A record as the model reads it [RET-4]: whence it is known and how sure, its labels, its date, then
 * its words on one line, so that no record reads as two.
 */
export function recordLine(hit: RetrievedRecord): string {
  const { record, confidence, labels, saidBy } = hit;
  const { source, kind, createdAtMs, subject } = record;
  const origin =
    saidBy === undefined ? source.replaceAll('_', ' ') : `said by ${teller(record, saidBy)}`;
  const facts = [
    kind,
    `${origin} on ${dayOf(createdAtMs)}`,
    `confidence ${Math.round(confidence * 100)} %`,
    ...labels.flatMap((label) => LABEL_WORDS[label] ?? []),
    ...(record.supersedes === undefined ? [] : ['in place of what was known before']),
    ...(hit.saidOtherwise ? ['the message being answered says otherwise'] : []),
    ...(hit.why === 'counterpart' ? ['may contradict the one above; nobody has decided'] : []),
  ];
  // A sentence of the user about themselves says so in its own words.
  const isAboutUser = subject === undefined || subject === USER_SUBJECT;
  const about = isAboutUser ? '' : `${words.onOneLine(subject)}: `;
  if (saidBy === undefined) return `- (${facts.join('; ')}) ${about}${wordsOf(record)}`;
  const claim = quoted(about + words.onOneLine(record.text));
  return `- (${facts.join('; ')}) ${teller(record, saidBy)} says: ${claim}`;
}

/** The author of what another user's memory wrote: that user, or their agent. A name has no signs that mean something here. */
export function teller({ source }: Pick<MemoryRecord, 'source'>, user: string): string {
  const plain = words.onOneLine(user).replace(/[^\p{L}\p{M}\p{N} ._@+-]/gu, '');
  const name = plain.slice(0, LONGEST_SHOWN_NAME).toWellFormed().trim() || 'somebody';
  return USERS_SOURCES.includes(source) ? name : `${name}'s agent`;
}

const LONGEST_SHOWN_NAME = 60;

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
