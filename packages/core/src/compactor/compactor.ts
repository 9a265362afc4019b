import type { ArchivedContext } from '../compaction/archived-context.ts';
import type { CompactionDraft } from '../compaction/compaction-draft.ts';
import type { CompactionInput } from '../compaction/compaction-input.ts';
import type { CompactionRecord, CompactionTrigger } from '../compaction/compaction-record.ts';
import { draftingCompaction } from '../compaction/draft-compaction.ts';
import {
  type CompactionOutcome,
  type FinishedCompaction,
  finishingCompaction,
  finishingUndo,
} from '../compaction/finish-compaction.ts';
import { DEFAULT_LIMITS } from '../compaction/limits.ts';
import { readingArchive } from '../compaction/read-archive.ts';
import { defaultStages } from '../compaction/stages/default-stages.ts';
import { touchedEntries } from '../compaction/touched-entries.ts';
import { draftingUndo } from '../compaction/undo-compaction.ts';
import { asMemoryError } from '../errors/as-memory-error.ts';
import { errorText } from '../errors/error-text.ts';
import type { AgentMemoryError } from '../errors/errors.ts';
import { UndoRefusedError } from '../errors/undo-refused-error.ts';
import { contextAt } from '../history/context-at.ts';
import type { LiveHosts } from '../live/live-hosts.ts';
import type { ScheduleReason } from '../pacing/schedule.ts';
import type { ContextPlan } from '../plan/context-plan.ts';
import { type AbortSignalLike, orAbort, throwIfAborted } from '../platform/abort.ts';
import { inSlices } from '../platform/in-slices.ts';
import type { Steps } from '../platform/steps.ts';
import type { UselessCompaction } from '../state/snapshot.ts';
import { beforeLeaving } from './before-leaving.ts';
import type { CompactorParts } from './compactor-parts.ts';
import { archiveAt } from './past-archive.ts';
import { ReadAhead } from './read-ahead.ts';
import { SummaryDesk, type Written } from './summary-desk.ts';
import { undoable } from './undoable.ts';

/** For what a context is to be compacted. */
export interface CompactionNeed {
  readonly trigger: 'auto' | 'overflow';
  /** Where live text may stand in the format that is asked for. */
  readonly liveHosts: LiveHosts;
  readonly signal: AbortSignalLike | undefined;
}

/** A compaction as it would be, and the context after it; nothing has happened. */
export interface CompactionPreview {
  readonly record: CompactionRecord;
  /** The text that would stand for everything that left. */
  readonly text: string;
  readonly plan: ContextPlan;
}

/** Why a compaction is made. */
interface Cause {
  readonly trigger: CompactionTrigger;
  readonly reason?: ScheduleReason;
}

/** A context that is still over budget after this many compactions cannot be helped by another. */
const COMPACTIONS_PER_ASSEMBLY = 2;

/**
 * Carries compactions out, one at a time, a few milliseconds after another: the page goes on
 * meanwhile, however long the session is.
 *
 * - Calls that need one while one runs wait for it and look again.
 * - What changed meanwhile wins: then the compaction is dropped. Messages that came are no such change:
 *   it speaks of the conversation as it was when it began.
 * - A compaction that fails, is aborted or dropped leaves overlays and store as they were [CMP-7].
 */
export class Compactor<Pad> {
  readonly #parts: CompactorParts<Pad>;
  readonly #desk: SummaryDesk<Pad>;
  readonly #readAhead: ReadAhead<Pad>;
  #running: Promise<unknown> | undefined;

  constructor(parts: CompactorParts<Pad>) {
    this.#parts = parts;
    this.#desk = new SummaryDesk(parts);
    this.#readAhead = new ReadAhead(parts);
  }

  /** Compacts until the plan may be sent, or until another compaction would not help; gives that plan. */
  async compactWhereNeeded({ trigger, liveHosts, signal }: CompactionNeed): Promise<ContextPlan> {
    const { runner, planner } = this.#parts;
    let compactions = 0;
    while (compactions < COMPACTIONS_PER_ASSEMBLY) {
      while (this.#running !== undefined) await endOf(this.#running, signal);
      await this.#unhurried(planner.layingOut(), signal);
      // Nothing is awaited between this look and a start: two assemblies share one compaction.
      if (this.#running !== undefined) continue;
      this.#parts.refuseDisposed();
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
    const asksModel = this.#desk.mayAsk('NOW');
    const input = this.#input(begun.compactionId, asksModel);
    const draft = await this.#unhurried(draftingCompaction(input));
    const { summary } = await this.#desk.withoutModel(draft.summaryRequest);
    const outcome = await this.#unhurried(finishingCompaction(draft, summary));
    if (outcome.kind === 'dropped') return undefined;
    const { overlays } = outcome.compaction;
    const record = this.#recordOf(outcome.compaction, begun);
    const text = overlays.condensed?.text ?? '';
    return { record, text, plan: this.#parts.planner.planUnder(overlays, record) };
  }

  /** Takes a compaction back: the newest, or the one of this id [CMP-12]. @throws UndoRefusedError */
  async undo(
    compactionId: string | undefined,
    signal: AbortSignalLike | undefined,
  ): Promise<CompactionRecord> {
    return this.#exclusive(async () => {
      const { runner } = this.#parts;
      const { overlays, compactions } = runner.snapshot;
      const undone = undoable(compactions, overlays.epoch, compactionId);
      const begun = this.#begin({ trigger: 'undo' });
      const input = this.#input(begun.compactionId, false);
      const draft = await this.#unhurried(draftingUndo(input, undone), signal);
      if (!draft) throw new UndoRefusedError(undone.id, 'nothing of it is left in the context');
      const { summary } = await this.#desk.withoutModel(draft.summaryRequest);
      const finished = await this.#unhurried(finishingUndo(draft, summary), signal);
      this.#parts.refuseDisposed();
      if (runner.snapshot.overlays !== overlays) {
        throw new UndoRefusedError(undone.id, 'the settings or the branch changed meanwhile');
      }
      return this.#commit(finished, { ...begun, undoes: undone.id });
    }, signal);
  }

  /** Gives the text and values that stand for everything that left, now or when a call was sent. */
  archived(call?: number): Promise<ArchivedContext | undefined> {
    const { runner, planner } = this.#parts;
    const { snapshot } = runner;
    const { transcript, overlays } = snapshot;
    return this.#unhurried(
      call === undefined
        ? readingArchive(transcript, overlays, planner.measurer)
        : archiveAt(snapshot, call, planner.measurer),
    );
  }

  /** The plan of a past call, with the compactions since then taken back [HIS-1]. */
  contextAt(call: number, signal?: AbortSignalLike): Promise<ContextPlan | undefined> {
    const { runner, planner } = this.#parts;
    return this.#unhurried(contextAt(runner.snapshot, call, planner.measurer), signal);
  }

  /** Stops what goes on in the background. */
  dispose(): void {
    this.#readAhead.stop();
    this.#desk.dispose();
  }

  /** Waits for all of the session to be loaded; gives what hinders it. */
  async #older(signal: AbortSignalLike | undefined): Promise<AgentMemoryError | undefined> {
    try {
      await orAbort(this.#parts.runner.whole(), signal);
      return undefined;
    } catch (error) {
      throwIfAborted(signal);
      this.#parts.refuseDisposed();
      return asMemoryError(error);
    }
  }

  /** Runs work that changes overlays, once no other such work runs. */
  async #exclusive<Result>(
    work: () => Promise<Result>,
    signal: AbortSignalLike | undefined,
  ): Promise<Result> {
    while (this.#running !== undefined) await endOf(this.#running, signal);
    this.#parts.refuseDisposed();
    const tabs = this.#parts.tabs?.();
    const running = tabs ? tabs.alone(work, signal) : work();
    this.#running = running;
    try {
      return await running;
    } finally {
      this.#running = undefined;
    }
  }

  /** Draft, summary, check, commit. */
  async #run(
    cause: Cause,
    signal: AbortSignalLike | undefined,
  ): Promise<CompactionRecord | undefined> {
    const { runner } = this.#parts;
    await this.#letRead(signal);
    const begun = this.#begin(cause);
    const { compactionId } = begun;
    const { overlays } = runner.snapshot;
    const mayAsk = this.#desk.mayAsk(cause.trigger === 'manual' ? 'NOW' : cause.reason);
    const input = this.#input(compactionId, mayAsk);
    const { draft, prepared } = await this.#drafted(input, cause, signal);
    if (runner.snapshot.overlays !== overlays) return undefined;
    if (draft.stages.length === 0) return undefined;
    const { tokensBefore: tokens } = draft;
    void runner.dispatch({ type: 'compaction-start', compactionId, tokens });
    let written: Written | undefined;
    try {
      written = prepared ?? (await this.#desk.write(draft.summaryRequest, { mayAsk, signal }));
      this.#parts.refuseDisposed();
      const isOvertaken = () => runner.snapshot.overlays !== overlays;
      const finished = isOvertaken()
        ? OVERTAKEN
        : await this.#unhurried(finishingCompaction(draft, written.summary), signal);
      this.#parts.refuseDisposed();
      const isCurrent = !isOvertaken();
      const outcome = isCurrent ? finished : OVERTAKEN;
      this.#desk.judge(written, isCurrent ? gainOf(outcome) : undefined);
      if (outcome.kind === 'finished') {
        return this.#commit(outcome.compaction, {
          ...begun,
          ...(prepared && { wasPrepared: true }),
          ...summaryFacts(written),
        });
      }
      const { epoch } = overlays;
      const useless = isCurrent ? { epoch, tokens: draft.tokensBefore } : undefined;
      this.#stop(compactionId, `Compaction dropped, nothing was changed: ${outcome.why}.`, useless);
      return undefined;
    } catch (error) {
      // An error behind the summary is no fault of the summariser's, and no answer to a trial.
      if (written) this.#desk.judge(written, undefined);
      this.#stop(compactionId, `Compaction stopped, nothing was changed: ${errorText(error)}`);
      this.#parts.refuseDisposed();
      throw error;
    }
  }

  /** Lets features read what may leave; without one nothing is waited for. */
  async #letRead(signal: AbortSignalLike | undefined): Promise<void> {
    const { runner, clock, readers, refuseDisposed } = this.#parts;
    if (readers.length === 0) return;
    const [message] = await beforeLeaving(readers, clock, signal);
    refuseDisposed();
    if (message === undefined) return;
    const degradation = { code: 'FEATURE_FAILED', message } as const;
    void runner.dispatch({ type: 'degradation-set', degradation });
  }

  /** The draft, and the summary for it where one was prepared for just what leaves. */
  async #drafted(
    input: CompactionInput,
    { trigger, reason }: Cause,
    signal: AbortSignalLike | undefined,
  ): Promise<{ readonly draft: CompactionDraft; readonly prepared?: Written }> {
    const drafted = (given: CompactionInput) => this.#unhurried(draftingCompaction(given), signal);
    if (reason === 'TOOL_LIMIT') return { draft: await drafted({ ...input, stages: [] }) };
    const prepared = this.#desk.maySwapIn(trigger === 'manual' ? 'NOW' : reason)
      ? this.#desk.takePrepared()
      : undefined;
    if (prepared) {
      const draft = await drafted({ ...input, policy: prepared.policy });
      if (prepared.fits(draft)) return { draft, prepared: prepared.written };
    }
    return { draft: await drafted(input) };
  }

  /** Has the summary of the next compaction written in the background when that one is near. */
  async #prepareWhereNear({ schedule }: ContextPlan): Promise<void> {
    const { rules } = this.#parts.runner.snapshot;
    const progress = schedule.numbers.progressShare ?? 0;
    if (progress < rules.prepareAt || rules.prepareAt >= 1) return;
    const { unloaded } = this.#parts.runner.snapshot.transcript.log;
    if (unloaded > 0 || !this.#desk.mayPrepare()) return;
    await this.#desk.prepare(() =>
      this.#unhurried(draftingCompaction(this.#input('prepared', true))),
    );
  }

  /** Does work in slices, for as long as there is a session to do it for. */
  #unhurried<Result>(steps: Steps<Result>, signal?: AbortSignalLike): Promise<Result> {
    const { clock, refuseDisposed } = this.#parts;
    return inSlices(steps, { clock, signal, goOn: refuseDisposed });
  }

  #stop(compactionId: string, message: string, useless?: UselessCompaction): void {
    const stop = { type: 'compaction-stop', compactionId, message } as const;
    void this.#parts.runner.dispatch({ ...stop, ...(useless && { useless }) });
  }

  #input(compactionId: string, asksModel: boolean): CompactionInput {
    const { runner, planner, behaviours } = this.#parts;
    const { transcript, overlays, rules } = runner.snapshot;
    const { policy, stages } = behaviours.of(runner.snapshot);
    return {
      compactionId,
      transcript,
      overlays,
      budget: planner.budget(),
      policy,
      stages: stages ?? defaultStages,
      toolHints: rules.toolHints,
      limits: { ...DEFAULT_LIMITS, ...rules.limits },
      allowExcerpt: rules.allowExcerpt,
      canRecall: this.#parts.canRecall,
      notes: planner.notes(),
      asksModel,
      measurer: planner.measurer,
      fixedTokens: planner.fixedTokens(),
    };
  }

  #begin(cause: Cause): Begun {
    const { clock, createId } = this.#parts;
    return { ...cause, compactionId: createId(), startedAtMs: clock.nowMs() };
  }

  #recordOf(finished: FinishedCompaction, begun: Begun): CompactionRecord {
    const { runner, clock, planner } = this.#parts;
    const { compactions, transcript } = runner.snapshot;
    const { overlays, left, ...figures } = finished;
    const { compactionId, startedAtMs, trigger, ...rest } = begun;
    const previous = compactions.at(-1);
    const isFirstOfEpoch = previous !== undefined && previous.epoch !== overlays.epoch;
    return {
      ...figures,
      ...rest,
      id: compactionId,
      trigger: trigger === 'auto' && isFirstOfEpoch ? 'epoch' : trigger,
      startedAtMs,
      durationMs: clock.nowMs() - startedAtMs,
      epoch: overlays.epoch,
      inputTokens: planner.budget().inputTokens,
      left: left.map(({ fromSeq, toSeq }) => ({ fromSeq, toSeq })),
      ...touchedEntries(runner.snapshot.overlays, overlays, transcript),
      transcriptLength: transcript.length,
    };
  }

  #commit(finished: FinishedCompaction, begun: Begun): CompactionRecord {
    const record = this.#recordOf(finished, begun);
    const { overlays } = finished;
    const atMs = this.#parts.clock.nowMs();
    // Not waited for: a failed commit is reported in the state, and the view holds without it.
    void this.#parts.runner.dispatch({ type: 'compaction-end', overlays, record, atMs });
    this.#parts.compacted();
    return record;
  }
}

interface Begun
  extends Cause,
    Pick<CompactionRecord, 'undoes' | 'wasPrepared' | 'summaryFailure' | 'models'> {
  readonly compactionId: string;
  readonly startedAtMs: number;
}

/** The part of a record that is about its summary: why the asked summariser did not write it, and its cost by model. */
function summaryFacts({ failure, models }: Written) {
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

const OVERTAKEN: CompactionOutcome = {
  kind: 'dropped',
  why: 'the settings or the branch changed meanwhile',
};

/** The share of the context that a compaction freed. */
function gainOf(outcome: CompactionOutcome): number {
  if (outcome.kind === 'dropped') return 0;
  const { tokensBefore, tokensAfter } = outcome.compaction;
  return (tokensBefore - tokensAfter) / tokensBefore;
}

/** Waits for the work of another call. Its failure is that call's to hear of; who waits tries anew. */
async function endOf(work: Promise<unknown>, signal: AbortSignalLike | undefined): Promise<void> {
  const ended = work.catch(() => undefined);
  await orAbort(ended, signal);
}
