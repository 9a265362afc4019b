import { AgentMemoryError } from '../ground/errors/errors.ts';
import type { MemoryStore, StoreCallOptions } from './memory-store.ts';
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

/** Whether a session is this user's; one without a user is theirs who have none [NS-1]. */
function isOf(user: string | undefined, info: Pick<LeftSession, 'user'>): boolean {
  return info.user === user;
}

/** The same store, as one user sees it: with their sessions alone. `delete` is for `refuseOthers` to guard. */
export function ownedStore(store: MemoryStore, user: string | undefined): MemoryStore {
  return storeWith(store, {
    async load(sessionId, options) {
      const stored = await store.load(sessionId, options);
      if (stored && !isOf(user, stored.info)) throw new OtherUserError(sessionId);
      return stored;
    },
    commit: (sessionId, change, options) =>
      store.commit(sessionId, user === undefined ? change : { ...change, user }, options),
    list: async (options) => (await store.list(options)).filter((info) => isOf(user, info)),
  } satisfies Partial<MemoryStore>);
}

/** @throws OtherUserError where somebody else's session is stored under the id, or waits for it in this page. */
export async function refuseOthers(
  store: MemoryStore,
  user: string | undefined,
  sessionId: string,
  options?: StoreCallOptions,
): Promise<void> {
  const stored = (await store.list(options)).find(({ id }) => id === sessionId);
  const owned = stored ?? pageSession(store, sessionId).left;
  if (owned && !isOf(user, owned)) throw new OtherUserError(sessionId);
}

/**
 * What waits in this page for its user to open the session again; it waits no more.
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
  if (left && !isOf(user, left)) {
    if (isStored) return undefined;
    throw new OtherUserError(id);
  }
  page.left = undefined;
  return left;
}
