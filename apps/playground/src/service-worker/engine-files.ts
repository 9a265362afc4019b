/**
 * Addresses of the large files of each engine, written into this script when the page was built. They are
 * as many megabytes as all the rest of the page, twice, and few visitors run a model: an engine is stored
 * with its first use.
 */
declare const ENGINE_FILES: Readonly<Record<string, readonly string[]>>;

// PERSISTED: renaming it leaves what is stored behind.
const CACHE_PREFIX = 'agent-memory-engine-';

/** The engine that a file belongs to. */
export function engineOfFile(path: string): string | undefined {
  return Object.keys(ENGINE_FILES).find((engine) => filesOf(engine).includes(path));
}

export async function storedEngineFile({ url }: Request): Promise<Response | undefined> {
  // The name says the content, whichever headers it was asked with.
  return caches.match(url, { ignoreVary: true });
}

/** Stores an engine; gives `false` for a name that there is no engine of. */
export async function storeEngine(engine: string): Promise<boolean> {
  const files = filesOf(engine);
  if (files.length === 0) return false;
  const cache = await caches.open(CACHE_PREFIX + engine);
  const stored = await Promise.all(files.map((file) => cache.match(file, { ignoreVary: true })));
  const missing = files.filter((_, place) => !stored[place]);
  // Whoever asks has just loaded them, and their names change with their content.
  await cache.addAll(missing.map((file) => new Request(file, { cache: 'force-cache' })));
  return true;
}

/** Stores this build's files of the engines that an earlier build stored. */
export async function updateEngines(): Promise<void> {
  const names = await storedNames();
  await Promise.all(names.map((name) => storeEngine(name.slice(CACHE_PREFIX.length))));
}

/** Takes out the files that this build does not have. */
export async function clearOldEngines(): Promise<void> {
  for (const name of await storedNames()) {
    const cache = await caches.open(name);
    const requests = await cache.keys();
    const old = requests.filter(({ url }) => engineOfFile(new URL(url).pathname) === undefined);
    await Promise.all(old.map((request) => cache.delete(request)));
  }
}

async function storedNames(): Promise<readonly string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));
}

function filesOf(engine: string): readonly string[] {
  return ENGINE_FILES[engine] ?? [];
}
