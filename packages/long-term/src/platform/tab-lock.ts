import { threads } from '@agent-memory/core/internal';

/** The part of the platform's lock manager that is needed. */
export interface TabLocks {
  request(
    name: string,
    options: { readonly signal: AbortSignal } | { readonly ifAvailable: true },
    held: (lock: unknown) => Promise<void>,
  ): Promise<unknown>;
}

/** A lock that one tab at a time has. */
export interface TabLock {
  /** Whether this tab had it at once; otherwise it waits. */
  readonly wasFree: boolean;
  /** Lets go of it, or waits no longer; resolves when another tab can have it. */
  release(): Promise<void>;
}

/**
 * Takes a lock, or waits for it in the background. Without a name, or where there are no locks, every
 * tab has it.
 *
 * @param onTaken called when a lock that was not free comes to this tab.
 */
export async function takeTabLock(
  name: string | undefined,
  onTaken: () => void,
  locks: TabLocks | null = threads.locksOfPlatform(),
): Promise<TabLock> {
  const everyTabs: TabLock = { wasFree: true, release: async () => undefined };
  if (name === undefined || locks === null) return everyTabs;
  const [released, letGo] = aGate();
  const first = requestOnce(name, locks, released);
  const wasFree = await first.answer;
  if (wasFree === undefined) return everyTabs;
  const waiting = new AbortController();
  const request = wasFree
    ? first.done
    : locks
        .request(name, { signal: waiting.signal }, () => {
          onTaken();
          return released;
        })
        // This tab waits no longer, or locks are denied here: then every tab has it.
        .catch(() => waiting.signal.aborted || onTaken());
  return {
    wasFree,
    async release() {
      letGo();
      waiting.abort();
      await request;
    },
  };
}

/** Whether no tab has a lock; `undefined` where nobody can tell, for want of a name or of locks. */
export async function isTabLockFree(
  name: string | undefined,
  locks: TabLocks | null = threads.locksOfPlatform(),
): Promise<boolean | undefined> {
  if (name === undefined || locks === null) return undefined;
  const asked = requestOnce(name, locks, Promise.resolve());
  await asked.done;
  return asked.answer;
}

/** Asks for a lock without waiting; the answer is `undefined` where locks are denied. */
function requestOnce(name: string, locks: TabLocks, released: Promise<void>) {
  let answerWith: (wasFree: boolean | undefined) => void = () => undefined;
  const answer = new Promise<boolean | undefined>((resolve) => {
    answerWith = resolve;
  });
  const done = locks
    .request(name, { ifAvailable: true }, async (lock) => {
      answerWith(lock !== null);
      if (lock !== null) await released;
    })
    .catch(() => answerWith(undefined));
  return { answer, done };
}

function aGate(): readonly [opened: Promise<void>, open: () => void] {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return [opened, open];
}
