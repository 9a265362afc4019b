import type { AbortSignalLike, Entry, FeatureHost, PartHandle } from '@agent-memory/core';
import {
  callListener,
  SerialQueue,
  throwIfAborted,
  withDeadline,
} from '@agent-memory/core/internal';
import { USER_SUBJECT } from '../../change/user/first-person.ts';
import { checkOrHold } from '../../guard/load-check.ts';
import { knownRecords } from '../../manifest/known-records.ts';
import { manifestText } from '../../manifest/manifest-text.ts';
import type { LongTermMemory } from '../../memory/long-term-memory.ts';
import type { MemoryDraft } from '../../policy/memory-draft.ts';
import { withoutOrders } from '../../quarantine/without-orders.ts';
import type { MemoryRecord } from '../../records/memory-record.ts';
import type { Candidate, Findings } from '../candidate.ts';
import { findByPatterns, PATTERNS } from '../find/find-by-patterns.ts';
import { readableEntries } from '../find/readable-entry.ts';
import { findByModel, type ModelParts } from '../model/find-by-model.ts';
import { anyOf } from './any-signal.ts';
import { type CheckText, chooseCandidates, idsOf } from './choose-candidates.ts';
import { type Cursor, cursorAfter, firstNew } from './cursor.ts';
import {
  EXTRACTION_PART,
  type ExtractionState,
  type PendingWrites,
  withReport,
} from './extraction-state.ts';
import { failureOf, storeFailure } from './failure-of.ts';
import { leading } from './leading.ts';
import { outcomesOf } from './outcomes.ts';
import type { ExtractionCause, ExtractionFailure, ExtractionReport } from './report.ts';
import { endOfRuns, isAnswer, turnsOf, wroteMemory } from './turns.ts';

/** The settings of extraction, checked, with their defaults. */
export interface ExtractionSettings {
  /** Absent: patterns alone. */
  readonly byModel: ModelParts | undefined;
  readonly timeoutMs: number;
  /** Names of further tools by which the agent writes memory. */
  readonly ownTools: readonly string[];
  readonly checkText: CheckText | undefined;
}

/** After so many failures in a row patterns read what the model could not, so that nothing waits for good. */
const MOST_FAILURES = 3;
/** Records that a model is told of, and that candidates are compared with. */
const MOST_KNOWN = 200;
/** Messages ahead of the new ones that may be referred to. */
const MESSAGES_BEFORE = 6;
/** Passes of one call: a long backlog goes on with the next run. */
const MOST_PASSES = 40;

/** The work that a pass is about to do. */
interface Work {
  readonly entries: readonly Entry[];
  /** The place of the first new entry. */
  readonly from: number;
  /** The entries to be read, without turns that are passed over. */
  readonly read: readonly Entry[];
  readonly until: number;
  readonly skippedTurns: number;
}

type Begun = Omit<
  ExtractionReport,
  'durationMs' | 'steps' | 'taken' | 'refused' | 'refusedByMemory'
>;

/**
 * Extraction in one session [EXT-1].
 *
 * - One pass at a time, in this tab and among the tabs that share locks.
 * - The cursor moves when everything that was found is written, and at no other time. What was decided on
 *   is stored with the session before it is written, so that a killed tab neither loses it nor has a
 *   model decide on it twice.
 * - Nothing rejects: what goes wrong is in the report.
 */
export class SessionExtraction {
  readonly #host: FeatureHost;
  readonly #longTerm: LongTermMemory;
  readonly #settings: ExtractionSettings;
  readonly #part: PartHandle<ExtractionState>;
  readonly #queue = new SerialQueue();
  readonly #ended = new AbortController();
  readonly #onReport: (report: ExtractionReport) => void;
  #length = 0;
  #lastId: string | undefined;
  #taken: readonly MemoryRecord[] = [];

  constructor(
    host: FeatureHost,
    longTerm: LongTermMemory,
    settings: ExtractionSettings,
    onReport: (report: ExtractionReport) => void,
  ) {
    this.#host = host;
    this.#longTerm = longTerm;
    this.#settings = settings;
    this.#onReport = onReport;
    this.#part = host.part(EXTRACTION_PART);
    host.subscribe(() => this.#look());
  }

  /** Newest last. */
  log(): readonly ExtractionReport[] {
    return this.#part.get().log;
  }

  /** Resolves when nothing is under way. */
  settled(): Promise<void> {
    return this.#queue.run(async () => undefined);
  }

  /** Reads all that is new, in as many passes as it takes. Gives their reports. */
  run(cause: ExtractionCause, signal?: AbortSignalLike): Promise<readonly ExtractionReport[]> {
    return this.#queue.run(async () => {
      const reports: ExtractionReport[] = [];
      while (reports.length < MOST_PASSES) {
        const report = await this.#pass(cause, signal);
        if (report) reports.push(report);
        if (!report || report.failure) break;
      }
      return reports;
    });
  }

  /** The records of this session, as notes that may stand for its messages [CMP-1]. */
  notes() {
    if (this.#taken.length === 0) return undefined;
    const lines = this.#taken.map(({ text }) => `- ${text.replace(/\s+/gu, ' ')}`);
    const { cursor } = this.#part.get();
    // Patterns find single statements: they add to a summary and are none.
    const covered = this.#settings.byModel && cursor.entryId !== undefined;
    const coversToSeq = covered ? firstNew(this.#conversation(), cursor) : 0;
    return { text: `Noted for later sessions:\n${lines.join('\n')}`, coversToSeq };
  }

  dispose(): void {
    this.#ended.abort(new Error('The session was closed.'));
  }

  /** Runs where the newest message has ended a run. It is asked after each change, and looks at new entries alone. */
  #look(): void {
    const known = Math.max(0, this.#length - 1);
    let entries = this.#host.entries(known);
    const isSame = this.#length === 0 || entries[0]?.id === this.#lastId;
    if (!isSame) entries = this.#host.entries();
    else if (this.#length > 0) entries = entries.slice(1);
    if (isSame && entries.length === 0) return;
    const newest = entries.at(-1);
    this.#length = isSame ? this.#length + entries.length : entries.length;
    this.#lastId = newest?.id;
    if (newest && isAnswer(newest)) void this.run('run-end');
  }

  #conversation() {
    const { entries, entry } = this.#host;
    return { entries: entries(), entry };
  }

  /** One pass; `undefined` where there is nothing to read or to write. */
  async #pass(
    cause: ExtractionCause,
    given: AbortSignalLike | undefined,
  ): Promise<ExtractionReport | undefined> {
    const signal = given ? anyOf(given, this.#ended.signal) : this.#ended.signal;
    if (signal.aborted || !this.#hasWork(cause)) return undefined;
    let letGo: (() => void) | undefined;
    try {
      letGo = await leading(`extraction:${this.#host.sessionId}`, signal);
      // A store that hangs must not keep the other tabs from it once this session is closed.
      this.#ended.signal.addEventListener('abort', letGo);
      const { pending } = this.#part.get();
      if (pending) return await this.#finish(cause, pending);
      const work = this.#work(cause);
      return work && (await this.#extract(cause, work, signal));
    } catch (error) {
      // Only a signal ends the wait for the lead; a closed session stores nothing more.
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      if (letGo) this.#ended.signal.removeEventListener('abort', letGo);
      letGo?.();
    }
  }

  #hasWork(cause: ExtractionCause): boolean {
    return this.#part.get().pending !== undefined || this.#work(cause) !== undefined;
  }

  #work(cause: ExtractionCause): Work | undefined {
    const conversation = this.#conversation();
    const { entries } = conversation;
    const from = firstNew(conversation, this.#part.get().cursor);
    const until = cause === 'run-end' ? endOfRuns(entries) : entries.length;
    if (from >= until) return undefined;
    const turns = turnsOf(entries.slice(from, until));
    const kept = turns.filter((turn) => !wroteMemory(turn, this.#settings.ownTools));
    return { entries, from, until, read: kept.flat(), skippedTurns: turns.length - kept.length };
  }

  async #extract(
    cause: ExtractionCause,
    work: Work,
    signal: AbortSignalLike,
  ): Promise<ExtractionReport> {
    const { clock } = this.#host;
    const { failures } = this.#part.get();
    const byModel = failures < MOST_FAILURES ? this.#settings.byModel : undefined;
    const startedAtMs = clock.nowMs();
    const base: Begun = {
      ...this.#base(cause, byModel?.model.name ?? PATTERNS),
      ...rangeOf(work, work.until),
      skippedTurns: work.skippedTurns,
    };
    try {
      const limits = { limitMs: this.#settings.timeoutMs, clock, signal };
      const { findings, until, steps, known } = await withDeadline(
        (own) => this.#find(work, byModel, own),
        limits,
      );
      throwIfAborted(signal);
      const chosen = chooseCandidates(findings, {
        sessionId: this.#host.sessionId,
        known,
        checkText: this.#settings.checkText,
        guard: await checkOrHold(),
      });
      const pending: PendingWrites = {
        drafts: chosen.candidates.map((one) => this.#draftOf(one, base.extractor)),
        cursor: cursorAfter(work.entries, until),
      };
      const found = { ...base, ...rangeOf(work, until), refused: chosen.refused, steps };
      return await this.#write(found, pending, startedAtMs);
    } catch (error) {
      const failure = failureOf(error, signal);
      return this.#failed({ ...base, ...NOTHING, steps: 2 }, failure, startedAtMs);
    }
  }

  /** Reads what is known and the messages, and has the extractor find what is worth keeping. */
  async #find(
    { entries, from, read, until }: Work,
    byModel: ModelParts | undefined,
    signal: AbortSignalLike,
  ): Promise<{
    readonly findings: Findings;
    readonly until: number;
    readonly steps: number;
    readonly known: readonly MemoryRecord[];
  }> {
    const before = readableEntries(entries.slice(Math.max(0, from - MESSAGES_BEFORE), from));
    if (!byModel || read.length === 0) {
      const findings = findByPatterns(readableEntries(read), before);
      return { findings, until, steps: 2, known: [] };
    }
    const all = await knownRecords(this.#longTerm, { most: MOST_KNOWN, signal });
    const { records: known } = await withoutOrders(all, { signal });
    const work = { entries: readableEntries(read), before, known: manifestText(known).text };
    const found = await findByModel(work, byModel, signal);
    const last = read[found.read - 1];
    const end = found.read < read.length && last ? entries.indexOf(last) + 1 : until;
    return {
      findings: found,
      until: end,
      steps: 2 + found.questions,
      known: known.map(({ record }) => record),
    };
  }

  /** Writes what a tab before this one had decided on. */
  #finish(cause: ExtractionCause, pending: PendingWrites): Promise<ExtractionReport> {
    const { drafts } = pending;
    const extractor = String(drafts[0]?.metadata?.extractor ?? PATTERNS);
    const base = {
      ...this.#base(cause, extractor),
      ...NOTHING,
      entries: 0,
      skippedTurns: 0,
      steps: 1,
    };
    return this.#write(base, pending, this.#host.clock.nowMs());
  }

  /** Stores what is to be written, writes it, moves the cursor: in this order. */
  async #write(
    found: Omit<ExtractionReport, 'durationMs' | 'taken' | 'refusedByMemory'>,
    pending: PendingWrites,
    startedAtMs: number,
  ): Promise<ExtractionReport> {
    const { drafts, cursor } = pending;
    try {
      if (drafts.length > 0) await this.#part.set({ ...this.#part.get(), pending });
      const outcomes = await Promise.all(drafts.map((draft) => this.#longTerm.store(draft)));
      const report = { ...found, ...outcomesOf(drafts, outcomes), ...this.#timeSince(startedAtMs) };
      await this.#moveTo(cursor, report);
      const records = outcomes.flatMap((one) => (one.kind === 'refused' ? [] : [one.record]));
      this.#remember(records);
      this.#tell(report);
      return report;
    } catch (error) {
      return this.#failed(
        { ...found, taken: [], refusedByMemory: [] },
        storeFailure(error),
        startedAtMs,
      );
    }
  }

  async #moveTo(cursor: Cursor, report: ExtractionReport): Promise<void> {
    const log = withReport(this.#part.get().log, report);
    await this.#part.set({ cursor, failures: 0, log });
  }

  async #failed(
    found: Omit<ExtractionReport, 'durationMs'>,
    failure: ExtractionFailure,
    startedAtMs: number,
  ): Promise<ExtractionReport> {
    const report = { ...found, failure, ...this.#timeSince(startedAtMs) };
    const state = this.#part.get();
    const isOfModel = failure.code !== 'ABORTED' && failure.code !== 'STORE_FAILED';
    const failures = state.failures + Number(isOfModel);
    const log = withReport(state.log, report);
    // A session that is closed or cannot store has said so already; the report is given all the same.
    await this.#part.set({ ...state, failures, log }).catch(() => undefined);
    this.#tell(report);
    return report;
  }

  #remember(records: readonly MemoryRecord[]): void {
    const byId = new Map([...this.#taken, ...records].map((record) => [record.id, record]));
    this.#taken = [...byId.values()].slice(-MOST_KNOWN);
  }

  /** Has the records that this session gave in an earlier life of the page. */
  async recall(signal: AbortSignalLike): Promise<void> {
    const { sessionId } = this.#host;
    const known = await knownRecords(this.#longTerm, { most: MOST_KNOWN, signal });
    this.#taken = known
      .map(({ record }) => record)
      .filter(({ evidence }) => evidence.some((one) => one.sessionId === sessionId));
  }

  #draftOf(candidate: Candidate, extractor: string): MemoryDraft {
    const { type, kind, text, source, nature, value, reason } = candidate;
    const { sessionId } = this.#host;
    return {
      ...{ type, kind, text, source, nature },
      // All that is known of the user has one subject, so that what they say anew ends what was so.
      ...(type === 'user' && { subject: USER_SUBJECT }),
      ...(value !== undefined && { value }),
      ...(reason !== undefined && { reason }),
      evidence: idsOf(candidate).map((entryId) => ({ sessionId, entryId })),
      metadata: { extractor },
    };
  }

  #base(cause: ExtractionCause, extractor: string) {
    const { sessionId, clock } = this.#host;
    return { sessionId, cause, extractor, atMs: clock.nowMs() };
  }

  #timeSince(startedAtMs: number): { readonly durationMs: number } {
    return { durationMs: this.#host.clock.nowMs() - startedAtMs };
  }

  #tell(report: ExtractionReport): void {
    callListener(() => this.#onReport(report));
    this.#host.emit({ type: 'extraction-end', report });
  }
}

const NOTHING = { taken: [], refused: [], refusedByMemory: [] } as const;

function rangeOf({ entries, from }: Work, until: number) {
  const [first, last] = [entries[from], entries[until - 1]];
  return {
    ...(first && { fromEntryId: first.id }),
    ...(last && { toEntryId: last.id }),
    entries: until - from,
  };
}
