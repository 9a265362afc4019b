import type { Steps } from '@agent-memory/core/internal';
import { RecordFileError } from '../errors/record-errors.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import { isMemoryRecord, recordProblem } from '../records/record-problem.ts';
import { field, jsonOf } from './json-line.ts';

/** PERSISTED: the first line of a file names its form. */
const FORMAT = 'agent-memory-records';
const VERSION = 1;

/** A record with the versions that came before it, as a file holds them. */
export interface FiledRecord {
  readonly record: MemoryRecord;
  /** Oldest first, the record's own not among them. */
  readonly versions: readonly MemoryRecord[];
  /** The line that it stands in, from 1. */
  readonly line: number;
}

export function headerLine(exportedAtMs: number): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, exportedAtMs });
}

export function recordLine(record: MemoryRecord, versions: readonly MemoryRecord[]): string {
  const earlier = versions.filter(({ revision }) => revision < record.revision);
  return JSON.stringify({ record, versions: earlier });
}

/**
 * Reads every line before anything is done with one, a line in a step.
 * @throws RecordFileError with the line at fault.
 */
export function* readLines(lines: readonly string[]): Steps<readonly FiledRecord[]> {
  // Editors put a mark at the beginning of a file.
  checkHeader((lines[0] ?? '').replace(/^\uFEFF/u, ''));
  const filed: FiledRecord[] = [];
  for (const [index, text] of lines.entries()) {
    if (index === 0 || text.trim() === '') continue;
    filed.push(filedRecord(text, index + 1));
    yield;
  }
  return filed;
}

function checkHeader(text: string): void {
  const header = jsonOf(text, 1);
  if (field(header, 'format') !== FORMAT) {
    throw new RecordFileError(1, `does not say \`"format":"${FORMAT}"\``);
  }
  if (field(header, 'version') !== VERSION) {
    throw new RecordFileError(1, `has another version than ${VERSION}; newer code wrote it`);
  }
}

function filedRecord(text: string, line: number): FiledRecord {
  const value = jsonOf(text, line);
  const record = checkedRecord(field(value, 'record'), 'record', line);
  const versions: unknown = field(value, 'versions') ?? [];
  if (!Array.isArray(versions)) throw new RecordFileError(line, 'has `versions` that are no list');
  const earlier = versions.map((version: unknown, index) =>
    checkedRecord(version, `versions.${index}`, line),
  );
  const isOwn = earlier.every(
    ({ id, namespace, revision }) =>
      id === record.id && namespace === record.namespace && revision < record.revision,
  );
  if (isOwn) return { record, versions: earlier, line };
  throw new RecordFileError(line, 'has `versions` of another record, or later ones');
}

function checkedRecord(value: unknown, path: string, line: number): MemoryRecord {
  if (isMemoryRecord(value)) return value;
  throw new RecordFileError(line, `is damaged at \`${path}.${recordProblem(value)}\``);
}
