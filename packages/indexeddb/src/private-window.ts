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
