import {
  type AgentMemory,
  AgentMemoryError,
  type BreakerState,
  type Clock,
  type Entry,
  type HistoryRecord,
  InvalidOptionError,
  type MoveHeadOptions,
  type PartHandle,
  type StoredPart,
} from '@agent-memory/core';
import {
  allLoaded,
  asMemoryError,
  checkOption,
  SerialQueue,
  stepOf,
} from '@agent-memory/core/internal';
import type { RunToolOptions, ToolCall } from '../tools/run-tool.ts';
import { type CallExecutor, CallJournal, type ExecutedCall } from './call-journal.ts';
import type { Checkpoint } from './checkpoint.ts';
import {
  LIFE_MS,
  MILESTONES,
  MOST_MILESTONES,
  type StoredMilestone,
  type StoredPad,
  type StoredStep,
} from './checkpoint-parts.ts';
import { lastUnitOf, type Resumption, tailOf } from './resumption.ts';
import type { CheckpointSlots } from './step-keeper.ts';
import { StoreCheck } from './store-check.ts';

/** The parts of a memory that its checkpoints are read from and gone back to with. */
export type CheckpointsMemory = Pick<
  AgentMemory<unknown>,
  | 'id'
  | 'ready'
  | 'entries'
  | 'entry'
  | 'append'
  | 'moveHead'
  | 'branches'
  | 'part'
  | 'history'
  | 'getState'
> &
  Partial<Pick<AgentMemory<unknown>, 'loadOlder'>>;

/** A session that went back to a checkpoint. */
export interface BranchedSession {
  readonly checkpoint: Checkpoint;
  /**
   * `as_then`: the context is the one of then. `others`: a budget, policy or other setting was changed
   * since; settings are the app's and stay as they are now, so the context is made again under them.
   */
  readonly settings: 'as_then' | 'others';
  /** How it continues from there. */
  readonly resumption: Resumption;
}

/** The parts that checkpoints of one make stand in. */
export interface CheckpointDefinitions {
  readonly steps: readonly StoredPart<StoredStep | undefined>[];
  readonly pads: readonly StoredPart<StoredPad | undefined>[];
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Longer names are cut where a list shows them, so they are refused here. */
const LONGEST_NAME = 200;

/**
 * The checkpoints of one session: going on after an interruption, going back, and calls of tools that
 * are run at most once [CKP-1].
 *
 * @example
 * const checkpoints = sessionCheckpoints();
 * const memory = createAgentMemory({ id: 'trip', contextWindow: 128_000, features: [checkpoints.feature] });
 * const handle = checkpoints.of(memory);
 * const { id } = await handle.milestone('Route agreed');
 * await handle.branchFrom(id);
 */
export class MemoryCheckpoints {
  readonly #memory: CheckpointsMemory;
  readonly #shelf: CheckpointShelf;
  readonly #journal: CallJournal;
  readonly #store: StoreCheck;
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #changes = new SerialQueue();

  /** Made by `sessionCheckpoints(…).of(memory)`. */
  constructor(memory: CheckpointsMemory, given: CheckpointDefinitions) {
    const { steps, pads, clock } = given;
    this.#memory = memory;
    this.#clock = clock;
    this.#shelf = {
      steps: steps.map((slot) => memory.part(slot)),
      pads: pads.map((slot) => memory.part(slot)),
      milestones: memory.part(MILESTONES),
    };
    this.#store = new StoreCheck(memory);
    this.#journal = new CallJournal(memory, this.#store, () => clock.nowMs());
  }

  /** Checkpoints that can be gone back to, oldest first; none before the session is loaded, and none that is expired. */
  list(): readonly Checkpoint[] {
    return keptCheckpoints(this.#shelf, {
      fromMs: this.#clock.nowMs() - LIFE_MS,
      holds: (entryId) => this.#memory.entry(entryId) !== undefined,
    });
  }

  /**
   * A checkpoint by hand, under a name; it need not be unique. Resolves when it is stored.
   * @throws InvalidOptionError if the name is empty or over 200 characters; StoreUnavailableError, or what
   * else storing it rejects with: this page has it then, and stores it with the next write that succeeds.
   */
  async milestone(name: string): Promise<Checkpoint> {
    checkOption(
      typeof name === 'string' && name.trim() !== '' && name.length <= LONGEST_NAME,
      'name',
      `must be text of 1 to ${LONGEST_NAME} characters.`,
    );
    await allLoaded(this.#memory);
    return this.#changes.run(async () => {
      const kept = this.#shelf.milestones.get();
      const { headId, scratchpad, breaker } = this.#memory.getState();
      const number = (kept.at(-1)?.number ?? -1) + 1;
      const milestone: StoredMilestone = {
        ...{ number, name, entryId: headId, scratchpad, breaker },
        ...momentOf(this.#memory.history()),
        step: stepsIn(this.#memory.entries()),
        atMs: this.#clock.nowMs(),
      };
      await this.#shelf.milestones.set([...kept, milestone].slice(-MOST_MILESTONES));
      this.#store.refusePageAlone(
        `The milestone "${name}"`,
        'This page has it, and stores it with the next write that succeeds.',
      );
      const id = `milestone-${number}`;
      return this.list().find((each) => each.id === id) ?? { ...milestone, id, kind: 'milestone' };
    });
  }

  /**
   * Says how the session continues after a killed tab, a dropped network or a rate limit. Everything that was
   * acknowledged is there once the session is loaded; this waits for that, and runs nothing.
   */
  async resume(): Promise<Resumption> {
    await allLoaded(this.#memory);
    const unit = lastUnitOf(this.#memory);
    const { next, open } = tailOf(unit);
    const calls = [...this.#journal.openAhead(unit[0]?.seq ?? 0), ...open].map((call) => ({
      call,
      standing: this.#journal.standingOf(call),
    }));
    const checkpoint = this.list().findLast(({ entryId }) => this.#isOnPath(entryId));
    return {
      next: calls.length > 0 ? 'run_calls' : next,
      ...(checkpoint && { checkpoint }),
      pending: calls
        .filter(({ standing }) => standing !== 'in_doubt')
        .map(({ call, standing }) => (standing === 'known' ? { ...call, isKnown: true } : call)),
      inDoubt: calls.flatMap(({ call, standing }) => (standing === 'in_doubt' ? [call] : [])),
    };
  }

  /**
   * Goes back to a checkpoint, in one commit: the conversation continues behind its entry, with the
   * scratchpad and the overlays of then. What followed stays stored as another branch. What was learned of
   * the provider stays, and records of long-term memory are not touched.
   * @throws InvalidOptionError if there is no such checkpoint any more; InvalidScratchpadError if its
   * scratchpad does not fit today's schema: nothing has changed then. What storing it rejects with: this page
   * has gone back then, and the next write that succeeds stores that.
   */
  async branchFrom(checkpointId: string): Promise<BranchedSession> {
    await allLoaded(this.#memory);
    const checkpoint = this.list().find(({ id }) => id === checkpointId);
    if (!checkpoint) {
      throw new InvalidOptionError(
        'checkpointId',
        `names no checkpoint that is kept: got "${checkpointId}". Nothing was changed; \`list\` gives those that are.`,
      );
    }
    const { historyIndex, scratchpad } = checkpoint;
    const asOf = { historyIndex, ...(scratchpad !== undefined && { scratchpad }) };
    await this.#goBack(checkpoint, { asOf });
    const records = this.#memory.history();
    const isOther = records.some(({ kind, index }) => kind === 'settings' && index >= historyIndex);
    const settings = isOther ? 'others' : 'as_then';
    return { checkpoint, settings, resumption: await this.resume() };
  }

  /**
   * Runs a call of the conversation at most once, and appends its result. That it began is stored ahead of
   * the run, where it outlives the page; only over a store that never does (`inMemoryStore`, or none) it is
   * kept in memory. A page that is killed then leaves a call in doubt, and never one that runs twice. Between
   * tabs and memories Web Locks see to that; where there are none, as in Node, two memories that are open
   * on one session at the same time may both run it: open a session once there.
   *
   * @throws the signal's reason if it aborts, the call in doubt from then on if it had begun to run; what
   * storing the beginning rejects with, and StoreUnavailableError where the session continues in memory because
   * its store failed: then nothing ran, and it may be executed again; what storing the
   * result rejects with, in words that say that the call ran; `STORE_CONFLICT` where another tab
   * runs it; InvalidOptionError if the conversation has no such call or one with another tool or other
   * arguments, or its own executor asks for it at once (behind an `await` of its own, an executor that
   * executes its call waits for itself).
   */
  execute(
    call: ToolCall,
    executor: CallExecutor,
    options: RunToolOptions = {},
  ): Promise<ExecutedCall> {
    return this.#journal.execute(call, executor, options);
  }

  async #goBack({ id, entryId }: Checkpoint, options: MoveHeadOptions): Promise<void> {
    const from = this.#memory.history().at(-1)?.index ?? -1;
    try {
      await this.#memory.moveHead(entryId, options);
    } catch (error) {
      const records = this.#memory.history();
      if (!records.some(({ kind, index }) => kind === 'head-move' && index > from)) throw error;
      const cause = asMemoryError(error);
      const { code, phase } = cause;
      throw new AgentMemoryError(
        code,
        `This page went back to checkpoint "${id}", but that could not be stored (${code}, see \`cause\`). The next write that succeeds stores it; where the page closes first, the session continues where it was.`,
        { phase, cause },
      );
    }
  }

  #isOnPath(entryId: string | null): boolean {
    const entry = entryId === null ? undefined : this.#memory.entry(entryId);
    if (!entry) return entryId === null;
    const { seq, id } = entry;
    return this.#memory.entries({ fromSeq: seq, toSeq: seq + 1 })[0]?.id === id;
  }
}

function stepsIn(entries: readonly Entry[]): number {
  return entries.filter(({ message }) => stepOf(message)).length;
}

/** The place in the history that it has come to. */
function momentOf(
  records: readonly HistoryRecord[],
): Pick<Checkpoint, 'overlayVersion' | 'historyIndex' | 'call'> {
  const last = records.findLast((record) => record.kind === 'context');
  const since = records.filter(({ index }) => index > (last?.index ?? -1));
  const changes = since.filter((record) => 'delta' in record && record.delta).length;
  return {
    overlayVersion: (last?.overlayVersion ?? 0) + changes,
    historyIndex: (records.at(-1)?.index ?? -1) + 1,
    call: last?.call ?? 0,
  };
}

/** The stored parts that checkpoints are read from. */
interface CheckpointShelf extends CheckpointSlots {
  readonly milestones: PartHandle<readonly StoredMilestone[]>;
}

/** Which of them are of use. */
interface CheckpointUse {
  /** Those of before are over. */
  readonly fromMs: number;
  /** Tells whether the session holds the entry. */
  holds(entryId: string): boolean;
}

/**
 * The checkpoints that can be gone back to, oldest first: neither expired nor of an entry that is not there,
 * and each with the scratchpad that it was made with.
 */
function keptCheckpoints(
  shelf: CheckpointShelf,
  { fromMs, holds }: CheckpointUse,
): readonly Checkpoint[] {
  const pads = new Map(valuesOf(shelf.pads).map(({ number, pad }) => [number, pad]));
  return [
    ...valuesOf(shelf.steps).flatMap((step) => ofStep(step, pads)),
    ...shelf.milestones.get().map(ofMilestone),
  ]
    .filter(({ atMs, entryId }) => atMs >= fromMs && (entryId === null || holds(entryId)))
    .toSorted(byAge);
}

/** By what happened in the session: a clock can stand still, and be set back. */
function byAge(a: Checkpoint, b: Checkpoint): number {
  return a.historyIndex - b.historyIndex || a.step - b.step || a.atMs - b.atMs;
}

/** One in which nothing has failed is not stored. */
const CLOSED: BreakerState = { status: 'closed', failures: 0 };

function ofStep(
  { number, pad, breaker = CLOSED, ...step }: StoredStep,
  pads: ReadonlyMap<number, unknown>,
): readonly Checkpoint[] {
  if (pad !== undefined && !pads.has(pad)) return [];
  return [{ ...step, id: `step-${number}`, scratchpad: pads.get(pad ?? -1), breaker }];
}

function ofMilestone({ number, ...milestone }: StoredMilestone): Checkpoint {
  return { ...milestone, id: `milestone-${number}`, kind: 'milestone' };
}

function valuesOf<Item>(slots: readonly PartHandle<Item | undefined>[]): readonly Item[] {
  return slots.flatMap((slot) => slot.get() ?? []);
}
