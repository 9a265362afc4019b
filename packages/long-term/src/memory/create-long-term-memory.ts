import { errorText, orAbort, throwIfAborted } from '@agent-memory/core/internal';
import type { UnbasedChange } from '../change/change-record.ts';
import { isWitness } from '../change/trust.ts';
import { LongTermMemoryClosedError } from '../errors/record-errors.ts';
import type { LineSource } from '../lines/file-texts.ts';
import { checkList, checkListener, checkName } from '../platform/check-argument.ts';
import { type OtherTabs, otherTabs } from '../platform/other-tabs.ts';
import type { MemoryDraft } from '../policy/memory-draft.ts';
import type { JsonValue } from '../records/memory-record.ts';
import { knownRecord, standingOf } from '../records/standing.ts';
import { USERS_SOURCES } from '../records/users-word.ts';
import {
  checkCall,
  checkFilter,
  checkListFilter,
  checkObject,
  checkOptions,
  checkQuery,
  checkRef,
  checkStart,
  checkSummary,
  checkTarget,
  checkTime,
} from './call-arguments.ts';
import { Changes } from './changes.ts';
import { Drafts } from './drafts.ts';
import { Eraser } from './eraser.ts';
import { Listeners, type LongTermListener } from './events.ts';
import { IndexKeeper } from './index-keeper.ts';
import { Listing } from './listing.ts';
import type {
  CallOptions,
  ConfirmOptions,
  EraseOptions,
  EraseTarget,
  ImportOptions,
  ListFilter,
  ListOptions,
  LongTermMemory,
  MemoryFilter,
  MemoryQuery,
  Quarantine,
  RecordRef,
  RecordUpdate,
  SessionSummaryDraft,
  WriteOutcome,
} from './long-term-memory.ts';
import { lossSentence } from './loss-sentence.ts';
import type { MemoryParts } from './memory-parts.ts';
import { type LongTermMemoryOptions, type MemorySettings, readOptions } from './options.ts';
import { quarantineCalls } from './quarantine-calls.ts';
import { QuarantineKeeper } from './quarantine-keeper.ts';
import { Readable } from './readable.ts';
import { documentOf } from './record-document.ts';
import { RecordFiles } from './record-files.ts';
import { Retriever } from './retriever.ts';
import { SessionMemory } from './session-memory.ts';
import { Sweeper } from './sweeper.ts';
import { Writer } from './writer.ts';

/**
 * A long-term memory [LTM-1]. Making one touches nothing; the store is opened and the index filled
 * with the first call.
 *
 * @example
 * const memory = createLongTermMemory({ user: 'ada', namespace: 'project:apollo' });
 * await memory.store({
 *   type: 'user',
 *   kind: 'preference',
 *   text: 'Ada wants answers in French.',
 *   source: 'user_stated',
 * });
 * const { hits } = await memory.retrieve({ text: 'which language?' });
 * hits[0]?.record.text; // 'Ada wants answers in French.'
 *
 * @throws InvalidOptionError if an option is not known or makes no sense.
 */
export function createLongTermMemory(options: LongTermMemoryOptions = {}): LongTermMemory {
  return new RecordMemory(readOptions(options));
}

class RecordMemory implements LongTermMemory {
  readonly #settings: MemorySettings;
  readonly #listeners: Listeners;
  readonly #keeper: IndexKeeper;
  readonly #writer: Writer;
  readonly #readable: Readable;
  readonly #drafts: Drafts;
  readonly #changes: Changes;
  readonly #retriever: Retriever;
  readonly #listing: Listing;
  readonly #sessions: SessionMemory;
  readonly #eraser: Eraser;
  readonly #files: RecordFiles;
  readonly #sweeper: Sweeper;
  readonly #quarantine: QuarantineKeeper;
  readonly quarantine: Quarantine;
  #started: Promise<void> | undefined;
  #tabs: OtherTabs | undefined;
  readonly #stopWatching: (() => void) | undefined;
  #isDisposed = false;

  constructor(settings: MemorySettings) {
    const { store, index, indexName, clock, namespaces } = settings;
    this.#settings = settings;
    const nowMs = () => Math.floor(clock.nowMs());
    this.#listeners = new Listeners(nowMs);
    this.#stopWatching = store.watchLoss?.((loss) =>
      this.#listeners.tell(() => ({ type: 'record-loss', ...loss, sentence: lossSentence(loss) })),
    );
    this.#keeper = new IndexKeeper(store, index, indexName, documentOf);
    this.#writer = new Writer(store, (change) => this.#afterCommit(change));
    this.#readable = new Readable(store, namespaces);
    const parts: MemoryParts = {
      settings,
      writer: this.#writer,
      keeper: this.#keeper,
      listeners: this.#listeners,
      nowMs,
    };
    const quarantine = new QuarantineKeeper(parts, this.#readable);
    this.#drafts = new Drafts(parts, this.#readable, quarantine);
    this.#changes = new Changes(parts, this.#readable, this.#drafts);
    this.#retriever = new Retriever(parts, this.#readable);
    this.#listing = new Listing(store, this.#readable, nowMs);
    this.#sessions = new SessionMemory(this.#drafts, this.#listing, this.#retriever);
    this.#eraser = new Eraser(parts, this.#listing, this.#readable);
    this.#files = new RecordFiles(parts, this.#readable);
    this.#quarantine = quarantine;
    this.quarantine = quarantineCalls(quarantine, this.#eraser, (call, options, work) =>
      this.#run(call, options, work),
    );
    this.#sweeper = new Sweeper({
      address: store.address,
      everyMs: settings.sweepEveryMs,
      clock,
      sweep: () => this.#sweep(),
    });
  }

  get ready(): Promise<void> {
    return this.#begin({});
  }

  store(draft: MemoryDraft, options: CallOptions = {}) {
    return this.#run('store', options, () => this.#drafts.store(draft, options.signal));
  }

  retrieve(query: MemoryQuery, options: CallOptions = {}) {
    return this.#run('retrieve', options, () => {
      checkQuery(query);
      return this.#retriever.retrieve(query, options);
    });
  }

  update(ref: RecordRef, update: RecordUpdate, options: CallOptions = {}) {
    return this.#onRecord('update', ref, options, () => this.#changes.update(ref, update, options));
  }

  forget(ref: RecordRef, options: CallOptions = {}) {
    return this.#onRecord('forget', ref, options, () => this.#changes.forget(ref, options));
  }

  correct(ref: RecordRef, text: string, options: CallOptions = {}) {
    return this.update(ref, { text, source: 'user_correction' }, options);
  }

  verify(ref: RecordRef, options: ConfirmOptions = {}) {
    return this.#onRecord('verify', ref, options, () => this.#changes.verify(ref, options));
  }

  reject(ref: RecordRef, options: CallOptions = {}) {
    return this.#onRecord('reject', ref, options, () => this.#changes.reject(ref, options));
  }

  pin(ref: RecordRef, options: CallOptions = {}) {
    return this.#onRecord('pin', ref, options, () => this.#changes.pin(ref, true, options));
  }

  unpin(ref: RecordRef, options: CallOptions = {}) {
    return this.#onRecord('unpin', ref, options, () => this.#changes.pin(ref, false, options));
  }

  mute(ref: RecordRef, options: CallOptions = {}) {
    return this.#onRecord('mute', ref, options, () => this.#changes.mute(ref, true, options));
  }

  unmute(ref: RecordRef, options: CallOptions = {}) {
    return this.#onRecord('unmute', ref, options, () => this.#changes.mute(ref, false, options));
  }

  async get(
    key: string,
    given: CallOptions & { readonly namespace?: string } = {},
  ): Promise<JsonValue | undefined> {
    checkObject(given, 'get');
    const { namespace, ...options } = given;
    const known = await this.record(
      namespace === undefined ? { key } : { key, namespace },
      options,
    );
    if (!known || standingOf(known.record, this.#settings.clock.nowMs()) !== 'active') {
      return undefined;
    }
    const { value, text } = known.record;
    return value === undefined ? text : value;
  }

  async set(
    key: string,
    value: JsonValue,
    given: CallOptions & Partial<Omit<MemoryDraft, 'key' | 'value'>> = {},
  ): Promise<WriteOutcome> {
    checkObject(given, 'set');
    const { signal, ...draft } = given;
    const defaults = { type: 'user', kind: 'fact', source: 'user_stated' } as const;
    const source = draft.source ?? defaults.source;
    const evenIfErased = draft.evenIfErased ?? USERS_SOURCES.includes(source);
    return this.store({ ...defaults, ...draft, source, evenIfErased, key, value }, { signal });
  }

  list(filter: ListFilter = {}, options: ListOptions = {}) {
    return this.#run('list', options, () => {
      checkListFilter(filter);
      return this.#listing.list(filter, options);
    });
  }

  record(ref: RecordRef, options: CallOptions = {}) {
    return this.#onRecord('record', ref, options, async () => {
      const record = await this.#readable.find(ref, options);
      return record && knownRecord(this.#readable.seen(record), this.#settings.clock.nowMs());
    });
  }

  namespaces(options: CallOptions = {}) {
    return this.#run('namespaces', options, () => this.#readable.namespaces(undefined, options));
  }

  asOf(timeMs: number, filter: MemoryFilter = {}, options: CallOptions = {}) {
    return this.#run('asOf', options, () => {
      checkTime(timeMs, 'asOf');
      checkFilter(filter, 'asOf');
      return this.#listing.asOf(timeMs, filter, options);
    });
  }

  history(id: string, options: CallOptions = {}) {
    return this.#run('history', options, () => {
      checkName(id, 'history.id');
      return this.#listing.history(id, options);
    });
  }

  audit(options: ListOptions = {}) {
    return this.#run('audit', options, () => this.#listing.audit(options));
  }

  summarizeSession(summary: SessionSummaryDraft, options: CallOptions = {}) {
    return this.#run('summarizeSession', options, () => {
      checkSummary(summary);
      return this.#sessions.summarize(summary, options);
    });
  }

  startOf(start: { readonly task: string; readonly limit?: number }, options: CallOptions = {}) {
    return this.#run('startOf', options, () => {
      checkStart(start);
      return this.#sessions.startOf(start, options);
    });
  }

  async mergeSession(
    corrections: readonly MemoryDraft[],
    options: CallOptions = {},
  ): Promise<readonly WriteOutcome[]> {
    checkCall(options, 'mergeSession');
    checkList(corrections, 'mergeSession.corrections');
    const outcomes: WriteOutcome[] = [];
    for (const draft of corrections) {
      // A draft that names another source is no correction by the user, and gains none of its trust.
      const isRepeated = draft.source !== undefined && !isWitness(draft.source);
      const source = isRepeated ? draft.source : 'in_session_correction';
      outcomes.push(await this.store({ nature: 'correction', ...draft, source }, options));
    }
    return outcomes;
  }

  cleanup(options: CallOptions = {}) {
    return this.#run('cleanup', options, () => this.#cleanup(options));
  }

  erase(target: EraseTarget, options: EraseOptions = {}) {
    return this.#run('erase', options, () => {
      checkTarget(target);
      return this.#eraser.erase(target, options);
    });
  }

  async *exportLines(options: CallOptions = {}): AsyncGenerator<string, void> {
    checkCall(options, 'exportLines');
    await this.#begin(options);
    yield* this.#files.export(options);
  }

  importLines(lines: LineSource, options: ImportOptions = {}) {
    return this.#run('importLines', options, () => this.#files.import(lines, options));
  }

  subscribe(listener: LongTermListener): () => void {
    checkListener(listener);
    return this.#listeners.add(listener);
  }

  async dispose(): Promise<void> {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#stopWatching?.();
    await this.#sweeper.stop();
    await this.#writer.close();
    this.#tabs?.close();
    await this.#closeIndex();
    this.#listeners.clear();
  }

  #onRecord<Result>(
    call: string,
    ref: RecordRef,
    options: CallOptions,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return this.#run(call, options, () => {
      checkRef(ref, call);
      return work();
    });
  }

  async #run<Result>(
    call: string,
    options: CallOptions,
    work: () => Promise<Result>,
  ): Promise<Result> {
    checkOptions(options, call);
    await this.#begin(options);
    return orAbort(work(), options.signal);
  }

  async #begin({ signal }: CallOptions): Promise<void> {
    if (this.#isDisposed) throw new LongTermMemoryClosedError();
    throwIfAborted(signal);
    this.#started ??= this.#start();
    await orAbort(this.#started, signal);
  }

  async #start(): Promise<void> {
    try {
      this.#tabs ??= otherTabs(this.#settings.store.address, ({ recordIds }) =>
        this.#hear(recordIds),
      );
      await this.#keeper.catchUp();
      if (!this.#isDisposed) this.#sweeper.start();
    } catch (error) {
      // The next call tries again: a store that was blocked may open then.
      this.#started = undefined;
      throw error;
    }
  }

  async #afterCommit(change: UnbasedChange): Promise<void> {
    const recordIds = [...(change.puts ?? []).map(({ id }) => id), ...(change.erase ?? [])];
    const actions = (change.audit ?? []).map(({ action }) => action);
    // First of all: where another tab stores the index, an erasure waits until that has let go of it.
    this.#tabs?.tell({ recordIds });
    await this.#catchUp();
    this.#listeners.tell(() => ({ type: 'record-change', recordIds, actions, from: 'here' }));
    void this.#settleIndex();
  }

  #hear(recordIds: readonly string[]): void {
    void this.#catchUp().then(() =>
      this.#listeners.tell(() => ({
        type: 'record-change',
        recordIds,
        actions: [],
        from: 'elsewhere',
      })),
    );
  }

  async #cleanup(options: CallOptions) {
    await this.#quarantine.sweep(options);
    return this.#changes.cleanup(options);
  }

  async #sweep(): Promise<void> {
    try {
      await this.#cleanup({});
    } catch (error) {
      this.#degraded('The sweep failed; what is over is still not given out', error);
    }
  }

  /** The store has whatever the index lacks, and the next write brings the index up. */
  async #catchUp(): Promise<void> {
    try {
      await this.#keeper.catchUp();
    } catch (error) {
      this.#degraded('The index could not take what was written; it is stored', error);
    }
  }

  async #settleIndex(): Promise<void> {
    try {
      await this.#keeper.settleInBackground();
    } catch (error) {
      this.#degraded('The index could not be stored; it is brought up at the next start', error);
    }
  }

  async #closeIndex(): Promise<void> {
    try {
      await this.#keeper.close();
    } catch (error) {
      this.#degraded('The index could not be stored; it is brought up at the next start', error);
    }
  }

  #degraded(what: string, error: unknown): void {
    this.#listeners.tell(() => ({
      type: 'degradation-add',
      sentence: `${what}. ${errorText(error)}`,
    }));
  }
}
