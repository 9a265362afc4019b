import { resolveBudget } from '../budget/resolve-budget.ts';
import type { ArchivedContext } from '../compaction/archived-context.ts';
import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { Overlays } from '../compaction/overlay.ts';
import type { StageNotes } from '../compaction/stage.ts';
import type { Summarizer } from '../condense/summarizer.ts';
import { InvalidMessageError, InvalidOptionError, SessionClosedError } from '../errors/errors.ts';
import type { Message } from '../message/message.ts';
import { parseMessage } from '../message/parse-message.ts';
import type { CacheReport } from '../plan/cache-report.ts';
import type { ContextPlan } from '../plan/context-plan.ts';
import type { Decision } from '../plan/decision.ts';
import { explainEntry } from '../plan/explain.ts';
import type { LivePlacement } from '../plan/live-placement.ts';
import type { FixedContext } from '../plan/plan-context.ts';
import { renderOpenAi } from '../plan/render-openai.ts';
import { type AbortSignalLike, orAbort, throwIfAborted } from '../platform/abort.ts';
import type { Clock } from '../platform/clock.ts';
import type { IdMaker } from '../platform/ids.ts';
import { checkedPolicy } from '../policies/eviction-policy.ts';
import { frozenCopy } from '../scratchpad/frozen-copy.ts';
import { checkedScratchpad, patchedScratchpad } from '../scratchpad/patch-scratchpad.ts';
import { renderScratchpad } from '../scratchpad/render-scratchpad.ts';
import type { ScratchpadSchema } from '../scratchpad/scratchpad.ts';
import type { MemoryStore, StoredSession } from '../storage/memory-store.ts';
import type { ContextCounter } from '../tokens/context-counter.ts';
import { estimatingCounter } from '../tokens/estimate-tokens.ts';
import { createMeasurer, type Measurer } from '../tokens/measurer.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import type { Entry, TokenCount } from '../transcript/entry.ts';
import { type EntryDraft, seqOf } from '../transcript/transcript.ts';
import type {
  AppendableMessage,
  AppendOptions,
  AssembledContext,
  AssembleOptions,
  MemoryState,
  MemoryStatus,
  ReportedUsage,
  SettingsChange,
  SignalOption,
} from './agent-memory.ts';
import { CompactionGate, type OnDemand } from './compaction-gate.ts';
import { changedRules } from './compaction-rules.ts';
import type { CompactionPreview } from './compactor.ts';
import { EffectRunner } from './effect-runner.ts';
import { messageOf } from './message-of.ts';
import { type PlanSurroundings, planInput, sessionPlan } from './session-plan.ts';
import { initialSnapshot, type SessionSettings, type SessionSnapshot } from './snapshot.ts';

/** Everything a session needs from outside, defaults filled in. */
export interface SessionParts<Pad> extends SessionSettings {
  readonly id: string;
  readonly system: string | (() => string) | undefined;
  /** The tool definitions as JSON, the way they are counted. */
  readonly toolsText: string | undefined;
  readonly store: MemoryStore | undefined;
  /** Absent: the extractive one. */
  readonly summarizer: Summarizer | undefined;
  readonly model: string | undefined;
  readonly tokenCounter: TokenCounter | undefined;
  readonly contextCounter: ContextCounter | undefined;
  readonly livePlacement: LivePlacement;
  readonly scratchpad: ScratchpadSchema<Pad>;
  readonly clock: Clock;
  readonly createId: IdMaker;
}

/** Contexts that the provider's own count finds too long are made smaller this often. */
const CORRECTIONS_PER_ASSEMBLY = 2;

/**
 * The imperative shell of one session: waits, counts, asks the summariser, and tells the pure parts
 * what happened. Nothing starts before the first call that needs it.
 */
export class Session<Pad> {
  readonly #parts: SessionParts<Pad>;
  readonly #runner: EffectRunner<Pad>;
  readonly #gate: CompactionGate<Pad>;
  readonly #toolsMessage: Message | undefined;
  #measurer: Measurer;
  #loading: Promise<void> | undefined;
  #planned: { readonly key: readonly unknown[]; readonly plan: ContextPlan } | undefined;
  #sent: { readonly plan: ContextPlan; readonly sent: ContextPlan } | undefined;
  #state: { readonly key: readonly unknown[]; readonly state: MemoryState<Pad> } | undefined;
  /** What keeps the session from doing anything. */
  #fault: InvalidOptionError | undefined;
  #isDisposed = false;

  constructor(parts: SessionParts<Pad>) {
    this.#parts = parts;
    const scratchpad = frozenCopy(parts.scratchpad.initial);
    const { id, budget, policy, rules, encoding } = parts;
    const snapshot = initialSnapshot({ id, budget, policy, rules, encoding, scratchpad });
    this.#runner = new EffectRunner(snapshot, parts.store, parts.clock);
    this.#measurer = createMeasurer(parts.tokenCounter ?? estimatingCounter);
    this.#gate = new CompactionGate({
      runner: this.#runner,
      summarizer: parts.summarizer,
      clock: parts.clock,
      createId: parts.createId,
      measurer: () => this.#measurer,
      budget: () => this.#runner.snapshot.corrected ?? this.#runner.snapshot.budget,
      plan: () => this.plan(),
      planUnder: (overlays, record) => this.#planUnder(overlays, record),
      fixedTokens: () => this.#fixedTokens(),
      notes: () => this.#notes(),
      refuseDisposed: () => this.#refuseDisposed(),
    });
    this.#toolsMessage = systemMessage(parts.toolsText);
  }

  get runner(): EffectRunner<Pad> {
    return this.#runner;
  }

  /** Loads the stored session, once. Never rejects. */
  ready(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async append(
    messages: AppendableMessage | readonly AppendableMessage[],
    { signal }: AppendOptions = {},
  ): Promise<readonly Entry[]> {
    const incoming = (Array.isArray(messages) ? messages : [messages]).map(read);
    await this.#open(signal);
    const atMs = this.#parts.clock.nowMs();
    const drafts = incoming.map(
      ({ id, message }): EntryDraft => ({
        id: id ?? this.#parts.createId(),
        createdAtMs: atMs,
        message,
        tokens: this.#measurer.message(message),
      }),
    );
    const lengthBefore = this.#runner.snapshot.transcript.length;
    await orAbort(this.#runner.dispatch({ type: 'append', drafts, atMs }), signal);
    const isRepeat = this.#runner.snapshot.transcript.length === lengthBefore;
    // A repeated message is acknowledged when the first one is stored.
    if (isRepeat) await orAbort(this.#runner.allStored(atMs), signal);
    return drafts.flatMap(({ id }) => this.entry(id) ?? []);
  }

  async assemble({ format = 'openai', signal }: AssembleOptions = {}): Promise<AssembledContext> {
    refuseUnknownFormat(format);
    await this.#open(signal);
    return this.#assembled('auto', signal);
  }

  async onOverflow({ format = 'openai', signal }: AssembleOptions = {}): Promise<AssembledContext> {
    refuseUnknownFormat(format);
    const { code } = await this.#opened(signal);
    return code.steppedDown(this.#runner, () => this.#assembled('overflow', signal));
  }

  async reportUsage(usage: ReportedUsage): Promise<void> {
    const { code } = await this.#opened();
    const { snapshot } = this.#runner;
    await this.#runner.dispatch(code.ledgerAfter(snapshot, snapshot.assembled, usage));
  }

  async compact({ signal }: SignalOption = {}): Promise<CompactionRecord | undefined> {
    const { compactor } = await this.#opened(signal);
    return compactor.compactNow(signal);
  }

  async previewCompaction({ signal }: SignalOption = {}): Promise<CompactionPreview | undefined> {
    const { compactor } = await this.#opened(signal);
    return compactor.preview();
  }

  async undoCompaction(
    compactionId?: string,
    { signal }: SignalOption = {},
  ): Promise<CompactionRecord> {
    const { compactor } = await this.#opened(signal);
    return compactor.undo(compactionId, signal);
  }

  async archived(): Promise<ArchivedContext | undefined> {
    await this.#open();
    if (!this.#runner.snapshot.overlays.condensed) return undefined;
    return (await this.#opened()).compactor.archived();
  }

  /** The plan of what stands now; made once for it. */
  plan(): ContextPlan {
    const { snapshot } = this.#runner;
    const { transcript, overlays, budget, policy, rules, scratchpad, degraded } = snapshot;
    const { compactions, useless, ledger, corrected, system } = snapshot;
    const settings = [budget, policy, rules, ledger, corrected, system, this.#measurer];
    const key = [transcript, overlays, compactions, useless, scratchpad, degraded, ...settings];
    if (!this.#planned || !isSameKey(this.#planned.key, key)) {
      this.#planned = { key, plan: this.#planOf(snapshot) };
    }
    return this.#planned.plan;
  }

  explain(entryId: string): Decision | undefined {
    return explainEntry(
      this.plan(),
      planInput(this.#runner.snapshot, this.#surroundings()),
      entryId,
    );
  }

  entries(fromSeq = 0, toSeq = Number.POSITIVE_INFINITY): readonly Entry[] {
    const { transcript } = this.#runner.snapshot;
    const end = Math.max(0, Math.min(toSeq, transcript.length));
    return transcript.log.slice(Math.max(0, fromSeq), end);
  }

  entry(entryId: string): Entry | undefined {
    const { transcript } = this.#runner.snapshot;
    const seq = seqOf(transcript, entryId);
    return seq === undefined ? undefined : transcript.log.at(seq);
  }

  async patchScratchpad(patch: Partial<Pad>): Promise<void> {
    await this.#open();
    const before = this.#runner.snapshot.scratchpad;
    const scratchpad = patchedScratchpad(this.#parts.scratchpad, before, patch);
    await this.#runner.dispatch({ type: 'scratchpad-set', scratchpad, atMs: this.#now() });
  }

  async configure(change: SettingsChange): Promise<void> {
    await this.#open();
    const { budget, policy, rules } = this.#runner.snapshot;
    const settings = {
      // A budget that is given anew, even the same one, ends what was learned about the old one.
      budget: change.budget === undefined ? budget : { ...resolveBudget(change.budget) },
      policy: change.policy === undefined ? policy : checkedPolicy(change.policy),
      rules: changedRules(rules, change),
    };
    await this.#runner.dispatch({ type: 'settings-set', settings, atMs: this.#now() });
    if (change.budget === undefined) return;
    void this.#runner.dispatch({ type: 'degradation-clear', code: 'BUDGET_STEPPED_DOWN' });
  }

  state(): MemoryState<Pad> {
    const snapshot = this.#runner.snapshot;
    const { store } = this.#runner;
    const key = [snapshot, store.name, store.persistent];
    if (this.#state && isSameKey(this.#state.key, key)) return this.#state.state;
    const { error, budget, scratchpad, compactions, degraded, transcript } = snapshot;
    const { breaker, summary, ledger } = snapshot;
    const state: MemoryState<Pad> = {
      status: statusOf(snapshot),
      error,
      entries: transcript.length,
      budget,
      plan: snapshot.assembled,
      scratchpad,
      compactions,
      breaker,
      summary: { ...summary, name: this.#parts.summarizer?.name ?? 'extractive' },
      ledger,
      degraded,
      store: { name: store.name, persistent: store.persistent },
    };
    this.#state = { key, state };
    return state;
  }

  clearError(): void {
    void this.#runner.dispatch({ type: 'error-clear' });
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#gate.dispose();
    this.#runner.stopListening();
    await this.#loading;
    await this.#runner.settled();
  }

  async #load(): Promise<void> {
    void this.#runner.dispatch({ type: 'load-start' });
    const stored = await this.#runner.load();
    const system = this.#systemText(stored);
    const scratchpad = this.#storedScratchpad(stored);
    void this.#runner.dispatch({ type: 'load-end', stored, ...scratchpad, ...system });
    void this.#gate.prefetch();
    void this.#countExactly();
  }

  /** A stored scratchpad of another shape than today's schema is left in the store and not used. */
  #storedScratchpad(stored: StoredSession | undefined): { readonly scratchpad?: Pad } {
    if (stored?.scratchpad === undefined) return {};
    try {
      return { scratchpad: checkedScratchpad(this.#parts.scratchpad, stored.scratchpad) };
    } catch (error) {
      const message = `The stored scratchpad was not used. ${messageOf(error)}`;
      const degradation = { code: 'SCRATCHPAD_OUTDATED', message } as const;
      void this.#runner.dispatch({ type: 'degradation-set', degradation });
      return {};
    }
  }

  /** Replaces estimates by counts, off the critical path; estimates stay when the ranks cannot be had. */
  async #countExactly(): Promise<void> {
    const { tokenCounter, model } = this.#parts;
    const exact = tokenCounter && this.#measurer;
    const measured = (tokens: ReadonlyMap<number, TokenCount>) => {
      if (this.#isDisposed) return false;
      void this.#runner.dispatch({ type: 'tokens-measure', tokens, atMs: this.#now() });
      return true;
    };
    const use = (measurer: Measurer) => {
      if (!this.#isDisposed) this.#measurer = measurer;
      return measured(new Map());
    };
    const transcript = () => this.#runner.snapshot.transcript;
    try {
      const { countExactly } = await import('./count-exactly.ts');
      await countExactly({ exact, model, transcript, use, measured });
    } catch (error) {
      const message = `Exact token counts are not available, so figures stay estimates. ${messageOf(error)}`;
      const degradation = { code: 'TOKENIZER_UNAVAILABLE', message } as const;
      return this.#runner.dispatch({ type: 'degradation-set', degradation });
    }
  }

  async #open(signal?: AbortSignalLike): Promise<void> {
    this.#refuseDisposed();
    throwIfAborted(signal);
    await orAbort(this.ready(), signal);
    this.#refuseDisposed();
    if (this.#fault) throw this.#fault;
  }

  /** What stands behind the gate; for calls that cannot do without it. */
  async #opened(signal?: AbortSignalLike): ReturnType<CompactionGate<Pad>['open']> {
    await this.#open(signal);
    const opened = await orAbort(this.#gate.open(), signal);
    this.#refuseDisposed();
    return opened;
  }

  #refuseDisposed(): void {
    if (this.#isDisposed) throw new SessionClosedError(this.#parts.id);
  }

  /** Compacts where needed, has the provider's count confirm what is close to the limit, and renders. */
  async #assembled(
    trigger: 'auto' | 'overflow',
    signal: AbortSignalLike | undefined,
  ): Promise<AssembledContext> {
    // A cache report needs a context before this one, and the code that was fetched meanwhile.
    const { assembled } = this.#runner.snapshot;
    const code = assembled && (await orAbort(this.#gate.prefetch(), signal));
    let plan = await this.#planToSend(trigger, signal);
    for (let left = CORRECTIONS_PER_ASSEMBLY; left > 0; left -= 1) {
      if (!(await this.#isFoundTooLong(plan, signal))) break;
      plan = await this.#planToSend(trigger, signal);
    }
    // While the provider counted, something may have been appended or reported.
    if (plan !== this.plan()) plan = await this.#planToSend(trigger, signal);
    const sent = this.#sentPlan(plan, code);
    void this.#runner.dispatch({ type: 'plan-set', plan: sent });
    if (sent.totalTokens > sent.budget.inputTokens) {
      const { code: opened } = await this.#gate.open();
      throw opened.overflowError(sent);
    }
    return { messages: renderOpenAi(sent), plan: sent };
  }

  /** The plan with what it means for a prompt cache; the same object while nothing changes. */
  #sentPlan(plan: ContextPlan, code: OnDemand | undefined): ContextPlan {
    if (this.#sent?.plan !== plan) {
      const { assembled } = this.#runner.snapshot;
      const cache = assembled ? code?.cacheReport(assembled, plan) : firstCall(plan);
      this.#sent = { plan, sent: { ...plan, ...(cache && { cache }) } };
    }
    return this.#sent.sent;
  }

  async #planToSend(
    trigger: 'auto' | 'overflow',
    signal: AbortSignalLike | undefined,
  ): Promise<ContextPlan> {
    let plan = await this.#gate.compactWhereNeeded(signal, trigger);
    // What was appended while this waited may have changed what is needed.
    while (plan !== this.plan()) plan = await this.#gate.compactWhereNeeded(signal, trigger);
    this.#refuseDisposed();
    throwIfAborted(signal);
    return plan;
  }

  /** Whether the provider's own count finds the context too long; then its figure was learned [TOK-7]. */
  async #isFoundTooLong(plan: ContextPlan, signal: AbortSignalLike | undefined): Promise<boolean> {
    const { contextCounter: counter, clock } = this.#parts;
    if (!counter || plan.totalTokens > plan.budget.inputTokens) return false;
    // Who cannot reach this page's own files does not reach a provider either.
    const code = await orAbort(this.#gate.prefetch(), signal);
    if (!code) return false;
    return code.isFoundTooLong({ runner: this.#runner, plan, counter, clock, signal });
  }

  #planUnder(overlays: Overlays, record: CompactionRecord): ContextPlan {
    const { snapshot } = this.#runner;
    const compactions = [...snapshot.compactions, record];
    return this.#planOf({ ...snapshot, overlays, compactions });
  }

  #planOf(snapshot: SessionSnapshot<Pad>): ContextPlan {
    return sessionPlan(snapshot, this.#surroundings());
  }

  #surroundings(): PlanSurroundings {
    const { livePlacement: placement, summarizer } = this.#parts;
    const hasSummarizer = summarizer !== undefined;
    return { fixed: this.#fixed(), measurer: this.#measurer, placement, hasSummarizer };
  }

  #fixed(): FixedContext {
    const measured = (message: Message) => ({ message, tokens: this.#measurer.message(message) });
    const { system } = this.#runner.snapshot;
    return {
      ...(system && { system: measured(system) }),
      ...(this.#toolsMessage && { tools: measured(this.#toolsMessage) }),
    };
  }

  #notes(): StageNotes | undefined {
    const { scratchpad, scratchpadAtLength } = this.#runner.snapshot;
    const text = renderScratchpad(scratchpad, Number.POSITIVE_INFINITY, () => 0);
    return text === '' ? undefined : { text, coversToSeq: scratchpadAtLength };
  }

  /** The system text of this session: a volatile one is what it was when the session began [TIER-1]. */
  #systemText(stored: StoredSession | undefined): {
    readonly system?: Message;
    readonly newSystemText?: string;
  } {
    const { system } = this.#parts;
    if (typeof system !== 'function') return withSystem(system);
    if (stored?.system !== undefined) return withSystem(stored.system);
    try {
      const text: unknown = system();
      if (typeof text !== 'string') throw new TypeError(`it gave something of type ${typeof text}`);
      return { ...withSystem(text), newSystemText: text };
    } catch (cause) {
      // Without its rules no agent goes on: every later call hears why they could not be made.
      const error = new InvalidOptionError('system', `gave no text: ${messageOf(cause)}.`);
      this.#fault = error;
      void this.#runner.dispatch({ type: 'error-set', error });
      return {};
    }
  }

  #fixedTokens(): number {
    const { system, tools } = this.#fixed();
    return (system?.tokens.value ?? 0) + (tools?.tokens.value ?? 0);
  }

  #now(): number {
    return this.#parts.clock.nowMs();
  }
}

function read(input: AppendableMessage): {
  readonly id: string | undefined;
  readonly message: Message;
} {
  const message = parseMessage(input);
  const { id } = input;
  if (id !== undefined && (typeof id !== 'string' || id === '')) {
    throw new InvalidMessageError('id', 'must be text that is not empty.');
  }
  // Originals are handed out, and nobody is to change them.
  message.parts.forEach(Object.freeze);
  return { id, message: Object.freeze(message) };
}

function refuseUnknownFormat(format: string): void {
  if (format === 'openai') return;
  throw new InvalidOptionError('format', `must be "openai"; got ${JSON.stringify(format)}.`);
}

function firstCall({ items, totalTokens }: ContextPlan): CacheReport {
  const [first] = items;
  const firstChange = first && ({ itemId: first.id, cause: 'first-call' } as const);
  const nothing = { keptTokens: 0, lostTokens: 0, newTokens: totalTokens };
  return { ...nothing, ...(firstChange && { firstChange }) };
}

function withSystem(text: string | undefined): { readonly system?: Message } {
  const system = systemMessage(text);
  return system ? { system } : {};
}

function systemMessage(text: string | undefined): Message | undefined {
  return text ? { role: 'system', parts: [{ type: 'text', text }] } : undefined;
}

function statusOf(snapshot: SessionSnapshot<unknown>): MemoryStatus {
  if (snapshot.error) return 'error';
  if (snapshot.phase !== 'ready') return 'hydrating';
  return snapshot.isCompacting ? 'compacting' : 'ready';
}

function isSameKey(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.every((part, index) => part === b[index]);
}
