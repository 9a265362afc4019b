import { renderOpenAi } from '../formats/openai/render-openai.ts';
import { ContextOverflowError } from '../ground/errors/context-overflow-error.ts';
import { type AbortSignalLike, orAbort } from '../ground/platform/abort.ts';
import { withDeadline } from '../ground/platform/deadline.ts';
import { inSlices } from '../ground/platform/in-slices.ts';
import { SerialQueue } from '../ground/platform/serial-queue.ts';
import { refuseHeld } from '../live/refuse-held.ts';
import { checkedScratchpad, patchedScratchpad } from '../live/scratchpad/patch-scratchpad.ts';
import type { ScratchpadSchema } from '../live/scratchpad/scratchpad.ts';
import { type PadFill, padFill } from '../live/scratchpad/scratchpad-section.ts';
import { cacheReport } from '../plan/cache-comparison.ts';
import type { ContextPlan } from '../plan/context-plan.ts';
import { refusedPlan } from '../plan/refused-plan.ts';
import type { PastState } from '../state/session-event.ts';
import type { OverflowState } from '../state/snapshot.ts';
import { providerInputTokens } from '../tokens/ledger.ts';
import { entryOf } from '../transcript/transcript.ts';
import { everyEntry, transcriptAt } from '../transcript/transcript-at.ts';
import type { PastMoment } from './agent-memory.ts';
import { Compactor } from './compact/compactor.ts';
import { pastOverlays } from './compact/past-overlays.ts';
import { Confirmation } from './provider/confirmation.ts';
import type { ContextCounter } from './provider/context-counter.ts';
import { overflowError } from './provider/overflow-error.ts';
import { limitAfterRefusal, limitBelow, limitRaisedTo } from './provider/overflow-limit.ts';
import { usageEvent } from './provider/usage.ts';
import type { SessionObjects } from './session-objects.ts';

/** A count that takes longer holds a call up more than it is worth. */
const COUNTER_TIMEOUT_MS = 10_000;

/**
 * The code that a session fetches for compacting, for contexts that are too long, or may be, and for what is
 * sent beside the conversation.
 */
export class CompactionCode<Pad> {
  readonly compactor: Compactor<Pad>;
  readonly cacheReport = cacheReport;
  readonly overflowError = overflowError;
  readonly refusedPlan = refusedPlan;
  readonly #session: SessionObjects<Pad>;
  readonly #confirmation = new Confirmation();
  readonly #patches = new SerialQueue();

  constructor(session: SessionObjects<Pad>) {
    this.#session = session;
    this.compactor = new Compactor(session);
  }

  /**
   * Assembles under a budget that is stepped down after a refusal, and says so. Where nothing can be
   * sent under it, it has taught nothing and is taken back.
   *
   * @throws AgentMemoryError `OVERFLOW_PERSISTS` after more than five refusals in a row; what `assemble` throws.
   */
  async assembleAfterRefusal(
    assemble: () => Promise<ContextPlan>,
    refusal: unknown,
  ): Promise<ContextPlan> {
    const { snapshot } = this.#session.runner;
    this.#setLimit(limitAfterRefusal(snapshot, refusal));
    try {
      return await assemble();
    } catch (error) {
      if (error instanceof ContextOverflowError) this.#setLimit(snapshot.overflow);
      throw error;
    }
  }

  /**
   * Tells whether the provider's own count, where it is due, finds the context too long; then its figure was
   * learned, and this very context does not fit the budget any more [TOK-7].
   *
   * @throws what the counter throws, and an error if it hangs or its count cannot be meant.
   */
  async isFoundTooLong(
    plan: ContextPlan,
    counter: ContextCounter,
    signal: AbortSignalLike | undefined,
  ): Promise<boolean> {
    const { runner } = this.#session;
    const { clock } = this.#session.parts;
    const { budget, model } = runner.snapshot;
    if (!this.#confirmation.isDue(plan, providerInputTokens(budget), model)) return false;
    const ask = (own: AbortSignalLike) => counter.count(renderOpenAi(plan), { signal: own });
    const counted = await withDeadline(ask, { limitMs: COUNTER_TIMEOUT_MS, clock, signal });
    const usage = { inputTokens: counted };
    void runner.dispatch(usageEvent(runner.snapshot, plan, usage));
    void runner.tell('COUNTER_FAILED');
    this.#confirmation.learn(plan, counted, model);
    const { snapshot } = runner;
    if (counted <= providerInputTokens(snapshot.budget)) return false;
    const limit = limitBelow(plan, snapshot, counted);
    if (limit) this.#setLimit(limit);
    return true;
  }

  /** Raises a learned limit to a plan that cannot be smaller; false where the limit does not hold it back. */
  raiseLimitTo(plan: ContextPlan): boolean {
    const raised = limitRaisedTo(plan.totalTokens, this.#session.runner.snapshot);
    if (raised) this.#setLimit(raised);
    return raised !== undefined;
  }

  /**
   * The state of an earlier moment, as far as a session can continue with it behind an entry.
   * @throws InvalidScratchpadError if the scratchpad does not fit its schema.
   */
  async pastState(
    { historyIndex, scratchpad }: PastMoment,
    headId: string | null,
    schema: ScratchpadSchema<Pad>,
  ): Promise<PastState<Pad>> {
    const { runner, lifecycle, parts } = this.#session;
    const { snapshot } = runner;
    const pad = scratchpad === undefined ? undefined : checkedScratchpad(schema, scratchpad);
    // There is no such entry: the move says so.
    if (headId !== null && !entryOf(snapshot.transcript, headId)) return {};
    const transcript = transcriptAt(everyEntry(snapshot.transcript), headId);
    const overlays = await inSlices(pastOverlays(snapshot, historyIndex, transcript), {
      clock: parts.clock,
      goOn: () => lifecycle.refuseDisposed(),
    });
    const { length: scratchpadAtLength } = transcript;
    return {
      ...(overlays && { overlays }),
      ...(pad !== undefined && { scratchpad: pad, scratchpadAtLength }),
    };
  }

  /**
   * Changes the scratchpad; calls take effect in their order.
   * @throws InvalidScratchpadError; AgentMemoryError `TEXT_HELD`.
   */
  async patchScratchpad(
    patch: Partial<Pad>,
    schema: ScratchpadSchema<Pad>,
    signal: AbortSignalLike | undefined,
  ): Promise<PadFill> {
    const { runner, planner, lifecycle, features } = this.#session;
    const set = this.#patches.run(async () => {
      for (;;) {
        lifecycle.refuseDisposed();
        const { scratchpad: before } = runner.snapshot;
        const after = patchedScratchpad(schema, before, patch);
        await refuseHeld(features.checks, { before, after }, 'scratchpad');
        // Another one may have come while it was checked.
        if (runner.snapshot.scratchpad !== before) continue;
        return { after, stored: runner.dispatch({ type: 'scratchpad-set', scratchpad: after }) };
      }
    });
    const { after, stored } = await orAbort(set, signal);
    await orAbort(stored, signal);
    return padFill(after, runner.snapshot.budget.inputTokens, planner.measurer.text);
  }

  /** @throws AgentMemoryError `TEXT_HELD` if what is new must not be sent. */
  checkSent(before: unknown, after: unknown): Promise<void> {
    return refuseHeld(this.#session.features.checks, { before, after }, 'notes');
  }

  #setLimit(overflow: OverflowState | undefined): void {
    void this.#session.runner.dispatch({ type: 'overflow-set', overflow });
  }
}
