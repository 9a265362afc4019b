import type { ArchivedContext } from '../compaction/archived-context.ts';
import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { CompactionPreview, Compactor } from '../compactor/compactor.ts';
import { amountsIn, checkedCall } from '../condense/checked-call.ts';
import { ConversationLog } from '../conversation/conversation-log.ts';
import { messageComparison } from '../conversation/same-message.ts';
import type { AgentMemoryError } from '../errors/errors.ts';
import { SessionClosedError } from '../errors/errors.ts';
import type { AnyFormat } from '../formats/load-format.ts';
import type { FormatChoice } from '../formats/named-formats.ts';
import { renderOpenAi } from '../formats/openai/render-openai.ts';
import { recordsOf } from '../history/history.ts';
import type { HistoryRecord } from '../history/history-record.ts';
import { notesSection } from '../notes/notes-section.ts';
import type { ContextPlan } from '../plan/context-plan.ts';
import { Behaviours } from '../planner/behaviours.ts';
import { Planner } from '../planner/planner.ts';
import { type AbortSignalLike, orAbort, throwIfAborted } from '../platform/abort.ts';
import type { ReportedUsage } from '../provider/reported-usage.ts';
import { usageEvent } from '../provider/usage.ts';
import { EffectRunner } from '../runner/effect-runner.ts';
import { ExactCounts } from '../runner/exact-counts.ts';
import { patchedScratchpad } from '../scratchpad/patch-scratchpad.ts';
import { corrected } from '../state/learn.ts';
import { MODELS_PART } from '../state/model-ledger.ts';
import { changedSettings, type SettingsChange } from '../state/settings-change.ts';
import { estimatingCounter } from '../tokens/estimate-tokens.ts';
import { createMeasurer } from '../tokens/measurer.ts';
import type { Branch } from '../transcript/branch.ts';
import type { Entry } from '../transcript/entry.ts';
import { entryOf } from '../transcript/transcript.ts';
import type {
  ArchivedOptions,
  AssembledContext,
  AssembleOptions,
  MemoryState,
  MoveHeadOptions,
  PastMoment,
  PlanOptions,
  SignalOption,
} from './agent-memory.ts';
import { Assembler } from './assembler.ts';
import { type AttachedFeatures, attachFeatures } from './attached-features.ts';
import type { CompactionRoom } from './compaction-room.ts';
import { type Doors, doorsOf } from './doors.ts';
import { openingOf } from './load-session.ts';
import { firstSnapshot, StateView, summariserNameOf } from './memory-state.ts';
import { NOTES_PART, type SessionNotes, sessionNotes } from './session-notes.ts';
import type { SessionParts } from './session-parts.ts';
import { standingOf } from './standing.ts';
import { StoredParts } from './stored-parts.ts';
import type { StoreAccess } from './stored-session.ts';

/** A shorter context has no JSON that takes long to read. */
const LONG_TOKENS = 250_000;

/**
 * The imperative shell of one session: waits for what the pure parts need, and tells them what
 * happened. Nothing starts before the first call that needs it.
 */
export class Session<Pad> {
  readonly runner: EffectRunner<Pad>;
  readonly conversation: ConversationLog<Pad>;
  readonly notes: SessionNotes;
  readonly storedParts: StoredParts<Pad>;
  readonly #parts: SessionParts<Pad>;
  readonly #behaviours = new Behaviours();
  readonly #planner: Planner;
  readonly #doors: Doors<Pad>;
  readonly #assembler: Assembler<Pad>;
  readonly #counts: ExactCounts<Pad>;
  readonly #view: StateView<Pad>;
  readonly #features: AttachedFeatures;
  /** Gives the way to the store, where there is one; its code may come late. */
  #access: () => StoreAccess<Pad> | undefined = () => undefined;
  #loading: Promise<void> | undefined;
  /** The error that keeps the session from doing anything. */
  #fault: AgentMemoryError | undefined;
  #isDisposed = false;

  constructor(parts: SessionParts<Pad>) {
    const { id, settings, clock, createId, summarizer, toolsText } = parts;
    this.#parts = parts;
    const behaviour = this.#behaviours.add(parts.behaviour);
    const snapshot = corrected(firstSnapshot(parts, behaviour));
    const runner = new EffectRunner(snapshot, parts.store, clock, parts.whenNotStored);
    this.runner = runner;
    const refuseDisposed = () => this.#refuseDisposed();
    const ready = () => this.#open();
    const storedParts = new StoredParts({ runner, clock, ready });
    const notes = storedParts.own(NOTES_PART);
    storedParts.own(MODELS_PART);
    this.storedParts = storedParts;
    this.notes = sessionNotes(notes, ready);
    this.#features = attachFeatures(parts.features, {
      sessionId: id,
      part: (definition) => storedParts.of(definition),
      emit: (event) => runner.emit(event),
      sectionChanged: (sectionId) => {
        void runner.dispatch({ type: 'section-change', sectionId });
      },
      // To a feature, a session of which only some is there is not loaded yet.
      entries: (fromSeq, toSeq) => (this.#isWhole() ? this.entries(fromSeq, toSeq) : []),
      entry: (entryId) => this.entry(entryId),
      standing: () => standingOf(runner.snapshot),
      subscribe: (listener) => runner.subscribe(listener),
      upToDate: async () => this.#access()?.tabs.upToDate(),
      clock,
    });
    const features = this.#features;
    const { sections, archiveSections, readers } = features;
    const planner = new Planner({
      behaviours: this.#behaviours,
      placement: parts.livePlacement,
      hasSummarizer: summarizer !== undefined,
      toolsText,
      measurer:
        parts.measurer ?? createMeasurer(parts.tokenCounter ?? estimatingCounter, settings.model),
      snapshot: () => runner.snapshot,
      sections: () => [notesSection(notes.get()), ...sections],
      archiveSections,
      archiveCode: () => features.archiveCode(),
      stageNotes: () => features.stageNotes(),
    });
    this.#planner = planner;
    this.#counts = new ExactCounts({ ...parts, runner, planner });
    this.#doors = doorsOf({
      ...{ runner, planner, behaviours: this.#behaviours, summarizer, clock, createId },
      ...{
        readers,
        canRecall: features.canRecall,
        compacted: () => features.compacted(),
        tabs: () => this.#access()?.tabs,
        refuseDisposed,
      },
    });
    const { compaction, formats } = this.#doors;
    const { contextCounter: counter } = parts;
    this.#assembler = new Assembler({
      runner,
      planner,
      compaction,
      counter,
      clock,
      refuseDisposed,
    });
    this.conversation = new ConversationLog({
      ...{ runner, planner, clock, createId, formats, score: parts.score },
      ready: (signal) => this.#open(signal),
      whole: (signal) => this.#whole(signal),
      refuseDisposed,
      messageComparison: async () => this.#access()?.messageComparison?.() ?? messageComparison(),
      onAppended: (entries, mayBeUncounted) => this.#counts.onAppended(entries, mayBeUncounted),
    });
    this.#view = new StateView(runner, summariserNameOf(parts));
  }

  /** Loads the stored session, once. Never rejects. */
  ready(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async reload({ signal }: SignalOption = {}): Promise<void> {
    await this.#settled(signal);
    await orAbort(this.#access()?.tabs.reload() ?? Promise.resolve(), signal);
  }

  async loadOlder({ signal }: SignalOption = {}): Promise<void> {
    await this.#whole(signal);
  }

  async messages({
    format = 'openai',
    signal,
  }: AssembleOptions<FormatChoice> = {}): Promise<unknown[]> {
    const wanted = await this.#formatOf(format, signal);
    await this.#settled(signal);
    await this.#older(signal);
    const { written } = await this.#doors.formats.open();
    return written(this.entries(), wanted);
  }

  async assemble(
    options: AssembleOptions<FormatChoice> = {},
  ): Promise<AssembledContext<FormatChoice>> {
    return this.#assembled(options, 'auto');
  }

  async onOverflow(
    options: AssembleOptions<FormatChoice> = {},
  ): Promise<AssembledContext<FormatChoice>> {
    return this.#assembled(options, 'overflow');
  }

  async reportUsage(usage: ReportedUsage, { signal }: SignalOption = {}): Promise<void> {
    await this.#open(signal);
    const { snapshot } = this.runner;
    const atMs = this.#parts.clock.nowMs();
    const learned = usageEvent(snapshot, snapshot.assembled, usage, atMs);
    const { inputTokens } = usage;
    const known = { model: snapshot.model ?? '', purpose: 'user', atMs } as const;
    const call = checkedCall(usage, known);
    const figures = amountsIn(usage, ['cachedInputTokens', 'outputTokens', 'ms', 'cost']);
    const { model = '' } = usage;
    const reported = { inputTokens, ...figures, ...(model && { model: call.model }) };
    if (call.model) void this.runner.dispatch({ type: 'model-call', call });
    // A report is learned at once; where it cannot be stored, the state says so.
    void this.runner.dispatch({ ...learned, reported });
  }

  async compact({ signal }: SignalOption = {}): Promise<CompactionRecord | undefined> {
    return (await this.#compactor(signal)).compactNow(signal);
  }

  async previewCompaction({ signal }: SignalOption = {}): Promise<CompactionPreview | undefined> {
    return (await this.#compactor(signal)).preview();
  }

  async undoCompaction(
    compactionId?: string,
    { signal }: SignalOption = {},
  ): Promise<CompactionRecord> {
    return (await this.#compactor(signal)).undo(compactionId, signal);
  }

  async archived({ signal, call }: ArchivedOptions = {}): Promise<ArchivedContext | undefined> {
    await this.#open(signal);
    if (call === undefined && !this.runner.snapshot.overlays.condensed) return undefined;
    return (await this.#compactor(signal)).archived(call);
  }

  async stateAt(call: number, { signal }: SignalOption = {}): Promise<ContextPlan | undefined> {
    return (await this.#compactor(signal)).contextAt(call, signal);
  }

  history(): readonly HistoryRecord[] {
    return recordsOf(this.runner.snapshot.history);
  }

  plan({ liveHosts = 'any' }: PlanOptions = {}): ContextPlan {
    return this.#assembler.asRefused(this.#planner.planFor(liveHosts));
  }

  explain(entryId: string): ReturnType<Planner['explain']> {
    return this.#planner.explain(entryId, this.plan());
  }

  entries(fromSeq = 0, toSeq = Number.POSITIVE_INFINITY): readonly Entry[] {
    const { transcript } = this.runner.snapshot;
    const end = Math.max(0, Math.min(toSeq, transcript.length));
    return transcript.log.slice(Math.max(0, fromSeq), end);
  }

  entry(entryId: string): Entry | undefined {
    return entryOf(this.runner.snapshot.transcript, entryId);
  }

  branches(): readonly Branch[] {
    const { log, length } = this.runner.snapshot.transcript;
    return log.branches(length);
  }

  async patchScratchpad(patch: Partial<Pad>, { signal }: SignalOption = {}): Promise<void> {
    await this.#open(signal);
    const { scratchpad: schema, clock } = this.#parts;
    const scratchpad = patchedScratchpad(schema, this.runner.snapshot.scratchpad, patch);
    const atMs = clock.nowMs();
    await orAbort(this.runner.dispatch({ type: 'scratchpad-set', scratchpad, atMs }), signal);
  }

  async configure(change: SettingsChange, { signal }: SignalOption = {}): Promise<void> {
    await this.#whole(signal);
    const { runner } = this;
    const { snapshot } = runner;
    const behaviour = this.#behaviours.of(snapshot);
    const changed = changedSettings(snapshot, behaviour, change, this.#parts.settingsHost);
    const settings = { ...changed.settings, behaviour: this.#behaviours.add(changed.behaviour) };
    const atMs = this.#parts.clock.nowMs();
    const stored = runner.dispatch({ type: 'settings-set', settings, atMs });
    if (settings.model !== undefined) void this.#counts.start();
    await orAbort(stored, signal);
  }

  async moveHead(entryId: string | null, { signal, asOf }: MoveHeadOptions = {}): Promise<void> {
    const { scratchpad } = this.#parts;
    const pastOf = async (moment: PastMoment) =>
      (await this.#room(signal)).pastState(moment, entryId, scratchpad);
    await this.conversation.moveHead(entryId, signal, asOf && (() => pastOf(asOf)));
  }

  async writeBack({ signal }: SignalOption = {}): Promise<number> {
    await this.#settled(signal);
    return orAbort(this.runner.writeBack(), signal);
  }

  state(): MemoryState<Pad> {
    return this.#view.state();
  }

  clearError(): void {
    void this.runner.dispatch({ type: 'error-clear' });
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#counts.stop();
    this.#features.dispose();
    this.#doors.compaction.room?.compactor.dispose();
    this.runner.stopListening();
    this.runner.hurry();
    await this.#loading;
    this.#access()?.tabs.close();
    await this.runner.end();
  }

  async #load(): Promise<void> {
    const { runner } = this;
    void runner.dispatch({ type: 'load-start' });
    const { opening, fault, access } = await openingOf(this.#parts, runner, {
      formats: this.#doors.formats,
      drafts: (read) => this.conversation.drafts(read),
      storedParts: this.storedParts,
      onTakenOver: (entries) => this.#counts.onAppended(entries, true),
    });
    this.#fault = fault;
    void runner.dispatch({ type: 'load-end', opening });
    this.#access = access;
    access()?.tabs.start();
    void this.#doors.compaction.prefetch();
    void this.#counts.start();
    // Trouble is among the degradations then.
    if (this.#features.readOlder) await runner.whole().catch(() => undefined);
  }

  #isWhole(): boolean {
    return this.runner.snapshot.transcript.log.unloaded === 0;
  }

  async #open(signal?: AbortSignalLike): Promise<void> {
    this.#refuseDisposed();
    throwIfAborted(signal);
    await orAbort(this.ready(), signal);
    this.#refuseDisposed();
    if (this.#fault) throw this.#fault;
  }

  /** Opens the session, and waits for what was appended ahead of this call. */
  async #settled(signal: AbortSignalLike | undefined): Promise<void> {
    await this.#open(signal);
    await orAbort(this.conversation.settled(), signal);
    this.#refuseDisposed();
  }

  async #whole(signal: AbortSignalLike | undefined): Promise<void> {
    await this.#open(signal);
    await this.#older(signal);
  }

  /** Waits for what the session was opened without. */
  async #older(signal: AbortSignalLike | undefined): Promise<void> {
    await orAbort(this.runner.whole(), signal);
    this.#refuseDisposed();
  }

  async #compactor(signal: AbortSignalLike | undefined): Promise<Compactor<Pad>> {
    await this.#settled(signal);
    await this.#older(signal);
    return (await this.#room(signal)).compactor;
  }

  async #room(signal: AbortSignalLike | undefined): Promise<CompactionRoom<Pad>> {
    const room = await orAbort(this.#doors.compaction.open(), signal);
    this.#refuseDisposed();
    return room;
  }

  async #formatOf(format: FormatChoice, signal: AbortSignalLike | undefined): Promise<AnyFormat> {
    await this.#open(signal);
    const { loadFormat } = await orAbort(this.#doors.formats.open(), signal);
    return orAbort(loadFormat(format), signal);
  }

  async #assembled(
    { format = 'openai', signal }: AssembleOptions<FormatChoice>,
    trigger: 'auto' | 'overflow',
  ): Promise<AssembledContext<FormatChoice>> {
    const other = format === 'openai' ? undefined : await this.#formatOf(format, signal);
    await this.#settled(signal);
    await this.#prepared(signal);
    const need = { trigger, liveHosts: other?.liveHosts ?? 'any', signal } as const;
    const plan =
      trigger === 'auto'
        ? await this.#assembler.assemble(need)
        : await this.#assembler.assembleAfterRefusal(need);
    if (plan.totalTokens > LONG_TOKENS) await this.#doors.formats.prefetch();
    // Long JSON is read in slices, ahead of a format that would read it in one go.
    await this.#doors.formats.room?.readied(plan.items);
    const context = other ? other.render(plan) : { messages: renderOpenAi(plan) };
    return { ...context, plan };
  }

  /** Lets the features get ready; nothing is waited for where none of them wants to. */
  async #prepared(signal: AbortSignalLike | undefined): Promise<void> {
    const { runner } = this;
    const { transcript } = runner.snapshot;
    const failures = this.#features.prepare({ transcript, clock: this.#parts.clock, signal });
    if (!failures) return;
    const [message] = await orAbort(failures, signal);
    void runner.tell('FEATURE_FAILED', message);
  }

  #refuseDisposed(): void {
    if (this.#isDisposed) throw new SessionClosedError(this.#parts.id);
  }
}
