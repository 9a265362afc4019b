import type { KnownRecord, MemoryRecord } from '@agent-memory/long-term';
import { capitalised } from './code-words.ts';
import { formatAge, formatCount, formatMoment } from './format.ts';
import { endWords, kindWords, typeWords } from './record-words.ts';

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
  const isOverdue = reviewByMs !== undefined && reviewByMs <= nowMs;
  return isOverdue ? capitalised(endWords('unconfirmed')) : undefined;
}

/** The fields of a record beside its text: whom it is for, its names and its times. */
export function factsOf({ record }: KnownRecord, nowMs: number): readonly NamedFact[] {
  const { type, kind, namespace, subject, key, value, metadata } = record;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['type', typeWords(type)],
    ['kind', kindWords(kind)],
    ['namespace', namespace],
    ['subject', subject],
    ['key', key],
    ['value', value === undefined ? undefined : JSON.stringify(value)],
    ...timesOf(record, nowMs),
    ['metadata', Object.keys(metadata).length === 0 ? undefined : JSON.stringify(metadata)],
  ];
  return facts.flatMap(([name, words]) => (words === undefined ? [] : [{ name, value: words }]));
}

function timesOf(
  record: MemoryRecord,
  nowMs: number,
): readonly (readonly [string, string | undefined])[] {
  const { createdAtMs, validFromMs, updatedAtMs, lastUsedAtMs, uses } = record;
  const moment = (ms: number | undefined) =>
    ms === undefined ? undefined : formatMoment(ms, nowMs);
  const used = lastUsedAtMs === undefined ? '' : `, last ${formatMoment(lastUsedAtMs, nowMs)}`;
  return [
    ['created', moment(createdAtMs)],
    ['changed', updatedAtMs === createdAtMs ? undefined : moment(updatedAtMs)],
    ['valid from', validFromMs === createdAtMs ? undefined : moment(validFromMs)],
    ['confirmed', moment(record.verifiedAtMs)],
    ['used', uses === 0 ? 'never' : `${formatCount(uses, 'time')}${used}`],
    ['deadline', moment(record.deadlineMs)],
    ['expires', moment(record.expiresAtMs)],
    ['confirm by', moment(record.reviewByMs)],
  ];
}

/** `3 d old`; `new` within the first second. */
export function ageWords(createdAtMs: number, nowMs: number): string {
  const age = formatAge(createdAtMs, nowMs);
  return age === 'now' ? 'new' : `${age} old`;
}
