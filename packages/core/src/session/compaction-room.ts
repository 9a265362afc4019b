import { Compactor } from '../compactor/compactor.ts';
import type { CompactorParts } from '../compactor/compactor-parts.ts';
import { pastOverlays } from '../compactor/past-overlays.ts';
import { ContextOverflowError } from '../errors/context-overflow-error.ts';
import { renderOpenAi } from '../formats/openai/render-openai.ts';
import { cacheReport } from '../plan/cache-comparison.ts';
import type { ContextPlan } from '../plan/context-plan.ts';
import { refusedPlan } from '../plan/refused-plan.ts';
import type { AbortSignalLike } from '../platform/abort.ts';
import { withDeadline } from '../platform/deadline.ts';
import { inSlices } from '../platform/in-slices.ts';
import { confirmationOf, keptBelow } from '../provider/confirmation.ts';
import type { ContextCounter } from '../provider/context-counter.ts';
import { overflowError } from '../provider/overflow-error.ts';
import { raisedTo, refusalEvents, refusalTakenBack } from '../provider/overflow-refusal.ts';
import { checkedScratchpad } from '../scratchpad/patch-scratchpad.ts';
import type { ScratchpadSchema } from '../scratchpad/scratchpad.ts';
import type { PastState, SessionEvent } from '../state/session-event.ts';
import { entryOf } from '../transcript/transcript.ts';
import { everyEntry, transcriptAt } from '../transcript/transcript-at.ts';
import type { PastMoment } from './agent-memory.ts';

/** A count that takes longer holds a call up more than it is worth. */
const COUNTER_TIMEOUT_MS = 10_000;

/** The code that a session fetches for compacting, and for contexts that are too long, or may be. */
export class CompactionRoom<Pad> {
  readonly compactor: Compactor<Pad>;
  readonly cacheReport = cacheReport;
  readonly overflowError = overflowError;
  readonly refusedPlan = refusedPlan;
  readonly #parts: CompactorParts<Pad>;

  constructor(parts: CompactorParts<Pad>) {
    this.#parts = parts;
    this.compactor = new Compactor(parts);
  }

  /**
   * Assembles under a budget that is stepped down after a refusal, and says so. Where nothing can be
   * sent under it, it has taught nothing and is taken back.
   *
   * @throws OverflowPersistsError after more than five refusals in a row; what `assemble` throws.
   */
  async assembleAfterRefusal(assemble: () => Promise<ContextPlan>): Promise<ContextPlan> {
    const { runner, clock } = this.#parts;
    const before = runner.snapshot;
    this.#dispatch(refusalEvents(before, clock.nowMs()));
    try {
      return await assemble();
    } catch (error) {
      if (error instanceof ContextOverflowError) {
        this.#dispatch(refusalTakenBack(before, clock.nowMs()));
      }
      throw error;
    }
  }

  /**
   * Tells whether the provider's own count finds the context too long; then its figure was learned, and
   * this very context does not fit the budget any more [TOK-7].
   *
   * @throws what the counter throws, and an error if it hangs or its count cannot be meant.
   */
  async isFoundTooLong(
    plan: ContextPlan,
    counter: ContextCounter,
    signal: AbortSignalLike | undefined,
  ): Promise<boolean> {
    const { runner, clock } = this.#parts;
    const ask = (own: AbortSignalLike) => counter.count(renderOpenAi(plan), { signal: own });
    const counted = await withDeadline(ask, { limitMs: COUNTER_TIMEOUT_MS, clock, signal });
    const atMs = clock.nowMs();
    const { events, isTooLong } = confirmationOf(plan, runner.snapshot, counted, atMs);
    this.#dispatch(events);
    if (isTooLong) this.#dispatch(keptBelow(plan, runner.snapshot, counted, atMs));
    return isTooLong;
  }

  /** Raises a learned limit to a plan that cannot be smaller; false where that is not what keeps it. */
  hasGivenWay(plan: ContextPlan): boolean {
    const { runner, clock } = this.#parts;
    const events = raisedTo(plan.totalTokens, runner.snapshot, clock.nowMs());
    this.#dispatch(events);
    return events.length > 0;
  }

  /**
   * The state of an earlier moment, as far as a session can go on with it behind an entry.
   * @throws InvalidScratchpadError if the scratchpad does not fit its schema.
   */
  async pastState(
    { historyIndex, scratchpad }: PastMoment,
    headId: string | null,
    schema: ScratchpadSchema<Pad>,
  ): Promise<PastState<Pad>> {
    const { runner, clock, refuseDisposed: goOn } = this.#parts;
    const { snapshot } = runner;
    const pad = scratchpad === undefined ? undefined : checkedScratchpad(schema, scratchpad);
    // There is no such entry: the move says so.
    if (headId !== null && !entryOf(snapshot.transcript, headId)) return {};
    const transcript = transcriptAt(everyEntry(snapshot.transcript), headId);
    const overlays = await inSlices(pastOverlays(snapshot, historyIndex, transcript), {
      clock,
      goOn,
    });
    const { length: scratchpadAtLength } = transcript;
    return {
      ...(overlays && { overlays }),
      ...(pad !== undefined && { scratchpad: pad, runStartPad: pad, scratchpadAtLength }),
    };
  }

  #dispatch(events: readonly SessionEvent<never>[]): void {
    for (const event of events) void this.#parts.runner.dispatch(event);
  }
}
