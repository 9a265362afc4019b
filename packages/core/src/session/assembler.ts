import { errorText } from '../ground/errors/error-text.ts';
import { CodeUnavailableError } from '../ground/errors/errors.ts';
import { type AbortSignalLike, orAbort, throwIfAborted } from '../ground/platform/abort.ts';
import type { LazyCode } from '../ground/platform/lazy-code.ts';
import { firstCallReport } from '../plan/cache-report.ts';
import type { ContextPlan } from '../plan/context-plan.ts';
import { providerInputTokens } from '../tokens/ledger.ts';
import type { CompactionNeed } from './compact/compactor.ts';
import type { CompactionCode } from './compaction-code.ts';
import { mayNeedCount } from './provider/context-counter.ts';
import type { SessionObjects } from './session-objects.ts';

/** Contexts that the provider's own count finds too long are made smaller this often. */
const CORRECTIONS_PER_ASSEMBLY = 2;
/** So often a context is made again for live sections alone: one may say at every look that it changed. */
const LOOKS_AT_SECTIONS = 3;
/** The plan of so many messages is made before anybody could notice. */
const SHORT_ENTRIES = 2_000;

/**
 * Brings a context about that may be sent.
 *
 * - Compacts where the schedule says so. A context that may go out as it is never waits for code,
 *   unless it is of more than 2,000 messages.
 * - Has the provider's own counter confirm a context where estimates may be wrong, if one was given.
 * - What is appended, reported or configured meanwhile is in the plan that it gives.
 */
export class Assembler<Pad> {
  readonly #session: SessionObjects<Pad>;
  /** Compaction, and contexts that are too long. */
  readonly #compaction: LazyCode<CompactionCode<Pad>>;
  #lastSent: ContextPlan | undefined;
  #sent: { readonly plan: ContextPlan; readonly sent: ContextPlan } | undefined;

  /** The plan of the context that was refused last, until one is sent. */
  #refused: ContextPlan | undefined;

  constructor(session: SessionObjects<Pad>, compaction: LazyCode<CompactionCode<Pad>>) {
    this.#session = session;
    this.#compaction = compaction;
  }

  /** @throws ContextOverflowError if the protected part alone does not fit. */
  async assemble(need: CompactionNeed): Promise<ContextPlan> {
    const { planner, runner } = this.#session;
    let plan = await this.#planToSend(need);
    for (let left = CORRECTIONS_PER_ASSEMBLY; left > 0; left -= 1) {
      if (!(await this.#isFoundTooLong(plan, need.signal))) break;
      plan = await this.#planToSend(need);
    }
    // While the provider counted, something may have been appended or reported.
    if (plan !== planner.planFor(need.liveHosts)) plan = await this.#planToSend(need);
    // Nothing is waited for where it is not needed: what is said during a wait has to be in the plan.
    if (this.#isHeldShort(plan, need) && (await this.#code(need.signal)).raiseLimitTo(plan)) {
      plan = await this.#planToSend(need);
    }
    const fitting = this.#withCache(plan);
    const isRefused = plan.totalTokens > plan.budget.inputTokens;
    // A context that does not fit was to be compacted first, so the code is here.
    const sent = (isRefused && this.#compaction.loaded?.refusedPlan(fitting)) || fitting;
    this.#refused = isRefused ? plan : undefined;
    void runner.dispatch({
      type: 'context-assemble',
      plan: sent,
      isRefused,
      isRepeat: sent === runner.snapshot.assembled,
      model: runner.snapshot.model,
    });
    if (isRefused) throw (await this.#code(need.signal)).overflowError(sent, runner.snapshot);
    this.#lastSent = sent;
    return sent;
  }

  /** A plan as it is, or as refused where the session stands as it did when its context was refused [HIS-4]. */
  asRefused(plan: ContextPlan): ContextPlan {
    const { planner } = this.#session;
    const { loaded: code } = this.#compaction;
    const isRefused = this.#refused !== undefined && planner.isOfSession(this.#refused);
    if (!isRefused || !code || plan.totalTokens <= plan.budget.inputTokens) return plan;
    return code.refusedPlan(plan);
  }

  /**
   * Assembles under a budget that is stepped down after a refusal.
   * @throws AgentMemoryError `OVERFLOW_PERSISTS` after more than five refusals in a row; what `assemble` throws.
   */
  async assembleAfterRefusal(need: CompactionNeed, refusal: unknown): Promise<ContextPlan> {
    const code = await this.#code(need.signal);
    return code.assembleAfterRefusal(() => this.assemble(need), refusal);
  }

  async #planToSend(need: CompactionNeed): Promise<ContextPlan> {
    const { planner } = this.#session;
    let plan: ContextPlan;
    let looks = 0;
    const isCurrent = () =>
      plan === planner.planFor(need.liveHosts) ||
      (looks >= LOOKS_AT_SECTIONS && planner.isOfSession(plan));
    do {
      plan = await this.#compactedWhereNeeded(need);
      looks += 1;
      // An append or a request while this waited may have changed what is needed.
    } while (!isCurrent());
    this.#session.lifecycle.refuseDisposed();
    throwIfAborted(need.signal);
    return plan;
  }

  /** A context that fits goes out as it is where the code that compacts cannot be fetched. */
  async #compactedWhereNeeded(need: CompactionNeed): Promise<ContextPlan> {
    const { planner, runner } = this.#session;
    const compaction = this.#compaction;
    // The code that compacts makes the plan of a long session too, without holding the page up.
    const { length, log } = runner.snapshot.transcript;
    if (length - log.unloaded > SHORT_ENTRIES) {
      await orAbort(compaction.prefetch(), need.signal);
    }
    if (compaction.loaded) return compaction.loaded.compactor.compactWhereNeeded(need);
    const plan = planner.planFor(need.liveHosts);
    if (plan.schedule.state === 'wait' && !plan.isPartial) return plan;
    try {
      return await (await this.#code(need.signal)).compactor.compactWhereNeeded(need);
    } catch (error) {
      const fits = plan.totalTokens <= plan.budget.inputTokens && !plan.isPartial;
      if (fits && error instanceof CodeUnavailableError) return planner.planFor(need.liveHosts);
      throw error;
    }
  }

  /**
   * The plan with what it means for a prompt cache; the same object while nothing changes. Nothing
   * waits for the code that compares: until it is here a plan does not say.
   */
  #withCache(plan: ContextPlan): ContextPlan {
    if (this.#sent?.plan !== plan) {
      const { assembled } = this.#session.runner.snapshot;
      const before = assembled?.isRefused ? this.#lastSent : assembled;
      const cache = before
        ? this.#compaction.loaded?.cacheReport(before, plan)
        : firstCallReport(plan);
      this.#sent = { plan, sent: cache ? { ...plan, cache } : plan };
    }
    return this.#sent.sent;
  }

  /**
   * Tells whether the provider's own count finds a context too long, where it is asked [TOK-7]. A
   * counter that fails or hangs is reported, and the context goes out as it was counted here.
   */
  async #isFoundTooLong(plan: ContextPlan, signal: AbortSignalLike | undefined): Promise<boolean> {
    const { runner, parts } = this.#session;
    const { contextCounter: counter } = parts;
    if (!counter || plan.totalTokens > plan.budget.inputTokens) return false;
    const limitTokens = providerInputTokens(runner.snapshot.budget);
    if (!mayNeedCount(plan.ledger.predictedTokens, limitTokens)) return false;
    try {
      return await (await this.#code(signal)).isFoundTooLong(plan, counter, signal);
    } catch (error) {
      throwIfAborted(signal);
      const message = `The counter "${counter.name}" failed (${errorText(error)}); the context goes out as it was counted here.`;
      void runner.tell('COUNTER_FAILED', message);
      return false;
    }
  }

  /**
   * Tells whether what cannot leave does not fit a limit that refusals taught; then the limit yields.
   * Where it was right, the provider refuses once more.
   */
  #isHeldShort(plan: ContextPlan, { trigger }: CompactionNeed): boolean {
    const isOver = plan.totalTokens > plan.budget.inputTokens;
    return trigger === 'auto' && isOver && this.#session.runner.snapshot.overflow !== undefined;
  }

  #code(signal: AbortSignalLike | undefined): Promise<CompactionCode<Pad>> {
    return orAbort(this.#compaction.load(), signal);
  }
}
