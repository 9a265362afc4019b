import { type Clock, InvalidOptionError, systemClock } from '@agent-memory/core';
import type { KnownNames } from '@agent-memory/core/internal';
import { DATE_LOCALES, type DateLocale } from '../dates/date-parser.ts';
import { checkName, fieldsOf, invalid } from '../platform/check-argument.ts';
import { checkPort } from '../platform/check-port.ts';
import { type NamespaceOptions, namespacesOf } from '../policy/namespaces.ts';
import { type AllowedNature, HYPOTHESIS_LIFE_MS, WRITE_POLICY } from '../policy/write-policy.ts';
import { HOUR_MS } from '../records/time.ts';
import type { RetrievalIndex } from '../retrieval/retrieval-index.ts';
import {
  checkRetrievalOptions,
  type RetrievalIndexOptions,
} from '../retrieval/retrieval-options.ts';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import type { RecordStore } from '../store/record-store.ts';
import { lateIndex } from './late-index.ts';
import { packageIndex, packageIndexInPage, plainIndex } from './package-index.ts';
import type { SourceSessions } from './source-sessions.ts';

/** How a long-term memory is set up; every field may be left out. */
export interface LongTermMemoryOptions extends NamespaceOptions {
  /** Where records live. Default: in memory, gone with the page. */
  readonly store?: RecordStore;
  /**
   * How records are found: the options of `createRetrievalIndex`. With `embedder` by their meaning too;
   * with `segments` the index outlives the page, and is not filled anew at each start. Its code is
   * fetched with the first call. Default: by words and their neighbours, in English.
   */
  readonly retrieval?: RetrievalIndexOptions;
  /** Another index, or a function that makes it when it is first used; `retrieval` is of no effect then. */
  readonly index?: RetrievalIndex | (() => RetrievalIndex | Promise<RetrievalIndex>);
  /**
   * Where an index of your own outlives the page: the name under which the store remembers how far it
   * has come. Default: that of `retrieval` where it has `segments`.
   */
  readonly indexName?: string;
  /**
   * The sessions that records were drawn from, `sessionCatalog(store)` of core: for `erase` with
   * `includeSources`. Default: none, and such a call is refused.
   */
  readonly sessions?: SourceSessions;
  readonly clock?: Clock;
  /** Natures that are stored beyond the table: `status`, `tool-readable`. Default: neither. */
  readonly allow?: readonly AllowedNature[];
  /** How long a hypothesis waits for its review, in milliseconds; `Infinity`: for ever. Default: an hour. */
  readonly hypothesisLifeMs?: number;
  /**
   * How long a text waits in quarantine before it is erased, in milliseconds; `Infinity`: until somebody looks.
   * Default: 30 days [GRD-3].
   */
  readonly quarantineLifeMs?: number;
  /** The language that relative dates are read in. Default: `en`. */
  readonly locale?: DateLocale;
  /** Minutes by which the user's clock is ahead of UTC. Default: that of the device. */
  readonly utcOffsetMinutes?: number;
  /**
   * How long after a sweep the leading tab cleans up again, in milliseconds; 0: never by itself.
   * Default: an hour in a browser; elsewhere never, since a timer would keep the program running.
   */
  readonly sweepEveryMs?: number;
}

const OPTIONS = {
  store: true,
  retrieval: true,
  index: true,
  indexName: true,
  sessions: true,
  clock: true,
  allow: true,
  hypothesisLifeMs: true,
  quarantineLifeMs: true,
  locale: true,
  utcOffsetMinutes: true,
  sweepEveryMs: true,
  user: true,
  namespace: true,
  agent: true,
  alsoRead: true,
} as const satisfies KnownNames<LongTermMemoryOptions>;

/** Options with their defaults in place. */
export type MemorySettings = ReturnType<typeof readOptions>;

/** @throws InvalidOptionError if an option is not known or makes no sense. */
export function readOptions(options: LongTermMemoryOptions) {
  fieldsOf(options, OPTIONS, 'createLongTermMemory');
  const { utcOffsetMinutes: offset } = options;
  if (offset !== undefined && !(typeof offset === 'number' && Math.abs(offset) <= 900)) {
    throw invalid('utcOffsetMinutes', 'must be minutes', offset);
  }
  if (options.indexName !== undefined) checkName(options.indexName, 'indexName');
  const { retrieval = {} } = options;
  checkRetrievalOptions(retrieval, 'createLongTermMemory.retrieval');
  checkPort('store', options.store, 'revision', 'commit', 'byIds', 'page', 'changesSince');
  if (typeof options.index !== 'function') checkPort('index', options.index, 'add', 'search');
  checkPort('sessions', options.sessions, 'eraseEntries', 'eraseShown');
  checkPort('clock', options.clock, 'nowMs');
  return {
    namespaces: namespacesOf(options),
    store: options.store ?? inMemoryRecordStore(),
    index: indexOf(options),
    indexName: options.indexName ?? nameOf(options),
    sessions: options.sessions,
    clock: options.clock ?? systemClock,
    allowed: allowedOf(options.allow),
    hypothesisLifeMs: durationOf('hypothesisLifeMs', options.hypothesisLifeMs, HYPOTHESIS_LIFE_MS),
    quarantineLifeMs: durationOf(
      'quarantineLifeMs',
      options.quarantineLifeMs,
      WRITE_POLICY.quarantine.ttlMs,
    ),
    sweepEveryMs: durationOf('sweepEveryMs', options.sweepEveryMs, isBrowser() ? HOUR_MS : 0),
    locale: localeOf(options.locale),
    utcOffsetMinutes:
      offset === undefined ? (atMs: number) => -new Date(atMs).getTimezoneOffset() : () => offset,
  };
}

function indexOf({ index, retrieval = {} }: LongTermMemoryOptions) {
  if (index !== undefined) {
    return lateIndex(typeof index === 'function' ? index : () => index, plainIndex);
  }
  const inPage = (problem: string) => packageIndexInPage(retrieval, problem);
  return lateIndex(() => packageIndex(retrieval), inPage);
}

/** An index that begins empty with each page has no name. */
function nameOf({ index, retrieval = {} }: LongTermMemoryOptions): string | undefined {
  return index === undefined && retrieval.segments ? (retrieval.name ?? 'memory') : undefined;
}

function durationOf(option: string, given: number | undefined, fallback: number): number {
  const duration = given === undefined ? fallback : given;
  if (typeof duration === 'number' && duration >= 0) return duration;
  throw invalid(option, 'must be milliseconds, 0 or more', given);
}

function localeOf(locale: DateLocale = 'en'): DateLocale {
  if (DATE_LOCALES.includes(locale)) return locale;
  throw new InvalidOptionError('locale', `must be one of ${DATE_LOCALES.join(', ')}.`);
}

function allowedOf(natures: readonly AllowedNature[] = []): ReadonlySet<AllowedNature> {
  const isAllowed = (nature: AllowedNature) => WRITE_POLICY.natures[nature]?.verdict === 'allowed';
  if (Array.isArray(natures) && natures.every(isAllowed)) return new Set(natures);
  throw new InvalidOptionError('allow', 'must be a list of `status` and `tool-readable`.');
}

/** A page or a worker of one. */
function isBrowser(): boolean {
  return typeof document !== 'undefined' || 'WorkerGlobalScope' in globalThis;
}
