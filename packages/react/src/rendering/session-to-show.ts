import type { AgentMemory, AgentMemoryOptions } from '@agent-memory/core';
import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import { deferredMemory } from '../open-sessions/deferred-memory.ts';
import type { OpenSession } from '../open-sessions/open-sessions.ts';
import { refusalOf } from '../open-sessions/refusal-of.ts';
import { isServer } from './is-server.ts';
import { pageSessions } from './page-sessions.ts';
import { refusedMemory } from './refused-memory.ts';

/** A memory that a render shows where no session of the page is open for it. It has no effects. */
interface StandIn<Pad> {
  readonly id: string;
  readonly memory: AgentMemory<Pad>;
  /** Sessions that are open have one. */
  readonly key?: undefined;
}

/** The session that a render shows, or a stand-in for it. */
export type SessionToShow<Pad> = OpenSession<Pad> | StandIn<Pad>;

/** Whether a session is open, so that it can be held. */
export function isOpenSession<Pad>(session: SessionToShow<Pad>): session is OpenSession<Pad> {
  return session.key !== undefined;
}

/**
 * The session that a render shows: that of the page; on a server one of its own; where the options are
 * refused, one that says why. Never throws, and starts nothing.
 *
 * @param knownOptions the names that an option may have.
 * @param own the open session that the component has shown until now.
 */
export function sessionToShow<Pad>(
  options: AgentMemoryOptions<Pad>,
  knownOptions: KnownNames<object>,
  own: OpenSession<Pad> | undefined,
): SessionToShow<Pad> {
  try {
    refuseUnknown(options, knownOptions);
    if (isServer()) return serverSession(options);
    return pageSessions.sessionFor(options, own);
  } catch (cause) {
    return refusedSession(options, cause);
  }
}

/**
 * A memory for one rendering on a server: nobody else finds it, it loads nothing and React's `use` does
 * not wait for it.
 *
 * @throws AgentMemoryError as `createAgentMemory` does.
 */
function serverSession<Pad>(options: AgentMemoryOptions<Pad>): StandIn<Pad> {
  const memory = Object.defineProperties({} as AgentMemory<Pad>, {
    ...Object.getOwnPropertyDescriptors(deferredMemory<Pad>(options)),
    ready: { value: readyAtOnce(), enumerable: true, configurable: true },
  });
  return { id: options.id, memory };
}

/** With these marks React's `use` does not wait, not even for a microtask. */
function readyAtOnce(): Promise<void> {
  return Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined });
}

/** Sessions that components show, by id and reason; components that show the same share one. */
const shared = new Map<string, WeakRef<StandIn<unknown>>>();

const collected = new FinalizationRegistry<string>((key) => {
  if (!shared.get(key)?.deref()) shared.delete(key);
});

/** The session for options that were refused: a memory that says why. */
function refusedSession<Pad>(options: AgentMemoryOptions<Pad>, cause: unknown): StandIn<Pad> {
  const { id } = options;
  const error = refusalOf(cause);
  if (isServer()) return { id, memory: refusedMemory(options, error) };
  const key = JSON.stringify([id, error.message]);
  const known = shared.get(key)?.deref() as StandIn<Pad> | undefined;
  if (known) return known;
  const session: StandIn<Pad> = { id, memory: refusedMemory(options, error) };
  shared.set(key, new WeakRef(session as StandIn<unknown>));
  collected.register(session, key);
  return session;
}
