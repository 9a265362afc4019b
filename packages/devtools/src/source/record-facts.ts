import type {
  KnownRecord,
  MemoryKind,
  MemoryType,
  RecordLabel,
  RecordSource,
} from '@agent-memory/long-term';
import { shownLine } from './shown-text.ts';

/** Longest text of a record that travels with a list. */
const START_CHARACTERS = 160;

/** As much of a record as a list of them shows. */
export interface RecordFacts {
  readonly id: string;
  readonly namespace: string;
  readonly type: MemoryType;
  readonly kind: MemoryKind;
  readonly source: RecordSource;
  /** The beginning of its text, on one line. */
  readonly start: string;
  /** As it is now, decay included. */
  readonly confidence: number;
  readonly labels: readonly RecordLabel[];
  readonly pinned: boolean;
  /** A person marked it against recall. */
  readonly muted: boolean;
  readonly createdAtMs: number;
  readonly uses: number;
}

/** The facts of a record for a list. */
export function recordFacts({ record, confidence, labels }: KnownRecord): RecordFacts {
  const { id, namespace, type, kind, source, pinned, createdAtMs, uses } = record;
  const start = startOf(record.text);
  return {
    ...{ id, namespace, type, kind, source, start },
    ...{ confidence, labels, pinned, muted: record.muted === true, createdAtMs, uses },
  };
}

/** The beginning of a text, on one line, with its hidden characters shown by their numbers. */
export function startOf(text: string): string {
  const line = text.slice(0, START_CHARACTERS * 2).replace(/\s+/g, ' ');
  const isCut = line.length > START_CHARACTERS || text.length > START_CHARACTERS * 2;
  return isCut ? `${shownLine(line.slice(0, START_CHARACTERS))}…` : shownLine(line);
}
