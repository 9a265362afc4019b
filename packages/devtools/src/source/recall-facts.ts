import { estimateTokens } from '@agent-memory/core';
import type {
  CutRecord,
  LongTermMemory,
  MemoryRecord,
  Retrieved,
  SignalScore,
} from '@agent-memory/long-term';
import { type RecordFacts, recordFacts, startOf } from './record-facts.ts';

/** A question to the long-term memory that is only tried. */
export interface RecallQuery {
  readonly text: string;
  /** Most hits. */
  readonly limit: number;
  /** Most tokens of all hits together. Default: no limit. */
  readonly maxTokens?: number;
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
  /** The beginning of its text; absent where it is gone meanwhile. */
  readonly start?: string;
  /** The part of `maxTokens` that it would take, estimated; absent where it is gone meanwhile. */
  readonly tokens?: number;
  /** Tokens that were left when its turn came; absent unless it lacked room for its own. */
  readonly leftTokens?: number;
}

/** A recall, explained. */
export interface RecallFacts {
  readonly hits: readonly RecallHit[];
  readonly cut: readonly RecallCut[];
  readonly degraded: readonly string[];
  /** All hits together, estimated. */
  readonly tokens: number;
  /** The limit that was asked for; absent where there was none. */
  readonly maxTokens?: number;
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
  return recallFacts({ hits, cut: withTexts, degraded }, query.maxTokens);
}

interface Found extends Pick<Retrieved, 'hits' | 'degraded'> {
  readonly cut: readonly RecallCut[];
}

function recallFacts({ hits, cut, degraded }: Found, maxTokens: number | undefined): RecallFacts {
  const given = hits.map((hit) => ({
    facts: recordFacts(hit),
    rank: hit.rank,
    score: hit.score,
    signals: hit.signals,
    tokens: tokensOf(hit.record),
  }));
  const tokens = sumOf(given);
  if (maxTokens === undefined) return { hits: given, cut, degraded, tokens };
  // Those that were found fit and cut behind the packing have taken room as well.
  const packed = [...given, ...cut.filter(({ rule }) => rule !== 'OVER_TOKEN_BUDGET')];
  const withRoom = cut.map((candidate) => {
    const ahead = packed.filter(({ score }) => score >= candidate.score);
    return candidate.rule === 'OVER_TOKEN_BUDGET'
      ? { ...candidate, ...leftFor(candidate, maxTokens - sumOf(ahead)) }
      : candidate;
  });
  return { hits: given, cut: withRoom, degraded, tokens, maxTokens };
}

/** Nothing where the figures do not explain it: an index may count by another measure. */
function leftFor({ tokens }: RecallCut, leftTokens: number): Pick<RecallCut, 'leftTokens'> {
  return tokens !== undefined && leftTokens >= 0 && leftTokens < tokens ? { leftTokens } : {};
}

function sumOf(records: readonly { readonly tokens?: number }[]): number {
  return records.reduce((sum, { tokens = 0 }) => sum + tokens, 0);
}

/** Its tokens as a recall's `maxTokens` counts them: text, subject and key, as they are looked for. */
function tokensOf({ text, subject, key }: MemoryRecord): number {
  const parts = [text, subject, key?.replace(/[-_.:/]+/gu, ' ')];
  return estimateTokens(parts.filter((part) => part !== undefined && part !== '').join('\n'));
}
