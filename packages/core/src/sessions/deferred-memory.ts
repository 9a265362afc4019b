import { refusalOf } from '../errors/refusal-of.ts';
import { MemoryNotReadyError, MemoryUnavailableError } from '../errors/session-errors.ts';
import type { MemoryEvent } from '../events/memory-event.ts';
import { copyPlainData } from '../message/copy-plain-data.ts';
import { noNotes } from '../notes/notes.ts';
import { type AbortSignalLike, orAbort } from '../platform/abort.ts';
import { callListener } from '../platform/call-listener.ts';
import { DeadlineError, withDeadline } from '../platform/deadline.ts';
import { Listeners } from '../platform/listeners.ts';
import type { DefaultScratchpad } from '../scratchpad/default-scratchpad.ts';
import type { AgentMemory, AgentMemoryOptions, MemoryState } from '../session/agent-memory.ts';
import { checkPart } from '../session/check-part.ts';
import { fetchStoreCode } from '../session/fetch-store-code.ts';
import { untouchedState } from '../session/memory-state.ts';
import { sessionPartsOf } from '../session/session-options.ts';
import type { SessionParts } from '../session/session-parts.ts';
import type { PartHandle, StoredPart } from '../storage/stored-part.ts';
import { forEachCall, type MemoryCall } from './memory-calls.ts';

/** A slow network has time to bring some 50 kB; whoever waits longer is told. */
const CODE_LIMIT_MS = 20_000;

/** The code of a memory, as far as it is needed to make one. */
type MemoryCode = Pick<typeof import('../session/create-agent-memory.ts'), 'memoryOf'>;

/**
 * A memory whose code is fetched when it is first needed, so that it is not part of what an app loads
 * before it shows anything. Options are read at once, and its state is that of a memory to which
 * nothing has happened.
 *
 * - `ready` and every call that gives a promise fetch the code; calls wait for it in their order.
 * - What answers at once answers as for a session without entries until the code is here; `plan()` throws
 *   `MemoryNotReadyError`.
 * - Where the code cannot be fetched, or is not here after 20 seconds, calls reject with
 *   `MemoryUnavailableError`, the state shows it, and the next call fetches it again.
 *
 * @throws InvalidOptionError as `createAgentMemory` does.
 */
export function deferredMemory<Pad>(
  options: AgentMemoryOptions<Pad>,
  fetchCode: () => Promise<MemoryCode> = () => import('../session/create-agent-memory.ts'),
): AgentMemory<Pad> {
  // Without a schema of the caller's, `Pad` is the default scratchpad; the type cannot say so.
  const given = options as unknown as AgentMemoryOptions<DefaultScratchpad>;
  const parts = sessionPartsOf(given) as unknown as SessionParts<Pad>;
  return facadeOf(parts.id, new DeferredMemory(parts, fetchCode));
}

/** The calls that give a promise. */
type AsynchronousCall = MemoryCall | 'archived';

/** The memory as a caller sees it: every function is bound. */
function facadeOf<Pad>(id: string, deferred: DeferredMemory<Pad>): AgentMemory<Pad> {
  const behind = () => deferred.memory;
  const call =
    (name: AsynchronousCall) =>
    (...given: unknown[]) =>
      deferred.call(name, given);
  const atOnce: Omit<AgentMemory<Pad>, AsynchronousCall> = {
    id,
    get ready() {
      return deferred.ready();
    },
    branches: () => behind()?.branches() ?? [],
    plan: (options) => {
      const memory = behind();
      if (!memory) throw new MemoryNotReadyError();
      return memory.plan(options);
    },
    history: () => behind()?.history() ?? [],
    explain: (entryId) => behind()?.explain(entryId),
    entries: (range) => behind()?.entries(range) ?? [],
    entry: (entryId) => behind()?.entry(entryId),
    notes: {
      all: () => behind()?.notes.all() ?? noNotes,
      get: (name) => behind()?.notes.get(name),
      set: (name, text) => deferred.later((memory) => memory.notes.set(name, text)),
    },
    part: (definition) => deferred.part(definition),
    getState: () => deferred.state(),
    subscribe: (listener) => deferred.subscribe(listener),
    onEvent: (listener) => deferred.onEvent(listener),
    clearError: () => deferred.clearError(),
    dispose: () => deferred.dispose(),
  };
  // The calls have the types of the memory that answers them.
  const calls = { ...forEachCall(call), archived: call('archived') } as Pick<
    AgentMemory<Pad>,
    AsynchronousCall
  >;
  return Object.assign(atOnce, calls);
}

class DeferredMemory<Pad> {
  readonly #parts: SessionParts<Pad>;
  readonly #fetchCode: () => Promise<MemoryCode>;
  readonly #untouched: MemoryState<Pad>;
  readonly #listeners = new Listeners<() => void>();
  readonly #eventListeners = new Listeners<(event: MemoryEvent) => void>();
  readonly #storedParts = new Map<string, StoredPart<unknown>>();
  #state: MemoryState<Pad>;
  #memory: AgentMemory<Pad> | undefined;
  #arriving: Promise<MemoryCode> | undefined;
  #opening: Promise<AgentMemory<Pad>> | undefined;
  #ready: Promise<void> | undefined;
  /** Calls that are not handed over yet; later ones go behind them. */
  #waiting = 0;
  #isDisposed = false;
  #hasFailed = false;

  constructor(parts: SessionParts<Pad>, fetchCode: () => Promise<MemoryCode>) {
    this.#parts = parts;
    this.#fetchCode = fetchCode;
    this.#untouched = untouchedState(parts);
    this.#state = this.#untouched;
  }

  get memory(): AgentMemory<Pad> | undefined {
    return this.#memory;
  }

  /** The same promise for as long as nothing failed: React's `use` waits once for each. */
  ready(): Promise<void> {
    this.#ready ??= this.#open().then(
      (memory) => memory.ready,
      // The state says why, and so does every call.
      () => undefined,
    );
    return this.#ready;
  }

  call(name: AsynchronousCall, given: readonly unknown[]): Promise<unknown> {
    if (this.#memory && this.#waiting === 0) return answerOf(this.#memory, name, given);
    // Changes that the caller makes from here on have no effect.
    const copies = given.map(copyOfPlainData);
    return this.later((memory) => answerOf(memory, name, copies), signalIn(given));
  }

  /** Does something with the memory behind all calls that wait already. */
  async later<Answer>(
    act: (memory: AgentMemory<Pad>) => Promise<Answer>,
    signal?: AbortSignalLike,
  ): Promise<Answer> {
    this.#waiting += 1;
    const handedOver = this.#open().then(
      (memory) => {
        this.#waiting -= 1;
        return act(memory);
      },
      (refusal: unknown) => {
        this.#waiting -= 1;
        throw refusal;
      },
    );
    return orAbort(handedOver, signal);
  }

  state(): MemoryState<Pad> {
    return this.#memory?.getState() ?? this.#state;
  }

  clearError(): void {
    if (this.#memory) this.#memory.clearError();
    else this.#show(this.#untouched);
  }

  subscribe(listener: () => void): () => void {
    return this.#memory?.subscribe(listener) ?? this.#listeners.add(listener);
  }

  onEvent(listener: (event: MemoryEvent) => void): () => void {
    return this.#memory?.onEvent(listener) ?? this.#eventListeners.add(listener);
  }

  part<Value>(definition: StoredPart<Value>): PartHandle<Value> {
    if (this.#memory) return this.#memory.part(definition);
    checkPart(
      definition as StoredPart<unknown>,
      this.#storedParts.get((definition as StoredPart<Value> | undefined)?.name ?? ''),
    );
    this.#storedParts.set(definition.name, definition as StoredPart<unknown>);
    return {
      get: () => this.#memory?.part(definition).get() ?? definition.initial,
      set: (value) => {
        const copy = copyOfPlainData(value) as Value | undefined;
        return this.later((memory) => memory.part(definition).set(copy));
      },
    };
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    // One that is still to come ends when it is here: nothing was acknowledged until then.
    await this.#memory?.dispose();
  }

  #open(): Promise<AgentMemory<Pad>> {
    this.#opening ??= this.#fetch();
    return this.#opening;
  }

  async #fetch(): Promise<AgentMemory<Pad>> {
    // Beside the other code and not behind it; the session hears of a failure when it loads.
    if (this.#parts.store) void fetchStoreCode().catch(() => undefined);
    try {
      const { memoryOf } = await this.#code();
      return this.#begin(memoryOf(this.#parts));
    } catch (error) {
      this.#opening = undefined;
      this.#hasFailed = true;
      // The options were read at the beginning, but for those that features read.
      const refusal = refusalOf(error);
      this.#show({ ...this.#untouched, status: 'error', error: refusal });
      throw refusal;
    }
  }

  /** Nobody waits for the code without an end; where it comes later it is used from then on. */
  async #code(): Promise<MemoryCode> {
    this.#arriving ??= this.#fetchCode();
    const arriving = this.#arriving;
    const forget = () => {
      this.#arriving = undefined;
    };
    const { clock } = this.#parts;
    try {
      return await withDeadline(() => arriving, { limitMs: CODE_LIMIT_MS, clock });
    } catch (cause) {
      if (!(cause instanceof DeadlineError)) forget();
      else arriving.then(() => this.#open(), forget).catch(() => undefined);
      throw new MemoryUnavailableError({ cause });
    }
  }

  /** The memory takes over: whoever listened here listens there. */
  #begin(memory: AgentMemory<Pad>): AgentMemory<Pad> {
    // Asked for ahead of loading, a part is read and checked with the session.
    for (const definition of this.#storedParts.values()) memory.part(definition);
    this.#listeners.moveTo((listener) => memory.subscribe(listener));
    this.#eventListeners.moveTo((listener) => memory.onEvent(listener));
    this.#memory = memory;
    if (this.#hasFailed) this.#ready = memory.ready;
    if (this.#isDisposed) void memory.dispose();
    this.#tell();
    return memory;
  }

  #show(state: MemoryState<Pad>): void {
    this.#state = state;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners.all()) callListener(listener);
  }
}

function answerOf<Pad>(
  memory: AgentMemory<Pad>,
  name: AsynchronousCall,
  given: readonly unknown[],
): Promise<unknown> {
  return Reflect.apply(memory[name], memory, given) as Promise<unknown>;
}

/** Plain data as it is now; anything else, such as messages that are instances of a class, as it is given. */
function copyOfPlainData(value: unknown): unknown {
  try {
    return copyPlainData(value);
  } catch {
    return value;
  }
}

function signalIn(given: readonly unknown[]): AbortSignalLike | undefined {
  const options = given.at(-1) as { readonly signal?: AbortSignalLike } | null | undefined;
  const signal = options?.signal;
  // One that is none is refused by the call itself.
  return typeof signal?.addEventListener === 'function' ? signal : undefined;
}
