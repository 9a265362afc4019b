import { expect } from 'vitest';
import { AgentMemoryError, type AgentMemoryErrorCode } from '../../ground/errors/errors.ts';
import type { MemoryStore, SessionChange, StoredSession } from '../../store/memory-store.ts';

/** The store of the test that runs, as the parts of the contract see it. */
export interface StoreInTest {
  /** The one in use: after `reopen` the one that was opened then. */
  readonly store: MemoryStore;
  /** Goes on with a store on the same data, after all that the store promises to survive. */
  reopen(): Promise<void>;
  /** A session that has to be there; `session` unless another is named. */
  loaded(sessionId?: string): Promise<StoredSession>;
}

/** Expects a rejection with this code, and gives the error. */
export async function refuses(
  call: Promise<unknown>,
  code: AgentMemoryErrorCode,
): Promise<AgentMemoryError> {
  const error = await call.then(
    () => new Error(`Resolved, although ${code} was expected.`),
    (reason: unknown) => reason,
  );
  if (!AgentMemoryError.isInstance(error)) throw error;
  expect(error.code).toBe(code);
  return error;
}

/** Expects a conflict, each time that the change comes, and the session as it was, read again as well. */
export async function refusesWhole(
  { store, loaded, reopen }: StoreInTest,
  change: SessionChange,
): Promise<void> {
  const before = await loaded();
  await refuses(store.commit('session', change), 'STORE_CONFLICT');
  await refuses(store.commit('session', change), 'STORE_CONFLICT');
  expect(await loaded()).toEqual(before);
  await reopen();
  expect(await loaded()).toEqual(before);
}
