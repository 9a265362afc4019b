import type { Entry } from '@agent-memory/core';
import type { CallFacts, KeptCalls } from '../source/call-facts.ts';
import { formatAge, formatMoment, formatTokens, formatWhole, wordsFrom } from '../words/format.ts';
import type { TimeColumn } from './time-columns.ts';

/** A mark in words. */
export const markWords = wordsFrom({
  refusal: 'refused, nothing was sent',
  error: 'error',
  compaction: 'compaction',
  undo: 'compaction undone',
  retrieval: 'retrieval',
  'head-move': 'another branch',
  settings: 'settings changed',
});

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

/** The times of a message; both are of the session, whenever it is looked at. */
type Timed = Pick<Entry, 'seq' | 'createdAtMs'>;

/** `14:02:11` and `3 min before the newest message`, as far as there is something to say. */
export function timeFacts(entry: Timed, newest: Timed): readonly string[] {
  const moment = formatMoment(entry.createdAtMs, newest.createdAtMs);
  const before = formatAge(entry.createdAtMs, newest.createdAtMs);
  if (entry.seq >= newest.seq) return [moment, 'the newest message'];
  return before === 'now' ? [moment] : [moment, `${before} before the newest message`];
}
