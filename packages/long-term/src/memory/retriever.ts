import { errorText } from '@agent-memory/core/internal';
import { loadCheck, type TextCheck } from '../guard/load-check.ts';
import { isReviewed, reasonsToHold } from '../quarantine/held-record.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import { mutedTwin } from '../records/muted.ts';
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
import { mutedPlace } from './record-document.ts';

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
    const { listeners } = this.#parts;
    const nowMs = this.#parts.nowMs();
    const { found, records, marked } = await this.#found(query, nowMs, { signal });
    const check = await this.#check();
    const retrieved = judged(found, records, {
      isOrder: (record) =>
        check !== undefined && !isReviewed(record) && reasonsToHold(check, record).length > 0,
      nowMs,
      marked,
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

  /**
   * Records that are marked against recall are found as well, so that it can be said why they are left out. Where
   * one takes the place of a hit, the others are looked for without them: what is marked costs nobody a place.
   */
  async #found(query: MemoryQuery, nowMs: number, { signal }: CallOptions): Promise<Found> {
    const open = await this.#readable.namespaces(query.namespaces, { signal });
    const places = [...open, ...open.map(mutedPlace)];
    const found = await this.#search(query, places, nowMs, { signal });
    const records = await this.#stored(found, { signal });
    const byId = new Map(records.map((record) => [record.id, record]));
    const marked = markedIn(found, byId);
    if (!found.hits.some(({ document }) => byId.get(document.id)?.muted)) {
      return { found, records, marked };
    }
    const others = await this.#search(query, open, nowMs, { signal });
    return { found: others, records: await this.#stored(others, { signal }), marked };
  }

  /** The records of all that was found, as this reader sees them; what is damaged stays as it is. */
  async #stored(
    { hits, cut }: RetrievalResult,
    { signal }: CallOptions,
  ): Promise<readonly MemoryRecord[]> {
    const ids = [...hits.map(({ document }) => document.id), ...cut.map(({ id }) => id)];
    const stored = await this.#parts.settings.store.byIds(ids, { signal });
    return stored.map((record) => (isMemoryRecord(record) ? this.#readable.seen(record) : record));
  }

  async #search(
    query: MemoryQuery,
    namespaces: readonly string[],
    nowMs: number,
    { signal }: CallOptions,
  ): Promise<RetrievalResult> {
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

interface Found {
  readonly found: RetrievalResult;
  readonly records: readonly MemoryRecord[];
  /** Records that are marked against recall and would have been among the found. */
  readonly marked: readonly Marked[];
}

interface Marked {
  readonly record: MemoryRecord;
  readonly score: number;
}

function markedIn(
  { hits, cut }: RetrievalResult,
  byId: ReadonlyMap<string, MemoryRecord>,
): readonly Marked[] {
  const all = [...hits.map(({ document, score }) => ({ id: document.id, score })), ...cut];
  return all.flatMap(({ id, score }) => {
    const record = byId.get(id);
    return record?.muted && isMemoryRecord(record) ? [{ record, score }] : [];
  });
}

interface Judgement {
  readonly nowMs: number;
  readonly marked: readonly Marked[];
  readonly limit: number;
  isReadable(record: MemoryRecord): boolean;
  /** Older code, another app or a file may have let it in: it is looked at again when it is read [GRD-1]. */
  isOrder(record: MemoryRecord): boolean;
}

/** Those of the found that hold, up to the limit; the rest is cut, and why. */
function judged(
  found: RetrievalResult,
  records: readonly MemoryRecord[],
  { nowMs, limit, marked, isReadable, isOrder }: Judgement,
): Retrieved {
  const whole = records.filter(isMemoryRecord);
  const byId = new Map(whole.map((record) => [record.id, record]));
  const hits: RetrievedRecord[] = [];
  const keptOut = marked.filter(({ record }) => isReadable(record));
  const cut: CutRecord[] = keptOut.map(({ record, score }) => ({
    id: record.id,
    rule: 'MUTED',
    score,
  }));
  const markedRecords = keptOut.map(({ record }) => record);
  const isNamed = new Set(markedRecords.map(({ id }) => id));
  for (const hit of found.hits) {
    const record = byId.get(hit.document.id);
    // Gone from the store, or not for this reader: not a word about it.
    if (record === undefined || !isReadable(record) || isNamed.has(record.id)) continue;
    const standing = standingOf(record, nowMs);
    const { id } = record;
    const twin = mutedTwin(record, markedRecords);
    if (standing !== 'active') cut.push({ id, rule: 'NOT_ACTIVE', score: hit.score, standing });
    else if (record.muted) cut.push({ id, rule: 'MUTED', score: hit.score });
    else if (twin) cut.push({ id, rule: 'MUTED', score: hit.score, duplicateOf: twin.id });
    else if (isOrder(record)) cut.push({ id, rule: 'HELD', score: hit.score });
    else if (hits.length === limit) cut.push({ id, rule: 'BELOW_LIMIT', score: hit.score });
    else hits.push(retrievedRecord(record, hit, hits.length + 1, nowMs));
  }
  const damaged = records.length - whole.length;
  const problems = damaged === 0 ? [] : [`Left out, because they are damaged: ${damaged} records.`];
  const left = found.cut.filter(({ id }) => !isNamed.has(id));
  const all = [...cut, ...left];
  if (keptOut.length > 0) all.sort((one, other) => other.score - one.score);
  return { hits, cut: all, degraded: [...found.degraded, ...problems] };
}

function retrievedRecord(
  record: MemoryRecord,
  { score, signals }: RetrievalHit,
  rank: number,
  nowMs: number,
): RetrievedRecord {
  return { ...knownRecord(record, nowMs), rank, score, signals };
}
