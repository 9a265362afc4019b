import type { KnownRecord, MemoryRecord } from '@agent-memory/long-term';
import { shownText } from '../source/message-text.ts';
import {
  capitalised,
  formatAge,
  formatConfidence,
  formatCount,
  formatMoment,
} from '../words/format.ts';
import { endWords, kindWords, sourceWords, typeWords } from './record-words.ts';

/** A fact of a record, named. */
export interface NamedFact {
  readonly name: string;
  readonly value: string;
}

/** Why a record holds no more; `undefined` while it holds. Its fading is known to the memory alone. */
export function endOf(record: MemoryRecord, nowMs: number): string | undefined {
  const { ended, pinned, muted, expiresAtMs, reviewByMs } = record;
  if (ended) return `${capitalised(endWords(ended.why))}, ${formatMoment(ended.atMs, nowMs)}`;
  if (pinned || muted) return undefined;
  if (expiresAtMs !== undefined && expiresAtMs <= nowMs) return capitalised(endWords('expired'));
  const isOverdue = record.source === 'external' && reviewByMs !== undefined && reviewByMs <= nowMs;
  return isOverdue ? capitalised(endWords('unconfirmed')) : undefined;
}

/** The facts that are known. Its own fields may be hostile, and hide nothing. */
export function namedFacts(
  facts: readonly (readonly [name: string, words: string | undefined])[],
): readonly NamedFact[] {
  return facts.flatMap(([name, words]) =>
    words === undefined ? [] : [{ name, value: shownText(words) }],
  );
}

/** The kind of statement it is, and what it is about. */
export function contentFacts(record: MemoryRecord): readonly NamedFact[] {
  const { type, kind, namespace, author, subject, key, value } = record;
  return namedFacts([
    ['type', typeWords(type)],
    ['kind', kindWords(kind)],
    ['namespace', namespace],
    ['written by', author],
    ['reviewed by', record.reviewedBy],
    ['subject', subject],
    ['key', key],
    ['value', value === undefined ? undefined : JSON.stringify(value)],
  ]);
}

/** All that is known about a record beside its text and its provenance. */
export function factsOf({ record }: KnownRecord, nowMs: number): readonly NamedFact[] {
  const { metadata, createdAtMs, validFromMs, updatedAtMs, lastUsedAtMs, uses } = record;
  const moment = (ms: number | undefined) =>
    ms === undefined ? undefined : formatMoment(ms, nowMs);
  const used = lastUsedAtMs === undefined ? '' : `, last ${formatMoment(lastUsedAtMs, nowMs)}`;
  return [
    ...contentFacts(record),
    ...namedFacts([
      ['created', moment(createdAtMs)],
      ['changed', updatedAtMs === createdAtMs ? undefined : moment(updatedAtMs)],
      ['valid from', validFromMs === createdAtMs ? undefined : moment(validFromMs)],
      ['confirmed', moment(record.verifiedAtMs)],
      ['used', uses === 0 ? 'never' : `${formatCount(uses, 'time')}${used}`],
      ['deadline', moment(record.deadlineMs)],
      ['expires', moment(record.expiresAtMs)],
      ['confirm by', moment(record.reviewByMs)],
      ['metadata', Object.keys(metadata).length === 0 ? undefined : JSON.stringify(metadata)],
    ]),
  ];
}

/** `3 d old`; `new` within the first second. */
export function ageWords(createdAtMs: number, nowMs: number): string {
  const age = formatAge(createdAtMs, nowMs);
  return age === 'now' ? 'new' : `${age} old`;
}

/** One step in the history of a record and of those that it corrects. */
interface HistoryStep {
  readonly key: string;
  readonly atMs: number;
  readonly words: string;
  /** The text from then on; absent where it stayed. */
  readonly text?: string;
  /** Another record than the one whose history it is. */
  readonly recordId?: string;
}

/** The history of a record as steps, newest first. */
export function historySteps(
  recordId: string,
  versions: readonly MemoryRecord[],
): readonly HistoryStep[] {
  const before = new Map<string, MemoryRecord>();
  const steps = versions.map((version): HistoryStep => {
    const earlier = before.get(version.id);
    before.set(version.id, version);
    const isNewText = earlier?.text !== version.text;
    return {
      key: `${version.id}:${version.revision}`,
      atMs: version.updatedAtMs,
      words: stepWords(version, earlier),
      ...(isNewText ? { text: version.text } : {}),
      ...(version.id === recordId ? {} : { recordId: version.id }),
    };
  });
  return steps.reverse();
}

function stepWords(version: MemoryRecord, earlier: MemoryRecord | undefined): string {
  const { meaning } = sourceWords(version.source);
  if (earlier === undefined) return `stored: ${meaning}`;
  if (version.ended && !earlier.ended) return endWords(version.ended.why);
  if (earlier.ended && !version.ended) return `said again: ${meaning}`;
  if (version.pinned !== earlier.pinned) return version.pinned ? 'pinned' : 'unpinned';
  if (version.muted !== earlier.muted) {
    return version.muted ? 'kept from recall' : 'recall allowed again';
  }
  if (version.verifiedAtMs !== earlier.verifiedAtMs) return 'confirmed';
  if (version.text !== earlier.text) return `changed: ${meaning}`;
  if (version.evidence.length > earlier.evidence.length) return 'said again in another message';
  return 'changed around its text';
}

const DAY_MS = 86_400_000;

/** How the confidence of a record came about, one sentence for each step. */
export function confidenceSentences(
  { record, confidence }: KnownRecord,
  versions: readonly MemoryRecord[],
  nowMs: number,
): readonly string[] {
  const first = versions.find(({ id }) => id === record.id) ?? record;
  const { meaning } = sourceWords(first.source);
  const sentences = [`Began at ${formatConfidence(first.confidence)}: ${meaning}.`];
  if (record.verifiedAtMs !== undefined) {
    sentences.push(`Confirmed since, which makes it ${formatConfidence(record.confidence)}.`);
  } else if (record.confidence !== first.confidence) {
    sentences.push(`Said again since, which makes it ${formatConfidence(record.confidence)}.`);
  }
  if (confidence < record.confidence) {
    const days = Math.floor((nowMs - record.confidenceAtMs) / DAY_MS);
    const lost = formatConfidence(record.confidence - confidence);
    sentences.push(
      `${capitalDays(days)} without a confirmation took ${lost} of it: ${formatConfidence(confidence)} now.`,
    );
  } else if (record.pinned) {
    sentences.push('Pinned: it does not fade.');
  }
  return sentences;
}

function capitalDays(days: number): string {
  return days === 1 ? 'One day' : formatCount(days, 'day');
}
