import type { KnownNames } from '@agent-memory/core/internal';
import {
  checkFlag,
  checkLimit,
  checkName,
  checkNumber,
  checkOneOf,
  checkText,
  type Fields,
  fieldsOf,
  invalid,
} from '../platform/check-argument.ts';
import { MEMORY_KINDS, MEMORY_TYPES, RECORD_SOURCES } from '../records/record-names.ts';
import type {
  CallOptions,
  ConfirmOptions,
  EraseOptions,
  ImportOptions,
  ListFilter,
  ListOptions,
  MemoryFilter,
  MemoryQuery,
  ReleaseOptions,
  SessionSummaryDraft,
} from './long-term-memory.ts';

const CALL = { signal: true } as const satisfies KnownNames<CallOptions>;
const LISTING = { ...CALL, limit: true, after: true } as const satisfies KnownNames<ListOptions>;
const ERASING = { ...CALL, includeSources: true } as const satisfies KnownNames<EraseOptions>;
const CONFIRMING = { ...CALL, by: true } as const satisfies KnownNames<ConfirmOptions>;
const RELEASING = { ...CONFIRMING, as: true } as const satisfies KnownNames<ReleaseOptions>;
const IMPORTING = { ...CALL, from: true } as const satisfies KnownNames<ImportOptions>;
const FILTER = {
  namespaces: true,
  types: true,
  kinds: true,
  sources: true,
  fromMs: true,
  toMs: true,
} as const satisfies KnownNames<MemoryFilter>;
const LIST = {
  ...FILTER,
  subject: true,
  keyPrefix: true,
} as const satisfies KnownNames<ListFilter>;
const QUERY = {
  ...FILTER,
  text: true,
  limit: true,
  maxTokens: true,
  countsAsUse: true,
} as const satisfies KnownNames<MemoryQuery>;
const START = { task: true, limit: true } as const;
const SUMMARY = {
  sessionId: true,
  text: true,
  type: true,
  evidence: true,
  metadata: true,
  source: true,
} as const satisfies KnownNames<SessionSummaryDraft>;
const KEY = { key: true, namespace: true } as const;
const TARGET = { id: true, ...KEY, everything: true } as const;

const LISTS = {
  namespaces: undefined,
  types: MEMORY_TYPES,
  kinds: MEMORY_KINDS,
  sources: RECORD_SOURCES,
} as const satisfies Partial<Record<keyof MemoryFilter, ReadonlySet<string> | undefined>>;

/**
 * Arguments of calls, looked at before anything is done with them: a slip in a filter or a target
 * must not stand for everything. Each throws InvalidOptionError, which the call rejects with.
 */
export function checkObject(options: unknown, call: string): void {
  if (typeof options !== 'object' || options === null) {
    throw invalid(call, 'takes an object of options', options);
  }
}

export function checkCall(options: unknown, call: string): void {
  fieldsOf(options, CALL, call);
}

/** Calls that take more than a signal. */
export function checkOptions(options: unknown, call: string): void {
  if (call === 'list' || call === 'audit' || call === 'quarantine.list') {
    checkListing(options, call);
  } else if (call === 'verify' || call === 'quarantine.erase') {
    checkConfirming(options, CONFIRMING, call);
  } else if (call === 'quarantine.release') checkReleasing(options, call);
  else if (call === 'importLines') checkImporting(options, call);
  else if (call === 'erase') checkErasing(options);
  else checkCall(options, call);
}

function checkListing(options: unknown, call: string): void {
  const { limit, after } = fieldsOf(options, LISTING, call);
  checkLimit(limit, call);
  checkText(after, `${call}.after`);
}

function checkErasing(options: unknown): void {
  const { includeSources } = fieldsOf(options, ERASING, 'erase');
  checkFlag(includeSources, 'erase.includeSources');
}

function checkConfirming(options: unknown, known: Readonly<Record<string, true>>, call: string) {
  const fields = fieldsOf(options, known, call);
  if (fields.by !== undefined) checkName(fields.by, `${call}.by`);
  return fields;
}

function checkReleasing(options: unknown, call: string): void {
  const { as } = checkConfirming(options, RELEASING, call);
  checkOneOf(as, ['reference', 'claim'], `${call}.as`);
}

function checkImporting(options: unknown, call: string): void {
  const { from } = fieldsOf(options, IMPORTING, call);
  checkOneOf(from, ['backup', 'outside'], `${call}.from`);
}

export function checkFilter(filter: unknown, call: string): void {
  checkFilterFields(fieldsOf(filter, FILTER, call), call);
}

export function checkListFilter(filter: unknown): void {
  const fields = fieldsOf(filter, LIST, 'list');
  checkFilterFields(fields, 'list');
  checkText(fields.subject, 'list.subject');
  checkText(fields.keyPrefix, 'list.keyPrefix');
}

export function checkQuery(query: unknown): void {
  const fields = fieldsOf(query, QUERY, 'retrieve');
  checkFilterFields(fields, 'retrieve');
  if (typeof fields.text !== 'string')
    throw invalid('retrieve.text', 'must be a text', fields.text);
  checkLimit(fields.limit, 'retrieve');
  checkNumber(fields.maxTokens, 'retrieve.maxTokens');
  checkFlag(fields.countsAsUse, 'retrieve.countsAsUse');
}

export function checkStart(start: unknown): void {
  const { task, limit } = fieldsOf(start, START, 'startOf');
  if (typeof task !== 'string') throw invalid('startOf.task', 'must be a text', task);
  checkLimit(limit, 'startOf');
}

/** Its own field alone: the rest is checked as a draft. */
export function checkSummary(summary: unknown): void {
  checkName(fieldsOf(summary, SUMMARY, 'summarizeSession').sessionId, 'summarizeSession.sessionId');
}

export function checkTime(timeMs: unknown, call: string): void {
  if (timeMs === undefined) throw invalid(`${call}.timeMs`, 'must be milliseconds', timeMs);
  checkNumber(timeMs, `${call}.timeMs`);
}

export function checkRef(ref: unknown, call: string): void {
  const place = `${call}.ref`;
  if (typeof ref === 'string' && ref !== '') return;
  if (typeof ref !== 'object' || ref === null || !('key' in ref)) {
    throw invalid(place, 'must be the id of a record as a text, or `{ key, namespace? }`', ref);
  }
  const { key, namespace } = fieldsOf(ref, KEY, place);
  checkName(key, `${place}.key`);
  if (namespace !== undefined) checkName(namespace, `${place}.namespace`);
}

/**
 * One target and no other: whatever cannot be understood erases nothing [LTM-8]. A name that is there
 * without a value counts: `{ key: undefined, namespace }` is not meant for the whole namespace.
 */
export function checkTarget(target: unknown): void {
  const fields = fieldsOf(target, TARGET, 'erase');
  const given = Object.keys(TARGET).filter((name) => name in fields);
  const isOne =
    given.length === 1 || (given.length === 2 && 'key' in fields && 'namespace' in fields);
  if (!isOne || Array.isArray(target)) {
    const problem =
      'must be one of `{ id }`, `{ key, namespace? }`, `{ namespace }`, `{ everything: true }`; nothing was erased';
    throw invalid('target', problem, target);
  }
  for (const name of given) {
    if (name !== 'everything') checkName(fields[name], `target.${name}`);
    else if (fields[name] !== true) {
      throw invalid('target.everything', 'must be `true`; nothing was erased', fields[name]);
    }
  }
}

function checkFilterFields(fields: Fields, call: string): void {
  for (const [name, known] of Object.entries(LISTS)) {
    const list = fields[name];
    if (list === undefined) continue;
    const place = `${call}.${name}`;
    if (!Array.isArray(list)) throw invalid(place, 'must be a list', list);
    const stranger = list.find((item) => typeof item !== 'string' || known?.has(item) === false);
    if (stranger === undefined) continue;
    const wanted = known ? [...known].join(', ') : 'names of namespaces';
    throw invalid(place, `must be a list of ${wanted}`, stranger);
  }
  checkNumber(fields.fromMs, `${call}.fromMs`);
  checkNumber(fields.toMs, `${call}.toMs`);
}
