import { AgentMemoryError } from '../ground/errors/errors.ts';
import type { MemoryStore } from './memory-store.ts';
import { type LeftSession, pageSession, storeWith } from './page-sessions.ts';

/** Somebody asks for a session of another user. */
export class OtherUserError extends AgentMemoryError {
  constructor(sessionId: string) {
    super(
      'SESSION_OF_OTHER_USER',
      `Session "${sessionId}" belongs to another user, so nothing of it was read and nothing was changed; ` +
        'it is still stored for them. Choose another id, or pass the `user` whose session it is.',
      { phase: 'load' },
    );
  }
}

/** The same store, as one user sees it, with their sessions alone; `delete` looks at nobody [NS-1]. */
export function ownedStore(store: MemoryStore, user: string | undefined): MemoryStore {
  return storeWith(store, {
    async load(sessionId, options) {
      const stored = await store.load(sessionId, options);
      if (stored && stored.info.user !== user) throw new OtherUserError(sessionId);
      return stored;
    },
    commit: (sessionId, change, options) =>
      store.commit(sessionId, user === undefined ? change : { ...change, user }, options),
    list: async (options) => (await store.list(options)).filter((info) => info.user === user),
  } satisfies Partial<MemoryStore>);
}

/**
 * Takes the changes that wait in this page for their user to open the session again.
 *
 * @param isStored a session of this user is stored: what somebody else has under its id keeps nobody out.
 * @throws OtherUserError where it is somebody else's.
 */
export function takeLeft(
  store: MemoryStore,
  { id, user }: { readonly id: string; readonly user: string | undefined },
  isStored: boolean,
): LeftSession | undefined {
  const page = pageSession(store, id);
  const { left } = page;
  if (left && left.user !== user) {
    if (isStored) return undefined;
    throw new OtherUserError(id);
  }
  page.left = undefined;
  return left;
}
