/** The room of a site on this device, as the browser tells it. */
export interface StorageEstimate {
  /** All that the site stores, by whatever means; browsers round it. */
  readonly usageBytes: number;
  /** The most that the browser lets the site store. Browsers may name more than the disk has. */
  readonly quotaBytes: number;
  /** The used part of the quota, 0 to 1. */
  readonly share: number;
}

/**
 * How long the browser keeps what the site stores.
 *
 * - `granted`: until somebody clears it.
 * - `best-effort`: until somebody clears it or the device runs short of room. A private window of
 *   Chromium says so too: nothing tells it from another one.
 * - `session`: until the private window closes.
 * - `unknown`: the browser does not say; pages without https are told nothing.
 */
export type StoragePersistence = 'granted' | 'best-effort' | 'session' | 'unknown';

/** The storage of this site as a whole: everything that any code of its pages stores. */
export interface DeviceStorage {
  /**
   * Asks the browser to keep the site's storage when the device runs short of room. Firefox asks the
   * person, so call it behind a click that explains it. Gives whether it is granted.
   */
  persist(): Promise<boolean>;
  /** Whether that was granted; asks nobody. */
  persisted(): Promise<boolean>;
  persistence(): Promise<StoragePersistence>;
  /** `undefined` where the browser does not say. */
  estimate(): Promise<StorageEstimate | undefined>;
}

/**
 * The storage of this site on this device [STO-3]. Nothing is asked before a call, and a browser that
 * knows nothing of it, or denies it to the page (a sandboxed frame), grants nothing. No call rejects.
 *
 * @example
 * const storage = deviceStorage();
 * const { share = 0 } = (await storage.estimate()) ?? {};
 * if (share > 0.8) console.warn('This device is nearly full.');
 */
export function deviceStorage(): DeviceStorage {
  return {
    persist: async () => (await answerOf((storage) => storage.persist?.())) ?? false,
    persisted: async () => (await answerOf((storage) => storage.persisted?.())) ?? false,
    estimate: async () => estimateOf((await answerOf((storage) => storage.estimate?.())) ?? {}),
    async persistence() {
      const isGranted = await answerOf((storage) => storage.persisted?.());
      if (isGranted === undefined) return 'unknown';
      if (isGranted) return 'granted';
      return (await isPrivateWindow()) ? 'session' : 'best-effort';
    },
  };
}

/**
 * Whether the browser says by what it denies that this is a private window: Firefox and Safari give
 * those databases that go with the window, and no file system. Chromium gives a file system to all of
 * them, slowly, so it is not asked.
 */
export async function isPrivateWindow(): Promise<boolean> {
  const isDenied = await answerOf(async (storage) => {
    if (!storage.getDirectory || isChromium()) return false;
    return storage.getDirectory().then(
      () => false,
      () => true,
    );
  });
  return isDenied ?? false;
}

/** By the one thing that its databases have beyond the standard. */
function isChromium(): boolean {
  return (
    typeof IDBVersionChangeEvent === 'function' && 'dataLoss' in IDBVersionChangeEvent.prototype
  );
}

/**
 * The browser's answer; `undefined` where it gives none. Older browsers lack some of the storage manager,
 * insecure pages all of it, and a page of no origin is refused each question.
 */
async function answerOf<Answer>(
  ask: (storage: Partial<StorageManager>) => Promise<Answer> | undefined,
): Promise<Answer | undefined> {
  try {
    const { navigator } = globalThis as { readonly navigator?: Partial<Navigator> };
    return navigator?.storage ? await ask(navigator.storage) : undefined;
  } catch {
    return undefined;
  }
}

function estimateOf({ usage, quota }: StorageEstimateGiven): StorageEstimate | undefined {
  if (usage === undefined || !quota) return undefined;
  return { usageBytes: usage, quotaBytes: quota, share: usage / quota };
}

interface StorageEstimateGiven {
  readonly usage?: number;
  readonly quota?: number;
}
