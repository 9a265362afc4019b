import type { CompactionDraft } from '../compaction/compaction-draft.ts';
import { NOTES_SUMMARISER } from '../compaction/summary-of-notes.ts';
import { checkedCall } from '../condense/checked-call.ts';
import { extractiveSummarizer } from '../condense/extractive-summarizer.ts';
import type { ModelTotals } from '../condense/model-call.ts';
import { withCall } from '../condense/model-totals.ts';
import { summarizeOrFallBack } from '../condense/summarize-or-fall-back.ts';
import type { Summarizer, Summary, SummaryRequest } from '../condense/summarizer.ts';
import { errorText } from '../errors/error-text.ts';
import { type BreakerState, closedBreaker } from '../pacing/breaker.ts';
import { mayCall, onCall, onFailure, onNoAnswer } from '../pacing/breaker-calls.ts';
import type { ScheduleReason } from '../pacing/schedule.ts';
import type { AbortSignalLike } from '../platform/abort.ts';
import { type Abort, createAbort } from '../platform/create-abort.ts';
import { DeadlineError, withDeadline } from '../platform/deadline.ts';
import type { EvictionPolicy } from '../policies/eviction-policy.ts';
import { isMidRun } from '../state/is-mid-run.ts';
import type { Overlays } from '../view/overlay.ts';
import { rangeAt } from '../view/range-at.ts';
import type { CompactorParts } from './compactor-parts.ts';
import { summaryFromOutside } from './summary-from-outside.ts';

/** Why a summary is wanted: its compaction is due, or the caller asked for one now. */
export type SummaryReason = ScheduleReason | 'NOW' | undefined;

/** A summary, and whether a model was asked for it. */
export interface Written {
  readonly summary: Summary | undefined;
  readonly asked: boolean;
  readonly failure?: string;
  /** The calls of models that it led to so far, by model. */
  models?(): readonly ModelTotals[];
}

/** A summary that was written ahead of need, and for what. */
export interface Prepared {
  readonly written: Written;
  /** Names just the units that it speaks of. */
  readonly policy: EvictionPolicy;
  /** Whether a draft takes out just what the summary speaks of. */
  fits(draft: CompactionDraft): boolean;
}

/**
 * Has summaries written: now, or ahead of need [CMP-13].
 *
 * - The summariser is asked only while the breaker allows it [CMP-6], and at most once a run; in the
 *   middle of a run only for a context that is over its budget [CMP-4]. The extractive summary
 *   stands in everywhere else, and where the summariser fails.
 * - A prepared summary is used for just the units that it speaks of, or not at all. Who needs one
 *   while it is being prepared waits for it, so that the summariser has one call at a time; one that
 *   keeps a context waiting for too long is given up, and no other is asked for in its place.
 * - What is being written is aborted by `dispose` and changes nothing.
 */
export class SummaryDesk<Pad> {
  readonly #parts: CompactorParts<Pad>;
  readonly #ended: Abort = createAbort();
  #prepared: { readonly overlays: Overlays; readonly prepared: Prepared } | undefined;
  #preparing: Promise<void> | undefined;
  /** Ends the time of what is being prepared. */
  #hurry: Abort = createAbort();
  /** The view for which a context has waited in vain. */
  #givenUp: Overlays | undefined;

  constructor(parts: CompactorParts<Pad>) {
    this.#parts = parts;
  }

  /** Whether the summariser may be asked for a compaction that is due for this reason. */
  mayAsk(reason: SummaryReason): boolean {
    const { runner, summarizer, clock } = this.#parts;
    const { snapshot } = runner;
    if (!summarizer || !mayCall(snapshot.breaker, clock.nowMs())) return false;
    if (this.#givenUp === snapshot.overlays) return false;
    if (reason === 'NOW') return true;
    if (this.#hasAskedInRun()) return false;
    return !isMidRun(snapshot) || reason === 'OVER_INPUT_BUDGET';
  }

  /** Whether a prepared summary may be used now: not in the middle of a run, unless there is no room. */
  maySwapIn(reason: SummaryReason): boolean {
    const isForced = reason === 'NOW' || reason === 'OVER_INPUT_BUDGET';
    return isForced || !isMidRun(this.#parts.runner.snapshot);
  }

  mayPrepare(): boolean {
    const { runner, summarizer, clock, tabs } = this.#parts;
    if (!summarizer || this.#preparing || this.#isReady()) return false;
    // One tab asks ahead of need; whoever compacts has its own written.
    if (tabs?.()?.leads === false) return false;
    return mayCall(runner.snapshot.breaker, clock.nowMs()) && !this.#hasAskedInRun();
  }

  /** Whether a summary is being prepared; then `preparationEnds` says when that is over. */
  get isPreparing(): boolean {
    return this.#preparing !== undefined;
  }

  /** Resolves when no summary is being prepared; rejects with the signal's reason when it aborts. */
  async preparationEnds(signal: AbortSignalLike | undefined): Promise<void> {
    const preparing = this.#preparing;
    if (!preparing) return;
    const { runner, clock } = this.#parts;
    const { overlays, rules } = runner.snapshot;
    const limitMs = rules.summaryTimeoutMs;
    try {
      await withDeadline(() => preparing, { limitMs, clock, signal });
    } catch (error) {
      if (!(error instanceof DeadlineError)) throw error;
      this.#givenUp = overlays;
      this.#hurry.abort(error);
      await preparing;
    }
  }

  /** The summary that was asked for, or the extractive one; nothing where nothing was asked for. */
  async write(
    request: SummaryRequest | undefined,
    options: {
      readonly mayAsk: boolean;
      readonly signal: AbortSignalLike | undefined;
      /** Ends its time, where it is written ahead of need. */
      readonly hurry?: AbortSignalLike;
    },
  ): Promise<Written> {
    const { mayAsk, signal, hurry } = options;
    const { runner, summarizer, clock } = this.#parts;
    if (!request || !mayAsk || !summarizer) return this.withoutModel(request);
    const { summaryTimeoutMs } = runner.snapshot.rules;
    const limitMs = Math.max(summaryTimeoutMs, (hurry && summarizer.timeoutMs) || 0);
    this.#setBreaker(onCall(runner.snapshot.breaker));
    void runner.dispatch({ type: 'summary-set', summary: { status: 'working' } });
    const either = firstOf(signal, this.#ended.signal);
    let models: readonly ModelTotals[] = [];
    const tell = (told: unknown): void => {
      if (this.#ended.signal.aborted) return;
      const known = { model: summarizer.name, purpose: 'background', atMs: clock.nowMs() } as const;
      const call = checkedCall(told, known);
      models = withCall(models, call);
      void runner.dispatch({ type: 'model-call', call });
    };
    try {
      const outcome = await summarizeOrFallBack(checked(summarizer, tell), request, {
        limitMs,
        clock,
        signal: either.signal,
        hurry,
      });
      this.#report(outcome.failure);
      return { ...outcome, asked: true, models: () => models };
    } catch (error) {
      this.#setBreaker(onNoAnswer(runner.snapshot.breaker, clock.nowMs()));
      throw error;
    } finally {
      either.stop();
      void runner.dispatch({ type: 'summary-set', summary: { status: 'idle' } });
    }
  }

  async withoutModel(request: SummaryRequest | undefined): Promise<Written> {
    if (!request) return { summary: undefined, asked: false };
    const { clock } = this.#parts;
    const limitMs = Number.POSITIVE_INFINITY;
    const signal = this.#ended.signal;
    const { summary } = await summarizeOrFallBack(undefined, request, { limitMs, clock, signal });
    return { summary, asked: false };
  }

  /**
   * Tells the breaker what came of a summary: a failure counts, and so does one that freed too
   * little; what was overtaken or aborted does not.
   */
  judge({ asked, failure }: Written, gain: number | undefined): void {
    if (!asked) return;
    const { runner, clock } = this.#parts;
    const { breaker, rules } = runner.snapshot;
    const atMs = clock.nowMs();
    if (failure !== undefined || (gain !== undefined && gain < rules.minimumGain)) {
      this.#setBreaker(onFailure(breaker, atMs, rules.breaker));
    } else {
      this.#setBreaker(gain === undefined ? onNoAnswer(breaker, atMs) : closedBreaker);
    }
  }

  /** Has the summary for a draft written in the background. Never rejects. */
  async prepare(drafted: () => Promise<CompactionDraft>): Promise<void> {
    if (this.#ended.signal.aborted) return;
    this.#hurry = createAbort();
    this.#preparing = this.#prepare(drafted);
    await this.#preparing;
    this.#preparing = undefined;
  }

  async #prepare(drafted: () => Promise<CompactionDraft>): Promise<void> {
    const { runner } = this.#parts;
    try {
      const draft = await drafted();
      const { overlays } = draft.input;
      if (!draft.summaryRequest || runner.snapshot.overlays !== overlays) return;
      const { signal: hurry } = this.#hurry;
      const options = { mayAsk: true, signal: undefined, hurry } as const;
      const written = await this.write(draft.summaryRequest, options);
      const isOvertaken = runner.snapshot.overlays !== overlays;
      if (written.failure !== undefined || isOvertaken) return this.judge(written, undefined);
      // Its gain is known once it is swapped in; a trial has ended well already.
      if (runner.snapshot.breaker.status === 'half-open') this.#setBreaker(closedBreaker);
      if (written.summary) this.#keep(draft, written);
    } catch (error) {
      // Nobody waits to hear of a session that was disposed.
      if (!this.#ended.signal.aborted) this.#report(errorText(error));
    }
  }

  /** The prepared summary, if it still speaks of what stands; it can be taken once. */
  takePrepared(): Prepared | undefined {
    const taken = this.#isReady() ? this.#prepared?.prepared : undefined;
    this.#drop();
    return taken;
  }

  dispose(): void {
    this.#ended.abort(new Error('The session was disposed.'));
  }

  #keep(draft: CompactionDraft, written: Written): void {
    const { runner } = this.#parts;
    this.#prepared = { overlays: draft.input.overlays, prepared: preparedFor(draft, written) };
    const coversEntries = seqsOf(draft).length;
    const state = { status: 'prepared', coversEntries } as const;
    void runner.dispatch({ type: 'summary-set', summary: state });
    // Other settings, another branch or an undo leave it with nothing to stand for, and the state says so at once.
    const stop = runner.subscribe(() => {
      if (this.#isReady()) return;
      stop();
      this.#drop();
    });
  }

  #drop(): void {
    if (!this.#prepared) return;
    this.#prepared = undefined;
    void this.#parts.runner.dispatch({ type: 'summary-set', summary: { status: 'idle' } });
  }

  #isReady(): boolean {
    return this.#prepared?.overlays === this.#parts.runner.snapshot.overlays;
  }

  /** Whether a model has summarised since the user last spoke. */
  #hasAskedInRun(): boolean {
    const { compactions, transcript } = this.#parts.runner.snapshot;
    const { lastUserSeq: runStart = 0 } = transcript;
    const sinceMs = transcript.length === 0 ? 0 : transcript.log.at(runStart).createdAtMs;
    return compactions.some(
      ({ summariser, transcriptLength = 0, startedAtMs }) =>
        summariser !== undefined &&
        !isModelFree(summariser) &&
        transcriptLength > runStart &&
        // One of a longer branch says nothing about what the user said here since.
        startedAtMs >= sinceMs,
    );
  }

  #report(failure: string | undefined): void {
    const { runner, summarizer } = this.#parts;
    if (failure === undefined) {
      void runner.dispatch({ type: 'degradation-clear', code: 'SUMMARIZER_FAILED' });
      return;
    }
    const message = `The summariser "${summarizer?.name}" failed (${failure}); an extractive summary stands in.`;
    const degradation = { code: 'SUMMARIZER_FAILED', message } as const;
    void runner.dispatch({ type: 'degradation-set', degradation });
  }

  #setBreaker(breaker: BreakerState): void {
    const { runner, clock } = this.#parts;
    void runner.dispatch({ type: 'breaker-set', breaker, atMs: clock.nowMs() });
  }
}

/** The summariser, with answers that can be relied on. */
function checked(summarizer: Summarizer, onCall: (told: unknown) => void): Summarizer {
  const { name, contextWindow, dividesRequests } = summarizer;
  return {
    ...{ name, contextWindow, dividesRequests },
    summarize: async (request, options) =>
      summaryFromOutside(
        await summarizer.summarize(request, { ...options, onCall }),
        request,
        name,
      ),
  };
}

/** By whatever name a model signs, these two are none. */
export function isModelFree(summariser: string): boolean {
  return summariser === extractiveSummarizer.name || summariser === NOTES_SUMMARISER;
}

/** A signal that aborts with the first of two, and how to let go of them. */
function firstOf(
  one: AbortSignalLike | undefined,
  other: AbortSignalLike,
): { readonly signal: AbortSignalLike; stop(): void } {
  const signals = one ? [one, other] : [other];
  const first = createAbort();
  const passOn = () => first.abort(signals.find(({ aborted }) => aborted)?.reason);
  if (signals.some(({ aborted }) => aborted)) passOn();
  for (const signal of signals) signal.addEventListener('abort', passOn);
  return {
    signal: first.signal,
    stop() {
      for (const signal of signals) signal.removeEventListener('abort', passOn);
    },
  };
}

function preparedFor(draft: CompactionDraft, written: Written): Prepared {
  const spokenOf = seqsOf(draft);
  const seqs = new Set(spokenOf);
  const name = draft.input.policy.name;
  return {
    written,
    policy: {
      name,
      choose: ({ units }) => units.filter(({ start }) => seqs.has(start)).map(({ start }) => start),
      chooseWithReasons: ({ units }) =>
        units
          .filter(({ start }) => seqs.has(start))
          .map(({ start }) => ({ start, why: rangeAt(draft.overlays, start)?.why ?? {} })),
    },
    fits: (other) => {
      const now = seqsOf(other);
      return now.length === spokenOf.length && now.every((seq) => seqs.has(seq));
    },
  };
}

function seqsOf({ summaryRequest }: CompactionDraft): readonly number[] {
  return (summaryRequest?.sources ?? []).map(({ seq }) => seq);
}
