import { resolveBudget } from '../budget/resolve-budget.ts';
import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { Summarizer } from '../condense/summarizer.ts';
import { InvalidMessageError, InvalidOptionError, SessionClosedError } from '../errors/errors.ts';
import type { Message } from '../message/message.ts';
import { parseMessage } from '../message/parse-message.ts';
import type { ContextPlan } from '../plan/context-plan.ts';
import type { Decision } from '../plan/decision.ts';
import { explainEntry } from '../plan/explain.ts';
import { type FixedContext, type PlanInput, planContext } from '../plan/plan-context.ts';
import { renderOpenAi } from '../plan/render-openai.ts';
import { type AbortSignalLike, orAbort, throwIfAborted } from '../platform/abort.ts';
import type { Clock } from '../platform/clock.ts';
import type { IdMaker } from '../platform/ids.ts';
import { checkedPolicy } from '../policies/eviction-policy.ts';
import { frozenCopy } from '../scratchpad/frozen-copy.ts';
import { checkedScratchpad, patchedScratchpad } from '../scratchpad/patch-scratchpad.ts';
import type { ScratchpadSchema } from '../scratchpad/scratchpad.ts';
import type { MemoryStore, StoredSession } from '../storage/memory-store.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import type { Entry } from '../transcript/entry.ts';
import { type EntryDraft, seqOf } from '../transcript/transcript.ts';
import type {
  AppendableMessage,
  AppendOptions,
  AssembledContext,
  AssembleOptions,
  MemorySettings,
  MemoryState,
  MemoryStatus,
  SettingsChange,
} from './agent-memory.ts';
import { Compactor } from './compactor.ts';
import { betterCounts, exactMeasurer, firstMeasurer } from './counting.ts';
import { EffectRunner } from './effect-runner.ts';
import { messageOf } from './message-of.ts';
import { overflowError } from './overflow.ts';
import { initialSnapshot, type SessionSnapshot } from './snapshot.ts';

/** Everything a session needs from outside, defaults filled in. */
export interface SessionParts<Pad> extends MemorySettings {
  readonly id: string;
  readonly system: string | undefined;
  /** The tool definitions as JSON, the way they are counted. */
  readonly toolsText: string | undefined;
  readonly store: MemoryStore | undefined;
  /** Absent: the extractive one. */
  readonly summarizer: Summarizer | undefined;
  readonly tokenCounter: TokenCounter | undefined;
  readonly scratchpad: ScratchpadSchema<Pad>;
  readonly clock: Clock;
  readonly createId: IdMaker;
}

/**
 * The imperative shell of one session: waits, counts, asks the summariser, and tells the pure parts
 * what happened. Nothing starts before the first call that needs it.
 */
export class Session<Pad> {
  readonly #parts: SessionParts<Pad>;
  readonly #runner: EffectRunner<Pad>;
  readonly #compactor: Compactor<Pad>;
  readonly #systemMessage: Message | undefined;
  readonly #toolsMessage: Message | undefined;
  #measurer: Measurer;
  #loading: Promise<void> | undefined;
  #planned: { readonly key: readonly unknown[]; readonly plan: ContextPlan } | undefined;
  #state: { readonly key: readonly unknown[]; readonly state: MemoryState<Pad> } | undefined;
  #isDisposed = false;

  constructor(parts: SessionParts<Pad>) {
    this.#parts = parts;
    const { id, budget, policy, clock, store } = parts;
    const scratchpad = frozenCopy(parts.scratchpad.initial);
    this.#runner = new EffectRunner(
      initialSnapshot({ id, budget, policy, scratchpad }),
      store,
      clock,
    );
    this.#measurer = firstMeasurer(parts.tokenCounter);
    this.#compactor = new Compactor({
      runner: this.#runner,
      summarizer: parts.summarizer,
      clock,
      createId: parts.createId,
      measurer: () => this.#measurer,
      plan: () => this.plan(),
      fixedTokens: () => this.#fixedTokens(),
      refuseDisposed: () => this.#refuseDisposed(),
    });
    this.#systemMessage = systemText(parts.system);
    this.#toolsMessage = systemText(parts.toolsText);
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
    let plan = await this.#compactor.compactWhereNeeded(signal);
    // What was appended while this waited may have changed what is needed.
    while (plan !== this.plan()) plan = await this.#compactor.compactWhereNeeded(signal);
    this.#refuseDisposed();
    throwIfAborted(signal);
    void this.#runner.dispatch({ type: 'plan-set', plan });
    if (plan.totalTokens > plan.budget.inputTokens) throw overflowError(plan);
    return { messages: renderOpenAi(plan), plan };
  }

  async compact({ signal }: AppendOptions = {}): Promise<CompactionRecord | undefined> {
    await this.#open(signal);
    return this.#compactor.compactNow(signal);
  }

  /** The plan of what stands now; made once for it. */
  plan(): ContextPlan {
    const { transcript, overlays, budget, scratchpad, degraded } = this.#runner.snapshot;
    const key = [transcript, overlays, budget, scratchpad, degraded, this.#measurer];
    if (!this.#planned || !isSameKey(this.#planned.key, key)) {
      this.#planned = { key, plan: planContext(this.#planInput()) };
    }
    return this.#planned.plan;
  }

  explain(entryId: string): Decision | undefined {
    return explainEntry(this.plan(), this.#planInput(), entryId);
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

  async configure(settings: SettingsChange): Promise<void> {
    await this.#open();
    const { budget, policy } = this.#runner.snapshot;
    const changed = {
      budget: settings.budget === undefined ? budget : resolveBudget(settings.budget),
      policy: settings.policy === undefined ? policy : checkedPolicy(settings.policy),
    };
    await this.#runner.dispatch({ type: 'settings-set', ...changed, atMs: this.#now() });
  }

  state(): MemoryState<Pad> {
    const snapshot = this.#runner.snapshot;
    const { store } = this.#runner;
    const key = [snapshot, store.name, store.persistent];
    if (this.#state && isSameKey(this.#state.key, key)) return this.#state.state;
    const { error, budget, scratchpad, compactions, degraded, transcript } = snapshot;
    const state: MemoryState<Pad> = {
      status: statusOf(snapshot),
      error,
      entries: transcript.length,
      budget,
      plan: snapshot.assembled,
      scratchpad,
      compactions,
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
    this.#runner.stopListening();
    await this.#loading;
    await this.#runner.settled();
  }

  async #load(): Promise<void> {
    void this.#runner.dispatch({ type: 'load-start' });
    const stored = await this.#runner.load();
    void this.#runner.dispatch({ type: 'load-end', stored, ...this.#storedScratchpad(stored) });
    this.#compactor.prefetch();
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
    try {
      if (!this.#parts.tokenCounter) this.#countWith(await exactMeasurer());
    } catch (error) {
      const message = `Exact token counts are not available, so figures stay estimates. ${messageOf(error)}`;
      const degradation = { code: 'TOKENIZER_UNAVAILABLE', message } as const;
      return this.#runner.dispatch({ type: 'degradation-set', degradation });
    }
    const { transcript } = this.#runner.snapshot;
    for await (const tokens of betterCounts(transcript, this.#measurer)) {
      if (this.#isDisposed) return;
      void this.#runner.dispatch({ type: 'tokens-measure', tokens, atMs: this.#now() });
    }
  }

  #countWith(measurer: Measurer): void {
    if (this.#isDisposed) return;
    this.#measurer = measurer;
    void this.#runner.dispatch({ type: 'tokens-measure', tokens: new Map(), atMs: this.#now() });
  }

  async #open(signal?: AbortSignalLike): Promise<void> {
    this.#refuseDisposed();
    throwIfAborted(signal);
    await orAbort(this.ready(), signal);
    this.#refuseDisposed();
  }

  #refuseDisposed(): void {
    if (this.#isDisposed) throw new SessionClosedError(this.#parts.id);
  }

  #planInput(): PlanInput {
    const { transcript, overlays, budget, scratchpad, degraded, id } = this.#runner.snapshot;
    return {
      sessionId: id,
      transcript,
      overlays,
      budget,
      scratchpad,
      degraded,
      fixed: this.#fixed(),
      measurer: this.#measurer,
    };
  }

  #fixed(): FixedContext {
    const measured = (message: Message) => ({ message, tokens: this.#measurer.message(message) });
    return {
      ...(this.#systemMessage && { system: measured(this.#systemMessage) }),
      ...(this.#toolsMessage && { tools: measured(this.#toolsMessage) }),
    };
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
  return { id, message };
}

function refuseUnknownFormat(format: string): void {
  if (format === 'openai') return;
  throw new InvalidOptionError('format', `must be "openai"; got ${JSON.stringify(format)}.`);
}

function systemText(text: string | undefined): Message | undefined {
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
