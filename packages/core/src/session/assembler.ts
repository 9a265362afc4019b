import type { CompactionNeed } from '../compactor/compactor.ts';
import { errorText } from '../errors/error-text.ts';
import { CompactionUnavailableError } from '../errors/errors.ts';
import type { ContextPlan } from '../plan/context-plan.ts';
import { firstCallReport } from '../plan/first-call-report.ts';
import type { Planner } from '../planner/planner.ts';
import { type AbortSignalLike, orAbort, throwIfAborted } from '../platform/abort.ts';
import type { Clock } from '../platform/clock.ts';
import type { Door } from '../platform/door.ts';
import { type ContextCounter, shouldConfirm } from '../provider/context-counter.ts';
import type { EffectRunner } from '../runner/effect-runner.ts';
import { providerInputTokens } from '../tokens/ledger.ts';
import type { CompactionRoom } from './compaction-room.ts';

/** The parts that an assembler works with. */
export interface AssemblerParts<Pad> {
  readonly runner: EffectRunner<Pad>;
  readonly planner: Planner;
  readonly compaction: Door<CompactionRoom<Pad>>;
  readonly counter: ContextCounter | undefined;
  readonly clock: Clock;
  /** @throws SessionClosedError once the session is disposed. */
  refuseDisposed(): void;
}

/** Contexts that the provider's own count finds too long are made smaller this often. */
const CORRECTIONS_PER_ASSEMBLY = 2;
/** So often a context is made anew for live sections alone: one may say at every look that it changed. */
const LOOKS_AT_SECTIONS = 3;
/** The plan of so many messages is made before anybody could notice. */
const SHORT_ENTRIES = 2_000;

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
  #lastSent: ContextPlan | undefined;
  #sent: { readonly plan: ContextPlan; readonly sent: ContextPlan } | undefined;

  /** The plan of the context that was refused last, until one is sent. */
  #refused: ContextPlan | undefined;
  readonly #asRefused = new WeakMap<ContextPlan, ContextPlan>();

  constructor(parts: AssemblerParts<Pad>) {
    this.#parts = parts;
  }

  /** @throws ContextOverflowError if the protected part alone does not fit. */
  async assemble(need: CompactionNeed): Promise<ContextPlan> {
    const { planner, runner, clock } = this.#parts;
    let plan = await this.#planToSend(need);
    for (let left = CORRECTIONS_PER_ASSEMBLY; left > 0; left -= 1) {
      if (!(await this.#isFoundTooLong(plan, need.signal))) break;
      plan = await this.#planToSend(need);
    }
    // While the provider counted, something may have been appended or reported.
    if (plan !== planner.planFor(need.liveHosts)) plan = await this.#planToSend(need);
    // Nothing is waited for where it is not needed: what is said meanwhile has to be in the plan.
    if (this.#isHeldShort(plan, need) && (await this.#room(need.signal)).hasGivenWay(plan)) {
      plan = await this.#planToSend(need);
    }
    const fitting = this.#withCache(plan);
    const isRefused = plan.totalTokens > plan.budget.inputTokens;
    // A context that does not fit was to be compacted first, so the room is open.
    const sent = (isRefused && this.#parts.compaction.room?.refusedPlan(fitting)) || fitting;
    this.#refused = isRefused ? plan : undefined;
    void runner.dispatch({
      type: 'context-assemble',
      plan: sent,
      isRefused,
      isRepeat: sent === runner.snapshot.assembled,
      model: runner.snapshot.model,
      atMs: clock.nowMs(),
    });
    if (isRefused) throw (await this.#room(need.signal)).overflowError(sent, runner.snapshot);
    this.#lastSent = sent;
    return sent;
  }

  /** A plan as it is, or as refused where the session stands as it did when its context was refused [HIS-4]. */
  asRefused(plan: ContextPlan): ContextPlan {
    const { planner, compaction } = this.#parts;
    const { room } = compaction;
    const isRefused = this.#refused !== undefined && planner.isOfSession(this.#refused);
    if (!isRefused || !room || plan.totalTokens <= plan.budget.inputTokens) return plan;
    const known = this.#asRefused.get(plan) ?? room.refusedPlan(plan);
    this.#asRefused.set(plan, known);
    return known;
  }

  /**
   * Assembles under a budget that is stepped down after a refusal.
   * @throws OverflowPersistsError after more than five refusals in a row; what `assemble` throws.
   */
  async assembleAfterRefusal(need: CompactionNeed): Promise<ContextPlan> {
    const room = await this.#room(need.signal);
    return room.assembleAfterRefusal(() => this.assemble(need));
  }

  async #planToSend(need: CompactionNeed): Promise<ContextPlan> {
    const { planner } = this.#parts;
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
    this.#parts.refuseDisposed();
    throwIfAborted(need.signal);
    return plan;
  }

  /** A context that fits goes out as it is where the code that compacts cannot be fetched. */
  async #compactedWhereNeeded(need: CompactionNeed): Promise<ContextPlan> {
    const { planner, compaction, runner } = this.#parts;
    // The code that compacts makes the plan of a long session too, without holding the page up.
    const { length, log } = runner.snapshot.transcript;
    if (length - log.unloaded > SHORT_ENTRIES) {
      await orAbort(compaction.prefetch(), need.signal);
    }
    if (compaction.room) return compaction.room.compactor.compactWhereNeeded(need);
    const plan = planner.planFor(need.liveHosts);
    if (plan.schedule.state === 'wait' && !plan.isPartial) return plan;
    try {
      return await (await this.#room(need.signal)).compactor.compactWhereNeeded(need);
    } catch (error) {
      const fits = plan.totalTokens <= plan.budget.inputTokens && !plan.isPartial;
      if (fits && error instanceof CompactionUnavailableError)
        return planner.planFor(need.liveHosts);
      throw error;
    }
  }

  /**
   * The plan with what it means for a prompt cache; the same object while nothing changes. Nothing
   * waits for the code that compares: until it is here a plan does not say.
   */
  #withCache(plan: ContextPlan): ContextPlan {
    if (this.#sent?.plan !== plan) {
      const { runner, compaction } = this.#parts;
      const { assembled } = runner.snapshot;
      const before = assembled?.isRefused ? this.#lastSent : assembled;
      const cache = before ? compaction.room?.cacheReport(before, plan) : firstCallReport(plan);
      this.#sent = { plan, sent: cache ? { ...plan, cache } : plan };
    }
    return this.#sent.sent;
  }

  /**
   * Tells whether the provider's own count finds a context close to the limit too long [TOK-7]. A
   * counter that fails or hangs is reported, and the context goes out as it was counted here.
   */
  async #isFoundTooLong(plan: ContextPlan, signal: AbortSignalLike | undefined): Promise<boolean> {
    const { runner, counter } = this.#parts;
    if (!counter || plan.totalTokens > plan.budget.inputTokens) return false;
    const limitTokens = providerInputTokens(runner.snapshot.budget);
    if (!shouldConfirm(plan.ledger.predictedTokens, limitTokens)) return false;
    try {
      return await (await this.#room(signal)).isFoundTooLong(plan, counter, signal);
    } catch (error) {
      throwIfAborted(signal);
      const message = `The counter "${counter.name}" failed (${errorText(error)}); the context goes out as it was counted here.`;
      void runner.tell('COUNTER_FAILED', message);
      return false;
    }
  }

  /**
   * Tells whether what cannot leave does not fit a limit that refusals taught; then the limit gives way.
   * Where it was right, the provider refuses once more.
   */
  #isHeldShort(plan: ContextPlan, { trigger }: CompactionNeed): boolean {
    const isOver = plan.totalTokens > plan.budget.inputTokens;
    return trigger === 'auto' && isOver && this.#parts.runner.snapshot.overflow !== undefined;
  }

  #room(signal: AbortSignalLike | undefined): Promise<CompactionRoom<Pad>> {
    return orAbort(this.#parts.compaction.open(), signal);
  }
}
