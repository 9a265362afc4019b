import {
  type AbortSignalLike,
  type AgentMemory,
  AgentMemoryError,
  type Entry,
  InvalidMessageError,
  type PartHandle,
} from '@agent-memory/core';
import type { ToolResultPart } from '@agent-memory/core/formats';
import {
  aborts,
  allLoaded,
  asMemoryError,
  checkOption,
  errorText,
  isPlainObject,
  type KnownNames,
  orAbort,
  placeOf,
  refuseUnknown,
  SerialQueue,
  throwIfAborted,
} from '@agent-memory/core/internal';
import { ERASED } from '@agent-memory/sessions';
import type { ToolContext } from '../tools/model-tool.ts';
import { outcomeFrom, type RunToolOptions, type ToolCall } from '../tools/run-tool.ts';
import { BEGUN_CALLS, type BegunCall, type BegunCalls, UNREADABLE } from './begun-calls.ts';
import { ConversationCalls } from './conversation-calls.ts';
import { type OpenCall, openCallOf, type PlacedCall } from './placed-call.ts';
import type { StoreCheck } from './store-check.ts';
import { whileLocked } from './while-locked.ts';

/** The parts of a memory that calls are journaled in. */
export type JournalMemory = Pick<
  AgentMemory<unknown>,
  'id' | 'ready' | 'entries' | 'entry' | 'append' | 'part' | 'branches' | 'getState'
> &
  Partial<Pick<AgentMemory<unknown>, 'loadOlder'>>;

/**
 * Runs a call. Text that it gives is the result, `undefined` is `(no output)`, a tool result such as
 * `runTool` gives is taken as it is, and anything else is told as JSON. What it throws is the result of a
 * tool that failed.
 */
export type CallExecutor = (context: ToolContext) => unknown;

/** A call that was executed, or is known to have been. */
export interface ExecutedCall {
  /**
   * `ran`: just now. `known`: earlier, and its result was there. `in_doubt`: it had begun earlier and
   * nobody knows its end; it was not run, and the result says so to the model. `erased`: something of
   * it was erased before it began; it was not run, and the result says so too.
   */
  readonly how: 'ran' | 'known' | 'in_doubt' | 'erased';
  readonly result: ToolResultPart;
  /**
   * The entry of the result; absent where it waits: the conversation went on elsewhere, or another call
   * with the same id is to have its result first.
   */
  readonly entry?: Entry;
}

const OPTIONS = { signal: true } as const satisfies KnownNames<RunToolOptions>;

/** Told to the model; the call may have taken effect. */
const IN_DOUBT =
  'This call was interrupted. Whether it took effect is not known; it was not run again. Look before you repeat it.';

/** Told to the model; the call took no effect. */
const WAS_ERASED =
  'Something of this call was erased before it ran, so it was not run. Make it again if it is still wanted.';

/**
 * Runs the calls of one session, each at most once [CKP-1].
 *
 * - A call is stored as begun before its run, and its result is appended once.
 * - One that has a result is not run again; one that began and has none is in doubt.
 * - The same call twice at the same time is one run, and no other tab runs it meanwhile.
 */
export class CallJournal {
  readonly #memory: JournalMemory;
  readonly #part: PartHandle<BegunCalls>;
  readonly #calls: ConversationCalls;
  readonly #store: StoreCheck;
  readonly #nowMs: () => number;
  readonly #changes = new SerialQueue();
  readonly #running = new Map<string, Promise<ExecutedCall>>();
  /** Calls whose results were appended to a session that this memory does not show: it ended, and was opened again for that. */
  readonly #unseen = new Map<string, ExecutedCall>();
  /** Calls whose results stand in this page, and perhaps in no store. */
  readonly #unstored = new Set<string>();
  /** The call whose executor is just being called. */
  #entered: string | undefined;
  /** Calls whose beginning could not be stored, so that they did not run; their marks may be stored all the same. */
  readonly #neverRan = new Set<string>();
  /** The first place behind the calls whose marks could not be read. */
  #unreadableUpTo: number | undefined;

  constructor(memory: JournalMemory, store: StoreCheck, nowMs: () => number) {
    this.#memory = memory;
    this.#store = store;
    this.#nowMs = nowMs;
    this.#part = memory.part(BEGUN_CALLS);
    this.#calls = new ConversationCalls(memory, () => this.#answers());
  }

  /**
   * `in_doubt`: it was begun, here or by a page that is gone, and nobody stored its end. `known`: its
   * result waits, or is on another branch.
   */
  standingOf(call: OpenCall): 'pending' | 'known' | 'in_doubt' {
    const placed = this.#calls.ofOpen(call);
    if (!placed || this.#running.has(placed.key)) return 'pending';
    if (this.#ended(placed)) return 'known';
    return this.#begun(placed) ? 'in_doubt' : 'pending';
  }

  /** Calls that began before this place in the conversation, have no result there, and do not run now. */
  openAhead(seq: number): readonly OpenCall[] {
    const { [UNREADABLE]: unreadable, ...begun } = this.#part.get();
    if (unreadable) this.#upTo(unreadable);
    return Object.keys(begun).flatMap((key) => {
      const placed = this.#calls.ofKey(key);
      if (!placed || placed.entry.seq >= seq || this.#calls.result(placed)) return [];
      const isSettled = this.#running.has(key) || this.#neverRan.has(key);
      return isSettled ? [] : [openCallOf(placed)];
    });
  }

  async execute(
    call: ToolCall,
    executor: CallExecutor,
    options: RunToolOptions,
  ): Promise<ExecutedCall> {
    const within = this.#entered;
    refuseUnknown(options, OPTIONS, 'execute');
    const { signal } = options;
    checkOption(
      typeof executor === 'function',
      'executor',
      'must be a function that runs the call.',
    );
    throwIfAborted(signal);
    await orAbort(allLoaded(this.#memory), signal);
    const placed = this.#calls.find(call);
    checkOption(
      placed.key !== within,
      'call',
      `"${call.callId}" is being run by this executor, which would wait for itself for ever. Nothing was run a second time.`,
    );
    const running = this.#running.get(placed.key);
    if (running !== undefined) return orAbort(running, signal);
    const executed = this.#alone(placed, executor, signal);
    this.#running.set(placed.key, executed);
    try {
      return await executed;
    } finally {
      this.#running.delete(placed.key);
    }
  }

  async #alone(
    placed: PlacedCall,
    executor: CallExecutor,
    signal: AbortSignalLike | undefined,
  ): Promise<ExecutedCall> {
    // Results of one id answer its calls in their order, so such calls run one after another.
    const before = this.#twin(placed, -1);
    const running = before && this.#running.get(before.key);
    if (running !== undefined) await orAbort(Promise.allSettled([running]), signal);
    const name = `agent-memory-call:${this.#memory.id}:${placed.key}`;
    const held = await whileLocked(name, () => this.#once(placed, executor, signal));
    if (held) return held.done;
    throw new AgentMemoryError(
      'STORE_CONFLICT',
      `Another tab has this run: it is running call "${placed.call.callId}". Nothing was run here; open the session again when that tab is done.`,
    );
  }

  async #once(
    placed: PlacedCall,
    executor: CallExecutor,
    signal: AbortSignalLike | undefined,
  ): Promise<ExecutedCall> {
    const { call, key } = placed;
    const append = (how: ExecutedCall['how'], result: ToolResultPart) =>
      orAbort(this.#append(how, placed, result), signal);
    const known = this.#calls.result(placed) ?? this.#unseen.get(key);
    if (known) {
      if (this.#unstored.has(key)) await orAbort(this.#storeAgain(placed), signal);
      return { ...known, how: 'known' };
    }
    const ended = this.#ended(placed);
    if (ended) return append('known', ended);
    if (this.#begun(placed)) {
      return append('in_doubt', resultOf(call, { text: IN_DOUBT, isError: true }));
    }
    if (call.arguments.includes(ERASED))
      return append('erased', resultOf(call, { text: WAS_ERASED, isError: true }));
    await this.#begin(placed, signal);
    // Storing that may have brought what another tab has done meanwhile.
    const elsewhere = this.#calls.result(placed);
    if (elsewhere) return { ...elsewhere, how: 'known' };
    const enter: CallExecutor = (context) => {
      this.#entered = key;
      try {
        return executor(context);
      } finally {
        this.#entered = undefined;
      }
    };
    const result = await runExecutor(call, enter, signal);
    return orAbort(this.#appendRan(placed, result), signal);
  }

  /** Whatever goes wrong here, the call ran. */
  async #appendRan(placed: PlacedCall, result: ToolResultPart): Promise<ExecutedCall> {
    try {
      return await this.#append('ran', placed, result);
    } catch (error) {
      if (!(error instanceof InvalidMessageError)) throw notStored(placed, error);
      const field = error.field.replace(/^parts\.0\./, '');
      const text = `\`${placed.call.toolName}\` ran, but its output cannot be written: its \`${field}\` cannot be sent.`;
      return this.#appendRan(placed, resultOf(placed.call, { text, isError: true }));
    }
  }

  /** A write brings along what earlier ones failed to store. */
  async #storeAgain(placed: PlacedCall): Promise<void> {
    try {
      await this.#note({});
      this.#unstored.delete(placed.key);
    } catch (error) {
      throw notStored(placed, error);
    }
  }

  /** Stores that a call begins, where it outlives the page; where that fails it has not begun. */
  async #begin({ key, call }: PlacedCall, signal: AbortSignalLike | undefined): Promise<void> {
    try {
      await orAbort(this.#note({ [key]: { atMs: this.#nowMs() } }), signal);
      throwIfAborted(signal);
      this.#store.refusePageAlone(
        `The beginning of call "${call.callId}"`,
        'So nothing was run; execute it again when there is room.',
      );
      this.#neverRan.delete(key);
    } catch (error) {
      this.#neverRan.add(key);
      // A mark that is stored late would leave a call in doubt that did not run. The caller is told about the store already.
      this.#note({}).catch(() => undefined);
      throw error;
    }
  }

  /** Appends the result where the conversation still is where the call was made; else it waits there. */
  async #append(
    how: ExecutedCall['how'],
    placed: PlacedCall,
    result: ToolResultPart,
  ): Promise<ExecutedCall> {
    const { entry: calledIn, key } = placed;
    const before = this.#twin(placed, -1);
    const isTurn =
      this.#calls.isHere(calledIn) &&
      !(before && !this.#calls.result(before)) &&
      !this.#calls.isCalledAgain(placed);
    if (!isTurn) {
      const { text, isError } = result;
      const waiting = { text, ...(isError && { isError: true }) };
      await this.#note({ [key]: { atMs: this.#nowMs(), result: waiting } });
      return { how, result };
    }
    this.#unstored.add(key);
    const [entry] = await this.#memory.append({ role: 'tool', parts: [result] });
    this.#unstored.delete(key);
    const executed = { how, result, ...(entry && { entry }) };
    if (!entry || !this.#memory.entry(entry.id)) this.#unseen.set(key, executed);
    else if (this.#calls.result(placed)?.entry.id !== entry.id) {
      await this.#note({ [key]: { atMs: this.#nowMs(), answeredAt: placeOf(entry) } });
    }
    await this.#appendWaiting(placed);
    return executed;
  }

  /** Results of calls with this id may have waited for this one's. */
  async #appendWaiting(placed: PlacedCall): Promise<void> {
    const twin = this.#twin(placed, 1);
    const begun = Object.keys(this.#part.get()).flatMap((key) => this.#calls.ofKey(key) ?? []);
    const waiting = begun.filter(({ call }) => call.callId === placed.call.callId);
    for (const next of [...(twin ? [twin] : []), ...waiting]) {
      if (this.#running.has(next.key) || this.#calls.result(next)) continue;
      const ended = this.#ended(next);
      if (ended) return void (await this.#append('known', next, ended));
    }
  }

  #twin({ entry, call, copy }: PlacedCall, step: number): PlacedCall | undefined {
    return this.#calls.ofOpen({ ...call, entryId: entry.id, copy: copy + step });
  }

  /** Stores what is known of calls, and forgets those that have their results or never ran. */
  async #note(marks: BegunCalls): Promise<void> {
    await this.#changes.run(() => {
      const { [UNREADABLE]: unreadable, ...begun } = this.#part.get();
      const open = Object.entries(begun).filter(
        ([key, { answeredAt }]) => answeredAt !== undefined || this.#isOpen(key),
      );
      return this.#part.set({
        ...(unreadable && { [UNREADABLE]: { ...unreadable, upTo: this.#upTo(unreadable) } }),
        ...Object.fromEntries(open),
        ...marks,
      });
    });
  }

  #begun({ entry, key }: PlacedCall): BegunCall | undefined {
    if (this.#neverRan.has(key)) return undefined;
    const { [UNREADABLE]: unreadable, ...begun } = this.#part.get();
    if (Object.hasOwn(begun, key)) return begun[key];
    return unreadable && placeOf(entry) < this.#upTo(unreadable) ? unreadable : undefined;
  }

  /** Calls that are made behind the first look at the journal, `resume` or `execute`, have marks that can be read. */
  #upTo({ upTo }: BegunCall): number {
    this.#unreadableUpTo ??= upTo ?? this.#calls.placesSoFar();
    return this.#unreadableUpTo;
  }

  /** The result of a call that ended and has none on the way to the head. */
  #ended(placed: PlacedCall): ToolResultPart | undefined {
    const waiting = this.#begun(placed)?.result;
    if (waiting) return resultOf(placed.call, waiting);
    return this.#calls.resultElsewhere(placed)?.result;
  }

  /** Places of results by the keys of their calls. */
  #answers(): ReadonlyMap<string, number> {
    const marks = Object.entries(this.#part.get());
    return new Map(
      marks.flatMap(([key, { answeredAt }]) =>
        answeredAt === undefined ? [] : [[key, answeredAt]],
      ),
    );
  }

  /** Whether a call that was begun may still be asked for. On another branch it may. */
  #isOpen(key: string): boolean {
    if (this.#neverRan.has(key)) return false;
    const placed = this.#calls.ofKey(key);
    return !placed || !this.#calls.result(placed);
  }
}

/** The words of the cause speak of what was appended; this one speaks of the call. */
function notStored({ call }: PlacedCall, error: unknown): AgentMemoryError {
  const cause = asMemoryError(error);
  const { code, phase } = cause;
  return new AgentMemoryError(
    code,
    `Call "${call.callId}" ran, but its result could not be stored (${code}, see \`cause\`). It is not run again: execute it once more, and the result is stored, or the model is told that the call is in doubt.`,
    { phase, cause },
  );
}

async function runExecutor(
  call: ToolCall,
  executor: CallExecutor,
  signal: AbortSignalLike | undefined,
): Promise<ToolResultPart> {
  const context = { signal: signal ?? aborts.createAbort().signal };
  const running = Promise.resolve().then(() => executor(context));
  try {
    const output = await orAbort(running, signal);
    if (isResult(output)) return { ...output, callId: call.callId };
    return resultOf(call, outcomeFrom(call.toolName, output));
  } catch (error) {
    throwIfAborted(signal);
    return resultOf(call, {
      text: `\`${call.toolName}\` failed: ${errorText(error)}`,
      isError: true,
    });
  }
}

function isResult(output: unknown): output is ToolResultPart {
  return isPlainObject(output) && output.type === 'tool-result' && typeof output.text === 'string';
}

function resultOf(
  { callId }: Pick<ToolCall, 'callId'>,
  { text: said, isError }: { readonly text: string; readonly isError?: boolean },
): ToolResultPart {
  return { type: 'tool-result', callId, text: said, ...(isError && { isError: true as const }) };
}
