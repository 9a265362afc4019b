import type { CompactionDraft } from '../../compaction/draft.ts';
import { type BreakerState, closedBreaker } from '../../compaction/pacing/breaker.ts';
import { mayCall, onCall, onFailure, onNoAnswer } from '../../compaction/pacing/breaker-calls.ts';
import { LEAST_GAIN, type ScheduleReason } from '../../compaction/pacing/schedule.ts';
import { summaryTokensOf } from '../../compaction/room.ts';
import type { PreparedSummary } from '../../compaction/stage.ts';
import { extractiveSummarizer } from '../../condense/extractive-summarizer.ts';
import { type ModelTotals, withCall } from '../../condense/model-call.ts';
import { summarizeOrFallBack } from '../../condense/summarize-or-fall-back.ts';
import type { Summary, SummaryProgress, SummaryRequest } from '../../condense/summarizer.ts';
import {
  NO_USES,
  type SummaryState,
  type SummaryUses,
  type UnusedSummary,
} from '../../condense/summary-state.ts';
import { errorText } from '../../ground/errors/error-text.ts';
import type { AbortSignalLike } from '../../ground/platform/abort.ts';
import { type Abort, createAbort, firstAbort } from '../../ground/platform/create-abort.ts';
import { DeadlineError, withDeadline } from '../../ground/platform/deadline.ts';
import { isMidRun, type SessionSnapshot } from '../../state/snapshot.ts';
import type { Entry } from '../../transcript/entry.ts';
import type { RangeOverlay } from '../../view/overlay.ts';
import { rangeAt } from '../../view/range-at.ts';
import type { SessionObjects } from '../session-objects.ts';
import { checkedSummarizer, isModelFree } from './checked-summarizer.ts';
import type { LimitedCalls } from './limited-calls.ts';

/** Why a summary is wanted: its compaction is due, the caller asked for it, or a context was refused. */
export type SummaryReason = ScheduleReason | 'NOW' | 'RETRY' | undefined;

/** A summary, and whether a model was asked for it. */
export interface Written {
  readonly summary: Summary | undefined;
  readonly asked: boolean;
  /** It was written in the background. */
  readonly wasPrepared?: true;
  readonly failure?: string;
  /** The calls of models that it led to so far, by model. */
  models?(): readonly ModelTotals[];
}

/** A summary that no compaction uses yet, and what has to hold so that one can. */
interface Prepared extends PreparedSummary {
  readonly written: Written;
  readonly epoch: number;
  /** The last entry that it speaks of. */
  readonly last: Pick<Entry, 'id' | 'seq'>;
}

/** How a compaction may come by its summary. */
export interface SummaryMeans {
  /** Whether the summariser may be asked. */
  readonly mayAsk: boolean;
  /** Used where all that it speaks of has left or may leave. */
  readonly prepared?: Prepared | undefined;
}

/** Less than this share of a context's time is too little to ask once more. */
const LEAST_LEFT = 0.1;

/** The summary in the background. */
type Ahead =
  | { readonly status: 'writing'; readonly ends: Promise<void>; readonly hurry: Abort }
  | { readonly status: 'ready'; readonly prepared: Prepared }
  /** A context has waited for it in vain, to the end of its time: no other one is asked for in that run. */
  | { readonly status: 'given-up'; readonly run: string };

/**
 * Has summaries written: now, or in the background for the next compaction [CMP-13].
 *
 * - The summariser is asked only while the breaker [CMP-6] and the limit on spending allow it, and once a run. Nobody waits for it
 *   in the middle of a run [CMP-4]: a compaction goes ahead with sentences, and the model's summary of the
 *   same messages takes their place at the next one, with sentences for what left since.
 * - Who needs a summary at the start of a run while one is being written waits for it, so that the
 *   summariser has one call at a time; one that keeps a context waiting for too long is given up, and no
 *   other is asked for in its place.
 * - What is being written is aborted by `dispose` and changes nothing.
 */
export class SummaryDesk<Pad> {
  readonly #session: Pick<SessionObjects<Pad>, 'parts' | 'runner' | 'lifecycle'>;
  readonly #calls: LimitedCalls<Pad>;
  readonly #ended: Abort = createAbort();
  #ahead: Ahead | undefined;
  /** When the time of a context ends that has waited for a summary that then failed. */
  #waitEndsAtMs = 0;
  /** The user's message that began the run in which the summariser was asked last; absent until it is looked up. */
  #askedInRun: string | undefined;

  constructor(session: SessionObjects<Pad>, calls: LimitedCalls<Pad>) {
    this.#session = session;
    this.#calls = calls;
  }

  get #snapshot(): SessionSnapshot<Pad> {
    return this.#session.runner.snapshot;
  }

  /** Whether the summariser may be asked for a compaction that is due for this reason. */
  mayAsk(reason: SummaryReason): boolean {
    // Somebody waits for a retry: a model would take too long.
    if (reason === 'RETRY' || !this.#mayCall()) return false;
    return reason === 'NOW' || (!isMidRun(this.#snapshot) && !this.#hasAskedInRun());
  }

  mayPrepare(): boolean {
    if (this.#ahead?.status === 'writing' || this.#ready()) return false;
    // One tab asks ahead of need; anyone who compacts has its own written.
    if (this.#session.lifecycle.tabs?.leads === false) return false;
    return this.#mayCall() && !this.#hasAskedInRun();
  }

  #hasAskedInRun(): boolean {
    this.#askedInRun ??= runWithModel(this.#snapshot);
    return this.#askedInRun === runOf(this.#snapshot);
  }

  #mayCall(): boolean {
    const { clock, summarizer } = this.#session.parts;
    const ahead = this.#ahead;
    if (ahead?.status === 'given-up' && ahead.run === runOf(this.#snapshot)) return false;
    if (!summarizer || !mayCall(this.#snapshot.breaker, clock.nowMs())) return false;
    return this.#calls.mayBegin();
  }

  /** Whether a summary is being prepared; then `preparationEnds` says when that is over. */
  get isPreparing(): boolean {
    return this.#ahead?.status === 'writing';
  }

  /** Resolves when no summary is being prepared; rejects with the signal's reason when it aborts. */
  async preparationEnds(signal: AbortSignalLike | undefined): Promise<void> {
    const ahead = this.#ahead;
    if (ahead?.status !== 'writing') return;
    const { rules } = this.#snapshot;
    const { clock } = this.#session.parts;
    const limitMs = rules.summaryTimeoutMs;
    const endsAtMs = clock.nowMs() + limitMs;
    const giveUp = () => {
      this.#ahead = { status: 'given-up', run: runOf(this.#snapshot) };
    };
    try {
      await withDeadline(() => ahead.ends, { limitMs, clock, signal });
      const isReady = this.#ready() !== undefined;
      this.#waitEndsAtMs = isReady ? 0 : endsAtMs;
      if (!isReady && endsAtMs - clock.nowMs() < LEAST_LEFT * limitMs) giveUp();
    } catch (error) {
      if (!(error instanceof DeadlineError)) throw error;
      giveUp();
      ahead.hurry.abort(error);
      await ahead.ends;
    }
  }

  /** Has the summary for a draft written in the background, for the next compaction. Never rejects. */
  async prepare(drafted: () => Promise<CompactionDraft>): Promise<void> {
    if (this.#ended.signal.aborted) return;
    const hurry = createAbort();
    const run = runOf(this.#snapshot);
    const writing = { status: 'writing', ends: this.#prepare(drafted, hurry, run), hurry } as const;
    this.#ahead = writing;
    await writing.ends;
    if (this.#ahead === writing) this.#ahead = undefined;
  }

  async #prepare(
    drafted: () => Promise<CompactionDraft>,
    hurry: Abort,
    run: string,
  ): Promise<void> {
    try {
      const { input, summaryRequest, leaving, room } = await drafted();
      const lastSeq = (leaving.at(-1)?.end ?? 0) - 1;
      if (!summaryRequest || lastSeq < 0) return;
      const known = {
        leaving,
        earlier: input.overlays.ranges,
        epoch: input.overlays.epoch,
        last: input.transcript.log.at(lastSeq),
      };
      if (!this.#stands(known)) return;
      const maxTokens = summaryTokensOf(room.derivedTokens, { ...input, asksModel: true });
      const request = { ...summaryRequest, maxTokens };
      const written = await this.#write(request, { mayAsk: true, hurry: hurry.signal, run });
      const { summary, failure } = written;
      if (!summary || failure !== undefined || !this.#stands(known)) {
        return this.judge(written, undefined);
      }
      // Its gain is known once it is swapped in; a trial has ended well already.
      if (this.#snapshot.breaker.status === 'half-open') this.#setBreaker(closedBreaker);
      this.#keep({ ...known, summary, written }, request.sources.length);
    } catch (error) {
      // Nobody waits to hear of a session that was disposed.
      if (!this.#ended.signal.aborted) this.#report(errorText(error));
    }
  }

  #keep(prepared: Prepared, coversEntries: number): void {
    this.#ahead = { status: 'ready', prepared };
    this.#show({ status: 'prepared', coversEntries });
    // Other settings, another branch or an undo leave it with nothing to stand for, and the state says so at once.
    const stop = this.#session.runner.subscribe(() => {
      if (this.#ready() === prepared) return;
      stop();
      this.discard(prepared);
    });
  }

  /** How a compaction that is due for this reason comes by its summary. */
  meansFor(reason: SummaryReason): SummaryMeans {
    const prepared = reason === 'TOOL_LIMIT' ? undefined : this.#ready();
    return { mayAsk: this.mayAsk(reason), prepared };
  }

  /** A prepared summary stands in a compaction, and waits for none any more. */
  taken(prepared: Prepared | undefined): void {
    if (this.#ahead?.status !== 'ready' || this.#ahead.prepared !== prepared) return;
    this.#ahead = undefined;
    this.#show({ status: 'idle' });
  }

  /** A prepared summary is of no use any more. */
  discard(prepared: Prepared | undefined): void {
    if (this.#ahead?.status !== 'ready' || this.#ahead.prepared !== prepared) return;
    this.#overtaken();
    this.taken(prepared);
  }

  #ready(): Prepared | undefined {
    const prepared = this.#ahead?.status === 'ready' ? this.#ahead.prepared : undefined;
    return prepared && this.#stands(prepared) ? prepared : undefined;
  }

  /** Whether what a summary speaks of is there, and what had left before has not come back. */
  #stands({ epoch, last, earlier }: Pick<Prepared, 'epoch' | 'last' | 'earlier'>): boolean {
    const { overlays, transcript } = this.#snapshot;
    const isHere = last.seq < transcript.length && transcript.log.at(last.seq).id === last.id;
    const isGone = ({ fromSeq }: RangeOverlay) => rangeAt(overlays, fromSeq) !== undefined;
    return isHere && overlays.epoch === epoch && earlier.every(isGone);
  }

  /**
   * The summary of what leaves: the prepared one where its units leave, with sentences for what leaves
   * besides; else one that is written now.
   */
  async summarise(
    { stageSummary, summaryRequest }: CompactionDraft,
    { mayAsk, prepared }: SummaryMeans,
    signal?: AbortSignalLike,
  ): Promise<Written> {
    if (!prepared || stageSummary !== prepared.summary) {
      return this.#write(summaryRequest, { mayAsk, signal });
    }
    const written = { ...prepared.written, wasPrepared: true } as const;
    if (!summaryRequest) return written;
    const { summary } = await this.#write(summaryRequest, { mayAsk: false, signal });
    return { ...written, summary };
  }

  /** The summary that was asked for, or the extractive one; nothing where nothing was asked for. */
  async #write(
    request: SummaryRequest | undefined,
    options: {
      readonly mayAsk: boolean;
      readonly signal?: AbortSignalLike | undefined;
      /** Ends its time, where it is written ahead of need. */
      readonly hurry?: AbortSignalLike;
      /** The run that it is asked for: the next one may have begun while it was drafted. */
      readonly run?: string;
    },
  ): Promise<Written> {
    if (!request) return { summary: undefined, asked: false };
    const { mayAsk, signal, hurry, run = runOf(this.#snapshot) } = options;
    const { clock, summarizer } = this.#session.parts;
    const either = firstAbort(signal, this.#ended.signal);
    if (!mayAsk || !summarizer) {
      const summary = extractiveSummarizer.summarize(request, { signal: either.signal });
      return { summary: await summary.finally(either.stop), asked: false };
    }
    const limitMs = this.#limitMs(hurry && summarizer.timeoutMs);
    this.#setBreaker(onCall(this.#snapshot.breaker));
    this.#askedInRun = run;
    this.#count('asked');
    this.#show({ status: 'working' });
    let models: readonly ModelTotals[] = [];
    const hearCall = (told: unknown): void => {
      if (this.#ended.signal.aborted) return;
      models = withCall(models, this.#calls.told(told, summarizer.name));
    };
    const onProgress = (progress: SummaryProgress): void => {
      if (this.#snapshot.summary.status === 'working') this.#show({ status: 'working', progress });
    };
    try {
      const hear = { calls: this.#calls, onCall: hearCall, onProgress };
      const asked = checkedSummarizer(summarizer, hear);
      const time = { limitMs, clock, signal: either.signal, hurry };
      const outcome = await summarizeOrFallBack(asked, request, time);
      this.#report(outcome.failure);
      return { ...outcome, asked: true, models: () => models };
    } catch (error) {
      this.#setBreaker(onNoAnswer(this.#snapshot.breaker, clock.nowMs()));
      this.#overtaken();
      throw error;
    } finally {
      either.stop();
      this.#show({ status: 'idle' });
    }
  }

  /**
   * Tells the breaker what came of a summary: a failure counts, and so does one that freed too
   * little; what was overtaken or aborted does not.
   */
  judge({ asked, failure }: Written, gain: number | undefined): void {
    if (!asked) return;
    if (failure !== undefined) this.#count('failed');
    else if (gain === undefined) this.#overtaken();
    else this.#count(gain > 0 ? 'used' : 'no-gain');
    const { breaker, rules } = this.#snapshot;
    const atMs = this.#session.parts.clock.nowMs();
    if (failure !== undefined || (gain !== undefined && gain < LEAST_GAIN)) {
      this.#setBreaker(onFailure(breaker, atMs, rules.breaker));
    } else {
      this.#setBreaker(gain === undefined ? onNoAnswer(breaker, atMs) : closedBreaker);
    }
  }

  dispose(): void {
    this.#ended.abort(new Error('The session was disposed.'));
  }

  /** Where a summary that was waited for has failed, a second one has the time that is left. */
  #limitMs(aheadMs: number | undefined): number {
    const { summaryTimeoutMs } = this.#snapshot.rules;
    if (aheadMs !== undefined) return Math.max(summaryTimeoutMs, aheadMs);
    const leftMs = this.#waitEndsAtMs - this.#session.parts.clock.nowMs();
    return leftMs > 0 ? Math.min(leftMs, summaryTimeoutMs) : summaryTimeoutMs;
  }

  #report(failure: string | undefined): void {
    const { name } = this.#session.parts.summarizer ?? {};
    const message = `The summariser "${name}" failed (${failure}); an extractive summary stands in.`;
    void this.#session.runner.tell(
      'SUMMARIZER_FAILED',
      failure === undefined ? undefined : message,
    );
  }

  #setBreaker(breaker: BreakerState): void {
    void this.#session.runner.dispatch({ type: 'breaker-set', breaker });
  }

  #show(state: SummaryState): void {
    const { uses } = this.#snapshot.summary;
    const summary = { ...state, ...(uses && { uses }) };
    void this.#session.runner.dispatch({ type: 'summary-set', summary });
  }

  /** Something else came first: that call says nothing, and the run may ask again. */
  #overtaken(): void {
    this.#askedInRun = NO_RUN;
    this.#count('overtaken');
  }

  #count(what: 'asked' | 'used' | UnusedSummary): void {
    const { summary } = this.#snapshot;
    const uses = withUse(summary.uses ?? NO_USES, what);
    void this.#session.runner.dispatch({ type: 'summary-set', summary: { ...summary, uses } });
  }
}

function withUse(uses: SummaryUses, what: 'asked' | 'used' | UnusedSummary): SummaryUses {
  if (what === 'asked' || what === 'used') return { ...uses, [what]: uses[what] + 1 };
  return { ...uses, unused: { ...uses.unused, [what]: uses.unused[what] + 1 } };
}

/** The user's message that began the run. */
function runOf({ transcript }: SessionSnapshot<unknown>): string {
  const { lastUserSeq } = transcript;
  return lastUserSeq === undefined ? 'before the first' : transcript.log.at(lastUserSeq).id;
}

const NO_RUN = '';

/** The run, where its records name a model: after a reload they alone say that one was asked. */
function runWithModel(snapshot: SessionSnapshot<unknown>): string {
  const { compactions, transcript } = snapshot;
  const { lastUserSeq: start = 0 } = transcript;
  const sinceMs = transcript.length === 0 ? 0 : transcript.log.at(start).createdAtMs;
  const isByModel = compactions.some(
    ({ summariser, wasPrepared, transcriptLength = 0, startedAtMs }) =>
      transcriptLength > start &&
      startedAtMs >= sinceMs &&
      (wasPrepared || (summariser !== undefined && !isModelFree(summariser))),
  );
  return isByModel ? runOf(snapshot) : NO_RUN;
}
