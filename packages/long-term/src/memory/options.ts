import { systemClock } from '@agent-memory/core';
import { namespacesOf } from '../policy/namespaces.ts';
import { People } from '../policy/people.ts';
import { HYPOTHESIS_LIFE_MS, WRITE_POLICY } from '../policy/write-policy.ts';
import { HOUR_MS } from '../records/time.ts';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import type { LongTermMemoryOptions } from './check-options.ts';
import { LateIndex, type NamedIndex, namedIndex, plainIndex } from './package-index.ts';
import { redactedWords } from './redacted-words.ts';

/** Options with their defaults in place. */
export type MemorySettings = ReturnType<typeof readOptions>;

/** Gives options that were looked at their defaults. */
export function readOptions(options: LongTermMemoryOptions) {
  const { utcOffsetMinutes: offset, allow = [], locale = 'en' } = options;
  const { hypothesisLifeMs = HYPOTHESIS_LIFE_MS } = options;
  const { sweepEveryMs = isBrowser() ? HOUR_MS : 0 } = options;
  const { trustInOthers = WRITE_POLICY.sources.external.confidence } = options;
  const { mayChangeOthers = false } = options;
  const namespaces = namespacesOf(options);
  return {
    namespaces,
    people: new People(namespaces, { trustInOthers, mayChangeOthers }),
    store: options.store ?? inMemoryRecordStore(),
    index: indexOf(options),
    sessions: options.sessions,
    redacted: redactedWords(options.redact),
    clock: options.clock ?? systemClock,
    allowed: new Set(allow),
    hypothesisLifeMs,
    sweepEveryMs,
    locale,
    utcOffsetMinutes:
      offset === undefined ? (atMs: number) => -new Date(atMs).getTimezoneOffset() : () => offset,
  };
}

function indexOf({ index, indexName, retrieval = {} }: LongTermMemoryOptions): NamedIndex {
  const own = namedIndex(retrieval, 'createLongTermMemory.retrieval');
  if (index === undefined) return { ...own, name: indexName ?? own.name };
  const make = typeof index === 'function' ? index : () => index;
  return { index: new LateIndex(make, plainIndex), name: indexName };
}

function isBrowser(): boolean {
  return typeof document !== 'undefined' || 'WorkerGlobalScope' in globalThis;
}
