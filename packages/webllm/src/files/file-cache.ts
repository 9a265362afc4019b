import type { CacheName, ModelFile } from './model-files.ts';

/** The file as it was kept; `undefined` where there is none. */
export async function keptFile({ cache, url }: ModelFile): Promise<Response | undefined> {
  return await (await caches.open(cache)).match(url);
}

/** The addresses of all that is kept in one cache. */
export async function keptUrls(cache: CacheName): Promise<ReadonlySet<string>> {
  const requests = await (await caches.open(cache)).keys();
  return new Set(requests.map(({ url }) => url));
}

/** Keeps a file under the address that web-llm looks for it. */
export async function keepFile(
  { cache, url }: ModelFile,
  body: BodyInit,
  bytes: number,
): Promise<void> {
  const headers = { 'content-length': String(bytes) };
  await (await caches.open(cache)).put(url, new Response(body, { headers }));
}

export async function removeFile({ cache, url }: ModelFile): Promise<void> {
  await (await caches.open(cache)).delete(url);
}

/** Takes all that lies below an address out of a cache. */
export async function removeBelow(cache: CacheName, base: string): Promise<void> {
  const opened = await caches.open(cache);
  const requests = (await opened.keys()).filter(({ url }) => url.startsWith(base));
  await Promise.all(requests.map((request) => opened.delete(request)));
}
