import type { AbortSignalLike, FeatureHost, PartHandle } from '@agent-memory/core';
import {
  aborts,
  callListener,
  DeadlineError,
  SerialQueue,
  throwIfAborted,
  wholeSessions,
  withDeadline,
} from '@agent-memory/core/internal';
import { USER_SUBJECT } from '../../change/user/first-person.ts';
import { checkOrHold } from '../../guard/load-check.ts';
import type { LongTermMemory } from '../../memory/long-term-memory.ts';
import type { MemoryDraft } from '../../policy/memory-draft.ts';
import type { Candidate } from '../candidate.ts';
import { PATTERNS } from '../find/find-by-patterns.ts';
import type { ModelParts } from '../model/find-by-model.ts';
import { chooseCandidates, idsOf } from './choose-candidates.ts';
import { Conversation } from './conversation.ts';
import {
  EXTRACTION_PART,
  type ExtractionState,
  type PendingWrites,
  withReport,
} from './extraction-state.ts';
import { findInWork } from './find-in-work.ts';
import { forgetRecords, withoutForgotten } from './forget-records.ts';
import { withLastingConfirmations } from './lasting-confirmations.ts';
import { leading } from './leading.ts';
import { ownPending } from './own-pending.ts';
import { isPersonal } from './personal-candidate.ts';
import {
  type ExtractionCause,
  type ExtractionFailure,
  type ExtractionReport,
  failureOf,
  isReplaced,
  outcomesOf,
  storeFailure,
} from './report.ts';
import { SessionNotes } from './session-notes.ts';
import { withoutUnwanted } from './unwanted.ts';
import {
  type Cursor,
  cursorAfter,
  firstNew,
  isAnswer,
  rangeOf,
  replacedMessage,
  type Work,
  workOf,
} from './work.ts';

/** The settings of extraction, checked, with their defaults. */
export interface ExtractionSettings {
  /** Absent: patterns alone. */
  readonly byModel: ModelParts | undefined;
  readonly timeoutMs: number;
  /** Names of further tools by which the agent writes memory. */
  readonly ownTools: readonly string[];
}

/** Longest wait for the model where something is about to leave the context: `assemble` waits for it. */
const LEAVING_TIMEOUT_MS = 5_000;
/** After so many failures in a row patterns read what the model could not, so that nothing waits for good. */
const MOST_FAILURES = 3;
/** Passes of one call: a long backlog continues with the next run. */
const MOST_PASSES = 40;

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
  readonly #imported: PartHandle<number>;
  readonly #queue = new SerialQueue();
  readonly #ended = new AbortController();
  readonly #onReport: (report: ExtractionReport) => void;
  readonly #notes: SessionNotes;
  readonly #conversation: Conversation;
  #length = 0;
  #lastId: string | undefined;
  /** Aborts where what leaves the context cannot wait for the model any longer. */
  #hurry = new AbortController();
  /** The model did not answer in time when something was about to leave, and has not answered since. */
  #isModelLate = false;

  constructor(
    host: FeatureHost,
    longTerm: LongTermMemory,
    settings: ExtractionSettings,
    onReport: (report: ExtractionReport) => void,
  ) {
    this.#host = host;
    this.#imported = host.part(wholeSessions.IMPORTED_PART);
    this.#conversation = new Conversation(host, () => this.#imported.get());
    this.#longTerm = longTerm;
    this.#settings = settings;
    this.#onReport = onReport;
    this.#part = host.part(EXTRACTION_PART);
    this.#notes = new SessionNotes(host.sessionId);
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
        if (!report || report.isStandIn) break;
        const standsIn = cause === 'leaving' && report.extractor !== PATTERNS && this.#isModelLate;
        if (report.failure && !standsIn) break;
      }
      return reports;
    });
  }

  /**
   * Reads what is about to leave the context [CMP-9]. The model has five seconds, also where it was
   * asked before; then patterns read in its place, and the cursor waits for it.
   */
  async leaving(signal: AbortSignalLike): Promise<void> {
    const read = this.run('leaving', signal);
    try {
      await withDeadline(() => read, {
        limitMs: LEAVING_TIMEOUT_MS,
        clock: this.#host.clock,
        signal,
      });
    } catch (error) {
      throwIfAborted(signal);
      if (!(error instanceof DeadlineError)) throw error;
      this.#isModelLate = true;
      this.#hurry.abort(error);
      await read;
      this.#hurry = new AbortController();
    }
    await this.#notes.recall(this.#longTerm, signal);
  }

  /** The records of this session, as notes that may stand for its messages [CMP-1]. */
  notes() {
    const { text } = this.#notes;
    if (text === undefined) return undefined;
    const { cursor } = this.#part.get();
    // Patterns find single statements: they add to a summary and are not.
    const covered = this.#settings.byModel && cursor.entryId !== undefined;
    return { text, coversToSeq: covered ? firstNew(this.#conversation, cursor) : 0 };
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

  /** One pass; `undefined` where there is nothing to read or to write. */
  async #pass(
    cause: ExtractionCause,
    given: AbortSignalLike | undefined,
  ): Promise<ExtractionReport | undefined> {
    const { signal, stop } = aborts.firstAbort(given, this.#ended.signal);
    try {
      return await this.#passUntil(signal, cause);
    } finally {
      stop();
    }
  }

  async #passUntil(
    signal: AbortSignalLike,
    cause: ExtractionCause,
  ): Promise<ExtractionReport | undefined> {
    const hurry = this.#hurry.signal;
    // Where patterns are about to read what leaves, a run that has ended waits.
    const isInTheWay = hurry.aborted && cause !== 'leaving';
    if (signal.aborted || isInTheWay || !this.#hasWork(cause)) return undefined;
    let letGo: (() => void) | undefined;
    try {
      const limits = { limitMs: Infinity, clock: this.#host.clock, signal, hurry };
      // Another tab that leads is asking its own model, and reads the same.
      letGo = await withDeadline(
        (own) => leading(`extraction:${this.#host.sessionId}`, own),
        limits,
      );
      // A store that hangs must not keep the other tabs from it once this session is closed.
      this.#ended.signal.addEventListener('abort', letGo);
      // Messages that another tab has read meanwhile are not read again.
      await this.#host.upToDate();
      throwIfAborted(signal);
      const pending = this.#pending();
      if (pending) return await this.#finish(cause, pending);
      const work = this.#work(cause);
      return work && (await this.#extract(cause, work, signal));
    } catch (error) {
      // Only a signal ends the wait for the lead; a closed session stores nothing more.
      if (signal.aborted || (hurry.aborted && letGo === undefined)) return undefined;
      throw error;
    } finally {
      if (letGo) this.#ended.signal.removeEventListener('abort', letGo);
      letGo?.();
    }
  }

  #hasWork(cause: ExtractionCause): boolean {
    return this.#pending() !== undefined || this.#work(cause) !== undefined;
  }

  #pending(): PendingWrites | undefined {
    return ownPending(this.#part.get(), this.#imported.get(), this.#conversation);
  }

  #work(cause: ExtractionCause): Work | undefined {
    const { ownTools } = this.#settings;
    return workOf(this.#conversation, this.#part.get().cursor, { cause, ownTools });
  }

  async #extract(
    cause: ExtractionCause,
    work: Work,
    signal: AbortSignalLike,
  ): Promise<ExtractionReport> {
    const { clock, sessionId } = this.#host;
    const { failures, cursor } = this.#part.get();
    const asked = failures < MOST_FAILURES ? this.#settings.byModel : undefined;
    const calls = asked && (await this.#host.backgroundCalls().catch(() => undefined));
    const isStandIn = asked !== undefined && (!calls || (cause === 'leaving' && this.#isModelLate));
    const isAsked = asked && calls && !isStandIn && calls.mayBegin();
    const byModel = isAsked ? { ...asked, calls, clock } : undefined;
    const startedAtMs = clock.nowMs();
    const base: Begun = {
      ...this.#base(cause, byModel?.model.name ?? PATTERNS),
      ...rangeOf(work),
      skippedTurns: work.skippedTurns,
      ...(isStandIn && { isStandIn }),
    };
    const hurry = this.#hurry.signal;
    try {
      const limits = { limitMs: this.#settings.timeoutMs, clock, signal, hurry };
      const found = await withDeadline(
        (own) => findInWork(work, this.#longTerm, byModel, own),
        limits,
      );
      throwIfAborted(signal);
      if (byModel) this.#isModelLate = false;
      const { findings, open } = withoutForgotten(
        found.findings,
        found.requests,
        this.#conversation,
      );
      const wanted = await withoutUnwanted(findings, this.#longTerm, signal);
      const { candidates, refused } = wanted.findings;
      const lasting = withLastingConfirmations(candidates, this.#conversation);
      const chosen = chooseCandidates(
        { candidates: lasting, refused },
        {
          sessionId,
          known: found.known,
          guard: await checkOrHold(),
        },
      );
      const replacedId = replacedMessage(this.#conversation, cursor);
      const pending: PendingWrites = {
        drafts: chosen.candidates.map((one) => this.#draftOf(one, base.extractor)),
        cursor: isStandIn ? cursor : cursorAfter(work, found.count),
        ...((open.length > 0 || replacedId !== undefined) && {
          forget: { requests: open, ...(replacedId !== undefined && { replacedId }) },
        }),
      };
      const { steps } = found;
      const read = {
        ...base,
        ...rangeOf(work, found.count),
        refused: chosen.refused,
        steps,
        ...(wanted.unwanted.length > 0 && { unwanted: wanted.unwanted }),
      };
      return await this.#write(read, pending, startedAtMs);
    } catch (error) {
      const isHurried = hurry.aborted && !signal.aborted;
      const failure = failureOf(error, signal, isHurried);
      return this.#failed({ ...base, ...NOTHING, steps: 2 }, failure, startedAtMs, isHurried);
    }
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
    const { drafts, cursor, forget } = pending;
    try {
      if (drafts.length > 0 || forget) await this.#part.set({ ...this.#part.get(), pending });
      const outcomes = await Promise.all(drafts.map((draft) => this.#longTerm.store(draft)));
      const { log } = this.#part.get();
      const { forgotten, restored } = forget
        ? await forgetRecords(this.#longTerm, forget, { conversation: this.#conversation, log })
        : { forgotten: [], restored: [] };
      const report = {
        ...found,
        ...outcomesOf(drafts, outcomes),
        ...(forgotten.length > 0 && { forgotten }),
        ...(restored.length > 0 && { restored: restored.map(({ id }) => id) }),
        ...this.#timeSince(startedAtMs),
      };
      await this.#moveTo(cursor, report);
      const taken = outcomes.flatMap((one) => (one.kind === 'refused' ? [] : [one.record]));
      this.#notes.add([...restored, ...taken]);
      this.#notes.drop(forgotten.map(({ recordId }) => recordId));
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
    isHurried = false,
  ): Promise<ExtractionReport> {
    const report = { ...found, failure, ...this.#timeSince(startedAtMs) };
    const state = this.#part.get();
    // A model that was given up early has not had its time.
    const isOfModel = failure.code !== 'ABORTED' && failure.code !== 'STORE_FAILED' && !isHurried;
    const failures = state.failures + Number(isOfModel);
    const log = withReport(state.log, report);
    // A session that is closed or cannot store has said so already; the report is given all the same.
    await this.#part.set({ ...state, failures, log }).catch(() => undefined);
    this.#tell(report);
    return report;
  }

  #draftOf(candidate: Candidate, extractor: string): MemoryDraft {
    const { type, kind, text, source, nature, value, reason } = candidate;
    const { sessionId } = this.#host;
    const entryIds = idsOf(candidate);
    return {
      ...{ type, kind, text, source, nature },
      // To go back to a message that was replaced is to say it again.
      unlessEnded: !isReplaced(entryIds, this.#part.get().log),
      ...(isPersonal(candidate, this.#host.entry(candidate.spans[0].entryId)) && {
        scope: 'user' as const,
      }),
      // All that is known of the user has one subject, so that what they say again ends what was so.
      ...(type === 'user' && { subject: USER_SUBJECT }),
      ...(value !== undefined && { value }),
      ...(reason !== undefined && { reason }),
      evidence: entryIds.map((entryId) => ({ sessionId, entryId })),
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
