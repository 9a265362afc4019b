import { errorText } from '@agent-memory/core/internal';
import { loadCheck, type TextCheck } from '../guard/load-check.ts';
import { isReviewed, reasonsToHold } from '../quarantine/held-record.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import { isMemoryRecord } from '../records/record-problem.ts';
import { knownRecord, standingOf } from '../records/standing.ts';
import type {
  RetrievalHit,
  RetrievalQuery,
  RetrievalResult,
} from '../retrieval/retrieval-index.ts';
import { overLosses } from './late-index.ts';
import type {
  CallOptions,
  CutRecord,
  MemoryQuery,
  Retrieved,
  RetrievedRecord,
} from './long-term-memory.ts';
import type { MemoryParts } from './memory-parts.ts';
import type { Readable } from './readable.ts';

const HITS = 5;
/** More are asked for than wanted, since some may have ended meanwhile [RET-8]. */
const OVER_FETCH = 2;

/** Finds records: the index says which and why, the store what they say, their standing whether. */
export class Retriever {
  readonly #parts: MemoryParts;
  readonly #readable: Readable;

  constructor(parts: MemoryParts, readable: Readable) {
    this.#parts = parts;
    this.#readable = readable;
  }

  async retrieve(query: MemoryQuery, { signal }: CallOptions): Promise<Retrieved> {
    const { settings, listeners } = this.#parts;
    const nowMs = this.#parts.nowMs();
    const found = await this.#search(query, nowMs, { signal });
    const ids = found.hits.map(({ document }) => document.id);
    const stored = await settings.store.byIds(ids, { signal });
    const records = stored.map((record) =>
      isMemoryRecord(record) ? this.#readable.seen(record) : record,
    );
    const check = await this.#check();
    const retrieved = judged(found, records, {
      isOrder: (record) =>
        check !== undefined && !isReviewed(record) && reasonsToHold(check, record).length > 0,
      nowMs,
      limit: query.limit ?? HITS,
      isReadable: (record) => this.#readable.includes(record.namespace),
    });
    const recordIds = retrieved.hits.map(({ record }) => record.id);
    if (query.countsAsUse !== false) await this.#countUse(retrieved.hits, nowMs);
    listeners.tell(() => ({
      type: 'record-recall',
      recordIds,
      cut: retrieved.cut.length,
      degraded: retrieved.degraded,
      durationMs: this.#parts.nowMs() - nowMs,
    }));
    return retrieved;
  }

  async #search(
    query: MemoryQuery,
    nowMs: number,
    { signal }: CallOptions,
  ): Promise<RetrievalResult> {
    const namespaces = await this.#readable.namespaces(query.namespaces, { signal });
    if (namespaces.length === 0) return { hits: [], cut: [], degraded: [] };
    const { types, kinds, sources, fromMs, toMs, maxTokens } = query;
    return this.#searchIndex({
      text: query.text,
      limit: (query.limit ?? HITS) * OVER_FETCH,
      fields: {
        namespace: namespaces,
        ...(types === undefined ? {} : { type: types }),
        ...(kinds === undefined ? {} : { kind: kinds }),
        ...(sources === undefined ? {} : { source: sources }),
      },
      ...(fromMs === undefined ? {} : { fromMs }),
      ...(toMs === undefined ? {} : { toMs }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
      nowMs,
      ...(signal === undefined ? {} : { signal }),
    });
  }

  /** It is asked when it has all that the store has; one whose worker ended is made anew, filled and asked again. */
  #searchIndex(query: RetrievalQuery): Promise<RetrievalResult> {
    const { keeper, settings } = this.#parts;
    return overLosses(settings.index, async () => {
      const missing = await keeper.refresh({ signal: query.signal });
      const found = await settings.index.search(query);
      return { ...found, degraded: [...found.degraded, ...missing] };
    });
  }

  /** Everything was checked when it was written: without the code of the check it is given out as it is. */
  async #check(): Promise<TextCheck | undefined> {
    try {
      return await loadCheck();
    } catch (error) {
      this.#parts.listeners.tell(() => ({
        type: 'degradation-add',
        sentence: `What was recalled could not be checked again for orders. ${errorText(error)}`,
      }));
      return undefined;
    }
  }

  /** A use is no reason to fail: what was found is given out. */
  async #countUse(hits: readonly RetrievedRecord[], atMs: number): Promise<void> {
    if (hits.length === 0) return;
    const namespaces = new Set(hits.map(({ record }) => record.namespace));
    const audit = [...namespaces].map((namespace) => ({
      atMs,
      action: 'recall' as const,
      namespace,
      recordIds: hits
        .filter(({ record }) => record.namespace === namespace)
        .map(({ record }) => record.id),
    }));
    const recordIds = hits.map(({ record }) => record.id);
    try {
      await this.#parts.settings.store.commit({ use: { recordIds, atMs }, audit });
    } catch (error) {
      this.#parts.listeners.tell(() => ({
        type: 'degradation-add',
        sentence: `A recall could not be written down; its records were given out. ${String(error)}`,
      }));
    }
  }
}

interface Judgement {
  readonly nowMs: number;
  readonly limit: number;
  isReadable(record: MemoryRecord): boolean;
  /** Older code, another app or a file may have let it in: it is looked at again when it is read [GRD-1]. */
  isOrder(record: MemoryRecord): boolean;
}

/** Those of the found that hold, up to the limit; the rest is cut, and why. */
function judged(
  found: RetrievalResult,
  records: readonly MemoryRecord[],
  { nowMs, limit, isReadable, isOrder }: Judgement,
): Retrieved {
  const whole = records.filter(isMemoryRecord);
  const byId = new Map(whole.map((record) => [record.id, record]));
  const hits: RetrievedRecord[] = [];
  const cut: CutRecord[] = [];
  for (const hit of found.hits) {
    const record = byId.get(hit.document.id);
    // Gone from the store, or not for this reader: not a word about it.
    if (record === undefined || !isReadable(record)) continue;
    const standing = standingOf(record, nowMs);
    const { id } = record;
    if (standing !== 'active') cut.push({ id, rule: 'NOT_ACTIVE', score: hit.score, standing });
    else if (isOrder(record)) cut.push({ id, rule: 'HELD', score: hit.score });
    else if (hits.length === limit) cut.push({ id, rule: 'BELOW_LIMIT', score: hit.score });
    else hits.push(retrievedRecord(record, hit, hits.length + 1, nowMs));
  }
  const damaged = records.length - whole.length;
  const problems = damaged === 0 ? [] : [`Left out, because they are damaged: ${damaged} records.`];
  return { hits, cut: [...cut, ...found.cut], degraded: [...found.degraded, ...problems] };
}

function retrievedRecord(
  record: MemoryRecord,
  { score, signals }: RetrievalHit,
  rank: number,
  nowMs: number,
): RetrievedRecord {
  return { ...knownRecord(record, nowMs), rank, score, signals };
}
