import type { CompactionRecord, CompactionTrigger } from '../compaction/compaction-record.ts';
import type { FinishedCompaction } from '../compaction/finish-compaction.ts';
import { DEFAULT_LIMITS } from '../compaction/limits.ts';
import type { Summarizer, Summary, SummaryRequest } from '../condense/summarizer.ts';
import {
  CompactionUnavailableError,
  InvalidMessageError,
  SessionClosedError,
} from '../errors/errors.ts';
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
} from './agent-memory.ts';
import { betterCounts, exactMeasurer, firstMeasurer } from './counting.ts';
import { EffectRunner } from './effect-runner.ts';
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

type CompactionEngine = typeof import('../compaction/engine.ts');

/** A context that is still over budget after this many compactions cannot be helped by another. */
const COMPACTIONS_PER_ASSEMBLY = 2;

/**
 * The imperative shell of one session: waits, counts, asks the summariser, and tells the pure parts
 * what happened. Nothing starts before the first call that needs it.
 */
export class Session<Pad> {
  readonly #parts: SessionParts<Pad>;
  readonly #runner: EffectRunner<Pad>;
  readonly #systemMessage: Message | undefined;
  readonly #toolsMessage: Message | undefined;
  #measurer: Measurer;
  #loading: Promise<void> | undefined;
  #compacting: Promise<CompactionRecord | undefined> | undefined;
  #planned: { readonly key: readonly unknown[]; readonly plan: ContextPlan } | undefined;
  #state: { readonly key: readonly unknown[]; readonly state: MemoryState<Pad> } | undefined;
  #fetching: Promise<CompactionEngine> | undefined;
  #isDisposed = false;

  constructor(parts: SessionParts<Pad>) {
    this.#parts = parts;
    const { id, budget, policy, clock, store } = parts;
    const scratchpad = parts.scratchpad.initial;
    this.#runner = new EffectRunner(
      initialSnapshot({ id, budget, policy, scratchpad }),
      store,
      clock,
    );
    this.#measurer = firstMeasurer(parts.tokenCounter);
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
    await this.#runner.dispatch({ type: 'append', drafts, atMs });
    return drafts.flatMap(({ id }) => this.entry(id) ?? []);
  }

  async assemble({ signal }: AssembleOptions = {}): Promise<AssembledContext> {
    await this.#open(signal);
    await this.#compactWhereNeeded(signal);
    this.#refuseDisposed();
    throwIfAborted(signal);
    const plan = this.plan();
    void this.#runner.dispatch({ type: 'plan-set', plan });
    if (plan.totalTokens > plan.budget.inputTokens) throw overflowError(plan);
    return { messages: renderOpenAi(plan), plan };
  }

  async compact({ signal }: AppendOptions = {}): Promise<CompactionRecord | undefined> {
    await this.#open(signal);
    while (this.#compacting !== undefined) await endOf(this.#compacting, signal);
    this.#refuseDisposed();
    return this.#compact('manual', signal);
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

  async configure(settings: Partial<MemorySettings>): Promise<void> {
    await this.#open();
    const { budget, policy } = this.#runner.snapshot;
    const changed = { budget: settings.budget ?? budget, policy: settings.policy ?? policy };
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
    // Ahead of need; whoever needs it later hears of a failure then.
    this.#engine().catch(() => undefined);
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
      if (!this.#parts.tokenCounter) this.#measurer = await exactMeasurer();
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

  async #compactWhereNeeded(signal: AbortSignalLike | undefined): Promise<void> {
    let compactions = 0;
    while (compactions < COMPACTIONS_PER_ASSEMBLY) {
      // Nothing is awaited between this look and a start: two assemblies share one compaction.
      while (this.#compacting !== undefined) await endOf(this.#compacting, signal);
      this.#refuseDisposed();
      const { totalTokens, budget } = this.plan();
      if (totalTokens <= budget.highTokens) return;
      const { overlays } = this.#runner.snapshot;
      if (await this.#compact('auto', signal)) compactions += 1;
      // Dropped because settings changed: that says nothing about what the new ones allow.
      else if (this.#runner.snapshot.overlays === overlays) return;
    }
  }

  async #compact(
    trigger: CompactionTrigger,
    signal: AbortSignalLike | undefined,
  ): Promise<CompactionRecord | undefined> {
    this.#compacting = this.#runCompaction(trigger, signal);
    try {
      return await this.#compacting;
    } finally {
      this.#compacting = undefined;
    }
  }

  /** Draft, summary, commit. What changed meanwhile wins: then the compaction is dropped. */
  async #runCompaction(
    trigger: CompactionTrigger,
    signal: AbortSignalLike | undefined,
  ): Promise<CompactionRecord | undefined> {
    const engine = await orAbort(this.#engine(), signal);
    const startedAtMs = this.#now();
    const { transcript, overlays, budget, policy } = this.#runner.snapshot;
    const compactionId = this.#parts.createId();
    const measurer = this.#measurer;
    const fixedTokens = this.#fixedTokens();
    const limits = DEFAULT_LIMITS;
    const draft = engine.draftCompaction({
      compactionId,
      transcript,
      overlays,
      budget,
      policy,
      limits,
      measurer,
      fixedTokens,
    });
    if (draft.stages.length === 0) return undefined;
    const tokens = draft.tokensBefore;
    void this.#runner.dispatch({ type: 'compaction-start', compactionId, tokens });
    try {
      const summary =
        draft.summaryRequest && (await this.#summarize(engine, draft.summaryRequest, signal));
      const isCurrent = !this.#isDisposed && this.#runner.snapshot.overlays === overlays;
      const finished = isCurrent ? engine.finishCompaction(draft, summary) : undefined;
      if (!finished) {
        void this.#runner.dispatch({ type: 'compaction-stop', compactionId });
        return undefined;
      }
      return this.#commitCompaction(finished, { compactionId, trigger, startedAtMs });
    } catch (error) {
      const message = `Compaction stopped, nothing was changed: ${messageOf(error)}`;
      void this.#runner.dispatch({ type: 'compaction-stop', compactionId, message });
      throw error;
    }
  }

  #commitCompaction(
    finished: FinishedCompaction,
    begun: {
      readonly compactionId: string;
      readonly trigger: CompactionTrigger;
      readonly startedAtMs: number;
    },
  ): CompactionRecord {
    const atMs = this.#now();
    const { budget, compactions } = this.#runner.snapshot;
    const { overlays, tokensBefore, tokensAfter, stages, left, summariser } = finished;
    const isFirstOfEpoch = overlays.epoch > 0 && compactions.at(-1)?.epoch !== overlays.epoch;
    const record: CompactionRecord = {
      id: begun.compactionId,
      trigger: begun.trigger === 'auto' && isFirstOfEpoch ? 'epoch' : begun.trigger,
      startedAtMs: begun.startedAtMs,
      durationMs: atMs - begun.startedAtMs,
      epoch: overlays.epoch,
      inputTokens: budget.inputTokens,
      tokensBefore,
      tokensAfter,
      stages,
      ...(summariser !== undefined && { summariser }),
      left: left.map(({ fromSeq, toSeq }) => ({ fromSeq, toSeq })),
    };
    // Not waited for: a failed commit is reported in the state, and the view holds without it.
    void this.#runner.dispatch({ type: 'compaction-end', overlays, record, atMs });
    return record;
  }

  async #summarize(
    engine: CompactionEngine,
    request: SummaryRequest,
    signal: AbortSignalLike | undefined,
  ): Promise<Summary> {
    const { summarizer } = this.#parts;
    const { summary, failure } = await engine.summarizeOrFallBack(summarizer, request, signal);
    if (failure === undefined) {
      void this.#runner.dispatch({ type: 'degradation-clear', code: 'SUMMARIZER_FAILED' });
    } else {
      const message = `The summariser "${summarizer?.name}" failed (${failure}); an extractive summary stands in.`;
      const degradation = { code: 'SUMMARIZER_FAILED', message } as const;
      void this.#runner.dispatch({ type: 'degradation-set', degradation });
    }
    return summary;
  }

  /** Fetched once, in the background of loading; a fetch that failed is tried again when needed. */
  async #engine(): Promise<CompactionEngine> {
    this.#fetching ??= import('../compaction/engine.ts');
    try {
      return await this.#fetching;
    } catch (cause) {
      this.#fetching = undefined;
      throw new CompactionUnavailableError({ cause });
    }
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

/** Waits for a compaction of another call. Its failure is that call's to hear of; who waits tries anew. */
async function endOf(
  compaction: Promise<unknown>,
  signal: AbortSignalLike | undefined,
): Promise<void> {
  await orAbort(
    compaction.catch(() => undefined),
    signal,
  );
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
