import type { CompactionRecord, CompactionTrigger } from '../compaction/compaction-record.ts';
import type { FinishedCompaction } from '../compaction/finish-compaction.ts';
import { DEFAULT_LIMITS } from '../compaction/limits.ts';
import { needsCompaction } from '../compaction/needs-compaction.ts';
import type { Summarizer, Summary, SummaryRequest } from '../condense/summarizer.ts';
import { CompactionUnavailableError } from '../errors/errors.ts';
import type { ContextPlan } from '../plan/context-plan.ts';
import { type AbortSignalLike, orAbort } from '../platform/abort.ts';
import type { Clock } from '../platform/clock.ts';
import type { IdMaker } from '../platform/ids.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { EffectRunner } from './effect-runner.ts';
import { messageOf } from './message-of.ts';

/** What the compactor reads of its session, always as it stands at the moment. */
export interface CompactorHost<Pad> {
  readonly runner: EffectRunner<Pad>;
  readonly summarizer: Summarizer | undefined;
  readonly clock: Clock;
  readonly createId: IdMaker;
  measurer(): Measurer;
  plan(): ContextPlan;
  /** Tokens of the system text and the tools. */
  fixedTokens(): number;
  /** @throws SessionClosedError once the session is disposed. */
  refuseDisposed(): void;
}

type CompactionEngine = typeof import('../compaction/engine.ts');

/** A context that is still over budget after this many compactions cannot be helped by another. */
const COMPACTIONS_PER_ASSEMBLY = 2;

/**
 * Carries compactions out, one at a time.
 *
 * - Calls that need one while one runs wait for it and look again.
 * - What changed while a summary was awaited wins: then the compaction is dropped.
 * - The code that compacts is fetched in the background, and again when a fetch failed.
 */
export class Compactor<Pad> {
  readonly #host: CompactorHost<Pad>;
  readonly #fetchEngine: () => Promise<CompactionEngine>;
  #running: Promise<CompactionRecord | undefined> | undefined;
  #fetching: Promise<CompactionEngine> | undefined;

  /** @param fetchEngine fetches the code that compacts; default: the library's own chunk. */
  constructor(
    host: CompactorHost<Pad>,
    fetchEngine: () => Promise<CompactionEngine> = () => import('../compaction/engine.ts'),
  ) {
    this.#host = host;
    this.#fetchEngine = fetchEngine;
  }

  /** Fetches ahead of need; whoever needs it later hears of a failure then. */
  prefetch(): void {
    this.#engine().catch(() => undefined);
  }

  /** Compacts until the plan may be sent, or until another compaction would not help; gives that plan. */
  async compactWhereNeeded(signal: AbortSignalLike | undefined): Promise<ContextPlan> {
    const { runner } = this.#host;
    let compactions = 0;
    while (compactions < COMPACTIONS_PER_ASSEMBLY) {
      // Nothing is awaited between this look and a start: two assemblies share one compaction.
      while (this.#running !== undefined) await endOf(this.#running, signal);
      this.#host.refuseDisposed();
      const plan = this.#host.plan();
      if (!needsCompaction(plan, runner.snapshot.compactions.at(-1))) return plan;
      const { overlays } = runner.snapshot;
      if (await this.#startFor(plan, signal)) compactions += 1;
      // Dropped because settings changed: that says nothing about what the new ones allow.
      else if (runner.snapshot.overlays === overlays) return this.#host.plan();
    }
    return this.#host.plan();
  }

  /** Compacts without waiting for the high watermark; `undefined` where nothing is to be gained. */
  async compactNow(signal: AbortSignalLike | undefined): Promise<CompactionRecord | undefined> {
    while (this.#running !== undefined) await endOf(this.#running, signal);
    this.#host.refuseDisposed();
    return this.#start('manual', signal);
  }

  /** A context that fits goes out as it is where the code that compacts cannot be fetched. */
  async #startFor(
    plan: ContextPlan,
    signal: AbortSignalLike | undefined,
  ): Promise<CompactionRecord | undefined> {
    try {
      return await this.#start('auto', signal);
    } catch (error) {
      const fits = plan.totalTokens <= plan.budget.inputTokens;
      if (fits && error instanceof CompactionUnavailableError) return undefined;
      throw error;
    }
  }

  async #start(
    trigger: CompactionTrigger,
    signal: AbortSignalLike | undefined,
  ): Promise<CompactionRecord | undefined> {
    this.#running = this.#run(trigger, signal);
    try {
      return await this.#running;
    } finally {
      this.#running = undefined;
    }
  }

  /** Draft, summary, commit. */
  async #run(
    trigger: CompactionTrigger,
    signal: AbortSignalLike | undefined,
  ): Promise<CompactionRecord | undefined> {
    const { runner, clock, createId } = this.#host;
    const engine = await orAbort(this.#engine(), signal);
    const startedAtMs = clock.nowMs();
    const { transcript, overlays, budget, policy } = runner.snapshot;
    const compactionId = createId();
    const draft = engine.draftCompaction({
      compactionId,
      transcript,
      overlays,
      budget,
      policy,
      limits: DEFAULT_LIMITS,
      measurer: this.#host.measurer(),
      fixedTokens: this.#host.fixedTokens(),
    });
    if (draft.stages.length === 0) return undefined;
    void runner.dispatch({ type: 'compaction-start', compactionId, tokens: draft.tokensBefore });
    try {
      const request = draft.summaryRequest;
      const summary = request && (await this.#summarize(engine, request, signal));
      this.#host.refuseDisposed();
      const isCurrent = runner.snapshot.overlays === overlays;
      const finished = isCurrent ? engine.finishCompaction(draft, summary) : undefined;
      if (finished) return this.#commit(finished, { compactionId, trigger, startedAtMs });
      const why = isCurrent ? 'it would have freed nothing' : 'the settings changed meanwhile';
      const message = `Compaction dropped, nothing was changed: ${why}.`;
      void runner.dispatch({ type: 'compaction-stop', compactionId, message });
      return undefined;
    } catch (error) {
      const message = `Compaction stopped, nothing was changed: ${messageOf(error)}`;
      void runner.dispatch({ type: 'compaction-stop', compactionId, message });
      throw error;
    }
  }

  #commit(
    finished: FinishedCompaction,
    begun: {
      readonly compactionId: string;
      readonly trigger: CompactionTrigger;
      readonly startedAtMs: number;
    },
  ): CompactionRecord {
    const { runner, clock } = this.#host;
    const atMs = clock.nowMs();
    const { budget, compactions } = runner.snapshot;
    const { overlays, tokensBefore, tokensAfter, stages, left, summariser } = finished;
    const previous = compactions.at(-1);
    const isFirstOfEpoch = previous !== undefined && previous.epoch !== overlays.epoch;
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
    void runner.dispatch({ type: 'compaction-end', overlays, record, atMs });
    return record;
  }

  async #summarize(
    engine: CompactionEngine,
    request: SummaryRequest,
    signal: AbortSignalLike | undefined,
  ): Promise<Summary> {
    const { runner, summarizer } = this.#host;
    const { summary, failure } = await engine.summarizeOrFallBack(summarizer, request, signal);
    if (failure === undefined) {
      void runner.dispatch({ type: 'degradation-clear', code: 'SUMMARIZER_FAILED' });
    } else {
      const message = `The summariser "${summarizer?.name}" failed (${failure}); an extractive summary stands in.`;
      const degradation = { code: 'SUMMARIZER_FAILED', message } as const;
      void runner.dispatch({ type: 'degradation-set', degradation });
    }
    return summary;
  }

  async #engine(): Promise<CompactionEngine> {
    this.#fetching ??= this.#fetchEngine();
    try {
      return await this.#fetching;
    } catch (cause) {
      this.#fetching = undefined;
      throw new CompactionUnavailableError({ cause });
    }
  }
}

/** Waits for a compaction of another call. Its failure is that call's to hear of; who waits tries anew. */
async function endOf(
  compaction: Promise<unknown>,
  signal: AbortSignalLike | undefined,
): Promise<void> {
  const ended = compaction.catch(() => undefined);
  await orAbort(ended, signal);
}
