import type { CompactionNeed, Compactor } from '../compactor/compactor.ts';
import { ContextOverflowError } from '../errors/context-overflow-error.ts';
import { errorText } from '../errors/error-text.ts';
import { CompactionUnavailableError } from '../errors/errors.ts';
import { renderOpenAi } from '../formats/openai/render-openai.ts';
import { cacheReport } from '../plan/cache-comparison.ts';
import type { CacheReport } from '../plan/cache-report.ts';
import type { ContextPlan } from '../plan/context-plan.ts';
import type { Planner } from '../planner/planner.ts';
import { type AbortSignalLike, orAbort, throwIfAborted } from '../platform/abort.ts';
import type { Clock } from '../platform/clock.ts';
import { withDeadline } from '../platform/deadline.ts';
import type { Door } from '../platform/door.ts';
import { confirmationOf, isNearLimit, keptBelow } from '../provider/confirmation.ts';
import type { ContextCounter } from '../provider/context-counter.ts';
import { overflowError } from '../provider/overflow-error.ts';
import { refusalEvents, refusalTakenBack } from '../provider/refusal.ts';
import type { EffectRunner } from '../runner/effect-runner.ts';
import type { SessionEvent } from '../state/session-event.ts';

/** What an assembler works with. */
export interface AssemblerParts<Pad> {
  readonly runner: EffectRunner<Pad>;
  readonly planner: Planner;
  readonly compaction: Door<Compactor<Pad>>;
  readonly counter: ContextCounter | undefined;
  readonly clock: Clock;
  /** The model named in the options. */
  readonly model: string | undefined;
  /** @throws SessionClosedError once the session is disposed. */
  refuseDisposed(): void;
}

/** Contexts that the provider's own count finds too long are made smaller this often. */
const CORRECTIONS_PER_ASSEMBLY = 2;
/** The plan of so many messages is made before anybody could notice. */
const SHORT_ENTRIES = 2_000;
/** A count that takes longer holds a call up more than it is worth. */
const COUNTER_TIMEOUT_MS = 10_000;

/**
 * Brings a context about that may be sent.
 *
 * - Compacts where the schedule says so. A context that may go out as it is never waits for code,
 *   unless it is of more than 2,000 messages.
 * - Has the provider's own counter confirm a context close to the limit, where one was given.
 * - What is appended, reported or configured meanwhile is in the plan that it gives.
 */
export class Assembler<Pad> {
  readonly #parts: AssemblerParts<Pad>;
  #sent: { readonly plan: ContextPlan; readonly sent: ContextPlan } | undefined;

  constructor(parts: AssemblerParts<Pad>) {
    this.#parts = parts;
  }

  /** @throws ContextOverflowError when the protected part alone does not fit. */
  async assemble(need: CompactionNeed): Promise<ContextPlan> {
    const { planner, runner, clock, model } = this.#parts;
    let plan = await this.#planToSend(need);
    for (let left = CORRECTIONS_PER_ASSEMBLY; left > 0; left -= 1) {
      if (!(await this.#isFoundTooLong(plan, need.signal))) break;
      plan = await this.#planToSend(need);
    }
    // While the provider counted, something may have been appended or reported.
    if (plan !== planner.planFor(need.hosts)) plan = await this.#planToSend(need);
    const sent = this.#withCache(plan);
    const isRefused = sent.totalTokens > sent.budget.inputTokens;
    void runner.dispatch({
      type: 'context-assemble',
      plan: sent,
      isRefused,
      isRepeat: sent === runner.snapshot.assembled,
      model,
      atMs: clock.nowMs(),
    });
    if (isRefused) throw overflowError(sent);
    return sent;
  }

  /**
   * Assembles under a budget that is stepped down after a refusal, and says so. Where nothing can be
   * sent under it, it has taught nothing and is taken back.
   *
   * @throws OverflowPersistsError after more than five refusals in a row; what `assemble` throws.
   */
  async assembleAfterRefusal(need: CompactionNeed): Promise<ContextPlan> {
    const { runner, clock } = this.#parts;
    const before = runner.snapshot;
    this.#dispatch(refusalEvents(before, clock.nowMs()));
    try {
      return await this.assemble(need);
    } catch (error) {
      if (error instanceof ContextOverflowError) {
        this.#dispatch(refusalTakenBack(before, clock.nowMs()));
      }
      throw error;
    }
  }

  async #planToSend(need: CompactionNeed): Promise<ContextPlan> {
    const { planner } = this.#parts;
    let plan: ContextPlan;
    do {
      plan = await this.#compactedWhereNeeded(need);
      // What was appended or asked for while this waited may have changed what is needed.
    } while (plan !== planner.planFor(need.hosts));
    this.#parts.refuseDisposed();
    throwIfAborted(need.signal);
    return plan;
  }

  /** A context that fits goes out as it is where the code that compacts cannot be fetched. */
  async #compactedWhereNeeded(need: CompactionNeed): Promise<ContextPlan> {
    const { planner, compaction, runner } = this.#parts;
    // Of a long one the code that compacts makes the plan too, without holding the page up.
    if (runner.snapshot.transcript.length > SHORT_ENTRIES) {
      await orAbort(compaction.prefetch(), need.signal);
    }
    if (compaction.room) return compaction.room.compactWhereNeeded(need);
    const plan = planner.planFor(need.hosts);
    if (plan.schedule.state === 'wait') return plan;
    try {
      return await (await orAbort(compaction.open(), need.signal)).compactWhereNeeded(need);
    } catch (error) {
      const fits = plan.totalTokens <= plan.budget.inputTokens;
      if (fits && error instanceof CompactionUnavailableError) return planner.planFor(need.hosts);
      throw error;
    }
  }

  /** The plan with what it means for a prompt cache; the same object while nothing changes. */
  #withCache(plan: ContextPlan): ContextPlan {
    if (this.#sent?.plan !== plan) {
      const { assembled } = this.#parts.runner.snapshot;
      const cache: CacheReport = cacheReport(assembled, plan);
      this.#sent = { plan, sent: { ...plan, cache } };
    }
    return this.#sent.sent;
  }

  /**
   * Whether the provider's own count finds the context too long; then its figure was learned, and this
   * very context does not fit the budget any more [TOK-7]. A counter that fails or hangs is reported,
   * and the context goes out as it was counted here.
   */
  async #isFoundTooLong(plan: ContextPlan, signal: AbortSignalLike | undefined): Promise<boolean> {
    const { runner, counter, clock } = this.#parts;
    if (!counter || plan.totalTokens > plan.budget.inputTokens) return false;
    if (!isNearLimit(plan, runner.snapshot)) return false;
    try {
      const ask = (own: AbortSignalLike) => counter.count(renderOpenAi(plan), { signal: own });
      const counted = await withDeadline(ask, { limitMs: COUNTER_TIMEOUT_MS, clock, signal });
      const atMs = clock.nowMs();
      const { events, isTooLong } = confirmationOf(plan, runner.snapshot, counted, atMs);
      this.#dispatch(events);
      if (isTooLong) this.#dispatch(keptBelow(plan, runner.snapshot, counted, atMs));
      return isTooLong;
    } catch (error) {
      throwIfAborted(signal);
      const message = `The counter "${counter.name}" failed (${errorText(error)}); the context goes out as it was counted here.`;
      const degradation = { code: 'COUNTER_FAILED', message } as const;
      this.#dispatch([{ type: 'degradation-set', degradation }]);
      return false;
    }
  }

  #dispatch(events: readonly SessionEvent<never>[]): void {
    for (const event of events) void this.#parts.runner.dispatch(event);
  }
}
