import type { Clock } from '@agent-memory/core';
import { DATE_LOCALES, type DateLocale } from '../dates/date-parser.ts';
import * as check from '../platform/check-argument.ts';
import { type NamespaceOptions, namespacesOf } from '../policy/namespaces.ts';
import type { AllowedNature } from '../policy/write-policy.ts';
import type { RetrievalIndex } from '../retrieval/retrieval-index.ts';
import {
  checkRetrievalOptions,
  type RetrievalIndexOptions,
} from '../retrieval/retrieval-options.ts';
import type { RecordStore } from '../store/record-store.ts';
import type { SourceSessions } from './source-sessions.ts';

/** How a long-term memory is set up; every field may be left out. */
export interface LongTermMemoryOptions extends NamespaceOptions {
  /** Where records live. Default: in memory, gone with the page. */
  readonly store?: RecordStore;
  /**
   * How records are found: the options of `createRetrievalIndex`. With `embedder` by their meaning too;
   * with `segments` the index outlives the page, and is not filled again at each start. Its code is
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
   * The sessions that records were drawn from, `sessionCatalog(store)` of `@agent-memory/sessions`: for
   * `erase` with `includeSources`. Default: none, and such a call is refused.
   */
  readonly sessions?: SourceSessions;
  /**
   * As for `createAgentMemory`: texts, values, subjects, aliases and metadata of records pass through it on their way
   * to the store, and once more when they are exported. Ids, keys and names of fields stay. Default: none.
   */
  readonly redact?: (text: string) => string;
  readonly clock?: Clock;
  /** Natures that are stored beyond the table: `status`, `tool-readable`. Default: neither. */
  readonly allow?: readonly AllowedNature[];
  /**
   * How long a hypothesis is flagged for review, and a claim from outside is kept, in milliseconds; `Infinity`: for
   * ever. Default: an hour.
   */
  readonly hypothesisLifeMs?: number;
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

const OPTIONS: check.Checks<LongTermMemoryOptions> = {
  store: check.having('revision', 'commit', 'byIds', 'page', 'changesSince'),
  retrieval: check.anything,
  index: (index) =>
    typeof index === 'function' ? undefined : check.having('add', 'search')(index),
  indexName: check.aName,
  sessions: check.having('eraseEntries', 'eraseShown'),
  redact: check.aFunction,
  clock: check.having('nowMs'),
  allow: check.listOf(new Set(['status', 'tool-readable'] satisfies AllowedNature[])),
  hypothesisLifeMs: check.aDuration,
  locale: check.oneOf(DATE_LOCALES),
  utcOffsetMinutes: check.checkThat(
    'must be minutes',
    (value) => typeof value === 'number' && Math.abs(value) <= 900,
  ),
  sweepEveryMs: check.aDuration,
  user: check.anything,
  namespace: check.anything,
  alsoRead: check.anything,
  trustInOthers: check.checkThat(
    'must be a number from 0 to 1',
    (value) => typeof value === 'number' && value >= 0 && value <= 1,
  ),
  mayChangeOthers: check.aFlag,
};

/**
 * Looks at the options of a memory, without the code of one.
 * @throws InvalidOptionError if an option is not known or makes no sense.
 */
export function checkMemoryOptions(options: LongTermMemoryOptions): void {
  check.checkFields(options, OPTIONS, 'createLongTermMemory');
  namespacesOf(options);
  const { retrieval = {} } = options;
  checkRetrievalOptions(retrieval, 'createLongTermMemory.retrieval');
}
