import { estimateTokens } from '@agent-memory/core';
import type {
  CutRecord,
  KnownRecord,
  LongTermMemory,
  MemoryRecord,
  RecordLabel,
  SignalScore,
} from '@agent-memory/long-term';
import { shownLine } from './message-text.ts';

/** Longest text of a record that travels with a list. */
const START_CHARACTERS = 160;

/** As much of a record as a list of them shows. */
export interface RecordFacts
  extends Pick<
    MemoryRecord,
    'id' | 'namespace' | 'type' | 'kind' | 'source' | 'pinned' | 'createdAtMs' | 'uses'
  > {
  /** The beginning of its text, on one line. */
  readonly start: string;
  /** As it is now, decay included. */
  readonly confidence: number;
  readonly labels: readonly RecordLabel[];
  /** Another user who wrote it. */
  readonly saidBy?: string;
  /** A person marked it against recall. */
  readonly muted: boolean;
}

/** The facts of a record for a list. */
export function recordFacts({ record, confidence, labels, saidBy }: KnownRecord): RecordFacts {
  const { id, namespace, type, kind, source, pinned, createdAtMs, uses } = record;
  const start = startOf(record.text);
  return {
    ...{ id, namespace, type, kind, source, start },
    ...(saidBy === undefined ? {} : { saidBy: shownLine(saidBy) }),
    ...{ confidence, labels, pinned, muted: record.muted === true, createdAtMs, uses },
  };
}

/** The beginning of a text, on one line, with its hidden characters shown by their numbers. */
export function startOf(text: string): string {
  const line = text.slice(0, START_CHARACTERS * 2).replace(/\s+/g, ' ');
  const isCut = line.length > START_CHARACTERS || text.length > START_CHARACTERS * 2;
  return isCut ? `${shownLine(line.slice(0, START_CHARACTERS))}…` : shownLine(line);
}

/** A question to the long-term memory that is only tried. */
export interface RecallQuery {
  readonly text: string;
  /** Most hits. */
  readonly limit: number;
}

/** A record that a recall gives out, and why. */
export interface RecallHit {
  readonly facts: RecordFacts;
  readonly rank: number;
  readonly score: number;
  readonly signals: Readonly<Record<string, SignalScore>>;
  /** Its part of `maxTokens`, estimated. */
  readonly tokens: number;
}

/** A record that a recall found and does not give out. */
export interface RecallCut extends CutRecord {
  /** The beginning of its text; absent if the record is gone by now. */
  readonly start?: string;
  /** The part of `maxTokens` that it would take, estimated; absent if the record is gone by now. */
  readonly tokens?: number;
}

/** A recall, explained. */
export interface RecallFacts {
  readonly hits: readonly RecallHit[];
  readonly cut: readonly RecallCut[];
  readonly degraded: readonly string[];
  /** All hits together, estimated. */
  readonly tokens: number;
}

/** Looks for records as a context would, and counts it as no use. */
export async function tryRecall(
  memory: Pick<LongTermMemory, 'retrieve' | 'record'>,
  query: RecallQuery,
): Promise<RecallFacts> {
  const { hits, cut, degraded } = await memory.retrieve({ ...query, countsAsUse: false });
  const withTexts = await Promise.all(
    cut.map(async (candidate): Promise<RecallCut> => {
      const known = await memory.record(candidate.id);
      if (!known) return candidate;
      const { record } = known;
      return { ...candidate, start: startOf(record.text), tokens: tokensOf(record) };
    }),
  );
  const given = hits.map((hit) => ({
    facts: recordFacts(hit),
    ...{ rank: hit.rank, score: hit.score, signals: hit.signals },
    tokens: tokensOf(hit.record),
  }));
  const tokens = given.reduce((sum, one) => sum + one.tokens, 0);
  return { hits: given, cut: withTexts, degraded, tokens };
}

/** Its tokens as a recall's `maxTokens` counts them: text, subject and key, as they are looked for. */
function tokensOf({ text, subject, key }: MemoryRecord): number {
  const parts = [text, subject, key?.replace(/[-_.:/]+/gu, ' ')];
  return estimateTokens(parts.filter((part) => part !== undefined && part !== '').join('\n'));
}
