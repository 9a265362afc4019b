import { AgentMemoryError } from '@agent-memory/core';
import type { ImportReport, LongTermMemory, RefusedLine } from '@agent-memory/long-term';
import { filedRecord } from './filed-record.ts';
import { startOf } from './record-facts.ts';

/** Lines of each fate that are told one by one; the rest is told as a number. */
const TOLD_LINES = 50;
/** Imported records that are looked up, so that their lines can be told from those known already. */
const MOST_LOOKED_UP = 1_000;

/** The outcome for a line. `taken-or-known`: one of the two, and it cannot be told which. */
export type LineFate = 'taken' | 'known' | 'taken-or-known' | 'refused';

/** A line of a file, and what became of it. */
export interface ImportedLine {
  /** From 1, as an editor counts them. */
  readonly line: number;
  readonly fate: LineFate;
  /** The beginning of its text. */
  readonly start: string;
  /** The record that it became. */
  readonly recordId?: string;
  /** Why it was refused, and what would let it in. */
  readonly reason?: string;
}

/** The outcome of an import, line by line. */
export type ImportFacts =
  | {
      readonly kind: 'read';
      readonly imported: number;
      /** Known already, or known better. */
      readonly unchanged: number;
      readonly refused: number;
      /** The first lines of each fate, in the order of the file. */
      readonly lines: readonly ImportedLine[];
    }
  | {
      /** No file of records: nothing was taken in. */
      readonly kind: 'unreadable';
      readonly sentence: string;
    };

/** A file that was taken in. */
export interface ImportedFile {
  readonly name: string;
  readonly facts: Extract<ImportFacts, { readonly kind: 'read' }>;
}

type Importing = Pick<LongTermMemory, 'importLines' | 'record' | 'subscribe'>;

/** Takes a file in, and tells line by line what became of it. */
export async function importFile(memory: Importing, text: string): Promise<ImportFacts> {
  const importedIds = new Set<string>();
  const stop = memory.subscribe((event) => {
    if (event.type !== 'record-change' || !event.actions.includes('import')) return;
    for (const id of event.recordIds) importedIds.add(id);
  });
  try {
    const report = await memory.importLines(text);
    const ids = await importedRecords(memory, [...importedIds]);
    const lines = firstOfEach(linesOf(text, report, ids));
    const { imported, unchanged, refused } = report;
    return { kind: 'read', imported, unchanged, refused: refused.length, lines };
  } catch (error) {
    if (!isFileError(error)) throw error;
    return { kind: 'unreadable', sentence: error.message };
  } finally {
    stop();
  }
}

/** By its code: the long-term memory may come with another copy of its package. */
function isFileError(error: unknown): error is AgentMemoryError {
  return AgentMemoryError.isInstance(error) && error.code === 'INVALID_SESSION_FILE';
}

/** Ids of imported records by what a line says; a record gets an id of its own where it is taken in. */
async function importedRecords(
  memory: Importing,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length > MOST_LOOKED_UP) return new Map();
  const known = await Promise.all(ids.map((id) => memory.record(id)));
  return new Map(
    known.flatMap((one) => (one ? [[keyOf(one.record), one.record.id] as const] : [])),
  );
}

function linesOf(
  text: string,
  report: ImportReport,
  ids: Map<string, string>,
): readonly ImportedLine[] {
  const refusals = new Map(report.refused.map((refused) => [refused.line, refused]));
  const lines = text.split(/\r?\n/u).flatMap((content, index): ImportedLine[] => {
    const line = index + 1;
    const record = filedRecord(content);
    if (!record) return [];
    const start = startOf(record.text);
    const refused = refusals.get(line);
    if (refused) return [{ line, fate: 'refused', start, reason: reasonOf(refused) }];
    const recordId = ids.get(keyOf(record));
    // A line that says the same again adds nothing to the first.
    ids.delete(keyOf(record));
    return [
      recordId === undefined
        ? { line, fate: 'known', start }
        : { line, fate: 'taken', start, recordId },
    ];
  });
  const taken = lines.filter(({ fate }) => fate === 'taken').length;
  return taken === report.imported ? lines : lines.map((line) => unsure(line, report));
}

/** Where lines cannot be told apart by what they say, the totals decide, or nothing does. */
function unsure(line: ImportedLine, { imported, unchanged }: ImportReport): ImportedLine {
  if (line.fate === 'refused') return line;
  const fate = unchanged === 0 ? 'taken' : imported === 0 ? 'known' : 'taken-or-known';
  return { ...line, fate };
}

function reasonOf({ refusal: { sentence, remedy } }: RefusedLine): string {
  return remedy === undefined ? sentence : `${sentence} ${remedy}`;
}

function firstOfEach(lines: readonly ImportedLine[]): readonly ImportedLine[] {
  const told = new Map<LineFate, number>();
  return lines.filter(({ fate }) => {
    const count = (told.get(fate) ?? 0) + 1;
    told.set(fate, count);
    return count <= TOLD_LINES;
  });
}

function keyOf({ namespace, text }: { readonly namespace: string; readonly text: string }): string {
  return JSON.stringify([namespace, text]);
}
