import type {
  AgentMemory,
  AgentMemoryError,
  AgentMemoryOptions,
  DefaultScratchpad,
  MemoryState,
  ScratchpadSchema,
} from '@agent-memory/core';
import { type KnownNames, sessionHost } from '@agent-memory/core/internal';
import { useEffect, useMemo, useRef } from 'react';
import { warnings } from '#warnings';
import { type ChatFunctions, chatFunctionsOf } from '../ai-sdk/chat-functions.ts';
import type { HoldMemory } from '../chat/chat-memory.ts';
import { forEachCall, type MemoryCall } from '../open-sessions/memory-calls.ts';
import type { OpenSession } from '../open-sessions/open-sessions.ts';
import { pageSessions } from '../rendering/page-sessions.ts';
import { isOpenSession, type SessionToShow, sessionToShow } from '../rendering/session-to-show.ts';
import { getter } from '../state/getter.ts';
import { snapshotStoreOf } from '../state/snapshot-store.ts';
import { useTrackedState } from '../state/use-tracked-state.ts';
import { useErrorCallback } from './use-error-callback.ts';
import { useHeldSession } from './use-held-session.ts';

/** Options of `useAgentMemory`. All but `id` and `onError` are read when the memory is made. */
export interface UseAgentMemoryOptions extends Omit<AgentMemoryOptions, 'scratchpad'> {
  /** Called with every error that shows in `error`; the function of the newest render is called. */
  readonly onError?: (error: AgentMemoryError) => void;
}

/**
 * A scratchpad of your own: any Standard Schema with a first value. The schema alone decides the type;
 * the value is held against it.
 */
export interface InlineScratchpad<Pad> extends Pick<ScratchpadSchema<Pad>, 'schema'> {
  readonly initial: NoInfer<Pad>;
}

type Actions<Pad> = Pick<AgentMemory<Pad>, MemoryCall | 'clearError'>;

/**
 * The state of a memory and its functions. The functions stay the same for the life of the memory and
 * may be destructured.
 */
export interface UseAgentMemoryResult<Pad = DefaultScratchpad>
  extends MemoryState<Pad>,
    Actions<Pad>,
    ChatFunctions {
  readonly id: string;
  /**
   * For React's `use`: resolves when the stored session is loaded, and never rejects. Asking for it
   * starts loading, also while rendering. On a server it is resolved and loads nothing.
   */
  readonly ready: Promise<void>;
  /** The memory itself: originals, `explain`, events; for `useAgentMemoryState` and the panel. */
  readonly memory: AgentMemory<Pad>;
}

/**
 * The memory named by `options.id`, with its state.
 *
 * - The same id gives the same memory in every component. In another `store` it is another session;
 *   without a store it is the session that is open under the id.
 * - The memory is disposed a task after its last component unmounted, once the writes under way are done.
 *   Without a `store` that ends the session. With one, a function that is called later, such as by an
 *   answer that ends after the unmount, opens the session again for the call.
 * - Rendering starts nothing: the store is opened once the component is mounted, or earlier where
 *   `ready` is asked for.
 * - Options are read when the memory is made; written inline they recreate nothing. Use `configure`
 *   to change settings, and another `id` for another session.
 * - Nothing is thrown in render: refused options show as `status: 'error'` with the reason in
 *   `error`, until a render gives options that can be used.
 * - The component renders again when a field of the state changes that it has read, at most once a
 *   frame. One that takes functions only is not rendered again.
 *
 * @example
 * ```tsx
 * const { append, assemble, status } = useAgentMemory({ id: 'support', contextWindow: 128_000 });
 *
 * async function send(content: string) {
 *   await append({ role: 'user', content });
 *   const { messages } = await assemble();
 *   await append(await callYourModel(messages));
 * }
 * ```
 */
export function useAgentMemory<Pad>(options: {
  /** A memory made elsewhere. The hook shows it and never disposes of it. */
  readonly memory: AgentMemory<Pad>;
}): UseAgentMemoryResult<Pad>;
export function useAgentMemory<Pad>(
  options: UseAgentMemoryOptions & { readonly scratchpad: InlineScratchpad<Pad> },
): UseAgentMemoryResult<Pad>;
export function useAgentMemory(options: UseAgentMemoryOptions): UseAgentMemoryResult;
export function useAgentMemory<Pad>(options: AnyOptions<Pad>): UseAgentMemoryResult<Pad> {
  const { memory: given, onError, ...memoryOptions } = usable(options ?? {});
  const own = useRef<OpenSession<Pad>>(undefined);
  const session: SessionToShow<Pad> = given
    ? { id: given.id, memory: given }
    : sessionToShow(memoryOptions, HOOK_OPTIONS, own.current);
  const { memory } = session;
  const open = isOpenSession(session) ? session : undefined;
  const store = snapshotStoreOf(memory);
  const state = useTrackedState(store);
  useHeldSession(memory, open, own);
  useErrorCallback(store, onError);
  useEffect(() => {
    if (!open) return;
    warnings?.ignoredOptions(open.options, memoryOptions, () => memory.getState().budget);
  });
  return useMemo(() => resultOf(memory, open, state), [memory, open, state]);
}

/** The options of all overloads. */
interface AnyOptions<Pad>
  extends Partial<UseAgentMemoryOptions>,
    Pick<AgentMemoryOptions<Pad>, 'scratchpad'> {
  readonly memory?: AgentMemory<Pad>;
}

/** The options of the hook, by their names. */
const HOOK_OPTIONS = {
  ...sessionHost.MEMORY_OPTIONS,
  memory: true,
  onError: true,
} as const satisfies KnownNames<AnyOptions<unknown>>;

/**
 * Leaves out a memory that comes with an unknown option: the options are refused then, like those of
 * a memory that is to be made, and the component can render the reason.
 */
function usable<Pad>(options: AnyOptions<Pad>): AnyOptions<Pad> & { readonly id: string } {
  const isKnown = Object.keys(options).every((name) => Object.hasOwn(HOOK_OPTIONS, name));
  const { memory, ...others } = options;
  return memory && isKnown ? { id: '', ...options } : { id: '', ...others };
}

function resultOf<Pad>(
  memory: AgentMemory<Pad>,
  open: OpenSession<Pad> | undefined,
  state: MemoryState<Pad>,
): UseAgentMemoryResult<Pad> {
  const { id, clearError } = memory;
  const result = {
    id,
    memory,
    clearError,
    ...forEachCall((name) => memory[name]),
    ...chatFunctionsOf(memory, open && holdOn(open)),
  };
  return Object.defineProperties(result as UseAgentMemoryResult<Pad>, {
    // Spreading would read every field, and `ready` would load.
    ...Object.getOwnPropertyDescriptors(state),
    ready: getter(() => memory.ready),
  });
}

/** Keeps a session open while an answer is under way, also when its component is gone. */
function holdOn<Pad>(session: OpenSession<Pad>): HoldMemory {
  return () => pageSessions.hold(session) ?? (() => undefined);
}
