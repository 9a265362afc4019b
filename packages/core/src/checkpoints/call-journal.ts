import { errorText } from '../errors/error-text.ts';
import { InvalidOptionError } from '../errors/errors.ts';
import { type KnownNames, refuseUnknown } from '../errors/refuse-unknown.ts';
import { type ToolResultPart, toolCallsOf, toolResultsOf } from '../message/message.ts';
import { isPlainObject } from '../message/plain-object.ts';
import { fields, flag, optional, recordOf, text, time } from '../message/shape.ts';
import { type AbortSignalLike, orAbort, throwIfAborted } from '../platform/abort.ts';
import { createAbort } from '../platform/create-abort.ts';
import { SerialQueue } from '../platform/serial-queue.ts';
import { whileLocked } from '../platform/while-locked.ts';
import type { AgentMemory } from '../session/agent-memory.ts';
import type { PartHandle, StoredPart } from '../storage/stored-part.ts';
import type { ToolContext } from '../tools/model-tool.ts';
import { outcomeFrom, type ToolCall } from '../tools/run-tool.ts';
import type { Entry } from '../transcript/entry.ts';
import { placeOf } from '../transcript/transcript.ts';

/** The parts of a memory that calls are journaled in. */
export type JournalMemory = Pick<
  AgentMemory<unknown>,
  'id' | 'ready' | 'entries' | 'entry' | 'append' | 'part' | 'getState'
>;

/**
 * Runs a call. Text that it gives is the result, `undefined` is `(no output)`, a tool result such as
 * `runTool` gives is taken as it is, and anything else is told as JSON. What it throws is the result of a
 * tool that failed.
 */
export type CallExecutor = (context: ToolContext) => unknown;

/** How a call is executed. */
export interface ExecuteOptions {
  /** The call may take effect twice: it is run again where nobody knows whether it was. Default: false. */
  readonly idempotent?: boolean;
  /** Ends the wait; the executor is given it too. The call counts as begun then. */
  readonly signal?: AbortSignalLike;
}

/** A call that was executed, or is known to have been. */
export interface ExecutedCall {
  /**
   * `ran`: just now. `known`: earlier, and its result was there. `in_doubt`: it had begun earlier and
   * nobody knows its end; it was not run, and the result says so to the model.
   */
  readonly how: 'ran' | 'known' | 'in_doubt';
  readonly result: ToolResultPart;
  /** The entry of the result; absent where the conversation went on elsewhere: then it waits there. */
  readonly entry?: Entry;
}

/** PERSISTED: a call that was begun; its key is the place of its entry and its id. */
interface BegunCall {
  readonly atMs: number;
  /** The result that could not be appended, because the conversation went on elsewhere. */
  readonly result?: { readonly text: string; readonly isError?: boolean };
}

type BegunCalls = Readonly<Record<string, BegunCall>>;

const begunShape = recordOf(
  fields({ atMs: time, result: optional(fields({ text, isError: optional(flag) })) }),
);

/**
 * PERSISTED: the part of a session that holds the calls that were begun and have no result. Calls are
 * named by fields, which redaction leaves as they are: one that is not found again would be run again.
 */
export const BEGUN_CALLS: StoredPart<BegunCalls> = {
  name: 'checkpoints/calls',
  initial: {},
  read(value) {
    const fault = begunShape(value, 'calls');
    if (fault) throw new TypeError(`${fault.field} ${fault.problem}`);
    return value as BegunCalls;
  },
};

const OPTIONS = { idempotent: true, signal: true } as const satisfies KnownNames<ExecuteOptions>;

/** Told to the model; the call may have taken effect. */
const IN_DOUBT =
  'This call was interrupted. Whether it took effect is not known; it was not run again. Look before you repeat it.';

/** A call where it stands in the conversation. */
interface PlacedCall {
  readonly call: ToolCall;
  readonly key: string;
  readonly entry: Entry;
}

/**
 * Runs the calls of one session, each at most once [CKP-1].
 *
 * - A call is stored as begun ahead of its run, and its result is appended once.
 * - One that has a result is not run again; one that began and has none is in doubt.
 * - The same call twice at the same time is one run, and no other tab runs it meanwhile.
 */
export class CallJournal {
  readonly #memory: JournalMemory;
  readonly #part: PartHandle<BegunCalls>;
  readonly #nowMs: () => number;
  readonly #changes = new SerialQueue();
  readonly #running = new Map<string, Promise<ExecutedCall>>();
  /** Calls whose results were appended to a session that this memory does not show: it ended, and was opened again for that. */
  readonly #unseen = new Map<string, ExecutedCall>();

  constructor(memory: JournalMemory, nowMs: () => number) {
    this.#memory = memory;
    this.#nowMs = nowMs;
    this.#part = memory.part(BEGUN_CALLS);
  }

  /** Tells whether a call was begun, here or by a page that is gone, and nobody stored its end. */
  isInDoubt({ entryId, callId }: { readonly entryId: string; readonly callId: string }): boolean {
    const entry = this.#memory.entry(entryId);
    if (!entry) return false;
    const key = keyOf(entry, callId);
    const begun = this.#begun(key);
    return begun !== undefined && !begun.result && !this.#running.has(key);
  }

  async execute(
    call: ToolCall,
    executor: CallExecutor,
    options: ExecuteOptions,
  ): Promise<ExecutedCall> {
    refuseUnknown(options, OPTIONS, 'execute');
    if (typeof executor !== 'function') {
      throw new InvalidOptionError('executor', 'must be a function that runs the call.');
    }
    const { signal } = options;
    throwIfAborted(signal);
    await orAbort(this.#memory.ready, signal);
    const placed = this.#placed(call);
    const running = this.#running.get(placed.key);
    if (running !== undefined) return orAbort(running, signal);
    const executed = this.#alone(placed, executor, options);
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
    options: ExecuteOptions,
  ): Promise<ExecutedCall> {
    const name = `agent-memory-call:${this.#memory.id}:${placed.key}`;
    const held = await whileLocked(name, () => this.#once(placed, executor, options));
    if (held) return held.done;
    throw new InvalidOptionError(
      'call',
      `"${placed.call.callId}" is being run by another tab. Nothing was run here; open the session again when that tab is done.`,
    );
  }

  async #once(
    placed: PlacedCall,
    executor: CallExecutor,
    { idempotent = false, signal }: ExecuteOptions,
  ): Promise<ExecutedCall> {
    const known = this.#known(placed) ?? this.#unseen.get(placed.key);
    if (known) return { ...known, how: 'known' };
    const before = this.#begun(placed.key);
    if (before?.result) return this.#append('known', placed, resultOf(placed.call, before.result));
    if (before && !idempotent) {
      const told = { text: IN_DOUBT, isError: true };
      return this.#append('in_doubt', placed, resultOf(placed.call, told));
    }
    await this.#note(placed.key, { atMs: this.#nowMs() });
    const result = await runExecutor(placed.call, executor, signal);
    return this.#append('ran', placed, result);
  }

  /** Appends the result where the conversation still is where the call was made; else it waits there. */
  async #append(
    how: ExecutedCall['how'],
    placed: PlacedCall,
    result: ToolResultPart,
  ): Promise<ExecutedCall> {
    if (!this.#isOnPath(placed.entry)) {
      const { text, isError } = result;
      const waiting = { text, ...(isError && { isError }) };
      await this.#note(placed.key, { atMs: this.#nowMs(), result: waiting });
      return { how, result };
    }
    const [entry] = await this.#memory.append({ role: 'tool', parts: [result] });
    const executed = { how, result, ...(entry && { entry }) };
    if (!this.#known(placed)) this.#unseen.set(placed.key, executed);
    return executed;
  }

  /** Stores what is known of a call, and forgets those that have their results. */
  async #note(key: string, begun: BegunCall): Promise<void> {
    await this.#changes.run(() => {
      const open = Object.entries(this.#part.get()).filter(([other]) => this.#isOpen(other));
      return this.#part.set({ ...Object.fromEntries(open), [key]: begun });
    });
  }

  #begun(key: string): BegunCall | undefined {
    const begun = this.#part.get();
    return Object.hasOwn(begun, key) ? begun[key] : undefined;
  }

  /** Whether a call that was begun may still be asked for. On another branch it may. */
  #isOpen(key: string): boolean {
    const { place, callId } = readKey(key);
    const entry = this.#memory.entries({ fromSeq: place, toSeq: place + 1 })[0];
    if (!entry || placeOf(entry) !== place) return true;
    return this.#resultBehind(entry, callId) === undefined;
  }

  #known({ entry, call }: PlacedCall): Pick<ExecutedCall, 'result' | 'entry'> | undefined {
    return this.#resultBehind(entry, call.callId);
  }

  /** The result of a call that this entry holds: ahead of whatever else an assistant said. */
  #resultBehind(
    { seq }: Entry,
    callId: string,
  ): Pick<Required<ExecutedCall>, 'result' | 'entry'> | undefined {
    for (const entry of this.#entriesFrom(seq + 1)) {
      if (entry.message.role === 'assistant' && holdsCall(entry, callId)) return undefined;
      const result = toolResultsOf(entry.message).find((part) => part.callId === callId);
      if (result) return { result, entry };
    }
    return undefined;
  }

  *#entriesFrom(seq: number): Generator<Entry, void> {
    for (let from = seq; ; from += CHUNK) {
      const chunk = this.#memory.entries({ fromSeq: from, toSeq: from + CHUNK });
      yield* chunk;
      if (chunk.length < CHUNK) return;
    }
  }

  #isOnPath({ seq, id }: Entry): boolean {
    return this.#memory.entries({ fromSeq: seq, toSeq: seq + 1 })[0]?.id === id;
  }

  /** The newest entry of the conversation that holds the call. */
  #placed(call: ToolCall): PlacedCall {
    if (!isPlainObject(call) || typeof call.callId !== 'string') {
      throw new InvalidOptionError('call', 'must be a tool call, as `toolCallsOf` gives them.');
    }
    for (let to = this.#memory.getState().entries; to > 0; to -= CHUNK) {
      const chunk = this.#memory.entries({ fromSeq: Math.max(0, to - CHUNK), toSeq: to });
      const entry = chunk.findLast((each) => holdsCall(each, call.callId));
      if (entry) return { call, entry, key: keyOf(entry, call.callId) };
    }
    throw new InvalidOptionError(
      'call',
      `"${call.callId}" is not in the conversation: append the message of the model that makes it first. Nothing was run.`,
    );
  }
}

const CHUNK = 64;

async function runExecutor(
  call: ToolCall,
  executor: CallExecutor,
  signal: AbortSignalLike | undefined,
): Promise<ToolResultPart> {
  const context = { signal: signal ?? createAbort().signal };
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

function holdsCall({ message }: Entry, callId: string): boolean {
  return toolCallsOf(message).some((call) => call.callId === callId);
}

function keyOf(entry: Entry, callId: string): string {
  return `${placeOf(entry)}:${callId}`;
}

function readKey(key: string): { readonly place: number; readonly callId: string } {
  const at = key.indexOf(':');
  return { place: Number(key.slice(0, at)), callId: key.slice(at + 1) };
}
