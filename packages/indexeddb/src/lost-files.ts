import { type Entry, estimatingCounter, type Message } from '@agent-memory/core';
import { createMeasurer } from '@agent-memory/core/internal';
import { isApart } from './apart-values.ts';
import { readUnsealed } from './check-stored.ts';

/** The words in the place of a file that is missing; the model reads them too. */
export const LOST_FILE_TEXT = '[A file stood here that can no longer be read from storage.]';

type Part = Message['parts'][number];

/** Nothing else of a message depends on them. */
const FILE_PARTS: ReadonlySet<Part['type']> = new Set(['image', 'document', 'unknown']);

/**
 * The message at a place whose files are missing, with a note for each of them [STO-6]; `undefined`
 * where something else of it is damaged too, as far as it can be told without them.
 */
export function entryWithoutFiles(place: number, record: unknown): Entry | undefined {
  if (!isApart(record) || !Array.isArray(record.apart)) return undefined;
  const entry = readUnsealed(place, record);
  if (!entry) return undefined;
  const lost = new Set(record.apart.map(({ path: [field, index] }) => field === 'parts' && index));
  const isEachFile = [...lost].every(
    (index) => typeof index === 'number' && isFile(entry.message.parts[index]),
  );
  if (!isEachFile) return undefined;
  const note: Part = { type: 'text', text: LOST_FILE_TEXT };
  const parts = entry.message.parts.map((part, index) => (lost.has(index) ? note : part));
  const message = { ...entry.message, parts };
  return { ...entry, message, tokens: createMeasurer(estimatingCounter).message(message) };
}

function isFile(part: Part | undefined): boolean {
  return part !== undefined && FILE_PARTS.has(part.type);
}
