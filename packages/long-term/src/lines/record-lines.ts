import { type AbortSignalLike, InvalidOptionError } from '@agent-memory/core';
import { crypt, inSlices, type Steps } from '@agent-memory/core/internal';
import { RecordFileError } from '../errors/record-errors.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import { isMemoryRecord, recordProblem } from '../records/record-problem.ts';

/** PERSISTED: the first line of a file names its form. */
export const RECORDS_FORMAT = 'agent-memory-records';

/** A record with the versions that came before it, as a file holds them. */
export interface FiledRecord {
  readonly record: MemoryRecord;
  /** Oldest first, the record's own not among them. */
  readonly versions: readonly MemoryRecord[];
  /** The line that it stands in, from 1. */
  readonly line: number;
}

export function recordLine(record: MemoryRecord, versions: readonly MemoryRecord[]): string {
  const earlier = versions.filter(({ revision }) => revision < record.revision);
  return JSON.stringify({ record, versions: earlier });
}

/** @throws RecordFileError with the line, where it holds no record. */
export function filedRecord({ value, line }: JsonLine): FiledRecord {
  const { record: given, versions = [] } = Object(value) as Readonly<Record<string, unknown>>;
  const record = checkedRecord(given, 'record', line);
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

/** A file of lines, however it comes: a text, or line by line. */
export type LineSource = string | Iterable<string> | AsyncIterable<string>;

/** A line of a file, parsed. */
interface JsonLine {
  readonly value: unknown;
  /** From 1. */
  readonly line: number;
}

/** The lines of a file but its header and its seal. */
export interface LinesOfFile {
  readonly lines: readonly JsonLine[];
  readonly seal?: unknown;
  /** Of everything but the seal. */
  readonly digest?: crypt.LineDigest;
}

const VERSION = 1;

/** The first line of a file, which names its form. */
export function headerLine(format: string, exportedAtMs: number): string {
  return JSON.stringify({ format, version: VERSION, exportedAtMs });
}

/** The last line of a file, which proves the others. */
export function sealLine(seal: crypt.FileSeal): string {
  return JSON.stringify({ seal });
}

/**
 * The lines of a file behind the first one, every one parsed before anything is done with one.
 *
 * @throws InvalidOptionError if the source cannot be read as lines.
 * @throws RecordFileError with the line, if the file is of another form or a line is no JSON.
 */
export async function jsonLines(
  source: LineSource,
  format: string,
  { signal }: { readonly signal?: AbortSignalLike | undefined },
): Promise<LinesOfFile> {
  const texts = await linesOf(source);
  return inSlices(parsed(texts, format), { signal });
}

function* parsed([first = '', ...others]: readonly string[], format: string): Steps<LinesOfFile> {
  // Editors put a mark at the beginning of a file.
  const header = first.replace(/^\uFEFF/u, '');
  checkHeader(jsonOf(header, 1), format);
  const lines: JsonLine[] = [];
  for (const [index, text] of others.entries()) {
    yield;
    const line = index + 2;
    if (text.trim() !== '') lines.push({ value: jsonOf(text, line), line });
  }
  // A line that somebody put behind the seal is read like any other, and the seal no longer fits.
  const seal = lines.map(sealIn).findLast((one) => one !== undefined);
  const records = lines.filter((line) => sealIn(line) === undefined);
  if (seal === undefined || !crypt.canSeal()) return { lines: records };
  const digest = new crypt.LineDigest();
  digest.add(header.trim());
  for (const { line } of records) {
    yield;
    digest.add((others[line - 2] ?? '').trim());
  }
  return { lines: records, seal, digest };
}

function sealIn({ value }: JsonLine): unknown {
  return Object(value).seal;
}

function checkHeader(header: unknown, format: string): void {
  const { format: given, version } = Object(header) as Readonly<Record<string, unknown>>;
  if (given !== format) throw new RecordFileError(1, `does not say \`"format":"${format}"\``);
  if (version === VERSION) return;
  throw new RecordFileError(1, `has another version than ${VERSION}; newer code wrote it`);
}

/** Lists are taken as lines; a text is cut at its line ends. */
async function linesOf(source: LineSource): Promise<readonly string[]> {
  if (typeof source === 'string') return source.split(/\r?\n/u);
  const isList = Symbol.iterator in Object(source) || Symbol.asyncIterator in Object(source);
  if (!isList) throw refused('lines', 'must be a text, or a list of texts');
  const lines: string[] = [];
  for await (const line of source) {
    if (typeof line !== 'string') throw refused(`lines.${lines.length}`, 'must be a text');
    lines.push(line);
  }
  return lines;
}

function refused(place: string, problem: string): InvalidOptionError {
  return new InvalidOptionError(place, `${problem}; nothing was imported.`);
}

function jsonOf(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RecordFileError(line, 'is no JSON');
  }
}
