/**
 * Addresses of the large files of the engines that run models, written into this script when the page was
 * built. They are as many megabytes as all the rest of the page, twice, and few visitors run a model: each is
 * stored with its first use.
 */
declare const ENGINE_FILES: readonly string[];

// PERSISTED: renaming it leaves what is stored behind.
const CACHE = 'agent-memory-engines';

export function isEngineFile({ pathname }: URL): boolean {
  return ENGINE_FILES.includes(pathname);
}

/** The stored file, or else the one of the server, which is stored. */
export async function engineFile({ url }: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  // The name says the content, whichever headers it was asked with.
  const stored = await cache.match(url, { ignoreVary: true });
  if (stored) return stored;
  const fetched = await fetch(url);
  if (fetched.ok) {
    cache.put(url, fetched.clone()).catch((error: unknown) => {
      console.warn('The engine is not stored, so it starts with a network only.', error);
    });
  }
  return fetched;
}

/** Takes out the files that this build does not have. */
export async function clearOldEngines(): Promise<void> {
  const cache = await caches.open(CACHE);
  const old = (await cache.keys()).filter(({ url }) => !isEngineFile(new URL(url)));
  await Promise.all(old.map((request) => cache.delete(request)));
}
