import type {
  AbortSignalLike,
  AgentMemory,
  AgentMemoryOptions,
  DefaultScratchpad,
  MemoryEvent,
  MemoryState,
  PartHandle,
  StoredPart,
} from '@agent-memory/core';
import {
  callListener,
  copyPlainData,
  DeadlineError,
  Listeners,
  orAbort,
  sessionHost,
  withDeadline,
} from '@agent-memory/core/internal';
import { forEachCall, type MemoryCall } from './memory-calls.ts';
import { MemoryNotReadyError, MemoryUnavailableError } from './memory-errors.ts';
import { refusalOf } from './refusal-of.ts';

/** A slow network has time to bring some 50 kB; anyone who waits longer is told. */
const CODE_LIMIT_MS = 20_000;

const NO_NOTES = Object.freeze({});

/** The code of a memory, as far as it is needed to make one. */
type MemoryCode = Pick<Awaited<ReturnType<typeof sessionHost.fetchMemoryCode>>, 'memoryOf'>;

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
  fetchCode: () => Promise<MemoryCode> = sessionHost.fetchMemoryCode,
): AgentMemory<Pad> {
  // Without a schema of the caller's, `Pad` is the default scratchpad; the type cannot say so.
  const given = options as unknown as AgentMemoryOptions<DefaultScratchpad>;
  const parts = sessionHost.sessionPartsOf(given) as unknown as sessionHost.SessionParts<Pad>;
  const untouched = sessionHost.untouchedState(parts);
  const listeners = new Listeners<() => void>();
  const eventListeners = new Listeners<(event: MemoryEvent) => void>();
  const storedParts = new Map<string, StoredPart<unknown>>();
  let state = untouched;
  let memory: AgentMemory<Pad> | undefined;
  let arriving: Promise<MemoryCode> | undefined;
  let opening: Promise<AgentMemory<Pad>> | undefined;
  /** The same promise for as long as nothing failed: React's `use` waits once for each. */
  let ready: Promise<void> | undefined;
  /** Calls that are not handed over yet; later ones go behind them. */
  let waiting = 0;
  let isDisposed = false;
  let hasFailed = false;

  const atOnce: Omit<AgentMemory<Pad>, AsynchronousCall> = {
    id: parts.id,
    get ready() {
      ready ??= open().then(
        (opened) => opened.ready,
        // The state says why, and so does every call.
        () => undefined,
      );
      return ready;
    },
    branches: () => memory?.branches() ?? [],
    plan(planOptions) {
      if (!memory) throw new MemoryNotReadyError();
      return memory.plan(planOptions);
    },
    history: () => memory?.history() ?? [],
    explain: (entryId) => memory?.explain(entryId),
    entries: (range) => memory?.entries(range) ?? [],
    entry: (entryId) => memory?.entry(entryId),
    notes: {
      all: () => memory?.notes.all() ?? NO_NOTES,
      get: (name) => memory?.notes.get(name),
      set: (name, text) => later((opened) => opened.notes.set(name, text)),
    },
    part<Value>(definition: StoredPart<Value>): PartHandle<Value> {
      if (memory) return memory.part(definition);
      sessionHost.checkPart(
        definition as StoredPart<unknown>,
        storedParts.get((definition as StoredPart<Value> | undefined)?.name ?? ''),
      );
      storedParts.set(definition.name, definition as StoredPart<unknown>);
      return {
        get: () => memory?.part(definition).get() ?? definition.initial,
        set(value) {
          const copy = copyOfPlainData(value) as Value | undefined;
          return later((opened) => opened.part(definition).set(copy));
        },
      };
    },
    getState: () => memory?.getState() ?? state,
    subscribe: (listener) => memory?.subscribe(listener) ?? listeners.add(listener),
    onEvent: (listener) => memory?.onEvent(listener) ?? eventListeners.add(listener),
    clearError() {
      if (memory) memory.clearError();
      else show(untouched);
    },
    async dispose() {
      isDisposed = true;
      // One that is still to come ends when it is here: nothing was acknowledged until then.
      await memory?.dispose();
    },
  };
  // The calls have the types of the memory that answers them.
  const reads = { archived: call('archived'), remedies: call('remedies') };
  const calls = { ...forEachCall(call), ...reads } as Pick<AgentMemory<Pad>, AsynchronousCall>;
  return Object.assign(atOnce, calls);

  function call(name: AsynchronousCall) {
    return (...givenNow: unknown[]): Promise<unknown> => {
      if (memory && waiting === 0) return answerOf(memory, name, givenNow);
      // Changes that the caller makes from here on have no effect.
      const copies = givenNow.map(copyOfPlainData);
      return later((opened) => answerOf(opened, name, copies), signalIn(givenNow));
    };
  }

  /** Does something with the memory behind all calls that wait already. */
  async function later<Answer>(
    act: (opened: AgentMemory<Pad>) => Promise<Answer>,
    signal?: AbortSignalLike,
  ): Promise<Answer> {
    waiting += 1;
    const handedOver = open().then(
      (opened) => {
        waiting -= 1;
        return act(opened);
      },
      (refusal: unknown) => {
        waiting -= 1;
        throw refusal;
      },
    );
    return orAbort(handedOver, signal);
  }

  function open(): Promise<AgentMemory<Pad>> {
    opening ??= fetched();
    return opening;
  }

  async function fetched(): Promise<AgentMemory<Pad>> {
    // Beside the other code and not behind it; the session hears of a failure when it loads.
    if (parts.store) void sessionHost.fetchStoreCode().catch(() => undefined);
    try {
      const { memoryOf } = await code();
      return begin(memoryOf(parts));
    } catch (error) {
      opening = undefined;
      hasFailed = true;
      // The options were read at the beginning, but for those that features read.
      const refusal = refusalOf(error);
      show({ ...untouched, status: 'error', error: refusal });
      throw refusal;
    }
  }

  /** Nobody waits for the code without an end; where it comes later it is used from then on. */
  async function code(): Promise<MemoryCode> {
    arriving ??= fetchCode();
    const underWay = arriving;
    const forget = () => {
      arriving = undefined;
    };
    try {
      return await withDeadline(() => underWay, { limitMs: CODE_LIMIT_MS, clock: parts.clock });
    } catch (cause) {
      if (!(cause instanceof DeadlineError)) forget();
      else underWay.then(open, forget).catch(() => undefined);
      throw new MemoryUnavailableError({ cause });
    }
  }

  /** The memory takes over: anyone who listened here listens there. */
  function begin(made: AgentMemory<Pad>): AgentMemory<Pad> {
    // Asked for before loading, a part is read and checked with the session.
    for (const definition of storedParts.values()) made.part(definition);
    listeners.moveTo((listener) => made.subscribe(listener));
    eventListeners.moveTo((listener) => made.onEvent(listener));
    memory = made;
    if (hasFailed) ready = made.ready;
    if (isDisposed) void made.dispose();
    tell();
    return made;
  }

  function show(next: MemoryState<Pad>): void {
    state = next;
    tell();
  }

  function tell(): void {
    for (const listener of listeners.all()) callListener(listener);
  }
}

/** The calls that give a promise. */
type AsynchronousCall = MemoryCall | 'archived' | 'remedies';

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
  // One that is not one is refused by the call itself.
  return typeof signal?.addEventListener === 'function' ? signal : undefined;
}
