import type { JsonValue, MemoryRecord } from '../records/memory-record.ts';
import {
  LONGEST_JSON,
  LONGEST_KEPT_ID,
  LONGEST_NAME,
  LONGEST_TEXT,
  MOST_EVIDENCE,
} from './fields.ts';
import type { Refusal } from './refusal.ts';

/** A day is written behind each relative date of a draft; the shortest of them has two letters. */
const LONGEST_KEPT_TEXT = 8 * LONGEST_TEXT;
/** Metadata is joined with each statement of the same. */
const LONGEST_KEPT_JSON = 10 * LONGEST_JSON;
/** One statement ends what was said about the same; more than these nobody says. */
const MOST_SUPERSEDED = 1000;

/** Why a record from a file is larger than any that a draft could have become [LTM-8]. */
export function refusalOfSize(record: MemoryRecord): Refusal | undefined {
  const {
    text,
    id,
    key = '',
    subject = '',
    namespace,
    supersedes = '',
    alsoSupersedes = [],
    supersededBy = '',
  } = record;
  if (text.length > LONGEST_KEPT_TEXT) {
    const sentence = `The text has ${text.length} characters; a record has at most ${LONGEST_KEPT_TEXT}.`;
    return { rule: 'TEXT_TOO_LONG', sentence, field: 'text' };
  }
  const isLong: Partial<Record<keyof MemoryRecord, boolean>> = {
    id: id.length > LONGEST_KEPT_ID,
    supersedes: supersedes.length > LONGEST_KEPT_ID,
    alsoSupersedes:
      alsoSupersedes.length > MOST_SUPERSEDED ||
      alsoSupersedes.some((other) => other.length > LONGEST_KEPT_ID),
    supersededBy: supersededBy.length > LONGEST_KEPT_ID,
    namespace: namespace.length > LONGEST_NAME,
    key: key.length > LONGEST_NAME,
    subject: subject.length > LONGEST_NAME,
    evidence: record.evidence.length > MOST_EVIDENCE || sizeOf(record.evidence) > LONGEST_EVIDENCE,
    value: sizeOf(record.value) > LONGEST_KEPT_JSON,
    metadata: sizeOf(record.metadata) > LONGEST_KEPT_JSON,
  };
  const field = Object.entries(isLong).find(([, isTooLong]) => isTooLong)?.[0];
  if (field === undefined) return undefined;
  return { rule: 'INVALID_FIELD', sentence: `\`${field}\` is larger than a record may be.`, field };
}

/** Two names for each message, and the signs around them. */
const LONGEST_EVIDENCE = MOST_EVIDENCE * (2 * LONGEST_NAME + 100);

function sizeOf(value: JsonValue | MemoryRecord['evidence'] | undefined): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}
