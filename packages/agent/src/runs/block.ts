import {
  type Entry,
  estimateTokens,
  type HistoryRecord,
  type TokenSource,
  textOf,
} from '@agent-memory/core';
import { runToEnd, summaries, words } from '@agent-memory/core/internal';
import type { Run } from './run-log.ts';

/** A closed run, addressable by number [BLK-1]. */
export interface Block {
  /** From 1, in the order of the conversation. */
  readonly number: number;
  /** Place of its first message in the conversation, and of the one behind its last. */
  readonly fromSeq: number;
  readonly toSeq: number;
  /** The first 120 characters of the request, on one line; '' where no message of the user began it. */
  readonly request: string;
  /** One line on what came of it. */
  readonly summary: string;
  /** The author of `summary`. */
  readonly summaryBy: 'title' | 'extractive';
  /** Tokens of its messages: what they cost where they are recalled whole. */
  readonly tokens: number;
  /** `counted` where the count of every message is exact. */
  readonly tokenSource: TokenSource;
  /** Usage that the provider reported for the calls of the run; absent where it reported nothing that is kept. */
  readonly usage?: BlockUsage;
}

/** The provider's reports for the calls of one run, added up. */
export interface BlockUsage {
  readonly calls: number;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
}

const LONGEST_REQUEST = 120;
const LONGEST_SUMMARY = 160;
const SUMMARY_TOKENS = 48;
/** The line is made of the end of a long run: that is where something came of it. */
const SUMMARY_ENTRIES = 24;
const SUMMARY_CHARACTERS = 4_000;

/** Makes the block of a closed run. `entries` are those of the run. */
export function blockOf(
  number: number,
  run: Run,
  entries: readonly Entry[],
  title: string | undefined,
): Block {
  return {
    number,
    fromSeq: run.fromSeq,
    toSeq: run.toSeq,
    request: requestOf(entries),
    summary: title ?? extractiveLine(entries),
    summaryBy: title === undefined ? 'extractive' : 'title',
    tokens: entries.reduce((sum, { tokens }) => sum + tokens.value, 0),
    tokenSource: entries.some(({ tokens }) => tokens.source === 'estimated')
      ? 'estimated'
      : 'counted',
  };
}

type Span = Pick<Run, 'fromSeq' | 'toSeq'>;

/** The reports for contexts that ended within a run. */
export function usageOf(run: Span, history: readonly HistoryRecord[]): BlockUsage | undefined {
  const calls = new Set<number>();
  let usage: BlockUsage | undefined;
  for (const record of history) {
    if (record.kind === 'context' && isWithin(run, record.entries)) calls.add(record.call);
    if (record.kind !== 'usage' || !calls.has(record.call)) continue;
    const { calls: before = 0, inputTokens = 0, cachedInputTokens = 0 } = usage ?? {};
    usage = {
      calls: before + 1,
      inputTokens: inputTokens + record.inputTokens,
      cachedInputTokens: cachedInputTokens + (record.cachedInputTokens ?? 0),
    };
  }
  return usage;
}

/** A context of so many entries was asked for while the run went on. */
function isWithin({ fromSeq, toSeq }: Span, entries: number): boolean {
  return entries > fromSeq && entries <= toSeq;
}

/** A text on one line, no longer than that. */
function oneLine(text: string, most: number): string {
  const line = words.onOneLine(words.harmless(text.slice(0, most * 4)));
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;
}

/** A title or a summary as the catalog shows it. */
export function blockLine(text: string): string {
  return oneLine(text, LONGEST_SUMMARY);
}

/** The request of a run: its first message of the user, cut. */
export function requestOf(entries: readonly Entry[]): string {
  const first = entries.find(({ message }) => message.role === 'user');
  return first ? oneLine(textOf(first.message), LONGEST_REQUEST) : '';
}

/** The sentences of the run's end that tell most, or its last words where they are few: "Paris.". */
function extractiveLine(entries: readonly Entry[]): string {
  const told = entries.filter(({ message }) => message.role !== 'user').slice(-SUMMARY_ENTRIES);
  const sources = runToEnd(summaries.sourcesOf(told, { entries: new Map() })).map((source) => ({
    ...source,
    text: source.text.slice(-SUMMARY_CHARACTERS),
    toolArguments: [],
  }));
  const request = { sources, maxTokens: SUMMARY_TOKENS, count: estimateTokens };
  const { points = [] } = runToEnd(summaries.summarisingExtractively(request));
  const texts = told.map(({ message }) => textOf(message).trim());
  return blockLine(points.map(({ text }) => text).join(' ') || (texts.findLast(Boolean) ?? ''));
}
