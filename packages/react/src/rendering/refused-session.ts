import type { AgentMemoryOptions } from '@agent-memory/core';
import { refusalOf } from '@agent-memory/core/internal';
import { isServer } from './is-server.ts';
import { refusedMemory } from './refused-memory.ts';
import type { StandIn } from './stand-in.ts';

/** Sessions that components show, by id and reason; components that show the same share one. */
const shared = new Map<string, WeakRef<StandIn<unknown>>>();

const collected = new FinalizationRegistry<string>((key) => {
  if (!shared.get(key)?.deref()) shared.delete(key);
});

/** The session for options that were refused: a memory that says why. */
export function refusedSession<Pad>(
  options: AgentMemoryOptions<Pad>,
  cause: unknown,
): StandIn<Pad> {
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
