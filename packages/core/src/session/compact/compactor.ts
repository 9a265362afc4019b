import { compact } from '../../compaction/compact.ts';
import type { CompactionRecord, CompactionTrigger } from '../../compaction/compaction-record.ts';
import { defaultStages } from '../../compaction/default-stages.ts';
import { type CompactionDraft, draft } from '../../compaction/draft.ts';
import {
  type CompactionOutcome,
  type FinishedCompaction,
  finish,
  type SummarisedDraft,
} from '../../compaction/finish.ts';
import { DEFAULT_LIMITS } from '../../compaction/limits.ts';
import type { ScheduleReason } from '../../compaction/pacing/schedule.ts';
import { type ArchivedContext, readingArchive } from '../../compaction/read-archive.ts';
import { sizesAfterRefusal } from '../../compaction/room-after-refusal.ts';
import type { CompactionInput } from '../../compaction/stage.ts';
import { draftUndo, undoable } from '../../compaction/undo.ts';
import { asMemoryError } from '../../ground/errors/as-memory-error.ts';
import { errorText } from '../../ground/errors/error-text.ts';
import type { AgentMemoryError } from '../../ground/errors/errors.ts';
import { UndoRefusedError } from '../../ground/errors/undo-refused-error.ts';
import { type AbortSignalLike, orAbort, throwIfAborted } from '../../ground/platform/abort.ts';
import { inSlices } from '../../ground/platform/in-slices.ts';
import type { Steps } from '../../ground/platform/steps.ts';
import { contextAt } from '../../history/context-at.ts';
import type { LiveHosts } from '../../live/live-placement.ts';
import { cacheReport } from '../../plan/cache-comparison.ts';
import type { ContextPlan } from '../../plan/context-plan.ts';
import type { Remedy } from '../../plan/decision.ts';
import type { SessionSnapshot, UselessCompaction } from '../../state/snapshot.ts';
import type { SessionObjects } from '../session-objects.ts';
import { beforeLeaving } from './before-leaving.ts';
import type { CompactionPreview } from './compaction-preview.ts';
import { LimitedCalls } from './limited-calls.ts';
import { archiveAt, overlaysWithout } from './past-overlays.ts';
import { forReason, heldBy, remediesFor } from './remedies.ts';
import {
  SummaryDesk,
  type SummaryMeans,
  type SummaryReason,
  type Written,
} from './summary-desk.ts';

/** For what a context is to be compacted. */
export interface CompactionNeed {
  readonly trigger: 'auto' | 'overflow';
  /** Where live text may stand in the format that is asked for. */
  readonly liveHosts: LiveHosts;
  readonly signal: AbortSignalLike | undefined;
}

/** Why a compaction is made. */
interface Cause {
  readonly trigger: CompactionTrigger;
  readonly reason?: ScheduleReason;
}

/** A context that is still over budget after this many compactions cannot be helped by another. */
const COMPACTIONS_PER_ASSEMBLY = 2;

/**
 * Carries compactions out, one at a time, a few milliseconds after another: the page continues
 * meanwhile, however long the session is.
 *
 * - Calls that need one while one runs wait for it and look again.
 * - What changed meanwhile wins: then the compaction is dropped. Messages that came are no such change:
 *   it speaks of the conversation as it was when it began.
 * - A compaction that fails, is aborted or dropped leaves overlays and store as they were [CMP-7].
 */
export class Compactor<Pad> {
  readonly calls: LimitedCalls<Pad>;
  readonly #session: SessionObjects<Pad>;
  readonly #desk: SummaryDesk<Pad>;
  #running: Promise<unknown> | undefined;

  constructor(session: SessionObjects<Pad>) {
    this.#session = session;
    this.calls = new LimitedCalls(session);
    this.#desk = new SummaryDesk(session, this.calls);
  }

  /** Compacts until the plan may be sent, or until another compaction would not help; gives that plan. */
  async compactWhereNeeded({ trigger, liveHosts, signal }: CompactionNeed): Promise<ContextPlan> {
    const { runner, planner } = this.#session;
    // Another day may have begun, or another page may have spent what was left.
    this.calls.mayBegin();
    let compactions = 0;
    while (compactions < COMPACTIONS_PER_ASSEMBLY) {
      while (this.#running !== undefined) await endOf(this.#running, signal);
      await this.#unhurried(planner.layingOut(), signal);
      // Nothing is awaited between this look and a start: two assemblies share one compaction.
      if (this.#running !== undefined) continue;
      this.#session.lifecycle.refuseDisposed();
      // No plan is made of what has to be compacted anyway: it could be of the whole conversation.
      const plan = planner.isOverBudget() ? undefined : planner.planFor(liveHosts);
      const { state, reason } = plan?.schedule ?? OVER_BUDGET;
      if (plan && state === 'wait' && !plan.isPartial) {
        void this.#prepareWhereNear(plan);
        return plan;
      }
      if (runner.snapshot.transcript.log.unloaded > 0) {
        const trouble = await this.#older(signal);
        if (!trouble) continue;
        // The context goes out as it is where it fits; the state says what is missing.
        if (plan && plan.totalTokens <= plan.budget.inputTokens) return plan;
        throw trouble;
      }
      if (this.#desk.isPreparing && this.#desk.mayAsk(reason)) {
        await this.#desk.preparationEnds(signal);
        continue;
      }
      const { overlays } = runner.snapshot;
      // Another tab may have made it while this one waited for its turn.
      const runIfDue = async () =>
        runner.snapshot.overlays === overlays ? this.#run({ trigger, reason }, signal) : undefined;
      if (await this.#exclusive(runIfDue, signal)) compactions += 1;
      // Dropped because settings or branch changed: that says nothing about what the new ones allow.
      else if (runner.snapshot.overlays === overlays) return planner.planFor(liveHosts);
    }
    return planner.planFor(liveHosts);
  }

  /** Compacts without waiting for the schedule; `undefined` where nothing is to be gained. */
  async compactNow(signal: AbortSignalLike | undefined): Promise<CompactionRecord | undefined> {
    if (this.#desk.mayAsk('NOW')) await this.#desk.preparationEnds(signal);
    return this.#exclusive(() => this.#run({ trigger: 'manual' }, signal), signal);
  }

  /** Gives the outcome that `compactNow` would have, without a model and without a commit [CMP-12]. */
  async preview(): Promise<CompactionPreview | undefined> {
    const begun = this.#begin({ trigger: 'manual' });
    const input = this.#input(begun.compactionId, { mayAsk: this.#desk.mayAsk('NOW') });
    const outcome = await compact(input, {
      inSteps: (steps) => this.#unhurried(steps),
      summarise: (drafted) => this.#summarised(drafted),
    });
    if (outcome?.kind !== 'finished') return undefined;
    const { overlays } = outcome.compaction;
    const record = this.#recordOf(outcome.compaction, begun);
    const text = overlays.condensed?.text ?? '';
    return { record, text, plan: this.#session.planner.planUnder(overlays, record) };
  }

  /** Takes a compaction back: the newest, or the one of this id [CMP-12]. @throws UndoRefusedError */
  async undo(
    compactionId: string | undefined,
    signal: AbortSignalLike | undefined,
  ): Promise<CompactionRecord> {
    return this.#exclusive(async () => {
      const { runner } = this.#session;
      const { overlays, compactions } = runner.snapshot;
      const undone = undoable(compactions, overlays.epoch, compactionId);
      const begun = this.#begin({ trigger: 'undo' });
      const input = this.#input(begun.compactionId, WITHOUT_MODEL);
      const past = await this.#unhurried(overlaysWithout(runner.snapshot, undone.id), signal);
      const drafted = await this.#unhurried(draftUndo(input, undone, past), signal);
      if (!drafted) throw new UndoRefusedError('nothing of it is left in the context');
      const { compaction } = await this.#unhurried(finish(await this.#summarised(drafted)), signal);
      this.#session.lifecycle.refuseDisposed();
      if (runner.snapshot.overlays !== overlays) {
        throw new UndoRefusedError('the settings or the branch changed meanwhile');
      }
      return this.#commit(compaction, { ...begun, undoes: undone.id });
    }, signal);
  }

  /** The least settings that would send an item whole, found by trying them [HIS-4]. Nothing changes. */
  remedies(itemId: string, signal: AbortSignalLike | undefined): Promise<readonly Remedy[]> {
    return remediesFor(itemId, this.#session, {
      inSteps: (steps) => this.#unhurried(steps, signal),
      inputFor: (next, reason) => this.#input('', { mayAsk: this.#desk.mayAsk(reason) }, next),
      summarise: (drafted) => this.#summarised(drafted),
    });
  }

  /** Gives the text and values that stand for everything that left, now or when a call was sent. */
  archived(call?: number): Promise<ArchivedContext | undefined> {
    const { runner, planner } = this.#session;
    const { snapshot } = runner;
    const { transcript, overlays, rules } = snapshot;
    return this.#unhurried(
      call === undefined
        ? readingArchive(transcript, overlays, planner.measurer, rules.toolHints)
        : archiveAt(snapshot, call, planner.measurer),
    );
  }

  /** The plan of a past call, with the compactions since then taken back [HIS-1]. */
  contextAt(call: number, signal?: AbortSignalLike): Promise<ContextPlan | undefined> {
    const { snapshot, measurer } = this.#session.planner;
    return this.#unhurried(contextAt(snapshot, call, measurer), signal);
  }

  /** Stops what continues in the background. */
  dispose(): void {
    this.#desk.dispose();
  }

  /** Waits for all of the session to be loaded; gives what hinders it. */
  async #older(signal: AbortSignalLike | undefined): Promise<AgentMemoryError | undefined> {
    try {
      await orAbort(this.#session.runner.whole(), signal);
      return undefined;
    } catch (error) {
      throwIfAborted(signal);
      this.#session.lifecycle.refuseDisposed();
      return asMemoryError(error);
    }
  }

  /** Runs work that changes overlays, once no other such work runs. */
  async #exclusive<Result>(
    work: () => Promise<Result>,
    signal: AbortSignalLike | undefined,
  ): Promise<Result> {
    while (this.#running !== undefined) await endOf(this.#running, signal);
    this.#session.lifecycle.refuseDisposed();
    const tabs = this.#session.lifecycle.tabs;
    const running = tabs ? tabs.alone(work, signal) : work();
    this.#running = running;
    try {
      return await running;
    } finally {
      this.#running = undefined;
    }
  }

  /** Compacts and commits; `undefined` where nothing is to be gained, or something else changed meanwhile. */
  async #run(
    cause: Cause,
    signal: AbortSignalLike | undefined,
  ): Promise<CompactionRecord | undefined> {
    const { runner, lifecycle } = this.#session;
    await this.#letRead(signal);
    const begun = this.#begin(cause);
    const { compactionId } = begun;
    const { overlays } = runner.snapshot;
    const isOvertaken = () => runner.snapshot.overlays !== overlays;
    const reason = reasonOf(cause);
    const means = this.#desk.meansFor(reason);
    const sized = this.#input(compactionId, means);
    const held = cause.trigger === 'auto' ? heldBy(runner.snapshot) : undefined;
    const input = cause.trigger === 'overflow' ? this.#afterRefusal(sized) : { ...sized, held };
    let tokens: number | undefined;
    let written: Written | undefined;
    let last: CompactionDraft | undefined;
    const summarise = async (drafted: CompactionDraft) => {
      if (isOvertaken() || drafted.stages.length === 0) return undefined;
      tokens = drafted.tokensBefore;
      void runner.dispatch({ type: 'compaction-start', compactionId, tokens });
      last = drafted;
      written = await this.#desk.summarise(drafted, means, signal);
      lifecycle.refuseDisposed();
      return isOvertaken() ? undefined : { ...drafted, summary: written.summary };
    };
    try {
      const outcome = await compact(forReason(reason, input), {
        inSteps: (steps) => this.#unhurried(steps, signal),
        summarise,
      });
      if (tokens === undefined) return undefined;
      lifecycle.refuseDisposed();
      const current = isOvertaken() ? undefined : outcome;
      // A prepared summary waits on where something else came first, or is let go with what it stood for.
      if (written && (current || !written.wasPrepared)) {
        this.#desk.judge(written, current && gainOf(current));
        this.#desk.taken(written.wasPrepared && means.prepared);
      }
      if (current?.kind === 'finished') {
        const record = this.#commit(current.compaction, {
          ...begun,
          ...(written?.wasPrepared && { wasPrepared: true }),
          ...summaryFacts(written),
        });
        if (record.left.length > 0) this.#desk.discard(means.prepared);
        void this.#catchUp(last);
        return record;
      }
      const useless = current && { epoch: overlays.epoch, tokens };
      const why = current?.why ?? 'the settings or the branch changed meanwhile';
      this.#stop(compactionId, `Compaction dropped, nothing was changed: ${why}.`, useless);
      return undefined;
    } catch (error) {
      if (tokens === undefined) throw error;
      // An error behind the summary is no fault of the summariser's, and no answer to a trial.
      if (written && !written.wasPrepared) this.#desk.judge(written, undefined);
      this.#stop(compactionId, `Compaction stopped, nothing was changed: ${errorText(error)}`);
      lifecycle.refuseDisposed();
      throw error;
    }
  }

  async #summarised(drafted: CompactionDraft): Promise<SummarisedDraft> {
    const { summary } = await this.#desk.summarise(drafted, WITHOUT_MODEL);
    return { ...drafted, summary };
  }

  /** Lets features read what may leave; without one nothing is waited for. */
  async #letRead(signal: AbortSignalLike | undefined): Promise<void> {
    const { runner, parts, features, lifecycle } = this.#session;
    if (features.readers.length === 0) return;
    const [message] = await beforeLeaving(features.readers, parts.clock, signal);
    lifecycle.refuseDisposed();
    if (message !== undefined) void runner.tell('FEATURE_FAILED', message);
  }

  /** Has the summary of the next compaction written in the background when that one is near. */
  async #prepareWhereNear({ schedule }: ContextPlan): Promise<void> {
    const { rules } = this.#session.runner.snapshot;
    const progress = schedule.numbers.progressShare ?? 0;
    if (progress < rules.prepareAt || rules.prepareAt >= 1) return;
    const { unloaded } = this.#session.runner.snapshot.transcript.log;
    if (unloaded > 0 || !this.#desk.mayPrepare()) return;
    await this.#desk.prepare(() =>
      this.#unhurried(draft(this.#input('prepared', { mayAsk: true }))),
    );
  }

  /** Has a model write, in the background, what a compaction went ahead without. */
  async #catchUp(drafted: CompactionDraft | undefined): Promise<void> {
    if (!drafted?.summaryRequest || !this.#desk.mayPrepare()) return;
    await this.#desk.prepare(() => Promise.resolve(drafted));
  }

  /** Does work in slices, for as long as there is a session to do it for. */
  #unhurried<Result>(steps: Steps<Result>, signal?: AbortSignalLike): Promise<Result> {
    const { parts, lifecycle } = this.#session;
    const goOn = () => lifecycle.refuseDisposed();
    return inSlices(steps, { clock: parts.clock, signal, goOn });
  }

  #stop(compactionId: string, message: string, useless?: UselessCompaction): void {
    const stop = { type: 'compaction-stop', compactionId, message } as const;
    void this.#session.runner.dispatch({ ...stop, ...(useless && { useless }) });
  }

  #input(
    compactionId: string,
    { mayAsk, prepared }: SummaryMeans,
    snapshot: SessionSnapshot<unknown> = this.#session.runner.snapshot,
  ): CompactionInput {
    const { planner, features } = this.#session;
    const { transcript, overlays, rules } = snapshot;
    return {
      compactionId,
      transcript,
      overlays,
      budget: planner.budget(snapshot),
      policy: planner.policy(),
      stages: defaultStages,
      toolHints: rules.toolHints,
      limits: DEFAULT_LIMITS,
      canRecall: features.canRecall,
      notes: planner.notes(),
      asksModel: mayAsk,
      prepared,
      measurer: planner.measurer,
      fixedTokens: planner.fixedTokens(snapshot),
    };
  }

  /** A refused context loses no more than it has to. */
  #afterRefusal(input: CompactionInput): CompactionInput {
    const { assembled } = this.#session.runner.snapshot;
    if (!assembled) return input;
    const { totalTokens, tiers } = assembled;
    const { archive, live } = tiers;
    const refused = { totalTokens, archiveTokens: archive.tokens, liveTokens: live.tokens };
    return { ...input, ...sizesAfterRefusal(input, refused) };
  }

  #begin(cause: Cause): Begun {
    const { clock, createId } = this.#session.parts;
    return { ...cause, compactionId: createId(), startedAtMs: clock.nowMs() };
  }

  #recordOf(finished: FinishedCompaction, begun: Begun): CompactionRecord {
    const { runner, parts, planner } = this.#session;
    const { compactions, transcript, assembled } = runner.snapshot;
    const { overlays, left, ...figures } = finished;
    const { compactionId, startedAtMs, trigger, ...rest } = begun;
    const previous = compactions.at(-1);
    const isFirstOfEpoch = previous !== undefined && previous.epoch !== overlays.epoch;
    const record = {
      ...figures,
      ...rest,
      id: compactionId,
      trigger: trigger === 'auto' && isFirstOfEpoch ? 'epoch' : trigger,
      startedAtMs,
      durationMs: parts.clock.nowMs() - startedAtMs,
      epoch: overlays.epoch,
      inputTokens: planner.budget().inputTokens,
      left: left.map(({ fromSeq, toSeq }) => ({ fromSeq, toSeq })),
      transcriptLength: transcript.length,
    } as const;
    const sent = assembled?.isRefused ? undefined : assembled;
    const { lostTokens: cacheLostTokens } = cacheReport(sent, planner.planUnder(overlays, record));
    return { ...record, cacheLostTokens };
  }

  #commit(finished: FinishedCompaction, begun: Begun): CompactionRecord {
    const record = this.#recordOf(finished, begun);
    const { overlays } = finished;
    // Not waited for: a failed commit is reported in the state, and the view holds without it.
    void this.#session.runner.dispatch({ type: 'compaction-end', overlays, record });
    this.#session.features.compacted();
    return record;
  }
}

const WITHOUT_MODEL: SummaryMeans = { mayAsk: false };

function reasonOf({ trigger, reason }: Cause): SummaryReason {
  if (trigger === 'overflow') return 'RETRY';
  return trigger === 'manual' ? 'NOW' : reason;
}

interface Begun
  extends Cause,
    Pick<CompactionRecord, 'undoes' | 'wasPrepared' | 'summaryFailure' | 'models'> {
  readonly compactionId: string;
  readonly startedAtMs: number;
}

/** The part of a record that is about its summary: why the asked summariser did not write it, and its cost by model. */
function summaryFacts({ failure, models }: Partial<Written> = {}) {
  const rows = models?.() ?? [];
  return {
    ...(failure !== undefined && { summaryFailure: failure.slice(0, FAILURE_CHARACTERS) }),
    ...(rows.length > 0 && { models: rows }),
  };
}

/** A failure's words may hold a server's whole answer. */
const FAILURE_CHARACTERS = 500;

/** The schedule's reason for a context that does not fit the input budget. */
const OVER_BUDGET = { state: 'act', reason: 'OVER_INPUT_BUDGET' } as const;

/** The share of the context that a compaction freed. */
function gainOf(outcome: CompactionOutcome): number {
  if (outcome.kind === 'dropped') return 0;
  const { tokensBefore, tokensAfter } = outcome.compaction;
  return (tokensBefore - tokensAfter) / tokensBefore;
}

/** Waits for the work of another call. Its failure is that call's to hear of; who waits tries again. */
async function endOf(work: Promise<unknown>, signal: AbortSignalLike | undefined): Promise<void> {
  const ended = work.catch(() => undefined);
  await orAbort(ended, signal);
}
