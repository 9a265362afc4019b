import { isSameValue } from '@agent-memory/core/internal';
import type { MemoryRecord } from '../records/memory-record.ts';
import { relationBetween } from './contradiction.ts';
import { valueSaidOf } from './keyed-statement.ts';

const SENTENCE_END = /(?<=[.!?。！？])\s+|\n+/u;
/** In a longer message somebody pasted something. */
const MOST_SENTENCES = 30;

/**
 * Whether a message says something else than a record, so surely that it would take its place: the record is
 * marked before anything is extracted from the message.
 */
export function isSaidOtherwise(message: string, record: MemoryRecord): boolean {
  const { type, subject } = record;
  return message
    .split(SENTENCE_END, MOST_SENTENCES)
    .filter((sentence) => !/[?？]\s*$/u.test(sentence))
    .some((text) => {
      const value = record.key === undefined ? undefined : valueSaidOf(text, record);
      if (value !== undefined) return !isSameValue(value, record.value);
      return relationBetween({ text, type, subject }, record) === 'replaces';
    });
}
