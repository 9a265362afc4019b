import { errorText } from '@agent-memory/core/internal';
import { auditOf } from '../change/change-record.ts';
import { isSaidOtherwise } from '../change/said-otherwise.ts';
import { loadCheck, type TextCheck } from '../guard/load-check.ts';
import { ordersIn } from '../quarantine/held-record.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import { mutedTwin } from '../records/muted.ts';
import { isMemoryRecord } from '../records/record-problem.ts';
import { standingOf } from '../records/standing.ts';
import type { RetrievalHit, RetrievalResult } from '../retrieval/retrieval-index.ts';
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
    const nowMs = this.#parts.nowMs();
    const found = await this.#found(query, nowMs, { signal });
    const check = await this.#check();
    const judged = this.#judged(found, check, query, nowMs);
    const retrieved = await this.#withCounterparts(judged, check, nowMs, { signal });
    const recordIds = retrieved.hits.map(({ record }) => record.id);
    if (query.countsAsUse !== false) await this.#countUse(retrieved.hits, nowMs);
    this.#parts.listeners.tell(() => ({
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
   * one replaces a hit, the others are looked for without them: what is marked costs nobody a place.
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

  /** The records of all that was found; what is damaged stays as it is. */
  #stored(
    { hits, cut }: RetrievalResult,
    { signal }: CallOptions,
  ): Promise<readonly MemoryRecord[]> {
    const ids = [...hits.map(({ document }) => document.id), ...cut.map(({ id }) => id)];
    return this.#parts.settings.store.byIds(ids, { signal });
  }

  async #search(
    query: MemoryQuery,
    namespaces: readonly string[],
    nowMs: number,
    { signal }: CallOptions,
  ): Promise<RetrievalResult> {
    if (namespaces.length === 0) return { hits: [], cut: [], degraded: [] };
    const { types, kinds, sources, fromMs, toMs, maxTokens, minScore } = query;
    return this.#parts.records.search({
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
      ...(minScore === undefined ? {} : { minScore }),
      nowMs,
      ...(signal === undefined ? {} : { signal }),
    });
  }

  /** It is asked when it has all that the store has; one whose worker ended is made again, filled and asked again. */
  async #check(): Promise<TextCheck | undefined> {
    try {
      return await loadCheck();
    } catch (error) {
      this.#parts.onProblem(
        `What was recalled could not be checked again for orders. ${errorText(error)}`,
      );
      return undefined;
    }
  }

  /** A use is no reason to fail: what was found is given out. */
  async #countUse(hits: readonly RetrievedRecord[], atMs: number): Promise<void> {
    if (hits.length === 0) return;
    const records = hits.map(({ record }) => record);
    const recordIds = records.map(({ id }) => id);
    const audit = auditOf('recall', records, atMs);
    try {
      await this.#parts.settings.store.commit({ use: { recordIds, atMs }, audit });
    } catch (error) {
      this.#parts.onProblem(
        `A recall could not be written down; its records were given out. ${String(error)}`,
      );
    }
  }

  /** Those of the found that hold, up to the limit; the rest is cut, and why. */
  #judged(
    { found, records, marked }: Found,
    check: TextCheck | undefined,
    { text, limit = HITS }: MemoryQuery,
    nowMs: number,
  ): Retrieved {
    const { people } = this.#parts.settings;
    const isReadable = (record: MemoryRecord) => this.#readable.includes(record.namespace);
    const isOrder = (record: MemoryRecord) => this.#isOrder(record, check);
    const whole = records.filter(isMemoryRecord);
    const byId = new Map(whole.map((record) => [record.id, record]));
    const hits: RetrievedRecord[] = [];
    const keptOut = marked.filter(({ record }) => isReadable(record));
    const cut: CutRecord[] = keptOut.map(({ record, score }) => ({
      id: record.id,
      rule: 'MUTED',
      score,
    }));
    const isNamed = new Set(keptOut.map(({ record }) => record.id));
    // A mark of another user hides what they wrote, and nothing else.
    const markedRecords = keptOut
      .map(({ record }) => record)
      .filter((record) => !people.isOfOther(record));
    for (const hit of found.hits) {
      const { document, score } = hit;
      const record = this.#ownWordFor(document.id, found, byId, nowMs);
      // Gone from the store, or not for this reader: not a word about it.
      if (record === undefined || !isReadable(record) || isNamed.has(record.id)) continue;
      const standing = standingOf(record, nowMs);
      const { id } = record;
      if (id !== document.id) {
        isNamed.add(id);
        cut.push({ id: document.id, rule: 'DUPLICATE', score, duplicateOf: id });
      }
      const twin = mutedTwin(record, markedRecords);
      if (standing !== 'active') cut.push({ id, rule: 'NOT_ACTIVE', score, standing });
      else if (record.muted) cut.push({ id, rule: 'MUTED', score });
      else if (twin) cut.push({ id, rule: 'MUTED', score, duplicateOf: twin.id });
      else if (isOrder(record)) cut.push({ id, rule: 'HELD', score });
      else if (isBesideThePoint(record, hit)) cut.push({ id, rule: 'SCORE_BELOW_CUT', score });
      else if (hits.length === limit) cut.push({ id, rule: 'BELOW_LIMIT', score });
      else {
        const known = { ...people.read(record, nowMs), rank: hits.length + 1, ...whyFound(hit) };
        hits.push(isSaidOtherwise(text, record) ? { ...known, saidOtherwise: true } : known);
      }
    }
    const damaged = records.length - whole.length;
    const problems =
      damaged === 0 ? [] : [`Left out, because they are damaged: ${damaged} records.`];
    const left = found.cut.filter(({ id }) => !isNamed.has(id));
    const all = [...cut, ...left];
    if (keptOut.length > 0) all.sort((one, other) => other.score - one.score);
    return { hits, cut: all, degraded: [...found.degraded, ...problems] };
  }

  /** Older code, another app or a file may have let it in: it is looked at again when it is read [GRD-1]. */
  #isOrder(record: MemoryRecord, check: TextCheck | undefined): boolean {
    const isOfOther = this.#parts.settings.people.isOfOther(record);
    return check === undefined ? isOfOther : ordersIn(check, record, isOfOther).length > 0;
  }

  /** Behind each hit those that may contradict it, found or not [LTM-5]. */
  async #withCounterparts(
    { hits, cut, degraded }: Retrieved,
    check: TextCheck | undefined,
    nowMs: number,
    { signal }: CallOptions,
  ): Promise<Retrieved> {
    const ids = new Set(hits.flatMap(({ record }) => record.disputedBy ?? []));
    if (ids.size === 0) return { hits, cut, degraded };
    const { store, people } = this.#parts.settings;
    const others = (await store.byIds([...ids], { signal })).filter(
      (record) =>
        isMemoryRecord(record) &&
        this.#readable.includes(record.namespace) &&
        standingOf(record, nowMs) === 'active' &&
        record.muted !== true &&
        !this.#isOrder(record, check),
    );
    const given = new Map<string, RetrievedRecord>();
    for (const hit of hits) {
      if (!given.has(hit.record.id)) given.set(hit.record.id, hit);
      for (const other of others.filter(({ id }) => hit.record.disputedBy?.includes(id))) {
        if (given.has(other.id)) continue;
        const found = hits.find(({ record }) => record.id === other.id);
        const beside = { ...people.read(other, nowMs), score: 0, signals: {}, rank: 0, ...found };
        given.set(other.id, { ...beside, why: 'counterpart' });
      }
    }
    const ranked = [...given.values()].map((hit, at) => ({ ...hit, rank: at + 1 }));
    return { hits: ranked, cut: cut.filter(({ id }) => !given.has(id)), degraded };
  }

  /** The record of a hit; where another user wrote it and this one says alike, their own word. */
  #ownWordFor(
    id: string,
    { cut }: RetrievalResult,
    byId: ReadonlyMap<string, MemoryRecord>,
    nowMs: number,
  ): MemoryRecord | undefined {
    const { people } = this.#parts.settings;
    const record = byId.get(id);
    if (record === undefined || !people.isOfOther(record)) return record;
    const alike = cut.flatMap((one) => (one.duplicateOf === id ? (byId.get(one.id) ?? []) : []));
    const isOwn = (one: MemoryRecord) =>
      this.#readable.includes(one.namespace) && !people.isOfOther(one);
    return alike.find((one) => isOwn(one) && standingOf(one, nowMs) === 'active') ?? record;
  }
}

/** A record that has aliases and is not named: its words have to have over so much of what is asked. */
const LEAST_COVERED = 0.5;
/** Or its meaning is so near, by cosine. Models whose unlike texts score that much cut nothing. */
const LEAST_COSINE = 0.55;

/** Whether a record says by which names it is asked for, and none of them nor much of its words was. */
function isBesideThePoint({ aliases = [] }: MemoryRecord, hit: RetrievalHit): boolean {
  const { named, covered, signals } = hit;
  if (aliases.length === 0 || named !== undefined || covered === undefined) return false;
  return covered <= LEAST_COVERED && (signals.meaning?.score ?? 0) < LEAST_COSINE;
}

function whyFound({
  score,
  signals,
  named,
}: RetrievalHit): Pick<RetrievedRecord, 'score' | 'signals' | 'why' | 'named'> {
  if (named !== undefined) return { score, signals, why: 'named', named };
  const shareOf = (name: string) => signals[name]?.share ?? 0;
  const isMeant = shareOf('meaning') > shareOf('words') + shareOf('neighbour-words');
  return { score, signals, why: isMeant ? 'meaning' : 'words' };
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
