import type { CallFacts, CallMark, KeptCalls } from '../source/call-facts.ts';
import { knownWords, wordsOfCode } from './code-words.ts';
import { formatTokens, formatWhole } from './format.ts';
import type { TimeColumn } from './time-columns.ts';

const MARK_WORDS: Readonly<Record<string, string>> = {
  refusal: 'refused, nothing was sent',
  error: 'error',
  compaction: 'compaction',
  undo: 'compaction undone',
  retrieval: 'retrieval',
  'head-move': 'another branch',
  settings: 'settings changed',
};

/** A mark in words. */
export function markWords(mark: CallMark): string {
  return knownWords(MARK_WORDS, mark) ?? wordsOfCode(mark);
}

/** `Call 31 of 61` */
export function callTitle(call: number, { last }: Pick<KeptCalls, 'last'>): string {
  return `Call ${formatWhole(call)} of ${formatWhole(last)}`;
}

/** `7,812 of 8,000 tokens` */
export function callTokens({ totalTokens, tokenSource, inputTokens }: CallFacts): string {
  return `${formatTokens(totalTokens, tokenSource)} of ${formatWhole(inputTokens)} tokens`;
}

/** The value of the strip for those who listen: `Call 31 of 61: 7,812 of 8,000 tokens, compaction`. */
export function spokenCall(call: CallFacts, kept: KeptCalls): string {
  const figures = `${formatWhole(call.totalTokens)} of ${formatWhole(call.inputTokens)} tokens`;
  return [`${callTitle(call.call, kept)}: ${figures}`, ...call.marks.map(markWords)].join(', ');
}

/** The calls and marks of a column that the pointer rests on. */
export function columnTitle(
  { fromCall, toCall }: Pick<TimeColumn, 'fromCall' | 'toCall'>,
  kept: KeptCalls,
): string {
  if (fromCall === toCall) return callTitle(fromCall, kept);
  return `Fullest of ${formatWhole(fromCall)}–${formatWhole(toCall)}`;
}
